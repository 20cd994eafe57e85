package hub

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"astragal/companion/event"
	"astragal/companion/names"
)

// arrival is a message as it came in, with the table whose subject it came on.
type arrival struct {
	table    string
	raw      []byte
	received time.Time
}

// intake is what became of a batch of messages. It is on disk.
type intake struct {
	// have is, for each source that sent something, the last message that is on disk; again are those
	// of them that must send what comes after once more.
	have  map[string]int64
	again map[string]bool
	names map[string]string // by source
	// changes are what the batch comes to, in order.
	changes []change
	refused []refusal
	doubled int
	// told are when the tables wrote what was taken.
	told []time.Time
}

// batch is one transaction.
type batch struct {
	tx     *sql.Tx
	owners owners
	rounds roundOf
	in     intake
	// sources are those of the batch, as they will be.
	sources map[string]sourceRow
}

// owners says which source sends under a name, and what is known of each source.
type owners interface {
	ownerOf(table string) (source string, ok bool)
	sourceOf(source string) (sourceRow, bool)
}

// roundOf is the round that something at a table belongs to, 0 for none.
type roundOf func(table string, at time.Time) int

// take writes messages down, all or none, and says what they come to.
func (s *store) take(ctx context.Context, arrivals []arrival, o owners, rounds roundOf) (intake, error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return intake{}, explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	b := batch{tx: tx, owners: o, rounds: rounds, sources: map[string]sourceRow{},
		in: intake{have: map[string]int64{}, again: map[string]bool{}, names: map[string]string{}}}
	for _, a := range arrivals {
		if err := b.one(ctx, a); err != nil {
			return intake{}, explain(err)
		}
	}
	for source, row := range b.sources {
		if _, err := tx.ExecContext(ctx, "UPDATE source SET have = ? WHERE source = ?", row.have, source); err != nil {
			return intake{}, explain(err)
		}
		b.in.have[source], b.in.names[source] = row.have, row.name
	}
	if err := tx.Commit(); err != nil {
		return intake{}, explain(err)
	}
	return b.in, nil
}

func (b *batch) refuse(ctx context.Context, a arrival, why string) error {
	b.in.refused = append(b.in.refused, refusal{table: a.table, why: why, at: a.received, raw: a.raw})
	kept := a.raw[:min(len(a.raw), 4096)]
	_, err := b.tx.ExecContext(ctx, "INSERT INTO refused (at, tbl, why, body) VALUES (?, ?, ?, ?)", a.received.UnixMilli(), a.table, why, string(kept))
	return err
}

func (b *batch) one(ctx context.Context, a arrival) error {
	m, err := event.Parse(a.raw)
	if err != nil {
		return b.refuse(ctx, a, err.Error())
	}
	if m.Table != a.table {
		return b.refuse(ctx, a, fmt.Sprintf("it says that it is from %q, and came from %q", m.Table, a.table))
	}
	row, ok := b.sources[m.Source]
	if !ok {
		if row, ok = b.owners.sourceOf(m.Source); !ok {
			return b.refuse(ctx, a, "its table has not said hello")
		}
	}
	if owner, _ := b.owners.ownerOf(m.Table); owner != m.Source {
		return b.refuse(ctx, a, fmt.Sprintf("another table is called %q: this one must have another name", m.Table))
	}
	switch {
	case m.Seq <= row.have:
		b.in.doubled++
		b.sources[m.Source] = row
		return b.compare(ctx, m, a)
	case m.Seq > row.have+1:
		b.in.again[m.Source] = true
		b.sources[m.Source] = row
		return nil
	}
	row.have = m.Seq
	b.sources[m.Source] = row
	if _, err := b.tx.ExecContext(ctx, "INSERT INTO entry (source, seq, received, kind, ref, body) VALUES (?, ?, ?, ?, ?, ?)",
		m.Source, m.Seq, a.received.UnixMilli(), string(m.Kind), m.About(), string(a.raw)); err != nil {
		return err
	}
	b.in.told = append(b.in.told, m.At)
	switch m.Kind {
	case event.KindRoll, event.KindCorrection:
		return b.roll(ctx, m)
	case event.KindResult:
		return b.result(ctx, m)
	default:
		return b.ruled(ctx, m)
	}
}

