package engine_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

// told is what people may know of a game's log, entry by entry.
func told(t *testing.T, g *engine.Game) string {
	t.Helper()
	var out []any
	in, kept := g.InEffect()
	for n := range g.Entries() {
		out = append(out, in[n], kept[n], g.Amended(n), g.Replaced(n))
		for seat := range engine.Seat(3) {
			s, ok := g.As(seat).Standing(n)
			out = append(out, s, ok, g.As(seat).Entry(n), g.As(seat).Since(n), g.As(seat).Answer(n), g.View(seat).Told)
		}
	}
	raw, err := json.Marshal(out)
	require.NoError(t, err)
	return string(raw)
}

// An outline that is kept up while a game is played, corrected and taken back equals one that is made by reading the
// log.
func TestWhatIsKeptUpOfALogIsWhatComesOfReadingIt(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		g, err := engine.New(duel{rounds: 6})
		require.NoError(t, err)
		for range 60 {
			if open := g.Pending(); len(open) > 0 && r.IntN(4) > 0 {
				q := open[r.IntN(len(open))]
				a := engine.Random(q, r)
				a.To, a.Seat = q.ID, q.Seats[0]
				_ = g.Answer(a) // what is refused changes nothing
			} else if n := 1 + r.IntN(g.Entries()); r.IntN(2) == 0 {
				if q, was, ok := g.Question(n); ok {
					a := engine.Random(q, r)
					a.Seat = was.Seat
					_ = g.Amend(n, a)
				}
			} else {
				_ = g.Undo(n)
			}
			if r.IntN(8) > 0 {
				continue // what is looked at seldom must be kept up too
			}
			back, err := engine.Replay(duel{rounds: 6}, g.Log())
			require.NoError(t, err)
			require.Nil(t, back.Diverged())
			in, kept := engine.InEffect(g.Log())
			nowIn, nowKept := g.InEffect()
			require.Equal(t, in, nowIn)
			require.Equal(t, kept, nowKept)
			require.Equal(t, told(t, back), told(t, g), "seed %d", seed)
			require.Equal(t, told(t, back), told(t, g.Frozen()))
			back.Stop()
		}
		g.Stop()
	}
}

// A game only grows while people answer in the open: nothing before these answers changes.
func TestAGameGrewWhereOnlyOpenAnswersCame(t *testing.T) {
	g, err := engine.New(adder{})
	require.NoError(t, err)
	defer g.Stop()
	say(t, g, engine.Answer{Chosen: []string{"bb"}})
	require.True(t, g.Grew(1))
	say(t, g, engine.Answer{Chosen: []string{"a"}})
	require.True(t, g.Grew(2))
	require.False(t, g.Grew(0), "nothing was looked at")
	require.False(t, g.Grew(9), "it is another game")
	require.NoError(t, g.Amend(1, engine.Answer{Chosen: []string{"a"}}))
	require.False(t, g.Grew(2), "the first answer is another one")

	secret := played(t)
	require.False(t, secret.Grew(1), "what was secret may have been opened")
}
