// Package course keeps what is said while an army is taught that is laid out in rows and shown face by face. What it is told is on disk before it
// answers.
package course

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"astragal/companion/studio/layout"
	"astragal/companion/wholefile"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Course is an army that is being taught, laid out in rows. At each press of a button the dice show their next faces. A Course isn't safe for
// concurrent use.
type Course struct {
	folder string
	// army are the dice by their definitions at the beginning, once for each die.
	army  []models.Die
	trays []layout.Tray
	// faces are the faces that each place shows. twice are those that it shows again at the end.
	faces, twice [][]int
	// steps are the states after each press and each other word. The last one counts.
	steps []step
	// heard counts what was said, including what was taken back. It begins at a random number, so that no two courses share one.
	heard int
	// pressed is the number of the last press, even if that was taken back: no two presses share a number.
	pressed int
	// learned are the claims that the gallery was given.
	learned []told
	// seen are the dice of each press, by the press's number.
	seen map[int][]vision.Sighting
}

// step is a state of a course.
type step struct {
	// Asked is how many presses count so far.
	Asked int `json:"asked"`
	// Turned is by how many quarter turns to the right the picture is turned against the page.
	Turned int `json:"turned"`
	// Told are the claims that hold. Left are faces that were given up: nobody will claim them.
	Told []told `json:"told"`
	Left []told `json:"left"`
	// Doubted are claims that don't hold and were not made again since.
	Doubted []told `json:"doubted"`
	// Tries is how often the claim that is next for a place was doubted.
	Tries map[int]int `json:"tries"`
	Said  []Said      `json:"said"`
}

// told says that the die at a place showed a face. The die is the n-th sighting of a press.
type told struct {
	Place int `json:"place"`
	Face  int `json:"face"`
	Press int `json:"press"`
	N     int `json:"n"`
}

// Said is one thing that is wrong with what the dice showed.
type Said struct {
	Words string `json:"words"`
	// Places are the places that it is about.
	Places []int `json:"places"`
	// Pictures show the dice that it is about, first those of this press.
	Pictures []Picture `json:"pictures"`
}

// Picture is the n-th die (from 0) of a press.
type Picture struct {
	Press int `json:"press"`
	N     int `json:"n"`
}

// Want is what a place should show next.
type Want struct {
	// Place is its index in the whole army.
	Place       int
	Die         models.Die
	Row, Column int
	// Face is the face to turn up; -1 if the die may lie as it does.
	Face int
	// Again says that the face was shown already: it was doubted, or was shown at the beginning.
	Again bool
	// Shown is the last picture that was taken of it, if there is any.
	Shown *Picture
}

const (
	courseFile = "course.json"
	// mostPresses bounds a course. Nobody needs as many.
	mostPresses = 400
)

type courseOnDisk struct {
	Army    []models.Die `json:"army"`
	Steps   []step       `json:"steps"`
	Heard   int          `json:"heard"`
	Pressed int          `json:"pressed"`
	Learned []told       `json:"learned"`
}

// firstHeard is the bound of the random number at which a course begins to count.
const firstHeard = 1 << 30

// Begin starts a course with an army, in which each die is as often as it is there. It replaces one that the folder keeps.
func Begin(folder string, army []models.Die) (*Course, error) {
	c := &Course{folder: folder, army: slices.Clone(army), heard: rand.IntN(firstHeard), seen: map[int][]vision.Sighting{}}
	if c.plan(army); len(c.trays) == 0 {
		return nil, errors.New("on these dice is nothing printed that could be taught: choose others")
	}
	if err := Forget(folder); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("keep the course: %w", err)
	}
	c.steps = []step{{Tries: map[int]int{}}}
	return c, c.save()
}

// Open goes on with the course that a folder keeps; nil if there is none.
func Open(folder string) (*Course, error) {
	raw, err := os.ReadFile(filepath.Join(folder, courseFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var on courseOnDisk
	if err == nil {
		err = wholefile.Parse(raw, &on)
	}
	if err == nil && len(on.Steps) == 0 {
		err = errors.New("it holds no step")
	}
	if err != nil {
		return nil, fmt.Errorf("go on with the course in %s: %w: begin anew", folder, err)
	}
	c := &Course{folder: folder, army: on.Army, steps: on.Steps, heard: on.Heard, pressed: on.Pressed, learned: on.Learned, seen: map[int][]vision.Sighting{}}
	c.plan(c.army)
	places, said := c.places(), c.learned
	for _, s := range c.steps {
		said = slices.Concat(said, s.Told, s.Left, s.Doubted)
	}
	for _, t := range said {
		if t.Place < 0 || t.Place >= len(places) || t.Face < 0 || t.Face >= len(places[t.Place].Die.Faces) {
			return nil, fmt.Errorf("go on with the course in %s: it tells of a face that no die of it has: begin anew", folder)
		}
	}
	return c, c.readPresses()
}

// Fits returns an error that names a die whose definition has changed since the course began: what was said of its faces would be learned for other
// faces. find gives a die by its id.
func (c *Course) Fits(find func(id string) (models.Die, error)) error {
	for _, was := range c.army {
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
			return fmt.Errorf("%s was changed since these dice were laid out: stop here, and begin anew", cmp.Or(is.Name, is.ID))
		}
	}
	return nil
}

// Forget drops the course that a folder keeps.
func Forget(folder string) error {
	// The course is removed first: presses without it count as nothing.
	names, err := filepath.Glob(filepath.Join(folder, "press-*.json"))
	if err != nil {
		return err
	}
	for _, name := range append([]string{filepath.Join(folder, courseFile)}, names...) {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forget the course: %w", err)
		}
	}
	return nil
}

