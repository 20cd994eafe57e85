package thrown_test

import (
	"fmt"
	"testing"

	"astragal/companion/studio/thrown"
	"astragal/models"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// shown is what a camera sees of dice that show these prints.
func shown(shape vision.Shape, prints ...string) vision.Scene {
	s := vision.Scene{PxPerMM: 5, ScaleFrom: "calibration"}
	for i, p := range prints {
		crops++
		s.Sightings = append(s.Sightings, vision.Sighting{Box: vision.Box{100 * float64(i), 100, 80, 80}, Found: .9, Shapes: []vision.ShapeScore{{Shape: shape, P: .97}}, SizePx: 80,
			Colors: []string{"blue", "white"}, Embedding: looks(p), Turns: 4, Crop: fmt.Append(nil, "crop ", crops)})
	}
	return s
}

func said(t *testing.T, f *thrown.Fresh, n int, icon string, faces int) {
	t.Helper()
	require.NoError(t, f.Name(thrown.Naming{At: f.Prints()[n].Of, Shows: models.Face{Icon: icon}, Faces: faces}))
}

func TestANewDieIsShownFaceByFace(t *testing.T) {
	dir := t.TempDir()
	f, err := thrown.BeginFresh(dir)
	require.NoError(t, err)
	for _, p := range []string{"a plus", "a minus", "nothing", "a plus"} {
		require.NoError(t, f.Look(shown(vision.D6, p)))
	}
	said(t, f, 0, " + ", 0)
	f, err = thrown.OpenFresh(dir) // each look and each word is on disk
	require.NoError(t, err)
	require.Equal(t, 4, f.Looks())
	require.Len(t, f.Prints(), 3, "a face that was shown twice is one picture")
	require.Equal(t, 2, f.Prints()[0].Seen)
	said(t, f, 1, "−", 0)
	_, err = f.Die("fate", "Fate")
	require.EqualError(t, err, "1 of the pictures have no name yet: say what they show, or leave them out")
	said(t, f, 2, "blank", 0)
	_, err = f.Die("fate", "Fate")
	require.EqualError(t, err, "a d6 has 6 faces, and 4 are known: show the others, or say which picture is on more than one")
	said(t, f, 1, "minus", 2)
	said(t, f, 2, "blank", 2)
	d, err := f.Die("fate", "Fate")
	require.NoError(t, err)
	plus, minus, blank := models.Face{Icon: "plus", Count: 1}, models.Face{Icon: "minus", Count: 1}, models.Face{Icon: "blank", Count: 1}
	require.Equal(t, []models.Face{plus, plus, minus, minus, blank, blank}, d.Faces)
	require.Equal(t, []string{"blue", "white"}, d.Colors)
	require.InDelta(t, 16, *d.SizeMM, .01)
	claims := f.Claims(d)
	require.Len(t, claims, 4)
	for _, c := range claims {
		if d.Faces[c.Face].Icon == "minus" {
			require.Equal(t, looks("a minus"), c.Seen.Embedding)
		}
	}
	require.NoError(t, f.Back())
	require.Equal(t, 1, f.Prints()[0].Seen)
	require.NoError(t, thrown.ForgetFresh(dir))
	f, err = thrown.OpenFresh(dir)
	require.NoError(t, err)
	require.Nil(t, f)
}

func TestSeveralEqualDiceAreShownAtOnce(t *testing.T) {
	f, err := thrown.BeginFresh(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, f.Look(shown(vision.D6, "1", "2", "3", "x", "x", "y")))
	for i, word := range []string{"1", "2", "3", "sword", "shield"} {
		said(t, f, i, word, 0)
	}
	_, err = f.Die("six", "Six")
	require.EqualError(t, err, "a d6 has 6 faces, and 5 are known: show the others, or say which picture is on more than one", "two dice may show the same sword")
	said(t, f, 3, "sword", 2)
	d, err := f.Die("six", "Six")
	require.NoError(t, err)
	require.Equal(t, 3, *d.Faces[2].Value, "a number is a number")
	require.Equal(t, "sword", d.Faces[4].Icon)
	require.NoError(t, f.Look(shown(vision.D6, "z")))
	said(t, f, 5, "helmet", 0)
	_, err = f.Die("six", "Six")
	require.EqualError(t, err, "a d6 has 6 faces, and here are 7: give pictures of the same face the same name, or say that one is on fewer faces")
	said(t, f, 5, "shield", 0) // two pictures show one face
	_, err = f.Die("six", "Six")
	require.NoError(t, err)
}

func TestWhatIsNoNewDieIsRefused(t *testing.T) {
	f, err := thrown.BeginFresh(t.TempDir())
	require.NoError(t, err)
	require.ErrorContains(t, f.Look(vision.Scene{}), "no die is seen")
	cocked := shown(vision.D6, "a")
	cocked.Sightings[0].Doubts = []string{vision.Cocked}
	require.EqualError(t, f.Look(cocked), "the die can't be used as it lies (it leans: is it cocked?): lay it down once more")
	first := shown(vision.D6, "a")
	require.NoError(t, f.Look(first))
	require.ErrorContains(t, f.Look(first), "taken already")
	require.EqualError(t, f.Look(shown(vision.D8, "b")), "a d8 lies there, and the new die is a d6: leave only dice of one kind on the tray")
	require.ErrorContains(t, f.Name(thrown.Naming{At: f.Prints()[0].Of}), "say in a word what the face shows")
	require.ErrorContains(t, f.Name(thrown.Naming{At: thrown.At{Throw: 9}}), "look at the die once more")
	_, err = f.Die("", "")
	require.Error(t, err)
	require.Equal(t, 1, f.Looks())
}
