package settle_test

import (
	"testing"

	"astragal/vision"
	"astragal/vision/settle"

	"github.com/stretchr/testify/require"
)

// These colours count as those of one die: nearly the same ones, and those in the shade or with a glint if the faces
// are alike enough for that.
func TestAlikeAsksMoreOfFacesInAnotherLight(t *testing.T) {
	for name, c := range map[string]struct {
		likeness settle.Likeness
		want     float64
	}{
		"one colour":                 {settle.Likeness{Face: 0.2, Tint: 0.45}, 0.2},
		"in the shade":               {settle.Likeness{Face: 0.5, Tint: 0.6}, 0.5},
		"in the shade, less alike":   {settle.Likeness{Face: 0.49, Tint: 0.46}, -1},
		"another colour":             {settle.Likeness{Face: 1, Tint: 0.61}, -1},
		"with a glint":               {settle.Likeness{Face: 0.75, Tint: 2, Glint: true}, 0.75},
		"with a glint, less alike":   {settle.Likeness{Face: 0.74, Tint: 0.61, Glint: true}, -1},
		"a glint that hardly counts": {settle.Likeness{Face: 0.2, Tint: 0.45, Glint: true}, 0.2},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, c.likeness.Alike()) })
	}
}

// Dice are gone from 100 and 160, two are new at 130 and 180, and one stays. If each new die is one that is gone, no
// die was thrown.
func TestPushedDiceArePairedTheLikestFirst(t *testing.T) {
	no := settle.Likeness{Face: 0.1}
	shaded, dark := settle.Likeness{Face: 0.3, Tint: 0.9}, settle.Likeness{Face: 0.9, Tint: 1.1}
	for name, c := range map[string]struct {
		likeness [4]settle.Likeness // 100 to 130, 100 to 180, 160 to 130, 160 to 180
		want     vision.EventKind
	}{
		"both known":                      {[4]settle.Likeness{{Face: 0.9}, no, no, {Face: 0.9}}, vision.EventSeen},
		"both known, crosswise":           {[4]settle.Likeness{no, {Face: 0.9}, {Face: 0.9}, no}, vision.EventSeen},
		"one a little like the other":     {[4]settle.Likeness{{Face: 0.6}, {Face: 0.7}, no, {Face: 0.9}}, vision.EventSeen},
		"both a little like one":          {[4]settle.Likeness{{Face: 0.7}, {Face: 0.6}, {Face: 0.9}, no}, vision.EventSeen},
		"one known, one in the shade":     {[4]settle.Likeness{{Face: 0.9}, no, no, shaded}, vision.EventSeen},
		"one known, one in the dark":      {[4]settle.Likeness{{Face: 0.9}, no, no, dark}, vision.EventSettled},
		"one known, another face":         {[4]settle.Likeness{{Face: 0.9}, no, no, {Face: 0.24}}, vision.EventSettled},
		"both in the shade":               {[4]settle.Likeness{shaded, no, no, shaded}, vision.EventSettled},
		"one in the shade, one unlike":    {[4]settle.Likeness{shaded, no, no, no}, vision.EventSettled},
		"one like both, one like neither": {[4]settle.Likeness{{Face: 0.9}, {Face: 0.8}, {Face: 0.8}, no}, vision.EventSettled},
	} {
		t.Run(name, func(t *testing.T) {
			b := lie(t, 100, 160, 600)
			b.move(20)
			b.put(130, 180, 600)
			b.change(100)
			b.change(160)
			b.pixels.touched[die(600).Box], b.pixels.changed[die(600).Box] = false, false
			b.pixels.like = map[[2]vision.Box]settle.Likeness{
				{die(100).Box, die(130).Box}: c.likeness[0], {die(100).Box, die(180).Box}: c.likeness[1],
				{die(160).Box, die(130).Box}: c.likeness[2], {die(160).Box, die(180).Box}: c.likeness[3],
			}
			b.still(60)
			b.want(c.want)
		})
	}
}

