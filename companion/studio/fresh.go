package studio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"astragal/companion/names"
	"astragal/companion/studio/lesson"
	"astragal/companion/studio/thrown"
	"astragal/models"
)

// FreshView is a die that no list has yet and that its owner shows to the camera, as a page draws it.
type FreshView struct {
	// Heard changes with each word. No two dice share a number.
	Heard int `json:"heard"`
	// Looks is how often the tray was looked at.
	Looks int `json:"looks"`
	// Shape, Colors and SizeMM are what the program sees of the die. Shape is empty before the first look. SizeMM is 0 if no calibrated camera measured
	// the die.
	Shape  string   `json:"shape"`
	Colors []string `json:"colors"`
	SizeMM float64  `json:"size_mm"`
	// Sides is the number of faces of such a solid, Faces are the named ones, in words. Missing is how many aren't known yet; it is below 0 if too many
	// are named.
	Sides   int            `json:"sides"`
	Faces   []string       `json:"faces"`
	Missing int            `json:"missing"`
	Prints  []thrown.Print `json:"prints"`
}

// BeginFresh starts with a die that no list has. If one is being shown already, that one stays.
func (t *Studio) BeginFresh() error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	if f, err := t.openFresh(); err == nil && f != nil {
		return nil
	}
	f, err := thrown.BeginFresh(t.Folder)
	if err == nil {
		t.fresh = f
	}
	return err
}

// EndFresh forgets the new die and all that was shown of it.
func (t *Studio) EndFresh() error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	t.fresh = nil
	return thrown.ForgetFresh(t.Folder)
}

// Fresh does something with the new die and tells how it stands after that; nil if there is no new die.
func (t *Studio) Fresh(_ context.Context, do func(*thrown.Fresh) error) (*FreshView, error) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	f, err := t.openFresh()
	if err != nil || f == nil {
		return nil, err
	}
	if do != nil {
		if err := do(f); err != nil {
			return nil, err
		}
	}
	return freshView(f), nil
}

func freshView(f *thrown.Fresh) *FreshView {
	solid, colors, mm := f.Seen()
	faces, missing := f.Faces()
	v := &FreshView{Heard: f.Heard(), Looks: f.Looks(), Shape: string(solid), Colors: append([]string{}, colors...), SizeMM: mm,
		Sides: models.Sides(string(solid)), Faces: []string{}, Missing: missing, Prints: f.Prints()}
	die := models.Die{Faces: faces}
	for i := range faces {
		v.Faces = append(v.Faces, shows(die, i))
	}
	return v
}

// FreshPicture is a picture of the new die; false if there is none.
func (t *Studio) FreshPicture(of thrown.At) ([]byte, bool) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	f, err := t.openFresh()
	if err != nil || f == nil {
		return nil, false
	}
	return f.Picture(of)
}

func (t *Studio) openFresh() (*thrown.Fresh, error) {
	if t.fresh == nil && t.Folder != "" {
		var err error
		if t.fresh, err = thrown.OpenFresh(t.Folder); err != nil {
			return nil, err
		}
	}
	return t.fresh, nil
}

// longestDieName is how many letters a die's name may have.
const longestDieName = 60

// KeepFresh makes the new die one of the owner's and teaches its faces. If it broke off, the caller may call it again.
func (t *Studio) KeepFresh(ctx context.Context, heard int, name string) error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	f, err := t.openFresh()
	switch {
	case err != nil:
		return err
	case f == nil:
		return errors.New("no new die is being shown: begin with one")
	case f.Heard() != heard:
		return errors.New("the new die was changed in another window: look at it once more")
	}
	if name, err = names.Given("the die", name, longestDieName); err != nil {
		return err
	}
	id := idOf(name)
	if id == "" {
		return errors.New("the die's name needs a letter from a to z or a digit: commands call it so")
	}
	d, err := f.Die(id, name)
	if err != nil {
		return err
	}
	if old, err := t.find(id); err == nil && !sameDie(old, d) {
		return fmt.Errorf("a die is called %s already: give this one another name", id)
	}
	if err := t.Define(ctx, []models.Die{d}, nil); err != nil {
		return err
	}
	var lessons []lesson.Lesson
	for _, c := range f.Claims(d) {
		lessons = append(lessons, lesson.Lesson{Die: d, Face: c.Face, Seen: c.Seen, How: "taught"})
	}
	if err := t.Learn(ctx, lessons); err != nil {
		return fmt.Errorf("the die is kept, but its pictures aren't learned yet: %w", err)
	}
	t.fresh = nil
	return thrown.ForgetFresh(t.Folder)
}

// sameDie says whether a definition is that of a die that an earlier try kept.
func sameDie(a, b models.Die) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// idOf makes an id of a name: "Oak Lord" becomes oak_lord.
func idOf(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }), "_")
}
