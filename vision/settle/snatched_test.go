package settle_test

import (
	"testing"

	"astragal/vision"
	"astragal/vision/settle"

	"github.com/stretchr/testify/require"
)

// A hand comes for dice that have lain still for less than a look takes.
func TestDiceThatAreTakenUpAtOnce(t *testing.T) {
	stays := func(vision.Box) float64 { return 0 }
	for name, c := range map[string]struct {
		still, moving int // frames before the hand is seen
		before        func(b *table)
		changed       func(vision.Box) float64
		asked, told   bool
	}{
		"are told": {still: 4, moving: 3, changed: stays, asked: true, told: true},
		"not if they lay still for a moment only": {still: 2, moving: 3},
		"not if the hand comes much later":        {still: 4, moving: 25},
		"not if one of them moves": {still: 4, moving: 3, asked: true, changed: func(b vision.Box) float64 {
			if b == die(300).Box {
				return .5
			}
			return 0
		}},
		"not if a hand lies over the tray": {still: 4, moving: 3, changed: stays, asked: true, before: func(b *table) { b.pixels.hand = true }},
		"not if dice lay there before": {still: 4, moving: 3, before: func(b *table) {
			b.put(100, 300, 500)
			b.still(30)
			b.want(vision.EventSettled)
			b.move(5)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newTable(t)
			b.still(30)
			b.move(5)
			if c.before != nil {
				c.before(b)
			}
			b.put(100, 300)
			b.still(c.still)
			b.move(c.moving)
			looks := b.looks
			b.add(1, settle.Glance{Moving: true, Hand: true})
			require.Equal(t, c.asked, b.s.Snatched())
			if !c.asked {
				return
			}
			require.Equal(t, looks, b.looks)
			was := b.s.State()
			throw, scene := b.s.JudgeKept(vision.Scene{Sightings: b.lying}, b.pixels, c.changed)
			require.Equal(t, c.told, throw)
			require.Len(t, scene.Sightings, 2)
			require.False(t, b.s.Snatched(), "once")
			if !throw {
				require.Equal(t, was, b.s.State())
				require.Empty(t, b.s.Lying())
				return
			}
			require.Len(t, b.s.Lying(), 2)
			b.pixels = &pixels{left: map[vision.Box]bool{die(100).Box: true, die(300).Box: true}, touched: map[vision.Box]bool{die(100).Box: true, die(300).Box: true}, changed: map[vision.Box]bool{die(100).Box: true, die(300).Box: true}, alike: -1}
			b.add(3, settle.Glance{Moving: true, Hand: true})
			require.Equal(t, vision.HandInTray, b.s.State())
			b.lying = nil
			b.still(30)
			b.want(vision.EventCleared)
		})
	}
}

// If no picture was kept before, what was there all along may look like dice.
func TestDiceTakenUpAtOnceMustBeSureIfNothingIsKnown(t *testing.T) {
	sure := die(300)
	sure.Shapes, sure.Marks = []vision.ShapeScore{{Shape: vision.D6, P: 1}}, []vision.Mark{{Kind: vision.MarkPips, Value: 4, P: 1}}
	lay := die(100)
	lay.Lay = true
	for name, c := range map[string]struct {
		seen []vision.Sighting
		told bool
	}{
		"all are sure":               {[]vision.Sighting{sure}, true},
		"the other lay there before": {[]vision.Sighting{sure, lay}, true},
		"one is doubtful":            {[]vision.Sighting{sure, die(500)}, false},
		"all lay there before":       {[]vision.Sighting{lay}, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newTable(t)
			b.move(5)
			b.lying = c.seen
			remembered := false
			for range 4 {
				b.still(1)
				remembered = remembered || b.s.Remember()
			}
			require.True(t, remembered)
			b.add(1, settle.Glance{Moving: true, Hand: true})
			require.True(t, b.s.Snatched())
			throw, _ := b.s.JudgeKept(vision.Scene{Sightings: c.seen}, nil, func(vision.Box) float64 { return 0 })
			require.Equal(t, c.told, throw)
		})
	}
}
