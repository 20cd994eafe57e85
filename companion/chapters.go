package companion

import (
	"context"
	"fmt"
	"slices"

	"astragal/companion/count"
	"astragal/companion/journal"
	"astragal/companion/record"
	"astragal/companion/throw"
)

// rollsAtHand is how many standing rolls must come after a count before it is put away. Screens show fewer.
const rollsAtHand = 2 * rollsInView

// putAway takes counts that are done with out of the memory, at most so many. It returns how many it took.
func (b *book) putAway(ctx context.Context, most int) (n int) {
	for i, c := range b.Counts[:len(b.Counts)-1] {
		if n == most {
			return n
		}
		if c.Closed == nil && b.putCountAway(ctx, i) {
			n++
		}
	}
	return n
}

// putCountAway puts a count away if it is done with. What the table needs of it is kept as a chapter; the rest lies in the journal. It is false if the
// count stays.
func (b *book) putCountAway(ctx context.Context, n int) bool {
	c := b.Counts[n]
	ids := b.ThrowsOf(c)
	if !b.doneWith(n, c, ids) {
		return false
	}
	ch := b.Chapter(n, ids, b.ledger)
	if b.events.Tells() {
		ch.Told = []string{b.events.Event()}
	}
	body, err := ch.Bytes()
	if err == nil && !b.journal.ReadOnly() {
		err = b.journal.KeepChapter(ctx, journal.Chapter{N: n, Body: body})
	}
	if err != nil {
		b.log.Warn("put a count away", "count", n, "err", err)
		return false
	}
	b.Throws.Away(ids)
	b.ledger = slices.DeleteFunc(b.ledger, func(l record.Claim) bool { return record.InRuns(ch.Notes, l.Seq) })
	for _, id := range ids {
		b.events.PutAway(id)
	}
	c.Game.Stop()
	b.Counts[n] = &record.Tallied{Count: count.Count{Settings: c.Settings, On: c.On}, Carried: c.Carried, Closed: ch}
	return true
}

// tellOfOldCounts logs that a file of an older program, whose counts are long, is being brought up to date.
func (b *book) tellOfOldCounts() {
	for _, c := range b.Counts[:len(b.Counts)-1] {
		if c.Closed == nil && len(c.Counted) > 2*b.chapter {
			b.log.Warn("The table's file was written by an older version. It is being brought up to date: once some rolls more are counted, it opens sooner and takes less memory.", "rolls", len(c.Counted))
			return
		}
	}
}

// doneWith says whether a count may leave the memory: nothing in it is open, no screen shows it, and the event was told all of it.
func (b *book) doneWith(n int, c *record.Tallied, ids []int) bool {
	if c.Game == nil || b.events.Behind() || c.Game.Diverged() != nil || len(c.Asks()) > 0 {
		return false
	}
	if st, ok := c.State(); !ok || st.Open != nil {
		return false
	}
	later := 0
	for _, l := range b.Counts[n+1:] {
		later += b.Size(l)
	}
	if later < rollsAtHand {
		return false
	}
	has := func(id int) bool { _, there := slices.BinarySearch(ids, id); return there }
	return !has(b.Throws.Len()) && !slices.ContainsFunc(b.Throws.Open(), func(t throw.Throw) bool { return has(t.ID - 1) })
}

// reach makes sure that a throw is in memory, if it was put away with its count.
func (b *book) reach(ctx context.Context, id int) error {
	if b.Throws.Here(id) || !b.Throws.Has(id) {
		return nil
	}
	n := b.CountWith(id)
	if n < 0 {
		return fmt.Errorf("throw %d is in no count", id)
	}
	return b.takeBack(ctx, n)
}

// takeBack puts a count that was put away into memory again.
func (b *book) takeBack(ctx context.Context, n int) error {
	claims, err := b.TakeBack(ctx, b.journal, n)
	if err != nil {
		return err
	}
	b.ledger = append(b.ledger, claims...)
	slices.SortFunc(b.ledger, func(a, b record.Claim) int { return int(a.Seq - b.Seq) })
	return b.events.TakeBack(ctx, n, claims)
}

// tellAway tells the event of counts that were put away while the table was at another event, or at none. It doesn't tell counts that are older than
// the event.
func (b *book) tellAway(ctx context.Context) error {
	if !b.events.Tells() {
		return nil
	}
	if err := b.events.Recall(ctx); err != nil || b.journal.ReadOnly() {
		return err
	}
	if err := b.events.FindOlder(ctx); err != nil {
		return err
	}
	for n, c := range b.Counts {
		if c.Closed != nil || b.events.Fresh() { // if the outbox is fresh, Inform passes over all of it
			continue
		}
		if err := b.events.PassOver(ctx, n, b.ledger); err != nil {
			return err
		}
	}
	b.events.Inform(ctx)
	for n, c := range b.Counts {
		if ch := c.Closed; ch == nil || !b.events.Untold(ch) {
			continue
		}
		if err := b.takeBack(ctx, n); err != nil {
			return err
		}
		b.events.Wrote()
		b.events.Inform(ctx)
		b.putCountAway(ctx, n)
	}
	return nil
}
