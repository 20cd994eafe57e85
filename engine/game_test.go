package engine_test

import (
	"bytes"
	"fmt"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

// duel is a small game with every kind of question. Both sides secretly bid a number of dice and roll that many. The
// loser loses as many points of health as the rolls differ by, from units of weight 1 to 3. Then the loser allots,
// arranges and declares.
type duel struct {
	revision int
	// bonus makes the rulebook play differently.
	bonus int
	// rounds is how many rounds are played.
	rounds int
}

func (d duel) Header() engine.Header {
	return engine.Header{Rulebook: "duel", Revision: d.revision, Players: []engine.Player{{Name: "Ann"}, {Name: "Bob"}}}
}

func (d duel) Play(t *engine.Table) engine.Outcome {
	won := map[engine.Seat]int{}
	t.Show(func(s engine.Seat) any { return map[string]int{"mine": won[s], "bob": won[2]} })
	for n := 1; n <= d.rounds; n++ {
		bids := t.AskAll([]engine.Question{bid(n, 1), bid(n, 2)})
		sums := [3]int{}
		for i, b := range bids {
			seat := engine.Seat(i + 1)
			roll := t.Ask(rolls(n, seat, len(b.Chosen[0])))
			for _, die := range roll.Dice {
				sums[seat] += *die.Value
			}
			sums[seat] += d.bonus
			t.Tell(engine.Fact{Kind: engine.FactResult, Seat: seat, Rule: "duel.sum", Value: &sums[seat], Text: fmt.Sprintf("seat %d rolls %d", seat, sums[seat])})
		}
		winner, loser := engine.Seat(1), engine.Seat(2)
		if sums[2] > sums[1] {
			winner, loser = 2, 1
		}
		won[winner]++
		harm(t, n, loser, max(sums[1], sums[2])-min(sums[1], sums[2]))
	}
	t.Tell(engine.Fact{Kind: engine.FactEvent, Text: "it is over"})
	return engine.Outcome{Text: fmt.Sprintf("%d to %d", won[1], won[2])}
}

func bid(n int, s engine.Seat) engine.Question {
	return engine.Question{Key: fmt.Sprintf("bid %d of %d", n, s), Seats: []engine.Seat{s}, Secret: true, Kind: engine.KindDeclare, Rule: "duel.bid", Cite: "page 1",
		Text: "How many dice?", Declare: &engine.Declare{Options: []engine.Option{{ID: "i", Text: "one"}, {ID: "ii", Text: "two"}, {ID: "iii", Text: "three"}}}}
}

func rolls(n int, s engine.Seat, dice int) engine.Question {
	q := engine.Question{Key: fmt.Sprintf("roll %d of %d", n, s), Seats: []engine.Seat{s}, Kind: engine.KindRoll, Rule: "duel.roll", Text: "Roll.", Roll: &engine.Roll{Purpose: "duel"}}
	for i := range dice {
		q.Roll.Dice = append(q.Roll.Dice, engine.Die{ID: fmt.Sprintf("s%d-%d", s, i), Shape: "d6"})
	}
	return q
}

func harm(t *engine.Table, n int, s engine.Seat, damage int) {
	units := []engine.Option{{ID: "a", Text: "a", Weight: 1}, {ID: "b", Text: "b", Weight: 2}, {ID: "c", Text: "c", Weight: 2}, {ID: "d", Text: "d", Weight: 3}}
	q := func(key string, kind engine.Kind) engine.Question {
		return engine.Question{Key: fmt.Sprintf("%s %d", key, n), Seats: []engine.Seat{s}, Kind: kind, Text: key + "?", Rule: "duel." + key}
	}
	lose := q("lose", engine.KindPick)
	lose.Pick = &engine.Pick{Options: units, Max: len(units), Limit: &damage, Most: true}
	lost := t.Ask(lose).Chosen
	if len(lost) > 0 {
		order := q("order", engine.KindArrange)
		order.Arrange = &engine.Arrange{}
		for _, id := range lost {
			order.Arrange.Items = append(order.Arrange.Items, engine.Option{ID: id, Text: id})
		}
		t.Ask(order)
	}
	spread := q("spread", engine.KindAllot)
	spread.Allot = &engine.Allot{Points: len(lost), Rows: []engine.Row{{ID: "x", Text: "x", Max: 4}, {ID: "y", Text: "y", Max: 4}}}
	t.Ask(spread)
}

func value(n int) *int { return &n }

func typed(s engine.Seat, values ...int) []engine.Thrown {
	var dice []engine.Thrown
	for i, v := range values {
		dice = append(dice, engine.Thrown{ID: fmt.Sprintf("s%d-%d", s, i), Shape: "d6", Value: value(v), How: engine.Typed})
	}
	return dice
}

// say gives a to the question that is pending for a.Seat.
func say(t *testing.T, g *engine.Game, a engine.Answer) {
	t.Helper()
	for _, q := range g.Pending() {
		if len(q.Seats) == 0 || q.Seats[0] == a.Seat {
			a.To = q.ID
			require.NoError(t, g.Answer(a))
			return
		}
	}
	t.Fatalf("nothing is asked of seat %d", a.Seat)
}

func begin(t *testing.T, d duel) *engine.Game {
	t.Helper()
	g, err := engine.New(d)
	require.NoError(t, err)
	t.Cleanup(g.Stop)
	return g
}

// played is a duel of one round, played to its end: Ann rolls 11 with two dice, Bob 8 with three.
func played(t *testing.T) *engine.Game {
	t.Helper()
	g := begin(t, duel{rounds: 1})
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"iii"}}) // 1
	say(t, g, engine.Answer{Seat: 1, Chosen: []string{"ii"}})  // 2
	say(t, g, engine.Answer{Seat: 1, Dice: typed(1, 5, 6)})    // 3
	say(t, g, engine.Answer{Seat: 2, Dice: typed(2, 4, 3, 1)}) // 4
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"d"}})   // 5: the 3 points are d alone, or a with b or c
	say(t, g, engine.Answer{Seat: 2, Points: []int{0, 1}})     // 6 (one item arranges itself)
	require.NotNil(t, g.Outcome())
	return g
}

func again(t *testing.T, d engine.Rulebook, log []engine.Entry) *engine.Game {
	t.Helper()
	g, err := engine.Replay(d, log)
	require.NoError(t, err)
	t.Cleanup(g.Stop)
	return g
}

func TestAGameFromItsFirstQuestionToItsEnd(t *testing.T) {
	g := played(t)
	require.Equal(t, "1 to 0", g.Outcome().Text)
	require.Empty(t, g.Pending())
	require.Len(t, g.Log(), 7)
	var texts []string
	for _, f := range g.Trail(engine.Everyone) {
		texts = append(texts, f.Text)
	}
	require.Equal(t, []string{"seat 1 rolls 11", "seat 2 rolls 8", "order? There is only one answer: d.", "it is over"}, texts)
	require.ErrorIs(t, g.Answer(engine.Answer{To: "x"}), engine.ErrStale)
}

func TestReplayGivesTheSameGame(t *testing.T) {
	g := played(t)
	var lines bytes.Buffer
	require.NoError(t, engine.WriteLog(&lines, g.Log()))
	log, err := engine.ReadLog(&lines)
	require.NoError(t, err)
	r := again(t, duel{rounds: 1}, log)
	require.Nil(t, r.Diverged())
	require.Equal(t, g.View(1), r.View(1))
	require.Equal(t, g.Log(), r.Log())
	for n := range log {
		if n > 0 {
			require.Nil(t, again(t, duel{rounds: 1}, log[:n]).Diverged(), "the first %d entries", n)
		}
	}
}
