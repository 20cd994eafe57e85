package veradiscordia

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

// brute looks for an army by trying every type for every unit.
func brute(g *game, sd *side, masks []uint32) bool {
	used := make([]int, len(sd.faction.Units))
	ranks := map[Rank]int{}
	var from func(at int) bool
	from = func(at int) bool {
		if at == len(masks) {
			vision, stealth := g.generalSight(sd)
			for i, n := range used {
				vision += n * g.gives(sd.faction.Units[i].Abilities, Vision)
				stealth += n * g.gives(sd.faction.Units[i].Abilities, Stealth)
			}
			return sd.vision < 0 || vision == sd.vision && (sd.stealth < 0 || stealth == sd.stealth)
		}
		for i, c := range sd.faction.Units {
			if masks[at]&(1<<i) == 0 || used[i] == g.available(sd, c) || ranks[c.Rank] == g.recruits(sd, c.Rank) {
				continue
			}
			used[i]++
			ranks[c.Rank]++
			found := from(at + 1)
			used[i]--
			ranks[c.Rank]--
			if found {
				return true
			}
		}
		return false
	}
	return from(0)
}

func TestPossibleArmiesAreFoundAsByTryingAll(t *testing.T) {
	c := rand.New(rand.NewPCG(2, 4))
	found := map[bool]int{}
	for range 400 {
		s := Settings{NoLegendary: c.IntN(4) == 0}
		book, err := New("", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, s)
		require.NoError(t, err)
		g := newGame(book, nil)
		f := &book.factions[c.IntN(2)]
		sd := &side{faction: f, general: &f.Generals[c.IntN(3)], vision: c.IntN(6) - 1, stealth: c.IntN(5) - 1}
		g.sides = [2]*side{sd, sd}
		masks := make([]uint32, unitsEach)
		for i := range masks {
			masks[i] = 0xff
			switch c.IntN(4) {
			case 0:
				masks[i] = 1 << c.IntN(8)
			case 1:
				masks[i] = 1 + uint32(c.IntN(255))
			}
		}
		want := brute(g, sd, masks)
		require.Equal(t, want, g.feasible(sd, slices.Clone(masks)), "%v", masks)
		found[want]++
	}
	require.Greater(t, found[true], 20)
	require.Greater(t, found[false], 20)
}

// The numbers of Vision and Stealth that are offered are exactly those that some army has.
func TestSightIsWhatArmiesCanHave(t *testing.T) {
	book, err := New("", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, Settings{})
	require.NoError(t, err)
	g := newGame(book, nil)
	for fi := range book.factions {
		for gi := range book.factions[fi].Generals {
			sd := &side{faction: &book.factions[fi], general: &book.factions[fi].Generals[gi]}
			g.sides = [2]*side{sd, sd}
			masks := slices.Repeat([]uint32{0xff}, unitsEach)
			offered := g.sight(sd)
			for sd.vision = range 9 {
				for sd.stealth = range 9 {
					require.Equal(t, g.feasible(sd, masks), slices.Contains(offered, [2]int{sd.vision, sd.stealth}), "%s: %d, %d", sd.general.Name, sd.vision, sd.stealth)
				}
			}
		}
	}
}

// No view shows a card that lies face down, even if a described position names it.
func TestClosedUnitsAreInNoView(t *testing.T) {
	side := func(faction, unit string) *Start {
		return &Start{Faction: faction, Vanguard: []string{unit, unit, "-", "-"}}
	}
	book, err := New("", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, Settings{
		First: side("Hollow Wood", "Reed Archers, closed, order"), Second: side("Brass Harbour", "Iron Ox, closed, order")})
	require.NoError(t, err)
	g, err := engine.New(book)
	require.NoError(t, err)
	defer g.Stop()
	for seat := engine.Seat(0); seat <= 2; seat++ {
		raw, err := json.Marshal(g.View(seat))
		require.NoError(t, err)
		for _, name := range []string{"Reed Archers", "Iron Ox", "ambush", "terror"} {
			require.NotContains(t, string(raw), name)
		}
	}
}
