package main

import (
	"strings"

	"github.com/spf13/cobra"

	"astragal/engine/library"
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
	c.Flags().StringVar(&edition, "edition", "", "which rulebook: "+strings.Join(library.Editions(), ", "))
	c.Flags().StringVar(&format, "format", "table", "table or json")
	c.RunE = func(*cobra.Command, []string) error {
		switch {
		case edition == "":
			return misuse("rules list needs --edition: %s", strings.Join(library.Editions(), ", "))
		case format != "table" && format != "json":
			return misuse("--format is %q: rules list prints table or json", format)
		}
		r, err := library.Find(edition, func(r library.Ruleset) bool { return r.Items != nil })
		if err != nil {
			return misuse("%w", err)
		}
		items, err := r.Listed()
		if err != nil {
			return err
		}
		return library.WriteItems(p.out, items, format)
	}
	return c
}
