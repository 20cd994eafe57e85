package gallery_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"astragal/models"
	"astragal/models/dataset"
	"astragal/models/gallery"

	"github.com/stretchr/testify/require"
)

// shot is a new shot of a face. Its picture is text, because the package never looks into it.
func shot(die string, face int, icon string, count int, picture string) gallery.NewShot {
	return gallery.NewShot{Shot: gallery.Shot{
		Width: 100, Height: 100, Box: dataset.Box{10, 10, 80, 80}, Shape: "d6",
		Die: die, Face: face, Race: "sky", Shows: models.Face{Icon: icon, Count: count}, From: "taught",
		SizeMM: 16.5, Colors: []string{"red", "white"}, Palette: []float32{.5, .25, .25}, Of: "table.jpg",
		Outline: dataset.Polygons{{10, 10, 90, 10, 90, 90}},
	}, Crop: []byte(picture)}
}

func open(t *testing.T, dir string) *gallery.Store {
	t.Helper()
	s, err := gallery.Open(dir)
	require.NoError(t, err)
	return s
}

func TestShotsStay(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	added, err := s.Add(shot("owl", 0, "star", 1, "a"), shot("owl", 1, "moon", 2, "b"))
	require.NoError(t, err)
	require.Len(t, added, 2)
	more, err := s.Add(shot("owl", 0, "star", 1, "a"), shot("owl", 0, "star", 1, "c"))
	require.NoError(t, err)
	require.Len(t, more, 1, "the same picture is no second shot")

	again := open(t, dir)
	require.Equal(t, s.Shots(), again.Shots())
	require.Equal(t, 2, again.Version())
	crop, err := again.Crop(again.Shots()[2])
	require.NoError(t, err)
	require.Equal(t, "c", string(crop))
	require.Equal(t, "moon ×2 of race sky", again.Shots()[1].Class().String())

	set, err := dataset.Open(dir)
	require.NoError(t, err, "a gallery is a data set like any other")
	require.Len(t, set.Pictures, 3)
	require.Equal(t, "star", set.Pictures[0].Dice[0].Icon)
	require.Equal(t, "owl", set.Pictures[0].Dice[0].Attributes.Die)
}

func TestEveryChangeCanBeUndone(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	_, err := s.Undo()
	require.ErrorIs(t, err, gallery.ErrNothingToUndo)
	_, err = s.Add(shot("owl", 0, "star", 1, "a"), shot("owl", 1, "moon", 2, "b"))
	require.NoError(t, err)
	two := s.Shots()
	require.NoError(t, s.Remove(1))
	require.Len(t, s.Shots(), 1)
	_, err = s.Add(shot("owl", 2, "drop", 1, "d"))
	require.NoError(t, err)
	require.Equal(t, 3, s.Shots()[1].ID, "an id is never used again")

	c, err := s.Undo()
	require.NoError(t, err)
	require.Equal(t, 3, c.Version)
	s = open(t, dir) // the history is on disk
	c, err = s.Undo()
	require.NoError(t, err)
	require.Equal(t, "remove", c.Did)
	require.Equal(t, two, s.Shots())
	_, err = s.Undo()
	require.NoError(t, err)
	require.Empty(t, s.Shots())
	_, err = s.Undo()
	require.ErrorIs(t, err, gallery.ErrNothingToUndo)
	require.Len(t, open(t, dir).History(), 6)
}

// A crash may come at any moment of a change. What was acknowledged is there. What wasn't is there completely or not
// at all.
func TestACrashLosesNothing(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	_, err := s.Add(shot("owl", 0, "star", 1, "a"))
	require.NoError(t, err)
	before, err := os.ReadFile(filepath.Join(dir, "annotations.json"))
	require.NoError(t, err)
	_, err = s.Add(shot("owl", 1, "moon", 1, "b"))
	require.NoError(t, err)
	after := s.Shots()
	history, err := os.ReadFile(filepath.Join(dir, "history.jsonl"))
	require.NoError(t, err)
	firstLine := bytes.IndexByte(history, '\n') + 1

	for cut := firstLine; cut < len(history); cut += 97 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "annotations.json"), before, 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "history.jsonl"), history[:cut], 0o644))
		back := open(t, dir)
		require.Equal(t, after[:1], back.Shots(), "the second change was never on disk whole")
		_, err := back.Add(shot("owl", 2, "drop", 1, "c"))
		require.NoError(t, err, "and the half line is no obstacle")
		require.Len(t, open(t, dir).Shots(), 2)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "annotations.json"), before, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "history.jsonl"), history, 0o644))
	require.Equal(t, after, open(t, dir).Shots(), "a change that is in the history holds")
}

func TestTwoProgramsDontOverwriteEachOther(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir), open(t, dir)
	_, err := a.Add(shot("owl", 0, "star", 1, "a"))
	require.NoError(t, err)
	_, err = b.Add(shot("owl", 1, "moon", 1, "b"))
	require.ErrorContains(t, err, "changed by another program")
	require.Len(t, open(t, dir).Shots(), 1)
}

