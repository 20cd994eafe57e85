package hub

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/dicecount"
	"astragal/companion/event"
	"astragal/companion/sheet"
)

// archive writes one file with everything of the event: tables that a spreadsheet opens, the same as JSON, the log,
// and pictures of the statistics. It is for judges: what they hold is in it.
func (s *server) archive(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	st, err := s.hub.count(r.Context(), diceOfEvent{typed: true, virtual: true})
	if err != nil {
		s.fail(w, err)
		return
	}
	log, err := s.hub.store.log(r.Context())
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="event.zip"`)
	if err := s.pack(r.Context(), zip.NewWriter(w), form, st, log); err != nil {
		s.hub.log.Warn("export the event", "err", err)
		panic(http.ErrAbortHandler) // half a file must not pass for the whole
	}
}

func (s *server) pack(ctx context.Context, z *zip.Writer, form sheet.Form, st Statistics, log []LogLine) error {
	s.hub.board.mu.Lock()
	list := s.hub.board.standings()
	ranks := s.hub.board.ranks()
	s.hub.board.mu.Unlock()
	contest := s.hub.board.contestDetail()
	contest.Log = []ContestLogLine{}
	table := func(rows [][]string) func(io.Writer) error {
		return func(w io.Writer) error { return sheet.New(w, form).WriteAll(rows) }
	}
	text := func(v any) func(io.Writer) error {
		return func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(v)
		}
	}
	var errs []error
	for _, part := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"standings.csv", table(standingsRows(list.all))},
		{"pairings.csv", table(pairingsRows(contest))},
		{"rolls.csv", func(w io.Writer) error { return s.writeRolls(ctx, w, form, true) }},
		{"statistics.csv", table(dicecount.Rows(st.Dice, cell))},
		{"log.csv", table(logRows(log))},
		{"event.json", text(map[string]any{"event": s.hub.o.Event, "contest": contest, "standings": list.all, "statistics": st, "log": log})},
		{"players.svg", func(w io.Writer) error { return playersPicture(w, s.hub.o.Event, ranks, list.all) }},
		{"dice.svg", func(w io.Writer) error { return dicePicture(w, s.hub.o.Event, st.Dice) }},
	} {
		f, err := z.CreateHeader(&zip.FileHeader{Name: part.name, Method: zip.Deflate, Modified: s.hub.now()})
		if err == nil {
			err = part.write(f)
		}
		errs = append(errs, err)
	}
	return errors.Join(append(errs, z.Close())...)
}

// LogLine is one thing that judges did, or that was called for.
type LogLine struct {
	At   string `json:"at"`
	Who  string `json:"who"`
	What string `json:"what"`
	// Table and Roll are what it was about; empty and 0 for the whole event. Called is what the roll is called at its table.
	Table  string `json:"table"`
	Roll   int64  `json:"roll"`
	Called string `json:"called"`
	Reason string `json:"reason"`
	State  string `json:"state"`
}

// what is what a judge ruled, for the log.
func (r RulingLine) what() string {
	if r.Total == nil {
		return r.Do
	}
	return fmt.Sprintf("%s (total %d)", r.Do, *r.Total)
}

// rulingsMost is more rulings than an event has.
const rulingsMost = 1 << 30

// log is everything that judges did, oldest first: rulings, calls, the contest, rounds.
func (s *store) log(ctx context.Context) ([]LogLine, error) {
	out := []LogLine{}
	rulings, err := s.rulings(ctx, 0, rulingsMost)
	if err != nil {
		return nil, err
	}
	for _, r := range rulings {
		out = append(out, LogLine{At: r.At, Who: r.Judge, What: r.what(), Table: r.Table, Roll: r.Roll, Called: r.Called, Reason: r.Reason, State: joined(r.State, r.Why)})
	}
	done, err := s.saidOf(ctx, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range done {
		out = append(out, LogLine{At: d.At, Who: d.By, What: d.What})
	}
	err = s.each(ctx, "SELECT "+callColumns+" FROM call ORDER BY n", func(row scanner) error {
		c, err := scanCall(row)
		out = append(out, c.logged()...)
		return err
	})
	if err != nil {
		return nil, explain(err)
	}
	followed, err := s.followLog(ctx)
	if err != nil {
		return nil, err
	}
	out = append(out, followed...)
	rounds, err := s.roundsSaid(ctx)
	out = append(out, rounds...)
	slices.SortStableFunc(out, func(a, b LogLine) int { return strings.Compare(a.At, b.At) })
	return out, err
}

func logRows(log []LogLine) [][]string {
	rows := [][]string{{"at", "local time", "who", "what", "table", "roll", "reason", "state"}}
	for _, l := range log {
		rows = append(rows, []string{l.At, sheet.Local(l.At), cell(l.Who), cell(l.What), cell(l.Table), l.Called, cell(l.Reason), cell(l.State)})
	}
	return rows
}

func pairingsRows(c ContestDetail) [][]string {
	rows := [][]string{{"round", "table", "player", "result", "total", "best", "hits", "said by"}}
	for _, r := range c.Rounds {
		for _, p := range r.Pairings {
			for _, x := range p.Players {
				rows = append(rows, []string{strconv.Itoa(r.N), cell(p.Table), cell(x.Name), cmp.Or(x.Result, p.State), number0(x.Total), number0(x.Best), number0(x.Hits), cell(p.By)})
			}
		}
		for _, name := range r.Byes {
			rows = append(rows, []string{strconv.Itoa(r.N), "", cell(name), "no opponent", "", "", "", ""})
		}
	}
	return rows
}

// exportLog writes the log alone.
func (s *server) exportLog(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	log, err := s.hub.store.log(r.Context())
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="log.csv"`)
	if err := sheet.New(w, form).WriteAll(logRows(log)); err != nil {
		s.hub.log.Debug("export the log", "err", err)
	}
}

