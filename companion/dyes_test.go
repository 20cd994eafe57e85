package companion_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// rainbow is a game of Vera Discordia in which Ann's unit rolls a die of each type, two of them white. The table's
// yellow dice are black ones.
const rainbow = `{"dice": {"yellow": "black"}, "two_copies": true,
	"cards": [{"name": "Rainbow", "made_up": true, "units": [
		{"name": "Prism", "rank": "basic", "copies": 9, "dice": ["white", "white", "blue", "purple", "red", "yellow"], "shields": {"white": 2, "blue": 3, "purple": 4, "orange": 5}},
		{"name": "Glass", "rank": "elite", "copies": 6, "dice": ["white"], "shields": {"white": "X", "blue": 4, "purple": 4, "orange": 4}},
		{"name": "Sun", "rank": "legendary", "copies": 2, "dice": ["red"], "shields": {"white": 4, "blue": 4, "purple": 4, "orange": 4}}]}],
	"first": {"faction": "Rainbow", "vanguard": ["Prism, attack", "-", "-", "-"]},
	"second": {"faction": "Rainbow", "vanguard": ["Prism", "-", "-", "-"]}}`

// tinted are tints of real plastics as a camera sees them, the second one with a lamp in it.
var tinted = map[string][2][]float32{
	"white": {{.85, .83, .82}, {.93, .91, .89}}, "blue": {{.19, .32, .71}, {.40, .43, .69}}, "purple": {{.37, .18, .52}, {.44, .33, .5}},
	"red": {{.69, .14, .15}, {.87, .54, .53}}, "black": {{.07, .06, .07}, {.15, .15, .15}},
}

// lay is a scene of dice with a colour and a value each. The camera calls every colour grey.
func lay(look int, colors []string, values ...int) vision.Scene {
	s := scene(values...)
	for i := range s.Sightings {
		s.Sightings[i].Colors, s.Sightings[i].Tint = []string{"grey"}, tinted[colors[i]][look]
	}
	return s
}

func (tb *table) beginVera(setup string) int {
	tb.t.Helper()
	id, err := tb.session.Games().Begin(tb.t.Context(), protocol.NewGame{Rulebook: "vera-discordia", Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: json.RawMessage(setup)})
	require.NoError(tb.t, err)
	return id
}

// five are the game's colours, in the order in which the test shows them.
var five = []string{"purple", "white", "black", "blue", "red"}

func (tb *table) show(id int) protocol.Act {
	tb.t.Helper()
	tb.do(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: five})
	tb.settle(lay(0, five, 1, 2, 3, 4, 5))
	v := tb.game(id, shared)
	require.Equal(tb.t, five, v.Showing)
	require.Equal(tb.t, v.Tray.ID, v.Shown)
	require.Equal(tb.t, protocol.ThrowDiscarded, v.Tray.Status, "a throw that shows dice was taken for a roll")
	act := protocol.Act{Do: protocol.DoDyes, Game: id, Throw: v.Tray.ID}
	for i, c := range five {
		act.Dyes = append(act.Dyes, protocol.DyedDie{Die: v.Tray.Dice[i].N, Color: c})
	}
	return act
}

func TestDiceThatWereShownAreKnownByTheirColour(t *testing.T) {
	tb := newTable(t)
	id := tb.beginVera(rainbow)
	tb.do(tb.show(id))
	v := tb.game(id, shared)
	require.Empty(t, v.Showing)
	require.Zero(t, v.Shown)
	require.Len(t, v.Dyes, 5)
	require.Equal(t, "black", v.Dyes[0].Color)
	require.Equal(t, []int{18, 15, 18}, v.Dyes[0].RGB)
	require.NotEmpty(t, v.Dyes[0].Crop)

	// It is remembered with the table, and a lamp in the dice changes nothing.
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	require.Equal(t, v.Dyes, tb.game(id, shared).Dyes)
	tb.settle(lay(1, []string{"red", "white", "black", "purple", "white", "blue"}, 6, 2, 5, 3, 1, 4))
	v = tb.game(id, shared)
	require.NotEmpty(t, v.Log, "%+v %s", v.Roll, v.Told)
	require.Equal(t, "camera", v.Log[0].By)
	require.Contains(t, v.Log[0].Told, "The attack of Ann's Prism (v1) on Ben's Prism (v1): 4 hits.")
	require.Equal(t, []string{"red1", "white1", "yellow1", "purple1", "white2", "blue1"}, named(v))
}

