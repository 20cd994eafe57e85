package hall_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// answered plays a random game until n rolls with a worth were answered. how chooses their faces. It returns their questions.
func answered(t *testing.T, tb *tabletest.Table, n protocol.NewGame, rolls int, how func(worth []int) int) (int, []engine.Question) {
	t.Helper()
	id, err := tb.Session.Games().Begin(t.Context(), n)
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(3, 9))
	var out []engine.Question
	for len(out) < rolls {
		require.True(t, walk(t, tb, id, chance, func(_ protocol.GameView, q engine.Question) bool {
			return q.Kind == engine.KindRoll && len(q.Roll.Worth) > 0
		}))
		v, _ := tabletest.GameOf(t, tb.Session, id, 0)
		q := v.Play.Pending[0]
		a := engine.Random(q, chance)
		for i, d := range q.Roll.Dice {
			face := how(q.Roll.Worth[i])
			if len(d.Faces) > 0 {
				a.Dice[i].Face, a.Dice[i].Icon, a.Dice[i].Count, a.Dice[i].Value = &face, d.Faces[face].Icon, d.Faces[face].Count, d.Faces[face].Value
			} else {
				a.Dice[i].Value = &face
			}
		}
		require.NoError(t, tb.Session.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
		out = append(out, q)
	}
	return id, out
}

// best is the face that counts most, worst the face that counts least. A d6 has no 0.
func best(worth []int) int {
	at := len(worth) - 1
	for i := at; i > 0; i-- {
		if worth[i] > worth[at] {
			at = i
		}
	}
	return at
}

// Luck is the difference between what the dice counted and what fair ones would count, for Dragon Dice's icons and
// for Vera Discordia's numbers.
func TestLuckIsWhatFairDiceWouldHave(t *testing.T) {
	for name, n := range map[string]protocol.NewGame{"dragondice": tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"), "vera": {Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}}} {
		t.Run(name, func(t *testing.T) {
			tb := tabletest.NewTable(t)
			id, qs := answered(t, tb, n, 3, best)
			rolls, err := tb.Session.Games().Luck(id, protocol.Who{May: true}, 0)
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(rolls), 2) // if two are made at once, the first counts when both are in
			for k, q := range qs[:len(rolls)] {
				got, fair := 0, 0.0
				for i, worth := range q.Roll.Worth {
					got += worth[best(worth)]
					faces := worth
					if len(q.Roll.Dice[i].Faces) == 0 {
						faces = worth[1:]
					}
					for _, w := range faces {
						fair += float64(w) / float64(len(faces))
					}
				}
				require.Equal(t, q.Counts, rolls[k].Counts)
				require.Equal(t, q.Seats[0], rolls[k].Seat)
				require.Equal(t, float64(got), rolls[k].Got)
				require.InDelta(t, fair, rolls[k].Fair, 1e-9)
				require.GreaterOrEqual(t, rolls[k].Got, rolls[k].Fair)
				require.GreaterOrEqual(t, rolls[k].Spread, -1e-9)
			}
			_, err = tb.Session.Games().Luck(id+9, protocol.Who{May: true}, 0)
			require.Error(t, err)
		})
	}
}
