package settle_test

import (
	"testing"

	"astragal/vision"
	"astragal/vision/settle"

	"github.com/stretchr/testify/require"
)

// lie is a table on which dice were thrown to these places.
func lie(t *testing.T, places ...float64) *table {
	b := newTable(t)
	b.still(30)
	b.move(20)
	b.put(places...)
	b.still(60)
	b.want(vision.EventSettled)
	return b
}

// leave takes dice away in such a way that their places are seen bare.
func (b *table) leave(places ...float64) {
	for _, x := range places {
		b.pixels.left[die(x).Box] = true
		b.change(x)
	}
}

func TestDieThatLandsWhereOneWasTakenIsThrown(t *testing.T) {
	b := lie(t, 100, 300, 500)
	b.move(20)
	b.leave(100)
	b.lying = []vision.Sighting{die(105), die(300), die(500)}
	b.change(105)
	b.pixels.alike = 0.95 // the same die with the same face, almost in its old place
	b.still(60)
	b.want(vision.EventSettled)
}

func TestDieThatLandsBesideWhereOneWasTakenIsThrown(t *testing.T) {
	for _, left := range []bool{true, false} {
		b := lie(t, 100, 300)
		b.move(20)
		b.lying = []vision.Sighting{die(140), die(300)}
		b.change(140)
		b.change(100)
		b.pixels.alike = 0.95
		if left {
			b.leave(100)
		}
		b.still(60)
		if left {
			b.want(vision.EventSettled)
		} else {
			b.want(vision.EventSeen) // it was pushed
		}
	}
}

func TestDiceNearOldPlacesAreThrownWhereMostWereSwept(t *testing.T) {
	b := lie(t, 100, 200, 300, 400, 500)
	b.move(20)
	for _, x := range []float64{100, 200, 300, 400, 500} {
		b.change(x)
	}
	b.put(110, 210)
	b.pixels.alike = 0.6
	b.still(60)
	b.want(vision.EventSettled)
}

func TestPushedDieThatWasOverlookedIsLookedForAgain(t *testing.T) {
	b := lie(t, 100, 300)
	looks := b.looks
	b.move(20)
	b.change(100)
	b.change(140)
	b.pixels.alike, b.pixels.near = 0.95, true
	b.lying = []vision.Sighting{die(300)}
	for b.looks == looks {
		b.still(1)
	}
	b.want() // nothing is told as long as it may lie there
	b.lying = []vision.Sighting{die(140), die(300)}
	b.pixels.near = false
	b.still(60)
	b.want(vision.EventSeen)
}

func TestDoubtLastsUntilADieIsRead(t *testing.T) {
	b := newTable(t)
	b.still(30)
	b.move(20)
	b.put(100, 300)
	b.pixels.doubt = true
	looks := b.looks
	b.still(90)
	b.want(vision.EventSettled)
	require.Equal(t, 3, b.looks-looks, "the picture kept at the first look hides nothing from the others")
}

// A pushed die is read only at the second look, which explains what the first one doubted. That is told and kept at
// once. The others are taken away before a third look, and with an older picture the die would then seem to have been
// thrown.
func TestDoubtEndsWithTheLookThatExplainsIt(t *testing.T) {
	b := lie(t, 100, 300, 500, 700)
	b.move(20)
	b.change(100)
	b.change(140)
	b.pixels.alike, b.pixels.near = 0.95, true
	b.lying = []vision.Sighting{die(300), die(500), die(700)}
	for looks := b.looks; b.looks == looks; {
		b.still(1)
	}
	b.want()
	b.lying = []vision.Sighting{die(140), die(300), die(500), die(700)}
	b.pixels.near = false
	for looks := b.looks; b.looks == looks; {
		b.still(1)
	}
	b.want(vision.EventSeen)
	b.move(20)
	b.lying = []vision.Sighting{die(140)}
	for _, x := range []float64{300, 500, 700} {
		b.change(x)
	}
	b.pixels.alike = 0.95
	b.still(60)
	b.want(vision.EventSeen)
}

// Dice are thrown in another light than that of the last look.
func TestThrownDiceThatAreOverlookedInAnotherLightAreLookedForAgain(t *testing.T) {
	b := lie(t, 100)
	b.move(20)
	b.put(300)
	b.change(100)
	b.change(500)
	b.pixels.relit, b.pixels.doubt = true, true
	b.still(12)
	b.want(vision.EventSettled) // the die that was read is told at once
	b.lying = []vision.Sighting{die(300), die(500)}
	b.still(60)
	b.want(vision.EventSeen)
	require.Equal(t, 1, b.s.Fate().Found)
	b.move(20)
	b.lying = []vision.Sighting{die(300), die(532)} // the die was pushed
	b.change(500)
	b.change(532)
	b.pixels.alike = 0.95
	b.still(60)
	b.want(vision.EventSeen)
}

