package library

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"astragal/engine/dragondice"
	"astragal/engine/scenario"
)

// Editions are the rulebooks that have a list of items.
func Editions() []string {
	var out []string
	for _, r := range All() {
		if r.Items != nil {
			out = append(out, r.ID)
		}
	}
	return out
}

// Listed are the items of the rulebook, each with the scenarios in which it is cited.
func (r Ruleset) Listed() ([]dragondice.Item, error) {
	cites := map[string][]string{}
	for _, report := range r.Reports() {
		script, err := scenario.Parse(strings.NewReader(report.Text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", report.Path, err)
		}
		run, err := script.Run(r.Open)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", report.Path, err)
		}
		for rule := range run.Cited {
			cites[rule] = append(cites[rule], report.Path)
		}
	}
	items := r.Items()
	for i := range items {
		if files := cites[items[i].ID]; files != nil {
			items[i].Scenarios = files
		}
	}
	return items, nil
}

// WriteItems writes items as a table, or as JSON if format is "json".
func WriteItems(w io.Writer, items []dragondice.Item, format string) error {
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(items)
	}
	for _, i := range items {
		note := ""
		if i.Uncertain {
			note = ", uncertain"
		}
		if _, err := fmt.Fprintf(w, "%-36s %-32s %s (%d scenarios%s)\n", i.ID, i.Name, i.Page, len(i.Scenarios), note); err != nil {
			return err
		}
	}
	return nil
}
