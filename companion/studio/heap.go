package studio

import (
	"context"

	"astragal/companion/studio/thrown"
	"astragal/models/gallery"
	"astragal/vision/match"
)

// HeapView is an army that is taught by throwing it, as a page draws it.
type HeapView struct {
	// Heard changes with each word. No two heaps share a number.
	Heard  int      `json:"heard"`
	Army   []string `json:"army"`
	Throws int      `json:"throws"`
	Back   bool     `json:"back"`
	// Known is how many of the faces are known.
	Known int `json:"known"`
	Of    int `json:"of"`
	// Expected is after how many more throws all faces will probably have been seen.
	Expected int `json:"expected"`
	// Missing are the faces that nobody has named yet, in words. Some of them may be among the questions.
	Missing   []string       `json:"missing"`
	Questions []HeapQuestion `json:"questions"`
	Done      bool           `json:"done"`
}

// HeapQuestion is a print that nobody has named.
type HeapQuestion struct {
	Of   thrown.At   `json:"of"`
	More []thrown.At `json:"more"`
	// Dice is how many dice show it, in all throws.
	Dice  int    `json:"dice"`
	Shape string `json:"shape"`
	May   []May  `json:"may"`
}

// BeginHeap starts to teach an army by throwing it. dice are ids; an id is there once for each such die.
func (t *Studio) BeginHeap(dice []string) error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	army, err := t.army(dice)
	if err != nil {
		return err
	}
	h, err := thrown.Begin(t.Folder, army)
	if err == nil {
		t.heap = h
	}
	return err
}

// EndHeap forgets the throws. What they taught stays.
func (t *Studio) EndHeap() error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	t.heap = nil
	return thrown.Forget(t.Folder)
}

// Heap does something with the throws that teach and tells how they stand after that; nil if there are none.
func (t *Studio) Heap(ctx context.Context, do func(*thrown.Heap) error) (*HeapView, error) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	h, err := t.openHeap()
	if err != nil || h == nil {
		return nil, err
	}
	if err := hear(ctx, t, h, do); err != nil {
		return nil, err
	}
	v := t.heapView(h)
	return &v, nil
}

// HeapPicture is the picture of a die that was thrown; false if there is none.
func (t *Studio) HeapPicture(of thrown.At) ([]byte, bool) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	h, err := t.openHeap()
	if err != nil || h == nil {
		return nil, false
	}
	return h.Picture(of)
}

func (t *Studio) openHeap() (*thrown.Heap, error) {
	if t.heap == nil && t.Folder != "" {
		var err error
		if t.heap, err = thrown.Open(t.Folder); err != nil {
			return nil, err
		}
	}
	return t.heap, nil
}

func (t *Studio) heapView(h *thrown.Heap) HeapView {
	dice, shots := t.named(h.Army()), t.Taught()
	v := HeapView{Heard: h.Heard(), Army: h.Army(), Throws: len(h.Throws()), Missing: []string{}, Questions: []HeapQuestion{}}
	v.Back = v.Throws > 0
	var missing []gallery.Class
	for _, c := range h.Classes() {
		v.Of++
		if shots.Knows(c) {
			v.Known++
			continue
		}
		missing = append(missing, c)
		if m, ok := mayOf(dice, shots, c, nil); ok {
			v.Missing = append(v.Missing, m.Words)
		}
	}
	for _, q := range h.Questions(guesses(h, match.New(dice, shots))) {
		out := HeapQuestion{Of: q.Of, More: append([]thrown.At{}, q.More...), Dice: q.Dice, Shape: q.Shape, May: []May{}}
		for _, may := range q.May {
			if m, ok := mayOf(dice, shots, may.Class, nil); ok {
				out.May = append(out.May, m)
			}
		}
		v.Questions = append(v.Questions, out)
	}
	if len(v.Questions) < len(missing) { // faces that wait among the questions were seen already
		v.Expected = h.Expected(missing)
	}
	v.Done = len(missing) == 0 && len(v.Questions) == 0
	return v
}

// guesses are what the dice of all throws may show, by what is taught so far.
func guesses(h *thrown.Heap, m *match.Matcher) [][]thrown.Guess {
	var out [][]thrown.Guess
	for _, s := range h.Throws() {
		read := m.Study(s, h.Army())
		of := make([]thrown.Guess, len(s.Sightings))
		for i := range of {
			for k, l := range read.May[i] {
				of[i].May = append(of[i].May, thrown.May{Class: l.Class, P: l.P})
				if k == 0 && read.Readings[i].Accepted {
					of[i].Sure = &l.Class
				}
			}
		}
		out = append(out, of)
	}
	return out
}
