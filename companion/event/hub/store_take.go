package hub

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/names"
)

// arrival is a message as it came in, with the table whose subject it came on.
type arrival struct {
	table    string
	raw      []byte
	received time.Time
}

// intake is the result of a batch of messages. It is on disk.
type intake struct {
	// sources are the sources that sent something, as they are now. again are those of them that must send everything after what is on disk once more.
	sources map[string]sourceRow
	again   map[string]bool
	// changes are the changes of the batch, in order.
	changes []change
	refused []refusal
	doubled int
	// told are when the tables wrote what was taken.
	told []time.Time
}

// batch is one transaction.
type batch struct {
	tx    *sql.Tx
	board *board
	quota quota
	in    intake
	// noted are how many refusals of each table the transaction has written down.
	noted map[string]int
}

// quota is how much of one table a hub keeps.
type quota struct{ messages, bytes int64 }

// take writes messages down, all or none, and says what they come to.
func (s *store) take(ctx context.Context, arrivals []arrival, known *board) (intake, error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return intake{}, explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	b := batch{tx: tx, board: known, quota: s.quota, noted: map[string]int{}, in: intake{sources: map[string]sourceRow{}, again: map[string]bool{}}}
	for _, a := range arrivals {
		if err := b.one(ctx, a); err != nil {
			return intake{}, explain(err)
		}
	}
	for source, row := range b.in.sources {
		if _, err := tx.ExecContext(ctx, "UPDATE source SET have = ?, bytes = ?, messages = ? WHERE source = ?", row.have, row.bytes, row.messages, source); err != nil {
			return intake{}, explain(err)
		}
	}
	if err := tx.Commit(); err != nil {
		return intake{}, explain(err)
	}
	return b.in, nil
}

// refuse notes down what was not taken. Of each table the newest are kept.
func (b *batch) refuse(ctx context.Context, a arrival, why string) error {
	b.in.refused = append(b.in.refused, refusal{table: a.table, why: why, at: a.received})
	if b.noted[a.table]++; b.noted[a.table] > refusedKept {
		return nil
	}
	kept := a.raw[:min(len(a.raw), 4096)]
	if _, err := b.tx.ExecContext(ctx, "INSERT INTO refused (at, tbl, why, body) VALUES (?, ?, ?, ?)", a.received.UnixMilli(), a.table, why, string(kept)); err != nil {
		return err
	}
	_, err := b.tx.ExecContext(ctx, "DELETE FROM refused WHERE tbl = ?1 AND n <= (SELECT n FROM refused WHERE tbl = ?1 ORDER BY n DESC LIMIT 1 OFFSET ?2)", a.table, refusedKept)
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
	row, ok := b.in.sources[m.Source]
	if !ok {
		if row, ok = b.board.sourceOf(m.Source); !ok {
			return b.refuse(ctx, a, "its table has not said hello")
		}
	}
	if owner, _ := b.board.ownerOf(m.Table); owner != m.Source {
		return b.refuse(ctx, a, fmt.Sprintf("another table is called %q: this one must have another name", m.Table))
	}
	switch {
	case m.Seq <= row.have:
		b.in.doubled++
		b.in.sources[m.Source] = row
		return b.compare(ctx, m, a)
	case m.Seq > row.have+1:
		b.in.again[m.Source] = true
		b.in.sources[m.Source] = row
		return nil
	}
	if row.full = b.quota.full(row, len(a.raw)); row.full != "" {
		b.in.sources[m.Source] = row
		return b.refuse(ctx, a, row.full)
	}
	row.have, row.messages, row.bytes = m.Seq, row.messages+1, row.bytes+int64(len(a.raw))
	b.in.sources[m.Source] = row
	return b.keep(ctx, m, a)
}

// full says that a table has sent as much as the hub keeps of one; empty if there is room.
func (q quota) full(row sourceRow, more int) string {
	if row.messages < q.messages && row.bytes+int64(more) <= q.bytes {
		return ""
	}
	return fmt.Sprintf("this table has sent %d messages and %.0f MB, and the hub keeps %d and %d MB of one table: start the hub with more --table-room",
		row.messages, float64(row.bytes)/(1<<20), q.messages, q.bytes>>20)
}

// keep writes a message down, and what it comes to.
func (b *batch) keep(ctx context.Context, m event.Message, a arrival) error {
	if _, err := b.tx.ExecContext(ctx, "INSERT INTO entry (source, seq, received, kind, ref, body) VALUES (?, ?, ?, ?, ?, ?)",
		m.Source, m.Seq, a.received.UnixMilli(), string(m.Kind), m.About(), string(a.raw)); err != nil {
		return err
	}
	b.in.told = append(b.in.told, m.At)
	switch m.Kind {
	case event.KindRoll, event.KindCorrection:
		return b.roll(ctx, m, a.received)
	case event.KindResult:
		return b.result(ctx, m, a.received)
	default:
		return b.ruled(ctx, m)
	}
}

// compare checks that a message that came twice is the same both times.
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

