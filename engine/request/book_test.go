package request_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/engine"
	"astragal/engine/request"
)

func begin(t *testing.T, dice ...string) *engine.Game {
	t.Helper()
	book, err := request.New([]engine.Player{{Name: "Ann"}}, request.Settings{Dice: dice, For: "an attack", From: "A tabletop"})
	require.NoError(t, err)
	g, err := engine.New(book)
	require.NoError(t, err)
	t.Cleanup(g.Stop)
	return g
}

func shown(q engine.Question, values ...int) engine.Answer {
	a := engine.Answer{To: q.ID, Seat: 1}
	for i, d := range q.Roll.Dice {
		v := values[i]
		a.Dice = append(a.Dice, engine.Thrown{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Value: &v, How: engine.Read})
	}
	return a
}

func TestARequestAsksForItsDiceAndTellsWhatTheyShow(t *testing.T) {
	g := begin(t, "d20", "2d6")
	q := g.Pending()[0]
	require.Equal(t, "Roll d20 + 2d6 for an attack (A tabletop asks).", q.Text)
	require.Len(t, q.Roll.Dice, 3)
	require.Equal(t, "d6 2", q.Roll.Dice[2].ID)
	require.NoError(t, g.Answer(shown(q, 17, 3, 4)))
	require.Equal(t, "24 = 17 + 3 + 4", g.Outcome().Text)

	// A misread die is corrected after the fact.
	require.NoError(t, g.Amend(1, shown(q, 11, 3, 4)))
	require.Equal(t, "18 = 11 + 3 + 4", g.Outcome().Text)

	again, err := request.Open(g.Header())
	require.NoError(t, err)
	replayed, err := engine.Replay(again, g.Log())
	require.NoError(t, err)
	t.Cleanup(replayed.Stop)
	require.Equal(t, "18 = 11 + 3 + 4", replayed.Outcome().Text)
}

func TestARequestMayBeCancelled(t *testing.T) {
	g := begin(t, "d20")
	require.NoError(t, g.Answer(request.Cancel(g.Pending()[0])))
	require.Equal(t, "Not rolled.", g.Outcome().Text)
}

func TestWhatCannotBeRolledIsRefused(t *testing.T) {
	for dice, says := range map[string]string{"": "no dice", "d7": "no shape", "20": "no dice", "0d6": "no dice", "-1d6": "no dice", "41d6": "more than 40", "d100": "two dice", "d%": "two dice", "99999999999999999999d6": "no dice"} {
		_, err := request.New(nil, request.Settings{Dice: []string{dice}})
		require.ErrorContains(t, err, says, dice)
	}
	_, err := request.New(nil, request.Settings{})
	require.ErrorContains(t, err, "no dice are asked for")
	_, err = request.Open(engine.Header{Rulebook: "tally"})
	require.Error(t, err)
	_, err = request.Open(engine.Header{Rulebook: request.Rulebook, Settings: json.RawMessage("{")})
	require.Error(t, err)
	_, err = request.New([]engine.Player{{Name: "Ann"}, {Name: "Bo"}}, request.Settings{Dice: []string{"d6"}})
	require.ErrorContains(t, err, "one player")
}