// compare looks whether a message that came twice is the same both times.
func (b *batch) compare(ctx context.Context, m event.Message, a arrival) error {
	var body string
	err := b.tx.QueryRowContext(ctx, "SELECT body FROM entry WHERE source = ? AND seq = ?", m.Source, m.Seq).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // older than what this hub has of it
	}
	if err != nil {
		return err
	}
	was, err := event.Parse([]byte(body))
	if err != nil {
		return fmt.Errorf("read entry %d of %s: %w", m.Seq, m.Source, err)
	}
	was.Table = m.Table // a table may be renamed
	x, err := json.Marshal(was)
	if err != nil {
		return err
	}
	y, err := json.Marshal(m)
	if err != nil || string(x) == string(y) {
		return err
	}
	return b.refuse(ctx, a, fmt.Sprintf("message %d is there already and says something else: two programs write as this table, or its file was put back from a copy", m.Seq))
}

func (b *batch) roll(ctx context.Context, m event.Message) error {
	was, err := scanRoll(b.tx.QueryRowContext(ctx, "SELECT "+rollColumns+" FROM roll WHERE source = ? AND id = ?", m.Source, m.Roll.ID))
	fresh := errors.Is(err, sql.ErrNoRows)
	if err != nil && !fresh {
		return err
	}
	now := was
	now.source, now.id, now.table, now.seq = m.Source, m.Roll.ID, m.Table, m.Seq
	now.total, now.annulled, now.corrected = m.Roll.Total, m.Roll.Status == event.RollAnnulled, m.Roll.Corrected
	now.player = names.Kept(m.Roll.Player)
	if now.player == "" {
		now.player = m.Table
	}
	if fresh {
		now.first, now.at, now.round = m.Seq, m.At, b.rounds(m.Table, m.At)
	}
	if was.ruling != "" {
		now.player = was.player
		if now, err = b.underRuling(ctx, now, m.Roll); err != nil {
			return err
		}
	}
	if fresh {
		r, err := b.tx.ExecContext(ctx, `INSERT INTO roll (source, id, tbl, first, seq, at, round, player, total, annulled, corrected) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			now.source, now.id, now.table, now.first, now.seq, now.at.UnixMilli(), now.round, now.player, now.total, now.annulled, now.corrected)
		if err != nil {
			return err
		}
		if now.n, err = r.LastInsertId(); err != nil {
			return err
		}
	} else if err := updateRoll(ctx, b.tx, now); err != nil {
		return err
	}
	c := change{table: m.Table, after: now.counting(), roll: &now, sent: m.Roll, fresh: fresh}
	if !fresh {
		c.before = was.counting()
	}
	b.in.changes = append(b.in.changes, c)
	return nil
}

func (b *batch) result(ctx context.Context, m event.Message) error {
	body, err := json.Marshal(m.Result)
	if err != nil {
		return err
	}
	now := &resultRow{source: m.Source, table: m.Table, round: b.rounds(m.Table, m.At), result: *m.Result}
	var round int
	err = b.tx.QueryRowContext(ctx, "SELECT round FROM result WHERE source = ? AND id = ?", m.Source, m.Result.ID).Scan(&round)
	switch {
	case err == nil:
		now.round = round // a corrected result stays in its round
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	if _, err := b.tx.ExecContext(ctx, "INSERT OR REPLACE INTO result (source, id, tbl, round, body) VALUES (?, ?, ?, ?, ?)",
		now.source, m.Result.ID, now.table, now.round, string(body)); err != nil {
		return err
	}
	b.in.changes = append(b.in.changes, change{table: m.Table, result: now})
	return nil
}