// If only one die changed its place, it may have another colour there.
func TestDiePushedAloneIntoTheShade(t *testing.T) {
	for name, c := range map[string]struct {
		to       float64 // px; it lay at 100 and is 40 px large
		likeness settle.Likeness
		left     bool
		want     vision.EventKind
	}{
		"shade":                               {140, settle.Likeness{Face: 0.49, Tint: 0.77}, false, vision.EventSeen},
		"another face":                        {140, settle.Likeness{Face: 0.2, Tint: 0.77}, false, vision.EventSettled},
		"another die":                         {140, settle.Likeness{Face: 0.49, Tint: 1.1}, false, vision.EventSettled},
		"deep shade":                          {140, settle.Likeness{Face: 0.9, Tint: 1.4}, false, vision.EventSeen},
		"less alike there":                    {140, settle.Likeness{Face: 0.89, Tint: 1.4}, false, vision.EventSettled},
		"less alike, but nearer":              {123, settle.Likeness{Face: 0.8, Tint: 1.05}, false, vision.EventSeen},
		"hardly alike, nearer":                {123, settle.Likeness{Face: 0.69, Tint: 1.05}, false, vision.EventSettled},
		"nearer, but its place was seen bare": {123, settle.Likeness{Face: 0.8, Tint: 1.05}, true, vision.EventSettled},
		"taken from its place":                {140, settle.Likeness{Face: 0.49, Tint: 0.77}, true, vision.EventSettled},
	} {
		t.Run(name, func(t *testing.T) {
			b := lie(t, 100, 300)
			b.move(20)
			b.put(c.to, 300)
			b.change(100)
			b.pixels.touched[die(300).Box], b.pixels.changed[die(300).Box] = false, false
			b.pixels.left = map[vision.Box]bool{die(100).Box: c.left}
			b.pixels.like = map[[2]vision.Box]settle.Likeness{{die(100).Box, die(c.to).Box}: c.likeness}
			b.still(60)
			b.want(c.want)
		})
	}
}

// A die with another solid than the die that is gone was thrown, unless it looks very much like that die: the reader
// errs about solids.
func TestAnotherSolidIsNoPushedDie(t *testing.T) {
	cube := []vision.ShapeScore{{Shape: vision.D6, P: 0.99}, {Shape: vision.D10, P: 0.01}}
	rather := []vision.ShapeScore{{Shape: vision.D10, P: 0.88}, {Shape: vision.D6, P: 0.12}}
	perhaps := []vision.ShapeScore{{Shape: vision.D10, P: 0.8}, {Shape: vision.D6, P: 0.2}}
	for name, c := range map[string]struct {
		was, is  []vision.ShapeScore
		likeness settle.Likeness
		want     vision.EventKind
	}{
		"the same solid":           {cube, cube, settle.Likeness{Face: 0.5, Tint: 0.4}, vision.EventSeen},
		"another":                  {cube, rather, settle.Likeness{Face: 0.5, Tint: 0.4}, vision.EventSettled},
		"another, the other way":   {rather, cube, settle.Likeness{Face: 0.5, Tint: 0.4}, vision.EventSettled},
		"perhaps another":          {cube, perhaps, settle.Likeness{Face: 0.5, Tint: 0.4}, vision.EventSeen},
		"not known":                {cube, nil, settle.Likeness{Face: 0.5, Tint: 0.4}, vision.EventSeen},
		"another that looks alike": {cube, rather, settle.Likeness{Face: 0.7, Tint: 0.4}, vision.EventSeen},
		"another in the shade":     {cube, rather, settle.Likeness{Face: 0.45, Tint: 0.77}, vision.EventSettled},
		"the same in the shade":    {cube, cube, settle.Likeness{Face: 0.45, Tint: 0.77}, vision.EventSeen},
	} {
		t.Run(name, func(t *testing.T) {
			b := newTable(t)
			b.still(30)
			b.move(10)
			b.put(100, 300)
			b.lying[0].Shapes = c.was
			b.still(60)
			b.events = nil
			b.move(20)
			b.put(130, 300)
			b.lying[0].Shapes = c.is
			b.change(100)
			b.pixels.touched[die(300).Box], b.pixels.changed[die(300).Box] = false, false
			b.pixels.like = map[[2]vision.Box]settle.Likeness{{die(100).Box, die(130).Box}: c.likeness}
			b.still(60)
			b.want(c.want)
		})
	}
}

// Most dice are taken away one by one, and one that stays was pushed a little before. It is no throw. If it looks
// less like the old die, shows something else or lies further off, it was thrown.
func TestDiePushedBeforeMostAreTakenAway(t *testing.T) {
	three := []vision.Mark{{Kind: vision.MarkPips, Value: 3, P: 0.99}}
	for name, c := range map[string]struct {
		to      float64
		face    float64
		was, is []vision.Mark
		want    vision.EventKind
	}{
		"the same die":                      {140, 0.93, nil, nil, vision.EventSeen},
		"much like it":                      {140, 0.85, nil, nil, vision.EventSettled},
		"like it, but far":                  {155, 0.93, nil, nil, vision.EventSettled},
		"like it, near by it":               {125, 0.9, nil, nil, vision.EventSeen},
		"much like it, with the same pips":  {140, 0.85, three, three, vision.EventSeen},
		"less like it, with the same pips":  {140, 0.65, three, three, vision.EventSettled},
		"much like it, with doubtful pips":  {140, 0.85, three, []vision.Mark{{Kind: vision.MarkPips, Value: 3, P: 0.9}}, vision.EventSettled},
		"the same pips, but far":            {155, 0.85, three, three, vision.EventSettled},
		"much like it, but with other pips": {140, 0.93, three, []vision.Mark{{Kind: vision.MarkPips, Value: 4, P: 0.99}}, vision.EventSettled},
	} {
		t.Run(name, func(t *testing.T) {
			b := newTable(t)
			b.still(30)
			b.move(10)
			b.put(100, 300, 400, 500, 600, 700, 800)
			b.lying[0].Marks = c.was
			b.still(60)
			b.events = nil
			b.move(20)
			b.put(c.to, 700, 800)
			b.lying[0].Marks = c.is
			for _, x := range []float64{100, 300, 400, 500, 600} {
				b.change(x)
			}
			for _, x := range []float64{700, 800} {
				b.pixels.touched[die(x).Box], b.pixels.changed[die(x).Box] = false, false
			}
			b.pixels.like = map[[2]vision.Box]settle.Likeness{{die(100).Box, die(c.to).Box}: {Face: c.face}}
			b.still(60)
			b.want(c.want)
		})
	}
}

