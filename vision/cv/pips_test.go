//go:build cgo

package cv_test

import (
	"fmt"
	"testing"

	"astragal/models"
	"astragal/vision"
	"astragal/vision/cv"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// drawnDice are d6 with one to six copies of simple drawings.
func drawnDice() virtual.Options {
	o := virtual.Options{Width: 640, Height: 360}
	for i, names := range [][]string{{"heart", "drop", "leaf", "bolt", "moon", "star"}, {"arrow", "cross", "wave", "heart", "drop", "moon"}} {
		for k := range 3 {
			d := models.Die{ID: fmt.Sprint("die", i, k), Shape: "d6"}
			for f, n := range names {
				d.Faces = append(d.Faces, models.Face{Icon: n, Count: []int{6, 1, 5, 6, 4, 6}[(f+k)%6]})
			}
			o.Own, o.Dice = append(o.Own, d), append(o.Dice, d.ID)
		}
	}
	return o
}

// The reader takes six bolts and six leaves on these tables for six pips and is sure of it. Nothing taught says what they are: they are unknown.
func TestDrawingsInTheOrderOfPipsAreUnknown(t *testing.T) {
	l, taken := newLooker(t), 0
	for seed := range uint64(2) {
		picture, _, err := virtual.Still(seed, drawnDice())
		require.NoError(t, err)
		scene, err := l.Look(decoded(t, asJPEG(t, picture)), cv.Looking{})
		require.NoError(t, err)
		for _, r := range vision.Read(scene) {
			require.False(t, r.Accepted, "table %d: a drawing at %.0f is taken for %v", seed, r.BBox, r.Value)
		}
		for i := range scene.Sightings {
			scene.Sightings[i].PipLike = nil
		}
		for _, r := range vision.Read(scene) {
			if r.Accepted {
				taken++
			}
		}
	}
	require.Equal(t, 2, taken, "what the reader alone would have counted")
}
