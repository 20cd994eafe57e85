package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"astragal/companion/settings"
	"astragal/vision/pictures"
	"astragal/vision/report"

	"github.com/spf13/cobra"
)

// watchingCommand is the hidden subcommand of watch. It looks at pictures.
const watchingCommand = "pixels"

// newWatchCommand prints what happens on a tray, one event a line.
func (p *program) newWatchCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "watch",
		Short: "watch a tray or a clip and print each throw as JSON",
		Long: `Watches a source and prints a line of JSON for each event: "moving" when
something begins to move, "settled" once for each throw with the dice read,
"cleared" when the tray becomes empty, "problem" with a sentence. A file is read
as fast as it goes; the time is the file's own.`,
		Args: needs(cobra.NoArgs, "watch takes no arguments, only flags: say --source CLIP"),
	}
	c.AddCommand(p.newWatchingCommand())
	settings.AddFlags(c.Flags(), "source", "dice", "profile")
	format := c.Flags().String("format", "ndjson", "ndjson")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *format != "ndjson" {
			return misuse("--format is %q: watch prints ndjson", *format)
		}
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		if err := hasPixels(); err != nil {
			return err
		}
		return p.watchInChild(c.Context(), cfg)
	}
	return c
}

// watchInChild relays what a child process sees. A crash of OpenCV can't end this process.
func (p *program) watchInChild(ctx context.Context, cfg settings.Config) error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	args := []string{"watch", watchingCommand, "--source", cfg.Source, "--data-dir", cfg.DataDir, "--log-level", cfg.LogLevel}
	for _, d := range cfg.Dice {
		args = append(args, "--dice", d)
	}
	if cfg.Profile != "" {
		args = append(args, "--profile", cfg.Profile)
	}
	ours, theirs, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("open a pipe for the eye: %w", err)
	}
	defer ours.Close()
	words := &pictures.LastWords{}
	cmd := exec.CommandContext(ctx, exe, args...)
	cmd.Stdout, cmd.Stderr = words, words // OpenCV prints to both. The events come on descriptor 3.
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	life, err := cmd.StdinPipe() // the child ends when this pipe closes
	if err == nil {
		err = cmd.Start()
	}
	theirs.Close()
	if err != nil {
		return fmt.Errorf("start the eye: %w", err)
	}
	relayed := report.Relay(p.out, ours)
	life.Close()
	waited := cmd.Wait()
	switch {
	case relayed != nil:
		return relayed
	case ctx.Err() != nil:
		return nil // the caller stopped it
	case waited != nil:
		return fmt.Errorf("the eye broke off while it watched %s%s", cfg.Source, words.Reason())
	}
	return nil
}
