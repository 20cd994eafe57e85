package companion_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/tally"
	"astragal/vision"
)

func TestAThrowThatIsReadForSureIsCountedAtOnce(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5, 6)
	v := tb.View()
	require.Len(t, v.Rolls, 1)
	require.Equal(t, 14, *v.Rolls[0].Total)
	require.Empty(t, v.Waiting)
	require.Equal(t, vision.Settled, v.Eye.State)
	require.NotEmpty(t, v.Rolls[0].Lines, "a total without its trail")
}

func TestAnUnsureDieIsAskedAndTheAnswerCounts(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, -5)
	v := tb.View()
	require.Empty(t, v.Rolls, "counted before it was known")
	require.Equal(t, vision.Asking, v.Eye.State)
	require.Len(t, v.Waiting, 1)
	asked := v.Waiting[0]
	require.False(t, asked.Dice[0].Asks)
	require.True(t, asked.Dice[1].Asks)
	require.Equal(t, 5, asked.Dice[1].Choices[0].Value, "the likeliest comes first")
	require.Equal(t, "the light glares on its top face", asked.Dice[1].Why)

	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 2, Value: tabletest.Ptr(6)})
	v = tb.View()
	require.Equal(t, 9, *v.Rolls[0].Total)
	require.Equal(t, engine.Typed, v.Rolls[0].Dice[1].How)
	require.False(t, v.Rolls[0].Corrected, "an answer is no correction")
}

func TestAcceptingTheLikeliestIsAConfirmation(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(-4)
	asked := tb.View().Waiting[0]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 1, Value: tabletest.Ptr(4)})
	require.Equal(t, engine.Confirmed, tb.View().Rolls[0].Dice[0].How)
}

func TestAStaleAnswerIsRefused(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(-3, -5)
	asked := tb.View().Waiting[0]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 1, Value: tabletest.Ptr(3)})
	no := tb.Refused(protocol.Act{Do: protocol.DoFix, Throw: asked.ID, Rev: asked.Rev, Die: 1, Value: tabletest.Ptr(2)})
	require.Equal(t, protocol.CodeStale, no.Code)
	require.Equal(t, 3, *tb.View().Waiting[0].Dice[0].Value)
}

func TestProblemsInThePictureAreAsked(t *testing.T) {
	tb := tabletest.NewTable(t)
	s := tabletest.Scene(2, 2)
	s.Problems = []string{"two dice lie on each other near the middle"}
	tb.Settle(s)
	asked := tb.View().Waiting[0]
	require.Equal(t, s.Problems, asked.Problems)
	tb.Do(protocol.Act{Do: protocol.DoConfirm, Throw: asked.ID, Rev: asked.Rev})
	require.Equal(t, 4, *tb.View().Rolls[0].Total)
}

func TestACorrectionIsANewEntryAndEverythingAfterItIsComputedAgain(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	tb.Clear()
	tb.Throw(1, 1)
	first := tb.View().Rolls[1]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: first.Throw.ID, Rev: first.Throw.Rev, Die: 1, Value: tabletest.Ptr(6)})
	v := tb.View()
	require.Equal(t, 11, *v.Rolls[1].Total)
	require.True(t, v.Rolls[1].Corrected)
	require.Equal(t, 13, *v.Count.Seats[0].Total, "the running total follows")

	added := v.Rolls[1].Throw
	tb.Do(protocol.Act{Do: protocol.DoAdd, Throw: added.ID, Rev: added.Rev, Value: tabletest.Ptr(2), Shape: "d6", At: vision.Point{500, 300}})
	require.Equal(t, 13, *tb.View().Rolls[1].Total)
	removed := tb.View().Rolls[1].Throw
	tb.Do(protocol.Act{Do: protocol.DoRemove, Throw: removed.ID, Rev: removed.Rev, Die: 2})
	require.Equal(t, 8, *tb.View().Rolls[1].Total)
	gone := tb.View().Rolls[1].Throw
	tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: gone.ID, Rev: gone.Rev})
	v = tb.View()
	require.Len(t, v.Rolls, 1)
	require.Equal(t, 2, *v.Count.Seats[0].Total)
}

