package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"astragal/engine/dragondice"
	"astragal/engine/scenario"

	"github.com/spf13/cobra"
)

// newRulesCommand shows what a rulebook consists of.
func (p *program) newRulesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "rules",
		Short: "show what a rulebook consists of",
		Args:  needs(cobra.NoArgs, `rules has one command, "rules list"`),
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.newRulesListCommand())
	return c
}

func (p *program) newRulesListCommand() *cobra.Command {
	var edition, format string
	c := &cobra.Command{
		Use:   "list --edition EDITION",
		Short: "list every rule item of an edition, with the scenarios that cite it",
		Args:  needs(cobra.NoArgs, "rules list takes flags only"),
	}
	c.Flags().StringVar(&edition, "edition", "", "which rulebook: "+strings.Join(editions(), ", "))
	c.Flags().StringVar(&format, "format", "table", "table or json")
	c.RunE = func(*cobra.Command, []string) error {
		switch {
		case edition == "":
			return misuse("rules list needs --edition: %s", strings.Join(editions(), ", "))
		case format != "table" && format != "json":
			return misuse("--format is %q: rules list prints table or json", format)
		}
		r, err := findRuleset(edition, func(r ruleset) bool { return r.items != nil })
		if err != nil {
			return misuse("%w", err)
		}
		items, err := r.listed()
		if err != nil {
			return err
		}
		return p.printItems(items, format)
	}
	return c
}

// editions are the rulebooks that have a list of items.
func editions() []string {
	var out []string
	for _, r := range rulesets() {
		if r.items != nil {
			out = append(out, r.id)
		}
	}
	return out
}

// listed are the items, each with the scenarios whose run cites it.
func (r ruleset) listed() ([]dragondice.Item, error) {
	cites := map[string][]string{}
	for _, report := range r.reports() {
		script, err := scenario.Parse(strings.NewReader(report.Text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", report.Path, err)
		}
		run, err := script.Run(r.open)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", report.Path, err)
		}
		for rule := range run.Cited {
			cites[rule] = append(cites[rule], report.Path)
		}
	}
	items := r.items()
	for i := range items {
		if files := cites[items[i].ID]; files != nil {
			items[i].Scenarios = files
		}
	}
	return items, nil
}

func (p *program) printItems(items []dragondice.Item, format string) error {
	if format == "json" {
		e := json.NewEncoder(p.out)
		e.SetIndent("", " ")
		return e.Encode(items)
	}
	for _, i := range items {
		note := ""
		if i.Uncertain {
			note = ", uncertain"
		}
		if _, err := fmt.Fprintf(p.out, "%-36s %-32s %s (%d scenarios%s)\n", i.ID, i.Name, i.Page, len(i.Scenarios), note); err != nil {
			return err
		}
	}
	return nil
}
