package familiar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/vision/familiar"
)

var (
	noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	// These are a marbled die with its red side up and with its orange side up, and a blue die.
	red    = familiar.Look{Shape: "d6", Tint: []float32{.72, .20, .12}, Palette: []float32{.6, .3, .1}, Colors: []string{"red"}}
	orange = familiar.Look{Shape: "d6", Tint: []float32{.80, .36, .14}, Palette: []float32{.4, .5, .1}, Colors: []string{"orange"}}
	blue   = familiar.Look{Shape: "d6", Tint: []float32{.15, .25, .70}, Palette: []float32{0, .1, .9}, Colors: []string{"blue"}}
)

func TestADieKeepsItsNameAllEvening(t *testing.T) {
	evening, names := familiar.Dice{}.Meet([]familiar.Look{red, blue}, noon)
	require.Equal(t, [][]string{{"red"}, {"blue"}}, names)
	for k := range 5 {
		evening, names = evening.Meet([]familiar.Look{blue, orange}, noon.Add(time.Duration(k)*time.Hour))
		require.Equal(t, [][]string{{"blue"}, {"red"}}, names)
	}
	require.Equal(t, [][]string{{"orange"}}, evening.Names([]familiar.Look{orange}, noon.Add(20*time.Hour)), "another evening has another light")
}

func TestTwoDiceOfOnePictureAreTwoDice(t *testing.T) {
	evening, names := familiar.Dice{}.Meet([]familiar.Look{red, orange}, noon)
	require.Equal(t, [][]string{{"red"}, {"orange"}}, names)
	require.Equal(t, [][]string{{"orange"}, {"red"}}, evening.Names([]familiar.Look{orange, red}, noon), "each is known by its own look")
	require.Equal(t, [][]string{{"red"}, {"orange"}, {"orange"}}, evening.Names([]familiar.Look{red, orange, orange}, noon), "a third one is new")
}

func TestAnotherSolidIsAnotherDie(t *testing.T) {
	evening, _ := familiar.Dice{}.Meet([]familiar.Look{red}, noon)
	eight := orange
	eight.Shape = "d8"
	require.Equal(t, [][]string{{"orange"}}, evening.Names([]familiar.Look{eight}, noon))
	unmeasured := orange
	unmeasured.Tint = nil
	require.Equal(t, [][]string{{"orange"}}, evening.Names([]familiar.Look{unmeasured}, noon))
}

// Half a die in the picture shows half of its colours. It is recognised, but nothing is learned from it.
func TestADoubtfulLookIsNotRemembered(t *testing.T) {
	half := red
	half.Doubtful = true
	evening, _ := familiar.Dice{}.Meet([]familiar.Look{half}, noon)
	require.Equal(t, [][]string{{"orange"}}, evening.Names([]familiar.Look{orange}, noon))
	evening, _ = evening.Meet([]familiar.Look{orange}, noon)
	require.Equal(t, [][]string{{"orange"}}, evening.Names([]familiar.Look{half}, noon))
}

// A table that runs for months doesn't use more and more memory. If there are too many dice, those that weren't seen
// for longest are forgotten.
func TestTooManyDiceAreForgotten(t *testing.T) {
	evening, _ := familiar.Dice{}.Meet([]familiar.Look{red}, noon)
	crowd := make([]familiar.Look, 119)
	for k := range crowd {
		crowd[k] = blue
	}
	evening, _ = evening.Meet(crowd, noon)
	require.Equal(t, [][]string{{"red"}}, evening.Names([]familiar.Look{orange}, noon))
	evening, _ = evening.Meet(append(crowd, blue), noon)
	require.Equal(t, [][]string{{"orange"}}, evening.Names([]familiar.Look{orange}, noon))
}