func TestNothingIsLearnedByHalves(t *testing.T) {
	for name, c := range map[string]struct {
		shots []gallery.NewShot
		says  string
	}{
		"no die":                   {[]gallery.NewShot{shot("", 0, "star", 1, "a")}, "but not of which die"},
		"nothing on it":            {[]gallery.NewShot{shot("owl", 0, "", 0, "a")}, "neither an icon nor a number"},
		"no picture":               {[]gallery.NewShot{shot("owl", 0, "star", 1, "")}, "0 bytes"},
		"seven copies":             {[]gallery.NewShot{shot("owl", 0, "star", 7, "a")}, "count is 7"},
		"one picture, two icons":   {[]gallery.NewShot{shot("owl", 0, "star", 1, "a"), shot("owl", 1, "moon", 1, "a")}, "are the same picture"},
		"one face, two icons":      {[]gallery.NewShot{shot("owl", 0, "star", 1, "a"), shot("owl", 0, "moon", 1, "b")}, "a face has one picture"},
		"a box beside the picture": {[]gallery.NewShot{{Shot: gallery.Shot{Width: 10, Height: 10, Box: dataset.Box{20, 0, 5, 5}, Shape: "d6", Die: "owl", Shows: models.Face{Icon: "star"}}, Crop: []byte("a")}}, "outside its picture"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir)
			_, err := s.Add(append([]gallery.NewShot{shot("cat", 0, "paw", 1, "good")}, c.shots...)...)
			require.ErrorContains(t, err, c.says)
			require.Empty(t, s.Shots())
			require.Empty(t, open(t, dir).Shots())
		})
	}
}

func TestABrokenGalleryIsNamedAndRefused(t *testing.T) {
	whole := func(t *testing.T) string {
		dir := t.TempDir()
		_, err := open(t, dir).Add(shot("owl", 0, "star", 1, "a"), shot("owl", 1, "moon", 2, "b"))
		require.NoError(t, err)
		return dir
	}
	replace := func(old, with string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, "annotations.json")
			raw, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Contains(t, string(raw), old)
			require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(raw), old, with, 1)), 0o644))
		}
	}
	for name, c := range map[string]struct {
		harm func(t *testing.T, dir string)
		says string
	}{
		"not JSON":            {replace(`"images"`, `images`), "not the JSON of a gallery"},
		"no list of pictures": {replace(`"images"`, `"pictures"`), `"images" and "annotations" must be there`},
		"a picture is gone": {func(t *testing.T, dir string) {
			require.NoError(t, os.Remove(filepath.Join(dir, "crops", "000002.jpg")))
		}, "the picture of shot 2 (crops/000002.jpg) is missing"},
		"an id twice":           {replace("\"id\": 2,\n   \"image_id\"", "\"id\": 1,\n   \"image_id\""), "used twice"},
		"a picture without die": {replace(`"image_id": 2`, `"image_id": 1`), "two dice"},
		"a path outside":        {replace(`crops/000002.jpg`, `../secret.jpg`), "not a path inside the gallery"},
		"no face":               {replace(`"face": 1`, `"face": null`), "doesn't say which face of owl is up"},
		"a shape unheard of":    {replace(`"category_id": 2`, `"category_id": 77`), `shape is ""`},
		"a change is missing": {func(t *testing.T, dir string) {
			path := filepath.Join(dir, "history.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(`{"version": 7}`+"\n"), 0o644))
		}, "not of the same gallery"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := whole(t)
			c.harm(t, dir)
			_, err := gallery.Open(dir)
			require.ErrorContains(t, err, c.says)
			require.NotContains(t, err.Error(), "\n")
		})
	}
	t.Run("a picture was changed", func(t *testing.T) {
		dir := whole(t)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "crops", "000001.jpg"), []byte("other"), 0o644))
		s := open(t, dir)
		_, err := s.Crop(s.Shots()[0])
		require.ErrorContains(t, err, "has been changed since it was taught")
	})
	t.Run("a folder of other things", func(t *testing.T) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o644))
		_, err := gallery.Open(dir)
		require.ErrorContains(t, err, "holds other things")
	})
	t.Run("no folder", func(t *testing.T) {
		_, err := gallery.Open(filepath.Join(t.TempDir(), "gone"))
		require.ErrorContains(t, err, "gone")
	})
}

func TestShotsMustFitTheirDice(t *testing.T) {
	faces := []models.Face{{Icon: "star", Count: 1}, {Icon: "moon", Count: 2}, {Icon: "star", Count: 1}, {Icon: "drop", Count: 1}, {Icon: "drop", Count: 1}, {Icon: "drop", Count: 1}}
	owl := models.Die{ID: "owl", Shape: "d6", Race: "sky", Faces: faces}
	s := open(t, t.TempDir())
	_, err := s.Add(shot("owl", 0, "star", 1, "a"), shot("owl", 1, "moon", 2, "b"))
	require.NoError(t, err)
	require.NoError(t, gallery.Check(s.Shots(), []models.Die{owl}))
	require.NoError(t, gallery.Check(s.Shots(), []models.Die{{ID: "cat"}}), "dice that aren't played with don't matter")

	other := owl
	other.Faces = append([]models.Face{{Icon: "sun", Count: 1}}, faces[1:]...)
	require.ErrorContains(t, gallery.Check(s.Shots(), []models.Die{other}), `shot 1 (crops/000001.jpg) shows star of race sky, but face 0 of the die "owl" is sun of race sky`)
	other = owl
	other.Shape, other.Faces = "d4", faces[:4]
	require.ErrorContains(t, gallery.Check(s.Shots(), []models.Die{other}), `is of a d6, but the die "owl" is a d4`)
	require.ErrorContains(t, gallery.Shot{ID: 9, Die: "owl", Shape: "d6", Face: 6}.Fits(owl), "shows face 6, but the die \"owl\" has the faces 0 to 5")
}

