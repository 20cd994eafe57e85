package dragondice_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"

	"astragal/engine"
	"astragal/engine/bot"
	"astragal/engine/dragondice"
	"astragal/models/catalog"

	"github.com/stretchr/testify/require"
)

// catalogue are the dice that games are made of.
var catalogue = sync.OnceValues(func() ([]dragondice.Kind, error) {
	dice, err := catalog.DragonDice()
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(dice)
	if err != nil {
		return nil, err
	}
	return dragondice.ParseKinds(raw)
})

func kinds(t testing.TB) []dragondice.Kind {
	t.Helper()
	k, err := catalogue()
	require.NoError(t, err)
	return k
}

// open makes a rulebook of a header, with the dice of the catalogue.
func open(h engine.Header) (engine.Rulebook, error) {
	k, err := catalogue()
	if err != nil {
		return nil, err
	}
	if h, err = dragondice.Prepare(h, k); err != nil {
		return nil, err
	}
	return dragondice.Open(h)
}

// randomForce draws a legal force from the kinds that an edition knows.
func randomForce(t testing.TB, e dragondice.Edition, size int, r *rand.Rand) dragondice.Force {
	t.Helper()
	var f dragondice.Force
	var units, dragons, terrains, homes []dragondice.Kind
	for _, k := range kinds(t) {
		switch {
		case k.Kind == "unit" && e.Knows(&k):
			units = append(units, k)
		case (k.Kind == "drake" || k.Kind == "wyrm") && e.KnowsDragon(&k):
			dragons = append(dragons, k)
		case k.Kind == "major_terrain" && e.KnowsTerrain(&k):
			terrains = append(terrains, k)
			if e.CanBeHome(&k) {
				homes = append(homes, k)
			}
		}
	}
	var races []string
	for _, k := range units {
		races = append(races, k.Race)
	}
	race := races[r.IntN(len(races))]
	left := size
	for left > 0 {
		k := units[r.IntN(len(units))]
		if k.Health <= left && (k.Race == race || r.IntN(4) == 0) {
			f.Dice = append(f.Dice, k.ID)
			left -= k.Health
		}
	}
	for n := e.DragonsOf(size); n > 0; {
		k := dragons[r.IntN(len(dragons))]
		counts := 1
		if k.Class == "white" {
			counts = 2
		}
		if counts <= n {
			f.Pool = append(f.Pool, k.ID)
			n -= counts
		}
	}
	f.Terrain, f.Frontier = homes[r.IntN(len(homes))].ID, terrains[r.IntN(len(terrains))].ID
	return f
}

func randomBook(t testing.TB, edition string, seed uint64) dragondice.Book {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	e, err := dragondice.Find(edition)
	require.NoError(t, err)
	sizes := e.Force.Sizes
	size := sizes[r.IntN(len(sizes))]
	n := e.Force.MinPlayers
	for n < e.Force.MaxPlayers && r.IntN(4) == 0 {
		n++
	}
	s := dragondice.Settings{Size: size}
	var players []engine.Player
	for i := range n {
		players = append(players, engine.Player{Name: []string{"Ann", "Bob", "Cleo", "Dag", "Eve", "Finn"}[i]})
		s.Forces = append(s.Forces, randomForce(t, e, size, r))
	}
	raw, err := json.Marshal(s)
	require.NoError(t, err)
	b, err := dragondice.New(edition, "bot", players, raw, kinds(t))
	require.NoError(t, err)
	return b
}

func games(t *testing.T, few int) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv("ASTRAGAL_SOAK")); err == nil {
		return n
	}
	if testing.Short() {
		return few / 4
	}
	return few
}

func TestBotPlaysWholeGames(t *testing.T) {
	for _, edition := range []string{"starter", "4.01d"} {
		t.Run(edition, func(t *testing.T) {
			total, most := 0, 0
			for seed := range games(t, 4) {
				res, err := bot.Bot{Check: dragondice.Check, Seldom: 400, Often: 100}.Play(randomBook(t, edition, uint64(seed)), uint64(seed))
				require.NoError(t, err, fmt.Sprintf("%s seed %d", edition, seed))
				total += res.Answers
				most = max(most, res.Answers)
			}
			t.Logf("%d answers, the longest game %d", total, most)
		})
	}
}
