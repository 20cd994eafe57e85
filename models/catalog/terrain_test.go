package catalog_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// This is what faces 1 to 7 of a major terrain show. If the eighth face is one of the four standard ones, the
// terrain's type decides. Otherwise the eighth face does. G is magic, S missile, E melee.
func TestFacesOfTerrains(t *testing.T) {
	standard := map[string]string{
		"coastland": "GSSSSEE", "flatland": "GSSSEEE", "highland": "GGGSSEE", "swampland": "GGSSEEE", "feyland": "GGGSEEE", "wasteland": "GSSEEEE",
	}
	advanced := map[string]string{"castle": "GGSEEEE", "dragons_lair": "GSEEEEE", "grove": "GGGGSEE", "vortex": "GGSSSEE"}
	letters := map[string]string{"magic": "G", "missile": "S", "melee": "E"}
	seen := map[string]bool{}
	for _, d := range dragonDice(t) {
		if d.Kind != "major_terrain" {
			continue
		}
		faces := ""
		for _, f := range d.Faces[:7] {
			faces += letters[f.Icon]
		}
		want, special := advanced[d.EighthFace]
		if !special {
			want = standard[d.TerrainType]
		}
		require.Equal(t, want, faces, d.ID)
		require.False(t, seen[d.TerrainType+d.EighthFace], d.ID)
		seen[d.TerrainType+d.EighthFace] = true
	}
	require.Len(t, seen, 6*8)
}

// This is what the faces of each kind of minor terrain show.
func TestFacesOfMinorTerrains(t *testing.T) {
	kinds := map[string]map[string]int{
		"bridge":  {"id": 1, "flood": 1, "double_maneuvers": 2, "double_saves": 1, "missile": 1, "magic": 1, "melee": 1},
		"knoll":   {"id": 1, "dust_storm": 1, "double_maneuvers": 1, "double_saves": 1, "missile": 2, "magic": 1, "melee": 1},
		"village": {"id": 1, "revolt": 1, "double_maneuvers": 1, "double_saves": 1, "missile": 1, "magic": 1, "melee": 2},
		"woods":   {"id": 1, "flanked": 1, "double_maneuvers": 1, "double_saves": 2, "missile": 1, "magic": 1, "melee": 1},
	}
	n := 0
	for _, d := range dragonDice(t) {
		if d.Kind != "minor_terrain" {
			continue
		}
		n++
		_, kind, _ := strings.Cut(strings.TrimPrefix(d.ID, "minor_"), "_")
		got := map[string]int{}
		for _, f := range d.Faces {
			got[f.Icon]++
		}
		require.Equal(t, kinds[kind], got, d.ID)
	}
	require.Equal(t, 28, n)
}

// Colours follow from elements: air blue, death black, earth yellow, fire red, water green. White, ivory and metal
// dice have all elements or none.
func TestColoursFollowElements(t *testing.T) {
	colour := map[string]string{"air": "blue", "death": "black", "earth": "yellow", "fire": "red", "water": "green"}
	for _, d := range dragonDice(t) {
		if len(d.Elements) == 5 {
			continue
		}
		for _, e := range d.Elements {
			require.Contains(t, d.Colors, colour[e], d.ID)
		}
		for _, c := range d.Colors {
			if c == "ivory" || c == "white" || c == "bronze" || c == "silver" || c == "gold" || c == "metal" {
				continue
			}
			named := false
			for _, e := range d.Elements {
				named = named || colour[e] == c
			}
			require.True(t, named, "%s is %s without that element", d.ID, c)
		}
	}
}
