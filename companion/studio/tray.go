package studio

import (
	"cmp"
	"fmt"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/studio/lesson"
	"astragal/companion/tray"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/match"
)

// Tray is what lies on the tray while somebody teaches.
type Tray struct {
	N     int          `json:"n"`
	State vision.State `json:"state"`
	Dice  []Guess      `json:"dice"`
	// Groups are the numbers of dice that look alike and that nobody has named, the largest group first.
	Groups [][]int  `json:"groups"`
	Words  []string `json:"words"`
	// Waits is the game that waits for a roll while the tray is for teaching; null if none does.
	Waits *protocol.GameInfo `json:"waits"`
}

// Guess is a die on the tray and what it is taken for.
type Guess struct {
	N int `json:"n"`
	// Box is where it lies, px of the picture.
	Box   vision.Box `json:"box"`
	Shape string     `json:"shape"`
	// Doubt says why the die can't teach anything as it lies; empty if it can.
	Doubt string `json:"doubt,omitempty"`
	// Die, Face and Words are the likeliest. Sure says that a game would accept it, Likely that a person is only asked whether it is right.
	Die    string  `json:"die,omitempty"`
	Face   int     `json:"face"`
	Words  string  `json:"words,omitempty"`
	P      float64 `json:"p"`
	Sure   bool    `json:"sure"`
	Likely bool    `json:"likely"`
	// Any says that several dice have such a face, and that nobody knows which of them this is.
	Any bool `json:"any"`
	// Why says why it isn't sure.
	Why string `json:"why,omitempty"`
	// May are the faces that it may show, the likeliest first.
	May []May `json:"may"`
}

// May is a face that a die on the tray may show.
type May struct {
	Words string `json:"words"`
	// Homes are the dice of the army that have such a face, the likeliest first.
	Homes []Home `json:"homes"`
	// Shot is a picture of it from the gallery; 0 if it was never taught.
	Shot int `json:"shot,omitempty"`
}

// Home is a face of a die.
type Home struct {
	Die  string `json:"die"`
	Name string `json:"name"`
	Face int    `json:"face"`
}

const (
	// mostMay is how many faces are offered for a die before the list of all.
	mostMay = 8
	// likelyFrom is the least probability of a face with which a person is only asked whether it is right.
	likelyFrom = .5
)

// Tray says what lies on the tray. army are the ids of the dice that are taught, once for each die; it may be empty. If asGame is set, the dice are
// read as a game reads them. Else faces that nobody has taught yet compete with taught ones.
func (t *Studio) Tray(lies tray.Study, state vision.State, army []string, asGame bool) Tray {
	out := Tray{N: lies.N, State: state, Dice: []Guess{}, Groups: [][]int{}, Words: []string{}}
	if lies.N == 0 {
		return out
	}
	dice := t.named(army)
	shots := t.Taught()
	m := match.New(dice, shots)
	var read match.Matched
	var may [][]match.Likely
	if len(dice) == 0 {
		read = m.Read(lies.Scene, nil) // all of the gallery competes
	} else {
		s := m.Study(lies.Scene, army)
		read, may = s.Matched, s.May
		if asGame {
			read = m.Read(lies.Scene, army)
		}
	}
	for i, r := range read.Readings {
		g := t.guess(i, lies.Scene.Sightings[i], r)
		if len(dice) == 0 {
			g.May = t.mayShow(shots, r)
		} else {
			g.likely(dice, shots, may[i], !asGame || !r.Accepted)
		}
		out.Dice = append(out.Dice, g)
	}
	for _, g := range m.Groups(lies.Scene, read.Readings, army) {
		var ns []int
		for _, i := range g.Dice {
			ns = append(ns, i+1)
		}
		out.Groups = append(out.Groups, ns)
	}
	out.Words = append(out.Words, read.Problems...)
	return out
}

// guess is what a reading says of a die.
func (t *Studio) guess(i int, d vision.Sighting, r vision.Reading) Guess {
	g := Guess{N: i + 1, Box: d.Box, P: r.Confidence, Sure: r.Accepted, Why: r.Why, May: []May{}}
	if r.Shape != nil {
		g.Shape = string(*r.Shape)
	}
	if len(d.Doubts) > 0 {
		g.Doubt = d.Doubts[0]
	}
	die, face := r.Die, r.Face
	if die == nil && len(r.Alternatives) > 0 {
		die, face, g.P = r.Alternatives[0].Die, r.Alternatives[0].Face, r.Alternatives[0].Confidence
	}
	if die == nil || face == nil {
		return g
	}
	if def, err := t.find(*die); err == nil && *face < len(def.Faces) {
		g.Die, g.Face, g.Words = def.ID, *face, shows(def, *face)
	}
	return g
}

