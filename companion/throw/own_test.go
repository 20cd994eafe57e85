package throw_test

import (
	"testing"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func sawOwn(die engine.Die, face int, accepted bool) throw.Throw {
	shape, f := vision.Shape(die.Shape), die.Faces[face]
	r := vision.Reading{Shape: &shape, Colors: []string{"blue"}, Die: &die.Kind, Face: &face, Icon: &f.Icon, Count: &f.Count, Confidence: .999, Accepted: accepted}
	return throw.Saw(1, time.Time{}, vision.Scene{Sightings: make([]vision.Sighting, 1)}, []vision.Reading{r}, die)
}

func faces(icons ...string) (out []engine.Face) {
	for _, i := range icons {
		out = append(out, engine.Face{Icon: i, Count: 1})
	}
	return out
}

func TestADieOfTheOwnersIsCountedByItsPictures(t *testing.T) {
	star := engine.Die{ID: "Star", Kind: "star", Shape: "d6", Faces: faces("sun", "sun", "moon", "moon", "bolt", "blank")}
	saw := sawOwn(star, 2, true)
	require.False(t, saw.Asks())
	d := saw.Thrown()[0]
	require.Equal(t, "moon", d.Shows())
	require.Equal(t, "star", d.Kind)
	require.Equal(t, "moon", saw.View().Dice[0].Shows)

	asks := sawOwn(star, 2, false)
	require.True(t, asks.Asks())
	require.Len(t, asks.View().Dice[0].Own, 4, "each picture is offered once")
	face := 4
	now, err := asks.With(protocol.Act{Do: protocol.DoShow, Die: 1, As: "star", Face: &face})
	require.NoError(t, err)
	require.False(t, now.Asks())
	require.Equal(t, "bolt", now.Thrown()[0].Shows())
	require.False(t, now.Same(asks))
	six := 6
	now, err = now.With(protocol.Act{Do: protocol.DoFix, Die: 1, Value: &six})
	require.NoError(t, err)
	require.Equal(t, "6", now.Thrown()[0].Shows(), "it was a plain die after all")
	require.Empty(t, now.Thrown()[0].Kind)
	_, may := asks.OwnShown(1, "other", &face)
	require.False(t, may)
}

func TestADieWithPlusMinusAndBlanksIsAFateDie(t *testing.T) {
	fate := engine.Die{ID: "My Fate", Kind: "my_fate", Shape: "d6", Faces: faces("plus", "plus", "minus", "minus", "blank", "blank")}
	for face, want := range map[int]string{0: "+", 3: "−", 5: "0"} {
		d := sawOwn(fate, face, true).Thrown()[0]
		require.Equal(t, "dF", d.Shape)
		require.Equal(t, want, d.Shows())
		require.Equal(t, engine.Read, d.How)
	}
	known := fate
	known.ID, known.Kind = "Fate", vision.FateDie
	unsure := sawOwn(known, 2, false)
	require.True(t, unsure.Asks())
	require.Equal(t, "dF", unsure.View().Dice[0].Shape, "a plus, a minus or a blank is asked for")
	require.Empty(t, unsure.View().Dice[0].Own, "and once")
	fixed, err := unsure.With(protocol.Act{Do: protocol.DoFix, Die: 1, Value: new(int)})
	require.NoError(t, err)
	require.Equal(t, "0", fixed.Thrown()[0].Shows())
	face, how, why := sawOwn(known, 2, true).Dice[0].FaceOn(engine.Die{ID: "dF 1", Shape: "dF"})
	require.Equal(t, []any{-1, engine.Read, ""}, []any{face, how, why}, "a minus counts −1 where a roll asks for it")
	cocked := sawOwn(fate, 0, false)
	require.True(t, cocked.Asks())
	minus := 2
	now, err := cocked.With(protocol.Act{Do: protocol.DoShow, Die: 1, As: "my_fate", Face: &minus})
	require.NoError(t, err)
	require.Equal(t, -1, *now.Thrown()[0].Value)
}
