// Package report turns readings into the JSON that read and watch print. The forms are contracts: see
// docs/commands.md.
package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"astragal/vision"
	"astragal/vision/known"
	"astragal/vision/pictures"
)

// Entry is what read prints for one picture. Its form is a contract: see docs/commands.md.
type Entry struct {
	Image    string           `json:"image"`
	Width    int              `json:"width"`
	Height   int              `json:"height"`
	TookMS   float64          `json:"took_ms"`
	Dice     []vision.Reading `json:"dice"`
	Problems []string         `json:"problems"`
	// Error says why the picture can't be read. Then there are no dice.
	Error string `json:"error,omitempty"`
}

// Entries reads pictures and prints each at once, so that no reading is lost. failed says whether any couldn't be
// read.
func Entries(ctx context.Context, to io.Writer, eye *pictures.Eye, what known.Taught, expected known.Expected, images []string) (failed bool, err error) {
	for i, image := range images {
		e := readEntry(ctx, eye, what, expected.Of(image), image)
		failed = failed || e.Error != ""
		text, err := json.Marshal(e)
		if err != nil {
			return failed, fmt.Errorf("print the reading of %s: %w", image, err)
		}
		before := ",\n "
		if i == 0 {
			before = "[\n "
		}
		if _, err := fmt.Fprintf(to, "%s%s", before, text); err != nil {
			return failed, fmt.Errorf("print: %w", err)
		}
	}
	if _, err := fmt.Fprintln(to, "\n]"); err != nil {
		return failed, fmt.Errorf("print: %w", err)
	}
	return failed, nil
}

func readEntry(ctx context.Context, eye *pictures.Eye, what known.Taught, expected []string, image string) Entry {
	e := Entry{Image: image, Dice: []vision.Reading{}, Problems: []string{}}
	seen, err := eye.Look(ctx, image)
	if errors.Is(err, context.Canceled) {
		err = errors.New("not read: the program was told to stop")
	}
	if err != nil {
		e.Error = err.Error()
		return e
	}
	began := time.Now()
	got := what.Read(seen.Scene, expected)
	e.Width, e.Height, e.TookMS = seen.Scene.Width, seen.Scene.Height, seen.TookMS+float64(time.Since(began).Microseconds())/1000
	e.Dice = Whole(got.Readings)
	e.Problems = append(e.Problems, got.Problems...)
	return e
}

// Whole replaces missing lists by empty ones, because the contract has no null lists.
func Whole(readings []vision.Reading) []vision.Reading {
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
