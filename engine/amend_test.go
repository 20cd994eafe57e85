package engine_test

import (
	"fmt"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

func texts(facts []engine.Fact) []string {
	var list []string
	for _, f := range facts {
		list = append(list, f.Text)
	}
	return list
}

func TestAmendKeepsLaterAnswersWhoseQuestionIsTheSame(t *testing.T) {
	g := played(t)
	// Bob's 4 was a 5: he rolls 9, loses by 2 and must lose 2, not 3.
	require.NoError(t, g.Amend(4, engine.Answer{Seat: 2, Dice: typed(2, 5, 3, 1)}))
	require.Nil(t, g.Outcome())
	open := g.Pending()
	require.Len(t, open, 1)
	require.Equal(t, "lose 1", open[0].Key)
	require.Equal(t, []string{"d"}, open[0].Before.Chosen, "the old answer is shown")
	require.Equal(t, []string{"seat 1 rolls 11", "seat 2 rolls 9"}, texts(g.Facts()))
	require.Equal(t, []string{"seat 2 rolls 9"}, texts(g.Log()[7].Told))

	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"b"}})
	require.NotNil(t, g.Outcome(), "how Bob spread one point stays")
	require.Nil(t, again(t, duel{rounds: 1}, g.Log()).Diverged())
}

func TestAmendLeavesDiceRolledAsTheyLie(t *testing.T) {
	g := played(t)
	// Ann bid three dice, not two: the two that were rolled stay, one more is thrown.
	require.NoError(t, g.Amend(2, engine.Answer{Seat: 1, Chosen: []string{"iii"}}))
	q := g.Pending()[0]
	require.Equal(t, "roll 1 of 1", q.Key)
	require.Equal(t, typed(1, 5, 6), q.Kept)
	other := typed(1, 4, 6, 2)
	require.ErrorContains(t, g.Answer(engine.Answer{To: q.ID, Seat: 1, Dice: other}), `"s1-0" was rolled already`)
	require.NoError(t, g.Answer(engine.Answer{To: q.ID, Seat: 1, Dice: typed(1, 5, 6, 2)[2:]}))
	require.Equal(t, "seat 1 rolls 13", g.Facts()[0].Text)
	require.Equal(t, "seat 2 rolls 8", g.Facts()[1].Text, "Bob's roll is the same question")

	// Ann bid one die only. It was rolled already, so nothing is asked.
	require.NoError(t, g.Amend(2, engine.Answer{Seat: 1, Chosen: []string{"i"}}))
	require.Contains(t, texts(g.Facts()), "Roll. The dice rolled before stay as they lie.")
	require.Contains(t, texts(g.Facts()), "seat 1 rolls 5")
	require.Nil(t, again(t, duel{rounds: 1}, g.Log()).Diverged())
}

func TestAmendRefusesAndChangesNothing(t *testing.T) {
	g := played(t)
	view, log := g.View(1), g.Log()
	for name, try := range map[string]struct {
		n    int
		a    engine.Answer
		want error
	}{
		"the header":           {0, engine.Answer{}, engine.ErrStale},
		"no entry":             {99, engine.Answer{}, engine.ErrStale},
		"a negative entry":     {-1, engine.Answer{}, engine.ErrStale},
		"a face it hasn't got": {3, engine.Answer{Seat: 1, Dice: typed(1, 5, 7)}, engine.ErrIllegal},
		"a die too few":        {3, engine.Answer{Seat: 1, Dice: typed(1, 5)}, engine.ErrIllegal},
		"another's answer":     {3, engine.Answer{Seat: 2, Dice: typed(1, 5, 5)}, engine.ErrIllegal},
		"not as much as can":   {5, engine.Answer{Seat: 2, Chosen: []string{"b"}}, engine.ErrIllegal},
		"another question":     {3, engine.Answer{To: "abc", Seat: 1, Dice: typed(1, 5, 5)}, engine.ErrStale},
	} {
		require.ErrorIs(t, g.Amend(try.n, try.a), try.want, name)
		require.Equal(t, log, g.Log(), name)
		require.Equal(t, view, g.View(1), name)
	}
}

