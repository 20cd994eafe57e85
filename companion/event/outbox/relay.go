package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"astragal/companion/event"
)

const (
	connectWithin = 4 * time.Second
	answerWithin  = 5 * time.Second
	firstRest     = 200 * time.Millisecond
	longestRest   = 4 * time.Second
	refusedRest   = 5 * time.Second
	healthEvery   = 5 * time.Second
	// stalledAfter is how long the hub may leave messages unconfirmed before they are sent again.
	stalledAfter = 10 * time.Second
	atOnce       = 64
	wordsAtOnce  = 256
)

// Store is where the messages are until the hub has them. An Outbox is one.
type Store interface {
	Source() string
	Changed() <-chan struct{}
	Ends() (first, next int64)
	After(ctx context.Context, seq int64, n int) ([]event.Message, error)
	Confirm(ctx context.Context, upto int64) error
}

// Relay sends a table's messages to its event. It owns its connection, comes back for ever when that
// is lost, and never holds the table up.
type Relay struct {
	Store Store
	Dial  Dial
	// Table is the table's name at the event, Program the program's version.
	Table, Program string
	Log            *slog.Logger
	// Tell is told how things stand, whenever that changes; nil where nobody listens.
	Tell func(Status)
	// Health is how the table does now; nil sends none.
	Health func() event.Health
	// Rule carries a judge's ruling out and tells the event what became of it.
	Rule func(context.Context, event.Ruling) error
	// Picture is the JPEG of a die of a roll.
	Picture func(ctx context.Context, roll, die string) ([]byte, error)

	run    string
	status Status
	// next is the message to send, confirmed the last that the hub has; they belong to Run's goroutine.
	next, confirmed int64
	// again counts how often messages had to be sent once more although the server may remember their ids.
	again int
}

// Status is how a table stands with its event.
type Status struct {
	Connected bool
	// Confirmed is the last message that the hub has on disk, Behind how many it has not.
	Confirmed, Behind int64
	// Event is what the hub calls the event. Problem is a sentence; empty where there is none.
	Event, Problem string
	// ClockOff is how far the hub's clock is ahead of the table's.
	ClockOff time.Duration
}

// Run sends until ctx ends.
func (r *Relay) Run(ctx context.Context) error {
	r.run = fmt.Sprintf("%016x", rand.Uint64())
	rest := firstRest
	for {
		began := time.Now()
		err := r.visit(ctx)
		if ctx.Err() != nil {
			return nil
		}
		var no *refusedError
		switch {
		case errors.As(err, &no):
			rest = refusedRest
		case time.Since(began) > 2*longestRest:
			rest = firstRest
		}
		if problem := r.Dial.explain(err); problem != r.status.Problem {
			r.Log.Warn("event hub", "problem", problem)
		}
		r.tell(func(s *Status) { s.Connected, s.Problem = false, r.Dial.explain(err) })
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(rest/2 + rand.N(rest/2)): // not all tables at once
		}
		rest = min(2*rest, longestRest)
	}
}

func (r *Relay) tell(change func(*Status)) {
	was := r.status
	change(&r.status)
	_, next := r.Store.Ends()
	r.status.Confirmed, r.status.Behind = r.confirmed, next-1-r.confirmed
	if r.Tell != nil && r.status != was {
		r.Tell(r.status)
	}
}

// refusedError is the hub's no.
type refusedError struct{ why string }

func (e *refusedError) Error() string { return e.why }

// visit is one connection, from hello to its end.
func (r *Relay) visit(ctx context.Context) error {
	v, err := r.connect(ctx)
	if err != nil {
		return err
	}
	defer v.conn.Close()
	w, err := r.hello(ctx, v.conn)
	if err != nil {
		select {
		case lost := <-v.lost: // it says more than that no answer came
			return lost
		default:
			return err
		}
	}
	first, _ := r.Store.Ends()
	r.next, r.confirmed = max(w.Have+1, first), w.Have
	r.tell(func(s *Status) {
		s.Connected, s.Problem, s.Event, s.ClockOff = true, "", w.Event, time.Until(w.At).Round(time.Second)
	})
	r.carryOut(ctx, w.Rulings)
	return r.attend(ctx, v)
}

// visit is a connection with what comes in over it.
type visit struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	words chan *nats.Msg
	lost  chan error
}

func (r *Relay) connect(ctx context.Context) (visit, error) {
	v := visit{words: make(chan *nats.Msg, wordsAtOnce), lost: make(chan error, 4)}
	var err error
	if v.conn, err = r.Dial.open(r.Table, v.lost); err != nil {
		return v, err
	}
	to, ask := event.Subject(r.Dial.Address.Event, event.ChannelTo, r.Table), event.Subject(r.Dial.Address.Event, event.ChannelAsk, r.Table)
	if _, err = v.conn.ChanSubscribe(to, v.words); err == nil {
		_, err = v.conn.Subscribe(ask, func(m *nats.Msg) { r.answer(ctx, m) })
	}
	if err == nil {
		v.js, err = jetstream.New(v.conn)
	}
	if err != nil {
		v.conn.Close()
	}
	return v, err
}

