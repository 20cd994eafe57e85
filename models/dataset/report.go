package dataset

import (
	"slices"
	"strings"
)

// Result is the result of reading one picture.
type Result struct {
	Picture Picture
	// Read says that the program has tried to read the picture.
	Read     bool
	Readings []Reading
	TookMS   float64
	// Error says why the picture couldn't be read. Its dice then count as missed.
	Error string
}

// Report is the evaluation of a set, or of several together.
type Report struct {
	Dataset string `json:"dataset"`
	// Part is the split that was asked for. Scores holds its score, and for All also the scores of Odd and Even.
	Part   Split           `json:"split"`
	Scores map[Split]Group `json:"scores"`
	// Unreadable are the pictures that couldn't be read.
	Unreadable []Unreadable `json:"unreadable"`
	// MedianMS is the median of the times that pictures took.
	MedianMS float64 `json:"median_ms"`
	// Failures are the judgements in which something is wrong.
	Failures []Judgement `json:"failures"`
}

// Group is a main score, and the scores of the dice that the main score leaves out.
type Group struct {
	Score
	Apart map[string]Score `json:"apart,omitempty"`
}

// Unreadable is a picture that couldn't be read, and the reason.
type Unreadable struct {
	Image string `json:"image"`
	Error string `json:"error"`
}

// Outcome is a set and a result for each of its pictures, in order.
type Outcome struct {
	Set     Set
	Results []Result
}

// Evaluate judges the outcomes of sets. Several sets count together as one. Each set is split by itself, and only its
// pictures of the split count.
func Evaluate(outcomes []Outcome, part Split) Report {
	r := Report{Part: part, Scores: map[Split]Group{}, Unreadable: []Unreadable{}, Failures: []Judgement{}}
	parts := []Split{part}
	if part == All {
		parts = []Split{All, Odd, Even}
	}
	tallies := map[Split]*tally{}
	for _, p := range parts {
		tallies[p] = &tally{}
	}
	var names []string
	var took []float64
	for _, o := range outcomes {
		names = append(names, o.Set.Name)
		for i, result := range o.Results {
			if !part.Holds(i) {
				continue
			}
			if len(outcomes) > 1 {
				result.Picture.File = o.Set.Name + "/" + result.Picture.File
			}
			judged := Judge(result.Picture, result.Readings, o.Set.UnlabelledExtras)
			for _, p := range parts {
				if p.Holds(i) {
					tallies[p].add(result.Picture, judged)
				}
			}
			r.note(result, judged)
			if result.Error == "" {
				took = append(took, result.TookMS)
			}
		}
	}
	for p, t := range tallies {
		r.Scores[p] = Group{Tally(t.rolls, Main(t.all)), Apart(t.all)}
	}
	r.Dataset = strings.Join(names, " + ")
	if len(took) > 0 {
		slices.Sort(took)
		r.MedianMS = took[len(took)/2]
	}
	return r
}

// note keeps what is wrong with a picture.
func (r *Report) note(result Result, judged []Judgement) {
	for _, j := range judged {
		if len(j.Wrong) > 0 {
			r.Failures = append(r.Failures, j)
		}
	}
	if result.Error != "" {
		r.Unreadable = append(r.Unreadable, Unreadable{result.Picture.File, result.Error})
	}
}

// tally gathers a split's judgements, and the pictures that count as rolls in the main figures. These are the
// pictures with a die of the main group, or with no die at all.
type tally struct {
	rolls []string
	all   []Judgement
}

func (t *tally) add(p Picture, judged []Judgement) {
	t.all = append(t.all, judged...)
	if len(p.Dice) == 0 || len(Main(judged)) > 0 {
		t.rolls = append(t.rolls, p.File)
	}
}
