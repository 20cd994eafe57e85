package hub

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"astragal/companion/event"
)

// Why a ruling that a table says it has carried out doesn't count as done.
const (
	brokenNow   = "the table says that it is done, and what it has sent shows something else"
	brokenSince = "the table had done it, and shows something else by now: the roll counts as ruled until it is released"
)

// underRuling judges a roll that a table sends after a judge has ruled about it. The roll counts as ruled until the judge releases it, whatever its
// table sends.
func (b *batch) underRuling(ctx context.Context, now rollRow, sent *event.Roll) (rollRow, error) {
	ruling, err := b.ruling(ctx, now.ruling)
	if err != nil {
		return now, err
	}
	carried := sent.Ruling != nil && sent.Ruling.ID == now.ruling
	obeyed := b.board.obeys(now.source, *sent, ruling)
	switch now.ruled {
	case rulingPending, rulingRefused:
		switch {
		case !carried:
			return now, nil
		case !obeyed:
			now.ruled = rulingBroken
			return now, b.setRuling(ctx, ruling.ID, rulingBroken, brokenNow)
		}
		return b.done(ctx, now, ruling.Ruling, sent.Total)
	case rulingBroken:
		if !obeyed || now.judged != nil && !same(now.judged, sent.Total) {
			return now, nil
		}
		return b.done(ctx, now, ruling.Ruling, sent.Total)
	}
	if obeyed && same(now.judged, sent.Total) {
		return now, nil
	}
	now.ruled = rulingBroken
	return now, b.setRuling(ctx, ruling.ID, rulingBroken, brokenSince)
}

// done keeps what a table has worked out from a ruling. After an annulment was taken back there is nothing to keep.
func (b *batch) done(ctx context.Context, now rollRow, ruling event.Ruling, total *int) (rollRow, error) {
	now.ruled, now.judged, now.ruledFaces = rulingDone, total, now.faces
	if ruling.Do == event.Annul {
		now.judged = nil
	}
	if ruling.Do == event.Restore {
		now.ruling, now.ruled, now.judged = "", "", nil
	}
	why := ""
	if ruling.Do == event.Correct && ruling.Total != nil && total != nil && *total != *ruling.Total {
		why = fmt.Sprintf("the table makes it %d, the judge said %d", *total, *ruling.Total)
	}
	return now, b.setRuling(ctx, ruling.ID, rulingDone, why)
}

// ruledOn is a ruling with what the roll was when the judge saw it.
type ruledOn struct {
	event.Ruling
	// saw are the dice that the judge saw, counted what the roll counted then, nil for nothing. If an annulment is taken back, both are from before the
	// annulment. known is false if an older program took the ruling.
	saw     []event.Die
	counted *int
	known   bool
}

// obeys says whether a roll is as a ruling says, and otherwise as the judge saw it.
func (b *board) obeys(source string, sent event.Roll, ruling ruledOn) bool {
	row, _ := b.sourceOf(source)
	switch ruling.Do {
	case event.Annul:
		return sent.Status == event.RollAnnulled
	case event.Restore:
		return sent.Status == event.RollCounted && row.allows(addsUp(sent)) && (ruling.counted == nil || same(sent.Total, ruling.counted)) &&
			(!ruling.known || alike(sent.Dice, ruling.saw, nil))
	case event.Correct:
		return sent.Status == event.RollCounted && shows(sent.Dice, ruling.Dice) && row.allows(addsUp(sent)) &&
			(!ruling.known || alike(sent.Dice, ruling.saw, ruling.Dice))
	default: // holding and releasing are the hub's own
		return true
	}
}

// shows tells whether dice show what a judge says of them.
func shows(dice []event.Die, ruled []event.RuledDie) bool {
	return !slices.ContainsFunc(ruled, func(want event.RuledDie) bool {
		i := slices.IndexFunc(dice, func(d event.Die) bool { return d.ID == want.ID })
		return i < 0 || want.Value != nil && !same(dice[i].Value, want.Value) || want.Face != nil && !same(dice[i].Face, want.Face)
	})
}

// alike says whether dice are those of before and show the same, except for those that a ruling names.
func alike(now, was []event.Die, but []event.RuledDie) bool {
	if len(now) != len(was) {
		return false
	}
	for _, d := range was {
		i := slices.IndexFunc(now, func(x event.Die) bool { return x.ID == d.ID })
		named := slices.ContainsFunc(but, func(x event.RuledDie) bool { return x.ID == d.ID })
		if i < 0 || !named && (!same(now[i].Value, d.Value) || !same(now[i].Face, d.Face)) {
			return false
		}
	}
	return true
}

