package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"astragal/companion/event"
)

// pingWithin is how long an older run of a table's program has to say that it is still there.
const pingWithin = 400 * time.Millisecond

// attend listens for tables that come, and for how they do.
func (h *Hub) attend(ctx context.Context) (func(), error) {
	if err := h.stream(ctx); err != nil {
		return nil, err
	}
	hello, err := h.conn.Subscribe(event.Subject(h.o.Event, event.ChannelHello, ""), func(m *nats.Msg) {
		select {
		case h.arrivals <- struct{}{}:
		case <-ctx.Done():
			return
		}
		h.comers.Go(func() {
			defer func() { <-h.arrivals }()
			h.greet(ctx, m)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("listen for tables: %w", err)
	}
	health, err := h.conn.Subscribe(event.Subject(h.o.Event, event.ChannelHealth, ""), func(m *nats.Msg) {
		var got event.Health
		table, ok := event.TableOf(m.Subject)
		if !ok || len(m.Data) > event.MaxBytes || json.Unmarshal(m.Data, &got) != nil || got.Table != table {
			return
		}
		h.board.hear(got)
	})
	if err != nil {
		return nil, fmt.Errorf("listen for tables: %w", err)
	}
	return func() { _, _ = hello.Unsubscribe(), health.Unsubscribe() }, h.conn.Flush()
}

// greet answers a table's hello.
func (h *Hub) greet(ctx context.Context, m *nats.Msg) {
	table, ok := event.TableOf(m.Subject)
	if !ok {
		return
	}
	var hello event.Hello
	w := event.Welcome{V: event.Version, At: h.now(), Event: h.o.Event}
	if err := json.Unmarshal(m.Data, &hello); err != nil {
		w.Refused = "its hello is not JSON of the right form"
	} else {
		w.Have, w.Refused = h.admit(ctx, table, hello)
	}
	if w.Refused != "" {
		h.log.Warn("a table was refused", "table", table, "why", w.Refused)
		h.board.refuseTable(table, w.Refused)
	} else {
		w.Rulings = h.board.pending(hello.Source)
	}
	raw, err := json.Marshal(w)
	if err == nil {
		err = m.Respond(raw)
	}
	if err != nil {
		h.log.Warn("answer a table", "table", table, "err", err)
	}
}

// admit lets a table in, and says what the hub has of it, or why it may not.
func (h *Hub) admit(ctx context.Context, table string, hello event.Hello) (have int64, no string) {
	switch {
	case hello.V > event.Version:
		return 0, fmt.Sprintf("it speaks version %d, this hub %d: update the hub", hello.V, event.Version)
	case hello.V < 1 || hello.Source == "" || len(hello.Source) > 64 || hello.First < 1 || hello.Next < hello.First:
		return 0, "its hello is not of the right form"
	case hello.Table != table:
		return 0, fmt.Sprintf("its credentials are those of %q, and it says that it is %q", table, hello.Table)
	}
	// One at a time: two tables may come under one name in the same moment.
	h.greeting.Lock()
	defer h.greeting.Unlock()
	seen := h.board.known(table, hello.Source)
	if seen.owner != "" && seen.owner != hello.Source {
		return 0, fmt.Sprintf("another table is called %q: choose another name, or let a judge free this one", table)
	}
	if seen.run != "" && seen.run != hello.Run && h.alive(ctx, seen.row.name, seen.run) {
		if seen.row.name != table {
			return 0, fmt.Sprintf("its file is a copy of that of %q, which is connected now: start it with a data folder of its own", seen.row.name)
		}
		return 0, "this table is connected already, from another program with a copy of its file"
	}
	if hello.Next <= seen.row.have {
		return 0, fmt.Sprintf("its file is an older copy: the hub has message %d, and it would write %d again. Put the newest file back, or start with a new data folder", seen.row.have, hello.Next)
	}
	h.ledger.Lock()
	defer h.ledger.Unlock()
	row, _ := h.board.sourceOf(hello.Source)
	if hello.First > row.have+1 {
		if row.have > 0 {
			h.log.Warn("messages of a table are gone", "table", table, "from", row.have+1, "to", hello.First-1)
			h.board.refuseTable(table, fmt.Sprintf("its messages %d to %d are kept nowhere any more", row.have+1, hello.First-1))
		}
		row.have, row.first = hello.First-1, hello.First
	}
	row.name = table
	if err := h.store.putSource(ctx, hello.Source, seen.row.name, row); err != nil {
		h.log.Error("write down a table", "table", table, "err", err)
		return 0, "the hub can't write it down: " + err.Error()
	}
	h.board.admit(hello, seen.row.name, row)
	return row.have, ""
}

// alive asks whether a run of a table's program is there.
func (h *Hub) alive(ctx context.Context, table, run string) bool {
	raw, err := json.Marshal(event.Ask{Run: run})
	if err != nil {
		return false
	}
	ctx, stop := context.WithTimeout(ctx, pingWithin)
	defer stop()
	m, err := h.conn.RequestWithContext(ctx, event.Subject(h.o.Event, event.ChannelAsk, table), raw)
	if err != nil {
		return false
	}
	var told event.Told
	return json.Unmarshal(m.Data, &told) == nil && told.Run == run
}

// known is what the board knows of a name and a source.
type known struct {
	owner, run string
	row        sourceRow
}

func (b *board) known(table, source string) known {
	b.mu.Lock()
	defer b.mu.Unlock()
	k := known{row: b.sources[source]}
	if t := b.tables[table]; t != nil {
		k.owner = t.source
	}
	if t := b.tables[k.row.name]; t != nil && t.source == source {
		k.run = t.run
	}
	return k
}

// admit puts a table that may send on the board.
func (b *board) admit(hello event.Hello, before string, row sourceRow) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sources[hello.Source] = row
	if t := b.tables[before]; before != row.name && t != nil && t.source == hello.Source {
		t.source, t.run, t.view.Online = "", "", false
		b.touch(t)
	}
	t := b.table(row.name)
	now := b.now()
	t.source, t.run, t.heard = hello.Source, hello.Run, now
	t.view.Online, t.view.Seen, t.view.Program = true, stamp(now), hello.Program
	t.clock(hello.At.Sub(now))
	b.touch(t)
}

func (b *board) refuseTable(table, why string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refuse(table, why, b.now())
}

// putSource writes down under which name a source sends, and what the hub has of it.
func (s *store) putSource(ctx context.Context, source, before string, row sourceRow) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, "INSERT INTO source (source, name, first, have) VALUES (?, ?, ?, ?) ON CONFLICT (source) DO UPDATE SET name = excluded.name, first = excluded.first, have = max(have, excluded.have)",
		source, row.name, row.first, row.have); err != nil {
		return explain(err)
	}
	if before != row.name {
		if _, err := tx.ExecContext(ctx, "DELETE FROM seat WHERE source = ?", source); err != nil {
			return explain(err)
		}
	}
	if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO seat (name, source) VALUES (?, ?)", row.name, source); err != nil {
		return explain(err)
	}
	return explain(tx.Commit())
}

// free lets another table have a name. What was sent under it stays.
func (h *Hub) free(ctx context.Context, table string) error {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	if _, ok := h.board.ownerOf(table); !ok {
		return refuse("no table is called %.40q", table)
	}
	if _, err := h.store.write.ExecContext(ctx, "DELETE FROM seat WHERE name = ?", table); err != nil {
		return explain(err)
	}
	h.board.mu.Lock()
	defer h.board.mu.Unlock()
	t := h.board.tables[table]
	t.source, t.run, t.view.Online, t.view.Trouble = "", "", false, ""
	h.board.touch(t)
	return nil
}

// push tells a table what the hub has, and its rulings.
func (h *Hub) push(source string) {
	row, ok := h.board.sourceOf(source)
	if !ok {
		return
	}
	h.tell(row.name, event.Word{Source: source, Have: row.have, Rulings: h.board.pending(source)})
}

func (h *Hub) tell(table string, w event.Word) {
	raw, err := json.Marshal(w)
	if err == nil {
		err = h.conn.Publish(event.Subject(h.o.Event, event.ChannelTo, table), raw)
	}
	if err != nil {
		h.log.Debug("tell a table", "table", table, "err", err) // it hears it when it comes back
	}
}