func TestAmendOfAnAnswerThatWasGivenAgain(t *testing.T) {
	g := played(t)
	require.NoError(t, g.Amend(4, engine.Answer{Seat: 2, Dice: typed(2, 5, 3, 1)}))
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"b"}}) // entry 8, in place of 5
	require.ErrorContains(t, g.Amend(5, engine.Answer{Seat: 2, Chosen: []string{"c"}}), "answered again by entry 8")
	require.Equal(t, []bool{true, false, false}, []bool{g.Replaced(5), g.Replaced(8), g.Replaced(4)})
	require.NoError(t, g.Amend(8, engine.Answer{Seat: 2, Chosen: []string{"c"}}))
	require.Equal(t, []bool{true, false, false}, []bool{g.Replaced(5), g.Replaced(8), g.Replaced(9)})
	require.NoError(t, g.Amend(7, engine.Answer{Seat: 2, Dice: typed(2, 4, 3, 1)}), "an amendment is amended")
	require.NoError(t, g.Amend(4, engine.Answer{Seat: 2, Dice: typed(2, 5, 3, 1)}), "by its first entry too")
	require.Nil(t, again(t, duel{rounds: 1}, g.Log()).Diverged())
}

// adder asks for two numbers and says their sum. If the sum is even, it asks for two more.
type adder struct{}

func (adder) Header() engine.Header {
	return engine.Header{Rulebook: "adder", Players: []engine.Player{{Name: "Ann"}, {Name: "Bob"}}}
}

func (adder) Play(t *engine.Table) engine.Outcome {
	sum := 0
	ask := func(key string) {
		a := t.Ask(engine.Question{Key: key, Kind: engine.KindDeclare, Text: key + "?", Declare: &engine.Declare{Options: []engine.Option{{ID: "a", Text: "one"}, {ID: "bb", Text: "two"}}}})
		sum += len(a.Chosen[0])
		t.Tell(engine.Fact{Kind: engine.FactEvent, Text: fmt.Sprintf("sum %d", sum)})
		t.Tell(engine.Fact{Kind: engine.FactEvent, Only: []engine.Seat{2}, Text: fmt.Sprintf("Bob knows of %d", sum)})
	}
	ask("first")
	ask("second")
	if sum%2 == 0 {
		ask("even")
	}
	ask("last")
	return engine.Outcome{Text: fmt.Sprint(sum)}
}

func TestWhatNoLongerHoldsAfterACorrection(t *testing.T) {
	g, err := engine.New(adder{})
	require.NoError(t, err)
	t.Cleanup(g.Stop)
	for _, a := range []string{"a", "bb", "bb"} {
		say(t, g, engine.Answer{Chosen: []string{a}})
	}
	require.Equal(t, "5", g.Outcome().Text)
	require.NoError(t, g.Amend(1, engine.Answer{Chosen: []string{"bb"}}))
	c, err := engine.ChangesBy(adder{}, g.Log(), 4)
	require.NoError(t, err)
	require.Equal(t, []string{"a"}, c.Was.Chosen)
	require.Equal(t, []string{"sum 1", "Bob knows of 1", "sum 3", "Bob knows of 3"}, texts(c.Gone), "the last sum waits")
	require.Equal(t, []string{"sum 2", "Bob knows of 2", "sum 4", "Bob knows of 4"}, texts(c.New))
	require.Equal(t, "even", c.Asked[0].Key)

	now := standings(g, 1)
	require.Equal(t, 4, now[1].By)
	require.Equal(t, []string{"sum 4"}, texts(now[2].Told), "and not what Bob alone knows")
	require.Equal(t, []string{"sum 3"}, texts(engine.Without(g.Log()[2].Told[:1], now[2].Told)))
	require.Equal(t, engine.Standing{}, now[3], "it waits for the new question")
	say(t, g, engine.Answer{Chosen: []string{"a"}})
	require.Equal(t, []string{"sum 7", "Bob knows of 7"}, texts(standings(g, 2)[3].Told))

	// The answer is corrected again. The question that the first correction brought isn't asked any more, and what
	// it told is gone.
	require.NoError(t, g.Amend(2, engine.Answer{Chosen: []string{"a"}}))
	require.Equal(t, engine.Standing{}, standings(g, 2)[5])
	c, err = engine.ChangesBy(adder{}, g.Log(), 6)
	require.NoError(t, err)
	require.Contains(t, texts(c.Gone), "sum 5")
	require.Empty(t, c.Asked)
	_, err = engine.ChangesBy(adder{}, g.Log(), 3)
	require.ErrorIs(t, err, engine.ErrStale)
}