// bar is one line of a picture: how long it is, and where a fair one would end, 0 for nowhere.
type bar struct {
	name        string
	value, fair float64
}

const (
	barHigh  = 26
	barWide  = 560
	barsMost = 60
	barText  = 15 // size of its letters
	// barLetters is more than a place and a player's name have.
	barLetters = 80
)

// widthOf is at least how wide a text is drawn in barText, in whatever font. Small Latin letters and digits are narrow, others may be as wide as high.
func widthOf(text string) int {
	hundredths := 0
	for _, r := range text {
		if r >= 'a' && r <= 'z' && r != 'm' && r != 'w' || r >= '0' && r <= '9' || strings.ContainsRune(" .,-", r) {
			hundredths += 68
		} else {
			hundredths += 112
		}
	}
	return (hundredths*barText + 99) / 100
}

// bars draw a picture (SVG) of lines.
func bars(w io.Writer, title string, list []bar) error {
	most, left := 1.0, 240
	for i, b := range list {
		list[i].name = short(b.name, barLetters)
		most, left = max(most, b.value, b.fair), max(left, widthOf(list[i].name))
	}
	barLeft := left + 20
	high := 60 + barHigh*len(list)
	if _, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="%d"><title>%s</title><rect width="100%%" height="100%%" fill="#fffdf9"/><text x="16" y="32" font-size="20" font-weight="bold" fill="#1e2327">%[4]s</text>`+"\n",
		barLeft+barWide+100, high, barText, html.EscapeString(title)); err != nil {
		return err
	}
	for i, b := range list {
		y := 50 + barHigh*i
		wide := max(0, b.value) / most * barWide
		end := max(wide, b.fair/most*barWide) // the mark stands before the number
		if _, err := fmt.Fprintf(w, `<text x="%d" y="%d" text-anchor="end" fill="#1e2327">%s</text><rect x="%d" y="%d" width="%.1f" height="18" fill="#1d6b57"/><text x="%.1f" y="%d" fill="#1e2327">%s</text>`,
			barLeft-10, y+15, html.EscapeString(b.name), barLeft, y, wide, float64(barLeft)+end+8, y+15, strconv.FormatFloat(b.value, 'f', -1, 64)); err != nil {
			return err
		}
		if b.fair > 0 {
			x := float64(barLeft) + b.fair/most*barWide
			if _, err := fmt.Fprintf(w, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="#8f4e00" stroke-width="2"/>`, x, x, y-2, y+20); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "</svg>\n")
	return err
}

func playersPicture(w io.Writer, name string, by Order, list []Standing) error {
	var out []bar
	for _, st := range first(list, barsMost) {
		n, err := strconv.ParseFloat(cmp.Or(figureOf(by, st), "0"), 64)
		if err != nil {
			return err
		}
		out = append(out, bar{name: fmt.Sprintf("%d. %s", st.Place, st.Player), value: n})
	}
	title := name + ": standings by " + string(by)
	if len(list) > barsMost {
		title += fmt.Sprintf(" (the first %d of %d)", barsMost, len(list))
	}
	return bars(w, title, out)
}

func dicePicture(w io.Writer, name string, dice []dicecount.DieStatistics) error {
	var out []bar
	for _, d := range dice {
		for _, f := range d.Faces {
			out = append(out, bar{name: d.Die + " shows " + f.Face, value: float64(f.Count), fair: f.Expected})
		}
	}
	return bars(w, name+": how often each face was up (the mark is what a fair die would have)", out)
}
