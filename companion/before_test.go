package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/vision"
)

// lying is a scene of which the first so many things lay there before.
func lying(n int, values ...int) vision.Scene {
	s := scene(values...)
	for i := range n {
		s.Sightings[i].Lay = true
	}
	return s
}

func TestWhatLayThereBeforeAThrowIsNeitherCountedNorAsked(t *testing.T) {
	tb := newTable(t)
	tb.opens(scene(-1, 4)) // a bottle cap, and a pattern that reads as a four
	require.Equal(t, protocol.OfferedStart, tb.view().Eye.Offered)

	tb.settle(lying(2, -1, 4, 6))
	v := tb.view()
	require.Empty(t, v.Waiting, "nobody is asked about the cap")
	require.Equal(t, 6, *v.Rolls[0].Total)
	require.Len(t, v.Tray.Dice, 1)
	require.Len(t, v.Tray.Before, 2, "the state says what wasn't counted")
	require.Empty(t, v.Rolls[0].Throw.Before, "lists of rolls are brief")

	// The next throw: the die that was counted is left, another one is thrown beside it.
	tb.settle(lying(3, -1, 4, 6, 2))
	v = tb.view()
	require.Empty(t, v.Waiting)
	require.Equal(t, 8, *v.Rolls[0].Total, "a die that is left counts as it did")
	require.Len(t, v.Tray.Before, 2)

	// The four is a die after all.
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: v.Tray.ID, Rev: v.Tray.Rev, Die: 2, Value: ptr(4)})
	v = tb.view()
	require.Equal(t, 12, *v.Rolls[0].Total)
	require.Len(t, v.Tray.Before, 1)
	tb.settle(lying(4, -1, 4, 6, 2, 1))
	require.Equal(t, 13, *tb.view().Rolls[0].Total, "and stays one")

	tb.stop()
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	v = tb.view()
	require.Equal(t, 13, *v.Rolls[0].Total)
	require.Equal(t, 12, *v.Rolls[1].Total)
	require.Len(t, v.Tray.Before, 1)
	tb.opens(scene(-1, 4, 6, 2, 1))
	require.Empty(t, tb.view().Eye.Offered, "these dice are counted, and that thing lay beside them")
	require.Len(t, tb.view().Rolls, 3)
}

func TestWhatIsOfferedCountsWhereSomebodyTakesIt(t *testing.T) {
	tb := newTable(t)
	tb.opens(scene(3, 4))
	s := lying(2, 3, 4) // looked at again
	tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &s})
	tb.do(protocol.Act{Do: protocol.DoTake})
	require.Equal(t, 7, *tb.view().Rolls[0].Total)
}

func TestPageSaysWhatLayThereBefore(t *testing.T) {
	tb, page := served(t)
	tb.opens(scene(-1, 4))
	tb.settle(lying(2, -1, 4, 6))
	page.shows("#total", "6")
	page.sees(`document.querySelectorAll(".mark").length === 1 && document.querySelector("#lay-before p")?.textContent === "2 things lay here before the throw and didn’t move: not counted."`)
	page.click("#lay-before summary")
	page.picture("lay-before")
	page.click("[data-before='2']")
	page.sees(`!!document.querySelector("[data-fix='2']") && !document.querySelector("[data-fix='2'] [data-do=remove]")`)
	page.phone()
	require.LessOrEqual(t, value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`), 0.0, "the page scrolls sideways")
	page.picture("lay-before-phone")
	page.click("[data-fix='2'] button[data-value='4']")
	page.shows("#total", "10")
	page.sees(`document.querySelector("#lay-before p")?.textContent.startsWith("1 thing lay here")`)
}
