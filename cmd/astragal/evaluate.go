package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"astragal/models/dataset"
	"astragal/vision"
	"astragal/vision/match"

	"github.com/spf13/cobra"
)

// evaluation is what evaluate is asked to do.
type evaluation struct {
	know       knowledge
	dirs       []string
	format     string
	split      string
	failures   string
	expect     bool
	unlabelled bool
	evidence   string
}

// newEvaluateCommand compares what is read with what is true.
func (p *program) newEvaluateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "evaluate --dataset DIR",
		Short: "read a set of pictures whose dice are known, and say how well that went",
		Long: `Reads every picture of a data set (COCO: DIR/annotations.json, else the only
COCO document in DIR) and compares the readings with the truth. Odd pictures by
file name may be used for tuning; even ones only report.`,
		Args: needs(cobra.NoArgs, "evaluate takes flags only"),
	}
	var e evaluation
	e.know.addFlags(c)
	c.Flags().StringArrayVar(&e.dirs, "dataset", nil, "folder of the data set; several are judged together")
	c.Flags().StringVar(&e.format, "format", "table", "json or table")
	c.Flags().StringVar(&e.split, "split", "all", "all, odd or even pictures by file name")
	c.Flags().StringVar(&e.failures, "failures", "", "folder to write pictures of the failures to")
	c.Flags().StringVar(&e.evidence, "evidence", "", "file to write each die's evidence to, a line of JSON for each")
	c.Flags().BoolVar(&e.expect, "expect", false, "tell the reader which dice were thrown")
	c.Flags().BoolVar(&e.unlabelled, "unlabelled-extras", false, "some dice in view carry no label: don't count what is found there as wrong")
	c.RunE = func(c *cobra.Command, _ []string) error { return p.evaluate(c.Context(), e) }
	return c
}

func (p *program) evaluate(ctx context.Context, e evaluation) error {
	part, err := dataset.ParseSplit(e.split)
	if err != nil {
		return misuse("--split: %w", err)
	}
	if e.format != "json" && e.format != "table" {
		return misuse("--format is %q: it must be json or table", e.format)
	}
	outcomes, err := e.open()
	if err != nil {
		return usageError{err}
	}
	if err := e.know.check(); err != nil {
		return err
	}
	for _, o := range outcomes {
		if _, _, err := e.know.openBooks(o.Set.Dir); err != nil {
			return err
		}
	}
	if err := p.readSets(ctx, outcomes, part, e); err != nil {
		return err
	}
	report := dataset.Evaluate(outcomes, part)
	if err := p.printReport(report, e.format); err != nil {
		return fmt.Errorf("print the report: %w", err)
	}
	if e.evidence != "" {
		if err := writeEvidence(e.evidence, outcomes); err != nil {
			return err
		}
	}
	if e.failures != "" {
		if err := writeFailures(e.failures, outcomes); err != nil {
			return err
		}
	}
	if len(report.Unreadable) > 0 {
		return fmt.Errorf("%d of %d pictures could not be read: %s: %s", len(report.Unreadable), report.Scores[part].Pictures,
			report.Unreadable[0].Image, report.Unreadable[0].Error)
	}
	return nil
}

// open finds the sets; nothing of them is read yet.
func (e evaluation) open() ([]dataset.Outcome, error) {
	if len(e.dirs) == 0 {
		return nil, errors.New("say --dataset DIR: the folder of pictures and their truth")
	}
	var out []dataset.Outcome
	for _, dir := range e.dirs {
		set, err := dataset.Open(dir)
		if err != nil {
			return nil, err
		}
		set.UnlabelledExtras = set.UnlabelledExtras || e.unlabelled
		results := make([]dataset.Result, len(set.Pictures))
		for i, picture := range set.Pictures {
			results[i].Picture = picture
		}
		out = append(out, dataset.Outcome{Set: set, Results: results})
	}
	return out, nil
}

