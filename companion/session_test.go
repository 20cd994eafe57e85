package companion_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/tally"
	"astragal/vision"
)

func TestAThrowThatIsReadForSureIsCountedAtOnce(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5, 6)
	v := tb.view()
	require.Len(t, v.Rolls, 1)
	require.Equal(t, 14, *v.Rolls[0].Total)
	require.Empty(t, v.Waiting)
	require.Equal(t, vision.Settled, v.Eye.State)
	require.NotEmpty(t, v.Rolls[0].Lines, "a total without its trail")
}

func TestAnUnsureDieIsAskedAndTheAnswerCounts(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, -5)
	v := tb.view()
	require.Empty(t, v.Rolls, "counted before it was known")
	require.Equal(t, vision.Asking, v.Eye.State)
	require.Len(t, v.Waiting, 1)
	asked := v.Waiting[0]
	require.False(t, asked.Dice[0].Asks)
	require.True(t, asked.Dice[1].Asks)
	require.Equal(t, 5, asked.Dice[1].Choices[0].Value, "the likeliest comes first")
	require.Equal(t, "the light glares on its top face", asked.Dice[1].Why)

	tb.do(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 2, Value: ptr(6)})
	v = tb.view()
	require.Equal(t, 9, *v.Rolls[0].Total)
	require.Equal(t, engine.Typed, v.Rolls[0].Dice[1].How)
	require.False(t, v.Rolls[0].Corrected, "an answer is no correction")
}

func TestAcceptingTheLikeliestIsAConfirmation(t *testing.T) {
	tb := newTable(t)
	tb.throw(-4)
	asked := tb.view().Waiting[0]
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 1, Value: ptr(4)})
	require.Equal(t, engine.Confirmed, tb.view().Rolls[0].Dice[0].How)
}

func TestAStaleAnswerIsRefused(t *testing.T) {
	tb := newTable(t)
	tb.throw(-3, -5)
	asked := tb.view().Waiting[0]
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 1, Value: ptr(3)})
	no := tb.refused(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 1, Value: ptr(2)})
	require.Equal(t, protocol.CodeStale, no.Code)
	require.Equal(t, 3, *tb.view().Waiting[0].Dice[0].Value)
}

func TestProblemsInThePictureAreAsked(t *testing.T) {
	tb := newTable(t)
	s := scene(2, 2)
	s.Problems = []string{"two dice lie on each other near the middle"}
	tb.settle(s)
	asked := tb.view().Waiting[0]
	require.Equal(t, s.Problems, asked.Problems)
	tb.do(protocol.Act{Do: protocol.DoConfirm, Throw: asked.ID, Rev: asked.Rev})
	require.Equal(t, 4, *tb.view().Rolls[0].Total)
}

func TestACorrectionIsANewEntryAndEverythingAfterItIsComputedAgain(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	tb.clear()
	tb.throw(1, 1)
	first := tb.view().Rolls[1]
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: first.Throw.ID, Rev: first.Throw.Rev, Die: 1, Value: ptr(6)})
	v := tb.view()
	require.Equal(t, 11, *v.Rolls[1].Total)
	require.True(t, v.Rolls[1].Corrected)
	require.Equal(t, 13, *v.Count.Seats[0].Total, "the running total follows")

	added := v.Rolls[1].Throw
	tb.do(protocol.Act{Do: protocol.DoAdd, Throw: added.ID, Rev: added.Rev, Value: ptr(2), Shape: "d6", At: vision.Point{500, 300}})
	require.Equal(t, 13, *tb.view().Rolls[1].Total)
	removed := tb.view().Rolls[1].Throw
	tb.do(protocol.Act{Do: protocol.DoRemove, Throw: removed.ID, Rev: removed.Rev, Die: 2})
	require.Equal(t, 8, *tb.view().Rolls[1].Total)
	gone := tb.view().Rolls[1].Throw
	tb.do(protocol.Act{Do: protocol.DoDiscard, Throw: gone.ID, Rev: gone.Rev})
	v = tb.view()
	require.Len(t, v.Rolls, 1)
	require.Equal(t, 2, *v.Count.Seats[0].Total)
}

