package studio

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"astragal/companion/studio/course"
	"astragal/companion/studio/layout"
	"astragal/companion/studio/lesson"
	"astragal/models"
)

// BeginCourse starts to teach an army that is laid out, in the place of one that was under way: what that one learned stays. dice are ids, each as often
// as it is there.
func (t *Studio) BeginCourse(dice []string) error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	army, err := t.army(dice)
	if err != nil {
		return err
	}
	c, err := course.Begin(t.Folder, army)
	if err == nil {
		t.course = c
	}
	return err
}

// EndCourse forgets the course; what it learned stays.
func (t *Studio) EndCourse() error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	t.course = nil
	return course.Forget(t.Folder)
}

// Course does something with the course that is under way and tells how it is then; nil where none is. Without anything to do it only tells.
func (t *Studio) Course(ctx context.Context, do func(*course.Course) error) (*course.View, error) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	c, err := t.openCourse()
	if err != nil || c == nil {
		return nil, err
	}
	if err := hear(ctx, t, c, do); err != nil {
		return nil, err
	}
	v := c.View()
	return &v, nil
}

// CoursePicture is the picture of a die that was shown; false where there is none.
func (t *Studio) CoursePicture(of course.Picture) ([]byte, bool) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	c, err := t.openCourse()
	if err != nil || c == nil {
		return nil, false
	}
	return c.Picture(of)
}

// openCourse is the course that is under way; nil where none is. The caller holds the lock.
func (t *Studio) openCourse() (*course.Course, error) {
	if t.course == nil && t.Folder != "" {
		var err error
		if t.course, err = course.Open(t.Folder); err != nil {
			return nil, err
		}
	}
	return t.course, nil
}

// army are the dice of those ids.
func (t *Studio) army(dice []string) ([]models.Die, error) {
	var army []models.Die
	for _, id := range dice {
		d, err := t.find(id)
		if err != nil {
			return nil, err
		}
		army = append(army, d)
	}
	return army, nil
}

// teachable is an army that is taught, laid out or thrown.
type teachable interface {
	told
	Fits(find func(id string) (models.Die, error)) error
}

// hear does something with a lesson, if there is something to do, and gives the gallery what was said. The caller holds the lock.
func hear[L teachable](ctx context.Context, t *Studio, l L, do func(L) error) error {
	if err := l.Fits(t.find); err != nil {
		return err
	}
	if do != nil {
		if err := do(l); err != nil {
			return err
		}
	}
	if err := t.catchUp(ctx, l); err != nil {
		return fmt.Errorf("what was said is kept, but not all of it is learned yet: %w", err)
	}
	return nil
}

// told is what dice are said to show, of which the gallery may know a part.
type told interface {
	Behind() (learn, forget []layout.Claim)
	Claims() []layout.Claim
	CaughtUp() error
}

// catchUp gives the gallery what was said since it was given something last, and takes out what holds no more.
func (t *Studio) catchUp(ctx context.Context, c told) error {
	learn, forget := c.Behind()
	if len(learn)+len(forget) == 0 {
		return nil
	}
	type shot struct{ sum, die, class string }
	shotOf := func(l layout.Claim) shot { return shot{sumOf(l.Seen.Crop), l.Die.ID, l.Class().String()} }
	forgotten := map[shot]bool{}
	for _, claim := range forget {
		forgotten[shotOf(claim)] = true
	}
	for _, claim := range c.Claims() {
		delete(forgotten, shotOf(claim))
	}
	var gone []int
	for _, s := range t.Store.Shots() {
		if forgotten[shot{s.SHA256, s.Die, s.Class().String()}] {
			gone = append(gone, s.ID)
		}
	}
	if err := t.Store.Remove(gone...); err != nil {
		return err
	}
	var lessons []lesson.Lesson
	for _, claim := range learn {
		lessons = append(lessons, lesson.Lesson{Die: claim.Die, Face: claim.Face, Seen: claim.Seen, How: "taught"})
	}
	look := t.Changed
	if len(lessons) > 0 {
		look = func(ctx context.Context) error { return t.Learn(ctx, lessons) }
	}
	if err := look(ctx); err != nil {
		return err
	}
	return c.CaughtUp()
}

func sumOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
