package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"astragal/companion/event"
)

// load puts what the store holds on the board.
func (s *store) load(ctx context.Context, b *board) error {
	for _, part := range []func(context.Context, *board) error{s.loadContest, s.loadSources, s.loadScores, s.loadResults, s.loadLast, s.loadDesk, s.loadWaiting, s.loadCalls, s.loadGreat} {
		if err := part(ctx, b); err != nil {
			return fmt.Errorf("read the hub's file %s: %w", s.path, explain(err))
		}
	}
	rounds, err := s.rounds(ctx)
	b.rounds = rounds
	nameSeats(b)
	b.version = 1
	b.seatAll()
	for _, c := range b.calls {
		if t := b.tables[c.table]; t != nil && c.done.IsZero() {
			t.view.Calls = true
		}
	}
	return err
}

// each calls do with every row of a query.
func (s *store) each(ctx context.Context, query string, do func(scanner) error, args ...any) error {
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (s *store) loadSources(ctx context.Context, b *board) error {
	err := s.each(ctx, "SELECT source, name, first, have, beyond, bytes, messages FROM source", func(row scanner) error {
		var source string
		var r sourceRow
		err := row.Scan(&source, &r.name, &r.first, &r.have, &r.beyond, &r.bytes, &r.messages)
		b.sources[source] = r
		return err
	})
	if err != nil {
		return err
	}
	return s.each(ctx, "SELECT name, source FROM seat", func(row scanner) error {
		var name, source string
		err := row.Scan(&name, &source)
		b.table(name).source = source
		return err
	})
}

// loadScores adds the rolls up in the store, by all that decides what they count.
func (s *store) loadScores(ctx context.Context, b *board) error {
	return s.each(ctx, `SELECT tbl, player, round, total, judged, annulled, held, ruled, CASE WHEN `+rollOut+` THEN waits ELSE '' END AS why, faces, ruledfaces, COUNT(*) FROM roll
		GROUP BY tbl, player, round, total, judged, annulled, held, ruled, why, faces, ruledfaces`, func(row scanner) error {
		var r rollRow
		var n int
		if err := row.Scan(&r.table, &r.player, &r.round, &r.total, &r.judged, &r.annulled, &r.held, &r.ruled, &r.waits, &r.faces, &r.ruledFaces, &n); err != nil {
			return err
		}
		b.table(r.table).view.Rolls += n
		b.counts.Rolls += n
		b.scores.count(r.counting(), n)
		return nil
	})
}

func (s *store) loadResults(ctx context.Context, b *board) error {
	return s.each(ctx, "SELECT "+resultColumns+" FROM result", func(row scanner) error {
		r, err := scanResult(row)
		if err != nil {
			return err
		}
		b.results[r.source+"/"+r.result.ID] = r
		b.scores.finish(r, 1, b.canon)
		return nil
	})
}

// loadLast finds every table's newest roll.
func (s *store) loadLast(ctx context.Context, b *board) error {
	err := s.each(ctx, "SELECT "+rollColumns+", (SELECT body FROM entry WHERE entry.source = roll.source AND entry.seq = roll.seq) FROM roll WHERE n IN (SELECT MAX(n) FROM roll GROUP BY tbl) OR held = 1",
		func(row scanner) error {
			line, r, err := scanLine(row)
			if err != nil {
				return err
			}
			t := b.table(r.table)
			if t.view.Last == nil || line.N > t.view.Last.N {
				t.view.Last = &line
			}
			if r.held {
				b.held[line.N] = line
			}
			return nil
		})
	if err != nil {
		return err
	}
	return s.read.QueryRowContext(ctx, "SELECT (SELECT COUNT(*) FROM entry WHERE kind = 'correction'), (SELECT COALESCE(MAX(n), 0) FROM refused)").Scan(&b.counts.Corrections, &b.counts.Refused)
}

// scanTold reads a roll and the message behind it, also as it came.
func scanTold(row scanner) (r rollRow, m event.Message, body string, err error) {
	if r, err = scanRoll(withMore{row, []any{&body}}); err == nil {
		m, err = event.Parse([]byte(body))
	}
	return r, m, body, err
}

// scanLine reads a roll and the message that it stands on.
func scanLine(row scanner) (RollLine, rollRow, error) {
	r, m, _, err := scanTold(row)
	if err != nil {
		return RollLine{}, r, err
	}
	line := lineOf(r)
	if m.Roll != nil {
		line.fill(*m.Roll)
	}
	return line, r, nil
}

// withMore scans further columns after those of a roll.
type withMore struct {
	row  scanner
	more []any
}

func (w withMore) Scan(dest ...any) error { return w.row.Scan(append(dest, w.more...)...) }

func (s *store) loadDesk(ctx context.Context, b *board) error {
	err := s.each(ctx, "SELECT id, source, body FROM ruling WHERE state = ?", func(row scanner) error {
		var id, body string
		var p pendingRuling
		if err := row.Scan(&id, &p.source, &body); err != nil {
			return err
		}
		b.rulings[id] = p
		if err := json.Unmarshal([]byte(body), &p.ruling); err != nil {
			return err
		}
		b.rulings[id] = p
		return nil
	}, rulingPending)
	if err != nil {
		return err
	}
	return s.each(ctx, "SELECT at, tbl, why FROM refused ORDER BY n", func(row scanner) error {
		var r RefusedLine
		var at int64
		err := row.Scan(&at, &r.Table, &r.Why)
		r.At = stamp(time.UnixMilli(at))
		b.refused[r.Table] = append(b.refused[r.Table], r)
		b.refused[r.Table] = b.refused[r.Table][max(0, len(b.refused[r.Table])-refusedKept):]
		return err
	})
}

// loadWaiting finds what waits for a judge, and who is checked in.
func (s *store) loadWaiting(ctx context.Context, b *board) error {
	err := s.each(ctx, "SELECT n, source, waits FROM roll WHERE waits <> '' AND judgement = ''", func(row scanner) error {
		var n int64
		var source, why string
		err := row.Scan(&n, &source, &why)
		if b.waiting.note(waitKey{roll: n}, waiting{waits: why}, source) {
			b.desked = b.version
		}
		return err
	})
	if err != nil {
		return err
	}
	for key, r := range b.results {
		if b.waiting.note(waitKey{result: key}, r.waiting, r.source) {
			b.desked = b.version
		}
	}
	return s.each(ctx, "SELECT name, tbl FROM player", func(row scanner) error {
		var name, table string
		err := row.Scan(&name, &table)
		b.seated[name] = table
		return err
	})
}
