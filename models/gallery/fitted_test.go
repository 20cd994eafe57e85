package gallery_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"astragal/models"
	"astragal/models/gallery"

	"github.com/stretchr/testify/require"
)

// fate is a die of an owner's, its faces in some order.
func fate(icons ...string) models.Die {
	d := models.Die{ID: "fate", Name: "Fate", Shape: "d6"}
	for _, icon := range icons {
		d.Faces = append(d.Faces, models.Face{Icon: icon, Count: 1})
	}
	return d
}

// shotOf is a shot of a die's face.
func shotOf(d models.Die, face int, picture string) gallery.NewShot {
	n := shot(d.ID, face, d.Faces[face].Icon, d.Faces[face].Count, picture)
	n.Race = d.Race
	return n
}

// bundleOf is what a table's gallery with shots of some faces of a die looks like to another table.
func bundleOf(t *testing.T, d models.Die, pictures ...string) gallery.Bundle {
	t.Helper()
	b, err := gallery.ReadZip(packedOf(t, d, pictures...))
	require.NoError(t, err)
	return b
}

func packedOf(t *testing.T, d models.Die, pictures ...string) []byte {
	t.Helper()
	s := open(t, t.TempDir())
	for i, p := range pictures {
		_, err := s.Add(shotOf(d, i, p))
		require.NoError(t, err)
	}
	var z bytes.Buffer
	require.NoError(t, s.Export(&z, []models.Die{d}, nil))
	return z.Bytes()
}

// Two tables made a die of the same faces, each in its own order: it is one die. A die of the same name and of other faces is another die.
func TestDiceOfTheSameFacesAreOneDie(t *testing.T) {
	mine := fate("plus", "minus", "blank", "plus", "minus", "blank")
	to := open(t, t.TempDir())
	require.NoError(t, to.KeepDice([]models.Die{mine}))
	_, err := to.Add(shotOf(mine, 0, "a"))
	require.NoError(t, err)
	own := []string{"fate"}

	added, err := to.Import(bundleOf(t, fate("minus", "minus", "plus", "plus", "blank", "blank"), "b", "c", "d"), to.Dice(), own)
	require.NoError(t, err)
	require.Equal(t, []models.Die{mine}, to.Dice())
	require.Equal(t, []int{1, 1, 0}, []int{added[0].Face, added[1].Face, added[2].Face}, "the faces are those of the die that is known here")

	story := fate("fish", "lamp", "house", "lock", "dog", "tree")
	for range 2 {
		_, err = to.Import(bundleOf(t, story, "e", "f"), to.Dice(), own)
		require.NoError(t, err)
		require.Len(t, to.Dice(), 2, "a second time it is the same die")
	}
	require.Equal(t, "fate_2", to.Dice()[1].ID)
	require.Equal(t, "Fate 2", to.Dice()[1].Name)
	require.Len(t, to.Shots(), 6)
	require.NoError(t, gallery.Check(to.Shots(), to.Dice()))
	require.NoError(t, gallery.Check(open(t, to.Dir()).Shots(), to.Dice()))
}

// A file from elsewhere changes nothing of what a built-in die is called or worth here, and brings none that has other faces.
func TestABuiltInDieStaysAsItIs(t *testing.T) {
	oak := models.Die{ID: "oak", Name: "Oak", Race: "wood", Shape: "d6", Faces: slices.Repeat([]models.Face{{Icon: "melee", Count: 1}}, 6)}
	renamed := oak
	renamed.Name = "Oak of another table"
	to := open(t, t.TempDir())
	_, err := to.Import(bundleOf(t, renamed, "a"), []models.Die{oak}, nil)
	require.NoError(t, err)
	require.Empty(t, to.Dice(), "the built-in one is not shadowed")
	require.Len(t, to.Shots(), 1)

	other := oak
	other.Faces = slices.Clone(oak.Faces)
	other.Faces[2] = models.Face{Icon: "save", Count: 2}
	_, err = to.Import(bundleOf(t, other, "b"), []models.Die{oak}, nil)
	require.EqualError(t, err, "Oak has other faces in this file than here (save ×2): one of the two programs is older, so update it")
	require.Len(t, to.Shots(), 1)
}

// A picture that is one thing here and another in the file: nothing comes, and the dice of the file don't stay either.
func TestGalleriesThatDisagreeAreNotJoined(t *testing.T) {
	mine, theirs := fate("plus", "minus", "blank", "plus", "minus", "blank"), fate("fish", "lamp", "house", "lock", "dog", "tree")
	theirs.ID, theirs.Name = "story", "Story"
	to := open(t, t.TempDir())
	_, err := to.Add(shotOf(mine, 0, "a"))
	require.NoError(t, err)
	_, err = to.Import(bundleOf(t, theirs, "a"), nil, nil)
	require.EqualError(t, err, "one picture is plus of fate here and fish of story in this file: take out the one that is wrong, then take the file in again")
	require.Empty(t, to.Dice())
}

