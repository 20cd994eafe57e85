package companion

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// noteCall is a call for a judge, and that it is over.
const noteCall = "call"

// callNote is a call for a judge as it stands. The newest note of an event is the one that holds.
type callNote struct {
	Event string `json:"event"`
	event.Call
	// Over: it was taken back, or a judge has settled it; then Taker is who, and Answer what was said.
	Over   bool   `json:"over,omitempty"`
	Taker  string `json:"taker,omitempty"`
	Answer string `json:"answer,omitempty"`
}

// calling is the newest call of a table at its event.
type calling struct {
	callNote
	// heard: the hub has said that it has the call. soon holds something when the hub is to be told at once.
	heard bool
	soon  chan struct{}
}

// told has the hub told of the call at once.
func (c *calling) told() {
	select {
	case c.soon <- struct{}{}:
	default:
	}
}

// stands is the call that the hub is to have; nil where there is none.
func (c *calling) stands() *event.Call {
	if c.ID == "" || c.Over {
		return nil
	}
	call := c.Call
	return &call
}

// view is the call as the pages show it; nil before the first.
func (c *calling) view() *protocol.JudgeCall {
	if c.ID == "" {
		return nil
	}
	return &protocol.JudgeCall{At: c.At.Format(time.RFC3339), Reason: c.Reason, Heard: c.heard, Over: c.Over, Taker: c.Taker, Answer: c.Answer}
}

// recallCall takes in a note of a call.
func (e *events) recallCall(n journal.Note) error {
	var b callNote
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	if b.Event == e.link.Event {
		e.call.callNote = b
	}
	return nil
}

// Soon holds something when the hub is to be told at once of a call, or that it was taken back.
func (at Event) Soon() <-chan struct{} { return at.table.events.call.soon }

// Called takes in what became of a call at the hub. Its error is one of the file: then it is to be said again.
func (at Event) Called(ctx context.Context, st event.CallState) error {
	at.table.mu.Lock()
	defer at.table.mu.Unlock()
	c := &at.table.events.call
	if c.ID == "" || st.ID != c.ID || c.Over {
		return nil
	}
	now := *c
	now.heard, now.Taker = true, st.Taker
	if st.Done {
		now.Over, now.Answer = true, st.Answer
		if err := at.table.book.write(ctx, []journal.Note{at.table.book.note(noteCall, now.callNote)}, nil); err != nil {
			return err
		}
	}
	if now != *c {
		*c = now
		at.table.publish()
	}
	return nil
}

// call calls a judge. It is on disk before it returns; the hub hears of it as soon as it can be reached. The caller holds the lock.
func (at Event) call(ctx context.Context, reason string) error {
	e := at.table.events
	reason = strings.Join(strings.Fields(reason), " ")
	switch n := len([]rune(reason)); {
	case e.link.Event == "":
		return protocol.Illegal("this table is at no event, so it has no judge to call")
	case n == 0 || n > event.ReasonRunes:
		return protocol.Illegal("say in 1 to %d letters what the judge is wanted for", event.ReasonRunes)
	case e.call.stands() != nil:
		return protocol.Illegal("a judge is called already: “%s”. Take that back first", e.call.Reason)
	}
	raw := make([]byte, 8)
	_, _ = rand.Read(raw) // never fails
	return at.keepCall(ctx, callNote{Event: e.link.Event, Call: event.Call{ID: hex.EncodeToString(raw), Reason: reason, At: at.table.events.now()}})
}

// uncall takes the call back that stands. The caller holds the lock.
func (at Event) uncall(ctx context.Context) error {
	if at.table.events.call.stands() == nil {
		return protocol.Illegal("no call for a judge stands")
	}
	was := at.table.events.call.callNote
	was.Over, was.Taker = true, ""
	return at.keepCall(ctx, was)
}

func (at Event) keepCall(ctx context.Context, b callNote) error {
	if err := at.table.book.write(ctx, []journal.Note{at.table.book.note(noteCall, b)}, nil); err != nil {
		return err
	}
	c := &at.table.events.call
	c.callNote, c.heard = b, false
	c.told()
	return nil
}
