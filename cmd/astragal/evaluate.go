package main

import (
	"context"
	"encoding/json"
	"fmt"

	"astragal/models/dataset"
	"astragal/vision/evaluate"

	"github.com/spf13/cobra"
)

// evaluation holds the flags of evaluate.
type evaluation struct {
	evaluate.Evaluation
	format   string
	split    string
	failures string
	evidence string
}

// newEvaluateCommand compares readings with the truth.
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
	knowledgeFlags(c, &e.Know)
	c.Flags().StringArrayVar(&e.Dirs, "dataset", nil, "folder of the data set; several are judged together")
	c.Flags().StringVar(&e.format, "format", "table", "json or table")
	c.Flags().StringVar(&e.split, "split", "all", "all, odd or even pictures by file name")
	c.Flags().StringVar(&e.failures, "failures", "", "folder to write pictures of the failures to")
	c.Flags().StringVar(&e.evidence, "evidence", "", "file to write each die's evidence to, a line of JSON for each")
	c.Flags().BoolVar(&e.Expect, "expect", false, "tell the reader which dice were thrown")
	c.Flags().BoolVar(&e.Unlabelled, "unlabelled-extras", false, "some dice in view carry no label: don't count what is found there as wrong")
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
	outcomes, err := e.Open()
	if err != nil {
		return usageError{err}
	}
	if err := e.Know.Check(); err != nil {
		return usageError{err}
	}
	for _, o := range outcomes {
		if _, _, err := e.Know.Books(o.Set.Dir); err != nil {
			return usageError{err}
		}
	}
	eye, err := p.openPictures(e.Know)
	if err != nil {
		return err
	}
	defer eye.Close()
	if err := e.Read(ctx, eye, outcomes, part); err != nil {
		return err
	}
	report := dataset.Evaluate(outcomes, part)
	if err := p.printReport(report, e.format); err != nil {
		return fmt.Errorf("print the report: %w", err)
	}
	if e.evidence != "" {
		if err := evaluate.WriteEvidence(e.evidence, outcomes); err != nil {
			return err
		}
	}
	if e.failures != "" {
		if err := evaluate.WriteFailures(e.failures, outcomes); err != nil {
			return err
		}
	}
	if len(report.Unreadable) > 0 {
		return fmt.Errorf("%d of %d pictures could not be read: %s: %s", len(report.Unreadable), report.Scores[part].Pictures,
			report.Unreadable[0].Image, report.Unreadable[0].Error)
	}
	return nil
}

func (p *program) printReport(report dataset.Report, format string) error {
	if format == "table" {
		return report.WriteTable(p.out)
	}
	to := json.NewEncoder(p.out)
	to.SetIndent("", " ")
	return to.Encode(report)
}