// What is wrong with a file is said in one sentence that says what to do.
func TestAFileThatIsNoGalleryIsNamed(t *testing.T) {
	whole := packedOf(t, fate("plus", "minus", "blank", "plus", "minus", "blank"), "a", "b")
	packed := func(change func(name string, raw []byte) (string, []byte)) []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		r, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
		require.NoError(t, err)
		for _, f := range r.File {
			raw, err := fs.ReadFile(r, f.Name)
			require.NoError(t, err)
			if name, raw := change(f.Name, raw); name != "" {
				to, err := w.Create(name)
				require.NoError(t, err)
				_, err = to.Write(raw)
				require.NoError(t, err)
			}
		}
		require.NoError(t, w.Close())
		return out.Bytes()
	}
	in := func(file, old, with string) []byte {
		return packed(func(name string, raw []byte) (string, []byte) {
			if name == file {
				require.Contains(t, string(raw), old)
				raw = []byte(strings.Replace(string(raw), old, with, 1))
			}
			return name, raw
		})
	}
	const none = `this file is no gallery, or only a part of one: take the zip file that "Save as a file" makes, whole`
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"nothing":        {nil, none},
		"no zip":         {[]byte("a photo"), none},
		"half of it":     {whole[:len(whole)/2], none},
		"another zip":    {packed(func(string, []byte) (string, []byte) { return "readme.txt", nil }), none},
		"newer":          {in("annotations.json", `"format": 1`, `"format": 2`), "a newer Astragal made this gallery: update this one"},
		"newer in parts": {in("annotations.json", `"format": 1`, `"format": 2, "version": "x"`), "a newer Astragal made this gallery: update this one"},
		"half JSON":      {in("annotations.json", `"images"`, `images`), "this gallery is damaged (annotations.json): fetch the file again, or have it saved once more"},
		"no picture": {packed(func(name string, raw []byte) (string, []byte) {
			if path.Base(name) == "000001.jpg" {
				name = ""
			}
			return name, raw
		}), "this gallery is damaged (the picture of plus of fate): fetch the file again, or have it saved once more"},
		"of another program": {in("annotations.json", "dice taught to Astragal: one die a picture", "cats"), ""},
	} {
		_, err := gallery.ReadZip(c.file)
		if c.says == "" {
			require.NoError(t, err, name)
			continue
		}
		require.EqualError(t, err, c.says, name)
	}
	foreign := packed(func(name string, raw []byte) (string, []byte) {
		if name != "annotations.json" {
			return "", nil
		}
		return name, []byte(`{"images":[{"id":1,"file_name":"a.jpg","width":9,"height":9}],"annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[0,0,5,5]}],"categories":[{"id":1,"name":"dog"}]}`)
	})
	_, err := gallery.ReadZip(foreign)
	require.EqualError(t, err, "this is a set of pictures of another program: unpack it, and learn it with astragal teach --dataset FOLDER")

	again, err := gallery.ReadZip(packed(func(name string, raw []byte) (string, []byte) { return "my gallery/" + name, raw }))
	require.NoError(t, err, "somebody unpacked it and packed it again")
	require.Len(t, again.Shots, 2)
}

// A gallery that a newer program wrote isn't opened either.
func TestANewerGalleryIsNotOpened(t *testing.T) {
	dir := t.TempDir()
	_, err := open(t, dir).Add(shot("owl", 0, "star", 1, "a"))
	require.NoError(t, err)
	owl := models.Die{ID: "owl", Name: "Owl", Shape: "d6", Race: "sky", Faces: slices.Repeat([]models.Face{{Icon: "star", Count: 1}}, 6)}
	require.NoError(t, open(t, dir).KeepDice([]models.Die{owl}))
	for _, c := range []struct{ name, was, is string }{
		{"annotations.json", `"format": 1`, `"format": 7`},
		{"annotations.json", `"die": "owl"`, `"die": "owl", "weight": 3`},
		{"dice.json", `"id": "owl"`, `"id": "owl", "weight": 3`},
	} {
		file := path.Join(dir, c.name)
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		newer := bytes.Replace(raw, []byte(c.was), []byte(c.is), 1)
		require.NotEqual(t, raw, newer)
		require.NoError(t, os.WriteFile(file, newer, 0o600))
		_, err = gallery.Open(dir)
		require.ErrorIs(t, err, gallery.ErrNewer, c.is)
		require.ErrorContains(t, err, c.name)
		there, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, newer, there)
		require.NoError(t, os.WriteFile(file, raw, 0o600))
	}
}
