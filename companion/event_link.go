package companion

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"

	"astragal/companion/event/outbox"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// usual is how many messages may be on their way without the screens being told.
const usual = 2

// Event is what the event that a table is at asks of it, and tells it.
type Event struct{ table *Session }

// Event is the table for its event.
func (s *Session) Event() Event { return Event{s} }

// linkView is how the table stands with its event, nil where it is at none.
func (e *events) linkView() *protocol.EventLink {
	if e.link.Event == "" {
		return nil
	}
	link := e.link
	link.Call = e.call.view()
	return &link
}

// heardEvery is how fresh the screens' word is of when the hub was heard of, while nothing else changes.
const heardEvery = time.Minute

// Linked takes in how the table stands with its event.
func (at Event) Linked(st outbox.Status) {
	at.table.mu.Lock()
	defer at.table.mu.Unlock()
	was := at.table.events.link
	at.table.events.link.Connected, at.table.events.link.Behind, at.table.events.link.Problem = st.Connected, st.Behind, st.Problem
	if st.Behind <= usual {
		at.table.events.link.Behind = 0
	}
	if off := st.ClockOff; st.Connected && off.Abs() > clockSlack {
		at.table.events.link.Problem = fmt.Sprintf("This machine's clock is off from the hub's by %s: set it, so that rolls count for the right round.", off.Abs())
	}
	at.table.events.link.Server, at.table.events.link.Waits = st.Server, st.Waits
	fresh := st.Heard.Sub(at.table.events.heard) >= heardEvery
	if at.table.events.link == was && !fresh {
		return
	}
	if at.table.events.heard = st.Heard; !st.Heard.IsZero() {
		at.table.events.link.Heard = st.Heard.Format(time.RFC3339)
	}
	at.table.publish()
}

// newSource is a name by which an event tells tables' files apart.
func newSource() []byte {
	b := make([]byte, 12)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program first
	return []byte(hex.EncodeToString(b))
}

// OutboxOf is the table's outbox for an event, in the table's own file.
func OutboxOf(ctx context.Context, j *journal.Journal, name string) (*outbox.Outbox, error) {
	source, err := j.Secret(ctx, "source", newSource)
	if err != nil {
		return nil, err
	}
	box, err := outbox.Open(ctx, j.Database(), name, string(source))
	if err != nil {
		return nil, fmt.Errorf("read the table's file %s: %w", j.Path(), j.Explain(err))
	}
	return box, nil
}
