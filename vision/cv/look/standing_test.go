//go:build cgo

package look_test

import (
	"testing"

	"astragal/vision/cv/look"

	"github.com/stretchr/testify/require"
)

// Of these pictures from the table's height a die is taken for one seen from above: the picture alone doesn't tell. Two throws before, under the same camera, have told how it leans, and nothing is accepted.
// What they told is forgotten with the place where the camera stood, and a look that is no throw adds nothing.
func TestThrowsBeforeTellHowTheCameraLeans(t *testing.T) {
	l := newLooker(t)
	for _, c := range []struct {
		seed, throw uint64
		lean        float64
		dice        []string
	}{
		{173303, 7, 75, []string{"d20", "d8"}},
		{183306, 6, 85, []string{"d6", "d6", "d6"}},
		{183302, 5, 85, []string{"d10"}},
	} {
		var stands look.Standing
		var throws, alone, joined, forgot tally
		for k := range uint64(2) {
			raw, truth := thrownUnder(t, c.seed, 100+k, c.lean, "d6", "d6", "d6")
			throws.add(t, l, raw, truth, &stands)
			if k == 0 {
				require.False(t, stands.Known())
			}
			stands.Thrown()
		}
		require.True(t, stands.Known())
		raw, truth := thrownUnder(t, c.seed, c.throw, c.lean, c.dice...)
		alone.add(t, l, raw, truth, nil)
		require.Positive(t, alone.wrong[0], "seed %d: the picture misleads nobody any more: choose another", c.seed)
		joined.add(t, l, raw, truth, &stands)
		require.Zero(t, joined.accepted[0], "seed %d: %v", c.seed, joined)
		stands.Forget()
		forgot.add(t, l, raw, truth, &stands)
		require.Equal(t, alone.accepted[0], forgot.accepted[0])
	}
}
