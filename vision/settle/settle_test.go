package settle_test

import (
	"testing"

	"astragal/vision"
	"astragal/vision/settle"

	"github.com/stretchr/testify/require"
)

func TestSettler(t *testing.T) {
	thrown := func(t *testing.T) *table { // three dice are thrown onto an empty tray
		b := newTable(t)
		b.still(30)
		b.move(20)
		b.put(100, 300, 500)
		b.still(30)
		b.want(vision.EventSettled)
		return b
	}
	t.Run("an empty tray tells nothing", func(t *testing.T) {
		b := newTable(t)
		b.still(300)
		require.Empty(t, b.events)
		require.Equal(t, vision.Empty, b.s.State())
		require.LessOrEqual(t, b.looks, 3)
	})
	t.Run("a throw settles once", func(t *testing.T) {
		b := thrown(t)
		b.still(300)
		require.Empty(t, b.events)
		require.Equal(t, vision.Settled, b.s.State())
	})
	t.Run("dice that lie there at the start are a throw", func(t *testing.T) {
		b := newTable(t)
		b.put(100)
		b.still(30)
		b.want(vision.EventSettled)
	})
	t.Run("nothing settles while something moves", func(t *testing.T) {
		b := newTable(t)
		b.put(100)
		b.move(600)
		require.Zero(t, b.looks)
		require.Equal(t, vision.Moving, b.s.State())
	})
	t.Run("a settled throw is told within half a second", func(t *testing.T) {
		for _, fps := range []int{5, 10, 15, 30, 60} {
			b := newTable(t)
			b.fps = fps
			b.move(20)
			b.put(100)
			b.still(fps / 2)
			require.Equal(t, []vision.EventKind{vision.EventSettled}, b.events, "%d frames a second", fps)
		}
	})
	t.Run("a trembling picture does not hold it up", func(t *testing.T) {
		b := newTable(t)
		b.move(20)
		b.put(100)
		for range 4 {
			b.still(5)
			b.add(1, settle.Glance{Moving: true, Slight: true})
		}
		b.want(vision.EventSettled)
	})
	t.Run("a die that rocks slightly but steadily does", func(t *testing.T) {
		b := newTable(t)
		b.move(20)
		b.put(100)
		for range 20 {
			b.still(2)
			b.add(1, settle.Glance{Moving: true, Slight: true})
		}
		require.Zero(t, b.looks)
	})
	t.Run("a second throw settles again", func(t *testing.T) {
		b := thrown(t)
		b.move(20)
		b.change(100)
		b.change(300)
		b.change(500)
		b.put(150, 350, 550)
		b.still(30)
		b.want(vision.EventSettled)
	})
	t.Run("a hand over the dice tells nothing", func(t *testing.T) {
		b := thrown(t)
		for _, d := range b.lying {
			b.pixels.touched[d.Box] = true
		}
		b.add(20, settle.Glance{Moving: true, Hand: true})
		require.Equal(t, vision.HandInTray, b.s.State())
		b.still(30)
		require.Empty(t, b.events)
		require.Equal(t, vision.Settled, b.s.State())
	})
	t.Run("nothing settles while a hand lies still in the tray", func(t *testing.T) {
		b := thrown(t)
		b.put(150, 350, 550)
		b.pixels.hand = true
		b.add(20, settle.Glance{Moving: true, Hand: true})
		b.add(200, settle.Glance{Hand: true})
		require.Empty(t, b.events)
		require.Equal(t, vision.HandInTray, b.s.State())
		b.pixels.hand = false
		b.move(5)
		b.still(10)
		b.want(vision.EventSettled)
	})
	t.Run("nothing settles under a hand before any picture was kept, but not for ever", func(t *testing.T) {
		for _, goes := range []bool{true, false} {
			b := newTable(t)
			b.move(10)
			b.lying = []vision.Sighting{die(100)} // the other die is hidden
			b.pixels = &pixels{first: true, hand: true}
			b.add(5, settle.Glance{Moving: true, Hand: true})
			b.add(45, settle.Glance{Hand: true})
			require.Empty(t, b.events)
			require.Equal(t, vision.HandInTray, b.s.State())
			if goes {
				b.lying = []vision.Sighting{die(100), die(300)}
				b.pixels.hand = false
				b.move(5)
				b.still(10)
			} else {
				b.add(30, settle.Glance{Hand: true})
			}
			b.want(vision.EventSettled)
			require.Equal(t, vision.Settled, b.s.State())
		}
	})
	t.Run("a thing put down becomes part of the table", func(t *testing.T) {
		b := thrown(t)
		b.pixels.hand = true
		b.add(20, settle.Glance{Moving: true, Hand: true})
		b.add(15*30, settle.Glance{Hand: true})
		require.Empty(t, b.events)
		require.Equal(t, vision.Settled, b.s.State())
	})
	t.Run("dice taken one by one are seen, then cleared", func(t *testing.T) {
		b := thrown(t)
		for _, left := range [][]float64{{300, 500}, {500}, {}} {
			b.change(b.lying[0].Box[0])
			b.lying = nil
			for _, x := range left {
				b.lying = append(b.lying, die(x))
			}
			b.move(10)
			b.still(15)
		}
		b.want(vision.EventSeen, vision.EventSeen, vision.EventCleared)
		require.Equal(t, vision.Empty, b.s.State())
	})
	t.Run("a pushed die is seen, no throw", func(t *testing.T) {
		b := thrown(t)
		b.change(500)
		b.lying[2] = die(560)
		b.change(560)
		b.pixels.alike = 0.9
		b.move(10)
		b.still(15)
		b.want(vision.EventSeen)
	})
	t.Run("a die thrown again shows another face and is a throw", func(t *testing.T) {
		b := thrown(t)
		b.change(500)
		b.lying[2] = die(560)
		b.change(560)
		b.pixels.alike = 0.2
		b.move(10)
		b.still(15)
		b.want(vision.EventSettled)
	})
	t.Run("a die taken out and thrown alone is a throw", func(t *testing.T) {
		b := thrown(t)
		b.change(500)
		b.lying = b.lying[:2]
		b.move(10)
		b.still(15)
		b.want(vision.EventSeen)
		b.change(420)
		b.lying = append(b.lying, die(420))
		b.move(10)
		b.still(15)
		b.want(vision.EventSettled)
	})
	t.Run("a thing that is hardly a die, or as large as a tray, is no throw", func(t *testing.T) {
		b := newTable(t)
		faint, tray := die(100), die(300)
		faint.Found = 0.2
		tray.Box = vision.Box{10, 10, 600, 340}
		b.lying, b.size = []vision.Sighting{faint, tray}, [2]int{640, 360}
		b.still(60)
		require.Empty(t, b.events)
		require.Equal(t, vision.Empty, b.s.State())
	})
	t.Run("another light is seen, no throw", func(t *testing.T) {
		b := thrown(t)
		b.pixels.relit = true
		for _, d := range b.lying {
			b.pixels.touched[d.Box] = true
		}
		b.move(10)
		b.still(15)
		b.want(vision.EventSeen)
	})
	t.Run("a bumped camera is no throw", func(t *testing.T) {
		b := thrown(t)
		for i := range b.lying {
			b.lying[i] = die(b.lying[i].Box[0] + 33)
		}
		b.pixels.shift = 33
		b.add(15, settle.Glance{Shifted: true})
		b.want(vision.EventSeen)
		require.Equal(t, vision.Settled, b.s.State())
	})
	t.Run("a reader that flickers makes no throw and loses no die", func(t *testing.T) {
		b := thrown(t)
		all := b.lying
		for i := range 30 {
			b.lying = nil
			for j, d := range all {
				if j != i%4 {
					b.lying = append(b.lying, d)
				}
			}
			b.move(5)
			b.still(15)
			require.Len(t, b.scene.Sightings, 3)
		}
		require.NotContains(t, b.events, vision.EventSettled)
		require.NotContains(t, b.events, vision.EventCleared)
	})
	t.Run("a die that was overlooked at first is seen, no throw", func(t *testing.T) {
		b := thrown(t)
		b.lying = append(b.lying, die(700))
		b.move(5)
		b.still(15)
		b.want(vision.EventSeen)
	})
	t.Run("a thrown die that the first look overlooks settles at the next", func(t *testing.T) {
		b := thrown(t)
		b.change(700)
		b.pixels.doubt = true
		b.move(5)
		b.still(10)
		require.Empty(t, b.events)
		b.lying = append(b.lying, die(700))
		b.pixels.doubt = false
		b.still(10)
		b.want(vision.EventSettled)
		b.still(60)
		require.Empty(t, b.events)
	})
	t.Run("dice on an empty tray that the first look overlooks settle at the next", func(t *testing.T) {
		b := newTable(t)
		b.move(5)
		b.still(10)
		b.put(100, 200)
		b.still(20)
		b.want(vision.EventSettled)
	})
	t.Run("a reader that sees a die on an empty tray where nothing happened is not believed", func(t *testing.T) {
		b := newTable(t)
		b.still(60)
		b.lying = []vision.Sighting{die(100)}
		b.move(5)
		b.still(30)
		require.Empty(t, b.events)
		require.Equal(t, vision.Empty, b.s.State())
	})
	t.Run("dice thrown in the dark settle when the lamp is on", func(t *testing.T) {
		b := newTable(t)
		b.still(60)
		b.lying = []vision.Sighting{die(100)}
		b.pixels.relit = true
		b.move(5)
		b.still(30)
		b.want(vision.EventSettled)
	})
	t.Run("a die that is pushed far or to another number was thrown", func(t *testing.T) {
		for name, to := range map[string]float64{"far": 640, "number": 540} {
			b := thrown(t)
			b.lying = append([]vision.Sighting{}, b.lying...)
			b.change(500)
			b.lying[2] = die(to)
			b.change(to)
			b.pixels.alike = 0.9
			if name == "number" {
				b.s.Lying()[2].Marks = []vision.Mark{{Kind: vision.MarkPips, Value: 3, P: 0.99}}
				b.lying[2].Marks = []vision.Mark{{Kind: vision.MarkPips, Value: 4, P: 0.99}}
			}
			b.move(10)
			b.still(15)
			b.want(vision.EventSettled)
		}
	})
	t.Run("dice swept up and one thrown at once is a throw", func(t *testing.T) {
		b := thrown(t)
		for _, d := range b.lying {
			b.change(d.Box[0])
		}
		b.lying = []vision.Sighting{die(330)}
		b.change(330)
		b.pixels.alike = 0.95
		b.move(10)
		b.still(15)
		b.want(vision.EventSettled)
	})
	t.Run("a covered lens blocks, and what is dark is said to be", func(t *testing.T) {
		b := thrown(t)
		b.add(20, settle.Glance{Moving: true, Covered: true})
		require.Equal(t, vision.Blocked, b.s.State())
		b.add(600, settle.Glance{Dark: true})
		require.Equal(t, vision.TooDark, b.s.State())
		b.add(100, settle.Glance{Covered: true, Moving: true})
		require.Equal(t, vision.Blocked, b.s.State())
		b.add(1, settle.Glance{Moving: true})
		b.still(20)
		require.Empty(t, b.events)
		require.Equal(t, vision.Settled, b.s.State())
	})
	t.Run("another view of the dice is no throw", func(t *testing.T) {
		b := thrown(t)
		b.add(20, settle.Glance{Moving: true, Covered: true})
		b.put(50, 150, 250)
		b.add(100, settle.Glance{Covered: true})
		require.Empty(t, b.events)
		b.add(400, settle.Glance{Covered: true})
		b.want(vision.EventSeen)
		require.Equal(t, vision.Settled, b.s.State())
	})
	t.Run("another picture starts afresh", func(t *testing.T) {
		b := thrown(t)
		b.add(1, settle.Glance{Other: true})
		b.pixels = nil
		b.still(20)
		b.want(vision.EventSettled)
	})
}
