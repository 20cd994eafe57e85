package thrown_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"astragal/companion/studio/thrown"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// three are dice of one race that share most icons.
func three() []models.Die {
	var out []models.Die
	for i := range 3 {
		out = append(out, models.Die{ID: fmt.Sprint("d", i), Name: fmt.Sprint("Die ", i), Race: "elf", Shape: "d6",
			Faces: []models.Face{{Icon: "id", ID: true, Count: 1}, {Icon: "melee", Count: 1}, {Icon: "save", Count: 1}, {Icon: "melee", Count: 2}, {Icon: "melee", Count: 1}, {Icon: "magic", Count: 1}}})
	}
	return out
}

// looks is the icon network's output for a print.
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

// thrownUp is a throw of the three dice that show these faces.
func thrownUp(up ...int) vision.Scene {
	var s vision.Scene
	for i, d := range three() {
		crops++
		c := gallery.ClassOf(d, up[i])
		copies := make([]float32, networks.MaxCopies)
		copies[max(c.Count, 1)-1] = .95
		s.Sightings = append(s.Sightings, vision.Sighting{Box: vision.Box{100 * float64(i), 100, 80 + float64(crops%5), 80}, Found: .9, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .97}},
			Embedding: looks(c.Drawing.Owner + c.Icon), Turns: 4, Copies: copies, Crop: fmt.Append(nil, "crop ", crops)})
	}
	return s
}

func TestOneWordNamesAPrintOnAllDiceAndThrows(t *testing.T) {
	dir := t.TempDir()
	h, err := thrown.Begin(dir, three())
	require.NoError(t, err)
	require.Equal(t, 0, h.Expected(nil))
	require.Greater(t, h.Expected(h.Classes()), 3)
	require.NoError(t, h.Throw(thrownUp(1, 4, 0)))
	require.NoError(t, h.Throw(thrownUp(1, 2, 3)))
	h, err = thrown.Open(dir) // each throw is on disk
	require.NoError(t, err)
	q := h.Questions(nil)
	require.Len(t, q, 4, "melee, melee twice, save and an ID")
	require.Equal(t, 3, q[0].Dice, "what settles most is asked first")
	require.NoError(t, h.Say(thrown.Word{At: q[0].Of, Die: "d0", Face: 1}))
	h, err = thrown.Open(dir) // each word, too
	require.NoError(t, err)
	require.Len(t, h.Questions(nil), 3)
	claims := h.Claims()
	require.Len(t, claims, 3)
	for _, c := range claims {
		require.Equal(t, looks("race elfmelee"), c.Seen.Embedding)
		require.Equal(t, 1, c.Die.Faces[c.Face].Count)
	}
	learn, forget := h.Behind()
	require.Len(t, learn, 3)
	require.Empty(t, forget)
	require.NoError(t, h.CaughtUp())
	require.NoError(t, h.Throw(thrownUp(4, 4, 1)))
	learn, _ = h.Behind()
	require.Len(t, learn, 3, "the same print in a later throw is known")
	require.NoError(t, h.CaughtUp())
	require.NoError(t, h.Back())
	learn, forget = h.Behind()
	require.Empty(t, learn)
	require.Len(t, forget, 6, "a word that is taken back is taken out of the gallery")
}

func TestWhatContradictsTheArmyIsRefused(t *testing.T) {
	h, err := thrown.Begin(t.TempDir(), three())
	require.NoError(t, err)
	require.NoError(t, h.Throw(thrownUp(1, 4, 5)))
	q := h.Questions(nil)
	require.Equal(t, 2, q[0].Dice)
	err = h.Say(thrown.Word{At: q[0].Of, Die: "d0", Face: 0})
	require.EqualError(t, err, "in throw 1 2 dice would show id, but only 1 of these dice has it")
	require.Len(t, h.Questions(nil), 2, "nothing was learned")
	require.Empty(t, h.Claims())
	require.ErrorContains(t, h.Say(thrown.Word{At: q[0].Of, Die: "orc", Face: 0}), `no die of these is called "orc"`)
	require.ErrorContains(t, h.Say(thrown.Word{At: thrown.At{Throw: 7, N: 1}, Left: true}), "throw again")
	require.NoError(t, h.Say(thrown.Word{At: q[1].Of, Left: true}))
	require.Len(t, h.Questions(nil), 1, "what nobody names is not asked again")
	require.ErrorContains(t, h.Throw(vision.Scene{}), "no die is seen")
	require.ErrorContains(t, h.Throw(h.Throws()[0]), "taken already")
}

func TestWhatIsReadForSureIsNotAsked(t *testing.T) {
	h, err := thrown.Begin(t.TempDir(), three())
	require.NoError(t, err)
	require.NoError(t, h.Throw(thrownUp(1, 4, 2)))
	melee, save := gallery.ClassOf(three()[0], 1), gallery.ClassOf(three()[0], 2)
	sure := []thrown.Guess{{Sure: &melee}, {Sure: &melee}, {May: []thrown.May{{Class: save, P: .6}, {Class: melee, P: .1}}}}
	q := h.Questions([][]thrown.Guess{sure})
	require.Len(t, q, 1)
	require.Equal(t, save, q[0].May[0].Class)
	sure[1].Sure = &save
	require.Len(t, h.Questions([][]thrown.Guess{sure}), 2, "equal prints that are read as two things are asked about")
}
