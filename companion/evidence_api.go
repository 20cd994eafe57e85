package companion

import (
	"fmt"
	"net/http"
	"time"

	"astragal/companion/dicecount"
	"astragal/companion/sheet"
)

// mostDisputes is how many changed rolls are listed.
const mostDisputes = 100

// evidenceRoutes are the addresses of statistics and evidence.
func (s *Server) evidenceRoutes(mux *http.ServeMux) {
	mux.Handle("GET /statistics", s.page("statistics.html"))
	mux.HandleFunc("GET /api/statistics", s.statistics)
	mux.HandleFunc("GET /statistics.csv", s.statisticsCSV)
	mux.HandleFunc("GET /api/disputes", s.disputes)
	mux.HandleFunc("GET /api/verify", s.verify)
}

// DisputesView is the answer of /api/disputes.
type DisputesView struct {
	Disputes []Dispute `json:"disputes"`
}

func (s *Server) statistics(w http.ResponseWriter, r *http.Request) {
	if st, ok := s.counted(w, r); ok {
		writeJSON(w, http.StatusOK, st)
	}
}

// counted counts what a request asks for, or refuses it.
func (s *Server) counted(w http.ResponseWriter, r *http.Request) (Statistics, bool) {
	of, err := statisticsOf(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return Statistics{}, false
	}
	st, err := s.Session.Statistics(of)
	if err != nil {
		s.Log.Error("count dice", "err", err)
		refuse(w, http.StatusInternalServerError, "the dice can't be counted: look at the program's log")
		return st, false
	}
	return st, true
}

func statisticsOf(r *http.Request) (StatisticsOf, error) {
	q := r.URL.Query()
	of := StatisticsOf{Player: q.Get("player"), Game: q.Get("game")}
	for name, at := range map[string]*time.Time{"since": &of.Since, "until": &of.Until} {
		text := q.Get(name)
		if text == "" {
			continue
		}
		t, err := ParseDay(text)
		if err != nil {
			return of, fmt.Errorf("%q is %w", name, err)
		}
		*at = t
	}
	for name, yes := range map[string]*bool{"typed": &of.Typed, "virtual": &of.Virtual} {
		switch q.Get(name) {
		case "", "no":
		case "yes":
			*yes = true
		default:
			return of, fmt.Errorf("%q must be yes or no", name)
		}
	}
	return of, nil
}

// ParseDay reads a day (2026-11-22, by this machine's clock) or a moment (RFC 3339).
func ParseDay(text string) (time.Time, error) {
	if t, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return t, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, fmt.Errorf("%.40q: it must be a day like 2026-11-22 or a moment like 2026-11-22T19:30:00Z", text)
	}
	return t, nil
}

func (s *Server) statisticsCSV(w http.ResponseWriter, r *http.Request) {
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	st, ok := s.counted(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="astragal-statistics.csv"`)
	_ = sheet.New(w, form).WriteAll(st.Rows())
}

// Rows are the statistics as a table, a line for each face, with a head.
func (st Statistics) Rows() [][]string { return dicecount.Rows(st.Dice, plainCell) }

func (s *Server) disputes(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, DisputesView{s.Session.Disputes(mostDisputes)})
}

// verify checks the chain of the running table's file. It reads the whole file, so it is for those
// who may answer.
func (s *Server) verify(w http.ResponseWriter, r *http.Request) {
	if !s.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, notAllowed)
		return
	}
	v, err := VerifyRunning(r.Context(), s.Session.journal)
	if err != nil {
		s.Log.Error("check the log", "err", err)
		refuse(w, http.StatusInternalServerError, "the log can't be checked: look at the program's log")
		return
	}
	writeJSON(w, http.StatusOK, v)
}
