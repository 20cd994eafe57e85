package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"astragal/companion"
	"astragal/companion/evidence"
	"astragal/companion/rulebook"
	"astragal/companion/sheet"
)

// newStatisticsCommand counts the dice in tables' files.
func (p *program) newStatisticsCommand() *cobra.Command {
	var of evidence.StatisticsOf
	var since, until string
	c := &cobra.Command{
		Use:   "statistics [FILE...]",
		Short: "how often each die showed each face, and whether that is fair",
		Long: `Counts the dice of all evenings in a table's file, or of several tables
together (an event), and says of each die what can be said of it: not enough rolls
yet, nothing speaks against it, or uneven. Without FILE it is the table's own. The
tables must not be running; the page /statistics of a running one shows the same.
Only dice that a camera saw are counted unless --typed or --virtual are given.`,
	}
	f := c.Flags()
	f.StringVar(&of.Player, "player", "", "only this player's rolls")
	f.StringVar(&of.Game, "game", "", "only the game of this title")
	f.StringVar(&of.Table, "table", "", "only this file of those given")
	f.StringVar(&since, "since", "", "only from this day or moment on (2026-11-22)")
	f.StringVar(&until, "until", "", "only before this day or moment")
	f.BoolVar(&of.Typed, "typed", false, "count also dice that were typed")
	f.BoolVar(&of.Virtual, "virtual", false, "count also dice of the virtual table")
	format := f.String("format", "text", "text, json or csv")
	c.RunE = func(c *cobra.Command, files []string) error {
		if !slices.Contains([]string{"text", "json", "csv"}, *format) {
			return misuse("--format is %q: statistics prints text, json or csv", *format)
		}
		for _, bound := range []struct {
			flag, text string
			at         *time.Time
		}{{"since", since, &of.Since}, {"until", until, &of.Until}} {
			if bound.text == "" {
				continue
			}
			t, err := evidence.ParseDay(bound.text)
			if err != nil {
				return misuse("--%s is %w", bound.flag, err)
			}
			*bound.at = t
		}
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		if len(files) == 0 {
			files = []string{filepath.Join(cfg.DataDir, tableFile)}
		}
		var all []evidence.Source
		for _, file := range files {
			of, err := companion.ReadEvidence(c.Context(), file, rulebook.All())
			if err != nil {
				return err
			}
			all = append(all, of...)
		}
		st, err := evidence.Count(all, of)
		if err != nil {
			return err
		}
		return p.printStatistics(st, *format)
	}
	return c
}

func (p *program) printStatistics(st evidence.Statistics, format string) error {
	var err error
	switch format {
	case "json":
		e := json.NewEncoder(p.out)
		e.SetIndent("", " ")
		err = e.Encode(st)
	case "csv":
		err = csv.NewWriter(p.out).WriteAll(st.Rows(sheet.Plain))
	default:
		_, err = fmt.Fprint(p.out, statisticsText(st))
	}
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

func statisticsText(st evidence.Statistics) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s rolled", many(st.Total, "die", "dice"))
	if st.Total > 0 {
		fmt.Fprintf(&b, ", from %s to %s", st.First, st.Last)
	}
	if st.LeftOut > 0 {
		fmt.Fprintf(&b, "; %s not asked for", many(st.LeftOut, "other was", "others were"))
	}
	b.WriteString(".\n")
	for _, d := range st.Dice {
		fmt.Fprintf(&b, "\n%s, %s (read %d, confirmed %d, typed %d)\n", d.Die, many(d.Rolls, "roll", "rolls"), d.Read, d.Confirmed, d.Typed)
		for _, f := range d.Faces {
			fmt.Fprintf(&b, "  %-16s %6d   of a fair die %g\n", f.Face, f.Count, f.Expected)
		}
		said := d.Verdict.Text
		if d.Untested != "" {
			said = d.Untested
		}
		fmt.Fprintf(&b, "  %s\n", said)
	}
	if st.Total > 0 {
		fmt.Fprintf(&b, "\n%s\n", st.Words)
	}
	return b.String()
}

// many is a number with the word for one or for several.
func many(n int, one, more string) string {
	if n == 1 {
		more = one
	}
	return fmt.Sprintf("%d %s", n, more)
}
