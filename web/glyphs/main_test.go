package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// paths.json has the glyphs that list.txt names, in its order. If somebody changes the list and doesn't run the
// generator, this test fails.
func TestPathsAreThoseOfTheList(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "static", "glyphs", "paths.json"))
	require.NoError(t, err)
	icons := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\S+ icon (\S+)$`).FindAllStringSubmatch(list, -1) {
		require.NotContains(t, icons, m[1], "an icon that two glyphs have")
		icons[m[1]] = "M0 0z"
	}
	glyphs, err := draw(list, icons)
	require.NoError(t, err)
	var kept map[string]any
	require.NoError(t, json.Unmarshal(raw, &kept))
	require.Len(t, kept, len(glyphs))
	for _, g := range glyphs {
		switch {
		case g.over != nil:
			require.Equal(t, []any{g.over[0], g.over[1]}, kept[g.name], g.name)
		case g.path != "m0 0z":
			require.Equal(t, g.path, kept[g.name], "%s is drawn otherwise", g.name)
		default:
			require.NotEmpty(t, kept[g.name], g.name)
		}
	}
}

func TestPathsAreRoundedWhereTheyLie(t *testing.T) {
	for d, want := range map[string]string{
		"M10.4 10.4l.4.4.4.4z":                 "m10 10l1 1 0 0z",
		"M0 0h1.6h1.6v-1.2":                    "m0 0h2 1v-1",
		"m1,2 3,4":                             "m1 2l3 4",
		"M5.2 5A3.6 3.6 0 1110 10":             "m5 5a4 4 0 1 1 5 5",
		"M1 1c.5.5 1 1 1.4 1.4s1 1 1.4 1.4":    "m1 1c1 1 1 1 1 1s1 1 2 2",
		"M100 100zl10.6 0":                     "m100 100zl11 0",
		"M10.6 0L20.2 0H30.4V5.5Q1 1 2 2T3 3z": "m11 0l9 0h10v6q-29-5-28-4t1 1z",
	} {
		got, err := rounded(d)
		require.NoError(t, err, d)
		require.Equal(t, want, got, d)
	}
	for _, d := range []string{"M1", "X1 1", "M1 1l", "M1 1 é"} {
		_, err := rounded(d)
		require.Error(t, err, d)
	}
}

func TestAWrongListSaysWhere(t *testing.T) {
	for line, says := range map[string]string{
		"melee":                      "line 2: \"melee\" names no drawing",
		"melee icon gone":            "no icon \"gone\"",
		"a path M0 0z\na path M1 1z": "line 3: a is named twice",
		"a over b c":                 "two glyphs that stand above it",
		"a photo b":                  "is not icon, path or over",
	} {
		_, err := draw("# a list\n"+line, nil)
		require.ErrorContains(t, err, says)
	}
}
