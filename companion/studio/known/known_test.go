package known_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"astragal/companion/studio/known"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

// print is the icon network's output for a face. The same n gives the same print.
func print(n int) gallery.Seen {
	row := make([]float32, networks.RowDims)
	row[n], row[networks.FaceDims+n] = 1, 1
	var v gallery.Seen
	for range networks.TurnsSeen(4) {
		v.Embedding = append(v.Embedding, row...)
	}
	v.Turns = 4
	return v
}

func TestAFaceSaysHowSureItIs(t *testing.T) {
	die := models.Die{ID: "elf", Shape: "d6", Faces: []models.Face{{Icon: "melee", Count: 1}, {Icon: "save", Count: 1}, {Icon: "magic", Count: 1}, {Icon: "melee", Count: 1}, {Icon: "rest", Count: 1}, {}}}
	var shots []gallery.Shot
	var seen []gallery.Seen
	for _, s := range []struct{ face, print int }{{0, 1}, {0, 1}, {1, 2}, {2, 3}, {4, 3}} { // the face "rest" was shown with the print of magic
		shots = append(shots, gallery.Shot{ID: len(shots) + 1, Die: die.ID, Face: s.face, Shows: die.Faces[s.face], Shape: "d6"})
		seen = append(seen, print(s.print))
	}
	index, err := gallery.NewIndex(shots, seen)
	require.NoError(t, err)
	faces, err := known.Faces(index, []models.Die{die, {ID: "orc", Shape: "d6", Faces: []models.Face{{Icon: "melee"}}}})
	require.NoError(t, err)
	require.Len(t, faces, 5)
	var levels []known.Level
	for _, f := range faces {
		levels = append(levels, f.Level)
	}
	require.Equal(t, []known.Level{known.Well, known.Once, known.Weak, known.Weak, known.Missing}, levels)
	require.Equal(t, known.Face{Class: gallery.ClassOf(die, 2), Level: known.Weak, Why: "it looks much like rest: show both once more, close to each other", Shot: 4, Like: 5}, faces[2])
}

func TestATestIsKeptThrowByThrow(t *testing.T) {
	dir := t.TempDir()
	p, err := known.OpenProof(dir)
	require.NoError(t, err)
	p, err = p.Add(dir, []string{"oak"}, known.Throw{Dice: []known.Die{{Was: "melee", Read: "melee", Right: true}, {Was: "save", Picture: []byte{7}}}})
	require.NoError(t, err)
	_, err = p.Add(dir, []string{"oak"}, known.Throw{Dice: []known.Die{{Was: "magic", Read: "save", Picture: []byte{8}}}, Missing: 1, Light: []string{"too dark"}})
	require.NoError(t, err)
	p, err = known.OpenProof(dir)
	require.NoError(t, err)
	v := p.View()
	require.Equal(t, []int{2, 3, 1, 1, 1, 1}, []int{v.Throws, v.Dice, v.Read, v.Asked, v.Wrong, v.Missing})
	raw, ok := p.Picture(v.Weak[0].Throw, v.Weak[0].N)
	require.True(t, ok)
	require.Equal(t, []byte{8}, raw, "the newest stands first")
	require.Empty(t, p.Of([]string{"elm"}).Throws, "a test of other dice begins anew")
	require.Len(t, p.Of([]string{"oak", "oak"}).Throws, 2)
	require.NoError(t, known.ForgetProof(dir))
	p, err = known.OpenProof(dir)
	require.NoError(t, err)
	require.Empty(t, p.Throws)
}

// pictured is a picture of a die: bars of two shades, and an overexposed part.
func pictured(t *testing.T, dark, bright uint8, glare int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 128, 128))
	for y := range 128 {
		for x := range 128 {
			v := dark
			if x/8%2 == 0 {
				v = bright
			}
			if x > 40 && x < 40+glare {
				v = 255
			}
			img.SetGray(x, y, color.Gray{v})
		}
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, nil))
	return b.Bytes()
}

func TestAdviceSaysWhatTheLightDoes(t *testing.T) {
	good := pictured(t, 60, 200, 0)
	require.Empty(t, known.Advice(good, good))
	require.Contains(t, known.Advice(pictured(t, 60, 200, 20), good), "glare on this one: turn the lamp")
	require.Contains(t, known.Advice(pictured(t, 10, 60, 0), good), "in the dark")
	require.Contains(t, known.Advice(pictured(t, 125, 135, 0), good), "blurred")
	require.Empty(t, known.Advice([]byte("no picture"), good))
}

func TestAGalleryThatIsTakenInSaysWhetherItFits(t *testing.T) {
	die := models.Die{ID: "elf", Shape: "d6", Faces: []models.Face{{Icon: "melee"}, {Icon: "save"}, {Icon: "magic"}, {}, {}, {}}}
	shot := func(id, face int) gallery.Shot {
		return gallery.Shot{ID: id, Die: die.ID, Face: face, Shows: die.Faces[face], Shape: "d6"}
	}
	had := []gallery.Shot{shot(1, 0), shot(2, 1)}
	before, err := gallery.NewIndex(had, []gallery.Seen{print(1), print(2)})
	require.NoError(t, err)
	added := []gallery.Shot{shot(3, 0), shot(4, 1), shot(5, 2)} // the print of save looks otherwise in these
	now, err := gallery.NewIndex(append(had, added...), []gallery.Seen{print(1), print(2), print(1), print(9), print(3)})
	require.NoError(t, err)
	both, alike, err := known.Fits(before, now, added)
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, []int{both, alike})
}
