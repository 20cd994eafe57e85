package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/dicecount"
	"astragal/companion/event"
	"astragal/companion/sheet"
	"astragal/engine"
)

// Statistics are how often the event's dice showed each of their faces, and what can be said of that.
type Statistics struct {
	// Dice are the dice by name; Total is how many single dice were rolled.
	Dice  []dicecount.DieStatistics `json:"dice"`
	Total int                       `json:"total"`
	// Typed is how many dice no camera saw, Virtual how many are of virtual tables; both count only dice that were not asked for. Unknown is how many
	// dice have faces that the hub wasn't told: their table's program is older.
	Typed   int `json:"typed"`
	Virtual int `json:"virtual"`
	Unknown int `json:"unknown"`
	// Players, Tables and Rounds are the names that somebody may ask for.
	Players []string    `json:"players"`
	Tables  []string    `json:"tables"`
	Rounds  []RoundName `json:"rounds"`
	// Words say how the dice were judged.
	Words string `json:"words"`
}

// RoundName is a round that can be asked for.
type RoundName struct {
	N    int    `json:"n"`
	Name string `json:"name"`
}

// diceOfEvent says which dice are counted; empty fields don't restrict.
type diceOfEvent struct {
	table, player string
	round         int
	// apart is "tables" or "players" to count each one's dice for themselves.
	apart string
	// typed says that dice that no camera saw count too, virtual that those of virtual tables do.
	typed, virtual bool
}

func diceAsked(r *http.Request) (diceOfEvent, error) {
	q := r.URL.Query()
	of := diceOfEvent{table: q.Get("table"), player: q.Get("player"), apart: q.Get("apart")}
	if text := q.Get("round"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return of, errors.New("the round must be a number from 1")
		}
		of.round = n
	}
	if !slices.Contains([]string{"", "tables", "players"}, of.apart) {
		return of, fmt.Errorf("apart is %.20q: it must be tables or players", of.apart)
	}
	for name, into := range map[string]*bool{"typed": &of.typed, "virtual": &of.virtual} {
		switch text := q.Get(name); text {
		case "", "no":
		case "yes":
			*into = true
		default:
			return of, fmt.Errorf("%s is %.20q: it must be yes or no", name, text)
		}
	}
	return of, nil
}

// count counts the dice of the rolls that count.
func (h *Hub) count(ctx context.Context, of diceOfEvent) (Statistics, error) {
	h.counting.Lock() // one at a time: it reads every roll
	defer h.counting.Unlock()
	out := Statistics{Players: []string{}, Tables: h.board.names(), Rounds: h.board.roundNames()}
	err := h.store.each(ctx, "SELECT DISTINCT player FROM roll ORDER BY player", func(row scanner) error {
		var player string
		err := row.Scan(&player)
		out.Players = append(out.Players, player)
		return err
	})
	if err != nil {
		return out, explain(err)
	}
	var rolled []dicecount.Rolled
	err = h.store.each(ctx, "SELECT "+rollColumns+`, (SELECT body FROM entry WHERE entry.source = roll.source AND entry.seq = roll.seq) FROM roll
		WHERE annulled = 0 AND held = 0 AND NOT `+rollOut+` AND ruled NOT IN ('pending', 'refused', 'otherwise') AND (?1 = '' OR tbl = ?1) AND (?2 = '' OR player = ?2) AND (?3 = 0 OR round = ?3) ORDER BY at, n`, func(row scanner) error {
		r, m, _, err := scanTold(row)
		if err != nil || m.Roll == nil {
			return err
		}
		rolled = out.take(rolled, of, r, *m.Roll)
		return nil
	}, of.table, of.player, of.round)
	if err != nil {
		return out, explain(err)
	}
	out.Total, out.Words = len(rolled), dicecount.Words()
	out.Dice, err = dicecount.Count(rolled)
	return out, err
}

// take adds the dice of a roll to those that are counted, as the tables' own statistics do.
func (s *Statistics) take(rolled []dicecount.Rolled, of diceOfEvent, r rollRow, roll event.Roll) []dicecount.Rolled {
	for _, f := range s.fallen(roll) {
		switch {
		case f.By == seenByNobody && !of.typed:
			s.Typed += len(f.Shows)
			continue
		case f.By == seenVirtually && !of.virtual:
			s.Virtual += len(f.Shows)
			continue
		}
		name := f.Die
		switch of.apart {
		case "tables":
			name = r.table + ": " + name
		case "players":
			name = r.player + ": " + name
		}
		sides := make([]dicecount.Side, len(f.Sides))
		for i, side := range f.Sides {
			sides[i] = dicecount.Side(side)
		}
		for _, shows := range f.Shows {
			rolled = append(rolled, dicecount.Rolled{Die: name, Sides: sides, Shows: shows, How: engine.How(f.How)})
		}
	}
	return rolled
}

// What event.Fallen.By says of dice that aren't simply counted.
const (
	seenVirtually = "virtual table"
	seenByNobody  = "typed"
)

// fallen is how the dice of a roll fell. A table of an older version only sends what they show in the end.
func (s *Statistics) fallen(roll event.Roll) []event.Fallen {
	if len(roll.Fallen) > 0 {
		return roll.Fallen
	}
	if roll.Cut { // dice that were kept may be among those that it shows in the end
		s.Unknown += len(roll.Dice)
		return nil
	}
	var out []event.Fallen
	for _, d := range roll.Dice {
		if d.Face != nil || d.Value == nil {
			s.Unknown++
			continue
		}
		numbered, shows, ok := dicecount.Numbered(d.Shape, "", *d.Value)
		if !ok {
			s.Unknown++
			continue
		}
		f := event.Fallen{Die: dicecount.Name(d.Shape, "", *d.Value, d.Colors), Shows: []int{shows}, How: d.How}
		for _, side := range numbered {
			f.Sides = append(f.Sides, event.Side(side))
		}
		if !d.Seen && d.Confidence == 0 {
			f.By = seenByNobody
		}
		out = append(out, f)
	}
	return out
}

func (b *board) roundNames() []RoundName {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := []RoundName{}
	for _, r := range b.rounds {
		out = append(out, RoundName{N: r.n, Name: r.name})
	}
	return out
}

// statistics answers with the counts, as JSON or CSV.
func (s *server) statistics(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	of, err := diceAsked(r)
	if err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	st, err := s.hub.count(r.Context(), of)
	if err != nil {
		s.fail(w, err)
		return
	}
	if !strings.HasSuffix(r.URL.Path, ".csv") {
		answer(w, st)
		return
	}
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="statistics.csv"`)
	if err := sheet.New(w, form).WriteAll(dicecount.Rows(st.Dice, cell)); err != nil {
		s.hub.log.Debug("export statistics", "err", err)
	}
}
