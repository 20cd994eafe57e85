package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"astragal/vision"

	"github.com/spf13/cobra"
)

// watchingCommand is the hidden subcommand of watch that looks at pictures.
const watchingCommand = "pixels"

// happening is a line that watch prints: a contract, see docs/commands.md.
type happening struct {
	Event string  `json:"event"`
	Frame int     `json:"frame"`
	TimeS float64 `json:"time_s"`
	// Dice are those of a settled throw.
	Dice []vision.Reading `json:"dice"`
	// Problem is one sentence; empty where the event is no problem.
	Problem string `json:"problem,omitempty"`
}

// ended is the event of the child's last line when it could not go on; it is not printed.
const ended = "ended"

// newWatchCommand tells what happens on a tray, a line for each event.
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
	addSettings(c.Flags(), "source", "dice", "profile")
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

// watchInChild relays what a child process sees: no failure of OpenCV ends this one.
func (p *program) watchInChild(ctx context.Context, cfg Config) error {
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
	words := &lastWords{}
	cmd := exec.CommandContext(ctx, exe, args...)
	cmd.Stdout, cmd.Stderr = words, words // OpenCV prints to both; the events come on descriptor 3
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	life, err := cmd.StdinPipe() // the child ends when it closes
	if err == nil {
		err = cmd.Start()
	}
	theirs.Close()
	if err != nil {
		return fmt.Errorf("start the eye: %w", err)
	}
	relayed := p.relay(ours)
	life.Close()
	waited := cmd.Wait()
	switch {
	case relayed != nil:
		return relayed
	case ctx.Err() != nil:
		return nil // it was told to stop
	case waited != nil:
		return fmt.Errorf("the eye broke off while it watched %s%s", cfg.Source, words.reason())
	}
	return nil
}

// relay prints the child's lines until there are no more. Its error is what the
// child said last, or that nothing can be printed.
func (p *program) relay(from io.Reader) error {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("hear the eye: %w", err)
		}
		var h happening
		if err := json.Unmarshal(line, &h); err != nil {
			return fmt.Errorf("understand the eye: %w", err)
		}
		if h.Event == ended {
			return errors.New(h.Problem)
		}
		if _, err := p.out.Write(line); err != nil {
			return fmt.Errorf("print: %w", err)
		}
	}
}

// teller turns what an eye tells into lines.
type teller struct {
	to     *json.Encoder
	active bool // something moves
	err    error
}

func (t *teller) tell(e vision.Event) {
	h := happening{Frame: e.Frame, TimeS: e.Time.Seconds(), Dice: []vision.Reading{}}
	switch e.Kind {
	case vision.EventState:
		begins := (e.State == vision.Moving || e.State == vision.HandInTray) && !t.active
		if e.State == vision.Settled || e.State == vision.Empty {
			t.active = false
		}
		if !begins {
			return
		}
		t.active = true
		h.Event = "moving"
	case vision.EventSettled:
		h.Event = "settled"
		if e.Scene != nil {
			h.Dice = whole(vision.Read(*e.Scene))
		}
	case vision.EventCleared:
		h.Event = "cleared"
	case vision.EventProblem:
		if e.Problem == "" {
			return // it is over
		}
		h.Event, h.Problem = "problem", e.Problem
	default:
		return
	}
	if err := t.to.Encode(h); err != nil && t.err == nil {
		t.err = err
	}
}
