package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCalibrateWrongUsage(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"nothing to do":            {nil, "calibrate needs --card FILE.pdf"},
		"a paper nobody has":       {[]string{"--card", "c.pdf", "--paper", "a7"}, `paper "a7"`},
		"card and picture at once": {[]string{"--card", "c.pdf", "a.jpg"}, "second call"},
		"source and picture":       {[]string{"--source", "camera", "a.jpg"}, "not both"},
		"nobody's pictures":        {[]string{"a.jpg"}, "--camera NAME"},
		"no views":                 {[]string{"--source", "camera", "--views", "0"}, "1 to 50"},
		"a wrong ruler":            {[]string{"--source", "camera", "--ruler", "10"}, "50 to 200"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := astragal(t, append([]string{"calibrate"}, c.args...)...)
			require.Equal(t, statusUsage, got.status, got.errs)
			require.Contains(t, got.errs, c.says)
			require.Equal(t, 1, strings.Count(got.errs, "\n"), "one line: %s", got.errs)
		})
	}
}

func TestCalibrateWritesTheCard(t *testing.T) {
	card := filepath.Join(t.TempDir(), "card.pdf")
	got := astragal(t, "calibrate", "--card", card, "--paper", "Letter")
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, "print it at 100 % on Letter")
	pdf, err := os.ReadFile(card)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(pdf), "%PDF-"))

	got = astragal(t, "calibrate", "--card", filepath.Join(card, "below.pdf"))
	require.Equal(t, statusFailed, got.status)
	require.Contains(t, got.errs, "choose another file")
}