func TestUndoTakesBackAndBringsBack(t *testing.T) {
	g := played(t)
	whole := g.View(1)
	require.NoError(t, g.Undo(4))
	require.Equal(t, "roll 1 of 2", g.Pending()[0].Key)
	require.Nil(t, g.Pending()[0].Before, "what is taken back is not held against anybody")
	require.ErrorContains(t, g.Undo(5), "taken back already")
	require.NoError(t, g.Undo(7), "the undo is taken back")
	back := g.View(1)
	back.Entries = whole.Entries
	require.Equal(t, whole, back)

	require.NoError(t, g.Undo(1))
	require.Len(t, g.Pending(), 2)
	require.Len(t, g.Log(), 10, "nothing is ever deleted")
	require.ErrorIs(t, g.Undo(0), engine.ErrStale)
	require.ErrorIs(t, g.Undo(10), engine.ErrStale)
	require.Nil(t, again(t, duel{rounds: 1}, g.Log()).Diverged())
}

// What was misread stays corrected, however far the game goes back later.
func TestGoingBackKeepsLaterCorrectionsOfWhatStays(t *testing.T) {
	g := played(t)
	misread := g.Log()
	require.NoError(t, g.Amend(3, engine.Answer{Seat: 1, Dice: typed(1, 5, 5)})) // 7: Ann 10, Bob loses 2
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"b"}})                     // 8, in the place of 5
	require.NoError(t, g.Undo(6))
	require.Equal(t, "spread 1", g.Pending()[0].Key, "how much Bob loses, and of what, was said before")
	require.Equal(t, []string{"seat 1 rolls 10", "seat 2 rolls 8", "order? There is only one answer: b."}, texts(g.Facts()))
	require.Equal(t, []int{7, 8}, g.Log()[9].Keep)
	in, kept := engine.InEffect(g.Log())
	require.Equal(t, []bool{true, true, true, true, true, true, false, true, true, true}, in)
	require.Equal(t, []bool{false, false, false, false, false, false, false, true, true, false}, kept)

	require.NoError(t, g.Undo(4))
	require.Equal(t, "roll 1 of 2", g.Pending()[0].Key)
	require.Equal(t, []string{"seat 1 rolls 10"}, texts(g.Facts()), "the misread is back")
	say(t, g, engine.Answer{Seat: 2, Dice: typed(2, 4, 3, 1)})
	require.Equal(t, "lose 1", g.Pending()[0].Key)
	require.Nil(t, g.Pending()[0].Before, "what Bob lost was taken back")
	require.Nil(t, again(t, duel{rounds: 1}, g.Log()).Diverged())

	// A correction that was kept is corrected again, and that stays too.
	require.ErrorContains(t, g.Undo(7), "was kept")
	require.NoError(t, g.Amend(7, engine.Answer{Seat: 1, Dice: typed(1, 5, 4)}))
	require.NoError(t, g.Undo(11))
	require.Equal(t, []string{"seat 1 rolls 9"}, texts(g.Facts()))
	require.Nil(t, again(t, duel{rounds: 1}, g.Log()).Diverged())

	// If the correction itself is taken back, the answer before it counts again, and what rested on the correction
	// goes too.
	whole := again(t, duel{rounds: 1}, misread)
	require.NoError(t, whole.Amend(3, engine.Answer{Seat: 1, Dice: typed(1, 5, 5)}))
	say(t, whole, engine.Answer{Seat: 2, Chosen: []string{"b"}})
	require.NoError(t, whole.Amend(7, engine.Answer{Seat: 1, Dice: typed(1, 6, 4)}))
	require.NoError(t, whole.Undo(7))
	require.Empty(t, whole.Log()[10].Keep)
	require.Equal(t, "seat 1 rolls 11", texts(whole.Facts())[0])
	require.NotNil(t, whole.Outcome())
}

