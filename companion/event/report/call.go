package report

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// NoteCall is a call for a judge, and that it is over.
const NoteCall = "call"

// CallNote is a call for a judge as it stands. The newest note of an event is the one that holds.
type CallNote struct {
	Event string `json:"event"`
	event.Call
	// Over: it was taken back, or a judge has settled it; then Taker is who, and Answer what was said.
	Over   bool   `json:"over,omitempty"`
	Taker  string `json:"taker,omitempty"`
	Answer string `json:"answer,omitempty"`
}

// calling is the newest call of a table at its event.
type calling struct {
	CallNote
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

// RecallCall takes in a note of a call.
func (e *Reporter) RecallCall(n journal.Note) error {
	var b CallNote
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	if b.Event == e.link.Event {
		e.call.CallNote = b
	}
	return nil
}

// CallSoon holds something when the hub is to be told at once of a call, or that it was taken back.
func (e *Reporter) CallSoon() <-chan struct{} { return e.call.soon }

// Call is the call that stands; nil where there is none.
func (e *Reporter) Call() *event.Call { return e.call.stands() }

// NewCall is a call for a judge as it is to be kept. Its error is a refusal.
func (e *Reporter) NewCall(reason string) (CallNote, error) {
	reason = strings.Join(strings.Fields(reason), " ")
	switch n := len([]rune(reason)); {
	case e.link.Event == "":
		return CallNote{}, protocol.Illegal("this table is at no event, so it has no judge to call")
	case n == 0 || n > event.ReasonRunes:
		return CallNote{}, protocol.Illegal("say in 1 to %d letters what the judge is wanted for", event.ReasonRunes)
	case e.call.stands() != nil:
		return CallNote{}, protocol.Illegal("a judge is called already: “%s”. Take that back first", e.call.Reason)
	}
	raw := make([]byte, 8)
	_, _ = rand.Read(raw) // never fails
	return CallNote{Event: e.link.Event, Call: event.Call{ID: hex.EncodeToString(raw), Reason: reason, At: e.now()}}, nil
}

// CallBack is the call that stands, taken back, as it is to be kept. Its error is a refusal.
func (e *Reporter) CallBack() (CallNote, error) {
	if e.call.stands() == nil {
		return CallNote{}, protocol.Illegal("no call for a judge stands")
	}
	was := e.call.CallNote
	was.Over, was.Taker = true, ""
	return was, nil
}

// KeepCall takes a call over that was written down, and has the hub told of it at once.
func (e *Reporter) KeepCall(b CallNote) {
	e.call.CallNote, e.call.heard = b, false
	e.call.told()
}

// Called is what becomes of the call by the hub's word. write is called with the note that is to be on disk first, if a judge has settled it; its error
// leaves all as it was. changed: the screens are to be told.
func (e *Reporter) Called(st event.CallState, write func(CallNote) error) (changed bool, err error) {
	c := &e.call
	if c.ID == "" || st.ID != c.ID || c.Over {
		return false, nil
	}
	now := *c
	now.heard, now.Taker = true, st.Taker
	if st.Done {
		now.Over, now.Answer = true, st.Answer
		if err := write(now.CallNote); err != nil {
			return false, err
		}
	}
	changed = now != *c
	*c = now
	return changed, nil
}
