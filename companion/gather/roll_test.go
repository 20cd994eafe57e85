package gather

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"
)

// thrown is a throw of six-sided dice in a row, each with its colour.
func thrown(id int, colors []string, values ...int) throw.Throw {
	scene := vision.Scene{Width: 1000, Height: 600}
	var readings []vision.Reading
	shape := vision.Shape("d6")
	for i, v := range values {
		box := vision.Box{float64(100 + 100*i), float64(100 * id), 50, 50}
		scene.Sightings = append(scene.Sightings, vision.Sighting{Box: box})
		readings = append(readings, vision.Reading{BBox: box, Shape: &shape, Colors: []string{colors[i]}, Value: &v, Confidence: .99, Accepted: true})
	}
	return throw.Saw(id, time.Unix(0, 0), scene, readings)
}

func asked(colors ...string) engine.Question {
	q := engine.Question{ID: "q", Roll: &engine.Roll{}}
	for i, c := range colors {
		q.Roll.Dice = append(q.Roll.Dice, engine.Die{ID: string(rune('a' + i)), Shape: "d6", Colors: []string{c}})
	}
	return q
}

func nothingBefore(throw.Throw) []throw.Die { return nil }

func shows(r Roll) map[string]int {
	out := map[string]int{}
	for _, d := range r.Dice {
		if d.Shows != nil {
			out[d.Die.ID] = *d.Shows.Value
		}
	}
	return out
}

// Several throws, dice that somebody typed, and dice that stay as they lie make one roll.
func TestARollIsGatheredOfThrowsAndTypedDice(t *testing.T) {
	q := asked("red", "blue", "green", "white")
	two := 2
	q.Kept = []engine.Thrown{{ID: "d", Shape: "d6", Value: &two}}
	r := Of(q, []throw.Throw{thrown(1, []string{"blue"}, 5)}, nil, nothingBefore)
	require.Equal(t, map[string]int{"b": 5, "d": 2}, shows(r))
	require.Equal(t, []string{"a", "c"}, r.Missing())
	require.False(t, r.Whole())

	r = Of(q, []throw.Throw{thrown(1, []string{"blue"}, 5), thrown(2, []string{"green"}, 1)}, map[string]Typed{"a": {Face: 6, After: 2}}, nothingBefore)
	require.Equal(t, map[string]int{"a": 6, "b": 5, "c": 1, "d": 2}, shows(r))
	require.True(t, r.Whole())
	a, from := r.Answer(engine.Seat(1))
	require.Len(t, a.Dice, 4)
	require.Equal(t, ByBoth, a.By)
	require.Equal(t, map[string]throw.Place{"b": {Throw: 1, Die: 1}, "c": {Throw: 2, Die: 1}}, from)
}

// If a roll has more dice than were asked for, it never counts by itself.
func TestMoreDiceThanWereAskedForLeaveADoubt(t *testing.T) {
	r := Of(asked("red", "red"), []throw.Throw{thrown(1, []string{"red", "red", "red"}, 1, 2, 3)}, nil, nothingBefore)
	require.False(t, r.Whole())
	require.NotEmpty(t, r.Doubts)
	require.Len(t, r.Strays, 1)
}