// A correction may bring a new question. If the game goes back to before the answer to it, the correction stays, and
// so do corrections of later answers.
func TestGoingBackKeepsCorrectionsOfWhatIsNotReachedYet(t *testing.T) {
	g := begin(t, duel{rounds: 2})
	say(t, g, engine.Answer{Seat: 1, Chosen: []string{"i"}})                       // 1
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"i"}})                       // 2
	say(t, g, engine.Answer{Seat: 1, Dice: typed(1, 4)})                           // 3
	say(t, g, engine.Answer{Seat: 2, Dice: typed(2, 4)})                           // 4: nothing is lost
	say(t, g, engine.Answer{Seat: 1, Chosen: []string{"i"}})                       // 5: the second round
	require.NoError(t, g.Amend(3, engine.Answer{Seat: 1, Dice: typed(1, 6)}))      // 6: Bob loses 2 after all
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"b"}})                       // 7
	say(t, g, engine.Answer{Seat: 2, Points: []int{1, 0}})                         // 8
	require.NoError(t, g.Amend(5, engine.Answer{Seat: 1, Chosen: []string{"ii"}})) // 9
	require.NoError(t, g.Undo(8))
	require.Equal(t, "spread 1", g.Pending()[0].Key)
	require.Nil(t, again(t, duel{rounds: 2}, g.Log()).Diverged())
	say(t, g, engine.Answer{Seat: 2, Points: []int{0, 1}})
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"i"}})
	require.Len(t, g.Pending()[0].Roll.Dice, 2, "Ann's bid is the one that was put right")
	require.Nil(t, again(t, duel{rounds: 2}, g.Log()).Diverged())
}

// A log whose undos keep nothing (older programs wrote such) is still played as it was.
func TestAnUndoThatKeepsNothingTakesEverythingBack(t *testing.T) {
	g := played(t)
	require.NoError(t, g.Amend(3, engine.Answer{Seat: 1, Dice: typed(1, 5, 4)}))
	log := append(g.Log(), engine.Entry{N: 8, Kind: engine.EntryUndo, Of: 5})
	old := again(t, duel{rounds: 1}, log)
	require.Nil(t, old.Diverged())
	require.Equal(t, []string{"seat 1 rolls 11", "seat 2 rolls 8"}, texts(old.Facts()))
	for name, keep := range map[string][]int{"itself": {8}, "what was before": {4}, "what goes": {5}, "another order": {7, 6}, "the header": {0}, "what isn't there": {99}} {
		bad := append(g.Log(), engine.Entry{N: 8, Kind: engine.EntryUndo, Of: 5, Keep: keep})
		_, err := engine.Replay(duel{rounds: 1}, bad)
		require.ErrorIs(t, err, engine.ErrLog, name)
	}
}

func TestAStaleAnswerIsRefused(t *testing.T) {
	g := begin(t, duel{rounds: 2})
	q := g.Pending()[0]
	first := engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"i"}}
	require.NoError(t, g.Answer(first))
	require.ErrorContains(t, g.Answer(first), "that question is answered")
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"i"}})
	require.ErrorIs(t, g.Answer(first), engine.ErrStale)
	require.Len(t, g.Log(), 3)
}

func TestAQuestionAskedTwiceIsTwoQuestions(t *testing.T) {
	g, err := engine.New(parrot{})
	require.NoError(t, err)
	t.Cleanup(g.Stop)
	one := g.Pending()[0]
	require.NoError(t, g.Answer(engine.Answer{To: one.ID, Chosen: []string{"yes"}}))
	two := g.Pending()[0]
	require.NotEqual(t, one.ID, two.ID)
	require.Equal(t, []string{"really", "really#2"}, []string{one.Key, two.Key})
}

// parrot asks the same thing twice.
type parrot struct{}

func (parrot) Header() engine.Header { return engine.Header{Rulebook: "parrot"} }

func (parrot) Play(t *engine.Table) engine.Outcome {
	for range 2 {
		t.Ask(engine.Question{Key: "really", Kind: engine.KindDeclare, Text: "Really?", Declare: &engine.Declare{Options: engine.YesNo()}})
	}
	return engine.Outcome{Text: "really"}
}

// standings says what has become of each answer in effect, by its entry.
func standings(g *engine.Game, seat engine.Seat) map[int]engine.Standing {
	out := map[int]engine.Standing{}
	for n := range g.Entries() {
		if s, ok := g.As(seat).Standing(n); ok {
			out[n] = s
		}
	}
	return out
}
