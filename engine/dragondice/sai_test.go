package dragondice_test

import (
	"slices"
	"testing"

	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// Each special icon on a die that an edition knows has a row. Each row has its icon on a die.
func TestEverySpecialIconHasARow(t *testing.T) {
	plain := []string{"id", "melee", "missile", "magic", "maneuver", "save"}
	for edition, count := range map[string]int{"starter": 25, "4.01d": 80, "3.04a": 74} {
		e, err := dragondice.Find(edition)
		require.NoError(t, err)
		rows := map[string]bool{}
		for _, s := range e.SAIs {
			require.False(t, rows[s.Icon], "%s: two rows for %s", edition, s.Icon)
			require.Equal(t, "sai/"+s.Icon, s.ID)
			require.NotEmpty(t, s.Page, s.ID)
			rows[s.Icon] = true
		}
		require.Len(t, rows, count, edition)
		met := map[string]bool{}
		for _, k := range kinds(t) {
			if k.Kind == "drake" || k.Kind == "wyrm" || k.Kind == "major_terrain" || k.Kind == "minor_terrain" || k.Kind == "royalty" || !e.Knows(&k) {
				continue
			}
			if edition == "starter" && k.Race != "treefolk" && k.Race != "firewalker" {
				continue
			}
			for _, f := range k.Faces {
				icon := f.Icon
				if f.SAI != "" {
					icon = f.SAI
				}
				if slices.Contains(plain, icon) {
					continue
				}
				require.True(t, rows[icon], "%s: %s shows %s, which has no row", edition, k.ID, icon)
				met[icon] = true
			}
		}
		for icon := range rows {
			require.True(t, met[icon], "%s: no die shows %s", edition, icon)
		}
	}
}

// A mode says which rolls it is for, and does something in them. A row without modes works outside of
// rolls.
func TestModesDoSomething(t *testing.T) {
	for _, e := range dragondice.Editions() {
		for _, s := range e.SAIs {
			require.True(t, len(s.Modes) > 0 || s.Dispels != nil || s.Dying != nil, "%s: %s does nothing", e.ID, s.ID)
			for i, m := range s.Modes {
				require.NotEmpty(t, m.On, "%s: %s, mode %d", e.ID, s.ID, i)
				require.True(t, len(m.Gives) > 0 || m.Again || m.Early != nil || m.Do != nil || m.Late != nil, "%s: %s, mode %d", e.ID, s.ID, i)
			}
		}
	}
}