func TestADieThatWasNudgedIsNoNewRoll(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	s := scene(-1, 4) // seen again worse than before, and elsewhere
	s.Sightings[0].Box[0] += 200
	tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &s})
	v := tb.view()
	require.Len(t, v.Rolls, 1)
	require.Equal(t, 8, *v.Rolls[0].Total)
	require.Empty(t, v.Waiting, "nothing is asked again")
	moved := false
	for _, d := range v.Tray.Dice {
		moved = moved || d.Box[0] == s.Sightings[0].Box[0]
	}
	require.True(t, moved, "the outline did not follow the die")

	s = scene(3)
	tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &s})
	v = tb.view()
	require.Equal(t, 8, *v.Rolls[0].Total, "a die that was taken away still counts")
	require.NotEqual(t, v.Tray.Dice[0].Lying, v.Tray.Dice[1].Lying, "one die was taken away")
	require.Empty(t, v.Eye.Problem, "a pushed die and one that was taken away are what they were")
}

func TestWhatLiesThereOtherwiseThanItWasCountedIsSaid(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	seen := func(values ...int) string {
		s := scene(values...)
		tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &s})
		return tb.view().Eye.Problem
	}
	require.Empty(t, seen(3, 5))
	require.Contains(t, seen(3, 5, 2), "A die lies on the tray that was not read with the last throw")
	require.Contains(t, seen(3, 5, 2, 4), "2 dice lie on the tray")
	require.Equal(t, 8, *tb.view().Rolls[0].Total, "nothing is counted that nobody said")
	require.Contains(t, seen(3, 6), "was read as 5 shows 6 now")
	require.Empty(t, seen(3, -6), "what isn't sure contradicts nothing")

	s := scene(3, 5, 2)
	seen(3, 5, 2)
	roll := tb.view().Rolls[0].Throw
	third := s.Sightings[2].Box
	tb.do(protocol.Act{Do: protocol.DoAdd, Throw: roll.ID, Rev: roll.Rev, Value: ptr(2), At: vision.Point{third[0] + third[2]/2, third[1] + third[3]/2}})
	require.Empty(t, tb.view().Eye.Problem, "it was added")
	require.Equal(t, 10, *tb.view().Rolls[0].Total)

	// A die was overlooked, and another one taken away before it is read.
	s = scene(3, 5, 2)
	tb.tell(vision.Event{Kind: vision.EventSeen, Scene: &s, Found: 1})
	require.Contains(t, tb.view().Eye.Problem, "A die lies on the tray that was not read")
	require.Contains(t, seen(3, 5, 2), "A die lies on the tray that was not read", "it stays said")
	roll = tb.view().Rolls[0].Throw
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: roll.ID, Rev: roll.Rev, Die: 1, Value: ptr(4)})
	require.Empty(t, tb.view().Eye.Problem, "somebody has looked at it")

	seen(3, 5, 2, 4)
	tb.throw(1, 1)
	require.Empty(t, tb.view().Eye.Problem, "another throw")
}

func TestAnEyeThatOpensAgainDoesNotCountWhatLiesThere(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.NoCamera})
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.throw(3, 5)
	require.Len(t, tb.view().Rolls, 1, "a phantom roll")
	tb.throw(3, 5)
	require.Len(t, tb.view().Rolls, 2, "the next throw counts, even with the same faces")
}

func TestDiceThatLieThereAfterARestartAreNotCountedTwice(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	require.Len(t, tb.view().Rolls, 1)
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{})
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.throw(3, 5)
	require.Len(t, tb.view().Rolls, 1)
}

