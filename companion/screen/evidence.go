package screen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"astragal/companion/evidence"
	"astragal/companion/lookup"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/screen/desk"
	"astragal/companion/sheet"
)

// mostDisputes is how many changed rolls are listed.
const mostDisputes = 100

// looks is the addresses of statistics and evidence.
type looks struct{ *desk.Desk }

func (at looks) routes(mux *http.ServeMux) {
	mux.Handle("GET /statistics", at.Page("statistics.html"))
	mux.HandleFunc("GET /api/statistics", at.statistics)
	mux.HandleFunc("GET /statistics.csv", at.statisticsCSV)
	mux.HandleFunc("GET /api/disputes", at.disputes)
	mux.HandleFunc("GET /api/verify", at.verify)
}

// DisputesView is the answer of /api/disputes.
type DisputesView struct {
	Disputes []record.Dispute `json:"disputes"`
}

func (at looks) statistics(w http.ResponseWriter, r *http.Request) {
	of, err := statisticsOf(r)
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	at.LookUp(w, r, fmt.Sprintf("statistics %+v", of), func(snap *record.Copy) (lookup.Answer, error) {
		st, err := snap.Statistics(of)
		return asJSON(st, err)
	})
}

func asJSON(v any, err error) (lookup.Answer, error) {
	if err != nil {
		return lookup.Answer{}, err
	}
	raw, err := json.Marshal(v)
	return lookup.Answer{Kind: "application/json; charset=utf-8", Body: append(raw, '\n')}, err
}

func statisticsOf(r *http.Request) (evidence.StatisticsOf, error) {
	q := r.URL.Query()
	of := evidence.StatisticsOf{Player: q.Get("player"), Game: q.Get("game")}
	for name, at := range map[string]*time.Time{"since": &of.Since, "until": &of.Until} {
		text := q.Get(name)
		if text == "" {
			continue
		}
		t, err := evidence.ParseDay(text)
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

func (at looks) statisticsCSV(w http.ResponseWriter, r *http.Request) {
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	of, err := statisticsOf(r)
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	at.LookUp(w, r, fmt.Sprintf("statistics.csv %+v %+v", form, of), func(snap *record.Copy) (lookup.Answer, error) {
		st, err := snap.Statistics(of)
		return asSheet("astragal-statistics.csv", form, st.Rows(sheet.Plain), err)
	})
}

func asSheet(file string, form sheet.Form, rows [][]string, err error) (lookup.Answer, error) {
	if err != nil {
		return lookup.Answer{}, err
	}
	var out bytes.Buffer
	err = sheet.New(&out, form).WriteAll(rows)
	return lookup.Answer{Kind: "text/csv; charset=utf-8", File: file, Body: out.Bytes()}, err
}

func (at looks) disputes(w http.ResponseWriter, r *http.Request) {
	at.LookUp(w, r, "disputes", func(snap *record.Copy) (lookup.Answer, error) {
		return asJSON(DisputesView{snap.DisputedRolls(mostDisputes)}, nil)
	})
}

// verify checks the chain of the running table's file. It reads the whole file, so only devices that may answer may ask for it.
func (at looks) verify(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	v, err := at.Session.Verify(r.Context())
	if err != nil {
		at.Log.Error("check the log", "err", err)
		desk.Refuse(w, http.StatusInternalServerError, "the log can't be checked: look at the program's log")
		return
	}
	desk.WriteJSON(w, http.StatusOK, v)
}
