package dragondice_test

import (
	"testing"

	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// dwarves returns a legal force of 24 points by the Revised rules.
func dwarves() dragondice.Force {
	return dragondice.Force{
		Home:     []string{"2 dwarf_warlord", "3 dwarf_sergeant"},
		Campaign: []string{"3 dwarf_footman", "dwarf_wizard"},
		Horde:    []string{"2 dwarf_mammoth_rider"},
		Pool:     []string{"dragon_red_drake"},
		Terrain:  "terrain_highland_city", Frontier: "terrain_swampland_temple",
	}
}

func TestForcesOfTheRevisedRules(t *testing.T) {
	e, err := dragondice.Find("1996")
	require.NoError(t, err)
	for size, dragons := range map[int]int{23: 1, 24: 1, 25: 2, 35: 2, 49: 2, 50: 3} {
		require.Equal(t, dragons, e.DragonsOf(size), "a force of %d", size)
	}
	require.Contains(t, e.Refuses(), "Of races it knows coral elf, dwarf, goblin, lava elf.")
	require.Contains(t, e.Refuses(), "It knows no minor terrains.")
	for name, c := range map[string]struct {
		change func(*dragondice.Force)
		says   string
	}{
		"as it is":  {func(*dragondice.Force) {}, ""},
		"no dragon": {func(f *dragondice.Force) { f.Pool = nil }, "it has 24 points, the game is of 24, and for dragons that it doesn't bring it loses 3: it has 21 to spend"},
		"no dragon, three fewer": {func(f *dragondice.Force) {
			f.Pool, f.Horde, f.Home = nil, []string{"dwarf_mammoth_rider"}, []string{"dwarf_warlord", "3 dwarf_sergeant"}
		}, "it has 18 points"},
		"no dragon, half of 21":   {func(f *dragondice.Force) { f.Pool, f.Horde = nil, []string{"dwarf_mammoth_rider"} }, "its home army has 12 points, more than half of 21"},
		"no dragon, as it may be": {func(f *dragondice.Force) { f.Pool, f.Home = nil, []string{"dwarf_warlord", "3 dwarf_sergeant"} }, ""},
		"a dragon too many":       {func(f *dragondice.Force) { f.Pool = []string{"2 dragon_red_drake"} }, "it brings 2 dragons, a force of 24 brings 1"},
		"a dragon of two colors":  {func(f *dragondice.Force) { f.Pool = []string{"dragon_blue_green_drake"} }, "of dragons it knows elemental ones"},
		"a monster":               {func(f *dragondice.Force) { f.Horde = []string{"dwarf_roc", "2 dwarf_footman"} }, "Kicker Packs"},
		"another race":            {func(f *dragondice.Force) { f.Horde = []string{"6 undead_zombie"} }, "of races it knows coral elf, dwarf, goblin, lava elf"},
		"an item":                 {func(f *dragondice.Force) { f.Campaign = append(f.Campaign, "item_fire_blade_golem") }, "it has no rules for such items"},
		"another terrain":         {func(f *dragondice.Force) { f.Terrain = "terrain_feyland_city" }, "of terrains it knows coastland"},
		"another eighth face":     {func(f *dragondice.Force) { f.Frontier = "terrain_highland_grove" }, "of eighth faces it knows city"},
		"a minor terrain":         {func(f *dragondice.Force) { f.Pool = append(f.Pool, "minor_deadland_bridge") }, "it has no rules for minor terrains"},
	} {
		t.Run(name, func(t *testing.T) {
			f := dwarves()
			c.change(&f)
			_, err := begin(t, "1996", two, dragondice.Settings{Size: 24, Forces: []dragondice.Force{f, dwarves()}})
			if c.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.says)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}
