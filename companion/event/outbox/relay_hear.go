package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"astragal/companion/event"
)

// hear takes in a word from the hub.
func (r *Relay) hear(ctx context.Context, m *nats.Msg) {
	var w event.Word
	if json.Unmarshal(m.Data, &w) != nil || w.Source != r.Store.Source() {
		return
	}
	r.confirmed, r.heard = max(r.confirmed, w.Have), time.Now()
	if w.Again && w.Have+1 < r.next {
		r.again++
		r.next = w.Have + 1
	}
	if err := r.Store.Confirm(ctx, r.confirmed); err != nil {
		r.Log.Warn("sweep the outbox", "err", err)
	}
	r.answers = r.answers || w.Beat
	r.tell(func(s *Status) {
		s.Connected, s.Problem, s.Waits, s.Players = true, "", w.Waits, strings.Join(w.Players, "\n")
	})
	r.carryOut(ctx, w.Rulings)
	if w.Call != nil && r.Called != nil {
		if err := r.Called(ctx, *w.Call); err != nil {
			r.Log.Warn("what became of a call", "call", w.Call.ID, "err", err) // the hub says it again
		}
	}
}

// listen reports it if the hub has not been heard of for too long although its server is there.
func (r *Relay) listen() {
	if r.answers && time.Since(r.heard) > silentBeats*r.Beat && r.status.Connected {
		r.Log.Warn("event hub", "problem", "silent", "heard", r.heard)
		r.tell(func(s *Status) {
			s.Connected, s.Problem = false, fmt.Sprintf("The server at %s is there, but the hub says nothing: was it stopped? Rolls are kept and sent later.", s.Server)
		})
	}
}

func (r *Relay) carryOut(ctx context.Context, rulings []event.Ruling) {
	for _, ruling := range rulings {
		if r.Rule == nil {
			return
		}
		if err := r.Rule(ctx, ruling); err != nil {
			r.Log.Warn("carry out a ruling", "ruling", ruling.ID, "err", err)
		}
	}
}

func (r *Relay) health(conn *nats.Conn) {
	if r.Health == nil {
		return
	}
	h := r.Health()
	h.V, h.Table, h.Source, h.Run, h.At, h.Program, h.Behind = event.Version, r.Table, r.Store.Source(), r.run, time.Now(), r.Program, r.status.Behind
	if raw, err := json.Marshal(h); err == nil {
		// If this is lost, the next one comes soon.
		_ = conn.Publish(event.Subject(r.Dial.Address.Event, event.ChannelHealth, r.Table), raw)
	}
}

// answer says that this run is here, or sends a picture.
func (r *Relay) answer(ctx context.Context, m *nats.Msg) {
	var ask event.Ask
	if json.Unmarshal(m.Data, &ask) != nil || m.Reply == "" {
		return
	}
	told := event.Told{Source: r.Store.Source(), Run: r.run}
	switch {
	case ask.Roll != "" && ask.Log != nil:
		told.Log, told.Why = r.played(ask.Roll, *ask.Log)
	case ask.Roll != "":
		told.JPEG, told.Why = r.picture(ctx, ask)
	}
	if raw, err := json.Marshal(told); err == nil {
		_ = m.Respond(raw)
	}
}

func (r *Relay) picture(ctx context.Context, ask event.Ask) ([]byte, string) {
	if r.Picture == nil {
		return nil, "this table keeps no pictures"
	}
	jpeg, err := r.Picture(ctx, ask.Roll, ask.Die)
	switch {
	case err != nil:
		return nil, err.Error()
	case len(jpeg) > event.PictureBytes:
		return nil, "the picture is too large to be sent"
	}
	return jpeg, ""
}

// played is a part of a game's log that is short enough to be sent.
func (r *Relay) played(roll string, before int) (*event.GameLog, string) {
	if r.Played == nil {
		return nil, "this table tells no logs of games"
	}
	log, err := r.Played(roll, before)
	if err != nil {
		return nil, err.Error()
	}
	for {
		raw, err := json.Marshal(log)
		if err != nil {
			return nil, "the log can't be written down"
		}
		if len(raw) <= event.PictureBytes {
			return &log, ""
		}
		half := len(log.Lines) / 2
		if half == 0 {
			return nil, "an entry of the log is too long to be sent"
		}
		log.Older += len(log.Lines) - half
		log.Lines = log.Lines[:half]
	}
}
