package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"astragal/models"
	"astragal/models/dataset"
	"astragal/vision/stage"

	"github.com/stretchr/testify/require"
)

// collection is a file of made-up icons in Iconify's form.
func collection(t *testing.T, n int) string {
	t.Helper()
	type icon struct {
		Body string `json:"body"`
	}
	icons := map[string]icon{}
	for i := 0; len(icons) < n; i++ {
		name := fmt.Sprintf("thing%d-on-it", i)
		if stage.Spare(name) {
			icons[name] = icon{fmt.Sprintf(`<path fill="currentColor" d="M%d 60h300v%dH100z"/>`, 60+i%90, 100+i%300)}
		}
	}
	raw, err := json.Marshal(map[string]any{"icons": icons})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "icons.json")
	require.NoError(t, os.WriteFile(path, raw, 0o644))
	return path
}

func TestStagePaintsSetsThatCanBeTaught(t *testing.T) {
	out := filepath.Join(t.TempDir(), "sets")
	got := astragal(t, "stage", "--icons", collection(t, 80), "--out", out, "--rolls", "1", "--shots", "0", "--seed", "3", "--cocked", ".6")
	require.Equal(t, statusOK, got.status, got.errs)
	dice, err := models.LoadDice(filepath.Join(out, "dice.json"))
	require.NoError(t, err)
	byID := map[string]models.Die{}
	for _, d := range dice {
		byID[d.ID] = d
	}
	require.Len(t, byID, 13)
	set, err := dataset.Open(filepath.Join(out, "rolls"))
	require.NoError(t, err)
	require.Len(t, set.Pictures, 1)
	require.GreaterOrEqual(t, len(set.Pictures[0].Dice), 5)
	require.Positive(t, set.Pictures[0].PxPerMM)
	cocked := 0
	for _, d := range set.Pictures[0].Dice {
		if d.Cocked {
			cocked++
		}
		face := byID[d.Attributes.Die].Faces[*d.Face]
		require.Equal(t, face.Icon, d.Icon)
		require.Equal(t, face.Count, d.Count)
		require.Equal(t, face.Value, d.Value)
	}
	require.Positive(t, cocked)
	require.FileExists(t, set.Pictures[0].Path)
	for _, d := range set.Pictures[0].Dice {
		require.NotNil(t, d.FaceCenter)
		x, y := d.FaceCenter[0]-d.Box[0], d.FaceCenter[1]-d.Box[1]
		require.True(t, d.Truncated || x > 0 && y > 0 && x < d.Box[2] && y < d.Box[3], "the middle of the top face of %s lies at %v", d.Attributes.Die, *d.FaceCenter)
	}

	got = astragal(t, "stage", "--icons", collection(t, 80), "--out", out)
	require.Equal(t, statusUsage, got.status)
	require.Contains(t, got.errs, "is not empty")
	got = astragal(t, "stage", "--icons", collection(t, 20), "--out", filepath.Join(t.TempDir(), "few"))
	require.Equal(t, statusUsage, got.status)
	require.Contains(t, got.errs, "only 20 icons")
}

func TestStageMovesTheCameraOverTheThrows(t *testing.T) {
	icons := collection(t, 80)
	staged := func(more ...string) dataset.Picture {
		out := filepath.Join(t.TempDir(), "sets")
		got := astragal(t, append([]string{"stage", "--icons", icons, "--out", out, "--rolls", "1", "--shots", "0", "--seed", "3"}, more...)...)
		require.Equal(t, statusOK, got.status, got.errs)
		set, err := dataset.Open(filepath.Join(out, "rolls"))
		require.NoError(t, err)
		return set.Pictures[0]
	}
	var throws [][]dataset.Die
	scale := func(more ...string) float64 {
		p := staged(more...)
		throws = append(throws, p.Dice)
		return p.PxPerMM
	}
	near := scale()
	require.InDelta(t, near/1.5, scale("--far", "1.5", "--lean", "12"), near/20)
	require.Len(t, throws[1], len(throws[0]), "the same dice lie there, wherever the camera stands")
	for i, d := range throws[1] {
		require.Equal(t, throws[0][i].Attributes.Die, d.Attributes.Die)
		require.Equal(t, throws[0][i].Face, d.Face)
		require.False(t, d.Truncated)
	}
	for _, wrong := range [][]string{{"--lean", "70"}, {"--far", "0.1"}, {"--lean", "NaN"}} {
		got := astragal(t, append([]string{"stage", "--icons", icons, "--out", t.TempDir()}, wrong...)...)
		require.Equal(t, statusUsage, got.status, "%v", wrong)
		require.Contains(t, got.errs, wrong[0])
	}
}

func TestStagePaintsPlainDiceUnderOthers(t *testing.T) {
	out := filepath.Join(t.TempDir(), "sets")
	got := astragal(t, "stage", "--plain", "--hidden", ".1", "--rolls", "1", "--out", out)
	require.Equal(t, statusOK, got.status, got.errs)
	require.NoDirExists(t, filepath.Join(out, "enroll"))
	set, err := dataset.Open(filepath.Join(out, "rolls"))
	require.NoError(t, err)
	require.Len(t, set.Pictures, 1)
	require.FileExists(t, set.Pictures[0].Path)
	meet := false
	for i, d := range set.Pictures[0].Dice {
		require.Equal(t, map[bool]string{true: "pips", false: "numerals"}[d.Attributes.Die == "d6"], d.Attributes.Kind)
		require.NotNil(t, d.Value)
		for _, o := range set.Pictures[0].Dice[:i] {
			w, h := min(d.Box[0]+d.Box[2], o.Box[0]+o.Box[2])-max(d.Box[0], o.Box[0]), min(d.Box[1]+d.Box[3], o.Box[1]+o.Box[3])-max(d.Box[1], o.Box[1])
			meet = meet || min(w, h) > 0 && w*h > .1*min(d.Box[2]*d.Box[3], o.Box[2]*o.Box[3])
		}
	}
	require.True(t, meet, "the boxes of two dice share a tenth of one")
	for _, wrong := range [][]string{{"--plain", "--hidden", ".5"}, {"--icons", "x", "--hidden", ".1"}, {"--plain", "--lean", "9"}, {"--rolls", "1"}} {
		got := astragal(t, append([]string{"stage", "--out", filepath.Join(t.TempDir(), "none")}, wrong...)...)
		require.Equal(t, statusUsage, got.status, "%v", wrong)
		require.Contains(t, got.errs, "--plain", "%v", wrong)
	}
}
