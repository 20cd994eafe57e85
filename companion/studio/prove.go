package studio

import (
	"cmp"
	"fmt"
	"slices"

	"astragal/companion/studio/known"
	"astragal/companion/studio/lesson"
	"astragal/companion/tray"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/match"
)

// Known is how surely a face is known.
type Known struct {
	Class string      `json:"class"`
	Words string      `json:"words"`
	Level known.Level `json:"level"`
	Why   string      `json:"why"`
	// Shot is a picture of it, Like a picture of a face for which it may be taken; 0 if there is none.
	Shot int `json:"shot"`
	Like int `json:"like"`
}

// Known says how surely each face of some dice is known.
func (t *Studio) Known(ids []string) ([]Known, error) {
	dice := t.named(ids)
	faces, err := known.Faces(t.Taught(), dice)
	if err != nil {
		return nil, err
	}
	words := map[gallery.Class]string{}
	for _, d := range dice {
		for i := range d.Faces {
			c := gallery.ClassOf(d, i)
			words[c] = cmp.Or(words[c], shows(d, i))
		}
	}
	out := []Known{}
	for _, f := range faces {
		out = append(out, Known{Class: f.Class.String(), Words: words[f.Class], Level: f.Level, Why: f.Why, Shot: f.Shot, Like: f.Like})
	}
	return out, nil
}

// Proof is the test of some dice that is under way, or the last one of them. If no dice are named, it is the last test of any.
func (t *Studio) Proof(ids []string) (known.Proof, error) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	p, err := known.OpenProof(t.Folder)
	if err == nil && len(ids) > 0 {
		p = p.Of(ids)
	}
	return p, err
}

// ForgetProof begins the test anew.
func (t *Studio) ForgetProof() error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	return known.ForgetProof(t.Folder)
}

// unnamed is what is said of a die that nobody named.
const unnamed = "nobody said what it shows: say it the next time, or throw the die once more"

// Prove reads the tray as a game does, compares the readings with what a person says, and keeps the result. Dice that nobody named count as asked about:
// a game would ask about them. It returns lessons for the dice that were asked about or read wrong and that the person named or let stand. light is
// what is wrong with the light and the camera.
func (t *Studio) Prove(lies tray.Study, army []string, said []Naming, light []string) ([]lesson.Lesson, error) {
	lessons, err := t.Lessons(lies, said) // Lessons checks what is said
	if err != nil {
		return nil, err
	}
	shots := t.Taught()
	read := match.New(t.named(army), shots).Read(lies.Scene, army).Readings
	out := known.Throw{Dice: []known.Die{}, Missing: max(0, len(army)-len(lies.Scene.Sightings)), Light: append([]string{}, light...)}
	var learn []lesson.Lesson
	named := map[int]bool{}
	for _, n := range said {
		def, err := t.find(n.Die)
		if err != nil {
			return nil, err
		}
		seen := lies.Scene.Sightings[n.N-1]
		named[n.N] = true
		d := t.proven(def, n.Face, read[n.N-1])
		if !d.Right {
			i := slices.IndexFunc(lessons, func(l lesson.Lesson) bool { return slices.Equal(l.Seen.Crop, seen.Crop) })
			if i >= 0 {
				if n.Said {
					lessons[i].How = "corrected"
				}
				learn = append(learn, lessons[i])
			}
			d.Picture = seen.Crop
			d.Advice = t.advice(def, n.Face, seen, shots, d.Read, i >= 0)
		}
		out.Dice = append(out.Dice, d)
	}
	for i, seen := range lies.Scene.Sightings {
		if !named[i+1] {
			out.Dice = append(out.Dice, known.Die{Advice: append(slices.Clone(seen.Doubts), unnamed)[0], Picture: seen.Crop})
		}
	}
	t.teaching.Lock()
	defer t.teaching.Unlock()
	p, err := known.OpenProof(t.Folder)
	if err != nil {
		return nil, err
	}
	_, err = p.Add(t.Folder, army, out)
	return learn, err
}

// proven compares a face with what was read.
func (t *Studio) proven(def models.Die, face int, r vision.Reading) known.Die {
	d := known.Die{Was: shows(def, face)}
	if !r.Accepted {
		return d
	}
	if r.Die == nil || r.Face == nil {
		d.Read = "something else"
		return d
	}
	other, err := t.find(*r.Die)
	if err != nil || *r.Face >= len(other.Faces) {
		d.Read = *r.Die
		return d
	}
	a, b := gallery.ClassOf(def, face), gallery.ClassOf(other, *r.Face)
	d.Read, d.Right = shows(other, *r.Face), a == b || a.Result() == b.Result() && !def.Faces[face].ID
	return d
}

// advice says what to do so that a face is read the next time. learned says that its picture is learned.
func (t *Studio) advice(def models.Die, face int, seen vision.Sighting, shots *gallery.Index, read string, learned bool) string {
	of := shots.ShotsOf(gallery.ClassOf(def, face))
	var taught []byte
	if len(of) > 0 {
		taught, _ = t.Store.Crop(shots.Shots[of[0]])
	}
	switch words := known.Advice(seen.Crop, taught); {
	case len(seen.Doubts) > 0:
		return seen.Doubts[0]
	case words != "":
		return words
	case len(of) == 0:
		return "this face was never shown: it is learned now"
	case read != "":
		return fmt.Sprintf("it looks like %s: show both once more, close to each other", read)
	case !learned:
		return "it wasn't sure enough: show the face once more in this light"
	case len(of) == 1:
		return "only one picture of it was known: this one is learned, too"
	}
	return "it wasn't sure enough: this picture is learned, too"
}
