package dragondice_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"astragal/engine/dragondice"
	"astragal/engine/scenario"

	"github.com/stretchr/testify/require"
)

// reports returns the scenarios of an edition, by file.
func reports(t *testing.T, edition string) map[string]*scenario.Script {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", edition, "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	out := map[string]*scenario.Script{}
	for _, path := range paths {
		file, err := os.Open(path)
		require.NoError(t, err)
		script, err := scenario.Parse(file)
		file.Close()
		require.NoError(t, err, path)
		out[path] = script
	}
	return out
}

// TestEveryItemHasAReport runs every report. Each rule item must be cited by a report that
// fails once the item is switched off.
func TestEveryItemHasAReport(t *testing.T) {
	for _, edition := range dragondice.Editions() {
		id := edition.ID
		t.Run(id, func(t *testing.T) {
			cites := map[string][]string{}
			scripts := reports(t, id)
			for path, script := range scripts {
				report, err := script.Run(open)
				if err != nil {
					t.Errorf("%s: %v", path, err)
					continue
				}
				for rule := range report.Cited {
					cites[rule] = append(cites[rule], path)
				}
			}
			var bare []string
			known := map[string]bool{}
			for _, item := range edition.Items() {
				require.False(t, known[item.ID], "the item %s is there twice", item.ID)
				known[item.ID] = true
				if !told(t, cites[item.ID], scripts, item.ID) {
					bare = append(bare, item.ID)
				}
			}
			for rule := range cites {
				require.True(t, known[rule], "cited, but in no table: %s", rule)
			}
			if len(bare) > 0 {
				t.Errorf("%d of %d items have no report that fails without them: %v", len(bare), len(known), bare)
			}
		})
	}
}

// without returns a report with one rule item switched off.
func without(t *testing.T, s scenario.Script, item string) *scenario.Script {
	t.Helper()
	settings := map[string]any{}
	if len(s.Header.Settings) > 0 {
		require.NoError(t, json.Unmarshal(s.Header.Settings, &settings))
	}
	settings["off"] = []string{item}
	raw, err := json.Marshal(settings)
	require.NoError(t, err)
	s.Header.Settings = raw
	return &s
}

// told reports whether one of the reports fails with the item switched off.
func told(t *testing.T, paths []string, scripts map[string]*scenario.Script, item string) bool {
	t.Helper()
	for _, path := range paths {
		off := without(t, *scripts[path], item)
		if _, err := off.Run(open); err != nil {
			return true
		}
	}
	return false
}