func (b *batch) roll(ctx context.Context, m event.Message, received time.Time) error {
	was, err := scanRoll(b.tx.QueryRowContext(ctx, "SELECT "+rollColumns+" FROM roll WHERE source = ? AND id = ?", m.Source, m.Roll.ID))
	fresh := errors.Is(err, sql.ErrNoRows)
	if err != nil && !fresh {
		return err
	}
	now := was.asSent(m)
	now.player = b.board.called(now.player)
	if fresh {
		now.first, now.at = m.Seq, m.At
		begun, err := b.begun(ctx, now)
		if err != nil {
			return err
		}
		now.round, now.waits = roundOfRoll(b.board, now, begun, received)
	}
	followed := false
	if was.ruling != "" {
		now.player = was.player
		if now, err = b.underRuling(ctx, now, m.Roll); err != nil {
			return err
		}
		if now, err = notTwice(ctx, b.tx, b.board, was, now, now.counting()); err != nil {
			return err
		}
	} else {
		anew, err := anew(ctx, b.tx, b.board, now)
		if err != nil {
			return err
		}
		now = b.board.weigh(was, now, m, received, anew)
		if fresh && now.open() && now.later == 0 {
			if followed, err = b.followed(ctx, now.source, now.play, now.round, now.waits); err != nil {
				return err
			}
		}
		if followed {
			now.waiting = waiting{judgement: letCount}
		}
	}
	if fresh {
		if now.n, err = b.insertRoll(ctx, now); err != nil {
			return err
		}
	} else if err := updateRoll(ctx, b.tx, now); err != nil {
		return err
	}
	c := change{table: m.Table, after: now.counting(), roll: &now, sent: m.Roll, fresh: fresh, followed: followed}
	if !fresh {
		c.before = was.counting()
	}
	if now.later != 0 {
		c.sent, c.corrected = nil, true
	}
	b.in.changes = append(b.in.changes, c)
	return nil
}

// begun is the first roll of a roll's game or count; the zero value if it is the first one itself, or an older program sent it.
func (b *batch) begun(ctx context.Context, r rollRow) (rollRow, error) {
	if r.play == "" {
		return rollRow{}, nil
	}
	first, err := scanRoll(b.tx.QueryRowContext(ctx, "SELECT "+rollColumns+" FROM roll WHERE source = ? AND play = ? ORDER BY n LIMIT 1", r.source, r.play))
	if errors.Is(err, sql.ErrNoRows) {
		return rollRow{}, nil
	}
	return first, err
}

// playerRunes is how much of a player's name is shown.
const playerRunes = 100

// asSent is a roll with what its table says of it in a message.
func (r rollRow) asSent(m event.Message) rollRow {
	r.source, r.id, r.table, r.seq = m.Source, m.Roll.ID, m.Table, m.Seq
	r.total, r.annulled, r.corrected = m.Roll.Total, m.Roll.Status == event.RollAnnulled, m.Roll.Corrected
	r.player = short(names.Kept(m.Roll.Player), playerRunes)
	if r.player == "" {
		r.player = m.Table
	}
	r.faces = facesOf(m.Roll.Dice)
	if m.Roll.No > 0 {
		r.no = m.Roll.No
	}
	if m.Roll.Of != "" {
		r.play = m.Roll.Of
	}
	return r
}

// facesOf are the numbers that dice showed, with blanks between.
func facesOf(dice []event.Die) string {
	var out []string
	for _, d := range dice {
		if d.Value != nil {
			out = append(out, strconv.Itoa(*d.Value))
		}
	}
	return strings.Join(out, " ")
}

// short is a text's first letters, for lists.
func short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

func (b *batch) insertRoll(ctx context.Context, r rollRow) (int64, error) {
	done, err := b.tx.ExecContext(ctx, `INSERT INTO roll (source, id, tbl, first, seq, at, round, player, total, annulled, corrected, waits, judgement, faces, no, play) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.source, r.id, r.table, r.first, r.seq, r.at.UnixMilli(), r.round, r.player, r.total, r.annulled, r.corrected, r.waits, r.judgement, r.faces, r.no, r.play)
	if err != nil {
		return 0, err
	}
	return done.LastInsertId()
}

func (b *batch) result(ctx context.Context, m event.Message, received time.Time) error {
	was, err := scanResult(b.tx.QueryRowContext(ctx, "SELECT "+resultColumns+" FROM result WHERE source = ? AND id = ?", m.Source, m.Result.ID))
	fresh := errors.Is(err, sql.ErrNoRows)
	if err != nil && !fresh {
		return err
	}
	now := was
	now.source, now.table, now.result = m.Source, m.Table, *m.Result
	now.result.Begun = was.result.Begun
	if fresh || now.result.Over && !was.result.Over {
		round, begun, why := roundOfResult(b.board, m, received)
		if now.waits = joined(now.waits, why); fresh { // a corrected result stays in its round
			now.round, now.result.Begun = round, begun
		}
	}
	others, err := b.others(ctx, now)
	if err != nil {
		return err
	}
	now, followed, err := b.resultOfGame(ctx, b.board.weighResult(was, now, others, received), received)
	if err != nil {
		return err
	}
	if err := putResult(ctx, b.tx, now); err != nil {
		return err
	}
	b.in.changes = append(b.in.changes, change{table: m.Table, result: &now, followed: followed})
	return nil
}

// others are the results of a result's round that count, without itself.
func (b *batch) others(ctx context.Context, r resultRow) ([]contest.Played, error) {
	rows, err := b.tx.QueryContext(ctx, "SELECT "+resultColumns+" FROM result WHERE round = ? AND NOT (source = ? AND id = ?)", r.round, r.source, r.result.ID)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	all := results{}
	for rows.Next() {
		o, err := scanResult(rows)
		if err != nil {
			return nil, err
		}
		all[o.source+"/"+o.result.ID] = o
	}
	return all.played(), rows.Err()
}
