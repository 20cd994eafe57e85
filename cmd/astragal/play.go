package main

import (
	"encoding/json"
	"fmt"
	"os"

	"astragal/engine"
	"astragal/engine/scenario"

	"github.com/spf13/cobra"
)

// played is what play prints of a script: a contract, see docs/commands.md.
type played struct {
	Script string `json:"script"`
	Game   string `json:"game"`
	// Passed: the game went as the script says. Error says where it didn't.
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

// newPlayCommand plays the report of a game.
func (p *program) newPlayCommand() *cobra.Command {
	var script, format string
	c := &cobra.Command{
		Use:   "play --script FILE",
		Short: "play the report of a game and see that the rules tell the same story",
		Long: `Plays a script: setup, answers and what is expected, one thing to a line
(docs/rules.md). The exit status is 0 when the game went as the script says, 1 when
it didn't: then the line is named, what it expected and what happened.`,
		Args: needs(cobra.NoArgs, "play takes flags only"),
	}
	c.Flags().StringVar(&script, "script", "", "the report to play")
	c.Flags().StringVar(&format, "format", "text", "text: what was told; json: that, every result and the end state")
	c.RunE = func(*cobra.Command, []string) error {
		switch {
		case script == "":
			return misuse("play needs --script FILE")
		case format != "text" && format != "json":
			return misuse("--format is %q: play prints text or json", format)
		}
		return p.play(script, format)
	}
	return c
}

func (p *program) play(path, format string) error {
	file, err := os.Open(path)
	if err != nil {
		return misuse("the script: %w", err)
	}
	defer file.Close()
	script, err := scenario.Parse(file)
	if err != nil {
		return misuse("%s: %w", path, err)
	}
	report, failed := script.Run(openRuleset)
	out := played{Script: path, Game: script.Header.Rulebook, Passed: failed == nil, Results: []engine.Fact{}, Facts: []engine.Fact{},
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
	if err := p.printPlayed(out, format); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	if failed != nil {
		return fmt.Errorf("%s: %w", path, failed)
	}
	return nil
}

func (p *program) printPlayed(out played, format string) error {
	if format == "json" {
		e := json.NewEncoder(p.out)
		e.SetIndent("", " ")
		return e.Encode(out)
	}
	for _, f := range out.Facts {
		if _, err := fmt.Fprintln(p.out, f.Text); err != nil {
			return err
		}
		for _, l := range f.Lines {
			if _, err := fmt.Fprintf(p.out, "    %s (%s)\n", l.Text, l.Cite); err != nil {
				return err
			}
		}
	}
	return nil
}
