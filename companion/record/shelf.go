package record

import (
	"context"
	"slices"
	"sync"

	"astragal/companion/chapter"
	"astragal/companion/journal"
)

// Shelf reads counts that were put away if somebody looks at them. It keeps the few that were looked at last.
type Shelf struct {
	journal *journal.Journal
	mu      sync.Mutex
	lately  []lately
}

// NewShelf is the shelf of a table's file.
func NewShelf(j *journal.Journal) *Shelf { return &Shelf{journal: j} }

type lately struct {
	of     *chapter.Chapter
	record *Record
}

// shelved is how many of the counts that were put away stay ready for the next look.
const shelved = 3

// with calls do with a count that was put away, in a record that has only this count.
func (s *Shelf) with(ctx context.Context, n int, ch *chapter.Chapter, do func(*Record, *Tallied)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.lately, func(l lately) bool { return l.of == ch })
	if at < 0 {
		o, err := reopen(ctx, s.journal, n, ch)
		if err != nil {
			return err
		}
		r := &Record{Counts: make([]*Tallied, n+1)}
		for _, t := range o.throws {
			r.Throws.Put(t)
		}
		r.Counts[n] = o.count.Frozen()
		o.count.Game.Stop()
		s.lately = append(s.lately[max(0, len(s.lately)-shelved+1):], lately{ch, r})
		at = len(s.lately) - 1
	}
	do(s.lately[at].record, s.lately[at].record.Counts[n])
	return nil
}

// within calls do with a count, whether it is in memory or was put away.
func (r *Record) within(ctx context.Context, n int, do func(*Record, *Tallied)) error {
	if ch := r.Counts[n].Closed; ch != nil {
		return r.Shelf.with(ctx, n, ch, do)
	}
	do(r, r.Counts[n])
	return nil
}
