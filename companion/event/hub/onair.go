package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"astragal/companion/event"
	"astragal/companion/holdback"
)

// OverlayView is all that the stream's overlay of one table shows. A roll is shown only after it has stood for as long as the overlay holds back. A
// roll that a judge holds is not shown.
type OverlayView struct {
	// Page is the content hash of the pages; an overlay that runs another one loads itself again.
	Page  string `json:"page"`
	Event string `json:"event"`
	Table string `json:"table"`
	// Problem says why what is shown may be old; empty if all is well.
	Problem string `json:"problem"`
	// Held says that something was rolled and waits for its time.
	Held bool `json:"held"`
	// Round is the round's timer, null before the first.
	Round *RoundView `json:"round"`
	// Shown is what was rolled; null while nothing may be shown yet.
	Shown json.RawMessage `json:"shown" js:"OverlayShown | null"`
}

// OverlayShown is what was rolled at a table, as it stood at one moment.
type OverlayShown struct {
	// Rolls are its newest rolls that count, newest first.
	Rolls []OverlayRoll `json:"rolls"`
	// Players are those who rolled there, by the sum of their rolls.
	Players []OverlayPlayer `json:"players"`
}

// OverlayRoll is a roll on the overlay.
type OverlayRoll struct {
	N         int64     `json:"n"`
	Player    string    `json:"player"`
	Dice      []DieLine `json:"dice"`
	Total     *int      `json:"total"`
	Text      string    `json:"text"`
	Lines     []string  `json:"lines"`
	Corrected bool      `json:"corrected"`
}

// OverlayPlayer is a player's rolls at one table, over the event.
type OverlayPlayer struct {
	Name  string `json:"name"`
	Rolls int    `json:"rolls"`
	Total int    `json:"total"`
}

// Numbers of an overlay.
const (
	overlayRolls   = 8
	overlayPlayers = 12
	// overlayKept is how long what is rolled is still noted down after the last overlay has gone.
	overlayKept = 3 * time.Minute
)

// onAir is what overlays of one table may show and when.
type onAir struct {
	mu   sync.Mutex
	line holdback.Line[json.RawMessage]
	// at is the version of the table that was last noted down. last is what was noted then; nil before the first time.
	at   int64
	last json.RawMessage
	// watching overlays are open; left is when the last one went.
	watching int
	left     time.Time
}

// streams are the tables that overlays show.
type streams struct {
	mu sync.Mutex
	of map[string]*onAir
}

// watch notes down what is rolled at a table for as long as an overlay is open, and a while after.
func (s *streams) watch(table string, now func() time.Time) (a *onAir, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil {
		s.of = map[string]*onAir{}
	}
	a = s.of[table]
	if a == nil || a.stale(now()) {
		a = &onAir{} // rolls in between are not known
		s.of[table] = a
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.watching++
	return a, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.watching--
		a.left = now()
	}
}

func (a *onAir) stale(now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.watching == 0 && now.Sub(a.left) > overlayKept
}

// overlay is what an overlay of a table shows that holds back for hold.
func (h *Hub) overlay(ctx context.Context, a *onAir, table string, hold time.Duration) (OverlayView, error) {
	t, round := h.board.streamed(table)
	v := OverlayView{Page: h.page.pages.Hash, Event: h.o.Event, Table: table, Round: round}
	if !t.view.Online {
		v.Problem = "The table isn’t connected to the hub: what it rolls comes later"
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.last == nil || a.at != t.changed {
		items, shown, err := h.store.onAir(ctx, table)
		if err != nil {
			return v, err
		}
		raw, err := json.Marshal(shown)
		if err != nil {
			return v, err
		}
		if !bytes.Equal(raw, a.last) {
			a.line.Add(h.now(), table, items, raw)
		}
		a.at, a.last = t.changed, raw
	}
	got := a.line.Shown(h.now(), hold)
	v.Held, v.Shown = got.Held, got.Value
	return v, nil
}

// streamed is a table and the round; a table that the board doesn't know has changed never.
func (b *board) streamed(table string) (tableState, *RoundView) {
	b.mu.Lock()
	defer b.mu.Unlock()
	last := roundRow{}
	if n := len(b.rounds); n > 0 {
		last = b.rounds[n-1]
	}
	t := b.tables[table]
	if t == nil {
		return tableState{}, last.view()
	}
	return *t, last.view()
}

// onAir is what was rolled at a table, and the items of it that may still be ruled about or corrected. It doesn't show rolls that a judge holds or has
// annulled, or has changed until the table has worked them out; these are among the items.
func (s *store) onAir(ctx context.Context, table string) ([]holdback.Item, OverlayShown, error) {
	out := OverlayShown{Rolls: []OverlayRoll{}, Players: []OverlayPlayer{}}
	var items []holdback.Item
	err := s.each(ctx, "SELECT "+rollColumns+`, (SELECT received FROM entry WHERE entry.source = roll.source AND entry.seq = roll.first),
		(SELECT body FROM entry WHERE entry.source = roll.source AND entry.seq = roll.seq) FROM roll WHERE tbl = ? ORDER BY n DESC LIMIT ?`, func(row scanner) error {
		var received int64
		var body string
		r, err := scanRoll(withMore{row, []any{&received, &body}})
		if err != nil {
			return err
		}
		c := r.counting()
		items = append(items, holdback.Item{Key: int(r.n), As: fmt.Sprint(r.seq, c.counts, r.ruled), At: time.UnixMilli(received)})
		if !c.counts || r.ruled == rulingPending {
			return nil
		}
		m, err := event.Parse([]byte(body))
		if err != nil || m.Roll == nil {
			return err
		}
		roll := OverlayRoll{N: r.n, Player: r.player, Dice: diceOf(m.Roll.Dice), Total: c.total, Text: m.Roll.Text,
			Lines: append([]string{}, m.Roll.Lines...), Corrected: r.corrected}
		if r.ruled == rulingRefused || r.ruled == rulingBroken { // the table's dice are not what the judge saw
			roll.Dice, roll.Lines, roll.Text, roll.Corrected = []DieLine{}, []string{}, asRuled, true
		}
		out.Rolls = append(out.Rolls, roll)
		return nil
	}, table, overlayRolls)
	if err != nil {
		return nil, out, explain(err)
	}
	err = s.each(ctx, `SELECT player, COUNT(*), COALESCE(SUM(CASE WHEN ruled IN ('refused', 'otherwise') THEN judged ELSE total END), 0) AS sum FROM roll
		WHERE tbl = ? AND (annulled = 0 OR ruled = 'otherwise') AND held = 0 AND NOT `+rollOut+` AND ruled <> 'pending' AND (ruled NOT IN ('refused', 'otherwise') OR judged IS NOT NULL)
		GROUP BY player ORDER BY sum DESC, player LIMIT ?`, func(row scanner) error {
		var p OverlayPlayer
		err := row.Scan(&p.Name, &p.Rolls, &p.Total)
		out.Players = append(out.Players, p)
		return err
	}, table, overlayPlayers)
	return items, out, explain(err)
}
