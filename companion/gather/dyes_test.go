package gather_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/vision"
)

func TestDiceThatWereShownAreKnownByTheirColour(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginVera(tabletest.Rainbow)
	tb.Do(tb.Show(id))
	v := tb.Game(id, tabletest.Shared)
	require.Empty(t, v.Showing)
	require.Zero(t, v.Shown)
	require.Len(t, v.Dyes, 5)
	require.Equal(t, "black", v.Dyes[0].Color)
	require.Equal(t, []int{18, 15, 18}, v.Dyes[0].RGB)
	require.NotEmpty(t, v.Dyes[0].Crop)

	// The table remembers it, and a lamp's light on the dice changes nothing.
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	require.Equal(t, v.Dyes, tb.Game(id, tabletest.Shared).Dyes)
	tb.Settle(tabletest.LayTinted(1, []string{"red", "white", "black", "purple", "white", "blue"}, 6, 2, 5, 3, 1, 4))
	v = tb.Game(id, tabletest.Shared)
	require.NotEmpty(t, v.Log, "%+v %s", v.Roll, v.Told)
	require.Equal(t, "camera", v.Log[0].By)
	require.Contains(t, v.Log[0].Told, "The attack of Ann's Prism (v1) on Ben's Prism (v1): 4 hits.")
	require.Equal(t, []string{"red1", "white1", "yellow1", "purple1", "white2", "blue1"}, named(v))
}

// After a restart it is still known that the next throw shows dice, and which throw showed them.
func TestDiceThatAreToBeShownAreShownAfterARestart(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginVera(tabletest.Rainbow)
	again := func() {
		tb.Stop()
		tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
		tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
		tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	}
	tb.Do(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: tabletest.Five})
	again()
	tb.Settle(tabletest.LayTinted(0, tabletest.Five, 1, 2, 3, 4, 5))
	v := tb.Game(id, tabletest.Shared)
	require.Equal(t, tabletest.Five, v.Showing)
	require.Equal(t, v.Tray.ID, v.Shown)
	require.Empty(t, v.Log, "it was taken for a roll")
	act := protocol.Act{Do: protocol.DoDyes, Game: id, Throw: v.Tray.ID, Dyes: []protocol.DyedDie{{Die: v.Tray.Dice[0].N, Color: "purple"}, {Die: v.Tray.Dice[1].N, Color: "white"}}}
	again()
	v = tb.Game(id, tabletest.Shared)
	require.Equal(t, tabletest.Five, v.Showing)
	require.Equal(t, act.Throw, v.Shown)
	tb.Do(act)
	again()
	require.Empty(t, tb.Game(id, tabletest.Shared).Showing)
}

// named are the dice of the game for which those on the tray were taken.
func named(v protocol.GameView) []string {
	var out []string
	for _, d := range v.Tray.Dice {
		out = append(out, d.As)
	}
	return out
}

// A die may be between two colours, of a colour that was never shown, or of a colour of which there are too many. The
// page asks about all of them.
func TestAColourThatIsNotClearIsAsked(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginVera(tabletest.Rainbow)
	tb.Do(tb.Show(id))
	s := tabletest.LayTinted(0, []string{"red", "white", "black", "purple", "white", "blue"}, 6, 2, 5, 3, 1, 4)
	s.Sightings[5].Tint = []float32{.28, .25, .62} // between blue and purple
	tb.Settle(s)
	v := tb.Game(id, tabletest.Shared)
	require.Len(t, v.Roll.Unnamed, 1)
	require.Equal(t, []string{"blue1"}, v.Roll.Missing)
	require.Empty(t, v.Log, "it counted")
	tb.Do(protocol.Act{Do: protocol.DoShow, Throw: v.Tray.ID, Rev: v.Tray.Rev, Die: v.Roll.Unnamed[0].N, As: "blue1", Face: tabletest.Ptr(4)})
	v = tb.Game(id, tabletest.Shared)
	require.Contains(t, v.Log[0].Told, "The attack of Ann's Prism (v1) on Ben's Prism (v1): 4 hits.")
}

func TestADieOfNoColourShownAndOneTooMuchAreAsked(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginVera(tabletest.Rainbow)
	tb.Do(tb.Show(id))
	green := tabletest.LayTinted(0, []string{"red", "white", "black", "purple", "white", "blue"}, 6, 2, 5, 3, 1, 4)
	green.Sightings[0].Tint = []float32{.1, .5, .25}
	tb.Settle(green)
	v := tb.Game(id, tabletest.Shared)
	require.Len(t, v.Roll.Unnamed, 1)
	require.Equal(t, []string{"red1"}, v.Roll.Missing)
	tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: v.Tray.ID, Rev: v.Tray.Rev})

	tb.Settle(tabletest.LayTinted(0, []string{"red", "red", "black", "purple", "white", "blue"}, 6, 2, 5, 3, 1, 4))
	v = tb.Game(id, tabletest.Shared)
	require.Len(t, v.Roll.Unnamed, 2, "two red dice, and one was asked for")
	require.Empty(t, v.Log)
	i := v.Roll.Unnamed[1]
	tb.Do(protocol.Act{Do: protocol.DoShow, Throw: v.Tray.ID, Rev: v.Tray.Rev, Die: i.N, As: "white1", Face: tabletest.Ptr(2)})
	require.NotEmpty(t, tb.Game(id, tabletest.Shared).Log, "the other one is the red one then")
}

