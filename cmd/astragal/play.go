package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"astragal/engine/library"
	"astragal/engine/scenario"
)

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
	out, failed := script.Play(path, library.Open)
	if err := out.Write(p.out, format); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	if failed != nil {
		return fmt.Errorf("%s: %w", path, failed)
	}
	return nil
}