func TestADieThatWasNudgedIsNoNewRoll(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	s := tabletest.Scene(-1, 4) // the dice are seen again, worse than before, and elsewhere
	s.Sightings[0].Box[0] += 200
	tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &s})
	v := tb.View()
	require.Len(t, v.Rolls, 1)
	require.Equal(t, 8, *v.Rolls[0].Total)
	require.Empty(t, v.Waiting, "nothing is asked again")
	moved := false
	for _, d := range v.Tray.Dice {
		moved = moved || d.Box[0] == s.Sightings[0].Box[0]
	}
	require.True(t, moved, "the outline did not follow the die")

	s = tabletest.Scene(3)
	tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &s})
	v = tb.View()
	require.Equal(t, 8, *v.Rolls[0].Total, "a die that was taken away still counts")
	require.NotEqual(t, v.Tray.Dice[0].Lying, v.Tray.Dice[1].Lying, "one die was taken away")
	require.Empty(t, v.Eye.Problem, "a pushed die and one that was taken away are what they were")
}

func TestWhatLiesThereOtherwiseThanItWasCountedIsSaid(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	seen := func(values ...int) string {
		s := tabletest.Scene(values...)
		tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &s})
		return tb.View().Eye.Problem
	}
	require.Empty(t, seen(3, 5))
	require.Contains(t, seen(3, 5, 2), "A die lies on the tray that was not read with the last throw")
	require.Contains(t, seen(3, 5, 2, 4), "2 dice lie on the tray")
	require.Equal(t, 8, *tb.View().Rolls[0].Total, "nothing is counted that nobody said")
	require.Contains(t, seen(3, 6), "was read as 5 shows 6 now")
	require.Empty(t, seen(3, -6), "what isn't sure contradicts nothing")

	s := tabletest.Scene(3, 5, 2)
	seen(3, 5, 2)
	roll := tb.View().Rolls[0].Throw
	third := s.Sightings[2].Box
	tb.Do(protocol.Act{Do: protocol.DoAdd, Throw: roll.ID, Rev: roll.Rev, Value: tabletest.Ptr(2), At: vision.Point{third[0] + third[2]/2, third[1] + third[3]/2}})
	require.Empty(t, tb.View().Eye.Problem, "it was added")
	require.Equal(t, 10, *tb.View().Rolls[0].Total)

	// A die was overlooked, and another one is taken away before the throw is read.
	s = tabletest.Scene(3, 5, 2)
	tb.Tell(vision.Event{Kind: vision.EventSeen, Scene: &s, Found: 1})
	require.Contains(t, tb.View().Eye.Problem, "A die lies on the tray that was not read")
	require.Contains(t, seen(3, 5, 2), "A die lies on the tray that was not read", "it stays said")
	roll = tb.View().Rolls[0].Throw
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: roll.ID, Rev: roll.Rev, Die: 1, Value: tabletest.Ptr(4)})
	require.Empty(t, tb.View().Eye.Problem, "somebody has looked at it")

	seen(3, 5, 2, 4)
	tb.Throw(1, 1)
	require.Empty(t, tb.View().Eye.Problem, "another throw")
}

// Whoever is told how the table stands may act on "no camera": a lamp goes on, an organiser walks over. So a table whose camera is being opened doesn't
// say that.
func TestNobodyIsToldThatThereIsNoCameraBeforeItIsKnown(t *testing.T) {
	tb := tabletest.Sit(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	said := func(state vision.State) {
		t.Helper()
		require.Equal(t, state, tb.View().Eye.State)
		require.Equal(t, state, tb.Session.Eye().State, "MQTT has it from here")
		require.Equal(t, string(state), tb.Session.Event().Health().Camera)
		shown, _ := tb.Session.Overlays().Shown(0)
		require.Equal(t, state, shown.State)
	}
	said(vision.Starting)
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "webcam C920"})
	said(vision.Starting)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.NoCamera})
	said(vision.NoCamera)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	said(vision.Empty)

	tb.Tell(vision.Event{Kind: vision.EventQuality, Quality: &vision.Quality{Words: []string{"the picture is dark"}}})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "virtual table"})
	said(vision.Starting)
	require.Empty(t, tb.View().Eye.Quality.Words, "it was the other camera's picture")
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Settled})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "virtual table"})
	said(vision.Starting) // the same one is opened again
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.NoCamera})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "virtual table"})
	said(vision.NoCamera) // a camera is away until it gives a picture
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: vision.PhoneName})
	said(vision.NoCamera)
}

func TestAnEyeThatOpensAgainDoesNotCountWhatLiesThere(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.NoCamera})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.Throw(3, 5)
	require.Len(t, tb.View().Rolls, 1, "a phantom roll")
	tb.Throw(3, 5)
	require.Len(t, tb.View().Rolls, 2, "the next throw counts, even with the same faces")
}

