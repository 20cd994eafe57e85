package match_test

import (
	"testing"

	"astragal/models/gallery"

	"github.com/stretchr/testify/require"
)

// Play may begin with nothing taught. Similar faces are named together, and the army says what they can be.
func TestLikeFacesAreGrouped(t *testing.T) {
	a := newArmy(t, unit("imp", "fire", "red", 16), unit("elf", "wood", "green", 16))
	s := scene(a.lies("imp", 1), a.lies("elf", 2), a.lies("imp", 1), a.lies("elf", 0), a.lies("imp", 1))
	m := a.matcher()
	expected := []string{"imp", "imp", "imp", "elf", "elf"}
	got := m.Read(s, expected)
	for _, r := range got.Readings {
		require.False(t, r.Accepted)
	}
	groups := m.Groups(s, got.Readings, expected)
	require.Len(t, groups, 3)
	require.Equal(t, []int{0, 2, 4}, groups[0].Dice)
	require.Contains(t, groups[0].May, gallery.ClassOf(a.die("imp"), 1))
	require.Equal(t, 1, groups[0].May[0].Count, "there is one of the icon")
	require.Empty(t, m.Groups(s, got.Readings, nil)[0].May, "nobody said what was thrown")

	a.teach("imp", 1)
	m = a.matcher()
	got = m.Read(s, expected)
	require.True(t, got.Readings[0].Accepted, got.Readings[0].Why)
	groups = m.Groups(s, got.Readings, expected)
	require.Len(t, groups, 2, "what was named isn't asked again")
	require.NotContains(t, groups[0].May, gallery.ClassOf(a.die("imp"), 1))
}
