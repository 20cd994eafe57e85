package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"astragal/vision"

	"github.com/spf13/cobra"
)

// entry is what read prints for one picture: a contract, see docs/commands.md.
type entry struct {
	Image    string           `json:"image"`
	Width    int              `json:"width"`
	Height   int              `json:"height"`
	TookMS   float64          `json:"took_ms"`
	Dice     []vision.Reading `json:"dice"`
	Problems []string         `json:"problems"`
	// Error says why the picture can't be read; then there are no dice.
	Error string `json:"error,omitempty"`
}

// newReadCommand reads the dice of pictures.
func (p *program) newReadCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "read IMAGE...",
		Short: "read the dice in pictures and print them as JSON",
		Long: `Reads the dice in each picture and prints one JSON array with an entry for
each, in the order given. Each picture is read alone. A picture that can't be
read is an entry with "error"; the exit status is then 1.`,
		Args: needs(cobra.MinimumNArgs(1), "read needs at least one picture"),
	}
	var know knowledge
	know.addFlags(c)
	c.Flags().StringVar(&know.expect, "expect", "", `JSON file of the dice thrown: a list of die ids, or {"IMAGE": [ids]}`)
	format := c.Flags().String("format", "json", "json")
	c.RunE = func(c *cobra.Command, images []string) error {
		if *format != "json" {
			return misuse("--format is %q: read prints json", *format)
		}
		if err := know.check(); err != nil {
			return err
		}
		dice, store, err := know.openBooks("")
		if err != nil {
			return err
		}
		expected, err := readExpected(know.expect, dice, baseNames(images))
		if err != nil {
			return usageError{err}
		}
		eye, err := p.openPictures(know)
		if err != nil {
			return err
		}
		defer eye.Close()
		known, err := know.seeTaught(c.Context(), eye, dice, store)
		if err != nil {
			return err
		}
		return p.printEntries(c.Context(), eye, known, expected, images)
	}
	return c
}

// printEntries reads and prints as it goes, so that nothing read is lost.
func (p *program) printEntries(ctx context.Context, eye *pictures, known taught, expected expectedDice, images []string) error {
	failed := false
	for i, image := range images {
		e := readEntry(ctx, eye, known, expected.of(image), image)
		failed = failed || e.Error != ""
		text, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("print the reading of %s: %w", image, err)
		}
		before := ",\n "
		if i == 0 {
			before = "[\n "
		}
		if _, err := fmt.Fprintf(p.out, "%s%s", before, text); err != nil {
			return fmt.Errorf("print: %w", err)
		}
	}
	if _, err := fmt.Fprintln(p.out, "\n]"); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	if failed {
		return errTold
	}
	return nil
}

func readEntry(ctx context.Context, eye *pictures, known taught, expected []string, image string) entry {
	e := entry{Image: image, Dice: []vision.Reading{}, Problems: []string{}}
	seen, err := eye.Look(ctx, image)
	if errors.Is(err, context.Canceled) {
		err = errors.New("not read: the program was told to stop")
	}
	if err != nil {
		e.Error = err.Error()
		return e
	}
	began := time.Now()
	got := known.read(seen.Scene, expected)
	e.Width, e.Height, e.TookMS = seen.Scene.Width, seen.Scene.Height, seen.TookMS+float64(time.Since(began).Microseconds())/1000
	e.Dice = whole(got.Readings)
	e.Problems = append(e.Problems, got.Problems...)
	return e
}

// whole fills what may be empty with empty lists: the contract knows no null list.
func whole(readings []vision.Reading) []vision.Reading {
	if readings == nil {
		return []vision.Reading{}
	}
	for i := range readings {
		r := &readings[i]
		if r.Polygon == nil {
			r.Polygon = []vision.Point{}
		}
		if r.Colors == nil {
			r.Colors = []string{}
		}
		if r.Alternatives == nil {
			r.Alternatives = []vision.Alternative{}
		}
	}
	return readings
}

// baseNames are the names that --expect calls pictures by.
func baseNames(images []string) []string {
	out := make([]string, len(images))
	for i, image := range images {
		out[i] = filepath.Base(image)
	}
	return out
}
