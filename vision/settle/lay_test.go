package settle_test

import (
	"testing"

	"astragal/vision"
	"astragal/vision/settle"

	"github.com/stretchr/testify/require"
)

// layIn are the places of a scene's sightings that lay there before.
func layIn(s vision.Scene) []float64 {
	var out []float64
	for _, d := range s.Sightings {
		if d.Lay {
			out = append(out, d.Box[0])
		}
	}
	return out
}

func TestWhatLayThereBeforeAThrowIsTold(t *testing.T) {
	b := newTable(t)
	b.put(100, 300) // a key and a cap, or dice
	b.still(30)
	b.want(vision.EventSettled)
	require.Empty(t, layIn(b.told), "nothing is known of before")

	b.move(20)
	b.lying = []vision.Sighting{die(100), die(300), die(500), die(700)} // the die at 700 was overlooked before
	b.change(500)
	b.still(30)
	b.want(vision.EventSettled)
	require.Equal(t, []float64{100, 300, 700}, layIn(b.told))

	b.move(20)
	b.lying = []vision.Sighting{die(100), die(600), die(900)} // the die at 300 isn't read in this look, and nothing happened there
	for _, x := range []float64{500, 600, 700, 900} {
		b.change(x)
	}
	b.still(30)
	b.want(vision.EventSettled)
	require.Equal(t, []float64{100, 300}, layIn(b.told))
}

func TestWhatWasThrownInTheDarkDidNotLieThere(t *testing.T) {
	b := newTable(t)
	b.still(30)
	b.move(20)
	b.lying = []vision.Sighting{die(100)}
	b.pixels.relit = true
	b.still(30)
	b.want(vision.EventSettled)
	require.Empty(t, layIn(b.told))
}

func TestWhatLayThereWhenTheMediumBegan(t *testing.T) {
	sure := die(300)
	sure.Shapes = []vision.ShapeScore{{Shape: vision.D6, P: 1}}
	sure.Marks = []vision.Mark{{Kind: vision.MarkPips, Value: 4, P: 1}}
	hole := die(100)
	hole.Marks = []vision.Mark{{Kind: vision.MarkUnknown, P: 1}}
	thrown := die(500)
	thrown.Marks = hole.Marks
	scene := vision.Scene{Sightings: []vision.Sighting{hole, sure, thrown}}
	same := func(b vision.Box) settle.Place {
		if b == thrown.Box {
			return settle.Place{Touched: 1, Changed: 1}
		}
		return settle.Place{Same: 1, Touched: 1} // a hand moved over it
	}
	require.Equal(t, []float64{100}, layIn(settle.LayAtFirst(scene, same)), "the medium may begin in the middle of a throw: what is surely read is a die of it")
	scene.Sightings = scene.Sightings[:2]
	require.Empty(t, layIn(settle.LayAtFirst(scene, same)), "nothing is new: somebody wants to know what lies there")
	require.Empty(t, layIn(scene), "the scene itself stays as it was")
}

func TestCaptionThatIsPaintedOverThePictureIsNoThrow(t *testing.T) {
	caption := die(700)
	caption.Marks = []vision.Mark{{Kind: vision.MarkPips, Value: 1, P: .6}, {Kind: vision.MarkUnknown, P: .4}}
	for name, c := range map[string]struct {
		marks  []vision.Mark
		sudden bool
		want   []vision.EventKind
	}{
		"painted in one frame":                  {caption.Marks, true, []vision.EventKind{vision.EventSeen}},
		"what came up to its place":             {caption.Marks, false, []vision.EventKind{vision.EventSettled}},
		"surely a die, after a cut in the film": {[]vision.Mark{{Kind: vision.MarkPips, Value: 4, P: 1}}, true, []vision.EventKind{vision.EventSettled}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newTable(t)
			b.put(100)
			b.still(30)
			b.want(vision.EventSettled)
			b.move(1)
			b.change(700)
			d := die(700)
			d.Shapes, d.Marks = []vision.ShapeScore{{Shape: vision.D6, P: 1}}, c.marks
			b.lying = append(b.lying, d)
			b.pixels.sudden = map[vision.Box]bool{d.Box: c.sudden}
			b.still(30)
			b.want(c.want...)
		})
	}
}
