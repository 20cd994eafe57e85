package hall_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// In random games secret answers are changed, taken back, and refused by the rules. Whenever nothing secret is asked or held, the game can be saved.
// The file plays the same game, and tells nothing that stays its seat's own.
func TestSoakARandomGameCanBeSavedWhateverWasTakenBack(t *testing.T) {
	begin := map[string]protocol.NewGame{
		"vera-discordia": {Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: json.RawMessage(`{"competitive": true}`)},
		"starter":        tabletest.DragonGame(t, "starter", 30, 3, "Ann", "Ben"),
		"4.01d":          tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"),
		"3.04a":          tabletest.DragonGame(t, "3.04a", 24, 6, "Ann", "Ben"),
		"1996":           tabletest.DragonGame(t, "1996", 24, 5, "Ann", "Ben"),
	}
	kinds := rulebook.All()
	for name, b := range begin {
		t.Run(name, func(t *testing.T) {
			kind := kinds[slices.IndexFunc(kinds, func(k rulebook.Kind) bool { return k.ID == name })]
			saved, left := 0, 0
			for seed := range uint64(max(tabletest.Soaks(t, 0)/5, 3)) {
				book, err := kind.New("", b.Players, b.Setup)
				require.NoError(t, err)
				k, l := saveOften(t, book, seed)
				saved, left = saved+k, left+l
			}
			t.Logf("saved %d times, %d of them without something secret", saved, left)
			require.Positive(t, left)
		})
	}
}

// saveOften plays a game for a while and saves it whenever that is allowed. It returns how often it saved, and in how many files something was left
// out.
func saveOften(t *testing.T, book engine.Rulebook, seed uint64) (saved, left int) {
	t.Helper()
	g, err := engine.New(book)
	require.NoError(t, err)
	defer func() { g.Stop() }()
	r := rand.New(rand.NewPCG(seed, 23))
	for step := range 120 {
		open := g.Pending()
		if len(open) == 0 {
			break
		}
		q := open[r.IntN(len(open))]
		require.NoError(t, g.Answer(engine.Random(q, r)))
		if log := g.Log(); step < 40 && r.IntN(3) == 0 || r.IntN(15) == 0 {
			n := 1 + r.IntN(len(log)-1)
			if step < 40 && r.IntN(2) == 0 {
				n = len(log) - 1 // that isn't open yet
			}
			if q, _, ok := g.Question(n); ok && r.IntN(3) > 0 {
				_ = g.Amend(n, engine.Random(q, r)) // a later entry may have replaced it
			} else {
				_ = g.Undo(n)
			}
		}
		secret := slices.ContainsFunc(g.Pending(), func(q engine.Question) bool { return q.Secret })
		log, whole, err := g.Saved()
		if secret && err != nil || err != nil && len(g.Pending()) > 0 && waits(g) {
			continue
		}
		require.NoError(t, err, "seed %d, step %d", seed, step)
		saved++
		if whole {
			continue
		}
		left++
		var file bytes.Buffer
		require.NoError(t, engine.WriteLog(&file, log))
		read, err := engine.ReadLog(&file)
		require.NoError(t, err)
		again, err := engine.Replay(book, read)
		require.NoError(t, err, "seed %d, step %d", seed, step)
		require.Nil(t, again.Diverged(), "seed %d, step %d", seed, step)
		for seat := engine.Seat(0); seat <= 2; seat++ {
			was, is := g.View(seat), again.View(seat)
			require.Equal(t, was.State, is.State, "seed %d, step %d: the state for seat %d", seed, step, seat)
			require.Equal(t, offers(was), offers(is), "seed %d, step %d: what seat %d is asked", seed, step, seat)
		}
		seen, written := said(g.LogFor(engine.Everyone)), said(read)
		for chosen := range written {
			require.True(t, seen[chosen], "seed %d, step %d: the file says %s, which nobody may see", seed, step, chosen)
		}
		again.Stop()
	}
	return saved, left
}

// waits says whether some of those who answer at the same time have answered and others haven't.
func waits(g *engine.Game) bool {
	log := g.LogFor(engine.Everyone)
	return slices.ContainsFunc(log, func(e engine.Entry) bool {
		if !e.Hidden {
			return false
		}
		q, _, ok := g.Question(e.N)
		return ok && slices.ContainsFunc(g.Pending(), func(p engine.Question) bool { return p.Kind == q.Kind && !p.Secret })
	})
}

// offers is what a view asks, without ids and keys, which count how often it was asked.
func offers(v engine.View) []string {
	var out []string
	for _, q := range v.Pending {
		q.ID, q.Key, q.Before, q.Kept, q.Aside, q.Text = "", "", nil, nil, "", ""
		raw, _ := json.Marshal(q)
		out = append(out, string(raw))
	}
	return out
}

// said are the choices that a log tells, as who chose what.
func said(log []engine.Entry) map[string]bool {
	out := map[string]bool{}
	for _, e := range log {
		if e.Answer != nil && len(e.Answer.Chosen) > 0 {
			out[fmt.Sprint(e.Answer.Seat, e.Answer.Chosen)] = true
		}
	}
	return out
}

// A copy of a game stays as it was while the game goes on: nothing that the rules open, correct or take back later changes it.
func TestACopyOfAGameStaysAsItWas(t *testing.T) {
	begin := map[string]protocol.NewGame{
		"vera-discordia": {Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: json.RawMessage(`{"competitive": true}`)},
		"starter":        tabletest.DragonGame(t, "starter", 30, 3, "Ann", "Ben"),
	}
	kinds := rulebook.All()
	for name, b := range begin {
		t.Run(name, func(t *testing.T) {
			kind := kinds[slices.IndexFunc(kinds, func(k rulebook.Kind) bool { return k.ID == name })]
			opened := 0
			for seed := range uint64(6) {
				book, err := kind.New("", b.Players, b.Setup)
				require.NoError(t, err)
				g, err := engine.New(book)
				require.NoError(t, err)
				r := rand.New(rand.NewPCG(seed, 11))
				var was *engine.Game
				var looked string
				for range 50 {
					if was != nil {
						require.Equal(t, looked, allOf(t, was), "seed %d", seed)
					}
					open := g.Pending()
					if len(open) == 0 {
						break
					}
					was = g.Frozen()
					looked = allOf(t, was)
					before := len(said(g.LogFor(engine.Everyone)))
					q := open[r.IntN(len(open))]
					require.NoError(t, g.Answer(engine.Random(q, r)))
					if !q.Secret && len(said(g.LogFor(engine.Everyone))) > before+1 || q.Secret && len(said(g.LogFor(engine.Everyone))) > before {
						opened++
					}
					if n := 1 + r.IntN(len(g.Log())-1); r.IntN(8) == 0 {
						_ = g.Undo(n)
					}
				}
				g.Stop()
			}
			require.Positive(t, opened, "nothing secret was opened")
		})
	}
}

// allOf is all that can be read of a copy.
func allOf(t *testing.T, g *engine.Game) string {
	t.Helper()
	var standings []engine.Standing
	for n := range g.Entries() {
		now, _ := g.As(1).Standing(n)
		standings = append(standings, now)
	}
	raw, err := json.Marshal([]any{g.LogFor(engine.Everyone), g.Facts(), g.Pending(), standings})
	require.NoError(t, err)
	return string(raw)
}