// likely takes over which faces of the army a die may show. If first is set, the likeliest of them is what the die is taken for.
func (g *Guess) likely(dice []models.Die, shots *gallery.Index, may []match.Likely, first bool) {
	for k, l := range may {
		if m, ok := mayOf(dice, shots, l.Class, l.Dice); ok && len(g.May) < mostMay {
			g.May = append(g.May, m)
			if k == 0 && first {
				g.Die, g.Face, g.Words, g.Any = m.Homes[0].Die, m.Homes[0].Face, m.Words, len(m.Homes) > 1
				g.Likely = !g.Sure && l.P >= likelyFrom
			}
		}
	}
	if len(may) > 0 {
		g.P = cmp.Or(g.P, may[0].P)
	}
}

// mayOf is a class as faces of some dice, with the dice of first at the front; false if none of the dice has it.
func mayOf(dice []models.Die, shots *gallery.Index, c gallery.Class, first []string) (May, bool) {
	m := May{}
	for _, d := range dice {
		for i := range d.Faces {
			if gallery.ClassOf(d, i) == c {
				m.Words = shows(d, i)
				m.Homes = append(m.Homes, Home{Die: d.ID, Name: nameOf(d), Face: i})
				break
			}
		}
	}
	place := func(h Home) int {
		if i := slices.Index(first, h.Die); i >= 0 {
			return i
		}
		return len(first)
	}
	slices.SortStableFunc(m.Homes, func(a, b Home) int { return cmp.Compare(place(a), place(b)) })
	if of := shots.ShotsOf(c); len(of) > 0 {
		m.Shot = shots.Shots[of[0]].ID
	}
	return m, len(m.Homes) > 0
}

// mayShow are the faces that a reading names, of all dice that have them.
func (t *Studio) mayShow(shots *gallery.Index, r vision.Reading) []May {
	out := []May{}
	add := func(id *string, face *int) {
		if id == nil || face == nil {
			return
		}
		d, err := t.find(*id)
		if err != nil || *face >= len(d.Faces) {
			return
		}
		m, _ := mayOf([]models.Die{d}, shots, gallery.ClassOf(d, *face), nil)
		if len(m.Homes) > 0 && !slices.ContainsFunc(out, func(o May) bool { return o.Words == m.Words }) {
			out = append(out, m)
		}
	}
	add(r.Die, r.Face)
	for _, a := range r.Alternatives {
		add(a.Die, a.Face)
	}
	return out
}

// Naming is what a person says of one die on the tray.
type Naming struct {
	N    int    `json:"n"`
	Die  string `json:"die"`
	Face int    `json:"face"`
	// Any says that it may be another die with the same drawing. Then its size teaches nothing.
	Any bool `json:"any,omitempty"`
	// Said says that a person chose it. Else the program suggested it, and the person let it stand.
	Said bool `json:"said,omitempty"`
}

// enoughShots is how many shots of a face are kept of dice that were read for sure. A shot that a person named is always kept.
const enoughShots = 8

// Lessons are the lessons from what a person says of dice on the tray.
func (t *Studio) Lessons(lies tray.Study, said []Naming) ([]lesson.Lesson, error) {
	var out []lesson.Lesson
	shots := t.Taught()
	for _, n := range said {
		if n.N < 1 || n.N > len(lies.Scene.Sightings) {
			return nil, fmt.Errorf("there is no die %d on the tray now", n.N)
		}
		d := lies.Scene.Sightings[n.N-1]
		def, err := t.find(n.Die)
		switch {
		case err != nil:
			return nil, err
		case n.Face < 0 || n.Face >= len(def.Faces):
			return nil, fmt.Errorf("%s has no face %d", def.ID, n.Face)
		case len(d.Doubts) > 0:
			return nil, fmt.Errorf("die %d teaches nothing as it lies: %s", n.N, d.Doubts[0])
		case len(d.Crop) == 0:
			return nil, fmt.Errorf("die %d has no picture: look again", n.N)
		}
		how := "taught"
		if !n.Said {
			if how = "confirmed"; len(shots.ShotsOf(gallery.ClassOf(def, n.Face))) >= enoughShots {
				continue
			}
		}
		d.SizeMM = lesson.MeasuredMM(lies.Scene, d)
		if n.Any {
			d.SizeMM = 0
		}
		out = append(out, lesson.Lesson{Die: def, Face: n.Face, Seen: d, How: how})
	}
	return out, nil
}
