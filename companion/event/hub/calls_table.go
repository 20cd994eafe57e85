package hub

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"astragal/companion/event"
)

// waitedMost is the longest time that a call counts as having waited at a table that could not reach the hub.
const waitedMost = 24 * time.Hour

// tablesCalls takes in what tables say of calls of their own.
type tablesCalls struct{ *Hub }

// hear takes in whether a call for a judge stands at a table. The table repeats that; each call counts once. It is over when the table doesn't say it
// any more.
func (h tablesCalls) hear(ctx context.Context, got event.Health) {
	if (ownCalls{h.board}).knows(got) {
		return
	}
	h.ledger.Lock()
	defer h.ledger.Unlock()
	if err := h.keep(ctx, got); err != nil {
		h.log.Warn("take a table's call in", "table", got.Table, "err", err) // the table says it again
	}
}

// ownCalls are the calls that tables made from their own pages.
type ownCalls struct{ *board }

// knows says whether what a table says of its call is already known.
func (b ownCalls) knows(got event.Health) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := got.Call == nil
	for _, c := range b.calls {
		switch {
		case c.source != got.Source:
		case got.Call != nil && c.ref == got.Call.ID:
			known = true
		case c.done.IsZero():
			return false // it was taken back
		}
	}
	return known
}

// keep writes down what a table says of its call. The caller holds the ledger.
func (h tablesCalls) keep(ctx context.Context, got event.Health) error {
	id := ""
	if got.Call != nil {
		id = got.Call.ID
	}
	if was, ok := (ownCalls{h.board}).open(got.Source); ok && was.ref != id {
		was.done, was.taker, was.answer = h.now(), cmp.Or(was.taker, got.Table), "taken back at the table"
		if err := h.putCall(ctx, was); err != nil {
			return err
		}
	}
	if got.Call == nil {
		return nil
	}
	reason := strings.Join(strings.Fields(got.Call.Reason), " ")
	if n := len([]rune(reason)); id == "" || len(id) > 64 || n == 0 || n > event.ReasonRunes {
		return fmt.Errorf("a call needs an id of 1 to 64 characters and a reason of 1 to %d letters", event.ReasonRunes)
	}
	old, err := scanCall(h.store.read.QueryRowContext(ctx, "SELECT "+callColumns+" FROM call WHERE source = ? AND ref = ?", got.Source, id))
	switch {
	case err == nil:
		h.board.putCall(old) // it was over for so long that it was no longer in memory
		return nil
	case !errors.Is(err, sql.ErrNoRows):
		return explain(err)
	}
	waited := min(max(got.At.Sub(got.Call.At), 0), waitedMost) // the table's clock may be off
	c := callRow{at: h.now().Add(-waited), table: got.Table, reason: reason}
	if was, ok := h.board.openCall(got.Table, ""); ok { // a player there has called from their own page
		c = was
		if was.reason != reason {
			c.reason = short(was.reason+"; "+reason, 2*event.ReasonRunes)
		}
	}
	c.source, c.ref = got.Source, id
	return h.putCall(ctx, c)
}

// open is a call from the table's own page that nobody has settled.
func (b ownCalls) open(source string) (callRow, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.calls, func(c callRow) bool { return c.source == source && c.done.IsZero() })
	if i < 0 {
		return callRow{}, false
	}
	return b.calls[i], true
}

// newest is what became of the newest call from a table's own page; nil if there was none.
func (b ownCalls) newest(source string) *event.CallState {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range slices.Backward(b.calls) {
		if c.source == source {
			return &event.CallState{ID: c.ref, Taker: c.taker, Done: !c.done.IsZero(), Answer: c.answer}
		}
	}
	return nil
}
