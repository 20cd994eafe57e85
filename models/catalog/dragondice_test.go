package catalog_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"astragal/models"
	"astragal/models/catalog"

	"github.com/stretchr/testify/require"
)

func dragonDice(t testing.TB) []models.Die {
	t.Helper()
	dice, err := catalog.DragonDice()
	require.NoError(t, err)
	return dice
}

func count(dice []models.Die, is func(models.Die) bool) int {
	n := 0
	for _, d := range dice {
		if is(d) {
			n++
		}
	}
	return n
}

func TestEveryDragonDieIsThere(t *testing.T) {
	dice := dragonDice(t)
	require.Len(t, dice, 667)
	kinds := map[string]int{
		"unit": 381, "dragonkin": 60, "equipment": 75, "artifact": 25, "medallion": 3, "relic": 2, "royalty": 1,
		"drake": 22, "wyrm": 22, "major_terrain": 48, "minor_terrain": 28,
	}
	for kind, n := range kinds {
		require.Equal(t, n, count(dice, func(d models.Die) bool { return d.Kind == kind }), kind)
	}
	for grade, n := range map[string]int{"high": 587, "medium": 17, "low": 63} {
		require.Equal(t, n, count(dice, func(d models.Die) bool { return d.Confidence == grade }), grade)
	}
	for _, race := range []string{"amazon", "coral_elf", "dwarf", "feral", "firewalker", "frostwing", "goblin", "lava_elf", "scalder", "swamp_stalker", "treefolk", "undead"} {
		require.Len(t, catalog.OfRace(dice, race), 20, race)
	}
	require.Len(t, catalog.OfRace(dice, "eldarim"), 78)
	require.Len(t, catalog.OfRace(dice, "dracolem"), 60)
	for _, d := range dice {
		require.NotEmpty(t, d.Name, d.ID)
		require.NotEmpty(t, d.Sources, d.ID)
	}
}

// The file has the form that --dice takes: reading and writing it again gives the same.
func TestDragonDiceAreInTheOneFormat(t *testing.T) {
	dice := dragonDice(t)
	sources, err := catalog.Sources()
	require.NoError(t, err)
	raw, err := json.Marshal(models.Dice{Dice: dice, Sources: sources})
	require.NoError(t, err)
	again, err := models.ParseDice(raw)
	require.NoError(t, err)
	require.Equal(t, dice, again)
}

func TestShapesAndSizes(t *testing.T) {
	shapes := map[string]string{"monster": "d10", "artifact": "d10", "dragon": "d12", "major_terrain": "d8", "minor_terrain": "d8", "medallion": "d4"}
	mm := map[string]float64{"small": 16, "medium": 18, "large": 20, "champion": 22, "minor_terrain": 18}
	equipment := map[string]float64{"small": 18, "medium": 20, "large": 22}
	for _, d := range dragonDice(t) {
		want, special := shapes[d.Size]
		if !special {
			want = "d6"
		}
		sizes := mm
		if d.Kind == "equipment" {
			want, sizes = "d4", equipment
		}
		require.Equal(t, want, d.Shape, d.ID)
		if size, stated := sizes[d.Size]; stated {
			if d.SizeMM != nil { // the books' sizes. If they give none, the size isn't known.
				require.InDelta(t, size, *d.SizeMM, 0, d.ID)
			}
		} else {
			require.Nil(t, d.SizeMM, d.ID)
		}
	}
}

func TestOneIDWorthTheHealth(t *testing.T) {
	for _, d := range dragonDice(t) {
		ids := 0
		for _, f := range d.Faces {
			require.Equal(t, f.Icon == "id", f.ID, d.ID)
			if f.ID {
				ids++
			}
			if f.ID && d.Health != nil {
				require.Equal(t, *d.Health, *f.Results, d.ID)
			}
		}
		if slices.Contains([]string{"unit", "dragonkin", "artifact", "minor_terrain"}, d.Kind) {
			require.Equal(t, 1, ids, d.ID)
		} else {
			require.Zero(t, ids, d.ID)
		}
	}
}

// The icons of a six-sider without its ID add up to 6, 12 or 16, by size, those of a Dragonkin to 5, 10 or 15. Both
// listings have two exceptions.
func TestIconsAddUp(t *testing.T) {
	unit := map[string]int{"small": 6, "medium": 12, "large": 16}
	kin := map[string]int{"small": 5, "medium": 10, "large": 15}
	var odd []string
	for _, d := range dragonDice(t) {
		sums := unit
		if d.Kind == "dragonkin" {
			sums = kin
		}
		want, has := sums[d.Size]
		if d.Kind != "unit" && d.Kind != "dragonkin" || !has {
			continue
		}
		sum := 0
		for _, f := range d.Faces {
			if !f.ID {
				sum += *f.Results
			}
		}
		if sum != want {
			odd = append(odd, d.ID)
			require.Equal(t, 15, sum, d.ID)
			require.Equal(t, "medium", d.Confidence, d.ID)
		}
	}
	require.ElementsMatch(t, []string{"lava_elf_conqueror", "feral_wolf_folk"}, odd)
}

