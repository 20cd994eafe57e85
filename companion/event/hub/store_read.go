package hub

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"astragal/companion/event"
)

const (
	rulingsShown = 50
	rollsShown   = 100
)

// rulings are the newest rulings, newest first; those about one roll when that is not 0.
func (s *store) rulings(ctx context.Context, roll int64, n int) ([]RulingLine, error) {
	out := []RulingLine{}
	err := s.each(ctx, "SELECT at, roll, tbl, source, body, state, why, COALESCE((SELECT no FROM roll WHERE roll.n = ruling.roll), 0) FROM ruling WHERE ?1 = 0 OR roll = ?1 ORDER BY at DESC LIMIT ?2", func(row scanner) error {
		var r rulingRow
		var at int64
		var body string
		if err := row.Scan(&at, &r.roll, &r.table, &r.source, &body, &r.state, &r.why, &r.no); err != nil {
			return err
		}
		r.at = time.UnixMilli(at)
		if err := json.Unmarshal([]byte(body), &r.ruling); err != nil {
			return err
		}
		out = append(out, r.line())
		return nil
	}, roll, n)
	return out, explain(err)
}

// rollQuery is which rolls are wanted.
type rollQuery struct {
	table, player string
	before        int64
	n             int
}

const rollWithBody = "SELECT " + rollColumns + ", (SELECT body FROM entry WHERE entry.source = roll.source AND entry.seq = roll.seq) FROM roll"

// rolls are the newest rolls that fit, newest first.
func (s *store) rolls(ctx context.Context, q rollQuery) ([]RollLine, error) {
	var where []string
	var args []any
	add := func(clause string, arg any) { where, args = append(where, clause), append(args, arg) }
	if q.table != "" {
		add("tbl = ?", q.table)
	}
	if q.player != "" {
		add("player = ?", q.player)
	}
	if q.before > 0 {
		add("n < ?", q.before)
	}
	query := rollWithBody
	if len(where) > 0 {
		query += " WHERE " + strings.Join(where, " AND ")
	}
	out := []RollLine{}
	err := s.each(ctx, query+" ORDER BY n DESC LIMIT ?", func(row scanner) error {
		line, _, err := scanLine(row)
		out = append(out, line)
		return err
	}, append(args, q.n)...)
	return out, explain(err)
}

// allRolls calls each with every roll, oldest first.
func (s *store) allRolls(ctx context.Context, each func(RollLine) error) error {
	return explain(s.each(ctx, rollWithBody+" ORDER BY n", func(row scanner) error {
		line, _, err := scanLine(row)
		if err != nil {
			return err
		}
		return each(line)
	}))
}

// detail is one roll with its history.
func (s *store) detail(ctx context.Context, n int64) (RollDetail, rollRow, error) {
	var d RollDetail
	line, r, err := scanLine(s.read.QueryRowContext(ctx, rollWithBody+" WHERE n = ?", n))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return d, r, refuse("there is no roll %d", n)
	case err != nil:
		return d, r, explain(err)
	}
	d = RollDetail{Roll: line, Dice: []DieLine{}, Lines: []string{}, Faces: []DieFaces{}, History: []RollState{}}
	err = s.each(ctx, `SELECT seq, received, body FROM entry WHERE source = ?1 AND seq = ?2
		UNION ALL SELECT seq, received, body FROM entry WHERE source = ?1 AND ref = ?3 AND kind = 'correction' AND kind <> 'roll' ORDER BY seq`,
		func(row scanner) error {
			var seq, received int64
			var body string
			if err := row.Scan(&seq, &received, &body); err != nil {
				return err
			}
			m, err := event.Parse([]byte(body))
			if err != nil || m.Roll == nil {
				return err
			}
			d.take(time.UnixMilli(received), *m.Roll)
			return nil
		}, r.source, r.first, r.id)
	if err != nil {
		return d, r, explain(err)
	}
	d.Rulings, err = s.rulings(ctx, n, rulingsShown)
	return d, r, err
}

func (d *RollDetail) take(at time.Time, r event.Roll) {
	d.Game, d.Asked, d.By, d.Lines, d.Dice = r.Game, r.Asked, r.By, append([]string{}, r.Lines...), diceOf(r.Dice)
	st := RollState{Received: stamp(at), Rev: r.Rev, Status: string(r.Status), Total: r.Total, Text: r.Text, Dice: diceOf(r.Dice)}
	d.Faces = []DieFaces{}
	for _, die := range r.Dice {
		if len(die.Faces) > 0 {
			d.Faces = append(d.Faces, DieFaces{die.ID, die.Faces})
		}
	}
	if r.Ruling != nil {
		st.Ruling = r.Ruling.ID
	}
	d.History = append(d.History, st)
}