func TestEverythingComesBackAfterARestart(t *testing.T) {
	tb := newTable(t)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{
		Players: []engine.Player{{Name: "Ann", Team: "Red"}, {Name: "Bo"}}, Rules: tally.Settings{Mode: tally.Pool, Target: 5}}})
	tb.throw(5, 6, 1)
	tb.do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 6}, {Shape: "d6", Value: 2}}})
	tb.clear()
	tb.throw(-1, 2)
	asked := tb.view().Waiting[0]
	tb.do(protocol.Act{Do: protocol.DoAdd, Throw: asked.ID, Rev: asked.Rev, Value: ptr(5)})
	roll := tb.view().Rolls[1]
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 3, Value: ptr(5)})
	before := tb.view()
	require.Equal(t, 3, *before.Rolls[1].Total)
	require.Equal(t, "Bo", before.Rolls[0].Seat)
	tb.stop()

	tb = sit(t, tb.path, journal.Limits{})
	after := tb.view()
	require.Equal(t, before.Count, after.Count)
	require.Equal(t, before.Waiting, after.Waiting)
	require.Equal(t, before.Rolls, after.Rolls)
}

func TestARollKeepsItsNumberForGood(t *testing.T) {
	tb := newTable(t)
	for value := range 5 {
		tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: value + 1}}})
	}
	numbers := func(rolls []protocol.RollView) (out []int) {
		for _, r := range rolls {
			require.Equal(t, r.N, *r.Total, "roll N was the die that shows N")
			out = append(out, r.N)
		}
		return out
	}
	for _, gone := range []int{3, 1} {
		for _, r := range tb.view().Rolls {
			if r.N == gone {
				tb.do(protocol.Act{Do: protocol.DoDiscard, Throw: r.Throw.ID, Rev: r.Throw.Rev})
			}
		}
	}
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}}})
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 6}}})
	require.Equal(t, []int{6, 5, 4, 2}, numbers(tb.view().Rolls))
	require.Equal(t, []int{4, 2}, numbers(rollsOf(t, tb.session, 5, 0)))
	require.Equal(t, []int{5, 4}, numbers(rollsOf(t, tb.session, 6, 2)))
	tb.stop()
	require.Equal(t, []int{6, 5, 4, 2}, numbers(sit(t, tb.path, journal.Limits{}).view().Rolls))
}

func TestTotalsGoOnWhenSomebodyJoins(t *testing.T) {
	tb := newTable(t)
	rules := tally.Settings{Mode: tally.Sum}
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}, Rules: rules}})
	tb.throw(6, 4)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: rules}})
	tb.clear()
	tb.throw(1, 2)
	v := tb.view()
	require.Equal(t, 13, *v.Count.Seats[0].Total)
	require.Equal(t, 0, *v.Count.Seats[1].Total)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: v.Count.Settings.Players, Rules: rules, Zero: true}})
	require.Equal(t, 0, *tb.view().Count.Seats[0].Total)
	require.Len(t, tb.view().Rolls, 2, "the rolls stay listed")
}

func TestDiceAreRolledAgainOnTheTray(t *testing.T) {
	tb := newTable(t)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}})
	tb.throw(1, 5, 6)
	v := tb.view()
	require.Len(t, v.Asks, 1)
	require.Nil(t, v.Rolls[0].Total, "not whole yet")

	// The one is thrown again; the others lie where they lay.
	s := scene(4, 5, 6)
	s.Sightings[0].Box = vision.Box{400, 400, dieSide, dieSide}
	tb.settle(s)
	v = tb.view()
	require.Empty(t, v.Waiting)
	require.Equal(t, 15, *v.Rolls[0].Total)
	require.Len(t, v.Rolls[0].Again, 1)
	require.Equal(t, 1, v.Rolls[0].N)
	tb.stop()

	tb = sit(t, tb.path, journal.Limits{})
	require.Equal(t, v.Rolls, tb.view().Rolls)
	again := v.Rolls[0].Again[0]
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: again.ID, Rev: again.Rev, Die: 1, Value: ptr(2)})
	require.Equal(t, 13, *tb.view().Rolls[0].Total, "a correction of the dice rolled again")
}

