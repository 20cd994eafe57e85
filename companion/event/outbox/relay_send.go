package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"astragal/companion/event"
)

func ready() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// send publishes what is due, in order. It publishes more only after the server has kept the last ones.
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

// failed remembers that messages after a lost one may have arrived. The server would take them for duplicates if they came again with the same ids.
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
