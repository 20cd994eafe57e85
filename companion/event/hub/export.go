package hub

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"astragal/companion/event"
	"astragal/companion/sheet"
)

// exportRolls writes all rolls, as CSV or as JSON lines in one array.
func (s *server) exportRolls(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	judge := pass.Role == event.RoleJudge
	w.Header().Set("Content-Disposition", `attachment; filename="rolls`+ending(r)+`"`)
	var err error
	if ending(r) == ".csv" {
		err = s.rollsCSV(w, r, judge)
	} else {
		err = s.rollsJSON(w, r, judge)
	}
	if err != nil {
		s.hub.log.Warn("export rolls", "err", err)
		// The answer has begun. It is broken off, so that nobody takes half of it for the whole.
		panic(http.ErrAbortHandler)
	}
}

func ending(r *http.Request) string { return r.URL.Path[strings.LastIndexByte(r.URL.Path, '.'):] }

// public hides what a judge holds from others.
func (l RollLine) public(judge bool) RollLine {
	if l.Held && !judge {
		l.Total, l.Text, l.Dice = nil, "", []DieLine{}
	}
	return l
}

func (s *server) rollsCSV(w http.ResponseWriter, r *http.Request, judge bool) error {
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return nil
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	return s.writeRolls(r.Context(), w, form, judge)
}

// writeRolls writes all rolls as a table.
func (s *server) writeRolls(ctx context.Context, w io.Writer, form sheet.Form, judge bool) error {
	c := sheet.New(w, form)
	head := []string{"n", "table", "roll", "at", "round", "player", "total", "dice", "text", "counts", "why", "corrected", "reason"}
	if form.Excel {
		head = append(head, "local time")
	}
	if err := c.Write(head); err != nil {
		return err
	}
	err := s.hub.store.allRolls(ctx, func(l RollLine) error {
		l = l.public(judge)
		row := []string{strconv.FormatInt(l.N, 10), cell(l.Table), l.Called, l.At, strconv.Itoa(l.Round), cell(l.Player), number0(l.Total), cell(diceText(l.Dice)),
			cell(l.Text), strconv.FormatBool(l.Counts), cell(l.Why), strconv.FormatBool(l.Corrected), cell(l.Reason)}
		if form.Excel {
			row = append(row, sheet.Local(l.At))
		}
		return c.Write(row)
	})
	if flushed := c.Flush(); err == nil {
		err = flushed
	}
	return err
}

// cell keeps a spreadsheet from taking a name for a formula.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

func number0(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func diceText(dice []DieLine) string {
	var out []string
	for _, d := range dice {
		switch {
		case d.Shows != "":
			out = append(out, d.Shape+":"+d.Shows)
		case d.Value != nil:
			out = append(out, d.Shape+":"+strconv.Itoa(*d.Value))
		default:
			out = append(out, d.Shape+":?")
		}
	}
	return strings.Join(out, " ")
}

func (s *server) rollsJSON(w http.ResponseWriter, r *http.Request, judge bool) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	sep := "[\n"
	err := s.hub.store.allRolls(r.Context(), func(l RollLine) error {
		raw, err := json.Marshal(l.public(judge))
		if err == nil {
			_, err = w.Write(append([]byte(sep), raw...))
		}
		sep = ",\n"
		return err
	})
	if err != nil {
		return err
	}
	end := "\n]\n"
	if sep == "[\n" {
		end = "[]\n"
	}
	_, err = w.Write([]byte(end))
	return err
}

// exportStandings writes the standings, of the round of that number or of the event.
func (s *server) exportStandings(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	round := 0
	if text := r.URL.Query().Get("round"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			answerError(w, http.StatusBadRequest, "the round must be a number from 1")
			return
		}
		round = n
	}
	s.hub.board.mu.Lock()
	list := s.hub.board.standings().all
	if round > 0 {
		list = s.hub.board.scores.list(s.hub.board.ranks(), round, s.hub.board.contest.Settings.HitsFrom, s.hub.board.contest.Said(round, s.hub.board.results.played()))
	}
	s.hub.board.mu.Unlock()
	w.Header().Set("Content-Disposition", `attachment; filename="standings`+ending(r)+`"`)
	if ending(r) == ".json" {
		answer(w, list)
		return
	}
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	if err := sheet.New(w, form).WriteAll(standingsRows(list)); err != nil {
		s.hub.log.Debug("export standings", "err", err)
	}
}

// standingsRows are standings as a table.
func standingsRows(list []Standing) [][]string {
	rows := [][]string{{"place", "player", "rolls", "total", "best", "games", "wins", "draws", "losses", "hits", "points", "opponents", "beaten", "byes", "gave up"}}
	for _, st := range list {
		rows = append(rows, []string{strconv.Itoa(st.Place), cell(st.Player), strconv.Itoa(st.Rolls), strconv.Itoa(st.Total), number0(st.Best),
			strconv.Itoa(st.Games), strconv.Itoa(st.Wins), strconv.Itoa(st.Draws), strconv.Itoa(st.Losses),
			strconv.Itoa(st.Hits), strconv.Itoa(st.Points), strconv.Itoa(st.Opponents), strconv.FormatFloat(st.Beaten, 'f', -1, 64), strconv.Itoa(st.Byes), strconv.FormatBool(st.Out)})
	}
	return rows
}