func (c *Course) readPresses() error {
	want := map[int]int{} // the least number of dice that each press must have
	for _, t := range c.learned {
		want[t.Press] = max(want[t.Press], t.N+1)
	}
	for _, s := range c.steps {
		for _, t := range slices.Concat(s.Told, s.Doubted) {
			want[t.Press] = max(want[t.Press], t.N+1)
		}
		for _, said := range s.Said {
			for _, p := range said.Pictures {
				want[p.Press] = max(want[p.Press], p.N+1)
			}
		}
	}
	for press, n := range want {
		raw, err := os.ReadFile(c.pressFile(press))
		var seen []vision.Sighting
		if err == nil {
			err = json.Unmarshal(raw, &seen)
		}
		if err == nil && len(seen) < n {
			err = errors.New("it holds too few dice")
		}
		if err != nil {
			return fmt.Errorf("go on with the course in %s: press %d: %w: begin anew", c.folder, press, err)
		}
		c.seen[press] = seen
	}
	return nil
}

func (c *Course) pressFile(n int) string {
	return filepath.Join(c.folder, fmt.Sprintf("press-%03d.json", n))
}

func (c *Course) save() error {
	raw, err := json.Marshal(courseOnDisk{c.army, c.steps, c.heard, c.pressed, c.learned})
	if err != nil {
		return err
	}
	if err := wholefile.Write(filepath.Join(c.folder, courseFile), raw); err != nil {
		return fmt.Errorf("keep the course: %w", err)
	}
	return nil
}

// move adds a step, which then counts, if it can be written down.
func (c *Course) move(to step) error { return c.turnTo(append(slices.Clone(c.steps), to)) }

func (c *Course) turnTo(steps []step) error {
	was := *c
	c.steps, c.heard = steps, c.heard+1
	if err := c.save(); err != nil {
		*c = was
		return err
	}
	return nil
}

func (c *Course) now() step { return c.steps[len(c.steps)-1] }

// Army are the ids of its dice, once for each die.
func (c *Course) Army() []string {
	out := []string{}
	for _, d := range c.army {
		out = append(out, d.ID)
	}
	return out
}

// Heard rises with each word that the course hears, also if the word takes another one back. Another course has other numbers.
func (c *Course) Heard() int { return c.heard }

// Presses is how often somebody said that the dice lie as the page draws them.
func (c *Course) Presses() int { return c.now().Asked }

// Turned is by how many quarter turns to the right the picture is turned against the page.
func (c *Course) Turned() int { return c.now().Turned }

// Said is what was wrong with what the dice last showed.
func (c *Course) Said() []Said { return slices.Clone(c.now().Said) }

// places are the places of all trays.
func (c *Course) places() []layout.Place { return slices.Concat(c.placesByTray()...) }

func (c *Course) placesByTray() [][]layout.Place {
	var out [][]layout.Place
	for _, t := range c.trays {
		out = append(out, t)
	}
	return out
}

// Tray is the number of the tray that is shown, from 0, and how many trays there are. done says that all was shown.
func (c *Course) Tray() (at, of int, done bool) {
	first := 0
	for n, t := range c.trays {
		for k := range t {
			if c.next(first+k) >= 0 {
				return n, len(c.trays), false
			}
		}
		first += len(t)
	}
	return len(c.trays) - 1, len(c.trays), true
}

// next is the face that a place should show next; -1 if it has shown all.
func (c *Course) next(place int) int {
	s := c.now()
	is := func(face int) func(told) bool {
		return func(t told) bool { return t.Place == place && t.Face == face }
	}
	for _, f := range c.faces[place] {
		if !slices.ContainsFunc(s.Told, is(f)) && !slices.ContainsFunc(s.Left, is(f)) {
			return f
		}
	}
	for _, f := range c.twice[place] {
		if !slices.ContainsFunc(s.Left, is(f)) && count(s.Told, is(f)) < 2 {
			return f
		}
	}
	return -1
}

