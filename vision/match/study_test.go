package match_test

import (
	"testing"

	"astragal/models/gallery"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// clearly is a die on the tray that is seen clearly.
func (a *army) clearly(id string, face int) vision.Sighting {
	d := a.lies(id, face)
	d.Embedding = a.see(a.die(id), face, .1).Embedding
	return d
}

// While an army is taught, untaught faces compete. If the other faces of a die are known, a new face is one of its
// remaining ones.
func TestWhatIsLeftOfADieIsProposed(t *testing.T) {
	a := newArmy(t, unit("imp", "fire", "red", 16), unit("elf", "wood", "green", 16))
	a.teach("elf")
	a.teach("imp", 1, 2, 3, 4)
	army := []string{"imp", "elf"}
	got := a.matcher().Study(scene(a.lies("imp", 0), a.clearly("elf", 0)), army)
	require.False(t, got.Readings[0].Accepted, "it was never taught")
	may := got.May[0]
	require.NotEmpty(t, may)
	require.Equal(t, gallery.ClassOf(a.die("imp"), 0), may[0].Class, "the one face of the imp that is left and shows one picture")
	require.False(t, may[0].Taught)
	require.Equal(t, []string{"imp"}, may[0].Dice)
	require.Greater(t, may[0].P, .5)
	require.True(t, got.Readings[1].Accepted, got.Readings[1].Why)
	require.Equal(t, gallery.ClassOf(a.die("elf"), 0), got.May[1][0].Class)
	require.True(t, got.May[1][0].Taught)

	a.teach("imp", 0, 5)
	got = a.matcher().Study(scene(a.clearly("imp", 0)), army)
	require.True(t, got.Readings[0].Accepted, got.Readings[0].Why)
}

// Even if nothing is taught, the sizes tell which dice of the army they are.
func TestSizesTellDiceApartBeforeAnythingIsTaught(t *testing.T) {
	a := newArmy(t, unit("pup", "fire", "red", 16), unit("hound", "fire", "red", 18), unit("ogre", "fire", "red", 20), unit("wyrm", "fire", "red", 24))
	army := []string{"pup", "hound", "ogre", "wyrm"}
	got := a.matcher().Study(scene(a.lies("wyrm", 0), a.lies("hound", 0), a.lies("ogre", 0), a.lies("pup", 0)), army)
	for i, id := range []string{"wyrm", "hound", "ogre", "pup"} {
		require.False(t, got.Readings[i].Accepted)
		require.Equal(t, []string{id}, got.May[i][0].Dice[:1], "the likeliest face is one of its own: %v", got.May[i])
	}
}

// There may be more dice of a kind than the army has, and dice that aren't the army's.
func TestMoreOfAKindThanTheArmyHas(t *testing.T) {
	a := twoRaces(t)
	got := a.matcher().Study(scene(a.clearly("imp", 1), a.clearly("imp", 2), a.clearly("imp", 3)), []string{"imp", "elf"})
	for i, face := range []int{1, 2, 3} {
		require.True(t, got.Readings[i].Accepted, got.Readings[i].Why)
		require.Equal(t, gallery.ClassOf(a.die("imp"), face), got.May[i][0].Class)
	}
	got = a.matcher().Study(scene(a.lies("ghost", 1), a.lies("imp", 1)), []string{"imp", "elf"})
	require.False(t, got.Readings[0].Accepted, "a stranger of which nothing was taught")
	require.Empty(t, a.matcher().Study(vision.Scene{}, []string{"imp"}).Readings)
	require.Len(t, a.matcher().Study(scene(a.lies("imp", 1)), []string{"nobody"}).Readings, 1)
}
