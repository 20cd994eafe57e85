package lesson_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/studio/lesson"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"
)

// oak is a game's die with two faces.
func oak() engine.Die {
	return engine.Die{ID: "Oak Lord", Kind: "oak_lord", Shape: "d6", Faces: []engine.Face{{Icon: "id", Count: 1}, {Icon: "melee", Count: 3}}}
}

// saw makes throws of one die that shows an icon, and a memory of them. got are the lessons that come.
func saw(t *testing.T, throws int, icon string, count int, doubts ...string) (m *lesson.Memory, got *[]lesson.Lesson) {
	t.Helper()
	got = &[]lesson.Lesson{}
	pile := &throw.Pile{}
	m = lesson.NewMemory(pile, func(l lesson.Lesson) { *got = append(*got, l) }, slog.New(slog.DiscardHandler))
	for id := 1; id <= throws; id++ {
		pile.Put(throw.Throw{ID: id, Dice: []throw.Die{{N: 1, Icon: icon, IconCount: count}}})
		m.Remember(id, vision.Scene{Sightings: []vision.Sighting{{Crop: []byte("jpeg"), Doubts: doubts}, {}}})
	}
	return m, got
}

func TestAWordTeachesTheDieThatItIsAbout(t *testing.T) {
	m, got := saw(t, 1, "melee", 3)
	m.Teach(throw.Place{Throw: 1, Die: 1}, oak(), 1)
	m.Teach(throw.Place{Throw: 1, Die: 1}, oak(), 0)
	require.Len(t, *got, 2)
	require.Equal(t, "oak_lord", (*got)[0].Die.ID)
	require.Equal(t, []byte("jpeg"), (*got)[0].Seen.Crop)
	require.Equal(t, []string{"confirmed", "corrected"}, []string{(*got)[0].How, (*got)[1].How}, "the camera had said melee ×3")
}

// A picture of half a die, or of a face that the die doesn't have, would teach the wrong thing.
func TestWhatWouldTeachTheWrongThingTeachesNothing(t *testing.T) {
	m, got := saw(t, 1, "melee", 3)
	m.Teach(throw.Place{Throw: 1, Die: 2}, oak(), 1) // that die has no picture
	m.Teach(throw.Place{Throw: 2, Die: 1}, oak(), 1) // there is no such throw
	m.Teach(throw.Place{Throw: 1, Die: 1}, oak(), 2)
	m.Teach(throw.Place{Throw: 1, Die: 1}, oak(), -1)
	require.Empty(t, *got)
	m, got = saw(t, 1, "melee", 3, "cut")
	m.Teach(throw.Place{Throw: 1, Die: 1}, oak(), 1)
	require.Empty(t, *got)
}

func TestOldThrowsAreForgotten(t *testing.T) {
	m, got := saw(t, 25, "melee", 3)
	m.Teach(throw.Place{Throw: 1, Die: 1}, oak(), 1)
	require.Empty(t, *got)
	m.Teach(throw.Place{Throw: 2, Die: 1}, oak(), 1)
	require.Len(t, *got, 1)
}

// If the scale is guessed from the dice themselves, it says nothing about their size.
func TestADieIsMeasuredByAScaleThatIsKnown(t *testing.T) {
	d := vision.Sighting{SizePx: 40}
	require.InDelta(t, 20, lesson.MeasuredMM(vision.Scene{PxPerMM: 2, ScaleFrom: "card"}, d), 1e-9)
	require.Zero(t, lesson.MeasuredMM(vision.Scene{PxPerMM: 2, ScaleFrom: "dice"}, d))
	require.Zero(t, lesson.MeasuredMM(vision.Scene{}, d))
}
