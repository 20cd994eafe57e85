//go:build cgo

package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"astragal/companion/studio/course"
	"astragal/companion/studio/layout"
	"astragal/models/dataset"
	"astragal/models/gallery"
	"astragal/vision/report"

	"github.com/stretchr/testify/require"
)

// rendered is the folder of the rendered dice. If it is missing, the test is skipped.
func rendered(t *testing.T) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "data", "rendered")
	if _, err := os.Stat(filepath.Join(dir, "dice.json")); err != nil {
		t.Skipf("rendered pictures are not at %s", dir)
	}
	return dir
}

// fewPictures copies some labelled pictures into a new set. change may spoil it.
func fewPictures(t *testing.T, change func(*dataset.File), names ...string) string {
	t.Helper()
	from, to := filepath.Join(rendered(t), "enroll"), filepath.Join(t.TempDir(), "set")
	require.NoError(t, os.Mkdir(to, 0o755))
	raw, err := os.ReadFile(filepath.Join(from, "annotations.json"))
	require.NoError(t, err)
	whole, err := dataset.Parse(raw)
	require.NoError(t, err)
	few := dataset.File{Categories: whole.Categories}
	for _, m := range whole.Images {
		for _, name := range names {
			if m.FileName == name {
				few.Images = append(few.Images, m)
				picture, err := os.ReadFile(filepath.Join(from, name))
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(filepath.Join(to, name), picture, 0o644))
				for _, a := range whole.Annotations {
					if a.ImageID == m.ID {
						few.Annotations = append(few.Annotations, a)
					}
				}
			}
		}
	}
	require.Len(t, few.Annotations, len(names))
	if change != nil {
		change(&few)
	}
	raw, err = json.Marshal(few)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(to, "annotations.json"), raw, 0o644))
	return to
}

func taughtFew(t *testing.T) (set, home string) {
	t.Helper()
	set = fewPictures(t, nil, "thorn_bear_f02_0.jpg", "thorn_bear_f02_1.jpg", "storm_golem_f01_0.jpg")
	home = filepath.Join(t.TempDir(), "gallery")
	got := astragal(t, "teach", "--dataset", set, "--dice", filepath.Join(rendered(t), "dice.json"), "--gallery", home)
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, "3 new shots")
	require.Contains(t, got.out, "thorn_bear: never taught: bear-head")
	return set, home
}

func TestTeachThenRead(t *testing.T) {
	set, home := taughtFew(t)
	dice := filepath.Join(rendered(t), "dice.json")
	again := astragal(t, "teach", "--dataset", set, "--dice", dice, "--gallery", home)
	require.Equal(t, statusOK, again.status, again.errs)
	require.Contains(t, again.out, "0 new shots; the gallery "+home+" now holds 3 shots of 2 faces (version 1)")

	expect := filepath.Join(t.TempDir(), "expect.json")
	require.NoError(t, os.WriteFile(expect, []byte(`["thorn_bear"]`), 0o644))
	picture := filepath.Join(set, "thorn_bear_f02_0.jpg")
	for _, args := range [][]string{{"--dice", dice, "--expect", expect}, {"--expect", expect}, {}} {
		got := astragal(t, append(append([]string{"read", "--gallery", home}, args...), picture)...)
		require.Equal(t, statusOK, got.status, got.errs)
		var entries []report.Entry
		require.NoError(t, json.Unmarshal([]byte(got.out), &entries))
		require.Len(t, entries[0].Dice, 1)
		d := entries[0].Dice[0]
		require.NotNil(t, d.Icon, d.Why)
		require.Equal(t, "wood-axe", *d.Icon, "the very picture that was taught")
		require.Equal(t, 3, *d.Count)
		require.Equal(t, "thorn_bear", *d.Die)
		require.Equal(t, 2, *d.Face)
	}
}

// If the networks change, the shots are looked at again. So a gallery without its cache works as well.
func TestShotsAreSeenAgain(t *testing.T) {
	set, home := taughtFew(t)
	caches, err := filepath.Glob(filepath.Join(home, "seen-*.bin"))
	require.NoError(t, err)
	require.Len(t, caches, 1)
	require.NoError(t, os.Remove(caches[0]))
	got := astragal(t, "read", "--gallery", home, filepath.Join(set, "storm_golem_f01_0.jpg"))
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, `"icon":"bordered-shield"`)
	require.FileExists(t, caches[0])
}

