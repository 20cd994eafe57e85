package hub

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"astragal/companion/event"
)

// change is one change that the board must show.
type change struct {
	table string
	// before is what a roll counted before, after what it counts then.
	before, after counting
	roll          *rollRow
	// sent is the roll that its table has just sent, body the one that it last sent.
	sent, body *event.Roll
	result     *resultRow
	fresh      bool
	// followed says that it counts because a judge let what follows of its game count, or that this has ended with it.
	followed bool
	// corrected says that the table has sent a correction, which waits.
	corrected bool
}

// counting is what one roll adds to the standings; the zero value adds nothing.
type counting struct {
	counts bool
	player string
	round  int
	total  *int
	// faces are the numbers that its dice showed, with blanks between.
	faces string
}

// rollRow is a roll as the hub holds it.
type rollRow struct {
	n                         int64
	source, id, table         string
	first, seq                int64
	at                        time.Time
	round                     int
	player                    string
	total                     *int
	annulled, corrected, held bool
	ruling, ruled             string
	judged                    *int
	// ruledFaces are the numbers that its dice show by the ruling, as faces has them.
	ruledFaces string
	waiting
	// later is the number of the message with the correction that waits; 0 if the roll itself waits.
	later int64
	// faces are the numbers that its dice showed, with blanks between; no is its number at its table, 0 where that has none.
	faces string
	no    int
	// play is the game or the count of its table to which it belongs; empty from older programs.
	play string
}

// waiting says why a roll or a result waits for a judge.
type waiting struct {
	// waits says why; empty if it doesn't wait. judgement is what a judge has said: "", letCount, leftOut.
	waits, judgement string
}

// What a judge says of something that waits.
const (
	letCount = "count"
	leftOut  = "leave"
)

// open says that it waits and no judge has said anything yet.
func (w waiting) open() bool { return w.waits != "" && w.judgement == "" }

// out says that the roll doesn't count: it waits itself, or a judge left it out.
func (r rollRow) out() bool { return r.waits != "" && r.later == 0 }

// The states of a ruling.
const (
	rulingHub     = "here"    // it is the hub's own affair
	rulingPending = "pending" // the table has not answered
	rulingDone    = "done"
	rulingRefused = "refused" // the table could not
	// rulingBroken means that the table says that it is done, but sends something else.
	rulingBroken = "otherwise"
	// rulingWaits means that the roll would count beside others of its player, so that it waits once more.
	rulingWaits = "waits"
)

// counting is what the roll adds. If a judge changed it and its table has not worked that out, or sends something else, it counts what was ruled, or
// nothing.
func (r rollRow) counting() counting {
	c := counting{player: r.player, round: r.round, total: r.total, faces: r.faces}
	switch {
	case r.held, r.out(), r.annulled && r.ruled != rulingBroken:
		return counting{}
	case r.overruled():
		if r.judged == nil {
			return counting{}
		}
		c.total, c.faces = r.judged, r.ruledFaces
	}
	c.counts = true
	return c
}

// overruled says that a judge ruled the roll otherwise than its table sends it.
func (r rollRow) overruled() bool {
	return r.ruled == rulingPending || r.ruled == rulingRefused || r.ruled == rulingBroken
}

// resultRow is a result as the hub holds it.
type resultRow struct {
	source, table string
	round         int
	result        event.Result
	waiting
	// later is the result that waits to replace this one; nil if this one itself waits.
	later *event.Result
}

// out says that the result doesn't count: it waits itself, or a judge left it out.
func (r resultRow) out() bool { return r.waits != "" && r.later == nil }

// refusal is a message that was not taken.
type refusal struct {
	table, why string
	at         time.Time
}

type sourceRow struct {
	name        string
	first, have int64
	// beyond is how far a judge has allowed its totals to lie beyond what its dice come to.
	beyond int
	// bytes and messages are how much of it is on disk.
	bytes, messages int64
	// full says that it has sent something that there was no room for, since the hub was started.
	full string
}

const rollColumns = "n, source, id, tbl, first, seq, at, round, player, total, annulled, corrected, held, ruling, ruled, judged, waits, judgement, later, faces, no, play, ruledfaces"

// rollOut are the rolls that don't count because they wait for a judge, or one left them out.
const rollOut = "(waits <> '' AND later = 0)"

// called is what a roll is called at its table and everywhere, for good, by its id and its number there. An older table sends no number for a counted
// roll; then it is the event's number.
func called(id string, no int, n int64) string {
	var game, entry int
	if _, err := fmt.Sscanf(id, "g%d.%d", &game, &entry); err == nil {
		return fmt.Sprintf("game %d, entry %d", game, entry)
	}
	if no > 0 {
		return fmt.Sprintf("roll %d", no)
	}
	return fmt.Sprintf("roll %d of the event", n)
}

func (r rollRow) called() string { return called(r.id, r.no, r.n) }

type scanner interface{ Scan(dest ...any) error }

func scanRoll(row scanner) (rollRow, error) {
	var r rollRow
	var at int64
	err := row.Scan(&r.n, &r.source, &r.id, &r.table, &r.first, &r.seq, &at, &r.round, &r.player, &r.total,
		&r.annulled, &r.corrected, &r.held, &r.ruling, &r.ruled, &r.judged, &r.waits, &r.judgement, &r.later, &r.faces, &r.no, &r.play, &r.ruledFaces)
	r.at = time.UnixMilli(at)
	return r, err
}

func updateRoll(ctx context.Context, tx *sql.Tx, r rollRow) error {
	_, err := tx.ExecContext(ctx, `UPDATE roll SET tbl = ?, seq = ?, player = ?, total = ?, annulled = ?, corrected = ?, held = ?, ruling = ?, ruled = ?, judged = ?,
		waits = ?, judgement = ?, later = ?, faces = ?, no = ?, play = ?, ruledfaces = ? WHERE n = ?`,
		r.table, r.seq, r.player, r.total, r.annulled, r.corrected, r.held, r.ruling, r.ruled, r.judged, r.waits, r.judgement, r.later, r.faces, r.no, r.play, r.ruledFaces, r.n)
	return err
}

const resultColumns = "source, tbl, round, body, waits, judgement, later"

func scanResult(row scanner) (resultRow, error) {
	var r resultRow
	var body, later string
	if err := row.Scan(&r.source, &r.table, &r.round, &body, &r.waits, &r.judgement, &later); err != nil {
		return r, err
	}
	if later != "" {
		r.later = &event.Result{}
		if err := json.Unmarshal([]byte(later), r.later); err != nil {
			return r, err
		}
	}
	return r, json.Unmarshal([]byte(body), &r.result)
}

func putResult(ctx context.Context, tx *sql.Tx, r resultRow) error {
	body, err := json.Marshal(r.result)
	if err != nil {
		return err
	}
	var later []byte
	if r.later != nil {
		if later, err = json.Marshal(r.later); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO result (source, id, tbl, round, body, waits, judgement, later) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		r.source, r.result.ID, r.table, r.round, string(body), r.waits, r.judgement, string(later))
	return err
}
