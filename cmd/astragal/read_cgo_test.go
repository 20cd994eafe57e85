//go:build cgo

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"astragal/vision/report"

	"github.com/stretchr/testify/require"
)

// photo is a JPEG of noise without any die.
func photo(t *testing.T, w, h int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	chance := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = uint8(90 + chance.IntN(9))
	}
	var out bytes.Buffer
	require.NoError(t, jpeg.Encode(&out, img, nil))
	return out.Bytes()
}

// bomb is a PNG of a few bytes that claims to be 60000 px wide and high.
func bomb() []byte {
	head := binary.BigEndian.AppendUint32(nil, 60000)
	head = append(binary.BigEndian.AppendUint32(head, 60000), 8, 2, 0, 0, 0)
	out := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
	out = append(out, head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(append([]byte("IHDR"), head...)))
}

func TestReadKeepsOrderAndLosesNothing(t *testing.T) {
	dir := t.TempDir()
	good := photo(t, 320, 240)
	for name, raw := range map[string][]byte{
		"z_good.jpg": good, "empty.jpg": {}, "text.jpg": []byte("no picture"), "cut.jpg": good[:len(good)/2],
		"bomb.png": bomb(), "a_good.jpg": photo(t, 200, 100),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), raw, 0o644))
	}
	names := []string{"z_good.jpg", "empty.jpg", "text.jpg", "gone.jpg", "cut.jpg", ".", "bomb.png", "a_good.jpg"}
	args := []string{"read", "--format", "json"}
	for _, name := range names {
		args = append(args, filepath.Join(dir, name))
	}
	got := astragal(t, args...)
	require.Equal(t, statusFailed, got.status)

	var entries []map[string]any
	require.NoError(t, json.Unmarshal([]byte(got.out), &entries))
	require.Len(t, entries, len(names))
	for i, e := range entries {
		require.Equal(t, args[3+i], e["image"])
		require.NotNil(t, e["dice"])
		require.NotNil(t, e["problems"])
		if strings.Contains(names[i], "good") {
			require.NotContains(t, e, "error")
			continue
		}
		require.NotEmpty(t, e["error"], names[i])
		require.NotContains(t, e["error"], "\n")
	}
	require.InDelta(t, 320, entries[0]["width"], 0)
	require.InDelta(t, 240, entries[0]["height"], 0)
	require.Greater(t, entries[0]["took_ms"], 0.0)
	require.InDelta(t, 200, entries[7]["width"], 0, "the pictures after a broken one are read")
}

func TestReadWhatCannotBeReadAlone(t *testing.T) {
	got := astragal(t, "read", "gone.jpg")
	require.Equal(t, statusFailed, got.status)
	require.JSONEq(t, `[{"image": "gone.jpg", "width": 0, "height": 0, "took_ms": 0, "dice": [], "problems": [],
		"error": "open the picture: stat gone.jpg: no such file or directory"}]`, got.out)
}

func TestReadIsTheSameAloneAndAmongOthers(t *testing.T) {
	set := filepath.Join("..", "..", "..", "shared", "data", "real", "byler_d6", "images")
	found, err := filepath.Glob(filepath.Join(set, "*.jpg"))
	require.NoError(t, err)
	if len(found) < 3 {
		t.Skipf("real pictures are not at %s", set)
	}
	alone, among := astragal(t, "read", found[1]), astragal(t, "read", found[0], found[1], found[2])
	require.Equal(t, statusOK, alone.status, alone.errs)
	var one, three []report.Entry
	require.NoError(t, json.Unmarshal([]byte(alone.out), &one))
	require.NoError(t, json.Unmarshal([]byte(among.out), &three))
	one[0].TookMS, three[1].TookMS = 0, 0
	require.Equal(t, one[0], three[1])
}

func TestEvaluateReportsAndDraws(t *testing.T) {
	dir, failures := t.TempDir(), filepath.Join(t.TempDir(), "failures")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.jpg"), photo(t, 320, 240), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "annotations.json"), []byte(`{
		"categories": [{"id": 2, "name": "d6"}],
		"images": [{"id": 1, "file_name": "a.jpg", "width": 320, "height": 240}],
		"annotations": [{"id": 1, "image_id": 1, "category_id": 2, "bbox": [20, 20, 60, 60], "attributes": {"value": 3, "kind": "pips"}}]}`), 0o644))

	got := astragal(t, "evaluate", "--dataset", dir, "--format", "json", "--failures", failures)
	require.Equal(t, statusOK, got.status, got.errs)
	var report struct {
		Dataset string
		Scores  map[string]struct{ Dice, Missed int }
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &report))
	require.Equal(t, 1, report.Scores["all"].Missed, "there is nothing but noise where the die should be")
	drawn, err := os.Open(filepath.Join(failures, "a.jpg"))
	require.NoError(t, err)
	defer drawn.Close()
	picture, err := jpeg.Decode(drawn)
	require.NoError(t, err)
	require.NotEqual(t, color.Gray{Y: 94}, picture.At(20, 40))

	got = astragal(t, "evaluate", "--dataset", dir)
	require.Equal(t, statusOK, got.status)
	require.Contains(t, got.out, "found (recall)")
	require.Contains(t, got.out, "missed; is d6 3 at 20,20")
}

func TestEvaluateNamesPicturesThatAreGone(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "annotations.json"), []byte(`{"images": [{"id": 1, "file_name": "gone.jpg"}], "annotations": []}`), 0o644))
	got := astragal(t, "evaluate", "--dataset", dir)
	require.Equal(t, statusFailed, got.status)
	require.Contains(t, got.errs, "1 of 1 pictures could not be read: gone.jpg")
}