func TestAThrowThatDoesNotFitWaitsAndSaysWhy(t *testing.T) {
	tb := newTable(t)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Again: &tally.Again{Chosen: true}}}})
	tb.throw(2, 5)
	q := tb.view().Asks[0]
	require.Equal(t, engine.KindPick, q.Kind)
	tb.clear()
	tb.throw(6, 6, 6)
	v := tb.view()
	require.Len(t, v.Waiting, 1)
	require.Contains(t, v.Waiting[0].Blocked, "answer that first")
	tb.do(protocol.Act{Do: protocol.DoAnswer, Question: q.ID, Chosen: []string{}})
	v = tb.view()
	require.Empty(t, v.Waiting[:min(1, len(v.Waiting))], "once nothing is in its way it counts")
	require.Equal(t, 7, *v.Rolls[1].Total)
	require.Len(t, v.Asks, 1, "and asks its own question")
}

func TestPlayersInTurn(t *testing.T) {
	tb := newTable(t)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{
		Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Order: tally.Turns, Rounds: 1}}})
	tb.throw(1)
	tb.clear()
	require.Equal(t, protocol.CodeIllegal, tb.refused(protocol.Act{Do: protocol.DoTurn, Seat: 1}).Code)
	tb.throw(2)
	v := tb.view()
	require.Equal(t, []string{"Bo", "Ann"}, []string{v.Rolls[0].Seat, v.Rolls[1].Seat})
	require.True(t, v.Count.Over)
	tb.clear()
	tb.throw(3)
	v = tb.view()
	require.Len(t, v.Rolls, 2)
	require.Contains(t, v.Trouble, "the count is over", "a throw that isn't counted is never silent")
}

func TestATurnIsSkipped(t *testing.T) {
	tb := newTable(t)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{
		Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Order: tally.Turns}}})
	tb.do(protocol.Act{Do: protocol.DoAnswer, Question: tb.view().Count.Question, Chosen: []string{"skip"}})
	tb.throw(2)
	require.Equal(t, "Bo", tb.view().Rolls[0].Seat)
}

func TestAFullDiskAcknowledgesNothing(t *testing.T) {
	path := t.TempDir() + "/table.db"
	tb := sit(t, path, journal.Limits{File: 1})
	counted := 0
	var no *protocol.Refusal
	for no == nil {
		require.Less(t, counted, 2000, "the file has no bound")
		err := tb.session.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 3}}})
		if err != nil {
			require.ErrorAs(t, err, &no)
			break
		}
		counted++
	}
	require.Equal(t, protocol.CodeFull, no.Code)
	require.Contains(t, no.Why, "free some space")
	v := tb.view()
	require.Len(t, v.Rolls, min(counted, 20))
	require.Contains(t, strings.ToLower(v.Trouble), "disk is full")
	tb.throw(1, 2)
	require.Equal(t, counted, tb.view().Older+len(tb.view().Rolls), "the camera's roll isn't counted either")
	tb.stop()

	tb = sit(t, path, journal.Limits{})
	v = tb.view()
	require.Equal(t, counted, v.Older+len(v.Rolls), "what was acknowledged, and nothing else")
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	tb.throw(4)
	require.Equal(t, counted+1, tb.view().Older+len(tb.view().Rolls), "with room again it goes on")
}