func TestAThrowHasTheSameTimeAfterARestart(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Clock.Stop()
	tb.Clock.Step = time.Second
	tb.Throw(3, 5)
	tb.Do(tabletest.Typed(protocol.TypedDie{Shape: "d6", Value: 4}))
	before := tb.View().Rolls
	require.Len(t, before, 2)
	for i, r := range tabletest.SitAgain(t, tb).View().Rolls {
		require.Equal(t, before[i].Throw.At, r.Throw.At)
	}
}

func TestDiceThatLieThereAfterARestartAreNotCountedTwice(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	require.Len(t, tb.View().Rolls, 1)
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.Throw(3, 5)
	require.Len(t, tb.View().Rolls, 1)
}

func TestEverythingComesBackAfterARestart(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{
		Players: []engine.Player{{Name: "Ann", Team: "Red"}, {Name: "Bo"}}, Rules: tally.Settings{Mode: tally.Pool, Target: 5}}})
	tb.Throw(5, 6, 1)
	tb.Do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 6}, {Shape: "d6", Value: 2}}})
	tb.Clear()
	tb.Throw(-1, 2)
	asked := tb.View().Waiting[0]
	tb.Do(protocol.Act{Do: protocol.DoAdd, Throw: asked.ID, Rev: asked.Rev, Value: tabletest.Ptr(5)})
	roll := tb.View().Rolls[1]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 3, Value: tabletest.Ptr(5)})
	before := tb.View()
	require.Equal(t, 3, *before.Rolls[1].Total)
	require.Equal(t, "Bo", before.Rolls[0].Seat)
	tb.Stop()

	tb = tabletest.Sit(t, tb.Path, journal.Limits{})
	after := tb.View()
	require.Equal(t, before.Count, after.Count)
	require.Equal(t, before.Waiting, after.Waiting)
	require.Equal(t, before.Rolls, after.Rolls)
}

func TestARollKeepsItsNumberForGood(t *testing.T) {
	tb := tabletest.NewTable(t)
	for value := range 5 {
		tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: value + 1}}})
	}
	numbers := func(rolls []protocol.RollView) (out []int) {
		for _, r := range rolls {
			require.Equal(t, r.N, *r.Total, "roll N was the die that shows N")
			out = append(out, r.N)
		}
		return out
	}
	for _, gone := range []int{3, 1} {
		for _, r := range tb.View().Rolls {
			if r.N == gone {
				tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: r.Throw.ID, Rev: r.Throw.Rev})
			}
		}
	}
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}}})
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 6}}})
	require.Equal(t, []int{6, 5, 4, 2}, numbers(tb.View().Rolls))
	require.Equal(t, []int{4, 2}, numbers(tabletest.RollsOf(t, tb.Session, 5, 0)))
	require.Equal(t, []int{5, 4}, numbers(tabletest.RollsOf(t, tb.Session, 6, 2)))
	tb.Stop()
	require.Equal(t, []int{6, 5, 4, 2}, numbers(tabletest.Sit(t, tb.Path, journal.Limits{}).View().Rolls))
}

func TestTotalsGoOnWhenSomebodyJoins(t *testing.T) {
	tb := tabletest.NewTable(t)
	rules := tally.Settings{Mode: tally.Sum}
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}, Rules: rules}})
	tb.Throw(6, 4)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: rules}})
	tb.Clear()
	tb.Throw(1, 2)
	v := tb.View()
	require.Equal(t, 13, *v.Count.Seats[0].Total)
	require.Equal(t, 0, *v.Count.Seats[1].Total)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: v.Count.Settings.Players, Rules: rules, Zero: true}})
	require.Equal(t, 0, *tb.View().Count.Seats[0].Total)
	require.Len(t, tb.View().Rolls, 2, "the rolls stay listed")
}

func TestDiceAreRolledAgainOnTheTray(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}})
	tb.Throw(1, 5, 6)
	v := tb.View()
	require.Len(t, v.Asks, 1)
	require.Nil(t, v.Rolls[0].Total, "not whole yet")

	// The one is thrown again. The others lie where they lay.
	s := tabletest.Scene(4, 5, 6)
	s.Sightings[0].Box = vision.Box{400, 400, tabletest.DieSide, tabletest.DieSide}
	tb.Settle(s)
	v = tb.View()
	require.Empty(t, v.Waiting)
	require.Equal(t, 15, *v.Rolls[0].Total)
	require.Len(t, v.Rolls[0].Again, 1)
	require.Equal(t, 1, v.Rolls[0].N)
	tb.Stop()

	tb = tabletest.Sit(t, tb.Path, journal.Limits{})
	require.Equal(t, v.Rolls, tb.View().Rolls)
	again := v.Rolls[0].Again[0]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: again.ID, Rev: again.Rev, Die: 1, Value: tabletest.Ptr(2)})
	require.Equal(t, 13, *tb.View().Rolls[0].Total, "a correction of the dice rolled again")
}

