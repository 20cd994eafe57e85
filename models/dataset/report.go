package dataset

import (
	"slices"
)

// Result is what reading one picture gave.
type Result struct {
	Picture  Picture
	Readings []Reading
	TookMS   float64
	// Error says why the picture could not be read; its dice then count as missed.
	Error string
}

// Report is the evaluation of a set.
type Report struct {
	Dataset string `json:"dataset"`
	// Part is the split that was asked for; Scores holds it, and for all also odd and even.
	Part   Split           `json:"split"`
	Scores map[Split]Group `json:"scores"`
	// Unreadable are pictures that could not be read.
	Unreadable []Unreadable `json:"unreadable"`
	// MedianMS is the middle of the times that pictures took.
	MedianMS float64 `json:"median_ms"`
	// Failures are the dice where something is wrong.
	Failures []Judgement `json:"failures"`
}

// Group is a score and the scores of the dice that it leaves out.
type Group struct {
	Score
	Apart map[string]Score `json:"apart,omitempty"`
}

// Unreadable is a picture that could not be read, and why.
type Unreadable struct {
	Image string `json:"image"`
	Error string `json:"error"`
}

// Evaluate judges the results of a set. results holds the set's pictures in
// order; only those of the split count.
func Evaluate(s Set, part Split, results []Result) Report {
	r := Report{Dataset: s.Name, Part: part, Scores: map[Split]Group{}, Unreadable: []Unreadable{}, Failures: []Judgement{}}
	parts := []Split{part}
	if part == All {
		parts = []Split{All, Odd, Even}
	}
	judged := make([][]Judgement, len(results))
	var took []float64
	for i, result := range results {
		if !part.Holds(i) {
			continue
		}
		judged[i] = Judge(result.Picture, result.Readings, s.UnlabelledExtras)
		for _, j := range judged[i] {
			if len(j.Wrong) > 0 {
				r.Failures = append(r.Failures, j)
			}
		}
		if result.Error != "" {
			r.Unreadable = append(r.Unreadable, Unreadable{result.Picture.File, result.Error})
			continue
		}
		took = append(took, result.TookMS)
	}
	for _, p := range parts {
		r.Scores[p] = group(p, results, judged)
	}
	if len(took) > 0 {
		slices.Sort(took)
		r.MedianMS = took[len(took)/2]
	}
	return r
}

func group(part Split, results []Result, judged [][]Judgement) Group {
	var pictures []string
	var all []Judgement
	for i, result := range results {
		if !part.Holds(i) {
			continue
		}
		all = append(all, judged[i]...)
		if len(result.Picture.Dice) == 0 || len(Main(judged[i])) > 0 {
			pictures = append(pictures, result.Picture.File)
		}
	}
	return Group{Tally(pictures, Main(all)), Apart(all)}
}