func TestTerrainsAndDragons(t *testing.T) {
	for _, d := range dragonDice(t) {
		switch d.Kind {
		case "major_terrain":
			var numbers []int
			for _, f := range d.Faces {
				numbers = append(numbers, *f.Value)
			}
			require.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8}, numbers, d.ID)
			require.Equal(t, d.EighthFace, d.Faces[7].Icon, d.ID)
			require.Len(t, d.Elements, 2, d.ID)
			require.NotEmpty(t, d.TerrainType, d.ID)
		case "drake", "wyrm":
			require.Equal(t, 5, *d.AutomaticSaves, d.ID)
			parts := map[string]int{}
			for _, f := range d.Faces {
				parts[f.Icon]++
			}
			want := map[string]int{"dragon_jaws": 1, "dragon_claw": 4, "dragon_belly": 2, "dragon_breath": 1}
			if d.Kind == "drake" {
				want["dragon_tail"], want["dragon_wing"] = 2, 2
			} else {
				want["dragon_tail"], want["dragon_treasure"] = 3, 1
			}
			require.Equal(t, want, parts, d.ID)
		default:
			for _, f := range d.Faces {
				require.Nil(t, f.Value, d.ID)
			}
		}
	}
}

// Nobody states how often Tiger-Folk's Double Strike is printed, so the definition doesn't either.
func TestWhatNobodyStatesIsUnknown(t *testing.T) {
	var unknown []string
	for _, d := range dragonDice(t) {
		for _, f := range d.Faces {
			if f.Count == 0 {
				unknown = append(unknown, d.ID+" "+f.Icon)
			}
		}
	}
	require.Equal(t, []string{"feral_tiger_folk double_strike"}, unknown)
}

// Every icon is a basic one, a special action icon of the rules, or belongs to a dragon, a terrain or the Kings' Die.
// The special ones are those of edition 4.01d.
func TestEveryIconIsKnown(t *testing.T) {
	basic := strings.Fields("id melee missile magic maneuver save logo")
	terrain := strings.Fields("double_maneuvers double_saves flood dust_storm revolt flanked " +
		"city standing_stones temple tower castle dragons_lair grove vortex")
	special := strings.Fields("attune bash belly breath bullseye cantrip charge charm choke cloak coil confuse convert counter create_fireminions crush " +
		"decapitate dispel_magic double_strike elemental_relic elevate entangle fabricate ferry firebreath firecloud firewalking flame flaming_arrow flurry fly " +
		"frost_breath galeforce gate gore hoof howl hug hypnotic_glare illusion impale kick magic_suppression net plague poison regenerate rend " +
		"rise_from_the_ashes roar scare screech seize slay sleep smite smother sneak_attack sortie spell_disruption stomp stone stun summon_dragon surprise " +
		"swallow tail teleport trample trumpet vanish volley wave wayfare web wild_growth wither")
	for _, d := range dragonDice(t) {
		for i, f := range d.Faces {
			switch {
			case strings.HasPrefix(f.Icon, "dragon_"):
				require.Equal(t, "dragon", d.Race, "%s face %d", d.ID, i)
			case strings.HasPrefix(f.Icon, "king_"):
				require.Equal(t, "royalty", d.Kind, "%s face %d", d.ID, i)
			case slices.Contains(terrain, f.Icon):
				require.Equal(t, "terrain", d.Race, "%s face %d", d.ID, i)
			default:
				require.True(t, slices.Contains(basic, f.Icon) || slices.Contains(special, f.Icon), "%s face %d: %s", d.ID, i, f.Icon)
			}
			if f.SAI != "" {
				require.Contains(t, []string{"logo_champion", "logo_medallion", "logo_relic"}, f.SAI, d.ID)
			}
		}
	}
}

func TestNoTwoSixSidersOfARaceAreAlike(t *testing.T) {
	seen := map[string]string{}
	for _, d := range dragonDice(t) {
		if d.Kind != "unit" || d.Size == "monster" || d.Confidence == "low" {
			continue
		}
		key := d.Race + strings.Join(d.Elements, "+") + d.Size
		var faces []string
		for _, f := range d.Faces {
			raw, err := json.Marshal(f)
			require.NoError(t, err)
			faces = append(faces, string(raw))
		}
		slices.Sort(faces)
		key += strings.Join(faces, "")
		require.Empty(t, seen[key], "%s and %s", seen[key], d.ID)
		seen[key] = d.ID
	}
}