// mostAgain is how many faces of a die are shown again, beside the first.
const mostAgain = 2

// plan lays an army out. If it has several dice, each shows its first face again at the end, and some faces that no other die has. That finds dice that
// changed places in between, which nothing else would show.
func (c *Course) plan(army []models.Die) {
	c.trays = layout.Trays(army)
	// Faces of one class look alike only on the same solid.
	type print struct {
		class gallery.Class
		shape string
	}
	printed := func(d models.Die, face int) print { return print{gallery.ClassOf(d, face), d.Shape} }
	shown := map[print]int{}
	places := c.places()
	for _, p := range places {
		faces := layout.Faces(p.Die)
		c.faces = append(c.faces, faces)
		for _, f := range faces {
			shown[printed(p.Die, f)]++
		}
	}
	for k, faces := range c.faces {
		var twice []int
		for i, f := range faces {
			if len(places) > 1 && len(faces) > 1 && (i == 0 || shown[printed(places[k].Die, f)] == 1 && len(twice) <= mostAgain) {
				twice = append(twice, f)
			}
		}
		c.twice = append(c.twice, twice)
	}
}

func count[T any](all []T, is func(T) bool) int {
	n := 0
	for _, x := range all {
		if is(x) {
			n++
		}
	}
	return n
}

// Wants are the places of the tray that is shown, row by row.
func (c *Course) Wants() []Want {
	at, _, _ := c.Tray()
	first := 0
	for _, t := range c.trays[:at] {
		first += len(t)
	}
	s := c.now()
	var out []Want
	for k, p := range c.trays[at] {
		w := Want{Place: first + k, Die: p.Die, Row: p.Row, Column: p.Column, Face: c.next(first + k)}
		w.Again = s.Tries[w.Place] > 0
		for _, t := range s.Told {
			if t.Place == w.Place {
				w.Shown = &Picture{t.Press, t.N}
			}
			w.Again = w.Again || t.Place == w.Place && t.Face == w.Face
		}
		out = append(out, w)
	}
	return out
}

// Left is how many presses are still needed if nothing goes wrong.
func (c *Course) Left() int {
	out, first := 0, 0
	s := c.now()
	for _, tray := range c.trays {
		most := 0
		for k := range tray {
			place := first + k
			own := func(t told) bool { return t.Place == place }
			want := len(c.faces[place]) + len(c.twice[place])
			if c.next(place) >= 0 {
				most = max(most, want-count(s.Told, own)-count(s.Left, own), 1)
			}
		}
		out += most
		first += len(tray)
	}
	return out
}

// Press takes in that the dice lie as Wants says, and what the camera saw of them. Claims that hold are told from then on; Said says what is wrong with
// the rest.
func (c *Course) Press(seen []vision.Sighting) error {
	s := c.now()
	next := step{Asked: s.Asked + 1, Turned: s.Turned, Told: slices.Clone(s.Told), Left: s.Left, Doubted: s.Doubted, Tries: map[int]int{}}
	wants := c.Wants()
	at, _, done := c.Tray()
	switch {
	case done:
		return errors.New("all of these dice were shown already")
	case c.pressed >= mostPresses:
		return fmt.Errorf("this course has heard %d presses: begin a new one", mostPresses)
	}
	press := c.pressed + 1
	raw, err := json.Marshal(seen)
	if err == nil {
		err = wholefile.Write(c.pressFile(press), raw)
	}
	if err != nil {
		return fmt.Errorf("keep what the camera saw: %w", err)
	}
	c.pressed, c.seen[press] = press, seen
	found := c.trays[at].Find(seen, s.Turned)
	if len(found.Words) > 0 {
		next.Tries = s.Tries
		for _, w := range found.Words {
			said := Said{Words: w}
			for k, n := range found.At {
				if n < 0 && len(found.Extra) == 0 && slices.ContainsFunc(found.At, func(n int) bool { return n >= 0 }) {
					said.Places = append(said.Places, wants[k].Place)
				}
			}
			for _, n := range found.Extra {
				said.Pictures = append(said.Pictures, Picture{press, n})
			}
			next.Said = append(next.Said, said)
		}
		return c.move(next)
	}
	if err := c.hear(&next, press, wants, found.At); err != nil {
		return err
	}
	return c.move(next)
}

