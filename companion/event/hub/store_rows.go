package hub

import (
	"context"
	"database/sql"
	"time"

	"astragal/companion/event"
)

// change is one thing that the boards must show.
type change struct {
	table string
	// before and after are what a roll counted, and counts now.
	before, after counting
	roll          *rollRow
	// sent is the roll as its table has just sent it, body as it sent it last.
	sent, body *event.Roll
	result     *resultRow
	fresh      bool
}

// counting is what one roll adds to the standings; the zero value adds nothing.
type counting struct {
	counts bool
	player string
	round  int
	total  *int
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
}

// The states of a ruling.
const (
	rulingHub     = "here"    // it is the hub's own affair
	rulingPending = "pending" // the table has not answered
	rulingDone    = "done"
	rulingRefused = "refused" // the table could not
	// rulingBroken: the table says that it is done, or had done it, and what it sends shows otherwise.
	rulingBroken = "otherwise"
)

// counting is what the roll adds. One that a judge changed and whose table has not worked it out, or says
// otherwise by now, counts what was ruled, or nothing.
func (r rollRow) counting() counting {
	c := counting{player: r.player, round: r.round, total: r.total}
	switch {
	case r.held, r.annulled && r.ruled != rulingBroken:
		return counting{}
	case r.ruled == rulingPending || r.ruled == rulingRefused || r.ruled == rulingBroken:
		if r.judged == nil {
			return counting{}
		}
		c.total = r.judged
	}
	c.counts = true
	return c
}

// resultRow is a result as the hub holds it.
type resultRow struct {
	source, table string
	round         int
	result        event.Result
}

// refusal is a message that was not taken.
type refusal struct {
	table, why string
	at         time.Time
	raw        []byte
}

type sourceRow struct {
	name        string
	first, have int64
}

const rollColumns = "n, source, id, tbl, first, seq, at, round, player, total, annulled, corrected, held, ruling, ruled, judged"

type scanner interface{ Scan(dest ...any) error }

func scanRoll(row scanner) (rollRow, error) {
	var r rollRow
	var at int64
	err := row.Scan(&r.n, &r.source, &r.id, &r.table, &r.first, &r.seq, &at, &r.round, &r.player, &r.total,
		&r.annulled, &r.corrected, &r.held, &r.ruling, &r.ruled, &r.judged)
	r.at = time.UnixMilli(at)
	return r, err
}

func updateRoll(ctx context.Context, tx *sql.Tx, r rollRow) error {
	_, err := tx.ExecContext(ctx, `UPDATE roll SET tbl = ?, seq = ?, player = ?, total = ?, annulled = ?, corrected = ?, held = ?, ruling = ?, ruled = ?, judged = ? WHERE n = ?`,
		r.table, r.seq, r.player, r.total, r.annulled, r.corrected, r.held, r.ruling, r.ruled, r.judged, r.n)
	return err
}
