package throw

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// lay is what the camera sees of dice in a row, px. If a die is 0, it isn't read for sure.
func lay(places []float64, values ...int) (vision.Scene, []vision.Reading) {
	scene := vision.Scene{Width: 1000, Height: 600}
	var readings []vision.Reading
	shape := vision.Shape("d6")
	for i, v := range values {
		box := vision.Box{places[i], 100, 50, 50}
		scene.Sightings = append(scene.Sightings, vision.Sighting{Box: box})
		r := vision.Reading{BBox: box, Shape: &shape, Colors: []string{"red"}, Confidence: .99, Accepted: v > 0}
		if v > 0 {
			r.Value = &v
		}
		readings = append(readings, r)
	}
	return scene, readings
}

func saw(id int, places []float64, values ...int) Throw {
	scene, readings := lay(places, values...)
	return Saw(id, time.Unix(0, 0), scene, readings)
}

func values(t Throw) []int {
	var out []int
	for _, d := range t.Dice {
		if d.Value != nil && !d.Gone {
			out = append(out, *d.Value)
		}
	}
	return out
}

// Each word of a person makes another throw. The first throw stays as it is, and the same acts give the same throw
// again.
func TestAThrowIsAValue(t *testing.T) {
	first := saw(1, []float64{100, 300, 500}, 3, 0, 5)
	require.True(t, first.Asks())
	four, six := 4, 6
	acts := []protocol.Act{{Do: protocol.DoFix, Die: 2, Value: &four}, {Do: protocol.DoFix, Die: 1, Value: &six}, {Do: protocol.DoRemove, Die: 3}}
	said := func() Throw {
		now := first
		for _, a := range acts {
			var err error
			now, err = now.With(a)
			require.NoError(t, err)
		}
		return now
	}
	require.Equal(t, []int{6, 4}, values(said()))
	require.False(t, said().Asks())
	again := said()
	require.Equal(t, again, said())
	require.Equal(t, []int{3, 5}, values(first))
	require.Equal(t, 1, first.Rev)
	_, err := first.With(protocol.Act{Do: protocol.DoFix, Die: 9, Value: &six})
	require.ErrorContains(t, err, "no die 9")
}

// Of five dice that lie there, two were thrown again. The others lie where they lay and show what they showed.
func TestDiceThatOnlyLieThereWereNotThrownAgain(t *testing.T) {
	places := []float64{100, 200, 300, 400, 500}
	before := saw(1, places, 1, 2, 3, 4, 5).Dice
	q := engine.Question{Roll: &engine.Roll{}}
	for i := range before {
		before[i].Is = "d" + string(rune('1'+i))
		d := engine.Die{ID: before[i].Is, Shape: "d6"}
		q.Roll.Dice = append(q.Roll.Dice, d)
		if i < 3 {
			q.Kept = append(q.Kept, engine.Thrown{ID: d.ID})
		}
	}
	now, err := saw(2, []float64{100, 200, 300, 700, 800}, 1, 2, 3, 6, 6).Again(q, before)
	require.NoError(t, err)
	require.Equal(t, map[int]string{4: "d4", 5: "d5"}, now.As)
	require.Len(t, now.Thrown(), 2)

	_, err = saw(2, []float64{900}, 6).Again(q, before)
	require.ErrorContains(t, err, "only 1 die lies")
}

func TestAPileKnowsItsThrowsByNumber(t *testing.T) {
	var p Pile
	for id := 1; id <= 3; id++ {
		throw := saw(id, []float64{100}, id)
		throw.Game, throw.Question = 1, "q"
		p.Put(throw)
	}
	was := p.Frozen()
	p.Counted([]int{2}, 7)
	require.Equal(t, 3, p.Len())
	require.Len(t, p.Asking(1, "q"), 2)
	require.Equal(t, protocol.ThrowCounted, p.Get(2).Status)
	p.Identify(Place{3, 1}, "oak")
	d, ok := p.Die(Place{3, 1})
	require.True(t, ok)
	require.Equal(t, "oak", d.Is)
	require.Empty(t, was.Get(3).Dice[0].Is, "a copy stays as it was")
	for _, at := range []Place{{0, 1}, {4, 1}, {1, 2}} {
		_, ok := p.Die(at)
		require.False(t, ok, at)
		require.Empty(t, p.Crop(at))
	}
	p.Away([]int{1, 2, 3})
	require.True(t, p.Here(1), "it waits")
	require.False(t, p.Here(2))
	require.True(t, p.Has(2))
	require.True(t, p.Here(3), "the newest stays")
	require.Equal(t, 3, p.Len())
}
