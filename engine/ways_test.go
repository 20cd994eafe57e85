package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/engine"
)

// An answer that was given in advance counts only for the question that it was given for.
func TestWhatWasSaidAnswersOnlyWhatItWasSaidOf(t *testing.T) {
	ask := func(key string, ids ...string) engine.Question {
		q := engine.Question{ID: "q", Key: key, Seats: []engine.Seat{1}, Kind: engine.KindDeclare, Declare: &engine.Declare{}}
		for _, id := range ids {
			q.Declare.Options = append(q.Declare.Options, engine.Option{ID: id})
		}
		return q
	}
	said := []engine.Said{{Key: "turn 1/maneuver", Chosen: []string{"no"}}, {Key: "turn 1/action", Chosen: []string{"melee"}}}

	a, rest, ok := engine.Follow([]engine.Question{ask("turn 1/maneuver#2", "yes", "no")}, engine.Answer{Seat: 1, By: "hand"}, said)
	require.True(t, ok, "the second of that name in the turn")
	require.Equal(t, engine.Answer{To: "q", Seat: 1, By: "hand", Chosen: []string{"no"}}, a)
	require.Equal(t, said[1:], rest)

	a, rest, ok = engine.Follow([]engine.Question{ask("turn 1/action", "melee", "none")}, engine.Answer{Seat: 1, By: "hand"}, said)
	require.True(t, ok, "no maneuver was asked")
	require.Equal(t, []string{"melee"}, a.Chosen)
	require.Empty(t, rest)

	_, _, ok = engine.Follow([]engine.Question{ask("turn 1/action", "missile", "none")}, engine.Answer{Seat: 1, By: "hand"}, said)
	require.False(t, ok, "melee isn't offered")
	_, _, ok = engine.Follow([]engine.Question{ask("turn 1/actions", "melee", "none")}, engine.Answer{Seat: 1, By: "hand"}, said)
	require.False(t, ok, "another question")
	two := ask("turn 1/action", "melee", "none")
	two.Seats = []engine.Seat{1, 2}
	_, _, ok = engine.Follow([]engine.Question{two}, engine.Answer{Seat: 1, By: "hand"}, said)
	require.False(t, ok, "two seats are asked")
}