// facesAs are the numbers that dice show by a judge's ruling, with blanks between.
func facesAs(dice []event.Die, ruled []event.RuledDie) string {
	dice = slices.Clone(dice)
	for i, d := range dice {
		k := slices.IndexFunc(ruled, func(r event.RuledDie) bool { return r.ID == d.ID })
		if k < 0 {
			continue
		}
		dice[i].Value = ruled[k].Value
		if f := ruled[k].Face; f != nil && *f >= 0 && *f < len(d.Faces) {
			if n, err := strconv.Atoi(d.Faces[*f]); err == nil {
				dice[i].Value = &n
			}
		}
	}
	return facesOf(dice)
}

func same(a, b *int) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func (b *batch) ruling(ctx context.Context, id string) (ruledOn, error) {
	var out ruledOn
	var body, source string
	var roll, seq int64
	if err := b.tx.QueryRowContext(ctx, "SELECT body, source, roll, seq, counted FROM ruling WHERE id = ?", id).Scan(&body, &source, &roll, &seq, &out.counted); err != nil {
		return out, err
	}
	if err := json.Unmarshal([]byte(body), &out.Ruling); err != nil {
		return out, err
	}
	if out.Do == event.Restore { // it counts again as it did before the annulment
		err := b.tx.QueryRowContext(ctx, "SELECT seq, counted FROM ruling WHERE roll = ? AND body ->> '$.do' = ? ORDER BY at DESC LIMIT 1",
			roll, string(event.Annul)).Scan(&seq, &out.counted)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return out, err
		}
	}
	if seq == 0 {
		return out, nil
	}
	was, err := b.sent(ctx, rollRow{source: source, seq: seq})
	out.saw, out.known = was.Dice, true
	return out, err
}

func (b *batch) setRuling(ctx context.Context, id, state, why string) error {
	_, err := b.tx.ExecContext(ctx, "UPDATE ruling SET state = ?, why = ? WHERE id = ?", state, why, id)
	return err
}

// ruled takes in a table's answer to a ruling. That the ruling is carried out is believed only once the roll that the table sends shows it.
func (b *batch) ruled(ctx context.Context, m event.Message) error {
	was, err := scanRoll(b.tx.QueryRowContext(ctx, "SELECT "+rollColumns+" FROM roll WHERE source = ? AND ruling = ?", m.Source, m.Ruled.ID))
	if errors.Is(err, sql.ErrNoRows) { // it was answered already, or a later ruling replaced it
		if m.Ruled.Done {
			return nil
		}
		_, err := b.tx.ExecContext(ctx, "UPDATE ruling SET state = ?, why = ? WHERE id = ? AND source = ? AND state = ?", rulingRefused, m.Ruled.Why, m.Ruled.ID, m.Source, rulingPending)
		return err
	}
	if err != nil || was.ruled == rulingDone {
		return err
	}
	sent, err := b.sent(ctx, was)
	if err != nil {
		return err
	}
	now, err := b.answered(ctx, was, sent, *m.Ruled)
	if err != nil {
		return err
	}
	if now, err = notTwice(ctx, b.tx, b.board, was, now, now.counting()); err != nil {
		return err
	}
	if err := updateRoll(ctx, b.tx, now); err != nil {
		return err
	}
	b.in.changes = append(b.in.changes, change{table: m.Table, before: was.counting(), after: now.counting(), roll: &now, body: &sent})
	return nil
}

// answered is a roll whose table has said what became of the ruling. sent is what the table sent last of it.
func (b *batch) answered(ctx context.Context, was rollRow, sent event.Roll, word event.Ruled) (rollRow, error) {
	if !word.Done {
		was.ruled = rulingRefused
		return was, b.setRuling(ctx, word.ID, rulingRefused, word.Why)
	}
	ruling, err := b.ruling(ctx, word.ID)
	if err != nil {
		return was, err
	}
	if !b.board.obeys(was.source, sent, ruling) {
		was.ruled = rulingBroken
		return was, b.setRuling(ctx, word.ID, rulingBroken, brokenNow)
	}
	return b.done(ctx, was, ruling.Ruling, sent.Total)
}

// sent is what a table sent last of a roll.
func (b *batch) sent(ctx context.Context, r rollRow) (event.Roll, error) {
	var body string
	if err := b.tx.QueryRowContext(ctx, "SELECT body FROM entry WHERE source = ? AND seq = ?", r.source, r.seq).Scan(&body); err != nil {
		return event.Roll{}, err
	}
	m, err := event.Parse([]byte(body))
	if err != nil || m.Roll == nil {
		return event.Roll{}, err
	}
	return *m.Roll, nil
}
