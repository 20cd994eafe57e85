//go:build cgo

package look_test

import (
	"testing"

	"astragal/vision/cv/look"

	"github.com/stretchr/testify/require"
)

// A row of d6 squarely before a camera that leans by 80° and more shows its sides, and all of them are taken for tops: the picture alone tells nothing else. Two throws before, under the same camera, have told how it
// leans, and nothing of the row is accepted. What they told is forgotten with the place where the camera stood, and a look that is no throw adds nothing.
func TestThrowsBeforeTellHowTheCameraLeans(t *testing.T) {
	l := newLooker(t)
	for seed, lean := range map[uint64]float64{183103: 85, 183106: 85, 178103: 80} {
		var stands look.Standing
		var throws, alone, joined, forgot tally
		for k := range uint64(2) {
			raw, truth := thrownUnder(t, seed, k, lean, "d6", "d6", "d6")
			throws.add(t, l, raw, truth, &stands)
			if k == 0 {
				require.False(t, stands.Known())
			}
			stands.Thrown()
		}
		require.True(t, stands.Known())
		raw, truth := rowUnderCamera(t, seed, lean)
		alone.add(t, l, raw, truth, nil)
		require.Positive(t, alone.wrong[0], "seed %d: the row misleads nobody any more: choose another", seed)
		joined.add(t, l, raw, truth, &stands)
		require.Zero(t, joined.accepted[0], "seed %d: %v", seed, joined)
		stands.Forget()
		forgot.add(t, l, raw, truth, &stands)
		require.Equal(t, alone.accepted[0], forgot.accepted[0])
	}
}
