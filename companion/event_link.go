package companion

import (
	"fmt"
	"time"

	"astragal/companion/event/outbox"
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
