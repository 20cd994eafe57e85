package record_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/dicecount"
	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/engine"
	"astragal/engine/tally"
)

// countedAnew judges dice one by one, without parts and sums.
func countedAnew(t *testing.T, observed []evidence.Observed, of evidence.StatisticsOf) (dice []dicecount.DieStatistics, total int) {
	t.Helper()
	var rolled []dicecount.Rolled
	for _, o := range observed {
		at := time.UnixMilli(o.At.UnixMilli())
		if of.Player != "" && o.Player != of.Player || !of.Since.IsZero() && at.Before(of.Since) || !of.Until.IsZero() && !at.Before(of.Until) {
			continue
		}
		rolled = append(rolled, dicecount.Rolled{Die: o.Die, Sides: o.Sides, Shows: o.Shows, How: o.How})
	}
	dice, err := dicecount.Count(rolled)
	require.NoError(t, err)
	return dice, len(rolled)
}

// revOf is the newest revision of a throw, wherever it lies.
func revOf(t *testing.T, snap *record.Copy, id int) int {
	t.Helper()
	if snap.Throws.Here(id) {
		return snap.Throws.Get(id).Rev
	}
	rolls, err := snap.RollViews(t.Context(), 0, 0)
	require.NoError(t, err)
	for _, r := range rolls {
		for _, of := range append(r.Again, r.Throw) {
			if of.ID == id {
				return of.Rev
			}
		}
	}
	return 1 // it was taken out, so whatever is said of it is refused
}

// randomAct does something at a table: it rolls, answers, corrects, takes out, counts otherwise, or plays a game.
func randomAct(t *testing.T, s *companion.Session, r *rand.Rand) {
	t.Helper()
	ctx := context.Background()
	do := func(a protocol.Act) { _ = s.Do(ctx, a) } // what is refused changes nothing
	snap := s.Copy()
	asks, throws := snap.Newest().Asks(), snap.Throws.Len()
	if len(asks) > 0 && r.IntN(4) > 0 {
		if a := engine.Random(asks[0], r); len(a.Dice) > 0 {
			do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + r.IntN(6)}}})
		} else {
			do(protocol.Act{Do: protocol.DoAnswer, Question: asks[0].ID, Chosen: a.Chosen})
		}
		return
	}
	switch n := r.IntN(20); {
	case n < 12 || throws == 0:
		dice := []protocol.TypedDie{{Shape: "d6", Value: 1 + r.IntN(6)}}
		for range r.IntN(3) {
			dice = append(dice, []protocol.TypedDie{{Shape: "d20", Value: 1 + r.IntN(20)}, {Shape: "d10", Value: 10 * r.IntN(10)}, {Shape: "d10", Value: 1 + r.IntN(10)}}[r.IntN(3)])
		}
		do(protocol.Act{Do: protocol.DoType, Dice: dice})
	case n < 16:
		id := 1 + r.IntN(throws)
		rev := revOf(t, snap, id)
		value := 1 + r.IntN(6)
		do(protocol.Act{Do: protocol.DoFix, Throw: id, Rev: rev, Die: 1, Value: &value})
	case n < 18:
		id := 1 + r.IntN(throws)
		rev := revOf(t, snap, id)
		do(protocol.Act{Do: []protocol.Deed{protocol.DoDiscard, protocol.DoRemove}[r.IntN(2)], Throw: id, Rev: rev, Die: 1})
	case n == 18:
		count := protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}}
		if r.IntN(2) == 0 {
			count.Rules = tally.Settings{Again: &tally.Again{Values: []int{1}}}
		}
		do(protocol.Act{Do: protocol.DoCount, Count: &count})
	default:
		do(protocol.Act{Do: protocol.DoTurn, Seat: 1 + r.IntN(2)})
	}
}

