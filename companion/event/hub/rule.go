package hub

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"astragal/companion/event"
)

// RuleAct is a judge's ruling about one roll.
type RuleAct struct {
	// N is the roll's number at the hub.
	N int64 `json:"n"`
	// Do is "hold", "release", "correct", "annul" or "restore", which takes an annulment back. "count" lets a roll count that waits for a judge;
	// "leave" leaves it out.
	Do event.Deed `json:"do"`
	// Dice are what the dice show, for "correct". Total is what the roll counts until the table has answered.
	Dice   []event.RuledDie `json:"dice"`
	Total  *int             `json:"total"`
	Reason string           `json:"reason"`
}

func (a RuleAct) check() error {
	switch a.Do {
	case event.Hold, event.Release, event.Annul, event.Restore, event.Count, event.Leave:
		if len(a.Dice) > 0 || a.Total != nil {
			return refuse("to %s a roll takes no dice and no total", a.Do)
		}
	case event.Correct:
		if len(a.Dice) == 0 || len(a.Dice) > 60 {
			return refuse("say what the dice show: name 1 to 60 of them")
		}
		for _, d := range a.Dice {
			if d.ID == "" || (d.Value == nil) == (d.Face == nil) {
				return refuse("each die that is corrected needs its \"id\", and a \"value\" or a \"face\"")
			}
		}
		if err := event.CheckTotal(a.Total); err != nil {
			return refuse("%w", err)
		}
	default:
		return refuse("%.20q is no ruling: hold, release, correct, annul, restore, count or leave", a.Do)
	}
	if strings.TrimSpace(a.Reason) == "" || len([]rune(a.Reason)) > event.ReasonRunes {
		return refuse("a ruling needs a reason of at most %d letters", event.ReasonRunes)
	}
	return nil
}

// rule takes a ruling and tells the table. The ruling is on disk and in force before rule returns.
func (h *Hub) rule(ctx context.Context, judge string, a RuleAct) (RulingLine, error) {
	if err := a.check(); err != nil {
		return RulingLine{}, err
	}
	h.ledger.Lock()
	defer h.ledger.Unlock()
	raw := make([]byte, 8)
	_, _ = rand.Read(raw)
	ruling := event.Ruling{ID: "j" + hex.EncodeToString(raw), Do: a.Do, Dice: a.Dice, Total: a.Total, Judge: judge, Reason: strings.TrimSpace(a.Reason)}
	row, c, err := h.store.rule(ctx, h.board, a.N, ruling, h.now())
	if err != nil {
		return RulingLine{}, err
	}
	h.board.ruled(row, c)
	if row.state == rulingPending || a.Do == event.Count || a.Do == event.Leave {
		h.push(c.roll.source)
	}
	return row.line(), nil
}

// rulingRow is a ruling as the store has it.
type rulingRow struct {
	at     time.Time
	roll   int64
	table  string
	source string
	ruling event.Ruling
	state  string
	why    string
	// no is the roll's number at its table.
	no int
}

func (r rulingRow) line() RulingLine {
	return RulingLine{ID: r.ruling.ID, At: stamp(r.at), Roll: r.roll, Called: called(r.ruling.Roll, r.no, r.roll), Table: r.table, Do: string(r.ruling.Do), Judge: r.ruling.Judge,
		Reason: r.ruling.Reason, Total: r.ruling.Total, State: r.state, Why: r.why}
}

