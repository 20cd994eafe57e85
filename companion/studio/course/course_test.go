package course_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"astragal/companion/studio/course"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// four are dice of one race that share most icons.
func four() []models.Die {
	mm := 18.0
	var out []models.Die
	for i := range 4 {
		own := fmt.Sprintf("sai%d", i)
		out = append(out, models.Die{ID: fmt.Sprint("d", i), Name: fmt.Sprint("Die ", i), Race: "elf", Shape: "d6", SizeMM: &mm,
			Faces: []models.Face{{Icon: "id", ID: true, Count: 1}, {Icon: "melee", Count: 1}, {Icon: "save", Count: 1}, {Icon: own, Count: 1}, {Icon: "melee", Count: 1}, {Icon: "magic", Count: 2}}})
	}
	return out
}

// looks is the icon network's output for a print. The same print gives the same numbers.
func looks(print string) []float32 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(print))
	rng := rand.New(rand.NewPCG(h.Sum64(), 1))
	row := make([]float32, networks.RowDims)
	for _, part := range [][]float32{row[:networks.FaceDims], row[networks.FaceDims:]} {
		sum := 0.0
		for k := range part {
			v := rng.NormFloat64()
			part[k], sum = float32(v), sum+v*v
		}
		for k := range part {
			part[k] /= float32(math.Sqrt(sum))
		}
	}
	var out []float32
	for range networks.TurnsSeen(4) {
		out = append(out, row...)
	}
	return out
}

var crops = 0

// lying is a die at a place of one row that shows a face.
func lying(place int, d models.Die, face int) vision.Sighting {
	crops++
	return vision.Sighting{Box: vision.Box{100 + 150*float64(place), 200 + 7*float64(place%2), 90, 90}, SizePx: 90, Found: .9, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .97}},
		Embedding: looks(gallery.ClassOf(d, face).String()), Turns: 4, Crop: fmt.Append(nil, "crop ", crops)}
}

// asDrawn are the dice as the course's page draws them.
func asDrawn(c *course.Course, up map[int]int) []vision.Sighting {
	var out []vision.Sighting
	for _, w := range c.Wants() {
		if w.Face >= 0 {
			up[w.Place] = w.Face
		}
		out = append(out, lying(w.Place, w.Die, up[w.Place]))
	}
	return out
}

func swapped(seen []vision.Sighting, a, b int) []vision.Sighting {
	seen[a].Box, seen[b].Box = seen[b].Box, seen[a].Box
	return seen
}

// right fails if the course holds a claim that differs from what was really shown.
func right(t *testing.T, c *course.Course) {
	t.Helper()
	for _, claim := range c.Claims() {
		require.Equal(t, looks(claim.Class().String()), claim.Seen.Embedding, "%s: %s", claim.Die.Name, claim.Words())
	}
}

func TestAnArmyIsShownFaceByFace(t *testing.T) {
	dir, up := t.TempDir(), map[int]int{}
	c, err := course.Begin(dir, four())
	require.NoError(t, err)
	require.Equal(t, 7, c.Left(), "five faces that can be told apart, and the first and the one that no other die has once more")
	for n := 1; ; n++ {
		if _, _, done := c.Tray(); done {
			require.Equal(t, 8, n)
			break
		}
		require.NoError(t, c.Press(asDrawn(c, up)))
		require.Empty(t, c.Said())
		c, err = course.Open(dir) // each press is on disk
		require.NoError(t, err)
		require.Equal(t, n, c.Presses())
	}
	require.Len(t, c.Claims(), 4*7)
	right(t, c)
}

func TestDiceThatChangedPlacesAreFoundOut(t *testing.T) {
	for at := range 7 {
		dir, up := t.TempDir(), map[int]int{}
		c, err := course.Begin(dir, four())
		require.NoError(t, err)
		said := false
		for n := range 20 {
			if _, _, done := c.Tray(); done {
				break
			}
			seen := asDrawn(c, up)
			if n == at || at == 6 && n > 1 && !said { // for one press, or until somebody says which it is
				seen = swapped(seen, 1, 2)
			}
			require.NoError(t, c.Press(seen))
			said = said || len(c.Said()) > 0
		}
		_, _, done := c.Tray()
		require.True(t, done, "%v", c.Said())
		right(t, c)
		if at == 0 || at == 6 {
			require.True(t, said)
		}
	}
}

func TestAFaceThatIsNotTurnedOrWrongTeachesNothing(t *testing.T) {
	c, err := course.Begin(t.TempDir(), four())
	require.NoError(t, err)
	up := map[int]int{}
	require.NoError(t, c.Press(asDrawn(c, up)))
	seen := asDrawn(c, up)
	seen[2] = lying(2, four()[2], 0)
	require.NoError(t, c.Press(seen))
	require.Len(t, c.Said(), 1)
	require.Equal(t, "Die 2 should show melee now, but it looks as it did with id up: was it turned?", c.Said()[0].Words)
	require.Equal(t, []int{2}, c.Said()[0].Places)
	require.Len(t, c.Claims(), 7)
	right(t, c)

	require.NoError(t, c.LeaveOut(2))
	require.Empty(t, c.Said())
	require.Equal(t, 2, c.Wants()[2].Face)
	require.NoError(t, c.Back())
	require.NoError(t, c.Back())
	require.Len(t, c.Claims(), 4, "the press is taken back")
	require.Error(t, func() error { _ = c.Back(); return c.Back() }(), "there is nothing more")

	require.NoError(t, c.Press(asDrawn(c, up)[:3]))
	require.Empty(t, c.Claims(), "a die is missing: nothing is taken for sure")
	require.Contains(t, c.Said()[0].Words, "Row 1 has 3 of 4")
}

// If another window has changed the course, a page that draws an older state isn't believed.
func TestNothingThatIsHeardLooksLikeWhatWasHeardBefore(t *testing.T) {
	dir, up := t.TempDir(), map[int]int{}
	c, err := course.Begin(dir, four())
	require.NoError(t, err)
	known := map[int]bool{}
	hears := func(do func() error) {
		require.NoError(t, do())
		require.False(t, known[c.View().Heard])
		known[c.View().Heard] = true
		c, err = course.Open(dir)
		require.NoError(t, err)
		require.True(t, known[c.View().Heard])
	}
	press := func() error { return c.Press(asDrawn(c, up)) }
	hears(press)
	before, ok := c.Picture(*c.Wants()[0].Shown)
	require.True(t, ok)
	hears(func() error { return c.Back() })
	require.False(t, c.View().Back)
	hears(press)
	require.True(t, c.View().Back)
	now, ok := c.Picture(*c.Wants()[0].Shown)
	require.True(t, ok)
	require.NotEqual(t, before, now)
	require.NotEqual(t, 1, c.Wants()[0].Shown.Press, "a press that was taken back keeps its number: its pictures may be in the gallery still")
	hears(func() (err error) { c, err = course.Begin(dir, four()); return err })
}