func TestGalleriesTravel(t *testing.T) {
	from := open(t, t.TempDir())
	_, err := from.Add(shot("owl", 0, "star", 1, "a"), shot("cat", 0, "paw", 1, "b"))
	require.NoError(t, err)
	cat := models.Die{ID: "cat", Shape: "d6", Race: "sky", Faces: make([]models.Face, 6)}
	for i := range cat.Faces {
		cat.Faces[i] = models.Face{Icon: "paw", Count: 1}
	}
	var z bytes.Buffer
	require.NoError(t, from.Export(&z, []models.Die{cat}, func(s gallery.Shot) bool { return s.Die == "cat" }))
	require.ErrorContains(t, from.Export(&z, nil, func(gallery.Shot) bool { return false }), "no such shot")

	b, err := gallery.ReadZip(z.Bytes())
	require.NoError(t, err)
	require.Equal(t, "cat", b.Dice[0].ID)
	to := open(t, t.TempDir())
	_, err = to.Add(shot("dog", 0, "bone", 1, "c"))
	require.NoError(t, err)
	added, err := to.Import(b, nil, nil)
	require.NoError(t, err)
	require.Equal(t, 2, added[0].ID)
	require.Equal(t, "crops/000002.jpg", added[0].File)
	added, err = to.Import(b, nil, nil)
	require.NoError(t, err)
	require.Empty(t, added, "a second time nothing is new")

	z.Reset()
	require.NoError(t, to.Export(&z, nil, nil))
	folder := unpacked(t, z.Bytes())
	again, err := gallery.ReadFS(folder)
	require.NoError(t, err)
	require.Len(t, again.Shots, 2)
	folder["crops/000002.jpg"].Data = []byte("x")
	_, err = gallery.ReadFS(folder)
	require.ErrorContains(t, err, "is damaged (the picture of paw of cat): fetch the file again")
}

// unpacked is a zip file as a file system.
func unpacked(t *testing.T, packed []byte) fstest.MapFS {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	require.NoError(t, err)
	out := fstest.MapFS{}
	for _, f := range r.File {
		raw, err := fs.ReadFile(r, f.Name)
		require.NoError(t, err)
		out[f.Name] = &fstest.MapFile{Data: raw}
	}
	return out
}

// A small file that unpacks to a large one is refused by the sizes in its directory, or as soon as it grows beyond
// them.
func TestAZipThatWouldFillTheMemoryIsRefused(t *testing.T) {
	bomb := func(names ...string) []byte {
		var buf bytes.Buffer
		z := zip.NewWriter(&buf)
		for _, name := range names {
			w, err := z.Create(name)
			require.NoError(t, err)
			for range 33 {
				_, err = w.Write(make([]byte, 1<<20))
				require.NoError(t, err)
			}
		}
		require.NoError(t, z.Close())
		return buf.Bytes()
	}
	_, err := gallery.ReadZip(bomb("annotations.json"))
	require.ErrorContains(t, err, "would take 33 MB unpacked")

	var many bytes.Buffer
	z := zip.NewWriter(&many)
	for i := range 40 {
		w, err := z.Create(fmt.Sprintf("crops/%06d.jpg", i))
		require.NoError(t, err)
		_, err = w.Write(make([]byte, 7<<20))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	_, err = gallery.ReadZip(many.Bytes())
	require.ErrorContains(t, err, "would take 280 MB unpacked")

	// If the directory gives a wrong size, the file is refused all the same.
	lie := bomb("annotations.json")
	size := binary.LittleEndian.AppendUint32(nil, 33<<20)
	require.Positive(t, bytes.Count(lie, size))
	lie = bytes.ReplaceAll(lie, size, binary.LittleEndian.AppendUint32(nil, 1<<20))
	_, err = gallery.ReadZip(lie)
	require.Error(t, err)
}

func FuzzReadingAGallery(f *testing.F) {
	dir := f.TempDir()
	s, err := gallery.Open(dir)
	if err != nil {
		f.Fatal(err)
	}
	if _, err := s.Add(shot("owl", 0, "star", 1, "a")); err != nil {
		f.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "annotations.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte(`{"images": [], "annotations": []}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "annotations.json"), raw, 0o644))
		s, err := gallery.Open(dir)
		if err != nil {
			return
		}
		for _, shot := range s.Shots() {
			require.NotEmpty(t, shot.Die)
			require.NotEmpty(t, fmt.Sprint(shot.Class()))
		}
		_, err = json.Marshal(s.Shots())
		require.NoError(t, err)
	})
}
