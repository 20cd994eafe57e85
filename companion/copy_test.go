package companion

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/engine/tally"
)

// opened is a session of its own file, with rolls that were typed.
func opened(t testing.TB, rolls int) *Session {
	t.Helper()
	j, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	require.NoError(t, err)
	s, err := OpenSession(t.Context(), SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() {
		s.Close()
		require.NoError(t, j.Close())
	})
	for i := range rolls {
		value := i%6 + 1
		require.NoError(t, s.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: value}, {Shape: "d10", Value: value}}}))
	}
	return s
}

// allRolls are all rolls of a record, newest first.
func allRolls(t testing.TB, r *record.Record) []protocol.RollView {
	t.Helper()
	rolls, err := r.RollViews(t.Context(), 0, 0)
	require.NoError(t, err)
	return rolls
}

// An act that never ends delays nobody who looks on, and looking delays no act, because lookers are answered from a
// copy.
func TestLookersNeedNoLock(t *testing.T) {
	s := opened(t, 8)

	snap := s.Copy()
	s.mu.Lock() // an act is under way
	rolls, disputes := allRolls(t, &snap.Record), snap.DisputedRolls(100)
	st, err := snap.Statistics(evidence.StatisticsOf{Typed: true})
	s.mu.Unlock()
	require.NoError(t, err)
	require.Len(t, rolls, 8)
	require.Equal(t, 16, st.Total)
	require.Empty(t, disputes)

	// The copy stays as it was, whatever is done meanwhile. The next copy is new.
	value := 1
	require.NoError(t, s.Do(t.Context(), protocol.Act{Do: protocol.DoFix, Throw: 1, Rev: rolls[7].Throw.Rev, Die: 1, Value: &value}))
	require.NoError(t, s.Do(t.Context(), protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{}}}))
	require.Equal(t, rolls, allRolls(t, &snap.Record))
	again, err := snap.Statistics(evidence.StatisticsOf{Typed: true})
	require.NoError(t, err)
	require.Equal(t, st, again)
	newest := s.Copy()
	require.Same(t, newest, s.Copy(), "one copy serves all who ask")
	require.NotSame(t, snap, s.Copy())
	require.Equal(t, allRolls(t, &s.book.Record), allRolls(t, &s.Copy().Record))
}

// With -race this test finds data that the copy shares with the table.
func TestLookersReadWhileTheTableGoesOn(t *testing.T) {
	s := opened(t, 3)
	over := make(chan struct{})
	go func() {
		defer close(over)
		for i := range 40 {
			value := i%6 + 1
			if s.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: value}}}) != nil {
				return
			}
			other := (i+1)%6 + 1
			_ = s.Do(t.Context(), protocol.Act{Do: protocol.DoFix, Throw: i + 1, Rev: 1, Die: 1, Value: &other})
		}
	}()
	for done := false; !done; {
		select {
		case <-over:
			done = true
		default:
		}
		_, err := s.Copy().Statistics(evidence.StatisticsOf{Typed: true})
		require.NoError(t, err)
		allRolls(t, &s.Copy().Record)
		s.Copy().DisputedRolls(100)
	}
	require.Len(t, allRolls(t, &s.Copy().Record), 43)
}

func BenchmarkRecord(b *testing.B) {
	for _, n := range []int{300, 2935} {
		s := opened(b, n)
		snap := s.Copy()
		b.Run(fmt.Sprint("copy of ", n), func(b *testing.B) {
			for b.Loop() {
				s.book.Frozen()
			}
		})
		b.Run(fmt.Sprint("rolls of ", n), func(b *testing.B) {
			for b.Loop() {
				allRolls(b, &snap.Record)
			}
		})
		b.Run(fmt.Sprint("statistics of ", n), func(b *testing.B) {
			for b.Loop() {
				_, _ = snap.Statistics(evidence.StatisticsOf{Typed: true})
			}
		})
		b.Run(fmt.Sprint("disputes of ", n), func(b *testing.B) {
			for b.Loop() {
				snap.DisputedRolls(100)
			}
		})
	}
}