// The only die is overlooked, on a tray in another light than when it was seen to be empty.
func TestOneDieThatIsOverlookedInAnotherLightIsThrown(t *testing.T) {
	b := newTable(t)
	b.still(60)
	b.want()
	b.move(20)
	b.pixels.relit, b.pixels.doubt = true, true
	looks := b.looks
	for b.looks == looks {
		b.still(1)
	}
	b.want()
	b.put(100)
	b.pixels.doubt = false
	b.still(60)
	b.want(vision.EventSettled)
}

func TestWhatIsHeldBackIsToldWhenTheMediumEnds(t *testing.T) {
	b := lie(t, 100, 300)
	b.move(20)
	b.change(100)
	b.pixels.near = true // a die is gone, and something lies beside its place
	b.lying = []vision.Sighting{die(300)}
	looks := b.looks
	for b.looks == looks {
		b.still(1)
	}
	b.want()
	require.True(t, b.s.End())
	b.look()
	b.want(vision.EventSeen)
	require.False(t, b.s.End(), "only once")
}

// Most dice were taken away, and that looked like a bump of the camera. One die lies as it lay.
func TestDieThatDidNotMoveIsNotThrownByACameraThatSeemsTo(t *testing.T) {
	for _, alike := range []float64{0.95, -1} {
		b := lie(t, 100, 200, 300, 400)
		b.move(20)
		b.pixels.shift = 60
		b.lying = []vision.Sighting{die(100)}
		b.change(100)
		b.pixels.alike = alike
		b.still(60)
		if alike > 0 {
			b.want(vision.EventSeen)
		} else {
			b.want(vision.EventSettled) // it is another die or another face
		}
	}
}

// The old place of a pushed die seems untouched, but there is no room for another die beside it.
func TestDieThatWasPushedByLessThanItsSizeIsNoSecondOne(t *testing.T) {
	for _, alike := range []float64{0.65, 0.2} {
		b := lie(t, 100, 300)
		b.move(20)
		b.lying = []vision.Sighting{die(132), die(300)}
		b.change(132)
		b.pixels.alike = alike
		b.still(60)
		if alike > 0.5 {
			b.want(vision.EventSeen)
		} else {
			b.want(vision.EventSettled)
		}
	}
}

// A hand that looks like the floor lies still over a die, so that the die isn't read. Then the hand goes away.
func TestDieUnderSomethingIsHiddenAndNotGone(t *testing.T) {
	b := lie(t, 100, 300)
	b.move(10)
	b.lying = []vision.Sighting{die(300)}
	b.change(100)
	b.pixels.hidden[die(100).Box] = true
	b.still(90)
	b.want()
	require.Equal(t, vision.HandInTray, b.s.State())
	require.Len(t, b.s.Lying(), 2)
	b.move(5)
	b.lying = []vision.Sighting{die(100), die(300)}
	b.pixels.changed[die(100).Box], b.pixels.hidden[die(100).Box] = false, false
	b.still(60)
	require.NotContains(t, b.events, vision.EventSettled)
	require.Equal(t, vision.Settled, b.s.State())
}

// Something that seems to lie over a place delays nothing for ever, and never delays a throw.
func TestSomethingOverAPlaceHoldsUpNoThrow(t *testing.T) {
	b := lie(t, 100, 300)
	b.move(10)
	b.lying = []vision.Sighting{die(300)}
	b.change(100)
	b.pixels.hidden[die(100).Box] = true
	b.still(15 * 30)
	b.want(vision.EventSeen) // a thing was put down where the die lay
	b = lie(t, 100, 300)
	b.move(10)
	b.lying = []vision.Sighting{die(300), die(600)}
	b.change(100)
	b.change(600)
	b.pixels.hidden[die(100).Box] = true
	b.still(15)
	b.want(vision.EventSettled)
}

