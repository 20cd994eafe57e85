package dragondice_test

import (
	"encoding/json"
	"testing"

	"astragal/engine"
	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// faceOf finds the face of a kind that shows an icon so many times.
func faceOf(t *testing.T, kind, icon string, count int) engine.Thrown {
	t.Helper()
	for _, k := range kinds(t) {
		if k.ID != kind {
			continue
		}
		for i, f := range k.Faces {
			if f.Icon == icon && max(f.Count, 1) == count {
				return engine.Thrown{Kind: kind, Shape: k.Shape, Face: &i, Icon: f.Icon, Count: f.Count, Value: f.Value, How: engine.Typed}
			}
		}
	}
	t.Fatalf("%s has no face %d × %s", kind, count, icon)
	return engine.Thrown{}
}

// named gives dice the ids that a counted roll has, in its order.
func named(ids []string, dice ...engine.Thrown) []engine.Thrown {
	for i := range dice {
		dice[i].ID = ids[i]
	}
	return dice
}

// counted returns the header of a roll that is counted without a game.
func counted(t *testing.T, c dragondice.CountSettings) (engine.Header, error) {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"count": c})
	require.NoError(t, err)
	return dragondice.Prepare(engine.Header{Format: engine.Format, Rulebook: "compare", Players: []engine.Player{{Name: "Roll"}}, Settings: raw}, kinds(t))
}

func compare(t *testing.T, c dragondice.CountSettings, answers dragondice.Answers, thrown ...engine.Thrown) (dragondice.Comparison, map[string]dragondice.Compared) {
	t.Helper()
	h, err := counted(t, c)
	require.NoError(t, err)
	out, err := dragondice.Compare(h, thrown, answers)
	require.NoError(t, err)
	byID := map[string]dragondice.Compared{}
	for _, e := range out.Editions {
		byID[e.Edition] = e
	}
	return out, byID
}

// A dwarf's maneuvers at a captured highland: the Revised rules double them twice, other editions once
// or not at all.
func TestOneRollUnderEveryEdition(t *testing.T) {
	c := dragondice.CountSettings{Roll: "maneuver", Dice: []string{"dwarf_lizard_rider", "dwarf_sergeant"}, Terrain: "highland_city", Face: 8, Holder: true}
	out, by := compare(t, c, nil, named([]string{"roll-lizard_rider-1", "roll-sergeant-1"},
		faceOf(t, "dwarf_lizard_rider", "maneuver", 3), faceOf(t, "dwarf_sergeant", "id", 1))...)
	require.Len(t, out.Editions, len(dragondice.Editions()))
	require.Equal(t, "20 maneuver", by["1996"].Result)
	require.Equal(t, "7 maneuver", by["4.01d"].Result, "IDs alone are doubled")
	require.Empty(t, by["starter"].Result)
	require.Contains(t, by["starter"].Unknown[0], "Lizard Rider: of races it knows treefolk, firewalker")
	require.NotEmpty(t, out.Why)
	// The rows of an edition add up to its result.
	for i, e := range out.Editions {
		sum := 0
		for _, row := range out.Rows {
			sum += row.Cells[i].By
		}
		for _, f := range e.Facts {
			if f.Kind == engine.FactResult {
				require.Equal(t, *f.Value, sum, e.Edition)
			}
		}
	}
	row := out.Rows[0]
	require.Equal(t, "icon/maneuver", row.Rule)
	require.False(t, row.Differs)
}

func TestComparedDiceThatAreNotKnown(t *testing.T) {
	_, by := compare(t, dragondice.CountSettings{Roll: "save", Dice: []string{"coral_elf_tako"}}, nil, named([]string{"roll-tako-1"}, faceOf(t, "coral_elf_tako", "save", 1))...)
	require.Contains(t, by["1996"].Unknown[0], "Kicker Packs")
	require.True(t, by["4.01d"].Counted())
	_, by = compare(t, dragondice.CountSettings{Roll: "melee", Dice: []string{"dwarf_footman"}, Terrain: "wasteland_city", Face: 5}, nil, named([]string{"roll-footman-1"}, faceOf(t, "dwarf_footman", "melee", 2))...)
	require.Contains(t, by["1996"].Unknown[0], "Wasteland City: of terrains it knows coastland")
	require.Equal(t, "2 melee", by["4.01d"].Result)
	// One spell has a name that another edition writes differently. The other is in some editions
	// only.
	_, by = compare(t, dragondice.CountSettings{Roll: "save", Dice: []string{"dwarf_footman"}, Spells: []string{"stone_skin 2"}}, nil, named([]string{"roll-footman-1"}, faceOf(t, "dwarf_footman", "save", 1))...)
	require.Equal(t, "3 save", by["1996"].Result)
	require.Equal(t, "3 save", by["4.01d"].Result)
	_, by = compare(t, dragondice.CountSettings{Roll: "save", Dice: []string{"dwarf_footman"}, Spells: []string{"wall_of_ice"}}, nil, named([]string{"roll-footman-1"}, faceOf(t, "dwarf_footman", "save", 1))...)
	require.Equal(t, "4 save", by["1996"].Result)
	require.Contains(t, by["4.01d"].Unknown[0], "the spell wall of ice")
	// Only the Revised rules have charges.
	_, by = compare(t, dragondice.CountSettings{Roll: "charge", Dice: []string{"dwarf_mammoth_rider"}, Terrain: "highland_city", Face: 6}, nil, named([]string{"roll-mammoth_rider-1"}, faceOf(t, "dwarf_mammoth_rider", "trample", 3))...)
	require.Equal(t, "3 melee, 6 maneuver: 9 damage", by["1996"].Result)
	require.Contains(t, by["3.04a"].Unknown[0], "charge")
}

// If an edition asks something about the roll, the roll waits there. The other editions count it.
func TestComparedRollThatAsks(t *testing.T) {
	c := dragondice.CountSettings{Roll: "melee", Dice: []string{"goblin_leopard_rider"}}
	thrown := named([]string{"roll-leopard_rider-1"}, faceOf(t, "goblin_leopard_rider", "rend", 3))
	_, by := compare(t, c, nil, thrown...)
	require.NotNil(t, by["1996"].Asks)
	require.False(t, by["1996"].Counted())
	again := faceOf(t, "goblin_leopard_rider", "melee", 4)
	again.ID = "roll-leopard_rider-1"
	_, by = compare(t, c, func(_ string, q engine.Question) []engine.Answer {
		return []engine.Answer{{Chosen: []string{"nonsense"}}, {Dice: []engine.Thrown{again}}}
	}, thrown...)
	require.Nil(t, by["1996"].Asks)
	require.Equal(t, "7 melee", by["1996"].Result)
	// If the throw isn't what the roll asks for, there is no comparison
	h, err := counted(t, c)
	require.NoError(t, err)
	_, err = dragondice.Compare(h, thrown[:0], nil)
	require.ErrorContains(t, err, "compare: by")
	_, err = counted(t, dragondice.CountSettings{Roll: "tea", Dice: []string{"dwarf_footman"}})
	require.ErrorContains(t, err, `"tea"`)
}