// That the next throw shows dice, and which throw showed them, is known after a restart too.
func TestDiceThatAreToBeShownAreShownAfterARestart(t *testing.T) {
	tb := newTable(t)
	id := tb.beginVera(rainbow)
	again := func() {
		tb.stop()
		tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
		tb.tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
		tb.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	}
	tb.do(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: five})
	again()
	tb.settle(lay(0, five, 1, 2, 3, 4, 5))
	v := tb.game(id, shared)
	require.Equal(t, five, v.Showing)
	require.Equal(t, v.Tray.ID, v.Shown)
	require.Empty(t, v.Log, "it was taken for a roll")
	act := protocol.Act{Do: protocol.DoDyes, Game: id, Throw: v.Tray.ID, Dyes: []protocol.DyedDie{{Die: v.Tray.Dice[0].N, Color: "purple"}, {Die: v.Tray.Dice[1].N, Color: "white"}}}
	again()
	v = tb.game(id, shared)
	require.Equal(t, five, v.Showing)
	require.Equal(t, act.Throw, v.Shown)
	tb.do(act)
	again()
	require.Empty(t, tb.game(id, shared).Showing)
}

// named are the dice of the game that those on the tray were taken for.
func named(v protocol.GameView) []string {
	var out []string
	for _, d := range v.Tray.Dice {
		out = append(out, d.As)
	}
	return out
}

// A die between two colours, one that was never shown, and one of a colour that there is too much of: all are asked about.
func TestAColourThatIsNotClearIsAsked(t *testing.T) {
	tb := newTable(t)
	id := tb.beginVera(rainbow)
	tb.do(tb.show(id))
	s := lay(0, []string{"red", "white", "black", "purple", "white", "blue"}, 6, 2, 5, 3, 1, 4)
	s.Sightings[5].Tint = []float32{.28, .25, .62} // between blue and purple
	tb.settle(s)
	v := tb.game(id, shared)
	require.Len(t, v.Roll.Unnamed, 1)
	require.Equal(t, []string{"blue1"}, v.Roll.Missing)
	require.Empty(t, v.Log, "it counted")
	tb.do(protocol.Act{Do: protocol.DoShow, Throw: v.Tray.ID, Rev: v.Tray.Rev, Die: v.Roll.Unnamed[0].N, As: "blue1", Face: ptr(4)})
	v = tb.game(id, shared)
	require.Contains(t, v.Log[0].Told, "The attack of Ann's Prism (v1) on Ben's Prism (v1): 4 hits.")
}

func TestADieOfNoColourShownAndOneTooMuchAreAsked(t *testing.T) {
	tb := newTable(t)
	id := tb.beginVera(rainbow)
	tb.do(tb.show(id))
	green := lay(0, []string{"red", "white", "black", "purple", "white", "blue"}, 6, 2, 5, 3, 1, 4)
	green.Sightings[0].Tint = []float32{.1, .5, .25}
	tb.settle(green)
	v := tb.game(id, shared)
	require.Len(t, v.Roll.Unnamed, 1)
	require.Equal(t, []string{"red1"}, v.Roll.Missing)
	tb.do(protocol.Act{Do: protocol.DoDiscard, Throw: v.Tray.ID, Rev: v.Tray.Rev})

	tb.settle(lay(0, []string{"red", "red", "black", "purple", "white", "blue"}, 6, 2, 5, 3, 1, 4))
	v = tb.game(id, shared)
	require.Len(t, v.Roll.Unnamed, 2, "two red dice, and one was asked for")
	require.Empty(t, v.Log)
	i := v.Roll.Unnamed[1]
	tb.do(protocol.Act{Do: protocol.DoShow, Throw: v.Tray.ID, Rev: v.Tray.Rev, Die: i.N, As: "white1", Face: ptr(2)})
	require.NotEmpty(t, tb.game(id, shared).Log, "the other one is the red one then")
}

