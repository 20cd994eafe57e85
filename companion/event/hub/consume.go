package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"astragal/companion/event"
)

const (
	// batchMost is the most messages that are written in one transaction. A batch is what came while the last one was written.
	batchMost = 512
	retryRest = time.Second
	// prefetchBytes is how much the hub holds in memory of what waits.
	prefetchBytes = 16 << 20
	// streamAge is how long a message waits for the hub; its table keeps it for longer.
	streamAge = 48 * time.Hour
)

// streamReady is how long the server may take to make the stream and the hub's place at it on its disk.
const streamReady = time.Minute

const consumerName = "hub"

// stream makes the event's stream, where messages wait until the hub has them.
func (h *Hub) stream(ctx context.Context) error {
	_, err := h.consumer(ctx)
	return err
}

func (h *Hub) consumer(ctx context.Context) (jetstream.Consumer, error) {
	ctx, stop := context.WithTimeout(ctx, streamReady)
	defer stop()
	js, err := jetstream.New(h.conn)
	if err != nil {
		return nil, err
	}
	stream, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: event.Stream(h.o.Event), Description: "Messages of the tables of an astragal event until its hub has them",
		Subjects: []string{event.Subject(h.o.Event, event.ChannelLog, "")}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: waitingMost, MaxBytes: streamBytes, MaxAge: streamAge, MaxMsgSize: event.MaxBytes * 2, Duplicates: 2 * time.Minute,
	})
	if err != nil {
		return nil, fmt.Errorf("make the event's stream: %w (has the server JetStream, and these credentials the right to use it?)", err)
	}
	// A new consumer of the stream gets all unconfirmed messages at once and in order. An old one would wait for the answers of a hub that is gone.
	if err := stream.DeleteConsumer(ctx, consumerName); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, fmt.Errorf("take the hub's place at the event's stream: %w", err)
	}
	c, err := stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: time.Minute, MaxAckPending: 8 * batchMost})
	if err != nil {
		return nil, fmt.Errorf("make the hub's place at the event's stream: %w", err)
	}
	return c, nil
}

// consume takes messages in until ctx ends. If the stream is lost, it finds it again.
func (h *Hub) consume(ctx context.Context) {
	for ctx.Err() == nil {
		if err := h.consumeOnce(ctx); err != nil && ctx.Err() == nil {
			h.log.Warn("take messages in", "err", err)
			pause(ctx, retryRest)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (h *Hub) consumeOnce(ctx context.Context) error {
	c, err := h.consumer(ctx)
	if err != nil {
		return err
	}
	incoming := make(chan jetstream.Msg, 4*batchMost)
	broken := make(chan error, 1)
	flow, err := c.Consume(func(m jetstream.Msg) {
		select {
		case incoming <- m:
		case <-ctx.Done():
		}
	}, jetstream.PullMaxBytes(prefetchBytes), jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) {
		select {
		case broken <- err:
		default:
		}
	}))
	if err != nil {
		return err
	}
	defer flow.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-broken:
			h.log.Debug("the tables' stream", "err", err)
		case <-flow.Closed():
			return errors.New("the tables' stream was closed")
		case first := <-incoming:
			h.take(ctx, gather(first, incoming))
		}
	}
}

// gather is first and all that has come in since.
func gather[T any](first T, incoming <-chan T) []T {
	batch := []T{first}
	for len(batch) < batchMost {
		select {
		case m := <-incoming:
			batch = append(batch, m)
		default:
			return batch
		}
	}
	return batch
}

// take writes a batch to disk, trying as long as it takes. Only then does it show and confirm the batch.
func (h *Hub) take(ctx context.Context, batch []jetstream.Msg) {
	arrivals := make([]arrival, 0, len(batch))
	now := h.now()
	for _, m := range batch {
		table, _ := event.TableOf(m.Subject())
		arrivals = append(arrivals, arrival{table: table, raw: m.Data(), received: now})
	}
	in, err := h.record(ctx, arrivals)
	for err != nil {
		if ctx.Err() != nil {
			return
		}
		h.board.say("The hub can't write: " + h.store.explain(err).Error() + ".")
		h.log.Error("write messages down", "err", err)
		pause(ctx, retryRest)
		if in, err = h.record(ctx, arrivals); err == nil {
			h.board.say("")
		}
	}
	h.meters.took(in, h.now())
	for _, m := range batch {
		if err := m.Ack(); err != nil {
			h.log.Debug("acknowledge a message", "err", err) // it comes again, and is known by its number
		}
	}
	for source, row := range in.sources {
		h.tell(row.name, event.Word{Source: source, Have: row.have, Again: in.again[source]})
	}
}

// record writes messages down and shows them.
func (h *Hub) record(ctx context.Context, arrivals []arrival) (intake, error) {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	in, err := h.store.take(ctx, arrivals, h.board)
	if err == nil {
		h.board.apply(in)
	}
	return in, err
}
