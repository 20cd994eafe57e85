//go:build cgo

package look_test

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/vision"

	"astragal/vision/cv/look"
	"astragal/vision/virtual"
)

// Dice of one plastic are nearer to each other than to any of another, wherever they lie.
func TestTintsTellPlasticsApart(t *testing.T) {
	dice := []string{"d6:white", "d6:blue", "d6:purple", "d6:red", "d6:yellow", "d6:white", "d6:blue", "d6:purple", "d6:red", "d6:yellow"}
	picture, truth, err := virtual.Still(5, virtual.Options{Dice: dice})
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, picture))
	scene, err := newLooker(t).Look(decoded(t, b.Bytes()), look.Looking{})
	require.NoError(t, err)
	tints := map[string][][]float32{}
	for _, d := range truth.Dice {
		for _, s := range scene.Sightings {
			if vision.Overlap(d.Box, s.Box) > .5 {
				tints[d.Die] = append(tints[d.Die], s.Tint)
			}
		}
	}
	require.Len(t, tints, 5)
	for name, two := range tints {
		require.Len(t, two, 2, name)
		for other, those := range tints {
			if other != name {
				require.Less(t, 2*vision.TintGap(two[0], two[1]), vision.TintGap(two[0], those[0]), "%s beside %s", name, other)
			}
		}
	}
}
