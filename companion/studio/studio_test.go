package studio_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/studio"
	"astragal/companion/studio/course"
	"astragal/companion/studio/lesson"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
)

// laidOut is a studio that teaches four dice, with a real gallery's folder. It also returns what the dice's only face
// looks like.
func laidOut(t *testing.T) (*studio.Studio, func(*course.Course) error) {
	t.Helper()
	store, err := gallery.OpenOrMake(t.TempDir())
	require.NoError(t, err)
	var dice []models.Die
	var seen []vision.Sighting
	for i := range 4 {
		name := fmt.Sprint("die", i)
		dice = append(dice, models.Die{ID: name, Shape: "d6", Faces: []models.Face{{Icon: name, Count: 1}}})
		look := make([]float32, networks.RowDims)
		look[i], look[networks.FaceDims+i] = 1, 1
		seen = append(seen, vision.Sighting{Box: vision.Box{100 + 150*float64(i), 200, 90, 90}, SizePx: 90, Found: .9, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .97}},
			Embedding: look, Turns: 1, Crop: []byte(name)})
	}
	s := &studio.Studio{Folder: t.TempDir(), Store: store, Dice: func() []models.Die { return dice }, Changed: func(context.Context) error { return nil },
		Learn: func(_ context.Context, lessons []lesson.Lesson) error {
			var shots []gallery.NewShot
			for _, l := range lessons {
				shot := gallery.Shot{Die: l.Die.ID, Face: l.Face, Shows: l.Die.Faces[l.Face], Shape: l.Die.Shape, From: l.How, Box: [4]float64{0, 0, 1, 1}, Width: 1, Height: 1}
				shots = append(shots, gallery.NewShot{Shot: shot, Crop: l.Seen.Crop})
			}
			_, err := store.Add(shots...)
			return err
		}}
	require.NoError(t, s.BeginCourse([]string{"die0", "die1", "die2", "die3"}))
	return s, func(c *course.Course) error { return c.Press(seen) }
}

// If a person takes something out of the gallery, it stays out while the course goes on.
func TestACourseDoesNotLearnOnceMoreWhatWasTakenOut(t *testing.T) {
	s, press := laidOut(t)
	_, err := s.Course(t.Context(), press)
	require.NoError(t, err)
	require.Len(t, s.Store.Shots(), 4)
	_, err = s.Store.Undo()
	require.NoError(t, err)
	for _, do := range []func(*course.Course) error{nil, (*course.Course).Turn} {
		_, err = s.Course(t.Context(), do)
		require.NoError(t, err)
		require.Empty(t, s.Store.Shots())
	}
}

// The program ends when a word is on disk and the gallery hasn't heard it. The next program gives it to the gallery.
func TestAProgramThatEndedBeforeTheGalleryHeardCatchesUp(t *testing.T) {
	s, press := laidOut(t)
	ended := func(word func(*course.Course) error) { // it hears one word, and then another program starts
		c, err := course.Open(s.Folder)
		require.NoError(t, err)
		require.NoError(t, word(c))
		s = &studio.Studio{Folder: s.Folder, Store: s.Store, Dice: s.Dice, Changed: s.Changed, Learn: s.Learn}
		require.NoError(t, s.CatchUp(t.Context()), "nobody opens the page")
	}
	ended(press)
	require.Len(t, s.Store.Shots(), 4)
	ended((*course.Course).Back)
	require.Empty(t, s.Store.Shots(), "what was taken back is no shot any more")
	_, err := s.Course(t.Context(), press)
	require.NoError(t, err)
	require.Len(t, s.Store.Shots(), 4)
}

// If an owner changes a die's faces during a course, the course takes no more presses, and another one must begin.
// Otherwise the gallery would learn what was shown as other faces.
func TestACourseEndsWithItsDice(t *testing.T) {
	s, press := laidOut(t)
	_, err := s.Course(t.Context(), nil)
	require.NoError(t, err)
	changed := append([]models.Die{}, s.Dice()...)
	changed[2].Faces = []models.Face{{Icon: "another", Count: 1}}
	s.Dice = func() []models.Die { return changed }
	again := &studio.Studio{Folder: s.Folder, Store: s.Store, Dice: s.Dice, Changed: s.Changed, Learn: s.Learn}
	for _, s := range []*studio.Studio{s, again} {
		_, err = s.Course(t.Context(), press)
		require.EqualError(t, err, "die2 was changed since these dice were laid out: stop here, and begin anew")
	}
	require.Empty(t, s.Store.Shots())
	require.NoError(t, again.EndCourse())
	require.NoError(t, again.BeginCourse([]string{"die2", "die3"}))
}