func TestASpoiltSetIsRefusedWhole(t *testing.T) {
	dice := filepath.Join(rendered(t), "dice.json")
	six := 6
	for name, c := range map[string]struct {
		spoil func(*dataset.File)
		says  string
	}{
		"a die unheard of":        {func(f *dataset.File) { f.Annotations[1].Attributes.Die = "thorn_bar" }, `no die has the id "thorn_bar"`},
		"a face it hasn't got":    {func(f *dataset.File) { f.Annotations[1].Attributes.Face = &six }, "thorn_bear has the faces 0 to 5"},
		"another icon":            {func(f *dataset.File) { f.Annotations[1].Attributes.Icon = "oak-leaf" }, `the label says "oak-leaf", the definition "wood-axe"`},
		"another count":           {func(f *dataset.File) { f.Annotations[1].Attributes.Count = 2 }, "the label says 2 × wood-axe, the definition 3 ×"},
		"another shape":           {func(f *dataset.File) { f.Annotations[1].CategoryID = 1 }, "labelled d4, but thorn_bear is a d6"},
		"a picture without a die": {func(f *dataset.File) { f.Annotations = f.Annotations[:1] }, "has no die in it"},
		"a label beside the die":  {func(f *dataset.File) { f.Annotations[1].BBox = dataset.Box{2, 2, 60, 60} }, "there is no die to be seen at 2,2"},
		"a box out of view":       {func(f *dataset.File) { f.Annotations[1].BBox = dataset.Box{2000, 2, 60, 60} }, "outside the picture of 640 × 480 px"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := fewPictures(t, c.spoil, "thorn_bear_f02_0.jpg", "thorn_bear_f02_1.jpg")
			home := filepath.Join(t.TempDir(), "gallery")
			got := astragal(t, "teach", "--dataset", set, "--dice", dice, "--gallery", home)
			require.NotEqual(t, statusOK, got.status)
			require.Contains(t, got.errs, c.says)
			require.Contains(t, got.errs, "thorn_bear_f02_")
			require.Equal(t, 1, strings.Count(got.errs, "\n"), got.errs)
			if store, err := gallery.Open(home); err == nil {
				require.Empty(t, store.Shots(), "nothing is learned by halves")
			}
		})
	}
}

func TestAGalleryMustFitTheDefinitions(t *testing.T) {
	set, home := taughtFew(t)
	raw, err := os.ReadFile(filepath.Join(rendered(t), "dice.json"))
	require.NoError(t, err)
	other := filepath.Join(t.TempDir(), "dice.json")
	require.NoError(t, os.WriteFile(other, []byte(strings.ReplaceAll(string(raw), `"wood-axe"`, `"hatchet"`)), 0o644))
	got := astragal(t, "read", "--gallery", home, "--dice", other, filepath.Join(set, "thorn_bear_f02_0.jpg"))
	require.Equal(t, statusUsage, got.status)
	require.Contains(t, got.errs, `but face 2 of the die "thorn_bear" is hatchet ×3`)
	require.Empty(t, got.out)
}

// Single pictures are learned by their names, and a sheet by the names of its rows. If anything doesn't fit, nothing
// is learned.
func TestTeachFromLoosePicturesAndFromASheet(t *testing.T) {
	from, dice := filepath.Join(rendered(t), "enroll"), filepath.Join(rendered(t), "dice.json")
	loose, home := t.TempDir(), filepath.Join(t.TempDir(), "gallery")
	for name, as := range map[string]string{"thorn_bear_f02_0.jpg": "thorn_bear_f02_0.jpg", "thorn_bear_f02_1.jpg": "thorn_bear__2__again.jpg", "storm_golem_f01_0.jpg": "storm_golem__1.jpg"} {
		raw, err := os.ReadFile(filepath.Join(from, name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(loose, as), raw, 0o600))
	}
	got := astragal(t, "teach", "--pictures", loose, "--dice", dice, "--gallery", home)
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, "3 new shots; the gallery "+home+" now holds 3 shots of 2 faces")

	army := twelveOf(t, "dwarf", rand.New(rand.NewPCG(1, 2)))[:4]
	l := newLayer(t, 9301, army, signsFor(t))
	var wants []course.Want
	names := ""
	for i, d := range army {
		wants = append(wants, course.Want{Place: i, Die: d, Row: i / 2, Column: i % 2, Face: layout.Faces(d)[i%3]})
		names += d.ID + " " + strconv.Itoa(wants[i].Face) + []string{", ", "\n"}[i%2]
	}
	_, jpg := l.lay(wants, "")
	sheet, said := filepath.Join(t.TempDir(), "sheet.jpg"), filepath.Join(t.TempDir(), "names.txt")
	require.NoError(t, os.WriteFile(sheet, jpg, 0o600))
	require.NoError(t, os.WriteFile(said, []byte(names), 0o600))
	home = filepath.Join(t.TempDir(), "gallery")
	require.NoError(t, os.WriteFile(said, []byte("no_such_die 1\n"), 0o600))
	require.Equal(t, statusUsage, astragal(t, "teach", "--sheet", sheet, "--names", said, "--gallery", home).status)
	require.NoDirExists(t, home, "what was refused leaves no empty gallery")
	require.NoError(t, os.WriteFile(said, []byte(names), 0o600))
	got = astragal(t, "teach", "--sheet", sheet, "--names", said, "--gallery", home)
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, "4 new shots")
	require.NoError(t, os.WriteFile(said, []byte(names+army[0].ID+" 0\n"), 0o600))
	got = astragal(t, "teach", "--sheet", sheet, "--names", said, "--gallery", home)
	require.Equal(t, statusUsage, got.status, got.out)
	require.Contains(t, got.errs, "sheet.jpg: ")
	require.Equal(t, statusUsage, astragal(t, "teach", "--sheet", sheet, "--gallery", home).status)
}
