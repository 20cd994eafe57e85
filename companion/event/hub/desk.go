package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"astragal/companion/event"
)

// pingWithin is how long an older run of a table's program has to say that it is still there.
const pingWithin = 2 * time.Second

// attend listens to tables that come, and to their health.
func (h *Hub) attend(ctx context.Context) (func(), error) {
	if err := h.stream(ctx); err != nil {
		return nil, err
	}
	hello, err := h.conn.ChanSubscribe(event.Subject(h.o.Event, event.ChannelHello, ""), h.arrivals)
	if err != nil {
		return nil, fmt.Errorf("listen for tables: %w", err)
	}
	health, err := h.conn.Subscribe(event.Subject(h.o.Event, event.ChannelHealth, ""), func(m *nats.Msg) {
		var got event.Health
		table, ok := event.TableOf(m.Subject)
		if !ok || len(m.Data) > event.MaxBytes || json.Unmarshal(m.Data, &got) != nil || got.Table != table {
			return
		}
		if row, ok := h.board.hear(got); ok {
			tablesCalls{h}.hear(ctx, got)
			h.tell(table, event.Word{Source: got.Source, Have: row.have, Beat: true})
		}
	})
	if err != nil {
		return nil, fmt.Errorf("listen for tables: %w", err)
	}
	return func() { _, _ = hello.Unsubscribe(), health.Unsubscribe() }, h.conn.Flush()
}

// receive lets tables in until ctx ends. Tables that come at the same time are written down together. If an older run of a table must be asked first,
// the others don't wait for that.
func (h *Hub) receive(ctx context.Context) {
	d := desk{hub: h, asking: map[string]comer{}, answers: make(chan answered)}
	var asks sync.WaitGroup
	defer asks.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-h.arrivals:
			d.greet(ctx, gather(m, h.arrivals), &asks)
		case a := <-d.answers:
			c := d.asking[a.table]
			delete(d.asking, a.table)
			c.asked = a
			d.letIn(ctx, []comer{c}, &asks)
		}
	}
}

// desk is where tables are let in. Only one goroutine works there.
type desk struct {
	hub *Hub
	// asking are the newest hellos of tables whose older run is being asked whether it is there.
	asking  map[string]comer
	answers chan answered
}

// answered is what became of asking whether a run is there.
type answered struct {
	table, run   string
	there, known bool
}

// comer is a table that says hello.
type comer struct {
	msg   *nats.Msg
	table string
	hello event.Hello
	asked answered
	// before is the name that its source had, row the source as it is now. no says why it may not send.
	before string
	row    sourceRow
	no     string
}

// greet answers tables' hellos.
func (d desk) greet(ctx context.Context, msgs []*nats.Msg, asks *sync.WaitGroup) {
	var batch []comer
	names := map[string]bool{}
	for _, m := range msgs {
		c := comer{msg: m}
		var ok bool
		if c.table, ok = event.TableOf(m.Subject); !ok {
			continue
		}
		if err := json.Unmarshal(m.Data, &c.hello); err != nil {
			c.no = "its hello is not JSON of the right form"
		}
		if names[c.table] || names[c.hello.Source] {
			// Two hellos with one name, or from one source, must not be let in together.
			d.letIn(ctx, batch, asks)
			batch = nil
			clear(names)
		}
		names[c.table], names[c.hello.Source] = true, true
		batch = append(batch, c)
	}
	d.letIn(ctx, batch, asks)
}

// letIn judges tables of different names and writes down those that may send. It answers all, except those whose older run is asked first.
func (d desk) letIn(ctx context.Context, all []comer, asks *sync.WaitGroup) {
	h := d.hub
	var batch []comer
	for _, c := range all {
		if c.no == "" {
			seen := h.board.known(c.table, c.hello.Source)
			if seen.run != "" && seen.run != c.hello.Run && c.asked.run != seen.run {
				d.ask(ctx, c, seen, asks)
				continue
			}
			c.no = h.judge(c, seen)
		}
		batch = append(batch, c)
	}
	h.writeIn(ctx, batch)
	for _, c := range batch {
		w := event.Welcome{V: event.Version, At: h.now(), Event: h.o.Event, Have: c.row.have, Refused: c.no}
		if c.no != "" {
			if h.board.refuseTable(c.table, c.no) {
				h.log.Warn("a table was refused", "table", c.table, "why", c.no)
			}
		} else {
			w.Rulings, w.Waits = h.board.pending(c.hello.Source), h.board.waitsOf(c.hello.Source)
		}
		raw, err := json.Marshal(w)
		if err == nil {
			err = c.msg.Respond(raw)
		}
		if err != nil {
			h.log.Warn("answer a table", "table", c.table, "err", err)
		}
	}
}

// ask asks a table's older run whether it is there, once at a time for each table.
func (d desk) ask(ctx context.Context, c comer, seen known, asks *sync.WaitGroup) {
	_, underway := d.asking[c.table]
	d.asking[c.table] = c
	if underway {
		return
	}
	asks.Go(func() {
		a := answered{table: c.table, run: seen.run}
		a.there, a.known = d.hub.alive(ctx, seen.row.name, seen.run)
		select {
		case d.answers <- a:
		case <-ctx.Done():
		}
	})
}

