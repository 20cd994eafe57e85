//go:build cgo

package look_test

import (
	"bytes"
	"image/jpeg"
	"testing"

	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"

	"astragal/vision/cv/look"
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
	picture := decoded(t, raw.Bytes())
	var places []vision.Box
	for _, d := range truth.Dice {
		places = append(places, d.Box)
	}
	scene, err := looker.LookAt(picture, places, look.Looking{Faces: true, Crops: true})
	require.NoError(t, err)
	require.Len(t, scene.Sightings, 3)
	for i, d := range scene.Sightings {
		require.Greater(t, d.Found, .3)
		require.Equal(t, truth.Dice[i].Shape, d.Shapes[0].Shape)
		require.Len(t, d.Embedding, networks.TurnsSeen(d.Turns)*networks.RowDims)
		require.InDelta(t, 1, sum(d.Palette), 1e-3)

		box, px := d.InCrop()
		crop := decoded(t, d.Crop)
		require.Equal(t, px, crop.Cols())
		again, err := looker.LookAt(crop, []vision.Box{box}, look.Looking{Faces: true})
		require.NoError(t, err)
		require.Greater(t, networks.Alike(d.Rows(), again.Sightings[0].Rows()).Face, .85, "its crop is as good as the picture")
		require.Len(t, d.Places, networks.TurnsSeen(d.Turns)*networks.PlacesSize)
		own := sameFace(t, d, again.Sightings[0])
		for k, o := range scene.Sightings {
			if k != i {
				require.Greater(t, own, sameFace(t, d, o)+.5, "its crop is the same face, place by place; die %d isn't", k)
			}
		}
	}
	bare, err := looker.LookAt(picture, []vision.Box{{2, 2, 60, 60}}, look.Looking{})
	require.NoError(t, err)
	require.Less(t, bare.Sightings[0].Found, .1, "there is no die")
	_, err = looker.LookAt(picture, []vision.Box{{5000, 2, 60, 60}}, look.Looking{})
	require.ErrorContains(t, err, "there can't be a die")
}

// sameFace is the comparer's logit that two dice show the same face, each as they are most alike.
func sameFace(t *testing.T, a, b vision.Sighting) float64 {
	seen := func(s vision.Sighting) gallery.Seen {
		return gallery.Seen{Embedding: s.Embedding, Turns: s.Turns, Places: s.Places}
	}
	x, err := gallery.NewIndex([]gallery.Shot{{ID: 1}}, []gallery.Seen{seen(b)})
	require.NoError(t, err)
	face, ok := x.Ready(seen(a))
	require.True(t, ok)
	same, ok := x.Same(face, 0, x.Like(seen(a), 0).Turn)
	require.True(t, ok)
	return same
}

func sum(v []float32) float64 {
	s := 0.0
	for _, x := range v {
		s += float64(x)
	}
	return s
}
