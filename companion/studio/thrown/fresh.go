package thrown

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/studio/layout"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Fresh is a die that no list has. Its owner lays it under the camera or throws it, face by face, and says what each picture is. Several dice of the
// kind may lie there at once. A Fresh isn't safe for concurrent use.
type Fresh struct {
	store
	names []Naming
	heard int
	prints
}

// Naming says what a print of a die is. Left says that it is no face of the die. Faces is on how many faces the die has it, 0 if nobody said.
type Naming struct {
	At
	Shows models.Face `json:"shows"`
	Faces int         `json:"faces"`
	Left  bool        `json:"left"`
}

type freshOnDisk struct {
	Looks int      `json:"looks"`
	Names []Naming `json:"names"`
	Heard int      `json:"heard"`
}

// BeginFresh starts with a die that nobody knows. It replaces one that the folder keeps.
func BeginFresh(folder string) (*Fresh, error) {
	f := &Fresh{store: freshStore(folder), heard: rand.IntN(firstHeard)}
	if err := f.begin(); err != nil {
		return nil, err
	}
	return f, f.save()
}

// OpenFresh goes on with the die that a folder keeps; nil if there is none.
func OpenFresh(folder string) (*Fresh, error) {
	var on freshOnDisk
	kept := freshStore(folder)
	there, err := kept.read(&on)
	if !there {
		return nil, nil
	}
	f := &Fresh{store: kept, names: on.Names, heard: on.Heard}
	if err == nil {
		f.throws, err = kept.scenes(on.Looks)
	}
	if err == nil {
		err = f.group()
	}
	if err == nil && slices.ContainsFunc(f.names, func(n Naming) bool { return f.groupOf(n.At) < 0 }) {
		err = errors.New("it names a picture that it doesn't hold")
	}
	if err != nil {
		return nil, kept.broken(err)
	}
	return f, nil
}

// ForgetFresh drops the die that a folder keeps.
func ForgetFresh(folder string) error { return freshStore(folder).forget() }

func (f *Fresh) save() error { return f.keep(freshOnDisk{len(f.throws), f.names, f.heard}) }

// turn changes the die, if the change can be written down.
func (f *Fresh) turn(change func()) error {
	return turned(f, func() { change(); f.heard++ }, f.group, f.save)
}

// Heard rises with each word; no two dice share a number. Looks is how often the tray was looked at.
func (f *Fresh) Heard() int { return f.heard }
func (f *Fresh) Looks() int { return len(f.throws) }

// Look takes in what lies there: one face of the die, or faces of several dice like it.
func (f *Fresh) Look(s vision.Scene) error {
	solid, _ := f.solid()
	usable, why := 0, ""
	for _, d := range s.Sightings {
		switch {
		case len(d.Doubts) > 0:
			why = d.Doubts[0]
		case len(d.Shapes) == 0 || len(d.Embedding) == 0 || len(d.Crop) == 0 || d.Found < vision.Usual().Found:
			why = "it isn't seen well"
		case solid == "":
			solid, usable = d.Shapes[0].Shape, usable+1
		case d.Shapes[0].Shape != solid && d.Shapes[0].P > surely:
			return fmt.Errorf("a %s lies there, and the new die is a %s: leave only dice of one kind on the tray", d.Shapes[0].Shape, solid)
		case d.Shapes[0].Shape != solid:
			why = fmt.Sprintf("it looks like a %s, and the new die is a %s", d.Shapes[0].Shape, solid)
		default:
			usable++
		}
	}
	switch {
	case len(s.Sightings) == 0:
		return errors.New("no die is seen: lay it down in the middle of the tray, away from its edge")
	case usable == 0:
		return fmt.Errorf("the die can't be used as it lies (%s): lay it down once more", why)
	case len(f.throws) >= mostThrows:
		return fmt.Errorf("the tray was looked at %d times: name what was seen, or begin anew", mostThrows)
	case f.taken(s):
		return errors.New("this picture was taken already: turn the die to another face, or throw it again")
	}
	if err := f.keepScene(len(f.throws), s); err != nil {
		return err
	}
	return f.turn(func() { f.throws = append(slices.Clone(f.throws), s) })
}