// A die that slid further than others count as pushed, and looks just the same, was pushed too.
func TestADieThatSlidFar(t *testing.T) {
	for name, c := range map[string]struct {
		sizes, face float64
		want        vision.EventKind
	}{
		"as far as any may": {2.15, 0.6, vision.EventSeen},
		"further":           {2.4, 0.95, vision.EventSeen},
		"further, not sure": {2.4, 0.85, vision.EventSettled},
		"too far":           {2.7, 0.95, vision.EventSettled},
	} {
		t.Run(name, func(t *testing.T) {
			to := 100 + c.sizes*die(0).Box[2]
			b := lie(t, 100)
			b.move(20)
			b.put(to)
			b.change(100)
			b.pixels.like = map[[2]vision.Box]settle.Likeness{{die(100).Box, die(to).Box}: {Face: c.face}}
			b.still(60)
			b.want(c.want)
		})
	}
}

// A die was knocked aside, and hands took the others from beside it, all before the tray lay still for long enough. Their places were seen bare and its own wasn't: it wasn't gathered with
// them, so it wasn't thrown. If one of the others was never seen to leave, all may have been gathered and this one thrown.
func TestPushedDieFromBesideWhichTheOthersWereTaken(t *testing.T) {
	for _, seen := range []bool{true, false} {
		b := lie(t, 100, 300, 500)
		b.move(20)
		b.leave(300)
		if seen {
			b.leave(500)
		}
		b.change(500)
		b.lying = []vision.Sighting{die(145)}
		b.change(100)
		b.change(145)
		b.pixels.alike = 0.88
		b.still(60)
		b.want(map[bool]vision.EventKind{true: vision.EventSeen, false: vision.EventSettled}[seen])
	}
}

// The only die on the table was knocked out of a lamp's light: its colour is another one, and its face is the same. If the face is less alike, it may have been thrown anew.
func TestLoneDieThatWasPushedIntoOtherLight(t *testing.T) {
	for face, kind := range map[float64]vision.EventKind{0.87: vision.EventSeen, 0.8: vision.EventSettled} {
		b := lie(t, 300)
		b.move(10)
		b.lying = []vision.Sighting{die(350)}
		b.change(300)
		b.change(350)
		b.pixels.like = map[[2]vision.Box]settle.Likeness{{die(300).Box, die(350).Box}: {Face: face, Tint: 0.8}}
		b.still(60)
		b.want(kind)
	}
}

// A die lay half under another one and was hardly found, so it made no throw. The other is pushed off it, and it is found. It was thrown if nothing lay over it, if its place was seen bare, or if it lies elsewhere.
func TestADieHardlyFoundUnderOneThatIsPushedIsNoThrow(t *testing.T) {
	for name, c := range map[string]struct {
		hardly, now float64 // px; the die over it lies at 100 and is pushed to 155
		left        bool
		want        vision.EventKind
	}{
		"it comes to light":                    {80, 78, false, vision.EventSeen},
		"its place was seen bare":              {80, 78, true, vision.EventSettled},
		"it lies elsewhere":                    {80, 50, false, vision.EventSettled},
		"something beside it was hardly found": {50, 52, false, vision.EventSettled},
	} {
		t.Run(name, func(t *testing.T) {
			b := newTable(t)
			b.still(30)
			b.move(10)
			b.put(100, 300, c.hardly)
			b.lying[2].Found = .38
			b.still(60)
			b.want(vision.EventSettled)
			require.Contains(t, b.s.Places(), die(c.hardly).Box)
			b.move(20)
			b.put(155, 300, c.now)
			b.change(100)
			b.pixels.touched[die(300).Box], b.pixels.changed[die(300).Box] = false, false
			b.pixels.left = map[vision.Box]bool{die(c.hardly).Box: c.left}
			b.pixels.like = map[[2]vision.Box]settle.Likeness{{die(100).Box, die(155).Box}: {Face: .9}}
			b.still(60)
			b.want(c.want)
		})
	}
}
