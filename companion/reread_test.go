package companion_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
)

// printed is a scene of d6 with prints that the network sees. Dice with the same number show the same print.
func printed(prints ...int) vision.Scene {
	s := tabletest.Scene(slices.Repeat([]int{-1}, len(prints))...) // the camera isn't sure of any number
	for i, n := range prints {
		s.Sightings[i] = printedDie(s.Sightings[i], n)
		s.Sightings[i].Crop = []byte{byte(i + 1)}
	}
	return s
}

func printedDie(d vision.Sighting, n int) vision.Sighting {
	d.Doubts, d.Turns, d.Embedding = nil, 4, nil
	for range networks.TurnsSeen(4) {
		row := make([]float32, networks.RowDims)
		row[n], row[networks.FaceDims+n] = 1, 1
		d.Embedding = append(d.Embedding, row...)
	}
	d.Copies = make([]float32, networks.MaxCopies)
	d.Copies[0] = .95
	d.Shapes = []vision.ShapeScore{{Shape: vision.D6, P: 1}}
	return d
}

// taught is a gallery of dice that show faces of the duel's dice.
func taught(t *testing.T, from string, shown map[int]vision.Sighting) *gallery.Index {
	t.Helper()
	var shots []gallery.Shot
	var seen []gallery.Seen
	for face, d := range shown {
		f := tabletest.DuelDice()[0].Faces[face]
		shots = append(shots, gallery.Shot{ID: face + 1, Die: "sword", Face: face, Shape: "d6", From: from, SHA256: journal.SumOf(d.Crop),
			Shows: models.Face{Icon: f.Icon, Count: f.Count, ID: f.ID}})
		seen = append(seen, gallery.Seen{Turns: d.Turns, Embedding: d.Embedding, Copies: d.Copies})
	}
	x, err := gallery.NewIndex(shots, seen)
	require.NoError(t, err)
	return x
}

// says lets a person say which die of the game die n on the tray is, and which of its faces is up.
func says(tb *tabletest.Table, n int, as string, face int) {
	tb.T.Helper()
	t := tb.View().Tray
	require.NotNil(tb.T, t)
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoShow, Throw: t.ID, Rev: t.Rev, Die: n, As: as, Face: &face})
}

func shownBy(v protocol.GameView) map[string]int {
	out := map[string]int{}
	if v.Roll == nil {
		return out
	}
	for _, d := range v.Roll.Dice {
		if d.Shows != nil && d.Shows.Face != nil {
			out[d.ID] = *d.Shows.Face
		}
	}
	return out
}

// A face that somebody names is known on the other dice of the same throw, also after a restart.
func TestAFaceThatIsNamedIsKnownOnTheWholeThrow(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	s := printed(5, 5, 6)
	tb.Settle(s)
	roll := tb.Game(id, tabletest.Looker).Roll
	require.Len(t, roll.Unnamed, 3)
	tb.Settled(roll, "sword-1", 1)
	require.Equal(t, map[string]int{"sword-1": 1}, shownBy(tb.Game(id, tabletest.Looker)))
	tb.Taught = taught(t, "corrected", map[int]vision.Sighting{1: s.Sightings[0]})
	tb.Session.Learned(t.Context())
	require.Equal(t, map[string]int{"sword-1": 1, "sword-2": 1}, shownBy(tb.Game(id, tabletest.Looker)))
	require.Equal(t, "What was learned just now reads 1 die more of this roll.", tb.Game(id, tabletest.Looker).Told)
	tb.Session.Learned(t.Context()) // nothing new
	require.Equal(t, map[string]int{"sword-1": 1, "sword-2": 1}, shownBy(tb.Game(id, tabletest.Looker)))

	says(tb, 2, "sword-2", 3)
	require.Empty(t, tb.Game(id, tabletest.Looker).Told, "that was about what was learned before")
	says(tb, 2, "sword-2", 1)

	tb.Stop()
	again := tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	require.Equal(t, map[string]int{"sword-1": 1, "sword-2": 1}, shownBy(again.Game(id, tabletest.Looker)))
}

// A die isn't known by its own picture, which was learned only because it looks alike.
func TestADieIsNotKnownByItsOwnPicture(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	s := printed(5, 7, 6)
	tb.Settle(s)
	tb.Taught = taught(t, "alike", map[int]vision.Sighting{1: s.Sightings[1]})
	tb.Session.Learned(t.Context())
	require.Empty(t, shownBy(tb.Game(id, tabletest.Looker)))
}

// If a face that was read for sure turns out to be another one, the dice that were read like it are asked about again. What a person said stays.
func TestADieThatWasReadOtherwiseIsAskedAboutAgain(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	s := printed(5, 5, 6)
	tb.Taught = taught(t, "taught", map[int]vision.Sighting{1: printedDie(vision.Sighting{Crop: []byte{99}}, 5)})
	tb.Settle(s)
	require.Len(t, shownBy(tb.Game(id, tabletest.Looker)), 2)
	says(tb, 1, "sword-1", 4)
	tb.Taught = taught(t, "corrected", map[int]vision.Sighting{4: s.Sightings[0]})
	tb.Session.Learned(t.Context())
	roll := tb.Game(id, tabletest.Looker).Roll
	require.Equal(t, map[string]int{"sword-1": 4}, shownBy(tb.Game(id, tabletest.Looker)))
	require.True(t, slices.ContainsFunc(roll.Unnamed, func(d protocol.StrayDie) bool { return d.N == 2 }), "%+v", roll)
	require.Equal(t, "it was read as something else before a die like it was named", tb.View().Tray.Dice[1].Why)
}

// A roll counts by itself as soon as what was learned reads its last die.
func TestARollThatIsKnownByWhatWasLearnedCounts(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	s := printed(5, 5, 6)
	tb.Settle(s)
	entries := len(tb.Game(id, tabletest.Looker).Log)
	says(tb, 1, "sword-1", 1)
	says(tb, 3, "shield-1", 2)
	require.Len(t, tb.Game(id, tabletest.Looker).Log, entries)
	tb.Taught = taught(t, "corrected", map[int]vision.Sighting{1: s.Sightings[0]})
	tb.Session.Learned(t.Context())
	require.Greater(t, len(tb.Game(id, tabletest.Looker).Log), entries)
}
