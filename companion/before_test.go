package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/vision"
)

func TestWhatLayThereBeforeAThrowIsNeitherCountedNorAsked(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Opens(tabletest.Scene(-1, 4)) // a bottle cap, and a pattern that is read as a four
	require.Equal(t, protocol.OfferedStart, tb.View().Eye.Offered)

	tb.Settle(tabletest.SceneLying(2, -1, 4, 6))
	v := tb.View()
	require.Empty(t, v.Waiting, "nobody is asked about the cap")
	require.Equal(t, 6, *v.Rolls[0].Total)
	require.Len(t, v.Tray.Dice, 1)
	require.Len(t, v.Tray.Before, 2, "the state says what wasn't counted")
	require.Empty(t, v.Rolls[0].Throw.Before, "lists of rolls are brief")

	// The next throw: the die that was counted still lies there, and another one is thrown beside it.
	tb.Settle(tabletest.SceneLying(3, -1, 4, 6, 2))
	v = tb.View()
	require.Empty(t, v.Waiting)
	require.Equal(t, 8, *v.Rolls[0].Total, "a die that is left counts as it did")
	require.Len(t, v.Tray.Before, 2)

	// A person says that the four is a die.
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: v.Tray.ID, Rev: v.Tray.Rev, Die: 2, Value: tabletest.Ptr(4)})
	v = tb.View()
	require.Equal(t, 12, *v.Rolls[0].Total)
	require.Len(t, v.Tray.Before, 1)
	tb.Settle(tabletest.SceneLying(4, -1, 4, 6, 2, 1))
	require.Equal(t, 13, *tb.View().Rolls[0].Total, "and stays one")

	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	v = tb.View()
	require.Equal(t, 13, *v.Rolls[0].Total)
	require.Equal(t, 12, *v.Rolls[1].Total)
	require.Len(t, v.Tray.Before, 1)
	tb.Opens(tabletest.Scene(-1, 4, 6, 2, 1))
	require.Empty(t, tb.View().Eye.Offered, "these dice are counted, and that thing lay beside them")
	require.Len(t, tb.View().Rolls, 3)
}

func TestWhatIsOfferedCountsWhereSomebodyTakesIt(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Opens(tabletest.Scene(3, 4))
	s := tabletest.SceneLying(2, 3, 4) // looked at again
	tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &s})
	tb.Do(protocol.Act{Do: protocol.DoTake})
	require.Equal(t, 7, *tb.View().Rolls[0].Total)
}