// A die goes out of sight although its place is never seen bare, as under a hand that looks like something else. If a
// die then lies in its place and looks like it, it is that die. If its place was bare meanwhile, the die was thrown.
func TestDieThatComesToLightAgainIsNotThrown(t *testing.T) {
	for name, c := range map[string]struct {
		before []float64
		bare   bool
		more   []float64
		want   []vision.EventKind
		back   int
	}{
		"out of sight":        {[]float64{300}, false, nil, []vision.EventKind{vision.EventSeen, vision.EventSeen}, 1},
		"with all others":     {nil, false, nil, []vision.EventKind{vision.EventCleared, vision.EventSeen}, 1},
		"taken and thrown":    {[]float64{300}, true, nil, []vision.EventKind{vision.EventSeen, vision.EventSettled}, 0},
		"while one is thrown": {[]float64{300}, false, []float64{600}, []vision.EventKind{vision.EventSeen, vision.EventSettled}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			b := lie(t, append([]float64{100}, c.before...)...)
			b.move(10)
			b.lying = b.lying[1:]
			b.change(100)
			if c.bare {
				b.leave(100)
			}
			b.still(30)
			lost := b.s.Lost()
			if c.bare {
				require.Empty(t, lost)
			} else {
				require.Equal(t, []vision.Box{die(100).Box}, lost)
			}
			b.move(10)
			b.lying = append(b.lying, die(100))
			b.change(100)
			for _, x := range c.more {
				b.lying = append(b.lying, die(x))
				b.change(x)
			}
			b.pixels.back = map[vision.Box]bool{die(100).Box: !c.bare}
			b.still(30)
			b.want(c.want...)
			require.Equal(t, c.back, b.s.Fate().Back)
			require.Len(t, b.s.Lying(), 1+len(c.before)+len(c.more))
		})
	}
}

// In another light, the small picture of a thrown die's place may look as it did when the place was bare. Then the
// face decides.
func TestDieThatIsThrownInAnotherLightIsNoOverlookedOne(t *testing.T) {
	for _, c := range []struct {
		touched bool
		alike   float64
		want    vision.EventKind
	}{
		{true, 0.4, vision.EventSettled},
		{true, 0.9, vision.EventSeen},
		{false, 0.4, vision.EventSeen},
	} {
		b := lie(t, 100, 300)
		b.move(20)
		b.lying = []vision.Sighting{die(100), die(300), die(600)}
		b.pixels.relit, b.pixels.alike = true, c.alike
		b.pixels.touched[die(600).Box] = c.touched // as far as the small picture shows, only the light changed it
		b.still(30)
		b.want(c.want)
	}
}

// One die alone is gone from its place, which was never seen bare, and a die that looks a little like it lies near
// by. It was pushed, except in two cases: no other die lies there to show that only this one was touched, or others
// came or went as well.
func TestDieThatAloneChangedItsPlaceWasPushed(t *testing.T) {
	for name, c := range map[string]struct {
		before, after []float64
		want          vision.EventKind
	}{
		"others stay":     {[]float64{100, 300}, []float64{140, 300}, vision.EventSeen},
		"no other":        {[]float64{100}, []float64{140}, vision.EventSettled},
		"one more comes":  {[]float64{100, 300}, []float64{140, 300, 600}, vision.EventSettled},
		"one more leaves": {[]float64{100, 300, 600}, []float64{140, 300}, vision.EventSettled},
	} {
		t.Run(name, func(t *testing.T) {
			b := lie(t, c.before...)
			b.move(20)
			b.put(c.after...)
			b.change(100)
			b.change(600)
			b.pixels.touched[die(300).Box], b.pixels.changed[die(300).Box] = false, false
			b.pixels.alike = 0.27
			b.still(60)
			b.want(c.want)
		})
	}
}

// Most dice are taken away and the last one is touched. If it looks like the die that lay there, it is that die. If
// it looks less like it, all were swept up and it was thrown.
func TestDieThatIsTouchedWhileTheOthersGo(t *testing.T) {
	for alike, want := range map[float64]vision.EventKind{0.7: vision.EventSeen, 0.69: vision.EventSettled} {
		b := lie(t, 100, 300, 500)
		b.move(20)
		b.put(110)
		for _, x := range []float64{100, 300, 500} {
			b.change(x)
		}
		b.pixels.alike = alike
		b.still(60)
		b.want(want)
	}
}