// Name says what a print of a die is. If two prints get the same word, they are one.
func (f *Fresh) Name(n Naming) error {
	g := f.groupOf(n.At)
	if g < 0 {
		return errors.New("this picture shows no face that can be named: look at the die once more")
	}
	n.Shows = plainFace(n.Shows)
	if !n.Left && n.Shows.Icon == "" && n.Shows.Value == nil {
		return errors.New("say in a word what the face shows; if nothing is printed on it, say blank")
	}
	names := slices.DeleteFunc(slices.Clone(f.names), func(o Naming) bool { return f.groupOf(o.At) == g })
	for i, o := range names {
		if n.Faces > 0 && !n.Left && !o.Left && sameFace(o.Shows, n.Shows) {
			names[i].Faces = n.Faces
		}
	}
	return f.turn(func() { f.names = slices.Concat(names, []Naming{n}) })
}

// Back takes the last look back, with what was said of pictures that only this look has.
func (f *Fresh) Back() error {
	if len(f.throws) == 0 {
		return errors.New("nothing was shown yet that could be taken back")
	}
	return f.turn(func() {
		f.throws = slices.Clone(f.throws[:len(f.throws)-1])
		f.names = slices.DeleteFunc(slices.Clone(f.names), func(n Naming) bool { return n.Throw >= len(f.throws) })
	})
}

// signs are words for what stands on Fate dice.
var signs = map[string]string{"+": "plus", "-": "minus", "−": "minus", "–": "minus"}

// plainFace is a face as a person meant it: a number alone is a value, and signs have names.
func plainFace(s models.Face) models.Face {
	s.Icon = strings.Join(strings.Fields(s.Icon), " ")
	if v, err := strconv.Atoi(s.Icon); err == nil && s.Value == nil && s.Icon != "" && s.Icon[0] >= '0' && s.Icon[0] <= '9' {
		return models.Face{Value: &v}
	}
	s.Icon = cmp.Or(signs[s.Icon], s.Icon)
	if s.Icon != "" && s.Count == 0 {
		s.Count = 1
	}
	return s
}

func sameFace(a, b models.Face) bool {
	same := a.Value == nil && b.Value == nil || a.Value != nil && b.Value != nil && *a.Value == *b.Value
	return same && a.Icon == b.Icon && a.Count == b.Count
}

// Print is a face that the die showed, and how often it was seen.
type Print struct {
	// Of is the largest picture, More are others.
	Of   At   `json:"of"`
	More []At `json:"more"`
	// Seen is how many dice showed it in all looks.
	Seen int `json:"seen"`
	// Naming is what was said; nil if nobody has said anything.
	Naming *Naming `json:"naming"`
}

// Prints are the different prints, in the order in which they were seen.
func (f *Fresh) Prints() []Print {
	out := []Print{}
	for i, g := range f.groups {
		best := f.best(g)
		p := Print{Of: best[0], More: append([]At{}, best[1:min(len(best), 3)]...), Seen: len(g.members)}
		for _, n := range f.names {
			if f.groupOf(n.At) == i {
				p.Naming = &n
			}
		}
		out = append(out, p)
	}
	return out
}

// solid is the likeliest solid of all dice seen, and how sure that is, 0 to 1; empty if none was seen.
func (f *Fresh) solid() (vision.Shape, float64) {
	sums, n := map[vision.Shape]float64{}, 0.0
	for _, s := range f.throws {
		for _, d := range s.Sightings {
			for _, k := range d.Shapes {
				sums[k.Shape], n = sums[k.Shape]+k.P, n+k.P
			}
		}
	}
	var best vision.Shape
	for k, p := range sums {
		if best == "" || p > sums[best] || p == sums[best] && k < best {
			best = k
		}
	}
	if n == 0 {
		return "", 0
	}
	return best, sums[best] / n
}

