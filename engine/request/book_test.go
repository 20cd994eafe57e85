package request_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/engine"
	"astragal/engine/bot"
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

	// A die was misread, and somebody corrects it later.
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

func TestAHundredIsTwoDiceAndOneNumber(t *testing.T) {
	for _, c := range []struct {
		tens, ones int
		text       string
	}{{0, 10, "100"}, {20, 10, "20"}, {0, 7, "7"}, {10, 10, "10"}, {90, 9, "99"}} {
		g := begin(t, "d100")
		q := g.Pending()[0]
		require.Equal(t, "Roll d100 for an attack (A tabletop asks).", q.Text)
		require.NoError(t, g.Answer(faces(q, c.tens/10, c.ones%10)))
		require.Equal(t, c.text, g.Outcome().Text)
	}
	// Beside other dice a d100 is one term of the sum. If one of its two dice is corrected, that term changes.
	g := begin(t, "d%", "2d6")
	q := g.Pending()[0]
	require.NoError(t, g.Answer(faces(q, 0, 0, 3, 4)))
	require.Equal(t, "107 = 100 + 3 + 4", g.Outcome().Text)
	require.NoError(t, g.Amend(1, faces(q, 4, 0, 3, 4)))
	require.Equal(t, "47 = 40 + 3 + 4", g.Outcome().Text)
	for _, dice := range [][]string{{"d100", "d10"}, {"2d10", "d100"}, {"d100", "d100"}} {
		_, err := request.New(nil, request.Settings{Dice: dice})
		require.ErrorContains(t, err, "one d100 at a time", dice)
	}
}

// faces answers q. up are places of faces for dice with faces of their own, and values for all others.
func faces(q engine.Question, up ...int) engine.Answer {
	a := engine.Answer{To: q.ID, Seat: 1}
	for i, d := range q.Roll.Dice {
		n := up[i]
		t := engine.Thrown{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Value: &n, How: engine.Typed}
		if len(d.Faces) > 0 {
			t.Face, t.Value = &n, d.Faces[n].Value
		}
		a.Dice = append(a.Dice, t)
	}
	return a
}

func TestWhatIsKnownByItsFacesAloneIsAskedForToo(t *testing.T) {
	g := begin(t, "d3", "4dF")
	q := g.Pending()[0]
	require.Equal(t, []string{"d3 1", "dF 1", "dF 2", "dF 3", "dF 4"}, []string{q.Roll.Dice[0].ID, q.Roll.Dice[1].ID, q.Roll.Dice[2].ID, q.Roll.Dice[3].ID, q.Roll.Dice[4].ID})
	require.ErrorContains(t, g.Answer(faces(q, 4, 0, 0, 0, 0)), "can't show 4")
	require.NoError(t, g.Answer(faces(q, 2, 1, -1, 0, 1)))
	require.Equal(t, "3 = 2 + 1 − 1 + 0 + 1 (2, +, −, 0, +)", g.Outcome().Text)
	g = begin(t, "coin")
	require.NoError(t, g.Answer(faces(g.Pending()[0], 0)))
	require.Equal(t, "0 (tails)", g.Outcome().Text)
	// A die with tens is no d10.
	g = begin(t, "d10")
	require.ErrorContains(t, g.Answer(faces(g.Pending()[0], 70)), "can't show 70")
}

func TestWhatCannotBeRolledIsRefused(t *testing.T) {
	for dice, says := range map[string]string{"": "no dice", "d7": "no shape", "20": "no dice", "0d6": "no dice", "-1d6": "no dice", "41d6": "more than 40", "2d100": "one d100 at a time", "2d%": "one d100 at a time", "d2": "no shape", "coi": "no dice", "99999999999999999999d6": "no dice"} {
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

// Whatever is asked for, no sentence shows an id, a list in brackets or "1 dice".
func TestRequestsAreWordedForPeople(t *testing.T) {
	b := bot.Bot{Changes: 3, Check: func(g *engine.Game) error {
		if wrong := bot.Asked(g); wrong != "" {
			return errors.New(wrong)
		}
		return nil
	}}
	for seed, dice := range [][]string{{"d20"}, {"1d6"}, {"2d6", "d100"}, {"4dF"}, {"dF"}, {"coin"}, {"3coins", "d3"}, {"d%"}, {"d4", "1d8", "5d12"}} {
		for _, players := range [][]engine.Player{nil, {{Name: "Ann"}}} {
			book, err := request.New(players, request.Settings{Dice: dice, For: "an attack", From: "A tabletop"})
			require.NoError(t, err)
			for k := range uint64(20) {
				r, err := b.Play(book, uint64(seed)*20+k)
				require.NoError(t, err, dice)
				require.Empty(t, bot.Told(r.Log), dice)
				require.Empty(t, bot.Wording(r.Outcome.Text), dice)
			}
		}
	}
}