func (r *Relay) hello(ctx context.Context, conn *nats.Conn) (event.Welcome, error) {
	var w event.Welcome
	first, next := r.Store.Ends()
	raw, err := json.Marshal(event.Hello{V: event.Version, Table: r.Table, Source: r.Store.Source(), Run: r.run,
		First: first, Next: next, At: time.Now(), Program: r.Program})
	if err != nil {
		return w, err
	}
	ctx, stop := context.WithTimeout(ctx, answerWithin)
	defer stop()
	m, err := conn.RequestWithContext(ctx, event.Subject(r.Dial.Address.Event, event.ChannelHello, r.Table), raw)
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(m.Data, &w); err != nil {
		return w, fmt.Errorf("the hub's answer is not JSON: %w", err)
	}
	switch {
	case w.Refused != "":
		return w, &refusedError{w.Refused}
	case w.V > event.Version:
		return w, &refusedError{fmt.Sprintf("the hub speaks version %d, this program %d: update this program", w.V, event.Version)}
	}
	return w, nil
}

// attend sends and listens until the connection is lost.
func (r *Relay) attend(ctx context.Context, v visit) error {
	tick := time.NewTicker(healthEvery)
	defer tick.Stop()
	r.health(v.conn)
	moved, had := time.Now(), r.confirmed
	for {
		sent, err := r.send(ctx, v)
		if err != nil {
			return err
		}
		if r.confirmed != had || r.confirmed == r.next-1 {
			moved, had = time.Now(), r.confirmed
		}
		if time.Since(moved) > stalledAfter {
			r.again++
			return errors.New("the hub takes messages but doesn't confirm them: is its disk full? They are sent again")
		}
		more := r.Store.Changed()
		if sent == atOnce {
			// There is more: don't wait, only look.
			more = ready()
		}
		select {
		case <-ctx.Done():
			return nil
		case err := <-v.lost:
			return err
		case m := <-v.words:
			r.hear(ctx, m)
		case <-tick.C:
			r.health(v.conn)
		case <-more:
		}
	}
}

func ready() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// send publishes what is due, in order. The next ones go when the last are kept.
func (r *Relay) send(ctx context.Context, v visit) (int, error) {
	if _, next := r.Store.Ends(); r.next >= next {
		return 0, nil
	}
	due, err := r.Store.After(ctx, r.next-1, atOnce)
	if err != nil {
		return 0, err
	}
	var kept []jetstream.PubAckFuture
	for _, m := range due {
		if m.Seq < r.next {
			continue
		}
		f, err := r.publish(v, m)
		if err != nil {
			return 0, r.failed(err)
		}
		kept = append(kept, f)
	}
	late := time.NewTimer(answerWithin)
	defer late.Stop()
	for _, f := range kept {
		select {
		case <-f.Ok():
			r.next++
		case err := <-f.Err():
			return 0, r.failed(err)
		case err := <-v.lost:
			return 0, r.failed(err)
		case <-late.C:
			return 0, r.failed(context.DeadlineExceeded)
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	r.tell(func(*Status) {})
	return len(due), nil
}

// failed remembers that messages after one that got lost may have arrived, so that the server would
// take them for ones that it has.
func (r *Relay) failed(err error) error {
	r.again++
	return err
}

func (r *Relay) publish(v visit, m event.Message) (jetstream.PubAckFuture, error) {
	m.Table = r.Table
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	id := m.ID()
	if r.again > 0 {
		id = fmt.Sprintf("%s.%s.%d", id, r.run, r.again)
	}
	return v.js.PublishAsync(event.Subject(r.Dial.Address.Event, event.ChannelLog, r.Table), raw,
		jetstream.WithMsgID(id), jetstream.WithExpectStream(event.Stream(r.Dial.Address.Event)))
}

// hear takes in a word of the hub.
func (r *Relay) hear(ctx context.Context, m *nats.Msg) {
	var w event.Word
	if json.Unmarshal(m.Data, &w) != nil || w.Source != r.Store.Source() {
		return
	}
	r.confirmed = max(r.confirmed, w.Have)
	if w.Again && w.Have+1 < r.next {
		r.again++
		r.next = w.Have + 1
	}
	if err := r.Store.Confirm(ctx, r.confirmed); err != nil {
		r.Log.Warn("sweep the outbox", "err", err)
	}
	r.tell(func(*Status) {})
	r.carryOut(ctx, w.Rulings)
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
		// What is lost is told again soon.
		_ = conn.Publish(event.Subject(r.Dial.Address.Event, event.ChannelHealth, r.Table), raw)
	}
}

// answer says that this run is here, or hands a picture out.
func (r *Relay) answer(ctx context.Context, m *nats.Msg) {
	var ask event.Ask
	if json.Unmarshal(m.Data, &ask) != nil || m.Reply == "" {
		return
	}
	told := event.Told{Source: r.Store.Source(), Run: r.run}
	if ask.Roll != "" {
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
