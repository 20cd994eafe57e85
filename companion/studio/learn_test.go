package studio_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
)

// If a person names a die that the camera saw, the gallery gets a shot without any other act.
func TestWhatIsSaidOfADieIsLearned(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	s := tabletest.Scene(-1, -2)
	for i := range s.Sightings {
		s.Sightings[i].Crop, s.Sightings[i].Palette = []byte{byte(i + 1)}, []float32{1}
	}
	s.Sightings[0].Doubts = nil
	tb.Settle(s)
	roll := tb.Game(id, tabletest.Looker).Roll
	require.Len(t, roll.Unnamed, 2)
	first := roll.Unnamed[0]
	require.Equal(t, 1, first.N)
	tb.Settled(roll, "sword-1", 2)
	require.Len(t, tb.Learned, 1)
	l := tb.Learned[0]
	require.Equal(t, "sword", l.Die.ID, "shots are of a kind of die, not of one in play")
	require.Equal(t, 2, l.Face)
	require.Equal(t, 2, l.Die.Faces[l.Face].Count)
	require.Equal(t, []byte{1}, l.Seen.Crop)
	require.Equal(t, []float32{1}, l.Seen.Palette)
	require.Equal(t, "corrected", l.How)

	tb.Settled(tb.Game(id, tabletest.Looker).Roll, "shield-1", 3)
	require.Len(t, tb.Learned, 1, "half a die teaches nothing")
}

// If a die has no crop, nothing is learned from it.
func TestADieThatWasNotKeptTeachesNothing(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	s := tabletest.Scene(-1)
	s.Sightings[0].Doubts, s.Sightings[0].Crop = nil, nil
	tb.Settle(s)
	tb.Settled(tb.Game(id, tabletest.Looker).Roll, "sword-1", 2)
	require.Empty(t, tb.Learned)
}

// A die is corrected after its roll has counted, once by a tap on the tray and once in the log. The gallery learns
// each once, as the die that it was.
func TestWhatIsCorrectedLaterIsLearned(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	s := tabletest.Scene(-1, -2, -3)
	for i := range s.Sightings {
		s.Sightings[i].Crop, s.Sightings[i].Doubts = []byte{byte(i + 1)}, nil
	}
	tb.Settle(s)
	for _, d := range []string{"sword-1", "sword-2", "shield-1"} {
		tb.Settled(tb.Game(id, tabletest.Looker).Roll, d, 1)
	}
	require.Len(t, tb.Learned, 3)

	tray := tb.Game(id, tabletest.Looker).Tray
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoShow, Throw: tray.ID, Rev: tray.Rev, Die: tray.Dice[0].N, As: tray.Dice[0].As, Face: tabletest.Ptr(5)})
	require.Len(t, tb.Learned, 4)
	require.Equal(t, "sword", tb.Learned[3].Die.ID)
	require.Equal(t, 5, tb.Learned[3].Face)
	require.Equal(t, []byte{1}, tb.Learned[3].Seen.Crop)
	require.Equal(t, "corrected", tb.Learned[3].How)

	var roll protocol.LogLine
	for _, l := range tb.Game(id, tabletest.Ann).Log {
		if l.Roll && l.Stands && !l.Amended {
			roll = l
		}
	}
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: roll.N, Shown: []protocol.ShownDie{{Die: "shield-1", Face: 2}}})
	require.Len(t, tb.Learned, 5, "%+v", roll)
	require.Equal(t, "shield", tb.Learned[4].Die.ID)
	require.Equal(t, 2, tb.Learned[4].Face)
	require.Equal(t, []byte{3}, tb.Learned[4].Seen.Crop)
}

// If a person confirms what the camera thought, that is a shot too, and it is marked as confirmed.
func TestWhatIsConfirmedIsLearned(t *testing.T) {
	tb, id := tabletest.Seated(t)
	shot := gallery.Seen{Turns: 1, Embedding: make([]float32, networks.RowDims), Copies: []float32{.9, .02, .02, .02, .02, .02}}
	shot.Embedding[0], shot.Embedding[networks.FaceDims] = 1, 1
	index, err := gallery.NewIndex([]gallery.Shot{{ID: 1, Die: "sword", Face: 1, Shape: "d6", Shows: models.Face{Icon: "cut", Count: 1}}}, []gallery.Seen{shot})
	require.NoError(t, err)
	tb.Taught = index
	tb.Stances(id)
	s := tabletest.Scene(-1)
	d := &s.Sightings[0]
	d.Crop, d.Doubts, d.Turns, d.Copies = []byte{7}, nil, 1, shot.Copies
	d.Embedding, d.Shapes = make([]float32, networks.RowDims), []vision.ShapeScore{{Shape: vision.D6, P: 1}}
	copy(d.Embedding, []float32{.6, .8}) // it is like the shot, but a person is still asked
	d.Embedding[networks.FaceDims] = 1
	tb.Settle(s)
	require.Empty(t, tb.Learned)
	roll := tb.Game(id, tabletest.Looker).Roll
	tb.Settled(roll, "sword-1", 1)
	require.Len(t, tb.Learned, 1)
	require.Equal(t, "confirmed", tb.Learned[0].How)
}

// If a person names a die, the gallery also learns the evening's other dice that show the same print and that nobody
// was sure of.
func TestTheEveningsPicturesAreLearnedWithTheOneThatIsNamed(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	print := func(n int) []float32 {
		var out []float32
		for range networks.TurnsSeen(4) {
			row := make([]float32, networks.RowDims)
			row[n], row[networks.FaceDims+n] = 1, 1
			out = append(out, row...)
		}
		return out
	}
	s := tabletest.Scene(-1, -2, -3, -4)
	for i, n := range []int{5, 5, 6, 5} {
		d := &s.Sightings[i]
		d.Crop, d.Doubts, d.Turns, d.Embedding = []byte{byte(i + 1)}, nil, 4, print(n)
		d.Copies = make([]float32, networks.MaxCopies)
		d.Copies[0] = .95
	}
	s.Sightings[3].Copies[0], s.Sightings[3].Copies[2] = .02, .95 // three of an icon are another face
	tb.Settle(s)
	roll := tb.Game(id, tabletest.Looker).Roll
	first := roll.Unnamed[0].N
	tb.Settled(roll, "sword-1", 2)
	var alike [][]byte
	for _, l := range tb.Learned {
		require.Equal(t, "sword", l.Die.ID)
		require.Equal(t, 2, l.Face)
		if l.How == "alike" {
			alike = append(alike, l.Seen.Crop)
		}
	}
	require.Equal(t, 1, first)
	require.Equal(t, [][]byte{{2}}, alike)
}