// People roll, answer, correct and take out, and the table restarts, in any order. What is kept up with each roll is
// the same as what comes out if everything is gone through again.
func TestWhatDiceShowedIsKeptUpAsIfItWereGoneThroughAnew(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 5))
		path := filepath.Join(t.TempDir(), "table.db")
		clock := time.UnixMilli(1_770_000_000_000)
		open := func() (*journal.Journal, *companion.Session) {
			j, err := journal.Open(t.Context(), path, journal.Limits{})
			require.NoError(t, err)
			s, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return clock }, Chapter: 7 + int(seed)})
			require.NoError(t, err)
			return j, s
		}
		j, s := open()
		for i := range 120 {
			clock = clock.Add(time.Duration(r.IntN(5)) * time.Second)
			if r.IntN(40) == 0 {
				clock = clock.Add(-time.Hour) // somebody sets the clock
			}
			randomAct(t, s, r)
			if r.IntN(40) == 0 {
				s.Close()
				require.NoError(t, j.Close())
				j, s = open()
			}
			snap := s.Copy()
			of := evidence.StatisticsOf{Typed: true}
			switch r.IntN(4) {
			case 0:
				of.Player = "Ann"
			case 1:
				of.Since = clock.Add(-time.Duration(r.IntN(300)) * time.Second)
			case 2:
				of.Until = clock.Add(-time.Duration(r.IntN(300)) * time.Second)
			}
			st, err := snap.Statistics(of)
			require.NoError(t, err)
			dice, total := countedAnew(t, snap.Observed(), of)
			require.Equal(t, total, st.Total, "seed %d, act %d, %+v", seed, i, of)
			require.Equal(t, dice, st.Dice, "seed %d, act %d, %+v", seed, i, of)
		}
		s.Close()
		require.NoError(t, j.Close())
	}
}

// The same holds in a game with answers, corrections and answers that are taken back. The statistics are compared
// after each.
func TestWhatAGameShowedIsKeptUpAsIfItWereGoneThroughAnew(t *testing.T) {
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	require.NoError(t, err)
	s, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer func() {
		s.Close()
		require.NoError(t, j.Close())
	}()
	who := protocol.Who{Device: "the tablet", May: true}
	id, err := s.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "tally", Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}})
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 5))
	changed := map[protocol.Deed]int{}
	for i := range 150 {
		g := s.Copy().Games()[id-1].Engine
		open, entries := g.Pending(), g.Entries()
		n := 1 + r.IntN(max(1, entries-1))
		a := engine.Answer{Seat: engine.Seat(1 + r.IntN(2)), Dice: []engine.Thrown{{ID: "d1", Shape: "d6", Value: new(int), How: engine.Typed}}}
		*a.Dice[0].Value = 1 + r.IntN(6)
		act := protocol.Act{Do: protocol.DoAmend, Game: id, Entry: n, Answer: &a}
		switch {
		case len(open) > 0 && (entries < 4 || r.IntN(3) > 0):
			a.To = open[0].ID
			act = protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}
		case r.IntN(3) == 0:
			act = protocol.Act{Do: protocol.DoUndo, Game: id, Entry: n}
		}
		if s.DoAs(t.Context(), who, act) == nil {
			changed[act.Do]++
		}
		snap := s.Copy()
		st, err := snap.Statistics(evidence.StatisticsOf{Typed: true})
		require.NoError(t, err)
		dice, total := countedAnew(t, snap.Observed(), evidence.StatisticsOf{})
		require.Equal(t, total, st.Total, "act %d", i)
		require.Equal(t, dice, st.Dice, "act %d", i)
	}
	for _, d := range []protocol.Deed{protocol.DoReply, protocol.DoAmend, protocol.DoUndo} {
		require.Positive(t, changed[d], d)
	}
}

// A part's sums are used whole. If a bound falls into a part, its dice are used one by one. The result is the same as
// with all dice one by one, also if parts overlap because a clock was set.
func TestPartsAreJudgedAsTheirDiceOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	var sides []evidence.Side
	for v := range 6 {
		sides = append(sides, evidence.Side{Text: string(rune('1' + v)), On: 1})
	}
	var sources []evidence.Source
	var all []evidence.Observed
	at := int64(1_770_000_000_000)
	for range 40 {
		var some []evidence.Observed
		at -= int64(r.IntN(3)) * 40_000
		for range 100 {
			at += int64(r.IntN(2)) * 1000
			some = append(some, evidence.Observed{At: time.UnixMilli(at), Die: []string{"red d6", "blue d6"}[r.IntN(2)], Sides: sides, Shows: max(0, r.IntN(7)-1), How: engine.Read, By: evidence.BySight, Player: []string{"Ann", "Bo"}[r.IntN(2)]})
		}
		part := evidence.NewPart(some)
		sources, all = append(sources, part.Source()), append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b evidence.Observed) int { return a.At.Compare(b.At) })
	middle := time.UnixMilli(1_770_000_700_000)
	for _, of := range []evidence.StatisticsOf{{}, {Player: "Ann"}, {Since: middle}, {Until: middle}, {Since: middle, Until: middle.Add(time.Minute)}} {
		st, err := evidence.Count(sources, of)
		require.NoError(t, err)
		dice, total := countedAnew(t, all, of)
		require.Equal(t, total, st.Total)
		require.Equal(t, dice, st.Dice, "%+v", of)
	}
}