// judge says why a table may not send; empty if it may.
func (h *Hub) judge(c comer, seen known) string {
	table, hello := c.table, c.hello
	switch {
	case hello.V > event.Version:
		return fmt.Sprintf("it speaks version %d, this hub %d: update the hub", hello.V, event.Version)
	case hello.V < 1 || hello.Source == "" || len(hello.Source) > 64 || hello.First < 1 || hello.Next < hello.First:
		return "its hello is not of the right form"
	case !hello.At.IsZero() && event.CheckAt(hello.At) != nil:
		return fmt.Sprintf("its clock is wrong: %s", event.CheckAt(hello.At))
	case hello.Table != table:
		return fmt.Sprintf("its credentials are those of %q, and it says that it is %q", table, hello.Table)
	}
	if seen.owner != "" && seen.owner != hello.Source {
		return fmt.Sprintf("another table is called %q: choose another name, or let a judge free this one", table)
	}
	if seen.run != "" && seen.run != hello.Run {
		switch {
		case !c.asked.known:
			return fmt.Sprintf("%q is connected already and doesn't answer: this one is let in once that is gone, which takes a minute or so", seen.row.name)
		case c.asked.there && seen.row.name != table:
			return fmt.Sprintf("its file is a copy of that of %q, which is connected now: start it with a data folder of its own", seen.row.name)
		case c.asked.there:
			return "this table is connected already, from another program with a copy of its file"
		}
	}
	if seen.bound && seen.row.name != table {
		return fmt.Sprintf("its file is that of the table %q: if that table has a new name, a judge must free the old one first (Health, Free this name)", seen.row.name)
	}
	if hello.Next <= seen.row.have {
		return fmt.Sprintf("its file is an older copy: the hub has message %d, and it would write %d again. Put the newest file back, or start with a new data folder", seen.row.have, hello.Next)
	}
	return seen.row.full
}

// writeIn writes down the tables that may send, and puts them on the board.
func (h *Hub) writeIn(ctx context.Context, batch []comer) {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	for i := range batch {
		c := &batch[i]
		if c.no != "" {
			continue
		}
		c.row, _ = h.board.sourceOf(c.hello.Source)
		c.before = c.row.name
		if c.hello.First > c.row.have+1 {
			if c.row.have > 0 {
				h.log.Warn("messages of a table are gone", "table", c.table, "from", c.row.have+1, "to", c.hello.First-1)
				h.board.refuseTable(c.table, fmt.Sprintf("its messages %d to %d are kept nowhere any more", c.row.have+1, c.hello.First-1))
			}
			c.row.have, c.row.first = c.hello.First-1, c.hello.First
		}
		c.row.name = c.table
	}
	if err := h.store.putSources(ctx, batch); err != nil {
		h.log.Error("write down tables", "err", err)
		for i := range batch {
			if batch[i].no == "" {
				batch[i].no = "the hub can't write it down: " + err.Error()
			}
		}
		return
	}
	for _, c := range batch {
		if c.no == "" {
			h.board.admit(c.hello, c.before, c.row)
		}
	}
}

// alive asks whether a run of a table's program is there. known is false if a table of that name is connected and doesn't answer: two programs that
// write from one file would be mixed up for ever.
func (h *Hub) alive(ctx context.Context, table, run string) (there, known bool) {
	raw, err := json.Marshal(event.Ask{Run: run})
	if err != nil {
		return false, false
	}
	ctx, stop := context.WithTimeout(ctx, pingWithin)
	defer stop()
	m, err := h.conn.RequestWithContext(ctx, event.Subject(h.o.Event, event.ChannelAsk, table), raw)
	if errors.Is(err, nats.ErrNoResponders) {
		return false, true
	}
	var told event.Told
	if err != nil || json.Unmarshal(m.Data, &told) != nil {
		return false, false
	}
	return told.Run == run, true
}

// known is what the board knows of a name and a source.
type known struct {
	owner, run string
	row        sourceRow
	// bound says that the source still holds the name that it last had. No other source gets the name until a judge frees it.
	bound bool
}

func (b *board) known(table, source string) known {
	b.mu.Lock()
	defer b.mu.Unlock()
	k := known{row: b.sources[source]}
	if t := b.tables[table]; t != nil {
		k.owner = t.source
	}
	if t := b.tables[k.row.name]; t != nil && t.source == source {
		k.run, k.bound = t.run, true
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

// refuseTable remembers why a table was refused; false if the reason is the same as the last time.
func (b *board) refuseTable(table, why string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.refused[table]
	b.refuse(table, why, b.now())
	return len(list) == 0 || list[len(list)-1].Why != why
}

// putSources writes down under which names sources send, and what the hub has of them.
func (s *store) putSources(ctx context.Context, batch []comer) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, c := range batch {
		if c.no != "" {
			continue
		}
		source := c.hello.Source
		if _, err := tx.ExecContext(ctx, "INSERT INTO source (source, name, first, have) VALUES (?, ?, ?, ?) ON CONFLICT (source) DO UPDATE SET name = excluded.name, first = excluded.first, have = max(have, excluded.have)",
			source, c.row.name, c.row.first, c.row.have); err != nil {
			return explain(err)
		}
		if c.before != c.row.name {
			if _, err := tx.ExecContext(ctx, "DELETE FROM seat WHERE source = ?", source); err != nil {
				return explain(err)
			}
		}
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO seat (name, source) VALUES (?, ?)", c.row.name, source); err != nil {
			return explain(err)
		}
	}
	return explain(tx.Commit())
}

// free lets another table have a name. What was sent under the name stays.
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

// tellSent tells the tables who is sent to them, if that has changed.
func tellSent(h *Hub) {
	for _, source := range sentAnew(h.board) {
		h.push(source)
	}
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
	w.Waits, w.Call = h.board.waitsOf(w.Source), ownCalls{h.board}.newest(w.Source)
	w.Players = playersAt(h.board, table)
	raw, err := json.Marshal(w)
	if err == nil {
		err = h.conn.Publish(event.Subject(h.o.Event, event.ChannelTo, table), raw)
	}
	if err != nil {
		h.log.Debug("tell a table", "table", table, "err", err) // it hears it when it comes back
	}
}
