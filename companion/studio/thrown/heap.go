// Package thrown keeps dice that are thrown to be taught. Faces that show the same print are one group, over all dice and throws, and one word names a
// group. What the package is told is on disk before it answers.
package thrown

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"astragal/companion/studio/layout"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Heap is an army that is taught by throwing it. It isn't safe for concurrent use.
type Heap struct {
	store
	army  []models.Die
	words []Word
	// doubted is the last word against which something spoke. If it is said again, it holds.
	doubted *Word
	// learned are the dice of words that the gallery was given.
	learned []Word
	heard   int
	prints
}

// Word names a group by one of its dice. Left says that nobody will name it.
type Word struct {
	At
	Die  string `json:"die"`
	Face int    `json:"face"`
	Left bool   `json:"left"`
}

// At is the n-th die of a throw, both from 0.
type At struct {
	Throw int `json:"throw"`
	N     int `json:"n"`
}

// group are dice that show the same print.
type group struct {
	shape   vision.Shape
	members []At
}

const (
	// mostThrows bounds a heap.
	mostThrows = 60
	firstHeard = 1 << 30
)

type onDisk struct {
	Army    []models.Die `json:"army"`
	Throws  int          `json:"throws"`
	Words   []Word       `json:"words"`
	Doubted *Word        `json:"doubted"`
	Learned []Word       `json:"learned"`
	Heard   int          `json:"heard"`
}

// Begin starts a heap with an army, in which each die is as often as it is there. It replaces one that the folder keeps.
func Begin(folder string, army []models.Die) (*Heap, error) {
	h := &Heap{store: heapStore(folder), army: slices.Clone(army), heard: rand.IntN(firstHeard)}
	if len(h.Classes()) == 0 {
		return nil, errors.New("on these dice is nothing printed that could be taught: choose others")
	}
	if err := h.begin(); err != nil {
		return nil, err
	}
	return h, h.save()
}

// Open goes on with the heap that a folder keeps; nil if there is none.
func Open(folder string) (*Heap, error) {
	var on onDisk
	kept := heapStore(folder)
	there, err := kept.read(&on)
	if !there {
		return nil, nil
	}
	h := &Heap{store: kept, army: on.Army, words: on.Words, doubted: on.Doubted, learned: on.Learned, heard: on.Heard}
	if err == nil {
		h.throws, err = kept.scenes(on.Throws)
	}
	for _, w := range on.Words {
		if err == nil && (!h.has(w.At) || !w.Left && h.die(w.Die, w.Face) == nil) {
			err = errors.New("it names a die that it doesn't hold")
		}
	}
	if err == nil {
		err = h.group()
	}
	if err != nil {
		return nil, kept.broken(err)
	}
	return h, nil
}

// Forget drops the heap that a folder keeps.
func Forget(folder string) error { return heapStore(folder).forget() }

func (h *Heap) save() error {
	return h.keep(onDisk{h.army, len(h.throws), h.words, h.doubted, h.learned, h.heard})
}

// turn changes the heap, if the change can be written down.
func (h *Heap) turn(change func()) error {
	return turned(h, func() { change(); h.heard++ }, h.group, h.save)
}

// Fits returns an error that names a die whose definition has changed since the heap began.
func (h *Heap) Fits(find func(id string) (models.Die, error)) error {
	for _, was := range h.army {
		is, err := find(was.ID)
		if err != nil {
			return err
		}
		a, err := json.Marshal(was)
		if err != nil {
			return err
		}
		b, err := json.Marshal(is)
		if err != nil {
			return err
		}
		if !bytes.Equal(a, b) {
			return fmt.Errorf("%s was changed since these dice were thrown: stop here, and begin anew", was.ID)
		}
	}
	return nil
}

// Army are the ids of its dice, once for each die. Throws is what was seen. Heard rises with each word; no two heaps share a number.
func (h *Heap) Army() []string {
	out := []string{}
	for _, d := range h.army {
		out = append(out, d.ID)
	}
	return out
}
func (h *Heap) Throws() []vision.Scene { return h.throws }
func (h *Heap) Heard() int             { return h.heard }