// readSets reads the pictures of the split, each alone; the others keep no readings.
func (p *program) readSets(ctx context.Context, outcomes []dataset.Outcome, part dataset.Split, e evaluation) error {
	eye, err := p.openPictures(e.know)
	if err != nil {
		return err
	}
	defer eye.Close()
	for _, o := range outcomes {
		known, err := e.know.openTaught(ctx, eye, o.Set.Dir)
		if err != nil {
			return err
		}
		for i := range o.Results {
			if !part.Holds(i) {
				continue
			}
			if err := e.readResult(ctx, eye, known, &o.Results[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readResult reads one picture; only a stop is an error.
func (e evaluation) readResult(ctx context.Context, eye *pictures, known taught, result *dataset.Result) error {
	seen, err := eye.Look(ctx, result.Picture.Path)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	result.Read = true
	if err != nil {
		result.Error = err.Error()
		return nil //nolint:nilerr // the report tells it and goes on
	}
	result.TookMS = seen.TookMS
	var expected []string
	if e.expect {
		expected = thrown(result.Picture.Dice)
	}
	got := known.read(seen.Scene, expected)
	for i, reading := range got.Readings {
		result.Readings = append(result.Readings, judged(reading))
		if i < len(got.Grounds) {
			result.Readings[i].Evidence, result.Readings[i].Rivals = evidenceOf(got.Grounds[i])
		}
	}
	if known.shots == nil {
		return nil
	}
	dice := slices.Clone(result.Picture.Dice)
	for i, d := range dice {
		dice[i].NeverTaught = d.Attributes.Die != "" && d.Face != nil && !known.knows(d.Attributes.Die, *d.Face)
	}
	result.Picture.Dice = dice
	return nil
}

// evidenceOf is what a reading's confidence was made of, by name, and what it was chosen from.
func evidenceOf(g match.Grounds) (map[string]float64, []dataset.Rival) {
	if g.By == "" {
		return nil, nil
	}
	own := named(g.Ground)
	own["by_"+g.By], own["lead"] = 1, g.Lead
	var rivals []dataset.Rival
	for _, e := range g.Rivals {
		rivals = append(rivals, dataset.Rival{Die: e.Die, Icon: e.Icon, Count: e.Count, Value: e.Value, Evidence: named(e)})
	}
	return own, rivals
}

func named(e match.Ground) map[string]float64 {
	far := 0.0
	if e.Far {
		far = 1
	}
	return map[string]float64{"like": e.Like, "same": e.Same, "copies": e.Copies, "beside": e.Beside, "shape": e.Shape, "tint": e.Tint, "size": e.Size, "far": far}
}

// thrown are the ids of a picture's dice; nil where the truth doesn't name them all.
func thrown(dice []dataset.Die) []string {
	ids := []string{}
	for _, d := range dice {
		if d.Attributes.Die == "" {
			return nil
		}
		ids = append(ids, d.Attributes.Die)
	}
	return ids
}

// judged is a reading in the words of a data set.
func judged(r vision.Reading) dataset.Reading {
	out := dataset.Reading{
		Box: dataset.Box(r.BBox), Value: r.Value, Colors: r.Colors,
		Confidence: r.Confidence, Accepted: r.Accepted, Why: r.Why,
	}
	if r.Shape != nil {
		out.Shape = string(*r.Shape)
	}
	if r.Icon != nil {
		out.Icon = *r.Icon
	}
	if r.Count != nil {
		out.Count = *r.Count
	}
	if r.Die != nil {
		out.Die = *r.Die
	}
	return out
}

func (p *program) printReport(report dataset.Report, format string) error {
	if format == "table" {
		return report.WriteTable(p.out)
	}
	to := json.NewEncoder(p.out)
	to.SetIndent("", " ")
	return to.Encode(report)
}

// writeFailures draws what was read over each picture where something is wrong or asked.
func writeFailures(dir string, outcomes []dataset.Outcome) error {
	for _, o := range outcomes {
		folder := dir
		if len(outcomes) > 1 {
			folder = filepath.Join(dir, o.Set.Name)
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("make the folder for failures: %w", err)
		}
		for _, result := range o.Results {
			if !result.Read || result.Error != "" {
				continue
			}
			judgements := dataset.Judge(result.Picture, result.Readings, o.Set.UnlabelledExtras)
			if dataset.Flawless(judgements) {
				continue
			}
			name := strings.ReplaceAll(strings.TrimPrefix(result.Picture.File, "images/"), "/", "_")
			name = strings.TrimSuffix(name, filepath.Ext(name))
			if err := dataset.Draw(filepath.Join(folder, name+".jpg"), result.Picture, judgements); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeEvidence writes what every reading was made of beside what is true, for fitting confidence.
func writeEvidence(path string, outcomes []dataset.Outcome) error {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	for _, o := range outcomes {
		for _, result := range o.Results {
			for _, j := range dataset.Judge(result.Picture, result.Readings, true) {
				if err := to.Encode(j); err != nil {
					return fmt.Errorf("write the evidence: %w", err)
				}
			}
		}
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the evidence: %w", err)
	}
	return nil
}
