package companion

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"astragal/companion/event/outbox"
	"astragal/companion/journal"
)

// Event is the table as its event sees it: what the event asks of the table, and what it tells it.
type Event struct{ table *Session }

// Event is the table as its event sees it.
func (s *Session) Event() Event { return Event{s} }

// Linked takes in how the table stands with its event.
func (at Event) Linked(st outbox.Status) {
	at.table.mu.Lock()
	defer at.table.mu.Unlock()
	if at.table.events.Linked(st) {
		at.table.publish()
	}
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
