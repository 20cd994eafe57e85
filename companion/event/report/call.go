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

// NoteCall is the kind of a note about a call for a judge.
const NoteCall = "call"

// CallNote is a call for a judge as it stands. The newest note of an event holds.
type CallNote struct {
	Event string `json:"event"`
	event.Call
	// Over says that the table took it back, or that a judge has settled it. Then Taker is the judge, and Answer what was said.
	Over   bool   `json:"over,omitempty"`
	Taker  string `json:"taker,omitempty"`
	Answer string `json:"answer,omitempty"`
}

// calling is the newest call of a table at its event.
type calling struct {
	CallNote
	// heard says that the hub has the call. soon holds a value if the hub is to be told at once.
	heard bool
	soon  chan struct{}
}

// told asks to tell the hub of the call at once.
func (c *calling) told() {
	select {
	case c.soon <- struct{}{}:
	default:
	}
}

// stands is the call that the hub should have; nil if there is none.
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

// CallSoon holds a value if the hub is to be told at once of a call, or of a call that was taken back.
func (e *Reporter) CallSoon() <-chan struct{} { return e.call.soon }

// Call is the call that stands; nil if there is none.
func (e *Reporter) Call() *event.Call { return e.call.stands() }

// NewCall is the note of a new call for a judge. The error is a refusal.
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

// CallBack is the note that takes the standing call back. The error is a refusal.
func (e *Reporter) CallBack() (CallNote, error) {
	if e.call.stands() == nil {
		return CallNote{}, protocol.Illegal("no call for a judge stands")
	}
	was := e.call.CallNote
	was.Over, was.Taker = true, ""
	return was, nil
}

// KeepCall takes in the note of a call that is on disk, and asks to tell the hub at once.
func (e *Reporter) KeepCall(b CallNote) {
	e.call.CallNote, e.call.heard = b, false
	e.call.told()
}

// Called takes in what the hub says of the call. If a judge has settled it, it calls write first, which puts the note on disk; if that fails, nothing
// changes. changed says that the screens show something new.
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
