package dragondice

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"astragal/engine"
	"astragal/engine/scenario"
	"astragal/models/catalog"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tried opens games of "3.04a" with the steps of 4.01d and the third edition's spells.
func tried(t *testing.T) func(engine.Header) (engine.Rulebook, error) {
	t.Helper()
	dice, err := catalog.DragonDice()
	require.NoError(t, err)
	raw, err := json.Marshal(dice)
	require.NoError(t, err)
	kinds, err := ParseKinds(raw)
	require.NoError(t, err)
	return func(h engine.Header) (engine.Rulebook, error) {
		settings := map[string]json.RawMessage{}
		if err := json.Unmarshal(h.Settings, &settings); err != nil {
			return nil, err
		}
		var off []string
		if raw := settings["off"]; raw != nil {
			if err := json.Unmarshal(raw, &off); err != nil {
				return nil, err
			}
			delete(settings, "off")
		}
		h.Rulebook = "4.01d"
		var err error
		if h.Settings, err = json.Marshal(settings); err != nil {
			return nil, err
		}
		if h, err = Prepare(h, kinds); err != nil {
			return nil, err
		}
		b, err := Open(h)
		if err != nil {
			return nil, err
		}
		b.edition.Spells = slices.DeleteFunc(spells304a(), func(s Spell) bool { return slices.Contains(off, s.ID) })
		return b, nil
	}
}

// TestSpellsOfTheThirdEdition sees that each has a report that fails without it.
func TestSpellsOfTheThirdEdition(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "3.04a", "*.txt"))
	require.NoError(t, err)
	open := tried(t)
	told := map[string]bool{}
	for _, path := range paths {
		text, err := os.Open(path)
		require.NoError(t, err)
		script, err := scenario.Parse(text)
		text.Close()
		require.NoError(t, err, path)
		report, err := script.Run(open)
		if !assert.NoError(t, err, path) {
			continue
		}
		for _, s := range spells304a() {
			if report.Cited[s.ID] == 0 || told[s.ID] {
				continue
			}
			off, err := script.With("off", []string{s.ID})
			require.NoError(t, err)
			_, err = off.Run(open)
			told[s.ID] = err != nil
		}
	}
	for _, s := range spells304a() {
		assert.True(t, told[s.ID], "no report fails without %s", s.ID)
	}
	assert.Len(t, spells304a(), 47)
}