func TestAThrowThatDoesNotFitWaitsAndSaysWhy(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Again: &tally.Again{Chosen: true}}}})
	tb.Throw(2, 5)
	q := tb.View().Asks[0]
	require.Equal(t, engine.KindPick, q.Kind)
	tb.Clear()
	tb.Throw(6, 6, 6)
	v := tb.View()
	require.Len(t, v.Waiting, 1)
	require.Contains(t, v.Waiting[0].Blocked, "answer that first")
	tb.Do(protocol.Act{Do: protocol.DoAnswer, Question: q.ID, Chosen: []string{}})
	v = tb.View()
	require.Empty(t, v.Waiting[:min(1, len(v.Waiting))], "once nothing is in its way it counts")
	require.Equal(t, 7, *v.Rolls[1].Total)
	require.Len(t, v.Asks, 1, "and asks its own question")
}

func TestPlayersInTurn(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{
		Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Order: tally.Turns, Rounds: 1}}})
	tb.Throw(1)
	tb.Clear()
	require.Equal(t, protocol.CodeIllegal, tb.Refused(protocol.Act{Do: protocol.DoTurn, Seat: 1}).Code)
	tb.Throw(2)
	v := tb.View()
	require.Equal(t, []string{"Bo", "Ann"}, []string{v.Rolls[0].Seat, v.Rolls[1].Seat})
	require.True(t, v.Count.Over)
}

// A throw after the count is over is offered to another count. That is no trouble: the log, the event and the screens have no fault of it.
func TestAThrowAfterTheCountIsOverIsOffered(t *testing.T) {
	tb := tabletest.NewTable(t)
	once := protocol.CountSettings{Rules: tally.Settings{Rounds: 1}}
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &once})
	tb.Throw(1)
	tb.Clear()
	tb.Throw(3, -1)
	v := tb.View()
	require.Len(t, v.Rolls, 1)
	require.Empty(t, v.Waiting, "nobody is asked about a die that counts nothing")
	require.Equal(t, protocol.OfferedOver, v.Eye.Offered, "a throw that isn't counted is never silent")
	require.Empty(t, v.Trouble)
	require.Empty(t, tb.Session.Event().Health().Problem)
	require.Contains(t, tb.Refused(protocol.Act{Do: protocol.DoTake}).Why, "the count is over")
	require.Equal(t, protocol.OfferedOver, tb.View().Eye.Offered, "it can still be counted")

	tb.Clear()
	require.Empty(t, tb.View().Eye.Offered, "they were taken away")
	tb.Throw(5, 6)
	once.Zero = true
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &once})
	tb.Do(protocol.Act{Do: protocol.DoTake})
	v = tb.View()
	require.Empty(t, v.Eye.Offered)
	require.Equal(t, 11, *v.Rolls[0].Total)
}

func TestATurnIsSkipped(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{
		Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Order: tally.Turns}}})
	tb.Do(protocol.Act{Do: protocol.DoAnswer, Question: tb.View().Count.Question, Chosen: []string{"skip"}})
	tb.Throw(2)
	require.Equal(t, "Bo", tb.View().Rolls[0].Seat)
}

func TestAFullDiskAcknowledgesNothing(t *testing.T) {
	path := t.TempDir() + "/table.db"
	tb := tabletest.Sit(t, path, journal.Limits{File: 1})
	counted := 0
	var no *protocol.Refusal
	for no == nil {
		require.Less(t, counted, 2000, "the file has no bound")
		err := tb.Session.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 3}}})
		if err != nil {
			require.ErrorAs(t, err, &no)
			break
		}
		counted++
	}
	require.Equal(t, protocol.CodeFull, no.Code)
	require.Contains(t, no.Why, "free some space")
	v := tb.View()
	require.Len(t, v.Rolls, min(counted, 20))
	require.Contains(t, strings.ToLower(v.Trouble), "disk is full")
	tb.Throw(1, 2)
	require.Equal(t, counted, tb.View().Older+len(tb.View().Rolls), "the camera's roll isn't counted either")
	tb.Stop()

	tb = tabletest.Sit(t, path, journal.Limits{})
	v = tb.View()
	require.Equal(t, counted, v.Older+len(v.Rolls), "what was acknowledged, and nothing else")
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	tb.Throw(4)
	require.Equal(t, counted+1, tb.View().Older+len(tb.View().Rolls), "with room again it goes on")
}

