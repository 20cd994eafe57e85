package scenario

import (
	"encoding/json"
	"fmt"
	"io"

	"astragal/engine"
)

// Played is what the command play prints of a script. Other programs rely on it: see docs/commands.md.
type Played struct {
	Script string `json:"script"`
	Game   string `json:"game"`
	// Passed: the game went as the script says. If it didn't, Error says where.
	Passed bool   `json:"passed"`
	Error  string `json:"error,omitempty"`
	// Results are the numbers that were told, each with its sum.
	Results []engine.Fact `json:"results"`
	// Facts are all that was told.
	Facts []engine.Fact `json:"facts"`
	// Cited counts how often each rule item was cited.
	Cited   map[string]int  `json:"cited"`
	State   any             `json:"state"`
	Outcome *engine.Outcome `json:"outcome"`
}

// Play plays a script that was read from path, and tells how the game went. The error says where the game differs
// from the script.
func (s *Script) Play(path string, open Opener) (Played, error) {
	report, failed := s.Run(open)
	out := Played{Script: path, Game: s.Header.Rulebook, Passed: failed == nil, Results: []engine.Fact{}, Facts: []engine.Fact{},
		Cited: map[string]int{}, State: report.State, Outcome: report.Outcome}
	if failed != nil {
		out.Error = failed.Error()
	}
	if report.Cited != nil {
		out.Cited = report.Cited
	}
	for _, f := range report.Facts {
		out.Facts = append(out.Facts, f)
		if f.Kind == engine.FactResult {
			out.Results = append(out.Results, f)
		}
	}
	return out, failed
}

// Write writes what was told. If format is "json", it writes everything as JSON.
func (p Played) Write(w io.Writer, format string) error {
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(p)
	}
	return WriteFacts(w, p.Facts)
}

// WriteFacts writes facts for people, each with the lines that explain it.
func WriteFacts(w io.Writer, facts []engine.Fact) error {
	for _, f := range facts {
		if _, err := fmt.Fprintln(w, f.Text); err != nil {
			return err
		}
		for _, l := range f.Lines {
			if _, err := fmt.Fprintf(w, "    %s (%s)\n", l.Text, l.Cite); err != nil {
				return err
			}
		}
	}
	return nil
}
