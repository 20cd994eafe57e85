package dragondice_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"astragal/engine"
	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// BenchmarkRollOf40 measures the way from an answer with 40 dice to their result.
func BenchmarkRollOf40(b *testing.B) {
	trees := []string{"10 oak", "10 watcher", "10 nymph", "5 redwood", "5 willow"}
	for edition, with := range map[string]struct {
		spell string
		dice  []string
	}{"starter": {"stone_skin", trees}, "4.01d": {"stone_skin", trees}, "3.04a": {"stoneskin", trees},
		"1996": {"stoneskin", []string{"10 dwarf_sergeant", "10 coral_elf_courier", "10 goblin_thug", "5 lava_elf_duelist", "5 dwarf_lizard_rider"}}} {
		b.Run(edition, func(b *testing.B) {
			raw, err := json.Marshal(map[string]any{"count": dragondice.CountSettings{Roll: "melee", Terrain: "coastland_city", Face: 8, Holder: true,
				Dice: with.dice, Spells: []string{with.spell + " 2"}}})
			require.NoError(b, err)
			book, err := dragondice.New(edition, "", []engine.Player{{Name: "Roll"}}, raw, kinds(b))
			require.NoError(b, err)
			c := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				b.StopTimer()
				g, err := engine.New(book)
				require.NoError(b, err)
				a := engine.Random(g.Pending()[0], c)
				b.StartTimer()
				if err := g.Answer(a); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				g.Stop()
				b.StartTimer()
			}
		})
	}
}

// BenchmarkReplayOf1000 replays a log of 1,000 answers.
func BenchmarkReplayOf1000(b *testing.B) {
	for _, edition := range []string{"starter", "4.01d", "3.04a", "1996"} {
		b.Run(edition, func(b *testing.B) {
			book, log := gameOf(b, edition, 1000)
			for b.Loop() {
				g, err := engine.Replay(book, log)
				if err != nil {
					b.Fatal(err)
				}
				g.Stop()
			}
		})
	}
}

// gameOf plays a game of an edition and stops after the given number of answers.
func gameOf(b *testing.B, edition string, answers int) (engine.Rulebook, []engine.Entry) {
	b.Helper()
	for seed := uint64(0); ; seed++ {
		book := randomBook(b, edition, seed)
		g, err := engine.New(book)
		require.NoError(b, err)
		c := rand.New(rand.NewPCG(seed, seed))
		for n := 0; n < answers && g.Outcome() == nil; n++ {
			q := g.Pending()[0]
			a, inclined := incline(q, c)
			if !inclined {
				a = engine.Random(q, c)
			}
			require.NoError(b, g.Answer(a))
		}
		log := g.Log()
		g.Stop()
		if len(log) == answers+1 {
			return book, log
		}
	}
}
