package count_test

import (
	"testing"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine/tally"
	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// fateDice are d6 as the eye tells them: their top faces look like a Fate die's plus, minus or blank, or surely like none of these.
func fateDice(classes ...int) vision.Scene {
	s := vision.Scene{Width: 640, Height: 360}
	for i, class := range classes {
		d := vision.Sighting{Box: vision.Box{40 + 90*float64(i), 100, 50, 50}, Found: .9, Colors: []string{"blue"}, Fate: make([]float32, networks.FateClasses),
			Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .9}}, Marks: []vision.Mark{{Kind: vision.MarkUnknown, P: .9}, {Kind: vision.MarkPips, Value: 1, P: .1}}}
		d.Fate[class] = .99
		d.Fate[networks.NoFate] += .01
		s.Sightings = append(s.Sightings, d)
	}
	return s
}

// Fate dice need no teaching: a count by 4dF reads them, asks about one that it isn't sure of, and adds them up. After a restart it stands there.
func TestFateDiceAreReadWithoutTeaching(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Notation, Notation: "4dF"}}})
	tb.Settle(fateDice(networks.FatePlus, networks.FatePlus, networks.FateBlank, networks.FateMinus))
	v := tb.View()
	require.Equal(t, protocol.ThrowCounted, v.Tray.Status)
	require.Equal(t, 1, *v.Rolls[0].Total)
	require.Equal(t, "dF", v.Tray.Dice[3].Shape)
	require.Equal(t, -1, *v.Tray.Dice[3].Value)

	tb.Clear()
	tb.Settle(fateDice(networks.FatePlus, networks.NoFate, networks.FateMinus, networks.FateMinus))
	v = tb.View()
	require.Equal(t, protocol.ThrowAsking, v.Tray.Status)
	require.True(t, v.Tray.Dice[1].Asks)
	require.Equal(t, "dF", v.Tray.Dice[1].Shape)
	minus := -1
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: v.Tray.ID, Rev: v.Tray.Rev, Die: 2, Value: &minus})
	require.Equal(t, -2, *tb.View().Rolls[0].Total)
}

// If a game asks for d6, none of them is taken for a Fate die, however much it looks like one.
func TestWhereD6AreAskedForNoneIsAFateDie(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Notation, Notation: "3d6"}}})
	tb.Settle(fateDice(networks.FatePlus, networks.FateMinus, networks.FateBlank))
	v := tb.View()
	require.Equal(t, protocol.ThrowAsking, v.Tray.Status)
	for _, d := range v.Tray.Dice {
		require.Equal(t, "d6", d.Shape)
		require.True(t, d.Asks)
		require.Empty(t, d.Own)
	}
}

// If any dice may be rolled, three dice that all look like Fate dice are read as such. For a single one the page offers its faces.
func TestFateDiceSayThatTheyAreSome(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Settle(fateDice(networks.FatePlus, networks.FateBlank, networks.FateMinus, networks.FatePlus))
	require.Equal(t, 1, *tb.View().Rolls[0].Total)
	tb.Clear()
	tb.Settle(fateDice(networks.FateMinus))
	d := tb.View().Tray.Dice[0]
	require.True(t, d.Asks)
	require.Len(t, d.Own, 3)
	face := 2
	tb.Do(protocol.Act{Do: protocol.DoShow, Throw: tb.View().Tray.ID, Rev: tb.View().Tray.Rev, Die: 1, As: vision.FateDie, Face: &face})
	require.Equal(t, "dF", tb.View().Tray.Dice[0].Shape)
	require.Equal(t, -1, *tb.View().Rolls[0].Total)
}

// What lies on the tray answers a request for Fate dice.
func TestARequestForFateDiceIsReadOffTheTray(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	r := tabletest.AskForRoll(t, tb, `{"dice": ["4dF"]}`)
	tb.Settle(fateDice(networks.FatePlus, networks.FateMinus, networks.FateMinus, networks.FateBlank))
	r, err := tb.Session.Games().Request(r.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestRolled, r.State, "%+v", r)
	require.Equal(t, -1, *r.Total)
	sum := 0
	for _, d := range r.Dice {
		sum += *d.Value
	}
	require.Equal(t, -1, sum)
	tray := tb.View().Tray
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: 1, Value: tabletest.Ptr(-1)})
	r, err = tb.Session.Games().Request(r.Request)
	require.NoError(t, err)
	require.Equal(t, -3, *r.Total, "a correction to a minus counts, too")
}

// The mark at a Fate die in the picture is what is printed on it, as everywhere else on the page.
func TestPageMarksAFateDieAsItIsPrinted(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Notation, Notation: "4dF"}}})
	tb.Settle(fateDice(networks.FatePlus, networks.FatePlus, networks.FateBlank, networks.FateMinus))
	page.Sees(`[...document.querySelectorAll(".flag + text")].map((e) => e.textContent).join() === "+,+,0,−"`)
}
