//go:build cgo

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"astragal/vision/report"

	"github.com/stretchr/testify/require"
)

// happenings runs watch on a clip of ../shared/data and returns its lines.
func happenings(t *testing.T, clip string) []report.Happening {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../../shared/data", clip))
	require.NoError(t, err)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the clip %s is not here: %v", clip, err)
	}
	got := astragal(t, "watch", "--source", path, "--format", "ndjson")
	require.Zero(t, got.status, got.errs)
	var out []report.Happening
	for line := range strings.Lines(got.out) {
		var h report.Happening
		require.NoError(t, json.Unmarshal([]byte(line), &h), line)
		out = append(out, h)
	}
	return out
}

func TestWatchTellsEachThrowOnce(t *testing.T) {
	clips := []struct {
		file       string
		rest, dice int
		fps        float64
	}{
		{"real/videos/imciechan_test6big.mp4", 40, 6, 30},
		{"real/videos/imciechan_test5black.mp4", 46, 3, 30},
		{"rendered/settle/clip_0.mp4", 18, 7, 15},
		{"rendered/settle/clip_1.mp4", 27, 10, 15},
	}
	for _, c := range clips {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			var settled []report.Happening
			for i, h := range happenings(t, c.file) {
				if i == 0 {
					require.Equal(t, "moving", h.Event)
				}
				if h.Event == "settled" {
					settled = append(settled, h)
				}
			}
			require.Len(t, settled, 1)
			require.InDelta(t, float64(c.rest)/c.fps, settled[0].TimeS, 0.5)
			require.InDelta(t, float64(settled[0].Frame)/c.fps, settled[0].TimeS, 0.01)
			require.Len(t, settled[0].Dice, c.dice)
		})
	}
}

func TestWatchSaysWhatIsWrong(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.mp4")
	require.NoError(t, os.WriteFile(broken, []byte("this is no film"), 0o600))
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"a source that isn't there": {[]string{"watch", "--source", "/nowhere/clip.mp4"}, statusFailed, "/nowhere/clip.mp4"},
		"a clip that is none":       {[]string{"watch", "--source", broken}, statusFailed, "broken.mp4"},
		"another format":            {[]string{"watch", "--format", "csv"}, statusUsage, "ndjson"},
		"an argument":               {[]string{"watch", broken}, statusUsage, "--source"},
	} {
		t.Run(name, func(t *testing.T) {
			got := astragal(t, c.args...)
			require.Equal(t, c.status, got.status, got.errs)
			require.Contains(t, got.errs, c.says)
			require.Equal(t, 1, strings.Count(got.errs, "\n"), "one sentence: %s", got.errs)
		})
	}
}
