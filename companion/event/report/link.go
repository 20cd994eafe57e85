package report

import (
	"fmt"
	"reflect"
	"strings"
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
	link.Call, link.Players = e.call.view(), e.Players()
	return &link
}

// Players are who the event sends to this table, as far as the hub has said.
func (e *Reporter) Players() []string {
	return strings.FieldsFunc(e.players, func(r rune) bool { return r == '\n' })
}

// heardEvery is how often the screens get the time when the hub was heard of, if nothing else changes.
const heardEvery = time.Minute

// Linked takes in how the table stands with its event. It is true if the screens show something new.
func (e *Reporter) Linked(st outbox.Status) bool {
	was, sent := e.link, e.players
	e.link.Connected, e.link.Behind, e.link.Problem = st.Connected, st.Behind, st.Problem
	if st.Behind <= usual {
		e.link.Behind = 0
	}
	if off := st.ClockOff; st.Connected && off.Abs() > clockSlack {
		e.link.Problem = fmt.Sprintf("This machine's clock is off from the hub's by %s: set it, so that rolls count for the right round.", off.Abs())
	}
	e.link.Server, e.link.Waits, e.players = st.Server, st.Waits, st.Players
	fresh := st.Heard.Sub(e.heard) >= heardEvery
	if reflect.DeepEqual(e.link, was) && e.players == sent && !fresh {
		return false
	}
	if e.heard = st.Heard; !st.Heard.IsZero() {
		e.link.Heard = st.Heard.Format(time.RFC3339)
	}
	return true
}
