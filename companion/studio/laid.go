package studio

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"astragal/companion/studio/course"
	"astragal/companion/studio/layout"
	"astragal/companion/studio/lesson"
	"astragal/models"
)

// BeginCourse starts to teach an army that is laid out. If a course was under way, the new one replaces it; what the old one taught stays. dice are
// ids; an id is there once for each such die.
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

// EndCourse forgets the course. What it taught stays.
func (t *Studio) EndCourse() error {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	t.course = nil
	return course.Forget(t.Folder)
}

// Course does something with the course that is under way and tells how it stands after that; nil if there is none. do may be nil.
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

// CoursePicture is the picture of a die that was shown; false if there is none.
func (t *Studio) CoursePicture(of course.Picture) ([]byte, bool) {
	t.teaching.Lock()
	defer t.teaching.Unlock()
	c, err := t.openCourse()
	if err != nil || c == nil {
		return nil, false
	}
	return c.Picture(of)
}

// openCourse is the course that is under way; nil if there is none. The caller holds the lock.
func (t *Studio) openCourse() (*course.Course, error) {
	if t.course == nil && t.Folder != "" {
		var err error
		if t.course, err = course.Open(t.Folder); err != nil {
			return nil, err
		}
	}
	return t.course, nil
}

// army are the dice with those ids.
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

// teachable is a way to teach an army: laid out, or thrown.
type teachable interface {
	told
	Fits(find func(id string) (models.Die, error)) error
}

// hear lets do change a lesson, and then gives the gallery what was said. do may be nil. The caller holds the lock.
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

// told is what dice are said to show. The gallery may know only a part of it.
type told interface {
	Behind() (learn, forget []layout.Claim)
	Claims() []layout.Claim
	CaughtUp() error
}

// catchUp gives the gallery what was said since the last call, and takes out of it what doesn't hold any more.
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

// CatchUp gives the gallery what was said in lessons that are under way and what it hadn't heard when the program ended.
func (t *Studio) CatchUp(ctx context.Context) error {
	_, laid := t.Course(ctx, nil)
	t.teaching.Lock()
	defer t.teaching.Unlock()
	h, thrown := t.openHeap()
	if h != nil && thrown == nil {
		thrown = hear(ctx, t, h, nil)
	}
	return errors.Join(laid, thrown)
}

func sumOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
