package dataset_test

import (
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"astragal/models/dataset"

	"github.com/stretchr/testify/require"
)

const toy = `{
 "info": {"description": "two dice", "unlabelled_extras": true},
 "categories": [{"id": 7, "name": "d6"}, {"id": 9, "name": "d10"}],
 "images": [{"id": 2, "file_name": "images/b.jpg", "width": 64, "height": 48}, {"id": 1, "file_name": "images/a.jpg", "width": 64, "height": 48}],
 "annotations": [
  {"id": 5, "image_id": 2, "category_id": 9, "bbox": [1, 2, 10, 12], "segmentation": [[1, 2, 11, 2, 11, 14]], "area": 120, "iscrowd": 0,
   "attributes": {"value": 10, "kind": "numerals", "colors": ["red", "pink"]}},
  {"id": 6, "image_id": 2, "category_id": 7, "bbox": [20, 2, 10, 12], "segmentation": {"counts": "x", "size": [1, 1]}, "area": 120, "iscrowd": 0,
   "attributes": {"value": null, "kind": "icons", "colors": null, "icon": "skull"}}
 ]}`

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
}

func TestOpenFindsTheDocument(t *testing.T) {
	t.Run("annotations.json comes first", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, "annotations.json", toy)
		write(t, dir, "old.json", toy)
		set, err := dataset.Open(dir)
		require.NoError(t, err)
		require.Len(t, set.Pictures, 2)
	})
	t.Run("else the only COCO document", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, "dev.json", toy)
		write(t, dir, "dice.json", `{"dice": []}`)
		set, err := dataset.Open(dir)
		require.NoError(t, err)
		require.Equal(t, filepath.Base(dir), set.Name)
		require.True(t, set.UnlabelledExtras)
		require.Equal(t, "images/a.jpg", set.Pictures[0].File, "sorted by name")
		require.Empty(t, set.Pictures[0].Dice)

		dice := set.Pictures[1].Dice
		require.Equal(t, "d10", dice[0].Shape)
		require.Equal(t, 10, *dice[0].Value)
		require.Equal(t, dataset.Polygons{{1, 2, 11, 2, 11, 14}}, dice[0].Outlines)
		require.Equal(t, "skull", dice[1].Icon)
		require.Nil(t, dice[1].Colors)
		require.Empty(t, dice[1].Outlines, "a run-length mask is left out")
	})
	t.Run("two of them are a question", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, "one.json", toy)
		write(t, dir, "two.json", toy)
		_, err := dataset.Open(dir)
		require.ErrorContains(t, err, "2 COCO documents")
	})
	t.Run("none", func(t *testing.T) {
		_, err := dataset.Open(t.TempDir())
		require.ErrorContains(t, err, "no annotations.json")
	})
	t.Run("no folder", func(t *testing.T) {
		_, err := dataset.Open(filepath.Join(t.TempDir(), "gone"))
		require.ErrorContains(t, err, "gone")
	})
}

func TestParseNamesWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"no JSON":           {`dice`, "not a COCO document"},
		"no pictures":       {`{"annotations": []}`, `"images" is missing`},
		"a strange shape":   {`{"categories": [{"id": 1, "name": "d7"}], "images": [{"id": 1, "file_name": "a"}]}`, `category 1 is "d7"`},
		"a nameless file":   {`{"images": [{"id": 1}]}`, "has no file_name"},
		"an id twice":       {`{"images": [{"id": 1, "file_name": "a"}, {"id": 1, "file_name": "b"}]}`, "id 1 is used twice"},
		"a lost picture":    {`{"images": [{"id": 1, "file_name": "a"}], "annotations": [{"id": 4, "image_id": 3}]}`, "speaks of picture 3"},
		"a lost category":   {`{"images": [{"id": 1, "file_name": "a"}], "annotations": [{"image_id": 1, "category_id": 2}]}`, "category 2"},
		"a box of no width": {`{"categories": [{"id": 1, "name": "d6"}], "images": [{"id": 1, "file_name": "a"}], "annotations": [{"image_id": 1, "category_id": 1, "bbox": [1, 1, 0, 4]}]}`, "bbox"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := dataset.Parse([]byte(c.text))
			require.ErrorContains(t, err, c.says)
		})
	}
}

func TestOpenStaysInsideItsFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "annotations.json", `{"images": [{"id": 1, "file_name": "../../etc/passwd"}]}`)
	_, err := dataset.Open(dir)
	require.ErrorContains(t, err, "not a path inside the set")
}

func TestWriteAndOpenAgain(t *testing.T) {
	dir := t.TempDir()
	face := 3
	set := dataset.Set{Dir: dir, Name: filepath.Base(dir), Pictures: []dataset.Picture{{
		File: "table.jpg", Path: filepath.Join(dir, "table.jpg"), Width: 640, Height: 480,
		Dice: []dataset.Die{{
			ID: 1, Shape: "d20", Box: dataset.Box{1, 2, 30, 40}, Outlines: dataset.Polygons{{1, 2, 31, 2, 31, 42}},
			Attributes: dataset.Attributes{Value: number(17), Kind: "numerals", Colors: []string{"blue"}, Die: "mine", Face: &face, LabelledBy: "a player"},
		}},
	}}}
	require.NoError(t, dataset.Write(set, map[string]any{"description": "my table"}))
	again, err := dataset.Open(dir)
	require.NoError(t, err)
	require.Equal(t, set, again)

	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "no half-written file stays")
}

func TestDrawShowsJudgements(t *testing.T) {
	dir := t.TempDir()
	p := picture("a.jpg", die("d6", 20, 3))
	p.Path = filepath.Join(dir, "a.jpg")
	f, err := os.Create(p.Path)
	require.NoError(t, err)
	require.NoError(t, jpeg.Encode(f, image.NewGray(image.Rect(0, 0, 100, 50)), nil))
	require.NoError(t, f.Close())

	judgements := dataset.Judge(p, []dataset.Reading{sure(20, 5)}, false)
	require.False(t, dataset.Flawless(judgements))
	out := filepath.Join(dir, "out.jpg")
	require.NoError(t, dataset.Draw(out, p, judgements))

	f, err = os.Open(out)
	require.NoError(t, err)
	defer f.Close()
	drawn, err := jpeg.Decode(f)
	require.NoError(t, err)
	require.Equal(t, p.Width, drawn.Bounds().Dx())
	red, green, _, _ := drawn.At(25, 9).RGBA()
	require.Greater(t, red, 2*green, "a misread die has a red frame")
	require.ErrorContains(t, dataset.Draw(out, picture("gone.jpg"), nil), "draw the failures")
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(toy))
	f.Add([]byte(`{"images": [{"id": 1, "file_name": "a"}], "annotations": [{"image_id": 1, "bbox": [1e999]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := dataset.Parse(raw)
		if err == nil {
			require.NotEmpty(t, file.Images)
		}
	})
}