func TestImpossibleAnswersAreRefused(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(-3, 2)
	asked := tb.View().Waiting[0]
	about := protocol.Act{Throw: asked.ID, Rev: asked.Rev, Die: 1}
	for name, c := range map[string]struct {
		change func(*protocol.Act)
		says   string
	}{
		"a seven on a d6":     {func(a *protocol.Act) { a.Do, a.Value = protocol.DoFix, tabletest.Ptr(7) }, "a d6 shows 1 to 6, not 7"},
		"no value":            {func(a *protocol.Act) { a.Do = protocol.DoFix }, "\"value\" is missing"},
		"no such die":         {func(a *protocol.Act) { a.Do, a.Value, a.Die = protocol.DoFix, tabletest.Ptr(1), 9 }, "no die 9"},
		"no such throw":       {func(a *protocol.Act) { a.Do, a.Value, a.Throw = protocol.DoFix, tabletest.Ptr(1), 99 }, "no throw 99"},
		"no such shape":       {func(a *protocol.Act) { a.Do, a.Value, a.Shape = protocol.DoFix, tabletest.Ptr(1), "d7" }, "no shape of a die"},
		"outside the picture": {func(a *protocol.Act) { a.Do, a.Value, a.At = protocol.DoAdd, tabletest.Ptr(1), vision.Point{-5, 9999} }, "not in the picture"},
		"an empty roll":       {func(a *protocol.Act) { a.Do = protocol.DoType }, "1 to 60 dice"},
		"an unknown seat":     {func(a *protocol.Act) { a.Do, a.Seat = protocol.DoTurn, 4 }, "no seat 4"},
		"a pool without target": {func(a *protocol.Act) {
			a.Do, a.Count = protocol.DoCount, &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Pool}}
		}, "a pool needs a target"},
	} {
		t.Run(name, func(t *testing.T) {
			a := about
			c.change(&a)
			require.Contains(t, tb.Refused(a).Why, c.says)
		})
	}
	require.Equal(t, asked, tb.View().Waiting[0], "a refused act has changed something")
}

// If a picture comes turned, mirrored, cut or zoomed, the table treats that as a moved camera. It finds the dice
// again and counts nothing.
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
	shows := func(tb *tabletest.Table) map[int]vision.Box {
		out := map[int]vision.Box{}
		for _, d := range tb.View().Tray.Dice {
			if d.Lying {
				out[*d.Value] = d.Box
			}
		}
		return out
	}
	tb := tabletest.NewTable(t)
	first := tabletest.Scene(1, 2, 3, 4, 5)
	first.Sightings[1].Box[1] += 90 // they lie in no row, because a row could be read from both ends
	tb.Settle(first)
	there := turned(first)
	tb.Tell(vision.Event{Kind: vision.EventSeen, State: vision.Settled, Scene: &there, Anew: true})
	require.Eventually(t, func() bool { return tb.View().Tray.Width == tabletest.SceneHeight }, tabletest.Patience, time.Millisecond)
	require.Len(t, tb.View().Rolls, 1)
	require.Empty(t, tb.View().Waiting)
	require.Empty(t, tb.View().Eye.Problem)
	for i, d := range there.Sightings {
		require.Equal(t, d.Box, shows(tb)[i+1], "each die's own place")
	}

	zoomed := turned(first)
	zoomed.Sightings = zoomed.Sightings[:2] // the others are outside the picture
	tb.Tell(vision.Event{Kind: vision.EventSeen, State: vision.Settled, Scene: &zoomed, Anew: true})
	require.Eventually(t, func() bool { return len(shows(tb)) == 2 }, tabletest.Patience, time.Millisecond)
	tb.Tell(vision.Event{Kind: vision.EventSeen, State: vision.Settled, Scene: &first, Anew: true})
	require.Eventually(t, func() bool { return len(shows(tb)) == 5 }, tabletest.Patience, time.Millisecond)
	require.Len(t, tb.View().Rolls, 1)
	require.Empty(t, tb.View().Waiting)

	// If dice surely aren't those that were counted, the table asks about them. It neither counts nor drops them.
	other := turned(tabletest.Scene(6, 6, 2))
	tb.Tell(vision.Event{Kind: vision.EventSeen, State: vision.Settled, Scene: &other, Anew: true})
	require.Eventually(t, func() bool { return len(tb.View().Waiting) == 1 }, tabletest.Patience, time.Millisecond)
	require.Len(t, tb.View().Rolls, 1)
	asked := tb.View().Waiting[0]
	require.Contains(t, asked.Problems[0], "only if they were thrown since")
	tb.Do(protocol.Act{Do: protocol.DoConfirm, Throw: asked.ID, Rev: asked.Rev})
	require.Len(t, tb.View().Rolls, 2)
}

