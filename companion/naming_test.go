package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/tabletest"
	"astragal/vision"
)

// marbled is a scene of a red and orange die and a blue one. name is what the camera calls the first die's colour.
func marbled(name string, tint []float32, values ...int) vision.Scene {
	s := tabletest.Scene(values...)
	s.Sightings[0].Colors, s.Sightings[0].Tint, s.Sightings[0].Palette = []string{name}, tint, []float32{.5, .4, .1}
	s.Sightings[1].Colors, s.Sightings[1].Tint, s.Sightings[1].Palette = []string{"blue"}, []float32{.15, .25, .7}, []float32{0, .1, .9}
	return s
}

// A marbled die that lies on another side is called by the name that it had before, also after the program was started anew.
func TestADieHasOneNameInEveryRoll(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Settle(marbled("red", []float32{.72, .20, .12}, 3, 4))
	tb.Clear()
	tb.Settle(marbled("orange", []float32{.80, .36, .14}, 5, 1))
	colors := func() []string {
		dice := tb.View().Rolls[0].Throw.Dice
		require.Len(t, dice, 2)
		return []string{dice[0].Colors[0], dice[1].Colors[0]}
	}
	require.Equal(t, []string{"red", "blue"}, colors())

	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	require.Equal(t, []string{"red", "blue"}, colors(), "the log has the name that was shown")
	tb.Clear()
	tb.Settle(marbled("orange", []float32{.78, .35, .14}, 6, 2))
	require.Equal(t, []string{"red", "blue"}, colors())
}
