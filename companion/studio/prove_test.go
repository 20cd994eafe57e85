package studio_test

import (
	"testing"

	"astragal/companion/studio"
	"astragal/companion/tray"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// A test of what is known counts every die that lies there, as a game would ask about it: also a die that leans, and
// one that nobody named. If a person lets a guess stand, it is learned.
func TestATestCountsDiceThatNobodyNamed(t *testing.T) {
	store, err := gallery.OpenOrMake(t.TempDir())
	require.NoError(t, err)
	nothing, err := gallery.NewIndex(nil, nil)
	require.NoError(t, err)
	oak := models.Die{ID: "oak", Name: "Oak", Shape: "d6", Faces: []models.Face{{Icon: "melee", Count: 1}, {Icon: "save", Count: 1}, {}, {}, {}, {}}}
	s := &studio.Studio{Folder: t.TempDir(), Store: store, Dice: func() []models.Die { return []models.Die{oak} }, Taught: func() *gallery.Index { return nothing }}
	lies := tray.Study{N: 1}
	for i := range 3 {
		look := make([]float32, networks.RowDims)
		look[i], look[networks.FaceDims+i] = 1, 1
		lies.Scene.Sightings = append(lies.Scene.Sightings, vision.Sighting{Box: vision.Box{100 + 150*float64(i), 200, 90, 90}, SizePx: 90, Found: .9,
			Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .97}}, Embedding: look, Turns: 1, Crop: []byte{byte(i)}})
	}
	lies.Scene.Sightings[1].Doubts = []string{vision.Cocked}
	learn, err := s.Prove(lies, []string{"oak", "oak", "oak"}, []studio.Naming{{N: 1, Die: "oak", Face: 0}}, nil)
	require.NoError(t, err)
	require.Len(t, learn, 1)
	require.Equal(t, "confirmed", learn[0].How)
	p, err := s.Proof([]string{"oak"})
	require.NoError(t, err)
	v := p.View()
	require.Equal(t, []int{3, 0, 3, 0, 0}, []int{v.Dice, v.Read, v.Asked, v.Wrong, v.Missing})
	require.Equal(t, vision.Cocked, v.Weak[1].Advice)
	require.Empty(t, v.Weak[2].Was)
	p, err = s.Proof([]string{"elm"})
	require.NoError(t, err)
	require.Empty(t, p.Throws, "the test of other dice is theirs alone")
}
