package companion

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/tally"
)

// counting is a table of its own file whose counts go on in another log after so many rolls.
type counting struct {
	*Session
	journal *journal.Journal
	path    string
	chapter int
	clock   *time.Time
}

func newCounting(t *testing.T, chapter int) *counting {
	t.Helper()
	at := time.UnixMilli(1_770_000_000_000)
	c := &counting{path: filepath.Join(t.TempDir(), "table.db"), chapter: chapter, clock: &at}
	c.open(t)
	t.Cleanup(func() { c.close(t) })
	return c
}

func (c *counting) open(t *testing.T) {
	t.Helper()
	var err error
	c.journal, err = journal.Open(context.Background(), c.path, journal.Limits{})
	require.NoError(t, err)
	c.Session, err = OpenSession(context.Background(), SessionOptions{Journal: c.journal, Log: slog.New(slog.DiscardHandler), Chapter: c.chapter, Now: func() time.Time { return *c.clock }})
	require.NoError(t, err)
}

func (c *counting) close(t *testing.T) {
	t.Helper()
	c.Session.Close()
	require.NoError(t, c.journal.Close())
}

// shown is what people see of a count, whatever logs it is in.
type shown struct {
	Count protocol.CountView
	Asks  []string
	Rolls []protocol.RollView
	Dice  []DieStatistics
	Older int
}

func (c *counting) shown(t *testing.T) shown {
	t.Helper()
	c.mu.Lock()
	v := c.view()
	c.mu.Unlock()
	st, err := c.Statistics(StatisticsOf{Typed: true})
	require.NoError(t, err)
	out := shown{Count: v.Count, Rolls: c.Rolls(0, 0), Dice: st.Dice, Older: v.Older}
	out.Count.Question = ""
	for _, q := range v.Asks {
		out.Asks = append(out.Asks, q.Text)
	}
	return out
}

// counts counts on: rolls, answers, corrections of old rolls, other players, other rules.
func (c *counting) counts(t *testing.T, r *rand.Rand) {
	t.Helper()
	*c.clock = c.clock.Add(time.Duration(r.IntN(5)) * time.Second)
	do := func(a protocol.Act) { _ = c.Do(t.Context(), a) } // what is refused changes nothing
	c.mu.Lock()
	_, waits := c.waits()
	asks, throws := waits.asks(), c.throws.Len()
	c.mu.Unlock()
	if len(asks) > 0 {
		if a := engine.Random(asks[0], r); len(a.Dice) == 0 {
			do(protocol.Act{Do: protocol.DoAnswer, Question: asks[0].ID, Chosen: a.Chosen})
			return
		}
		var dice []protocol.TypedDie
		for _, d := range asks[0].Roll.Dice {
			dice = append(dice, protocol.TypedDie{Shape: d.Shape, Value: 2 + r.IntN(4)})
		}
		do(protocol.Act{Do: protocol.DoType, Dice: dice})
		return
	}
	id, value := 1+r.IntN(max(1, throws)), 1+r.IntN(6)
	rev := 0
	if throws > 0 {
		c.mu.Lock()
		rev = c.throws.Get(id).Rev
		c.mu.Unlock()
	}
	switch n := r.IntN(20); {
	case n < 12 || throws == 0:
		dice := []protocol.TypedDie{{Shape: "d6", Value: 1 + r.IntN(6)}}
		if r.IntN(2) == 0 {
			dice = append(dice, protocol.TypedDie{Shape: "d20", Value: 1 + r.IntN(20)})
		}
		do(protocol.Act{Do: protocol.DoType, Dice: dice})
	case n < 16:
		do(protocol.Act{Do: protocol.DoFix, Throw: id, Rev: rev, Die: 1, Value: &value})
	case n == 16:
		do(protocol.Act{Do: []protocol.Deed{protocol.DoDiscard, protocol.DoRemove}[r.IntN(2)], Throw: id, Rev: rev, Die: 1})
	case n == 17 && r.IntN(3) == 0:
		count := protocol.CountSettings{Players: []engine.Player{{Name: "Ann", Team: "Red"}, {Name: "Bo"}}, Zero: r.IntN(3) == 0}
		count.Rules = []tally.Settings{{}, {Mode: tally.Faces}, {Again: &tally.Again{Values: []int{1}}}, {Order: tally.Turns}}[r.IntN(4)]
		do(protocol.Act{Do: protocol.DoCount, Count: &count})
	default:
		do(protocol.Act{Do: protocol.DoTurn, Seat: 1 + r.IntN(2)})
	}
}

// Nobody sees that a count goes on in another log: whatever is rolled, answered and corrected, totals, rolls and statistics are those of a
// count in one log.
func TestACountThatGoesOnInAnotherLogShowsTheSame(t *testing.T) {
	for seed := range uint64(5) {
		long, short := newCounting(t, 1_000_000), newCounting(t, 3+int(seed))
		r, same := rand.New(rand.NewPCG(seed, 8)), rand.New(rand.NewPCG(seed, 8))
		for i := range 120 {
			long.counts(t, r)
			short.counts(t, same)
			if i%40 == 39 {
				short.close(t)
				short.open(t)
			}
			if want := long.shown(t); len(want.Asks) == 0 { // while an old roll asks, a count in one log stands still from there on
				require.Equal(t, want, short.shown(t), "seed %d, act %d", seed, i)
			} else {
				require.Equal(t, want.Asks, short.shown(t).Asks, "seed %d, act %d", seed, i)
			}
		}
		require.Greater(t, len(short.record.counts), len(long.record.counts)+3, "seed %d", seed)
	}
}

// What was said of ten-sided dice holds on in the next log.
func TestWhatWasSaidOfTenSidedDiceHoldsOnInTheNextLog(t *testing.T) {
	c := newCounting(t, 2)
	tens := []protocol.TypedDie{{Shape: "d10", Value: 10}, {Shape: "d10", Value: 10}}
	require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: tens}))
	_, waits := c.waits()
	asks := waits.asks()
	require.Len(t, asks, 1)
	require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoAnswer, Question: asks[0].ID, Chosen: []string{asks[0].Declare.Options[1].ID}}))
	for range 5 {
		require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: tens}))
		_, waits := c.waits()
		require.Empty(t, waits.asks())
	}
	require.Greater(t, len(c.record.counts), 2)
	rolls := c.Rolls(0, 0)
	for _, r := range rolls {
		require.Equal(t, *rolls[0].Total, *r.Total)
	}
}