// Without dice that were shown the camera's names of colours must do: two dice of one colour are no
// question, a name that is none of the roll's is.
func TestWithoutShowingTheNamesOfColoursDo(t *testing.T) {
	tb := newTable(t)
	id := tb.beginVera(rainbow)
	s := scene(6, 2, 5, 3, 1, 4)
	for i, c := range []string{"red", "white", "black", "purple", "white", "blue"} {
		s.Sightings[i].Colors = []string{c}
	}
	other := s
	other.Sightings = append([]vision.Sighting{}, s.Sightings...)
	other.Sightings[2].Colors = []string{"grey"}
	tb.settle(other)
	v := tb.game(id, shared)
	require.Len(t, v.Roll.Unnamed, 1)
	require.Equal(t, []string{"yellow1"}, v.Roll.Missing)
	tb.do(protocol.Act{Do: protocol.DoDiscard, Throw: v.Tray.ID, Rev: v.Tray.Rev})
	tb.settle(s)
	require.Contains(t, tb.game(id, shared).Log[0].Told, "The attack of Ann's Prism (v1) on Ben's Prism (v1): 4 hits.")
}

func TestShowingDiceRefusesWhatCanNotBe(t *testing.T) {
	tb := newTable(t)
	id := tb.beginVera(rainbow)
	good := tb.show(id)
	require.Equal(t, protocol.CodeNotAllowed, tb.refusedAs(looker, good).Code)
	require.Equal(t, protocol.CodeNotAllowed, tb.refusedAs(looker, protocol.Act{Do: protocol.DoShowing, Game: id, Colors: five}).Code)
	require.Contains(t, tb.refused(protocol.Act{Do: protocol.DoShowing, Game: id}).Why, "colors")
	require.Contains(t, tb.refused(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: []string{"red", "red"}}).Why, "twice")
	with := func(change func(*protocol.Act)) string {
		bad := good
		bad.Dyes = append([]protocol.DyedDie{}, good.Dyes...)
		change(&bad)
		return tb.refused(bad).Why
	}
	require.Contains(t, with(func(a *protocol.Act) { a.Throw = 7 }), "no throw 7")
	require.Contains(t, with(func(a *protocol.Act) { a.Dyes = nil }), "dyes")
	require.Contains(t, with(func(a *protocol.Act) { a.Dyes[0].Die = 9 }), "no die 9")
	require.Contains(t, with(func(a *protocol.Act) { a.Dyes[1].Die = a.Dyes[0].Die }), "twice")
	require.Contains(t, with(func(a *protocol.Act) { a.Dyes[0].Color = "" }), "empty")
	require.Empty(t, tb.game(id, shared).Dyes)
	tb.do(good)

	// Dice that the camera can't tell apart are of no use.
	same := lay(0, []string{"red", "red"}, 1, 2)
	tb.do(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: []string{"red", "blue"}})
	tb.settle(same)
	v := tb.game(id, shared)
	no := tb.refused(protocol.Act{Do: protocol.DoDyes, Game: id, Throw: v.Tray.ID, Dyes: []protocol.DyedDie{{Die: 1, Color: "red"}, {Die: 2, Color: "blue"}}})
	require.Contains(t, no.Why, "look the same")
	require.Len(t, tb.game(id, shared).Dyes, 5, "what was shown before is lost")
}

// The virtual table throws the colours that a roll asks for, and shows two dice of each.
func TestTheVirtualTableThrowsColours(t *testing.T) {
	tb := newTable(t)
	id := tb.beginVera(rainbow)
	tb.do(protocol.Act{Do: protocol.DoThrow})
	require.Equal(t, []string{"d6:white", "d6:white", "d6:blue", "d6:purple", "d6:red", "d6:black"}, (<-tb.eye.orders).Dice)
	tb.do(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: []string{"black", "sand"}})
	tb.do(protocol.Act{Do: protocol.DoThrow})
	require.Equal(t, []string{"d6:black", "d6:black", "d6", "d6"}, (<-tb.eye.orders).Dice)
	tb.do(protocol.Act{Do: protocol.DoTray, Game: id})
	require.Empty(t, tb.game(id, shared).Showing)
}