// An overlooked die comes to light when the one beside it is taken away. If the part of it that was in sight is
// unchanged, it wasn't thrown.
func TestDieThatLayBesideOneThatIsTakenAway(t *testing.T) {
	for name, c := range map[string]struct {
		before  []float64
		changed bool // what is seen beside the place of the die that is gone
		relit   bool
		want    vision.EventKind
	}{
		"it lay there":      {[]float64{100, 400}, false, false, vision.EventSeen},
		"it was thrown":     {[]float64{100, 400}, true, false, vision.EventSettled},
		"in another light":  {[]float64{100, 400}, false, true, vision.EventSettled},
		"hardly in sight":   {[]float64{100, 140, 400}, false, false, vision.EventSettled},
		"nothing beside it": {[]float64{200, 400}, false, false, vision.EventSettled},
	} {
		t.Run(name, func(t *testing.T) {
			b := lie(t, c.before...)
			b.move(20)
			b.put(120, 400)
			for _, x := range c.before {
				b.change(x)
			}
			b.pixels.touched[die(400).Box], b.pixels.changed[die(400).Box] = false, false
			beside := vision.Box{140, 100, 20, 40}
			b.pixels.touched[beside], b.pixels.changed[beside] = true, c.changed
			b.pixels.alike, b.pixels.relit = -1, c.relit
			b.still(60)
			b.want(c.want)
		})
	}
}

// The boxes of two dice that touch overlap. If all others are taken at once, what is in the last one's box changes, but not beside the place of the one that touched it.
func TestDieThatTouchedOneThatIsTakenAway(t *testing.T) {
	for changed, want := range map[bool]vision.EventKind{false: vision.EventSeen, true: vision.EventSettled} {
		b := lie(t, 100, 130, 400)
		b.move(20)
		b.put(130)
		for _, x := range []float64{100, 130, 400} {
			b.change(x)
		}
		beside := vision.Box{140, 100, 30, 40}
		b.pixels.touched[beside], b.pixels.changed[beside] = true, changed
		b.pixels.alike = 0.5
		b.still(60)
		b.want(want)
	}
}

// Something moved over a place whose small picture looks as before. The die that isn't read there still lies there
// only if the place looks closely like it. Otherwise it was pushed away.
func TestDiePushedFromAPlaceThatLooksAsItDid(t *testing.T) {
	for name, c := range map[string]struct {
		touched, relit bool
		there          float64 // how much its old place looks like it
		want           vision.EventKind
	}{
		"bare":                         {true, false, 0.2, vision.EventSeen},
		"bare, in another light":       {true, true, 0.2, vision.EventSeen},
		"it lies there":                {true, false, 0.9, vision.EventSettled},
		"it lies in another light":     {true, true, 0.9, vision.EventSettled},
		"nothing moved there":          {false, false, 0.2, vision.EventSettled},
		"nothing moved, another light": {false, true, 0.2, vision.EventSettled},
	} {
		t.Run(name, func(t *testing.T) {
			b := lie(t, 100, 300)
			b.move(20)
			b.put(160, 300)
			b.pixels.touched[die(100).Box] = c.touched
			b.pixels.touched[die(300).Box], b.pixels.changed[die(300).Box] = false, false
			b.pixels.relit = c.relit
			b.pixels.like = map[[2]vision.Box]settle.Likeness{
				{die(100).Box, die(100).Box}: {Face: c.there}, {die(100).Box, die(160).Box}: {Face: 0.9},
			}
			b.still(60)
			b.want(c.want)
		})
	}
}

// A hand that keeps still over dice may be found as one die that is too large. Dice under it aren't gone, and a die
// beside it that it pushes isn't thrown.
func TestWhatIsTooLargeForADieHidesTheDiceUnderIt(t *testing.T) {
	for _, there := range []bool{false, true} { // if it is true, it lay there before, as a tray's own rim may be found
		lump := vision.Sighting{Found: 1, Box: vision.Box{260, 20, 250, 250}}
		b := newTable(t)
		b.size = [2]int{640, 360}
		b.still(30)
		b.move(20)
		b.put(100, 300, 400)
		if there {
			b.lying = append(b.lying, lump)
		}
		b.still(60)
		b.want(vision.EventSettled)
		b.move(20)
		b.change(104)
		b.change(300)
		b.change(400)
		b.lying = []vision.Sighting{die(104), lump}
		b.still(30)
		if there {
			b.want(vision.EventSettled)
			continue
		}
		b.want()
		require.Equal(t, vision.HandInTray, b.s.State())
		b.move(20)
		b.lying = []vision.Sighting{die(104), die(300), die(400)}
		b.pixels.changed, b.pixels.alike = map[vision.Box]bool{die(104).Box: true}, .95
		b.pixels.touched[die(104).Box] = true
		b.still(60)
		b.want(vision.EventSeen)
	}
}
