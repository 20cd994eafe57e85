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

// linkView is how the table stands with its event, nil where it is at none.
func (e *events) linkView() *protocol.EventLink {
	if e.link.Event == "" {
		return nil
	}
	link := e.link
	return &link
}

// heardEvery is how fresh the screens' word is of when the hub was heard of, while nothing else changes.
const heardEvery = time.Minute

// Linked takes in how the table stands with its event.
func (s *Session) Linked(st outbox.Status) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.events.link
	s.events.link.Connected, s.events.link.Behind, s.events.link.Problem = st.Connected, st.Behind, st.Problem
	if st.Behind <= usual {
		s.events.link.Behind = 0
	}
	if off := st.ClockOff; st.Connected && off.Abs() > clockSlack {
		s.events.link.Problem = fmt.Sprintf("This machine's clock is off from the hub's by %s: set it, so that rolls count for the right round.", off.Abs())
	}
	s.events.link.Server, s.events.link.Waits = st.Server, st.Waits
	fresh := st.Heard.Sub(s.events.heard) >= heardEvery
	if s.events.link == was && !fresh {
		return
	}
	if s.events.heard = st.Heard; !st.Heard.IsZero() {
		s.events.link.Heard = st.Heard.Format(time.RFC3339)
	}
	s.publish()
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
