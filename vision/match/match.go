// Package match says which known die each sighting is and which face it shows, and how sure that is. It uses what was
// taught and which dice are expected. It needs no pixels, so it can match again after a correction.
package match

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Matcher reads scenes with what is known of dice: their definitions and what was taught. It never changes, and
// several goroutines may use it.
type Matcher struct {
	shots *gallery.Index // never nil
	dice  []kin
	byID  map[string]int
	// homes are the dice that have a face of a class.
	homes map[gallery.Class][]home
	// tints are the palettes of taught dice by their colours.
	tints map[string][][]float32
	trust Trust
}

// kin is a die as the matcher sees it.
type kin struct {
	id, name string
	shape    vision.Shape
	// faces holds one face for each class.
	faces  []kinFace
	colors string
	// mm is how large the die looks (Sighting.Measure in mm). nominal is the size in its definition. Each is 0 if it
	// isn't known.
	mm, nominal float64
}

type kinFace struct {
	n     int
	class gallery.Class
}

type home struct{ die, face int } // indices into dice and its faces

// Matched is the reading of a scene.
type Matched struct {
	// Readings holds one reading for each sighting, in their order.
	Readings []vision.Reading
	// Problems are sentences for people.
	Problems []string
	// Missing are the expected dice that weren't seen, by id, as often as they are missing.
	Missing []string
	// Extra are the indexes of readings of dice that nobody expected.
	Extra []int
	// Grounds are the evidence behind each reading's confidence. Confidence is fitted on them.
	Grounds []Grounds
}

// Grounds are the evidence for the best guess of a reading, and its rivals. By is empty if there was no guess.
type Grounds struct {
	Ground
	// Lead is by how many nats the best guess leads all other results.
	Lead float64
	// Rivals are the faces that were compared place by place, the likeliest first. The best guess is one of them.
	// Each is listed once, on the die that it fits best.
	Rivals []Ground
}

// Ground is the evidence for a guess.
type Ground struct {
	// By is "places", "face", "icon" or "number": what Like and Same compare.
	By                                            string
	Like, Same, Copies, Beside, Shape, Tint, Size float64
	// Far says that the die isn't among those expected.
	Far bool
	// Die, Icon, Count and Value are the guess, whether it was accepted or not.
	Die   string
	Icon  string
	Count int
	Value *int
}

// New makes a matcher from die definitions and an index of taught shots. Either may be nil. If a taught die isn't
// defined, it is known by its shots alone.
func New(dice []models.Die, shots *gallery.Index) *Matcher {
	if shots == nil {
		shots, _ = gallery.NewIndex(nil, nil) // an empty index can't fail
	}
	m := &Matcher{shots: shots, byID: map[string]int{}, homes: map[gallery.Class][]home{}, tints: map[string][][]float32{}, trust: usualTrust()}
	for _, d := range dice {
		m.add(d)
	}
	for _, s := range shots.Shots {
		m.addTaught(s)
	}
	for i, d := range m.dice {
		for f, face := range d.faces {
			m.homes[face.class] = append(m.homes[face.class], home{i, f})
		}
	}
	m.learnTints()
	m.learnSizes(dice)
	return m
}

func (m *Matcher) add(d models.Die) {
	k := kin{id: d.ID, name: cmp.Or(d.Name, d.ID), shape: vision.Shape(d.Shape), colors: colorsKey(d.ID, d.Race, d.Colors, d.Ink)}
	for n := range d.Faces {
		k.addFace(n, gallery.ClassOf(d, n))
	}
	m.byID[d.ID] = len(m.dice)
	m.dice = append(m.dice, k)
}

func (k *kin) addFace(n int, c gallery.Class) {
	if c.Icon == "" && !c.Numbered || slices.ContainsFunc(k.faces, func(f kinFace) bool { return f.class == c }) {
		return
	}
	k.faces = append(k.faces, kinFace{n, c})
}

// addTaught adds what a shot says of a die that isn't defined.
func (m *Matcher) addTaught(s gallery.Shot) {
	i, ok := m.byID[taughtID(s)]
	if !ok {
		i = len(m.dice)
		m.byID[taughtID(s)] = i
		m.dice = append(m.dice, kin{id: s.Die, name: s.Die, shape: vision.Shape(s.Shape), colors: colorsKey(s.Die, s.Race, s.Colors, "")})
	}
	m.dice[i].addFace(s.Face, s.Class())
}

// taughtID is the id of a shot's die. Shots of dice that nobody named are gathered by their shape.
func taughtID(s gallery.Shot) string { return cmp.Or(s.Die, "any "+s.Shape) }

// Read reads a scene. expected are the ids of the thrown dice, each as often as it was thrown. If it is nil, nobody
// said what was thrown, and all known faces compete.
func (m *Matcher) Read(s vision.Scene, expected []string) Matched {
	views := make([]view, len(s.Sightings))
	atOnce(len(views), func(i int) { views[i] = m.view(s.Sightings[i], expected) }) // comparing faces is most of the cost of matching
	scale := m.scale(s, views)
	for i := range views {
		views[i].addSizes(m, s.Sightings[i], scale)
	}
	var out Matched
	if expected == nil {
		out = m.readFree(s, views)
	} else {
		out = m.readExpected(s, views, expected)
	}
	for i := range out.Readings {
		m.addSize(&out.Readings[i], s.Sightings[i], scale)
	}
	out.Problems = append(slices.Clone(s.Problems), out.Problems...)
	return out
}

// atOnce calls do for each of n indexes, on all processors at the same time.
func atOnce(n int, do func(i int)) {
	var begun atomic.Int64
	var doing sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		doing.Go(func() {
			for i := int(begun.Add(1)) - 1; i < n; i = int(begun.Add(1)) - 1 {
				do(i)
			}
		})
	}
	doing.Wait()
}

// addSize adds the die's size if a scale is known. If it is also known how large such a die looks, the size is
// measured against that.
func (m *Matcher) addSize(r *vision.Reading, d vision.Sighting, scale float64) {
	if scale <= 0 {
		return
	}
	r.SizeMM = rounded(d.SizePx / scale)
	if r.Die == nil {
		return
	}
	if k := m.dice[m.byID[*r.Die]]; k.mm > 0 && k.nominal > 0 {
		r.SizeMM = rounded(k.nominal * d.Measure() / scale / k.mm)
	}
}

// leastNamed is the least confidence with which a face is named if nobody said what was thrown. If the confidence is
// lower, or the face's places hardly agree, the face counts as never taught, and the most similar faces are offered.
const leastNamed = .4

// readFree reads each die by itself.
func (m *Matcher) readFree(s vision.Scene, views []view) Matched {
	var out Matched
	for i, v := range views {
		best, margin := v.lead()
		r := m.reading(s.Sightings[i], v, best, margin)
		if best != nil && best.by == byPlaces && (best.same < leastSame || r.Confidence < leastNamed) {
			r = m.unknown(vision.ReadOne(s.Sightings[i], vision.Usual()), v)
		}
		out.Readings = append(out.Readings, r)
		out.Grounds = append(out.Grounds, m.grounds(v, best, margin))
	}
	return out
}