// hear checks the claims of a press, and takes over those that hold.
func (c *Course) hear(next *step, press int, wants []Want, at []int) error {
	s := c.now()
	var now []layout.Claim
	var said []told
	for k, w := range wants {
		if w.Face >= 0 {
			now = append(now, layout.Claim{Place: w.Place, Die: w.Die, Face: w.Face, Seen: c.seen[press][at[k]], Tries: s.Tries[w.Place]})
			said = append(said, told{w.Place, w.Face, press, at[k]})
		}
	}
	v, err := layout.Check(c.claims(s.Told), now, c.claims(s.Doubted))
	if err != nil {
		return err
	}
	for _, d := range v.Doubts {
		out := Said{Words: d.Words}
		for _, i := range d.Now {
			out.Places = append(out.Places, said[i].Place)
			out.Pictures = append(out.Pictures, Picture{said[i].Press, said[i].N})
			next.Tries[said[i].Place] = s.Tries[said[i].Place] + 1
		}
		for _, i := range d.Known {
			out.Pictures = append(out.Pictures, Picture{s.Told[i].Press, s.Told[i].N})
		}
		next.Said = append(next.Said, out)
	}
	next.Told = nil
	for i, t := range s.Told {
		if !slices.Contains(v.Withdrawn, i) {
			next.Told = append(next.Told, t)
		}
	}
	for _, i := range v.Right {
		next.Told = append(next.Told, said[i])
	}
	next.Doubted = stillDoubted(s, next.Told, said)
	return nil
}

// stillDoubted are the old and new claims that don't hold, of places and faces for which no claim holds.
func stillDoubted(was step, holds, said []told) []told {
	var out []told
	for _, t := range slices.Concat(was.Doubted, was.Told, said) {
		if !slices.ContainsFunc(holds, func(h told) bool { return h.Place == t.Place && h.Face == t.Face }) {
			out = append(out, t)
		}
	}
	return out
}

func (c *Course) claims(all []told) []layout.Claim {
	places := c.places()
	var out []layout.Claim
	for _, t := range all {
		out = append(out, layout.Claim{Place: t.Place, Die: places[t.Place].Die, Face: t.Face, Seen: c.seen[t.Press][t.N]})
	}
	return out
}

// Claims are the claims that hold.
func (c *Course) Claims() []layout.Claim { return c.claims(c.now().Told) }

// Picture is what the camera saw of a die of a press; false if there is none.
func (c *Course) Picture(p Picture) ([]byte, bool) {
	seen := c.seen[p.Press]
	if p.N < 0 || p.N >= len(seen) || len(seen[p.N].Crop) == 0 {
		return nil, false
	}
	return seen[p.N].Crop, true
}

// Behind are the claims that the gallery wasn't given yet, and those that it was given and that don't hold any more. If somebody takes a shot out of
// the gallery by hand, it isn't given again.
func (c *Course) Behind() (learn, forget []layout.Claim) {
	told := c.now().Told
	return c.claims(but(told, c.learned)), c.claims(but(c.learned, told))
}

// but are the elements of some that aren't in others.
func but(some, others []told) []told {
	return slices.DeleteFunc(slices.Clone(some), func(t told) bool { return slices.Contains(others, t) })
}

// CaughtUp takes in that the gallery has learned and forgotten what Behind told.
func (c *Course) CaughtUp() error {
	was := c.learned
	c.learned = slices.Clone(c.now().Told)
	if err := c.save(); err != nil {
		c.learned = was
		return err
	}
	return nil
}

// LeaveOut gives up the face that a place should show next. It will be asked about when it is thrown.
func (c *Course) LeaveOut(place int) error {
	for _, w := range c.Wants() {
		if w.Place == place && w.Face >= 0 {
			next := c.now()
			next.Left = append(slices.Clone(next.Left), told{Place: place, Face: w.Face})
			next.Tries, next.Said = without(next.Tries, place), sayLess(next.Said, place)
			return c.move(next)
		}
	}
	return errors.New("this die has no face to be shown now")
}

func without(tries map[int]int, place int) map[int]int {
	out := map[int]int{}
	for k, n := range tries {
		if k != place {
			out[k] = n
		}
	}
	return out
}

func sayLess(said []Said, place int) []Said {
	return slices.DeleteFunc(slices.Clone(said), func(s Said) bool { return len(s.Places) == 1 && s.Places[0] == place })
}

// Turn turns the picture by a quarter turn to the right against the page.
func (c *Course) Turn() error {
	next := c.now()
	next.Turned, next.Said = (next.Turned+1)%4, nil
	return c.move(next)
}

// Back takes the last word back: a press with all that came of it, or a face that was left out.
func (c *Course) Back() error {
	if len(c.steps) < 2 {
		return errors.New("nothing was said yet that could be taken back")
	}
	return c.turnTo(slices.Clone(c.steps[:len(c.steps)-1]))
}