// rule writes a ruling and what the roll counts with it.
func (s *store) rule(ctx context.Context, known *board, n int64, ruling event.Ruling, now time.Time) (rulingRow, change, error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return rulingRow{}, change{}, explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	was, err := scanRoll(tx.QueryRowContext(ctx, "SELECT "+rollColumns+" FROM roll WHERE n = ?", n))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return rulingRow{}, change{}, refuse("there is no roll %d", n)
	case err != nil:
		return rulingRow{}, change{}, explain(err)
	case ruling.Do == event.Count || ruling.Do == event.Leave:
		if was.waits == "" || ruling.Do == event.Leave && was.judgement == leftOut {
			return rulingRow{}, change{}, refuse("%s doesn't wait for a judge", was.called())
		}
	case ruling.Do == event.Restore:
		if err := annulment(ctx, tx, was); err != nil {
			return rulingRow{}, change{}, err
		}
	case ruling.Do == event.Release && !was.held && !settled(was.ruled):
		return rulingRow{}, change{}, refuse("%s is not held, and stands on no ruling", was.called())
	case was.annulled && (ruling.Do != event.Release || was.ruled != rulingBroken):
		return rulingRow{}, change{}, refuse("%s is annulled already", was.called())
	case ruling.Do == event.Hold && was.held:
		return rulingRow{}, change{}, refuse("%s is held already", was.called())
	}
	ruling.Roll = was.id
	row := rulingRow{at: now, roll: n, no: was.no, table: was.table, source: was.source, ruling: ruling, state: rulingHub}
	after := was
	c := change{table: was.table, before: was.counting(), roll: &after}
	if err := s.fillChange(ctx, tx, &c); err != nil {
		return rulingRow{}, change{}, err
	}
	switch ruling.Do {
	case event.Count:
		if after, err = s.counted(ctx, tx, was); err != nil {
			return rulingRow{}, change{}, err
		}
	case event.Leave:
		after.judgement = leftOut
	case event.Hold:
		after.held = true
	case event.Release:
		after.held = false
		if !was.held && settled(after.ruled) {
			after.ruling, after.ruled, after.judged = "", "", nil
		}
	default:
		row.state = rulingPending
		after.held, after.ruling, after.ruled, after.judged = false, ruling.ID, rulingPending, ruling.Total
		after.waiting, after.later = waiting{judgement: letCount}, 0
		after.ruledFaces = facesAs(c.body.Dice, ruling.Dice)
	}
	unasked := after
	if after, err = notTwice(ctx, tx, known, was, after, after.expected(ruling.Do)); err != nil {
		return rulingRow{}, change{}, explain(err)
	}
	if after.waits != unasked.waits {
		row.why = after.waits
		if row.state == rulingHub {
			row.state = rulingWaits
		}
	}
	body, err := json.Marshal(ruling)
	if err != nil {
		return rulingRow{}, change{}, err
	}
	stood := was
	stood.held, stood.waiting = false, waiting{}
	if _, err := tx.ExecContext(ctx, "INSERT INTO ruling (id, at, roll, tbl, source, body, state, why, seq, counted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		ruling.ID, now.UnixMilli(), n, row.table, row.source, string(body), row.state, row.why, was.seq, stood.counting().total); err != nil {
		return rulingRow{}, change{}, explain(err)
	}
	// If a newer ruling replaces this one, the table needn't carry this one out.
	if row.state == rulingPending {
		if _, err := tx.ExecContext(ctx, "UPDATE ruling SET state = ?, why = 'another ruling took its place' WHERE roll = ? AND state = ? AND id <> ?",
			rulingRefused, n, rulingPending, ruling.ID); err != nil {
			return rulingRow{}, change{}, explain(err)
		}
	}
	if err := updateRoll(ctx, tx, after); err != nil {
		return rulingRow{}, change{}, explain(err)
	}
	if err := s.fillChange(ctx, tx, &c); err != nil { // a correction that waited may be what the table sent
		return rulingRow{}, change{}, err
	}
	c.after = after.counting()
	return row, c, explain(tx.Commit())
}

// counted is a roll that a judge lets count, with the correction that waited.
func (s *store) counted(ctx context.Context, tx *sql.Tx, r rollRow) (rollRow, error) {
	if r.later != 0 {
		var body string
		if err := tx.QueryRowContext(ctx, "SELECT body FROM entry WHERE source = ? AND seq = ?", r.source, r.later).Scan(&body); err != nil {
			return r, explain(err)
		}
		m, err := event.Parse([]byte(body))
		if err != nil {
			return r, err
		}
		m.Table = r.table // it may have another name by now
		r = r.asSent(m)
		r.player = s.called(r.player)
	}
	r.waiting, r.later = waiting{judgement: letCount}, 0
	return r, nil
}

// expected is what the roll counts, or will once its table has carried a ruling out.
func (r rollRow) expected(do event.Deed) counting {
	if (do == event.Correct || do == event.Restore) && r.judged == nil {
		return counting{counts: true, player: r.player, round: r.round, total: r.total, faces: r.ruledFaces}
	}
	return r.counting()
}

// settled says whether the table has answered the ruling, in whatever way.
func settled(ruled string) bool {
	return ruled == rulingDone || ruled == rulingRefused || ruled == rulingBroken
}

// annulment says why a roll has no annulment that could be taken back; nil when a judge has annulled it.
func annulment(ctx context.Context, tx *sql.Tx, r rollRow) error {
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM ruling WHERE roll = ? AND state <> ? AND body ->> '$.do' = ?", r.n, rulingRefused, string(event.Annul)).Scan(&n); err != nil {
		return explain(err)
	}
	switch {
	case n > 0 && (r.annulled || r.ruled == rulingPending || r.ruled == rulingBroken):
		return nil
	case r.annulled:
		return refuse("%s was taken out by its players: they can roll or type it again", r.called())
	}
	return refuse("%s is not annulled", r.called())
}

// fillChange finds what the table sent of the roll, for the lists.
func (s *store) fillChange(ctx context.Context, tx *sql.Tx, c *change) error {
	var body string
	if err := tx.QueryRowContext(ctx, "SELECT body FROM entry WHERE source = ? AND seq = ?", c.roll.source, c.roll.seq).Scan(&body); err != nil {
		return explain(err)
	}
	m, err := event.Parse([]byte(body))
	if err != nil {
		return err
	}
	c.body = m.Roll
	return nil
}

// ruled shows a ruling.
func (b *board) ruled(row rulingRow, c change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, p := range b.rulings {
		if p.source == row.source && p.ruling.Roll == row.ruling.Roll && row.state == rulingPending {
			delete(b.rulings, id)
		}
	}
	if row.state == rulingPending {
		b.rulings[row.ruling.ID] = pendingRuling{source: row.source, ruling: row.ruling}
	}
	b.change(c)
	b.desked = b.version
}

// pending are the rulings that a source has not answered.
func (b *board) pending(source string) []event.Ruling {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []event.Ruling
	for _, p := range b.rulings {
		if p.source == source {
			out = append(out, p.ruling)
		}
	}
	return out
}

// waitingFor are the tables online that have not answered a ruling.
func (b *board) waitingFor() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := map[string]bool{}
	var out []string
	for _, p := range b.rulings {
		if !seen[p.source] {
			seen[p.source] = true
			out = append(out, p.source)
		}
	}
	return out
}
