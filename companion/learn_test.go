package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
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
	tb.settled(roll, "sword-1", 2)
	require.Len(t, tb.learned, 1)
	l := tb.learned[0]
	require.Equal(t, "sword", l.Die.ID, "shots are of a kind of die, not of one in play")
	require.Equal(t, 2, l.Face)
	require.Equal(t, 2, l.Die.Faces[l.Face].Count)
	require.Equal(t, []byte{1}, l.Seen.Crop)
	require.Equal(t, []float32{1}, l.Seen.Palette)
	require.Equal(t, "corrected", l.How)

	tb.settled(tb.game(id, looker).Roll, "shield-1", 3)
	require.Len(t, tb.learned, 1, "half a die teaches nothing")
}

// Without crops there is nothing to learn from.
func TestADieThatWasNotKeptTeachesNothing(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	s := scene(-1)
	s.Sightings[0].Doubts, s.Sightings[0].Crop = nil, nil
	tb.settle(s)
	tb.settled(tb.game(id, looker).Roll, "sword-1", 2)
	require.Empty(t, tb.learned)
}

// A die is corrected after its roll has counted, by a tap on the tray and in the log: each is learned once, as what it was.
func TestWhatIsCorrectedLaterIsLearned(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	s := scene(-1, -2, -3)
	for i := range s.Sightings {
		s.Sightings[i].Crop, s.Sightings[i].Doubts = []byte{byte(i + 1)}, nil
	}
	tb.settle(s)
	for _, d := range []string{"sword-1", "sword-2", "shield-1"} {
		tb.settled(tb.game(id, looker).Roll, d, 1)
	}
	require.Len(t, tb.learned, 3)

	tray := tb.game(id, looker).Tray
	tb.doAs(ann, protocol.Act{Do: protocol.DoShow, Throw: tray.ID, Rev: tray.Rev, Die: tray.Dice[0].N, As: tray.Dice[0].As, Face: ptr(5)})
	require.Len(t, tb.learned, 4)
	require.Equal(t, "sword", tb.learned[3].Die.ID)
	require.Equal(t, 5, tb.learned[3].Face)
	require.Equal(t, []byte{1}, tb.learned[3].Seen.Crop)
	require.Equal(t, "corrected", tb.learned[3].How)

	var roll protocol.LogLine
	for _, l := range tb.game(id, ann).Log {
		if l.Roll && l.Stands && !l.Amended {
			roll = l
		}
	}
	tb.doAs(ann, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: roll.N, Shown: []protocol.ShownDie{{Die: "shield-1", Face: 2}}})
	require.Len(t, tb.learned, 5, "%+v", roll)
	require.Equal(t, "shield", tb.learned[4].Die.ID)
	require.Equal(t, 2, tb.learned[4].Face)
	require.Equal(t, []byte{3}, tb.learned[4].Seen.Crop)
}

// A person says what the camera had thought: that is a shot too, and it says so.
func TestWhatIsConfirmedIsLearned(t *testing.T) {
	tb, id := seated(t)
	shot := gallery.Seen{Turns: 1, Embedding: make([]float32, networks.RowDims), Copies: []float32{.9, .02, .02, .02, .02, .02}}
	shot.Embedding[0], shot.Embedding[networks.FaceDims] = 1, 1
	index, err := gallery.NewIndex([]gallery.Shot{{ID: 1, Die: "sword", Face: 1, Shape: "d6", Shows: models.Face{Icon: "cut", Count: 1}}}, []gallery.Seen{shot})
	require.NoError(t, err)
	tb.taught = index
	tb.stances(id)
	s := scene(-1)
	d := &s.Sightings[0]
	d.Crop, d.Doubts, d.Turns, d.Copies = []byte{7}, nil, 1, shot.Copies
	d.Embedding, d.Shapes = make([]float32, networks.RowDims), []vision.ShapeScore{{Shape: vision.D6, P: 1}}
	copy(d.Embedding, []float32{.6, .8}) // like the shot, but not so much that nobody is asked
	d.Embedding[networks.FaceDims] = 1
	tb.settle(s)
	require.Empty(t, tb.learned)
	roll := tb.game(id, looker).Roll
	tb.settled(roll, "sword-1", 1)
	require.Len(t, tb.learned, 1)
	require.Equal(t, "confirmed", tb.learned[0].How)
}

// What a person names is known of all dice of the evening that show the same print, and nobody was sure of.
func TestTheEveningsPicturesAreLearnedWithTheOneThatIsNamed(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	print := func(n int) []float32 {
		var out []float32
		for range networks.TurnsSeen(4) {
			row := make([]float32, networks.RowDims)
			row[n], row[networks.FaceDims+n] = 1, 1
			out = append(out, row...)
		}
		return out
	}
	s := scene(-1, -2, -3, -4)
	for i, n := range []int{5, 5, 6, 5} {
		d := &s.Sightings[i]
		d.Crop, d.Doubts, d.Turns, d.Embedding = []byte{byte(i + 1)}, nil, 4, print(n)
		d.Copies = make([]float32, networks.MaxCopies)
		d.Copies[0] = .95
	}
	s.Sightings[3].Copies[0], s.Sightings[3].Copies[2] = .02, .95 // three of it are another face
	tb.settle(s)
	roll := tb.game(id, looker).Roll
	first := roll.Unnamed[0].N
	tb.settled(roll, "sword-1", 2)
	var alike [][]byte
	for _, l := range tb.learned {
		require.Equal(t, "sword", l.Die.ID)
		require.Equal(t, 2, l.Face)
		if l.How == "alike" {
			alike = append(alike, l.Seen.Crop)
		}
	}
	require.Equal(t, 1, first)
	require.Equal(t, [][]byte{{2}}, alike)
}
