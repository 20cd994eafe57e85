package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/engine/library"
	"astragal/engine/oneroll"
	"astragal/engine/scenario"
)

func TestWrongUsageOfRules(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"rules without an edition":    {[]string{"rules", "list"}, statusUsage, "needs --edition: starter"},
		"rules of an unknown edition": {[]string{"rules", "list", "--edition", "5.0"}, statusUsage, `no rulebook "5.0"`},
		"rules in an unknown format":  {[]string{"rules", "list", "--edition", "starter", "--format", "xml"}, statusUsage, "table or json"},
		"play without a script":       {[]string{"play"}, statusUsage, "--script FILE"},
		"play a script that's gone":   {[]string{"play", "--script", filepath.Join(dir, "gone.txt")}, statusUsage, "gone.txt"},
		"play a script with a typo":   {[]string{"play", "--script", put("typo.txt", "game: starter\nplayer: Ann\nplayer: Bob\nAnn rols: melee\n")}, statusUsage, "line 4"},
		"play what goes another way": {[]string{"play", "--script", put("other.txt",
			"game: starter\nplayer: Ann\nplayer: Bob\nposition: frontier: swampland_temple at 2\nposition: Ann at frontier: oak\nposition: Bob at frontier: oak\nposition: phase: first-march\nasks Bob: your move?\n")}, statusFailed, "line 8: that is not asked"},
		"play a game not known":                 {[]string{"play", "--script", put("chess.txt", "game: chess\nplayer: Ann\n")}, statusFailed, `no rulebook "chess"`},
		"count without an edition":              {[]string{"count", "--roll", "melee"}, statusUsage, "--edition"},
		"count an unknown roll":                 {[]string{"count", "--edition", "starter", "--roll", "tea", "--dice", "oak", "--throw", "melee"}, statusUsage, `"tea"`},
		"count a face that isn't":               {[]string{"count", "--edition", "starter", "--roll", "melee", "--dice", "oak", "--throw", "7*melee"}, statusUsage, `has no face "7 melee"`},
		"count a die too few":                   {[]string{"count", "--edition", "starter", "--roll", "melee", "--dice", "oak,oak", "--throw", "2*melee"}, statusUsage, "is missing"},
		"count a die not known":                 {[]string{"count", "--edition", "starter", "--roll", "melee", "--dice", "coral_elf_knight", "--throw", "id"}, statusUsage, "doesn't know"},
		"count a terrain held at another face":  {[]string{"count", "--edition", "3.04a", "--roll", "melee", "--dice", "oak", "--throw", "2*melee", "--terrain", "flatland_city", "--face", "6", "--holder"}, statusUsage, "only while the eighth face is up, and 6 is up"},
		"count a terrain held that isn't named": {[]string{"count", "--edition", "3.04a", "--roll", "melee", "--dice", "oak", "--throw", "2*melee", "--holder"}, statusUsage, "no terrain is named"},
		"count with more to ask":                {[]string{"count", "--edition", "starter", "--roll", "melee", "--dice", "strangle_vine", "--throw", "rend"}, statusUsage, "roll Strangle Vine again"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := astragal(t, c.args...)
			require.Equal(t, c.status, got.status, got.errs)
			require.Contains(t, got.errs, c.says)
			require.LessOrEqual(t, strings.Count(got.errs, "\n"), 1, "one line: %s", got.errs)
		})
	}
}

func TestCountOneRoll(t *testing.T) {
	got := astragal(t, "count", "--edition", "starter", "--roll", "melee", "--dice", "oak,strangle_vine", "--throw", "2*melee,rend",
		"--answer", "rolls: melee", "--format", "json")
	require.Equal(t, statusOK, got.status, got.errs)
	var out oneroll.Counted
	require.NoError(t, json.Unmarshal([]byte(got.out), &out))
	require.Equal(t, "10 melee", out.Result)
	require.Len(t, out.Results, 1)
	require.NotEmpty(t, out.Results[0].Lines)
}

// One flag is one answer. An order, a split and a pick of several options are lists with commas.
func TestAnAnswerToCountMayHaveCommas(t *testing.T) {
	args := []string{"count", "--edition", "3.04a", "--roll", "save", "--against", "melee", "--dice", "coral_elf_herald,coral_elf_trooper",
		"--throw", "3*maneuver,2*save", "--terrain", "coastland_city", "--face", "6", "--spell", "palsy,wall_of_fog"}
	for _, answer := range []string{"allots: 1, 0", "allots: 1 0"} {
		got := astragal(t, append(args, "--answer", answer)...)
		require.Equal(t, statusOK, got.status, got.errs)
		require.Contains(t, got.out, "3 save")
	}
	order := []string{"count", "--edition", "3.04a", "--roll", "melee", "--dice", "behemoth,redwood,feral_elephant_folk", "--throw", "charge,trample,trumpet"}
	got := astragal(t, order...)
	require.Equal(t, statusUsage, got.status)
	require.Contains(t, got.errs, `Answer with --answer 'chooses: charge 1, trumpet 2'`)
	got = astragal(t, append(order, "--answer", "chooses: trumpet 2, charge 1")...)
	require.Equal(t, statusOK, got.status, got.errs)
}

func TestErrorsOfCountSpeakOfTheCommand(t *testing.T) {
	args := []string{"count", "--edition", "starter", "--roll", "melee", "--dice", "oak,strangle_vine", "--throw", "2*melee,rend"}
	for answer, says := range map[string]string{
		"rolls: 9*melee":  `--answer "rolls: 9*melee": the die`,
		"chooses: rend":   `it wants dice`,
		"sings: la":       `--answer "sings: la" is none`,
		"rolls: melee, x": `--answer`,
	} {
		got := astragal(t, append(args, "--answer", answer)...)
		require.Equal(t, statusUsage, got.status, got.errs)
		require.Contains(t, got.errs, says)
		require.NotContains(t, got.errs, "report")
	}
	got := astragal(t, append(args, "--answer", "rolls: melee", "--answer", "rolls: melee")...)
	require.Contains(t, got.errs, "nothing is asked any more")
}

func TestPlayAReport(t *testing.T) {
	got := astragal(t, "play", "--script", "../../engine/dragondice/testdata/starter/sai-smite.txt", "--format", "json")
	require.Equal(t, statusOK, got.status, got.errs)
	var out scenario.Played
	require.NoError(t, json.Unmarshal([]byte(got.out), &out))
	require.True(t, out.Passed)
	require.Positive(t, out.Cited["sai/smite"])
	require.NotNil(t, out.State)
}

// For every item of every edition there is a report that shows it and that can be played.
func TestRulesListNamesReports(t *testing.T) {
	for _, edition := range library.Editions() {
		got := astragal(t, "rules", "list", "--edition", edition, "--format", "json")
		require.Equal(t, statusOK, got.status, got.errs)
		var items []struct {
			ID, Name, Kind, Page string
			Scenarios            []string
		}
		require.NoError(t, json.Unmarshal([]byte(got.out), &items))
		require.NotEmpty(t, items)
		for _, i := range items {
			require.NotEmpty(t, i.Name, i.ID)
			require.NotEmpty(t, i.Page, i.ID)
			require.NotEmpty(t, i.Scenarios, i.ID)
			_, err := os.Stat(filepath.Join("../..", i.Scenarios[0]))
			require.NoError(t, err)
		}
	}
}
