package rehearsal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"astragal/companion/event/contest"
)

// desk does what an organiser does on the hub's pages, by the same requests.
type desk struct{ pages string }

// state is the part of the hub's pages that the rehearsal looks at.
type state struct {
	View struct {
		Counts struct {
			Online int `json:"online"`
			Calls  int `json:"calls"`
		} `json:"counts"`
		Contest struct {
			Ended int `json:"ended"`
		} `json:"contest"`
		Standings []struct {
			Player string `json:"player"`
			Points int    `json:"points"`
		} `json:"standings"`
	}
	Contest struct {
		Rounds []struct {
			Pairings []pair   `json:"pairings"`
			Byes     []string `json:"byes"`
		} `json:"rounds"`
	}
}

type pair struct {
	Table   string `json:"table"`
	Players []struct {
		Name string `json:"name"`
	} `json:"players"`
}

func (p pair) names() []string {
	var out []string
	for _, x := range p.Players {
		out = append(out, x.Name)
	}
	return out
}

// first are the leaders, in words.
func (s state) first(n int) string {
	var out []string
	for _, st := range s.View.Standings[:min(n, len(s.View.Standings))] {
		out = append(out, fmt.Sprintf("%s (%d)", st.Player, st.Points))
	}
	return strings.Join(out, ", ")
}

func (d desk) do(ctx context.Context, method, path string, head map[string]string, what, into any) error {
	var body io.Reader
	if what != nil {
		raw, err := json.Marshal(what)
		if err != nil {
			return err
		}
		body = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(ctx, method, d.pages+path, body)
	if err != nil {
		return err
	}
	for k, v := range head {
		r.Header.Set(k, v)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("ask the hub at %s: %w", path, err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("hear the hub at %s: %w", path, err)
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the hub refuses %s: %s", path, strings.TrimSpace(string(raw)))
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, into)
}

func (d desk) post(ctx context.Context, path string, what any) error {
	return d.do(ctx, http.MethodPost, path, nil, what, nil)
}

func (d desk) contest(ctx context.Context, a contest.Act) error {
	return d.post(ctx, "/api/contest", a)
}

func (d desk) state(ctx context.Context) (state, error) {
	var s state
	err := d.do(ctx, http.MethodGet, "/api/view", nil, nil, &s.View)
	if err == nil {
		err = d.do(ctx, http.MethodGet, "/api/contest", nil, nil, &s.Contest)
	}
	return s, err
}

// until waits until so is true for what the hub's pages show.
func (d desk) until(ctx context.Context, so func(state) bool) error {
	for {
		s, err := d.state(ctx)
		if err != nil || so(s) {
			return err
		}
		if err := rest(ctx, lookEvery); err != nil {
			return err
		}
	}
}

// call calls a judge from a table's own page.
func (d desk) call(ctx context.Context, table, reason string) error {
	var sheets struct {
		Sheets []struct {
			Name string `json:"name"`
			Code string `json:"code"`
		} `json:"sheets"`
	}
	if err := d.do(ctx, http.MethodGet, "/api/sheets?"+url.Values{"of": {"tables"}}.Encode(), nil, nil, &sheets); err != nil {
		return err
	}
	for _, s := range sheets.Sheets {
		if s.Name == table {
			return d.do(ctx, http.MethodPost, "/api/own", map[string]string{"X-Own": s.Code}, map[string]string{"do": "call", "reason": reason}, nil)
		}
	}
	return fmt.Errorf("the hub has no code for %s", table)
}
