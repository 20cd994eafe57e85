// Package chapter is what a table remembers of a count that is done with: where its notes lie in the journal, which throws were its own, how everybody
// stood, what its dice showed. So the count can leave the memory. If somebody looks at a roll of it, or corrects one, the table plays its notes again.
// A chapter is worked out of notes alone, so one that is lost is made anew.
package chapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"astragal/companion/evidence"
	"astragal/companion/protocol"
	"astragal/engine/tally"
)

// version is the version of the form in which chapters are kept. A chapter of another version is made anew.
const version = 2

// ErrOlder says that the chapter has an older form.
var ErrOlder = errors.New("it has an older form")

// Chapter is a count that is done with.
type Chapter struct {
	V int `json:"v"`
	// Settings are the way of counting and who played. On says that it was the count before it, in another log.
	Settings protocol.CountSettings `json:"settings"`
	On       bool                   `json:"on,omitempty"`
	// Rolls is how many rolls of it stand.
	Rolls int `json:"rolls"`
	// Begun is how many rolls began in it: those that stand and those that were taken out. Rolls are numbered by it.
	Begun int `json:"begun"`
	// First is when the first roll of it that stands fell; zero if none stands, and in chapters of older programs. Over says that it had ended.
	First time.Time `json:"first,omitzero"`
	Over  bool      `json:"over,omitempty"`
	// Standings are where everybody stood.
	Standings []Standing `json:"standings,omitempty"`
	// Dice are what its dice showed.
	Dice evidence.Part `json:"dice"`
	// Disputes are its rolls that were changed after they had counted.
	Disputes json.RawMessage `json:"disputes,omitempty"`
	// Read is how many dice a camera saw, Doubted how many of them a person looked at.
	Read    int `json:"read,omitempty"`
	Doubted int `json:"doubted,omitempty"`
	// Throws are the IDs of its throws, Notes where its notes lie.
	Throws []Span `json:"throws"`
	Notes  []Run  `json:"notes"`
	// Offers is a note's number. Notes with lower numbers about dice on the tray are done with.
	Offers int64 `json:"offers,omitempty"`
	// Told are the events that were told all rolls of it.
	Told []string `json:"told,omitempty"`
}

// Span is the IDs of throws that follow one another.
type Span struct{ From, To int }

// Run is the numbers of notes that follow one another, and how many of them are throws.
type Run struct {
	From, To int64
	Throws   int
}

// Standing is a tally.Standing as it is kept.
type Standing struct {
	tally.Standing
	Faces []Face `json:"faces,omitempty"`
}

// Face is a tally.FaceCount as it is kept.
type Face struct {
	Shape string `json:"shape,omitempty"`
	Shows string `json:"shows"`
	Value int    `json:"value"`
	N     int    `json:"n"`
}

// Stood keeps standings.
func Stood(standings []tally.Standing) []Standing {
	var out []Standing
	for _, s := range standings {
		kept := Standing{Standing: s}
		kept.Standing.Faces = nil
		for _, f := range s.Faces {
			kept.Faces = append(kept.Faces, Face{f.Shape, f.Shows, f.Value(), f.N})
		}
		out = append(out, kept)
	}
	return out
}

// Stands are the standings as the count had them.
func (c *Chapter) Stands() []tally.Standing {
	var out []tally.Standing
	for _, s := range c.Standings {
		st := s.Standing
		st.Faces = []tally.FaceCount{}
		for _, f := range s.Faces {
			st.Faces = append(st.Faces, tally.FacesOf(f.Shape, f.Shows, f.Value, f.N))
		}
		out = append(out, st)
	}
	return out
}

// Bytes are the chapter as it is kept.
func (c *Chapter) Bytes() ([]byte, error) {
	c.V = version
	return json.Marshal(c)
}

// Parse reads a chapter that was kept.
func Parse(raw []byte) (*Chapter, error) {
	c := &Chapter{}
	if err := json.Unmarshal(raw, c); err != nil {
		return nil, err
	}
	switch {
	case c.V < version:
		return nil, ErrOlder
	case c.V > version:
		return nil, fmt.Errorf("it is in form %d, this program knows form %d", c.V, version)
	}
	return c, nil
}

// Has says whether a throw belongs to the chapter.
func (c *Chapter) Has(throw int) bool {
	_, there := slices.BinarySearchFunc(c.Throws, throw, func(s Span, id int) int {
		switch {
		case id < s.From:
			return 1
		case id > s.To:
			return -1
		}
		return 0
	})
	return there
}

// Spans joins sorted IDs that follow one another.
func Spans(ids []int) []Span {
	var out []Span
	for _, id := range ids {
		if n := len(out); n > 0 && out[n-1].To == id-1 {
			out[n-1].To = id
			continue
		}
		out = append(out, Span{id, id})
	}
	return out
}

// IDs are the IDs of the chapter's throws.
func (c *Chapter) IDs() []int {
	var out []int
	for _, s := range c.Throws {
		for id := s.From; id <= s.To; id++ {
			out = append(out, id)
		}
	}
	return out
}

// Add adds a note's number to the chapter. It is higher than those before it.
func (c *Chapter) Add(seq int64, throw bool) {
	n := len(c.Notes)
	if n == 0 || c.Notes[n-1].To != seq-1 {
		c.Notes, n = append(c.Notes, Run{From: seq}), n+1
	}
	c.Notes[n-1].To = seq
	if throw {
		c.Notes[n-1].Throws++
	}
}

// Runs are the notes of all chapters in order. The error says that two chapters have the same note or throw.
func Runs(chapters map[int]*Chapter) ([]Run, error) {
	var runs []Run
	var spans []Span
	for _, c := range chapters {
		runs, spans = append(runs, c.Notes...), append(spans, c.Throws...)
	}
	slices.SortFunc(runs, func(a, b Run) int { return int(a.From - b.From) })
	slices.SortFunc(spans, func(a, b Span) int { return a.From - b.From })
	for i := range runs {
		if runs[i].To < runs[i].From || i > 0 && runs[i].From <= runs[i-1].To {
			return nil, fmt.Errorf("note %d is told of twice", runs[i].From)
		}
	}
	for i := range spans {
		if spans[i].To < spans[i].From || i > 0 && spans[i].From <= spans[i-1].To {
			return nil, fmt.Errorf("throw %d is told of twice", spans[i].From)
		}
	}
	return runs, nil
}
