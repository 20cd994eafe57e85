package main

import (
	"encoding/json"
	"strings"
	"testing"

	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

func TestCompareOneRoll(t *testing.T) {
	args := []string{"count", "--compare", "--roll", "magic", "--dice", "goblin_cutthroat,goblin_trickster", "--throw", "id,magic", "--terrain", "flatland_city", "--face", "1"}
	got := astragal(t, args...)
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, "Dragon Dice 4.01d: 3 magic")
	require.Contains(t, got.out, "Dragon Dice 4 Starter Rules: not counted, it doesn't know\n    Cutthroat: of races it knows treefolk, firewalker")
	require.Contains(t, got.out, `not counted yet, it asks: Roll: of which colours are 2 points of IDs (Goblin)? (answer with --answer "1996: …")`)

	// An answer may be for one edition only. An edition that asks no such question ignores it.
	got = astragal(t, append(args, "--answer", "1996: allots: 0 2", "--answer", "3.04a: allots: 2", "--format", "json")...)
	require.Equal(t, statusOK, got.status, got.errs)
	var out dragondice.Comparison
	require.NoError(t, json.Unmarshal([]byte(got.out), &out))
	results := map[string]string{}
	for _, e := range out.Editions {
		results[e.Edition] = e.Result
	}
	require.Equal(t, map[string]string{"starter": "", "4.01d": "3 magic", "3.04a": "5 magic", "1996": "5 magic"}, results)
	require.NotEmpty(t, out.Why)
}

func TestWrongUsageOfCompare(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"an edition": {[]string{"--edition", "1996", "--roll", "melee", "--dice", "dwarf_footman", "--throw", "id"}, "leave --edition out"},
		"no dice":    {[]string{"--roll", "melee"}, "no dice to count"},
		"a face":     {[]string{"--roll", "melee", "--dice", "dwarf_footman", "--throw", "7*melee"}, `has no face "7 melee"`},
		"too few":    {[]string{"--roll", "melee", "--dice", "dwarf_footman,dwarf_footman", "--throw", "melee"}, "is missing"},
		"an answer":  {[]string{"--roll", "melee", "--dice", "dwarf_footman", "--throw", "melee", "--answer", "1996: sings"}, "write \"rolls: melee\""},
	} {
		t.Run(name, func(t *testing.T) {
			got := astragal(t, append([]string{"count", "--compare"}, c.args...)...)
			require.Equal(t, statusUsage, got.status, got.errs)
			require.Contains(t, got.errs, c.says)
			require.LessOrEqual(t, strings.Count(got.errs, "\n"), 1, got.errs)
		})
	}
}