func TestImpossibleAnswersAreRefused(t *testing.T) {
	tb := newTable(t)
	tb.throw(-3, 2)
	asked := tb.view().Waiting[0]
	about := protocol.Act{Throw: asked.ID, Rev: asked.Rev, Die: 1}
	for name, c := range map[string]struct {
		change func(*protocol.Act)
		says   string
	}{
		"a seven on a d6":     {func(a *protocol.Act) { a.Do, a.Value = protocol.DoFix, ptr(7) }, "a d6 shows 1 to 6, not 7"},
		"no value":            {func(a *protocol.Act) { a.Do = protocol.DoFix }, "\"value\" is missing"},
		"no such die":         {func(a *protocol.Act) { a.Do, a.Value, a.Die = protocol.DoFix, ptr(1), 9 }, "no die 9"},
		"no such throw":       {func(a *protocol.Act) { a.Do, a.Value, a.Throw = protocol.DoFix, ptr(1), 99 }, "no throw 99"},
		"no such shape":       {func(a *protocol.Act) { a.Do, a.Value, a.Shape = protocol.DoFix, ptr(1), "d7" }, "no shape of a die"},
		"outside the picture": {func(a *protocol.Act) { a.Do, a.Value, a.At = protocol.DoAdd, ptr(1), vision.Point{-5, 9999} }, "not in the picture"},
		"an empty roll":       {func(a *protocol.Act) { a.Do = protocol.DoType }, "1 to 60 dice"},
		"an unknown seat":     {func(a *protocol.Act) { a.Do, a.Seat = protocol.DoTurn, 4 }, "no seat 4"},
		"a pool without target": {func(a *protocol.Act) {
			a.Do, a.Count = protocol.DoCount, &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Pool}}
		}, "a pool needs a target"},
	} {
		t.Run(name, func(t *testing.T) {
			a := about
			c.change(&a)
			require.Contains(t, tb.refused(a).Why, c.says)
		})
	}
	require.Equal(t, asked, tb.view().Waiting[0], "a refused act has changed something")
}

// A picture that comes turned, mirrored, cut or zoomed is a camera that moved: its dice are found again and nothing is counted.
func TestAPictureOfAnotherGeometryIsNoRoll(t *testing.T) {
	turned := func(s vision.Scene) vision.Scene { // by 90°
		out := vision.Scene{Width: s.Height, Height: s.Width}
		for _, d := range s.Sightings {
			b := d.Box
			d.Box = vision.Box{float64(s.Height) - b[1] - b[3], b[0], b[3], b[2]}
			out.Sightings = append(out.Sightings, d)
		}
		return out
	}
	shows := func(tb *table) map[int]vision.Box {
		out := map[int]vision.Box{}
		for _, d := range tb.view().Tray.Dice {
			if d.Lying {
				out[*d.Value] = d.Box
			}
		}
		return out
	}
	tb := newTable(t)
	first := scene(1, 2, 3, 4, 5)
	first.Sightings[1].Box[1] += 90 // no row, which could be read from both ends
	tb.settle(first)
	there := turned(first)
	tb.tell(vision.Event{Kind: vision.EventSeen, State: vision.Settled, Scene: &there, Anew: true})
	require.Eventually(t, func() bool { return tb.view().Tray.Width == sceneHeight }, patience, time.Millisecond)
	require.Len(t, tb.view().Rolls, 1)
	require.Empty(t, tb.view().Waiting)
	require.Empty(t, tb.view().Eye.Problem)
	for i, d := range there.Sightings {
		require.Equal(t, d.Box, shows(tb)[i+1], "each die's own place")
	}

	zoomed := turned(first)
	zoomed.Sightings = zoomed.Sightings[:2] // the others are out of the picture
	tb.tell(vision.Event{Kind: vision.EventSeen, State: vision.Settled, Scene: &zoomed, Anew: true})
	require.Eventually(t, func() bool { return len(shows(tb)) == 2 }, patience, time.Millisecond)
	tb.tell(vision.Event{Kind: vision.EventSeen, State: vision.Settled, Scene: &first, Anew: true})
	require.Eventually(t, func() bool { return len(shows(tb)) == 5 }, patience, time.Millisecond)
	require.Len(t, tb.view().Rolls, 1)
	require.Empty(t, tb.view().Waiting)

	// What surely isn't what was counted is asked about, never counted and never dropped.
	other := turned(scene(6, 6, 2))
	tb.tell(vision.Event{Kind: vision.EventSeen, State: vision.Settled, Scene: &other, Anew: true})
	require.Eventually(t, func() bool { return len(tb.view().Waiting) == 1 }, patience, time.Millisecond)
	require.Len(t, tb.view().Rolls, 1)
	asked := tb.view().Waiting[0]
	require.Contains(t, asked.Problems[0], "only if they were thrown since")
	tb.do(protocol.Act{Do: protocol.DoConfirm, Throw: asked.ID, Rev: asked.Rev})
	require.Len(t, tb.view().Rolls, 2)
}

