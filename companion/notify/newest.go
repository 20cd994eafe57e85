package notify

import (
	"context"
	"sync"

	"astragal/companion/event"
)

// newest is the newest roll that a broker was told of. A broker that lost what it kept is told it again.
type newest struct {
	mu   sync.Mutex
	roll *event.Roll // nil if there is none
	// picture is the tray at that roll as JPEG; empty if it isn't known.
	picture []byte
}

// rollsBack is how many messages are looked through for the newest roll.
const rollsBack = 200

// find looks for the newest roll among what the reader was told before.
func (n *newest) find(ctx context.Context, r Reader) error {
	at, err := r.Begin(ctx)
	if err != nil {
		return err
	}
	said, err := r.Box.After(ctx, max(0, at-rollsBack), rollsBack)
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, m := range said {
		if m.Seq <= at {
			n.take(m)
		}
	}
	return nil
}

// take takes a message in and says whether it is about the newest roll. A correction of an older roll isn't. The caller holds the lock.
func (n *newest) take(m event.Message) bool {
	switch {
	case m.Roll == nil, m.Kind == event.KindCorrection && n.roll != nil && n.roll.ID != m.Roll.ID:
		return false
	case n.roll == nil || n.roll.ID != m.Roll.ID:
		n.picture = nil
	}
	n.roll = m.Roll
	return true
}

// put publishes the roll and its picture, if there are any. The caller holds the lock, so that no older roll comes after it.
func (n *newest) put(ctx context.Context, m MQTT, w *wire) error {
	if n.roll == nil {
		return nil
	}
	if err := offered(putJSON(ctx, w, m.topic("roll"), true, n.roll)); err != nil || len(n.picture) == 0 {
		return err
	}
	return offered(w.put(ctx, m.topic("tray"), true, n.picture))
}