// Seen is what the program sees of the die itself: its solid, its colours, the body's first, and its size from edge to edge in mm. The size is 0 if no
// calibrated camera measured it.
func (f *Fresh) Seen() (solid vision.Shape, colors []string, mm float64) {
	solid, _ = f.solid()
	var sizes []float64
	first, second := map[string]int{}, map[string]int{}
	n := 0
	for _, s := range f.throws {
		for _, d := range s.Sightings {
			if len(d.Shapes) == 0 || d.Shapes[0].Shape != solid {
				continue
			}
			n++
			if len(d.Colors) > 0 {
				first[d.Colors[0]]++
			}
			if len(d.Colors) > 1 {
				second[d.Colors[1]]++
			}
			if s.PxPerMM > 0 && s.ScaleFrom != "dice" {
				sizes = append(sizes, d.SizePx/s.PxPerMM)
			}
		}
	}
	body, _ := most(first)
	if body != "" {
		colors = append(colors, body)
	}
	if c, often := most(second); c != "" && c != body && 2*often > n {
		colors = append(colors, c)
	}
	if len(sizes) > 0 {
		slices.Sort(sizes)
		mm = float64(int(sizes[len(sizes)/2]*10+.5)) / 10
	}
	return solid, colors, mm
}

func most(of map[string]int) (word string, n int) {
	for w, k := range of {
		if k > n || k == n && w < word {
			word, n = w, k
		}
	}
	return word, n
}

// Faces are the named faces of the die, and how many of its faces aren't known yet. If nobody said on how many faces a picture is, it is on as many as
// showed it, provided that each look showed one die and that there were no more looks than the die has faces. Otherwise it is on one: several dice may
// show the same face.
func (f *Fresh) Faces() (faces []models.Face, missing int) {
	solid, _ := f.solid()
	sides, seen := models.Sides(string(solid)), 0
	for _, g := range f.groups {
		seen += len(g.members)
	}
	once := seen <= sides && !slices.ContainsFunc(f.throws, func(s vision.Scene) bool { return len(s.Sightings) > 1 })
	for _, p := range f.Prints() {
		if p.Naming == nil || p.Naming.Left || slices.ContainsFunc(faces, func(o models.Face) bool { return sameFace(o, p.Naming.Shows) }) {
			continue
		}
		faces = append(faces, slices.Repeat([]models.Face{p.Naming.Shows}, f.on(p.Naming.Shows, once))...)
	}
	return faces, sides - len(faces)
}

// on is on how many faces the die has what was named so. once says that each face was seen once.
func (f *Fresh) on(shows models.Face, once bool) int {
	said, seen := 0, 0
	for _, n := range f.names {
		if !n.Left && sameFace(n.Shows, shows) {
			said = max(said, n.Faces)
			seen += len(f.groups[f.groupOf(n.At)].members)
		}
	}
	switch {
	case said > 0:
		return said
	case once:
		return max(seen, 1)
	}
	return 1
}

// Die is the die with that name, once all its faces are known; before that it is an error.
func (f *Fresh) Die(id, name string) (models.Die, error) {
	solid, colors, mm := f.Seen()
	faces, missing := f.Faces()
	unnamed := 0
	for _, p := range f.Prints() {
		if p.Naming == nil {
			unnamed++
		}
	}
	switch sides := len(faces) + missing; {
	case solid == "":
		return models.Die{}, errors.New("lay the die under the camera first")
	case unnamed > 0:
		return models.Die{}, fmt.Errorf("%d of the pictures have no name yet: say what they show, or leave them out", unnamed)
	case missing > 0:
		return models.Die{}, fmt.Errorf("a %s has %d faces, and %d are known: show the others, or say which picture is on more than one", solid, sides, len(faces))
	case missing < 0:
		return models.Die{}, fmt.Errorf("a %s has %d faces, and here are %d: give pictures of the same face the same name, or say that one is on fewer faces", solid, sides, len(faces))
	}
	d := models.Die{ID: id, Name: name, Shape: string(solid), Colors: colors, Faces: faces}
	if mm > 0 {
		d.SizeMM = &mm
	}
	return d, models.CheckDice([]models.Die{d})
}

// Claims are what the names say of each picture, for a die that Die made.
func (f *Fresh) Claims(d models.Die) []layout.Claim {
	var out []layout.Claim
	for _, p := range f.Prints() {
		if p.Naming == nil || p.Naming.Left {
			continue
		}
		face := slices.IndexFunc(d.Faces, func(o models.Face) bool { return sameFace(o, p.Naming.Shows) })
		if face < 0 || gallery.ClassOf(d, face) == (gallery.Class{}) {
			continue
		}
		for _, a := range f.best(f.groups[f.groupOf(p.Of)]) {
			out = append(out, layout.Claim{Place: f.number(a), Die: d, Face: face, Seen: f.seen(a)})
		}
	}
	return out
}
