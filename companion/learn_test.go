package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What a person says of a die that the camera saw becomes a shot by itself.
func TestWhatIsSaidOfADieIsLearned(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	s := scene(-1, -2)
	for i := range s.Sightings {
		s.Sightings[i].Crop, s.Sightings[i].Palette = []byte{byte(i + 1)}, []float32{1}
	}
	s.Sightings[0].Doubts = nil
	tb.settle(s)
	roll := tb.game(id, looker).Roll
	require.Len(t, roll.Unnamed, 2)
	first := roll.Unnamed[0]
	require.Equal(t, 1, first.N)
	tb.settled(id, roll, "sword-1", 2)
	require.Len(t, tb.learned, 1)
	l := tb.learned[0]
	require.Equal(t, "sword", l.Die.ID, "shots are of a kind of die, not of one in play")
	require.Equal(t, 2, l.Face)
	require.Equal(t, 2, l.Die.Faces[l.Face].Count)
	require.Equal(t, []byte{1}, l.Seen.Crop)
	require.Equal(t, []float32{1}, l.Seen.Palette)
	require.Equal(t, "corrected", l.How)

	tb.settled(id, tb.game(id, looker).Roll, "shield-1", 3)
	require.Len(t, tb.learned, 1, "half a die teaches nothing")
}

// Without crops there is nothing to learn from.
func TestADieThatWasNotKeptTeachesNothing(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	s := scene(-1)
	s.Sightings[0].Doubts, s.Sightings[0].Crop = nil, nil
	tb.settle(s)
	tb.settled(id, tb.game(id, looker).Roll, "sword-1", 2)
	require.Empty(t, tb.learned)
}