// Who says of a counted die what it was counted as has corrected nothing, now and after a restart.
func TestConfirmingWhatCountsIsNoCorrection(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	roll := tb.view().Rolls[0]
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 1, Value: ptr(3), Shape: "d6"})
	require.False(t, tb.view().Rolls[0].Corrected)
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: tb.view().Rolls[0].Throw.Rev, Die: 1, Value: ptr(4)})
	require.True(t, tb.view().Rolls[0].Corrected)
	require.Equal(t, 9, *tb.view().Rolls[0].Total)
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{})
	require.Equal(t, 9, *tb.view().Rolls[0].Total)
}

// onesAgain is a table that rolls ones again, with 1, 1, 5, 6 and 2 on the tray.
func onesAgain(t *testing.T) *table {
	tb := newTable(t)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}})
	tb.throw(1, 1, 5, 6, 2)
	return tb
}

// diceAt lays dice at places of their own: of each, where it lies and what it shows.
func diceAt(places ...[3]float64) vision.Scene {
	s := vision.Scene{Width: sceneWidth, Height: sceneHeight}
	for _, p := range places {
		s.Sightings = append(s.Sightings, sighting(p[0], p[1], int(p[2])))
	}
	return s
}

// Only the dice that are rolled again count, whether the others lie there, were pushed or were taken out.
func TestOnlyWhatIsRolledAgainCounts(t *testing.T) {
	five, six, two := [3]float64{380, 130, 5}, [3]float64{510, 130, 6}, [3]float64{640, 130, 2}
	three, four := [3]float64{200, 400, 3}, [3]float64{700, 400, 4}
	for name, lies := range map[string]vision.Scene{
		"all lie there":     diceAt(three, four, five, six, two),
		"all are taken out": diceAt(three, four),
		"one is taken out":  diceAt(three, five, four, two),
		"one was pushed":    diceAt(three, four, five, six, [3]float64{560, 250, 2}),
		"all were pushed":   diceAt(three, four, [3]float64{300, 300, 5}, [3]float64{480, 220, 6}, [3]float64{560, 320, 2}),
	} {
		t.Run(name, func(t *testing.T) {
			tb := onesAgain(t)
			tb.settle(lies)
			v := tb.view()
			require.Empty(t, v.Waiting)
			require.Equal(t, 20, *v.Rolls[0].Total)
		})
	}
	for name, lies := range map[string]vision.Scene{
		"one was turned over":            diceAt(three, four, five, six, [3]float64{560, 250, 3}),
		"either may be the one that lay": diceAt(three, four, [3]float64{200, 200, 5}, [3]float64{480, 220, 2}),
	} {
		t.Run(name, func(t *testing.T) {
			tb := onesAgain(t)
			if name == "either may be the one that lay" {
				lies = diceAt([3]float64{200, 400, 2}, four, [3]float64{480, 320, 5}) // of 2, 5 and 6 that lay there, two may have been pushed
			}
			tb.settle(lies)
			v := tb.view()
			require.Len(t, v.Waiting, 1, "which of them were thrown is a guess")
			require.Contains(t, v.Waiting[0].Blocked, "tap those that were thrown")
		})
	}
}

func TestTheVirtualTableThrowsOnlyWhatIsRolledAgain(t *testing.T) {
	tb := onesAgain(t)
	tb.do(protocol.Act{Do: protocol.DoThrow})
	require.Equal(t, []string{"d6:ivory", "d6:ivory"}, (<-tb.eye.orders).Dice)
	tb.settle(diceAt([3]float64{200, 400, 3}, [3]float64{700, 400, 4}))
	require.Equal(t, 20, *tb.view().Rolls[0].Total)
	tb.do(protocol.Act{Do: protocol.DoThrow})
	require.Empty(t, (<-tb.eye.orders).Dice, "the next roll is of the table's own dice")
}
