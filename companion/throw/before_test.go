package throw

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// left is a scene in which the things at some places lay there before.
func left(places []float64, lay ...int) vision.Scene {
	scene := vision.Scene{Width: 1000, Height: 600}
	for _, x := range places {
		scene.Sightings = append(scene.Sightings, vision.Sighting{Box: vision.Box{x, 100, 50, 50}})
	}
	for _, i := range lay {
		scene.Sightings[i].Lay = true
	}
	return scene
}

func TestWhatLayThereBeforeIsNoDieUnlessItWasOne(t *testing.T) {
	last := saw(1, []float64{100, 300, 500}, 3, 0, 5)
	last, err := last.With(protocol.Act{Do: protocol.DoRemove, Die: 3})
	require.NoError(t, err)
	for _, c := range []struct {
		name  string
		last  Throw
		scene vision.Scene
		want  []int
	}{
		{"a key lay there from the start", Throw{}, left([]float64{100, 700}, 0), []int{0}},
		{"a die that was left is one still, read or not", last, left([]float64{102, 298, 700}, 0, 1), nil},
		{"what somebody said is no die", last, left([]float64{100, 500, 700}, 0, 1), []int{1}},
		{"what was thrown where a key lay", Throw{}, left([]float64{100, 700}), nil},
		{"nothing else is there", Throw{}, left([]float64{100, 700}, 0, 1), nil},
	} {
		require.Equal(t, c.want, c.last.LayBefore(c.scene), c.name)
	}
}

func TestWhatLayThereBeforeIsShownAndMayBeSaidToBeADie(t *testing.T) {
	scene, readings := lay([]float64{100, 300, 500}, 3, 0, 5)
	scene.Sightings[1].Lay = true
	read := ReadApart(scene, []int{1}, func(s vision.Scene) []vision.Reading {
		require.Len(t, s.Sightings, 2, "what lay there tells nothing of the dice")
		return []vision.Reading{readings[0], readings[2]}
	})
	require.Len(t, read, 3)
	require.Equal(t, readings[2], read[2])
	require.Equal(t, scene.Sightings[1].Box, read[1].BBox)

	first := Saw(1, time.Unix(0, 0), scene, readings).Without([]int{1, 7})
	require.False(t, first.Asks(), "nobody is asked about it")
	require.Equal(t, []int{3, 5}, values(first))
	require.Len(t, first.Thrown(), 2)
	v := first.View()
	require.Len(t, v.Dice, 2)
	require.Len(t, v.Before, 1)
	require.Equal(t, 2, v.Before[0].N)
	require.False(t, v.Before[0].Asks)
	require.Empty(t, first.Brief().Before)
	require.False(t, first.Dice[1].Asked(), "in the statistics neither")
	require.True(t, first.IsOf(scene, readings), "after a restart the same things lie there")

	_, err := first.With(protocol.Act{Do: protocol.DoRemove, Die: 2})
	require.Error(t, err, "it is none already")
	four := 4
	said, err := first.With(protocol.Act{Do: protocol.DoFix, Die: 2, Value: &four})
	require.NoError(t, err)
	require.Equal(t, []int{3, 4, 5}, values(said))
	require.Equal(t, engine.Typed, said.Dice[1].How)
	require.Empty(t, said.View().Before)
	require.False(t, said.Same(first))
	again, err := said.With(protocol.Act{Do: protocol.DoRemove, Die: 2})
	require.NoError(t, err)
	require.Len(t, again.View().Before, 1)
}

func TestTheLastThrowThatACameraSaw(t *testing.T) {
	var p Pile
	require.Zero(t, p.LastSeen().ID)
	p.Put(saw(1, []float64{100}, 3))
	p.Put(saw(2, []float64{200}, 4))
	typed, err := Typed(3, time.Unix(0, 0), []protocol.TypedDie{{Shape: "d6", Value: 2}})
	require.NoError(t, err)
	p.Put(typed)
	require.Equal(t, 2, p.LastSeen().ID, "who types a roll takes no die from the tray")
}
