package veradiscordia_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"astragal/engine"
	"astragal/engine/scenario"
	"astragal/engine/veradiscordia"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func open(h engine.Header) (engine.Rulebook, error) { return veradiscordia.Open(h) }

func read(t *testing.T, path string) *scenario.Script {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	script, err := scenario.Parse(file)
	require.NoError(t, err, path)
	return script
}

func reports(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	return paths
}

// tellers runs all reports, and returns for each rule the reports that cite it.
func tellers(t *testing.T) map[string][]string {
	t.Helper()
	by := map[string][]string{}
	for _, path := range reports(t) {
		report, err := read(t, path).Run(open)
		require.NoError(t, err, path)
		for rule := range report.Cited {
			by[rule] = append(by[rule], path)
		}
	}
	return by
}

func TestEveryReportComesOutAsItSays(t *testing.T) {
	for _, path := range reports(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			_, err := read(t, path).Run(open)
			require.NoError(t, err)
		})
	}
}

func TestEveryRuleIsToldOf(t *testing.T) {
	by := tellers(t)
	var missing []string
	for _, item := range veradiscordia.Items() {
		if len(by[item.ID]) == 0 {
			missing = append(missing, item.ID)
		}
		delete(by, item.ID)
	}
	require.Empty(t, missing, "rules that no report tells of")
	require.Empty(t, by, "cited rules that are in no list")
}

// without plays a report at a table that does without a rule. If deaf is true, facts aren't compared, only questions,
// states and outcomes.
func without(t *testing.T, path, id string, deaf bool) error {
	t.Helper()
	script := read(t, path)
	if deaf {
		script.Steps = slices.DeleteFunc(script.Steps, func(s scenario.Step) bool { return s.Verb == scenario.Told || s.Verb == scenario.Line })
	}
	settings := map[string]json.RawMessage{}
	if len(script.Header.Settings) > 0 {
		require.NoError(t, json.Unmarshal(script.Header.Settings, &settings))
	}
	off, err := json.Marshal([]string{id})
	require.NoError(t, err)
	settings["without"] = off
	script.Header.Settings, err = json.Marshal(settings)
	require.NoError(t, err)
	report, err := script.Run(open)
	require.NotErrorIs(t, err, engine.ErrRules, "%s without %s", path, id)
	assert.Zero(t, report.Cited[id], "%s cites %s, which is switched off", path, id)
	return err
}

func TestEveryRuleThatIsSwitchedOffFailsAReport(t *testing.T) {
	by := tellers(t)
	var idle []string
	for _, item := range veradiscordia.Items() {
		if !slices.ContainsFunc(by[item.ID], func(path string) bool { return without(t, path, item.ID, false) != nil }) {
			idle = append(idle, item.ID)
		}
	}
	require.Empty(t, idle, "rules that no report needs")
}

// A rule that is switched off must change more than what is told, unless telling is all that the rule does.
func TestARuleIsMoreThanWords(t *testing.T) {
	words := map[string]string{
		"vera.setup.terrain":      "the cards are shuffled and laid by hand",
		"vera.setup.explore":      "players look at cards that the program never sees",
		"vera.maneuver.nothing":   "nothing happens",
		"vera.attack.none":        "nothing happens",
		"vera.attack.no-reaction": "nothing happens",
		"vera.damage.recovers":    "the die comes back because decimation is gone",
		"vera.check.natural-one":  "no modifier of a base game makes a 1 succeed",
		"vera.terrain.plains":     "nothing happens",
		"vera.general.redundant":  "an ability is there or not, never twice",
	}
	by := tellers(t)
	for _, item := range veradiscordia.Items() {
		changes := slices.ContainsFunc(by[item.ID], func(path string) bool { return without(t, path, item.ID, true) != nil })
		_, only := words[item.ID]
		require.NotEqual(t, only, changes, item.ID)
	}
}

func TestItems(t *testing.T) {
	items := veradiscordia.Items()
	require.GreaterOrEqual(t, len(items), 90)
	seen := map[string]bool{}
	for _, item := range items {
		require.False(t, seen[item.ID], item.ID)
		seen[item.ID] = true
		require.NotEmpty(t, item.Name, item.ID)
		require.NotEmpty(t, item.Section, item.ID)
		require.Equal(t, item.Uncertain, len(item.Choices) >= 2, item.ID)
	}
}
