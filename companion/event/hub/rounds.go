package hub

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"astragal/companion/event"
)

// roundRow is a round. paused and over are zero if the round isn't paused or over.
type roundRow struct {
	n                         int
	name                      string
	begun, ends, paused, over time.Time
}

const longestRound = 24 * time.Hour

// RoundAct is what a judge does with the round's timer.
type RoundAct struct {
	// Do is "start", "pause", "resume", "end" or "add" (Minutes, which may be negative).
	Do      string  `json:"do"`
	Name    string  `json:"name"`
	Minutes float64 `json:"minutes"`
}

// round does one act on the timer. What it says is on disk before it returns.
func (h *Hub) round(ctx context.Context, judge string, a RoundAct) error {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	now := h.now()
	last := h.board.lastRound()
	playing := last.n > 0 && last.over.IsZero()
	length := time.Duration(a.Minutes * float64(time.Minute))
	if length.Abs() > longestRound {
		return refuse("a round lasts 24 hours at the most")
	}
	var rows []roundRow
	switch {
	case a.Do == "start" && playing: // nothing of the round that runs may end by mistake
		return refuse("“%s” is still being played: end it first", last.name)
	case a.Do == "start":
		name, err := event.GiveName("the round", a.Name)
		if err != nil {
			return refuse("%w", err)
		}
		if length <= 0 {
			return refuse("a round needs some minutes")
		}
		rows = append(rows, roundRow{n: last.n + 1, name: name, begun: now, ends: now.Add(length)})
	case !playing:
		return refuse("no round is being played: start one first")
	case a.Do == "pause" && last.paused.IsZero():
		last.paused = now
		rows = append(rows, last)
	case a.Do == "resume" && !last.paused.IsZero():
		last.ends, last.paused = last.ends.Add(now.Sub(last.paused)), time.Time{}
		rows = append(rows, last)
	case a.Do == "add" && length != 0:
		last.ends = last.ends.Add(length)
		rows = append(rows, last)
	case a.Do == "end":
		last.over = now
		rows = append(rows, last)
	default:
		return refuse("the timer can't do %.20q now: start, pause, resume, end or add (minutes)", a.Do)
	}
	if err := h.store.putRounds(ctx, rows, roundSaid{at: now, round: rows[0].n, judge: judge, act: a}); err != nil {
		return err
	}
	h.board.putRounds(rows)
	tellSent(h)
	return nil
}

// roundSaid is what a judge did with a round's timer.
type roundSaid struct {
	at    time.Time
	round int
	judge string
	act   RoundAct
}

// words say it, for the log.
func (a roundSaid) words(name string) string {
	switch a.act.Do {
	case "start":
		return "round begins: " + name
	case "end":
		return "round is over: " + name
	case "add":
		return fmt.Sprintf("changed the time of %s by %s minutes", name, strconv.FormatFloat(a.act.Minutes, 'f', -1, 64))
	default:
		return a.act.Do + " the timer: " + name
	}
}

// putRounds writes rounds down, and what a judge did with them.
func (s *store) putRounds(ctx context.Context, rows []roundRow, a roundSaid) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, r := range rows {
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO round (n, name, begun, ends, paused, over) VALUES (?, ?, ?, ?, ?, ?)",
			r.n, r.name, r.begun.UnixMilli(), r.ends.UnixMilli(), millis(r.paused), millis(r.over)); err != nil {
			return explain(err)
		}
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO roundact (at, round, judge, act, minutes) VALUES (?, ?, ?, ?, ?)", a.at.UnixMilli(), a.round, a.judge, a.act.Do, a.act.Minutes); err != nil {
		return explain(err)
	}
	return explain(tx.Commit())
}

// roundsSaid are the log's lines about rounds. Of a round of an older program nobody knows who began and ended it.
func (s *store) roundsSaid(ctx context.Context) ([]LogLine, error) {
	rounds, err := s.rounds(ctx)
	if err != nil {
		return nil, err
	}
	var out []LogLine
	said := map[string]bool{}
	err = s.each(ctx, "SELECT at, round, judge, act, minutes FROM roundact ORDER BY n", func(row scanner) error {
		var at int64
		var a roundSaid
		if err := row.Scan(&at, &a.round, &a.judge, &a.act.Do, &a.act.Minutes); err != nil {
			return err
		}
		if a.round < 1 || a.round > len(rounds) {
			return nil
		}
		said[fmt.Sprint(a.act.Do, a.round)] = true
		out = append(out, LogLine{At: stamp(fromMillis(at)), Who: a.judge, What: a.words(rounds[a.round-1].name)})
		return nil
	})
	for _, r := range rounds {
		if !said[fmt.Sprint("start", r.n)] {
			out = append(out, LogLine{At: stamp(r.begun), What: roundSaid{act: RoundAct{Do: "start"}}.words(r.name)})
		}
		if !r.over.IsZero() && !said[fmt.Sprint("end", r.n)] {
			out = append(out, LogLine{At: stamp(r.over), What: roundSaid{act: RoundAct{Do: "end"}}.words(r.name)})
		}
	}
	return out, explain(err)
}

// millis is a time for the store, 0 for none; fromMillis is its opposite.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

func (s *store) rounds(ctx context.Context) ([]roundRow, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT n, name, begun, ends, paused, over FROM round ORDER BY n")
	if err != nil {
		return nil, explain(err)
	}
	defer func() { _ = rows.Close() }()
	var out []roundRow
	for rows.Next() {
		var r roundRow
		var begun, ends, paused, over int64
		if err := rows.Scan(&r.n, &r.name, &begun, &ends, &paused, &over); err != nil {
			return nil, explain(err)
		}
		r.begun, r.ends, r.paused, r.over = fromMillis(begun), fromMillis(ends), fromMillis(paused), fromMillis(over)
		out = append(out, r)
	}
	return out, explain(rows.Err())
}

func (b *board) lastRound() roundRow {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.rounds) == 0 {
		return roundRow{}
	}
	return b.rounds[len(b.rounds)-1]
}

func (b *board) putRounds(rows []roundRow) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range rows {
		if r.n <= len(b.rounds) {
			b.rounds[r.n-1] = r
			continue
		}
		b.rounds = append(b.rounds, r)
	}
	b.version++
	b.rounded, b.scored = b.version, b.version
	b.seatAll()
}

func (r roundRow) view() *RoundView {
	if r.n == 0 {
		return nil
	}
	v := &RoundView{N: r.n, Name: r.name, Begun: stamp(r.begun), Ends: stamp(r.ends), Paused: !r.paused.IsZero(), Over: !r.over.IsZero()}
	if v.Paused {
		v.Left = int(r.ends.Sub(r.paused).Seconds())
	}
	return v
}

// refusedError is something that was not done because of what was asked.
type refusedError struct{ err error }

func (e *refusedError) Error() string { return e.err.Error() }

func (e *refusedError) Unwrap() error { return e.err }

func refuse(format string, args ...any) error { return &refusedError{fmt.Errorf(format, args...)} }