// If somebody says of a counted die what it was counted as, that is no correction, neither now nor after a restart.
func TestConfirmingWhatCountsIsNoCorrection(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	roll := tb.View().Rolls[0]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 1, Value: tabletest.Ptr(3), Shape: "d6"})
	require.False(t, tb.View().Rolls[0].Corrected)
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: tb.View().Rolls[0].Throw.Rev, Die: 1, Value: tabletest.Ptr(4)})
	require.True(t, tb.View().Rolls[0].Corrected)
	require.Equal(t, 9, *tb.View().Rolls[0].Total)
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{})
	require.Equal(t, 9, *tb.View().Rolls[0].Total)
}

// onesAgain is a table that rolls ones again, with 1, 1, 5, 6 and 2 on the tray.
func onesAgain(t *testing.T) *tabletest.Table {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}})
	tb.Throw(1, 1, 5, 6, 2)
	return tb
}

// Only dice that are rolled again count, whether the others lie there, were pushed or were taken out.
func TestOnlyWhatIsRolledAgainCounts(t *testing.T) {
	five, six, two := [3]float64{380, 130, 5}, [3]float64{510, 130, 6}, [3]float64{640, 130, 2}
	three, four := [3]float64{200, 400, 3}, [3]float64{700, 400, 4}
	for name, lies := range map[string]vision.Scene{
		"all lie there":     tabletest.DiceAt(three, four, five, six, two),
		"all are taken out": tabletest.DiceAt(three, four),
		"one is taken out":  tabletest.DiceAt(three, five, four, two),
		"one was pushed":    tabletest.DiceAt(three, four, five, six, [3]float64{560, 250, 2}),
		"all were pushed":   tabletest.DiceAt(three, four, [3]float64{300, 300, 5}, [3]float64{480, 220, 6}, [3]float64{560, 320, 2}),
	} {
		t.Run(name, func(t *testing.T) {
			tb := onesAgain(t)
			tb.Settle(lies)
			v := tb.View()
			require.Empty(t, v.Waiting)
			require.Equal(t, 20, *v.Rolls[0].Total)
		})
	}
	for name, lies := range map[string]vision.Scene{
		"one was turned over":            tabletest.DiceAt(three, four, five, six, [3]float64{560, 250, 3}),
		"either may be the one that lay": tabletest.DiceAt(three, four, [3]float64{200, 200, 5}, [3]float64{480, 220, 2}),
	} {
		t.Run(name, func(t *testing.T) {
			tb := onesAgain(t)
			if name == "either may be the one that lay" {
				lies = tabletest.DiceAt([3]float64{200, 400, 2}, four, [3]float64{480, 320, 5}) // of 2, 5 and 6, which lay there, two may have been pushed
			}
			tb.Settle(lies)
			v := tb.View()
			require.Len(t, v.Waiting, 1, "which of them were thrown is a guess")
			require.Contains(t, v.Waiting[0].Blocked, "tap those that were thrown")
		})
	}
}

func TestTheVirtualTableThrowsOnlyWhatIsRolledAgain(t *testing.T) {
	tb := onesAgain(t)
	tb.Do(protocol.Act{Do: protocol.DoThrow})
	require.Equal(t, []string{"d6:ivory", "d6:ivory"}, (<-tb.Eye.Orders).Dice)
	tb.Settle(tabletest.DiceAt([3]float64{200, 400, 3}, [3]float64{700, 400, 4}))
	require.Equal(t, 20, *tb.View().Rolls[0].Total)
	tb.Do(protocol.Act{Do: protocol.DoThrow})
	require.Empty(t, (<-tb.Eye.Orders).Dice, "the next roll is of the table's own dice")
}
