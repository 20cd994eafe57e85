package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/fault"
)

// pictureWithin is how long a table has to send a picture.
const pictureWithin = 4 * time.Second

func (s *server) view(w http.ResponseWriter, _ *http.Request, pass event.Pass) {
	_, raw, err := s.hub.frame(0, pass)
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(raw)
}

// fail answers with what was asked wrongly, or with what went wrong here.
func (s *server) fail(w http.ResponseWriter, err error) {
	err = s.hub.store.explain(err)
	var no *refusedError
	var broken *fault.Fault
	switch {
	case errors.As(err, &no):
		answerError(w, http.StatusUnprocessableEntity, err.Error())
	case errors.Is(err, errDiskFull):
		answerError(w, http.StatusInsufficientStorage, err.Error())
	case errors.As(err, &broken):
		s.hub.log.Error("answer a screen", "err", err, "cause", fault.Cause(err))
		answerError(w, http.StatusInternalServerError, broken.Sentence("The hub's file"))
	default:
		s.hub.log.Error("answer a screen", "err", err)
		answerError(w, http.StatusInternalServerError, "something went wrong here: look at the hub's log")
	}
}

func (s *server) rolls(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	q := rollQuery{table: r.URL.Query().Get("table"), player: r.URL.Query().Get("player"), n: rollsShown}
	if text := r.URL.Query().Get("before"); text != "" {
		before, err := strconv.ParseInt(text, 10, 64)
		if err != nil || before < 1 {
			answerError(w, http.StatusBadRequest, "\"before\" must be the number of a roll")
			return
		}
		q.before = before
	}
	list, err := s.hub.store.rolls(r.Context(), q)
	if err != nil {
		s.fail(w, err)
		return
	}
	for i := range list {
		list[i] = list[i].public(pass.Role == event.RoleJudge)
	}
	answer(w, list)
}

func numberOf(w http.ResponseWriter, r *http.Request) (int64, bool) {
	n, err := strconv.ParseInt(r.PathValue("n"), 10, 64)
	if err != nil || n < 1 {
		answerError(w, http.StatusNotFound, "there is no such roll")
		return 0, false
	}
	return n, true
}

func (s *server) roll(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	n, ok := numberOf(w, r)
	if !ok {
		return
	}
	d, _, err := s.hub.store.detail(r.Context(), n)
	if err != nil {
		s.fail(w, err)
		return
	}
	answer(w, d)
}

// evidence asks the table for the picture of a die. Pictures stay at the tables until somebody wants one.
func (s *server) evidence(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	n, ok := numberOf(w, r)
	if !ok {
		return
	}
	_, row, err := s.hub.store.detail(r.Context(), n)
	if err != nil {
		s.fail(w, err)
		return
	}
	jpeg, why := s.hub.picture(r.Context(), row, r.PathValue("die"))
	if why != "" {
		answerError(w, http.StatusNotFound, why)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(jpeg)
}

func (h *Hub) picture(ctx context.Context, row rollRow, die string) ([]byte, string) {
	told, why := askAbout(ctx, h, row, event.Ask{Roll: row.id, Die: die})
	switch {
	case why != "":
		return nil, why
	case len(told.JPEG) == 0 || http.DetectContentType(told.JPEG) != "image/jpeg":
		return nil, "the table sent no JPEG picture"
	}
	return told.JPEG, ""
}

func (s *server) rule(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	var a RuleAct
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	line, err := s.hub.rule(context.WithoutCancel(r.Context()), pass.Name, a)
	if err != nil {
		s.fail(w, err)
		return
	}
	answer(w, line)
}

func (s *server) waiting(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	var a WaitingAct
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := s.hub.decide(context.WithoutCancel(r.Context()), pass.Name, a); err != nil {
		s.fail(w, err)
		return
	}
	answer(w, map[string]bool{"done": true})
}

func (s *server) checkIn(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	var a CheckInAct
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := s.hub.checkIn(context.WithoutCancel(r.Context()), pass.Name, a); err != nil {
		s.fail(w, err)
		return
	}
	answer(w, map[string]bool{"done": true})
}

func (s *server) round(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	var a RoundAct
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := s.hub.round(context.WithoutCancel(r.Context()), pass.Name, a); err != nil {
		s.fail(w, err)
		return
	}
	answer(w, map[string]bool{"done": true})
}

func (s *server) free(w http.ResponseWriter, r *http.Request, _ event.Pass) {
	var a struct {
		Table string `json:"table"`
	}
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := s.hub.free(context.WithoutCancel(r.Context()), a.Table); err != nil {
		s.fail(w, err)
		return
	}
	answer(w, map[string]bool{"done": true})
}

// metrics is how the hub and its tables do, for Prometheus.
func (s *server) metrics(w http.ResponseWriter, _ *http.Request, _ event.Pass) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	s.hub.meters.write(w)
	v := s.hub.board.look(0, true)
	gauge := func(name, help string, value int) {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s gauge\n%s %d\n", name, help, name, name, value)
	}
	gauge("astragal_hub_tables", "Tables that the hub knows.", v.Counts.Tables)
	gauge("astragal_hub_tables_online", "Tables heard of in the last seconds.", v.Counts.Online)
	gauge("astragal_hub_rolls", "Rolls of the event.", v.Counts.Rolls)
	gauge("astragal_hub_rolls_held", "Rolls that a judge holds.", v.Counts.Held)
	gauge("astragal_hub_rulings_pending", "Rulings that a table has not answered.", v.Counts.Pending)
	perTable := func(name, help string, of func(TableView) (int, bool)) {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name)
		for _, t := range v.Tables {
			if n, ok := of(t); ok {
				fmt.Fprintf(w, "%s{table=%s} %d\n", name, label(t.Name), n)
			}
		}
	}
	perTable("astragal_hub_table_online", "Whether the table was heard of in the last seconds.", func(t TableView) (int, bool) {
		if t.Online {
			return 1, true
		}
		return 0, true
	})
	perTable("astragal_hub_table_rolls", "Rolls of the table.", func(t TableView) (int, bool) { return t.Rolls, true })
	perTable("astragal_hub_table_behind", "Messages that the table has not got through yet.", func(t TableView) (int, bool) { return int(t.Behind), t.Online })
	perTable("astragal_hub_table_dice", "Dice that the table's camera saw.", func(t TableView) (int, bool) { return t.Dice, t.Online })
	perTable("astragal_hub_table_doubts", "Dice of those that a person had to look at.", func(t TableView) (int, bool) { return t.Doubts, t.Online })
	perTable("astragal_hub_table_clock_off_seconds", "By how much the table's clock is ahead, where that is much.", func(t TableView) (int, bool) { return t.ClockOff, t.Online })
}

// label is a text as the value of a label.
func label(text string) string {
	out := []byte{'"'}
	for i := range len(text) {
		switch text[i] {
		case '\\', '"':
			out = append(out, '\\', text[i])
		case '\n':
			out = append(out, '\\', 'n')
		default:
			out = append(out, text[i])
		}
	}
	return string(append(out, '"'))
}

// contestNow is the whole contest; judges get its log too.
func (s *server) contestNow(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	out := s.hub.board.contestDetail()
	if pass.Role == event.RoleJudge {
		var err error
		if out.Log, err = s.hub.store.saidOf(r.Context(), playersSaid); err != nil {
			s.fail(w, err)
			return
		}
	}
	answer(w, out)
}

func (s *server) contestAct(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	var a contest.Act
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	note, err := s.hub.contest(context.WithoutCancel(r.Context()), pass.Name, a)
	if err != nil {
		s.fail(w, err)
		return
	}
	answer(w, note)
}