// If no dice were shown, the camera's names of colours decide. Two dice of one colour are no question. A colour that
// the roll doesn't have is one.
func TestWithoutShowingTheNamesOfColoursDo(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginVera(tabletest.Rainbow)
	s := tabletest.Scene(6, 2, 5, 3, 1, 4)
	for i, c := range []string{"red", "white", "black", "purple", "white", "blue"} {
		s.Sightings[i].Colors = []string{c}
	}
	other := s
	other.Sightings = append([]vision.Sighting{}, s.Sightings...)
	other.Sightings[2].Colors = []string{"grey"}
	tb.Settle(other)
	v := tb.Game(id, tabletest.Shared)
	require.Len(t, v.Roll.Unnamed, 1)
	require.Equal(t, []string{"yellow1"}, v.Roll.Missing)
	tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: v.Tray.ID, Rev: v.Tray.Rev})
	tb.Settle(s)
	require.Contains(t, tb.Game(id, tabletest.Shared).Log[0].Told, "The attack of Ann's Prism (v1) on Ben's Prism (v1): 4 hits.")
}

func TestShowingDiceRefusesWhatCanNotBe(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginVera(tabletest.Rainbow)
	good := tb.Show(id)
	require.Equal(t, protocol.CodeNotAllowed, tb.RefusedAs(tabletest.Looker, good).Code)
	require.Equal(t, protocol.CodeNotAllowed, tb.RefusedAs(tabletest.Looker, protocol.Act{Do: protocol.DoShowing, Game: id, Colors: tabletest.Five}).Code)
	require.Contains(t, tb.Refused(protocol.Act{Do: protocol.DoShowing, Game: id}).Why, "colors")
	require.Contains(t, tb.Refused(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: []string{"red", "red"}}).Why, "twice")
	with := func(change func(*protocol.Act)) string {
		bad := good
		bad.Dyes = append([]protocol.DyedDie{}, good.Dyes...)
		change(&bad)
		return tb.Refused(bad).Why
	}
	require.Contains(t, with(func(a *protocol.Act) { a.Throw = 7 }), "no throw 7")
	require.Contains(t, with(func(a *protocol.Act) { a.Dyes = nil }), "dyes")
	require.Contains(t, with(func(a *protocol.Act) { a.Dyes[0].Die = 9 }), "no die 9")
	require.Contains(t, with(func(a *protocol.Act) { a.Dyes[1].Die = a.Dyes[0].Die }), "twice")
	require.Contains(t, with(func(a *protocol.Act) { a.Dyes[0].Color = "" }), "empty")
	require.Empty(t, tb.Game(id, tabletest.Shared).Dyes)
	tb.Do(good)

	// Dice that the camera can't tell apart can't be used.
	same := tabletest.LayTinted(0, []string{"red", "red"}, 1, 2)
	tb.Do(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: []string{"red", "blue"}})
	tb.Settle(same)
	v := tb.Game(id, tabletest.Shared)
	no := tb.Refused(protocol.Act{Do: protocol.DoDyes, Game: id, Throw: v.Tray.ID, Dyes: []protocol.DyedDie{{Die: 1, Color: "red"}, {Die: 2, Color: "blue"}}})
	require.Contains(t, no.Why, "look the same")
	require.Len(t, tb.Game(id, tabletest.Shared).Dyes, 5, "what was shown before is lost")
}

// The virtual table throws the colours that a roll asks for, and shows two dice of each.
func TestTheVirtualTableThrowsColours(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginVera(tabletest.Rainbow)
	tb.Do(protocol.Act{Do: protocol.DoThrow})
	require.Equal(t, []string{"d6:white", "d6:white", "d6:blue", "d6:purple", "d6:red", "d6:black"}, (<-tb.Eye.Orders).Dice)
	tb.Do(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: []string{"black", "sand"}})
	tb.Do(protocol.Act{Do: protocol.DoThrow})
	require.Equal(t, []string{"d6:black", "d6:black", "d6", "d6"}, (<-tb.Eye.Orders).Dice)
	tb.Do(protocol.Act{Do: protocol.DoTray, Game: id})
	require.Empty(t, tb.Game(id, tabletest.Shared).Showing)
}
