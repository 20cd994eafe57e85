package report

import (
	"fmt"
	"time"

	"astragal/companion/event/outbox"
	"astragal/companion/protocol"
)

// usual is how many messages may be on their way before the screens show it.
const usual = 2

// clockSlack is how far the table's clock may be from the hub's before a sentence says so.
const clockSlack = 5 * time.Second

// Link is how the table stands with its event; nil if it is at none.
func (e *Reporter) Link() *protocol.EventLink {
	if e.link.Event == "" {
		return nil
	}
	link := e.link
	link.Call = e.call.view()
	return &link
}

// heardEvery is how often the screens get the time when the hub was heard of, if nothing else changes.
const heardEvery = time.Minute

// Linked takes in how the table stands with its event. It is true if the screens show something new.
func (e *Reporter) Linked(st outbox.Status) bool {
	was := e.link
	e.link.Connected, e.link.Behind, e.link.Problem = st.Connected, st.Behind, st.Problem
	if st.Behind <= usual {
		e.link.Behind = 0
	}
	if off := st.ClockOff; st.Connected && off.Abs() > clockSlack {
		e.link.Problem = fmt.Sprintf("This machine's clock is off from the hub's by %s: set it, so that rolls count for the right round.", off.Abs())
	}
	e.link.Server, e.link.Waits = st.Server, st.Waits
	fresh := st.Heard.Sub(e.heard) >= heardEvery
	if e.link == was && !fresh {
		return false
	}
	if e.heard = st.Heard; !st.Heard.IsZero() {
		e.link.Heard = st.Heard.Format(time.RFC3339)
	}
	return true
}