// Classes are those of the army's faces, each once.
func (h *Heap) Classes() []gallery.Class {
	var out []gallery.Class
	for _, d := range h.army {
		for i, f := range d.Faces {
			if c := gallery.ClassOf(d, i); (f.Icon != "" || f.Value != nil) && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// die is a die of the army that has such a face; nil if none has.
func (h *Heap) die(id string, face int) *models.Die {
	for i, d := range h.army {
		if d.ID == id && face >= 0 && face < len(d.Faces) {
			return &h.army[i]
		}
	}
	return nil
}

// Throw takes in what lies there after a throw.
func (h *Heap) Throw(s vision.Scene) error {
	switch {
	case len(s.Sightings) == 0:
		return errors.New("no die is seen: throw these dice first")
	case len(h.throws) >= mostThrows:
		return fmt.Errorf("these are %d throws: name what was seen, or begin anew", mostThrows)
	case h.taken(s):
		return errors.New("this throw was taken already: throw again")
	}
	if err := h.keepScene(len(h.throws), s); err != nil {
		return err
	}
	return h.turn(func() { h.throws, h.doubted = append(slices.Clone(h.throws), s), nil })
}

// Say names the group of a die. It refuses a word that contradicts the army or other words, and says why. If only the looks speak against a word, the
// same word holds when it is said again.
func (h *Heap) Say(w Word) error {
	g := h.groupOf(w.At)
	switch {
	case g < 0:
		return errors.New("this die has no face that can be named: throw again")
	case !w.Left && h.die(w.Die, w.Face) == nil:
		return fmt.Errorf("no die of these is called %.60q, or it has no such face", w.Die)
	}
	words := slices.DeleteFunc(slices.Clone(h.words), func(o Word) bool { return h.groupOf(o.At) == g })
	if !w.Left {
		if err := h.fitsArmy(w, g, words); err != nil {
			return err
		}
		if why := h.looksLike(w, g, words); why != "" && (h.doubted == nil || *h.doubted != w) {
			if err := h.turn(func() { h.doubted = &w }); err != nil {
				return err
			}
			return errors.New(why)
		}
	}
	return h.turn(func() { h.words, h.doubted = slices.Concat(words, []Word{w}), nil })
}

// Back takes the last word back. If there is none, it takes the last throw back.
func (h *Heap) Back() error {
	switch {
	case len(h.words) > 0:
		return h.turn(func() { h.words, h.doubted = slices.Clone(h.words[:len(h.words)-1]), nil })
	case len(h.throws) > 0:
		return h.turn(func() { h.throws, h.doubted = slices.Clone(h.throws[:len(h.throws)-1]), nil })
	}
	return errors.New("nothing was thrown or said yet that could be taken back")
}

// fitsArmy returns an error if in some throw more dice would show a face than the army has.
func (h *Heap) fitsArmy(w Word, g int, words []Word) error {
	c := gallery.ClassOf(*h.die(w.Die, w.Face), w.Face)
	have := 0
	for _, d := range h.army {
		for i := range d.Faces {
			if gallery.ClassOf(d, i) == c {
				have++
				break
			}
		}
	}
	shown := map[int]int{}
	count := func(g int) {
		for _, a := range h.groups[g].members {
			shown[a.Throw]++
		}
	}
	count(g)
	for _, o := range words {
		if !o.Left && gallery.ClassOf(*h.die(o.Die, o.Face), o.Face) == c {
			count(h.groupOf(o.At))
		}
	}
	for k := range h.throws {
		if shown[k] > have {
			return fmt.Errorf("in throw %d %d dice would show %s, but only %d of these dice %s it", k+1, shown[k], c.Words(), have, map[bool]string{true: "has", false: "have"}[have == 1])
		}
	}
	return nil
}

// looksLike says that a group looks like one with another name; empty if it doesn't.
func (h *Heap) looksLike(w Word, g int, words []Word) string {
	c := gallery.ClassOf(*h.die(w.Die, w.Face), w.Face)
	for _, o := range words {
		if o.Left {
			continue
		}
		as, og := gallery.ClassOf(*h.die(o.Die, o.Face), o.Face), h.groupOf(o.At)
		if as == c || as.Drawing == c.Drawing || layout.MayLookTheSame(as, c) || h.groups[og].shape != h.groups[g].shape {
			continue
		}
		if h.like(h.groups[g], h.groups[og].members[0]) > layout.SeemsOther(string(h.groups[g].shape)) {
			return fmt.Sprintf("it looks much like what was named %s: if it really is %s, say so once more", as.Words(), c.Words())
		}
	}
	return ""
}

// Claims are what the words say of each die of their groups.
func (h *Heap) Claims() []layout.Claim {
	out, _ := h.claims()
	return out
}

func (h *Heap) claims() (out []layout.Claim, at []At) {
	for _, w := range h.words {
		if w.Left {
			continue
		}
		d := *h.die(w.Die, w.Face)
		c := gallery.ClassOf(d, w.Face)
		homes := map[string]bool{}
		for _, o := range h.army {
			for i := range o.Faces {
				if gallery.ClassOf(o, i) == c {
					homes[o.ID] = true
				}
			}
		}
		for _, a := range h.best(h.groups[h.groupOf(w.At)]) {
			seen := h.seen(a)
			if len(homes) > 1 {
				seen.SizeMM = 0 // it may be another die with the same face
			}
			out, at = append(out, layout.Claim{Place: h.number(a), Die: d, Face: w.Face, Seen: seen}), append(at, a)
		}
	}
	return out, at
}

// mostLearned is how many pictures of a group are learned. More would teach nothing new.
const mostLearned = 6

// Behind are the claims that the gallery wasn't given yet, and those that it was given and that don't hold any more.
func (h *Heap) Behind() (learn, forget []layout.Claim) {
	claims, at := h.claims()
	for i, c := range claims {
		if !slices.Contains(h.learned, Word{At: at[i], Die: c.Die.ID, Face: c.Face}) {
			learn = append(learn, c)
		}
	}
	for _, l := range h.learned {
		if d := h.die(l.Die, l.Face); d != nil && h.has(l.At) && !h.holds(l) {
			forget = append(forget, layout.Claim{Place: h.number(l.At), Die: *d, Face: l.Face, Seen: h.seen(l.At)})
		}
	}
	return learn, forget
}

// holds says whether the group of a die still has that name.
func (h *Heap) holds(l Word) bool {
	g := h.groupOf(l.At)
	return slices.ContainsFunc(h.words, func(w Word) bool { return w.Die == l.Die && w.Face == l.Face && !w.Left && h.groupOf(w.At) == g })
}

// CaughtUp takes in that the gallery has learned and forgotten what Behind told.
func (h *Heap) CaughtUp() error {
	was := h.learned
	h.learned = slices.DeleteFunc(slices.Clone(was), func(l Word) bool { return !h.holds(l) })
	claims, at := h.claims()
	for i, c := range claims {
		if w := (Word{At: at[i], Die: c.Die.ID, Face: c.Face}); !slices.Contains(h.learned, w) {
			h.learned = append(h.learned, w)
		}
	}
	if err := h.save(); err != nil {
		h.learned = was
		return err
	}
	return nil
}
