package outbox

import (
	"cmp"
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
	// stalledAfter is how long the hub may leave messages unconfirmed before they are sent again.
	stalledAfter = 10 * time.Second
	usualBeat    = 5 * time.Second
	silentBeats  = 4
	atOnce       = 64
	wordsAtOnce  = 256
)

// Store is where the messages are until the hub has them. An Outbox is a Store.
type Store interface {
	Source() string
	Changed() <-chan struct{}
	Ends() (first, next int64)
	After(ctx context.Context, seq int64, n int) ([]event.Message, error)
	Confirm(ctx context.Context, upto int64) error
}

// Relay sends a table's messages to its event. It owns its connection, connects again whenever that is lost, and never delays the table.
type Relay struct {
	Store Store
	Dial  Dial
	// Table is the table's name at the event, Program the program's version.
	Table, Program string
	Log            *slog.Logger
	// Tell is called with how things stand, whenever that changes; it may be nil.
	Tell func(Status)
	// Health is how the table is; if it is nil, nothing is sent. It is sent every Beat (5 s if that is 0), and the hub answers. After four without an
	// answer the hub counts as away.
	Health func() event.Health
	Beat   time.Duration
	// Rule carries out a judge's ruling and tells the event what became of it.
	Rule func(context.Context, event.Ruling) error
	// Soon holds a value if the table's health is to be sent at once; it may be nil. Called takes in what became of the table's call for a judge.
	Soon   <-chan struct{}
	Called func(context.Context, event.CallState) error
	// Picture is the JPEG of a die of a roll.
	Picture func(ctx context.Context, roll, die string) ([]byte, error)
	// Played is the log of the game to which a roll belongs: the entries before a number, 0 for the newest.
	Played func(roll string, before int) (event.GameLog, error)

	run    string
	status Status
	// heard is when the hub was last heard of, in this visit or an earlier one. answers says that it answers this visit's health; hubs that are older
	// than this program don't.
	heard   time.Time
	answers bool
	// next is the number of the message to send, confirmed that of the last one that the hub has. Both belong to Run's goroutine.
	next, confirmed int64
	// again counts how often messages had to be sent again with other ids, because the server may remember the old ones.
	again int
}

// Status is how a table stands with its event.
type Status struct {
	Connected bool
	// Server is where the relay looks for the hub. Heard is when the hub was last heard of; zero if it never was.
	Server string
	Heard  time.Time
	// Confirmed is the number of the last message that the hub has on disk. Behind is how many it doesn't have.
	Confirmed, Behind int64
	// Event is what the hub calls the event. Problem is a sentence; empty if there is none. Waits says what of this table waits for a judge, as far as
	// the hub has said.
	Event, Problem, Waits string
	// Players are who is sent to this table now, one a line, as far as the hub has said.
	Players string
	// ClockOff is how far the hub's clock is ahead of the table's.
	ClockOff time.Duration
}

// Run sends until ctx ends.
func (r *Relay) Run(ctx context.Context) error {
	r.run, r.Beat = fmt.Sprintf("%016x", rand.Uint64()), cmp.Or(r.Beat, usualBeat)
	rest := firstRest
	for {
		began := time.Now()
		err := r.visit(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // Run was told to stop; what was not confirmed is kept and sent again
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
		case <-time.After(rest/2 + rand.N(rest/2)): // so that tables don't all come at the same time
		}
		rest = min(2*rest, longestRest)
	}
}

func (r *Relay) tell(change func(*Status)) {
	was := r.status
	change(&r.status)
	_, next := r.Store.Ends()
	r.status.Confirmed, r.status.Behind = r.confirmed, next-1-r.confirmed
	r.status.Server, r.status.Heard = r.Dial.Address.Server, r.heard
	if r.Tell != nil && r.status != was {
		r.Tell(r.status)
	}
}

// refusedError is a refusal by the hub.
type refusedError struct{ why string }

func (e *refusedError) Error() string { return e.why }

// visit runs one connection, from hello to its end.
func (r *Relay) visit(ctx context.Context) error {
	v, err := r.connect()
	if err != nil {
		return err
	}
	defer v.conn.Close()
	w, err := r.hello(ctx, v.conn)
	if err != nil {
		select {
		case lost := <-v.lost: // this error says more than that no answer came
			return lost
		default:
			return err
		}
	}
	// Only a table that was let in answers the hub. The hub asks by the table's name whether an older run is still there. A copy of the table's file
	// would answer before that run could.
	ask := event.Subject(r.Dial.Address.Event, event.ChannelAsk, r.Table)
	if _, err := v.conn.Subscribe(ask, func(m *nats.Msg) { r.answer(ctx, m) }); err != nil {
		return err
	}
	first, _ := r.Store.Ends()
	r.next, r.confirmed, r.heard, r.answers = max(w.Have+1, first), w.Have, time.Now(), false
	r.tell(func(s *Status) {
		s.Waits = w.Waits
		s.Connected, s.Problem, s.Event, s.ClockOff = true, "", w.Event, time.Until(w.At).Round(time.Second)
	})
	r.carryOut(ctx, w.Rulings)
	return r.attend(ctx, v)
}

// visit is a connection and what comes over it.
type visit struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	words chan *nats.Msg
	lost  chan error
}

func (r *Relay) connect() (visit, error) {
	v := visit{words: make(chan *nats.Msg, wordsAtOnce), lost: make(chan error, 4)}
	var err error
	if v.conn, err = r.Dial.open(r.Table, v.lost); err != nil {
		return v, err
	}
	if _, err = v.conn.ChanSubscribe(event.Subject(r.Dial.Address.Event, event.ChannelTo, r.Table), v.words); err == nil {
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
	tick := time.NewTicker(r.Beat)
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
			// There is more to send, so it doesn't wait for other events.
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
			r.listen()
		case <-r.Soon:
			r.health(v.conn)
		case <-more:
		}
	}
}
