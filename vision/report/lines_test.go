package report_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/vision"
	"astragal/vision/report"
)

func TestWhatLayThereBeforeIsNoDieOfTheThrow(t *testing.T) {
	var out bytes.Buffer
	tell := report.TellTo(&out)
	throws := func(lay []bool) (got report.Happening) {
		scene := vision.Scene{}
		for i, l := range lay {
			scene.Sightings = append(scene.Sightings, vision.Sighting{Box: vision.Box{float64(100 * i), 100, 40, 40}, Lay: l})
		}
		out.Reset()
		tell.Tell(vision.Event{Kind: vision.EventSettled, Scene: &scene})
		require.NoError(t, tell.Err())
		require.NoError(t, json.Unmarshal(out.Bytes(), &got))
		return got
	}
	first := throws([]bool{true, true, false})
	require.Len(t, first.Dice, 1)
	require.Equal(t, 2, first.LayBefore)
	second := throws([]bool{true, true, true, false})
	require.Len(t, second.Dice, 2, "the die that was left, and the one that was thrown beside it")
	require.Equal(t, 2, second.LayBefore)
	third := throws([]bool{false, false, false, false})
	require.Len(t, third.Dice, 4)
	require.NotContains(t, out.String(), "lay_before")
}
