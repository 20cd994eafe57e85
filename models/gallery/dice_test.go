package gallery_test

import (
	"path/filepath"
	"testing"

	"astragal/models"
	"astragal/models/gallery"

	"github.com/stretchr/testify/require"
)

func TestDiceAreChangedAndDropped(t *testing.T) {
	home := filepath.Join(t.TempDir(), "gallery")
	s, err := gallery.OpenOrMake(home)
	require.NoError(t, err)
	one := func(id, icon string) models.Die {
		return models.Die{ID: id, Shape: "d4", Faces: []models.Face{{Icon: icon, Count: 1}, {Icon: "moon", Count: 2}, {}, {Icon: "sun", Count: 3}}}
	}
	require.NoError(t, s.ChangeDice([]models.Die{one("a", "star"), one("b", "leaf")}, nil))
	require.NoError(t, s.ChangeDice([]models.Die{one("a", "bolt")}, []string{"b"}))
	again, err := gallery.Open(home)
	require.NoError(t, err)
	require.Equal(t, []models.Die{one("a", "bolt")}, again.Dice())

	bad := one("c", "star")
	bad.Faces = bad.Faces[:3]
	require.ErrorContains(t, s.ChangeDice([]models.Die{one("d", "star"), bad}, nil), "a d4 has 4 faces, not 3")
	require.Len(t, s.Dice(), 1, "all or none")
	require.NoError(t, s.ChangeDice(nil, []string{"a"}))
	again, err = gallery.Open(home)
	require.NoError(t, err, "a gallery without dice opens")
	require.Empty(t, again.Dice())
}
