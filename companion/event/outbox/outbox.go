// Package outbox gets a table's messages to the hub of an event. Outbox keeps them in the table's own file until the hub has them on its disk. Relay
// sends them in order, for as long as that takes.
package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"astragal/companion/event"
)

// kept is how many confirmed messages stay, so that a hub that lost its disk can get them again. sweepEvery is how many more may pile up before they
// are removed.
const (
	kept       = 5000
	sweepEvery = 500
)

const schema = `
CREATE TABLE IF NOT EXISTS outbox (event TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (event, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outbox_told (event TEXT NOT NULL, key TEXT NOT NULL, rev INTEGER NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (event, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outbox_event (event TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;`

// Outbox is what a table has told one event. It is safe for concurrent use. The caller of Open owns the database.
type Outbox struct {
	db      *sql.DB
	event   string
	source  string
	changed chan struct{}

	mu sync.Mutex
	// told has what was told of the things that are at hand. Of others, the file alone has it.
	told map[string]Told
	// fresh says that this event was never told anything.
	fresh bool
	first int64
	last  int64
}

// Told is what was last told of one thing.
type Told struct {
	Rev int
	// Mark is a hash of what was told. If it differs, there is something new to tell.
	Mark string
}

// Item is something to tell. A message with a key replaces what was told under that key.
type Item struct {
	Key string
	Told
	Message event.Message
}

// Open finds in a table's file what was told to an event. Source is the file's own name.
func Open(ctx context.Context, db *sql.DB, eventName, source string) (*Outbox, error) {
	o := &Outbox{db: db, event: eventName, source: source, changed: make(chan struct{}, 1), told: map[string]Told{}}
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, fmt.Errorf("open the outbox: %w", err)
	}
	err := db.QueryRowContext(ctx, "SELECT last FROM outbox_event WHERE event = ?", eventName).Scan(&o.last)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		o.fresh = true
	case err != nil:
		return nil, fmt.Errorf("open the outbox: %w", err)
	}
	if err := db.QueryRowContext(ctx, "SELECT COALESCE(MIN(seq), ?) FROM outbox WHERE event = ?", o.last+1, eventName).Scan(&o.first); err != nil {
		return nil, fmt.Errorf("open the outbox: %w", err)
	}
	return o, nil
}

// Recall takes in what was told of things that are not away. Of and Keys know of nothing else.
func (o *Outbox) Recall(ctx context.Context, away func(key string) bool) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	rows, err := o.db.QueryContext(ctx, "SELECT key, rev, mark FROM outbox_told WHERE event = ?", o.event)
	if err != nil {
		return fmt.Errorf("read what was told: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var key string
		var t Told
		if err := rows.Scan(&key, &t.Rev, &t.Mark); err != nil {
			return fmt.Errorf("read what was told: %w", err)
		}
		if !away(key) {
			o.told[key] = t
		}
	}
	return rows.Err()
}

// PutAway takes in that a thing is at hand no more. What was told of it stays in the file.
func (o *Outbox) PutAway(key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.told, key)
}

// TakeBack takes in that things that were put away are at hand again.
func (o *Outbox) TakeBack(ctx context.Context, keys []string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, key := range keys {
		var t Told
		err := o.db.QueryRowContext(ctx, "SELECT rev, mark FROM outbox_told WHERE event = ? AND key = ?", o.event, key).Scan(&t.Rev, &t.Mark)
		switch {
		case err == nil:
			o.told[key] = t
		case !errors.Is(err, sql.ErrNoRows):
			return fmt.Errorf("read what was told: %w", err)
		}
	}
	return nil
}

// Fresh says whether this event was never told anything, so that all rolls so far are older than the event.
func (o *Outbox) Fresh() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.fresh
}

// Of is what was last told under the key of a thing that is at hand.
func (o *Outbox) Of(key string) (Told, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	t, ok := o.told[key]
	return t, ok
}

// Keys calls each with what was last told of each thing that is at hand.
func (o *Outbox) Keys(each func(key string, t Told)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for key, t := range o.told {
		each(key, t)
	}
}

// Tell writes messages down, all or none. They are on disk when it returns.
func (o *Outbox) Tell(ctx context.Context, items []Item) error { return o.write(ctx, items, true) }

// Skip marks things as told without telling them, because they are older than the event.
func (o *Outbox) Skip(ctx context.Context, items []Item) error { return o.write(ctx, items, false) }

func (o *Outbox) write(ctx context.Context, items []Item, send bool) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	last := o.last
	for _, it := range items {
		if send {
			last++
			it.Message.V, it.Message.Source, it.Message.Seq = event.Version, o.source, last
			body, err := json.Marshal(it.Message)
			if err != nil {
				return fmt.Errorf("write a message: %w", err)
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO outbox (event, seq, body) VALUES (?, ?, ?)", o.event, last, string(body)); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO outbox_told (event, key, rev, mark) VALUES (?, ?, ?, ?)", o.event, it.Key, it.Rev, it.Mark); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO outbox_event (event, last) VALUES (?, ?)", o.event, last); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	for _, it := range items {
		o.told[it.Key] = it.Told
	}
	o.last, o.fresh = last, false
	select {
	case o.changed <- struct{}{}:
	default:
	}
	return nil
}

// Source is the name of the table's file.
func (o *Outbox) Source() string { return o.source }

// Changed holds a value if there is a new message.
func (o *Outbox) Changed() <-chan struct{} { return o.changed }

// Ends are the number of the oldest message that is kept and the number that the next one will have.
func (o *Outbox) Ends() (first, next int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.first, o.last + 1
}

// After are at most n messages with numbers above seq.
func (o *Outbox) After(ctx context.Context, seq int64, n int) ([]event.Message, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT body FROM outbox WHERE event = ? AND seq > ? ORDER BY seq LIMIT ?", o.event, seq, n)
	if err != nil {
		return nil, fmt.Errorf("read the outbox: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var out []event.Message
	for rows.Next() {
		var body string
		if err := rows.Scan(&body); err != nil {
			return nil, fmt.Errorf("read the outbox: %w", err)
		}
		var m event.Message
		if err := json.Unmarshal([]byte(body), &m); err != nil {
			return nil, fmt.Errorf("read the outbox: %w", err)
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

// Confirm takes in that the hub has everything up to a message on disk. Only the last few thousand of these messages stay.
func (o *Outbox) Confirm(ctx context.Context, upto int64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	upto = min(upto, o.last)
	if upto-kept-o.first < sweepEvery {
		return nil
	}
	if _, err := o.db.ExecContext(ctx, "DELETE FROM outbox WHERE event = ? AND seq <= ?", o.event, upto-kept); err != nil {
		return fmt.Errorf("sweep the outbox: %w", err)
	}
	o.first = upto - kept + 1
	return nil
}
