// Package evaluate reads sets of pictures whose dice are known, and puts the truth beside each reading.
package evaluate

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
	"astragal/vision/known"
	"astragal/vision/match"
	"astragal/vision/pictures"
)

// Evaluation says what is read, and with which knowledge.
type Evaluation struct {
	Know known.Knowledge
	// Dirs are the folders of the data sets.
	Dirs []string
	// Expect says that the reader is told which dice were thrown. Unlabelled says that some dice in view have no
	// label.
	Expect, Unlabelled bool
}

// Open opens the sets. It reads no picture.
func (e Evaluation) Open() ([]dataset.Outcome, error) {
	if len(e.Dirs) == 0 {
		return nil, errors.New("say --dataset DIR: the folder of pictures and their truth")
	}
	var out []dataset.Outcome
	for _, dir := range e.Dirs {
		set, err := dataset.Open(dir)
		if err != nil {
			return nil, err
		}
		set.UnlabelledExtras = set.UnlabelledExtras || e.Unlabelled
		results := make([]dataset.Result, len(set.Pictures))
		for i, picture := range set.Pictures {
			results[i].Picture = picture
		}
		out = append(out, dataset.Outcome{Set: set, Results: results})
	}
	return out, nil
}

// Read reads the pictures of the split, each by itself. The other pictures get no readings.
func (e Evaluation) Read(ctx context.Context, eye *pictures.Eye, outcomes []dataset.Outcome, part dataset.Split) error {
	for _, o := range outcomes {
		what, err := e.Know.Open(ctx, eye, o.Set.Dir)
		if err != nil {
			return err
		}
		for i := range o.Results {
			if !part.Holds(i) {
				continue
			}
			if err := e.readResult(ctx, eye, what, &o.Results[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readResult reads one picture. It returns an error only if it was stopped.
func (e Evaluation) readResult(ctx context.Context, eye *pictures.Eye, what known.Taught, result *dataset.Result) error {
	seen, err := eye.Look(ctx, result.Picture.Path)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	result.Read = true
	if err != nil {
		result.Error = err.Error()
		return nil //nolint:nilerr // the report tells it, and the other pictures are read
	}
	result.TookMS = seen.TookMS
	var expected []string
	if e.Expect {
		expected = thrown(result.Picture.Dice)
	}
	got := what.Read(seen.Scene, expected)
	for i, reading := range got.Readings {
		result.Readings = append(result.Readings, judged(reading))
		if i < len(got.Grounds) {
			result.Readings[i].Evidence, result.Readings[i].Rivals = evidenceOf(got.Grounds[i])
		}
	}
	if what.Shots == nil {
		return nil
	}
	dice := slices.Clone(result.Picture.Dice)
	for i, d := range dice {
		dice[i].NeverTaught = d.Attributes.Die != "" && d.Face != nil && !what.Knows(d.Attributes.Die, *d.Face)
	}
	result.Picture.Dice = dice
	return nil
}

// evidenceOf is what a reading's confidence was made of, by name, and the faces among which it was chosen.
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

// thrown are the ids of a picture's dice. It is nil if the truth doesn't name all of them.
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

// judged is a reading in the form of a data set.
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

// WriteFailures draws what was read over each picture in which something is wrong or asked.
func WriteFailures(dir string, outcomes []dataset.Outcome) error {
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

// WriteEvidence writes the evidence of every reading beside the truth. Confidence is fitted on it.
func WriteEvidence(path string, outcomes []dataset.Outcome) error {
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
