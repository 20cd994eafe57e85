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

// Proof is the test that is under way, or the last one.
func (t *Studio) Proof() (known.Proof, error) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	return known.OpenProof(t.Folder)
}

// ForgetProof begins the test anew.
func (t *Studio) ForgetProof() error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	return known.ForgetProof(t.Folder)
}

// Prove reads the tray as a game does, compares the readings with what a person says, and keeps the result. It returns lessons for the dice that were
// asked about or read wrong and that the person named. light is what is wrong with the light and the camera.
func (t *Studio) Prove(lies tray.Study, army []string, said []Naming, light []string) ([]lesson.Lesson, error) {
	lessons, err := t.Lessons(lies, said) // Lessons checks what is said
	if err != nil {
		return nil, err
	}
	shots := t.Taught()
	read := match.New(t.named(army), shots).Read(lies.Scene, army).Readings
	out := known.Throw{Dice: []known.Die{}, Missing: max(0, len(army)-len(lies.Scene.Sightings)), Light: append([]string{}, light...)}
	var learn []lesson.Lesson
	for _, n := range said {
		def, err := t.find(n.Die)
		if err != nil {
			return nil, err
		}
		seen := lies.Scene.Sightings[n.N-1]
		d := t.proven(def, n.Face, read[n.N-1])
		if !d.Right {
			d.Picture = seen.Crop
			d.Advice = t.advice(def, n.Face, seen, shots, d.Read)
			if i := slices.IndexFunc(lessons, func(l lesson.Lesson) bool { return slices.Equal(l.Seen.Crop, seen.Crop) }); i >= 0 && n.Said {
				lessons[i].How = "corrected"
				learn = append(learn, lessons[i])
			}
		}
		out.Dice = append(out.Dice, d)
	}
	t.teaching.Lock()
	defer t.teaching.Unlock()
	p, err := known.OpenProof(t.Folder)
	if err != nil {
		return nil, err
	}
	_, err = p.Add(t.Folder, out)
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

// advice says what to do so that a face is read the next time.
func (t *Studio) advice(def models.Die, face int, seen vision.Sighting, shots *gallery.Index, read string) string {
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
	case len(of) == 1:
		return "only one picture of it was known: this one is learned, too"
	}
	return "it wasn't sure enough: this picture is learned, too"
}

// Taken says what an imported gallery brought for some dice. It also says whether its pictures look like those that were there before, that is, whether
// they fit this camera and this light. offered is how many shots came; added are the new ones among them.
func (t *Studio) Taken(before *gallery.Index, offered int, added []gallery.Shot, ids []string) ([]string, error) {
	out := []string{fmt.Sprintf("%s came, %d of them new: the others were there already", shotWords(offered), len(added))}
	now := t.Taught()
	if dice := t.named(ids); len(dice) > 0 {
		of, had, has := map[gallery.Class]bool{}, 0, 0
		for _, d := range dice {
			for i, f := range d.Faces {
				c := gallery.ClassOf(d, i)
				if of[c] || f.Icon == "" && f.Value == nil {
					continue
				}
				of[c] = true
				if before.Knows(c) {
					had++
				}
				if now.Knows(c) {
					has++
				}
			}
		}
		out = append(out, fmt.Sprintf("Of the %d faces of the dice that you chose %d are known now, %d before", len(of), has, had))
	}
	both, alike, err := known.Fits(before, now, added)
	switch {
	case err != nil:
		return nil, err
	case both == 0:
		out = append(out, "You had taught none of these faces, so nobody knows whether they fit your camera and your light: test them on one throw")
	case 4*alike >= 3*both:
		out = append(out, fmt.Sprintf("They fit your camera and your light: of %d faces that you had taught too, %d look the same", both, alike))
	default:
		out = append(out, fmt.Sprintf("They were taken in another light, with another camera, or of dice that are drawn otherwise: of %d faces that you had taught too, only %d look the same. Test them on one throw, or take them back", both, alike))
	}
	return out, nil
}
