package tally_test

import (
	"os"
	"path/filepath"
	"testing"

	"astragal/engine"
	"astragal/engine/scenario"
	"astragal/engine/tally"

	"github.com/stretchr/testify/require"
)

func open(h engine.Header) (engine.Rulebook, error) { return tally.Open(h) }

func run(t *testing.T, path string) scenario.Report {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	script, err := scenario.Parse(file)
	require.NoError(t, err)
	report, err := script.Run(open)
	require.NoError(t, err)
	return report
}

func TestEveryReportComesOutAsItSays(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	cited := map[string]int{}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for rule, n := range run(t, path).Cited {
				cited[rule] += n
			}
		})
	}
	for _, rule := range tally.Rules() {
		require.Positive(t, cited[rule.ID], "no report tells of %s", rule.ID)
		delete(cited, rule.ID)
	}
	require.Empty(t, cited, "cited rules that are in no list")
}
