//go:build cgo

package cv_test

import (
	"bytes"
	"image/jpeg"
	"testing"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Dice whose place is known are seen as they are when they are found, and again in their own crops.
func TestLookAtSeesDiceWhereTheyLie(t *testing.T) {
	img, truth, err := virtual.Still(4, virtual.Options{Dice: []string{"demo-sky", "demo-garden", "demo-wheel"}})
	require.NoError(t, err)
	var raw bytes.Buffer
	require.NoError(t, jpeg.Encode(&raw, img, &jpeg.Options{Quality: 92}))
	looker := newLooker(t)
	comparer, err := networks.LoadComparer()
	require.NoError(t, err)
	picture := decoded(t, raw.Bytes())
	var places []vision.Box
	for _, d := range truth.Dice {
		places = append(places, d.Box)
	}
	scene, err := looker.LookAt(picture, places, cv.Looking{Faces: true, Crops: true})
	require.NoError(t, err)
	require.Len(t, scene.Sightings, 3)
	for i, d := range scene.Sightings {
		require.Greater(t, d.Found, .3)
		require.Equal(t, truth.Dice[i].Shape, d.Shapes[0].Shape)
		require.Len(t, d.Embedding, d.Turns*networks.RowDims)
		require.InDelta(t, 1, sum(d.Palette), 1e-3)

		box, px := d.InCrop()
		crop := decoded(t, d.Crop)
		require.Equal(t, px, crop.Cols())
		again, err := looker.LookAt(crop, []vision.Box{box}, cv.Looking{Faces: true})
		require.NoError(t, err)
		require.Greater(t, networks.Alike(d.Embedding, again.Sightings[0].Embedding).Face, .85, "its crop is as good as the picture")
		require.Len(t, d.Places, d.Turns*networks.PlacesSize)
		own := sameFace(comparer, d, again.Sightings[0])
		for k, o := range scene.Sightings {
			if k != i {
				require.Greater(t, own, sameFace(comparer, d, o)+.5, "its crop is the same face, place by place; die %d isn't", k)
			}
		}
	}
	bare, err := looker.LookAt(picture, []vision.Box{{2, 2, 60, 60}}, cv.Looking{})
	require.NoError(t, err)
	require.Less(t, bare.Sightings[0].Found, .1, "there is no die")
	_, err = looker.LookAt(picture, []vision.Box{{5000, 2, 60, 60}}, cv.Looking{})
	require.ErrorContains(t, err, "there can't be a die")
}

// sameFace is the comparer's logit that two dice show the same face, each as they are most alike.
func sameFace(c *networks.Comparer, a, b vision.Sighting) float64 {
	one, _ := c.Ready(a.Places[:networks.PlacesSize])
	two, _ := c.Ready(b.Places[networks.Alike(a.Embedding, b.Embedding).Turn*networks.PlacesSize:][:networks.PlacesSize])
	return c.Same(one, two)
}

func sum(v []float32) float64 {
	s := 0.0
	for _, x := range v {
		s += float64(x)
	}
	return s
}
