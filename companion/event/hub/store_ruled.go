package hub

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"astragal/companion/event"
)

// Why a ruling that a table says it has carried out doesn't count as done.
const (
	brokenNow   = "the table says that it is done, and what it has sent shows something else"
	brokenSince = "the table had done it, and shows something else by now: the roll counts as ruled until it is released"
)

// underRuling judges what a table sends of a roll that a judge has ruled about. The roll counts as ruled
// until the judge releases it, whatever its table says.
func (b *batch) underRuling(ctx context.Context, now rollRow, sent *event.Roll) (rollRow, error) {
	ruling, err := b.ruling(ctx, now.ruling)
	if err != nil {
		return now, err
	}
	carried := sent.Ruling != nil && sent.Ruling.ID == now.ruling
	obeyed := obeys(*sent, ruling)
	switch now.ruled {
	case rulingPending, rulingRefused:
		switch {
		case !carried:
			return now, nil
		case !obeyed:
			now.ruled = rulingBroken
			return now, b.setRuling(ctx, ruling.ID, rulingBroken, brokenNow)
		}
		return b.done(ctx, now, ruling, sent.Total)
	case rulingBroken:
		if !obeyed || now.judged != nil && !same(now.judged, sent.Total) {
			return now, nil
		}
		return b.done(ctx, now, ruling, sent.Total)
	}
	if obeyed && same(now.judged, sent.Total) {
		return now, nil
	}
	now.ruled = rulingBroken
	return now, b.setRuling(ctx, ruling.ID, rulingBroken, brokenSince)
}

// done holds fast what a table has worked out of a ruling. An annulment that was taken back leaves nothing
// to hold.
func (b *batch) done(ctx context.Context, now rollRow, ruling event.Ruling, total *int) (rollRow, error) {
	now.ruled, now.judged = rulingDone, total
	if ruling.Do == event.Annul {
		now.judged = nil
	}
	if ruling.Do == event.Restore {
		now.ruling, now.ruled, now.judged = "", "", nil
	}
	return now, b.setRuling(ctx, ruling.ID, rulingDone, "")
}

// obeys tells whether a roll is as a ruling says.
func obeys(sent event.Roll, ruling event.Ruling) bool {
	switch ruling.Do {
	case event.Annul:
		return sent.Status == event.RollAnnulled
	case event.Restore:
		return sent.Status == event.RollCounted
	case event.Correct:
		return sent.Status == event.RollCounted && !slices.ContainsFunc(ruling.Dice, func(want event.RuledDie) bool {
			i := slices.IndexFunc(sent.Dice, func(d event.Die) bool { return d.ID == want.ID })
			return i < 0 || want.Value != nil && !same(sent.Dice[i].Value, want.Value) || want.Face != nil && !same(sent.Dice[i].Face, want.Face)
		})
	default: // holding and releasing are the hub's own
		return true
	}
}

func same(a, b *int) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func (b *batch) ruling(ctx context.Context, id string) (event.Ruling, error) {
	var ruling event.Ruling
	var body string
	if err := b.tx.QueryRowContext(ctx, "SELECT body FROM ruling WHERE id = ?", id).Scan(&body); err != nil {
		return ruling, err
	}
	return ruling, json.Unmarshal([]byte(body), &ruling)
}

func (b *batch) setRuling(ctx context.Context, id, state, why string) error {
	_, err := b.tx.ExecContext(ctx, "UPDATE ruling SET state = ?, why = ? WHERE id = ?", state, why, id)
	return err
}

// ruled takes in what a table made of a ruling. That it is done is believed once what it sends of the roll
// shows it.
func (b *batch) ruled(ctx context.Context, m event.Message) error {
	was, err := scanRoll(b.tx.QueryRowContext(ctx, "SELECT "+rollColumns+" FROM roll WHERE source = ? AND ruling = ?", m.Source, m.Ruled.ID))
	if errors.Is(err, sql.ErrNoRows) { // it was done already, or a later ruling took its place
		if m.Ruled.Done {
			return nil
		}
		_, err := b.tx.ExecContext(ctx, "UPDATE ruling SET state = ?, why = ? WHERE id = ? AND source = ? AND state = ?", rulingRefused, m.Ruled.Why, m.Ruled.ID, m.Source, rulingPending)
		return err
	}
	if err != nil || was.ruled == rulingDone {
		return err
	}
	now, err := b.answered(ctx, was, *m.Ruled)
	if err != nil {
		return err
	}
	if err := updateRoll(ctx, b.tx, now); err != nil {
		return err
	}
	b.in.changes = append(b.in.changes, change{table: m.Table, before: was.counting(), after: now.counting(), roll: &now})
	return nil
}

// answered is a roll whose table has said what became of the ruling.
func (b *batch) answered(ctx context.Context, was rollRow, word event.Ruled) (rollRow, error) {
	if !word.Done {
		was.ruled = rulingRefused
		return was, b.setRuling(ctx, word.ID, rulingRefused, word.Why)
	}
	ruling, err := b.ruling(ctx, word.ID)
	if err != nil {
		return was, err
	}
	sent, err := b.sent(ctx, was)
	if err != nil {
		return was, err
	}
	if !obeys(sent, ruling) {
		was.ruled = rulingBroken
		return was, b.setRuling(ctx, word.ID, rulingBroken, brokenNow)
	}
	return b.done(ctx, was, ruling, sent.Total)
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
