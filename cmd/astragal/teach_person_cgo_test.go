//go:build cgo

package main

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/companion/studio/course"
	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/gallery"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// slip is a mistake that a person makes.
type slip string

const (
	slipSwap    slip = "two changed places"
	slipFace    slip = "a wrong face up"
	slipForgot  slip = "one not turned"
	slipMissing slip = "one missing"
	slipExtra   slip = "one too many"
	slipColumns slip = "laid by columns"
	slipRow     slip = "one in the wrong row"
)

// layer is a person who lays dice as a page draws them. Sometimes the person makes a mistake.
type layer struct {
	t     *testing.T
	world virtual.Options
	rng   *rand.Rand
	// slope is the slope of the rows in radians. waver is how far dice lie off their places in mm.
	slope, waver float64
	// up is the face that the die at each place shows. lies is the place whose die lies there. It is the same place
	// unless dice changed places.
	up, lies map[int]int
	shots    int
}

// unmeasured is the drawn size, in mm, of dice whose size isn't known: monsters, dragons and terrains. It is a guess.
const unmeasured = 26.0

// newLayer is a person at their own table. Light, camera, floor, plastic and drawings depend on the seed.
func newLayer(t *testing.T, seed uint64, army []models.Die, drawn func([]models.Die) map[string]string) *layer {
	t.Helper()
	look := virtual.RandomLook(seed)
	painted := plastic(asPrinted(army), look, seed)
	for i := range painted {
		if painted[i].SizeMM == nil {
			mm := unmeasured
			painted[i].SizeMM = &mm
		}
	}
	l := &layer{t: t, rng: rand.New(rand.NewPCG(seed, 0x1a7)), up: map[int]int{}, lies: map[int]int{}, waver: 3}
	l.world = virtual.Options{Look: &look, Own: painted, Pictures: drawn(painted)}
	l.slope = (l.rng.Float64() - .5) * .2
	return l
}

// plastic gives dice a plastic that differs from the floor and a paint that differs from the plastic.
func plastic(dice []models.Die, look virtual.Look, seed uint64) []models.Die {
	rgb := func(v uint32) [3]float64 {
		return [3]float64{float64(v >> 16), float64(v >> 8 & 255), float64(v & 255)}
	}
	apart := func(a, b [3]float64) float64 { return math.Hypot(a[0]-b[0], math.Hypot(a[1]-b[1], a[2]-b[2])) }
	kinds := []struct{ a, b, ink string }{
		{"#b5302c", "#5a1512", "white"}, {"#2f7d4a", "#174a2c", "white"}, {"#efe4c8", "#d8c898", "black"},
		{"#2b58a6", "#1a3468", "white"}, {"#ecc935", "#dd9a22", "black"}, {"#6d4596", "#3c2060", "white"},
	}
	at := int(seed) % len(kinds)
	for range kinds {
		var r, g, b uint32
		for i, c := range kinds[at].a[1:] {
			v := uint32(c - '0')
			if c >= 'a' {
				v = uint32(c-'a') + 10
			}
			*[]*uint32{&r, &r, &g, &g, &b, &b}[i] = *[]*uint32{&r, &r, &g, &g, &b, &b}[i]<<4 | v
		}
		if apart(rgb(look.FloorColor), rgb(r<<16|g<<8|b)) > 90 {
			break
		}
		at = (at + 1) % len(kinds)
	}
	out := slices.Clone(dice)
	for i := range out {
		k := kinds[at]
		out[i].Colors, out[i].Ink, out[i].Pattern = []string{k.a, k.b}, k.ink, []string{"swirl", "marble", "plain"}[int(seed)%3]
	}
	return out
}

// lay takes a picture of the dice as the person lays them.
func (l *layer) lay(wants []course.Want, does slip) (virtual.Truth, []byte) {
	l.t.Helper()
	o := l.laid(wants, does)
	l.shots++
	img, truth, err := virtual.Still(uint64(7000+l.shots)+l.rng.Uint64()%1000*1000, o)
	require.NoError(l.t, err)
	return truth, jpegOf(l.t, img)
}

// laid is how the person lays the dice: the die of each place with the wanted face up, except for a slip. Dice that
// may stay as they lie stay.
func (l *layer) laid(wants []course.Want, does slip) virtual.Options {
	l.t.Helper()
	for _, w := range wants {
		l.lies[w.Place] = w.Place
		if w.Face >= 0 && does != slipForgot {
			l.up[w.Place] = w.Face
		}
	}
	lies := map[int]int{}
	for _, w := range wants {
		lies[w.Place] = w.Place
	}
	die := func(place int) models.Die {
		return wants[slices.IndexFunc(wants, func(w course.Want) bool { return w.Place == place })].Die
	}
	missing, extra := -1, ""
	switch does {
	case slipForgot:
		k := l.pick(wants, func(w course.Want) bool { return w.Face >= 0 && l.has(w.Place) })
		for i, w := range wants {
			if i != k && w.Face >= 0 {
				l.up[w.Place] = w.Face
			}
		}
	case slipFace:
		if k := l.pick(wants, func(w course.Want) bool { return w.Face >= 0 && len(kinds(w.Die)) > 2 }); k >= 0 {
			w := wants[k]
			for gallery.ClassOf(w.Die, l.up[w.Place]) == gallery.ClassOf(w.Die, w.Face) {
				l.up[w.Place] = l.rng.IntN(len(w.Die.Faces))
			}
		}
	case slipSwap:
		a := l.pick(wants, func(w course.Want) bool { return w.Face >= 0 })
		b := l.pick(wants, func(w course.Want) bool {
			return w.Face >= 0 && w.Die.ID != wants[a].Die.ID && w.Die.Shape == wants[a].Die.Shape
		})
		if b >= 0 {
			lies[wants[a].Place], lies[wants[b].Place] = wants[b].Place, wants[a].Place
		}
	case slipColumns:
		k := 0
		for c := range wants {
			for _, w := range wants {
				if w.Column == c {
					lies[w.Place] = wants[k].Place
					k++
				}
			}
		}
	case slipMissing:
		missing = wants[l.rng.IntN(len(wants))].Place
	case slipExtra:
		extra = wants[l.rng.IntN(len(wants))].Die.ID
	}
	rows := map[int]int{}
	for _, w := range wants {
		rows[w.Row] = max(rows[w.Row], w.Column+1)
	}
	o := l.world
	wrongRow := -1
	if does == slipRow {
		wrongRow = wants[l.rng.IntN(len(wants))].Place
	}
	for _, w := range wants {
		if w.Place == missing {
			continue
		}
		row := w.Row
		if w.Place == wrongRow {
			row = (row + 1) % len(rows)
		}
		x, y := (float64(w.Column)-float64(rows[w.Row]-1)/2)*36, (float64(len(rows)-1)/2-float64(row))*42
		if row != w.Row {
			x += 18
		}
		if w.Column*2 >= rows[w.Row] {
			x += 4 // a gap in the middle
		}
		l.place(&o, die(lies[w.Place]), l.up[lies[w.Place]], x, y)
	}
	if extra != "" {
		last := wants[len(wants)-1]
		l.place(&o, die(wants[slices.IndexFunc(wants, func(w course.Want) bool { return w.Die.ID == extra })].Place), 0, (float64(rows[last.Row])/2+.7)*33, (float64(len(rows)-1)/2-float64(last.Row))*42)
	}
	return o
}

func (l *layer) place(o *virtual.Options, d models.Die, up int, x, y float64) {
	sin, cos := math.Sincos(l.slope)
	x, y = x*cos-y*sin+l.waver*l.rng.NormFloat64()*.8, x*sin+y*cos+l.waver*l.rng.NormFloat64()
	o.Dice, o.Up = append(o.Dice, d.ID), append(o.Up, up)
	o.At = append(o.At, virtual.Spot{X: x, Y: y, Yaw: .25 * l.rng.NormFloat64()})
}

func (l *layer) has(place int) bool { _, ok := l.up[place]; return ok }

// pick chooses a fitting place by chance. It returns -1 if none fits.
func (l *layer) pick(wants []course.Want, fits func(course.Want) bool) int {
	var may []int
	for i, w := range wants {
		if fits(w) {
			may = append(may, i)
		}
	}
	if len(may) == 0 {
		return -1
	}
	return may[l.rng.IntN(len(may))]
}

func kinds(d models.Die) map[gallery.Class]bool {
	out := map[gallery.Class]bool{}
	for i := range d.Faces {
		out[gallery.ClassOf(d, i)] = true
	}
	return out
}

// twelveOf are twelve units of a race. Chance chooses and orders them.
func twelveOf(t *testing.T, race string, rng *rand.Rand) []models.Die {
	t.Helper()
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	var army []models.Die
	for _, d := range catalog.OfRace(every, race) {
		if d.Shape == "d6" {
			army = append(army, d)
		}
	}
	rng.Shuffle(len(army), func(i, k int) { army[i], army[k] = army[k], army[i] })
	return army[:12]
}

// thirtyPointsOf are thirty points of a race with two monsters, two dragons and two terrains. Chance chooses and
// orders them.
func thirtyPointsOf(t *testing.T, race string, rng *rand.Rand) []models.Die {
	t.Helper()
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	byKind := map[string][]models.Die{}
	for _, d := range every {
		switch {
		case d.Race == race && d.Shape == "d10":
			byKind["monster"] = append(byKind["monster"], d)
		case d.Race == race && d.Kind == "unit":
			byKind["unit"] = append(byKind["unit"], d)
		case d.Kind == "drake" || d.Kind == "wyrm" || d.Kind == "major_terrain":
			byKind[d.Kind] = append(byKind[d.Kind], d)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		of := byKind[kind]
		rng.Shuffle(len(of), func(i, k int) { of[i], of[k] = of[k], of[i] })
	}
	army := slices.Clone(byKind["monster"][:2])
	left := 30 - 2*4
	for _, d := range byKind["unit"] {
		if left -= *d.Points; left < 0 {
			left += *d.Points
			continue
		}
		army = append(army, d)
	}
	require.Zero(t, left, "thirty points of %s", race)
	army = append(army, byKind["drake"][0], byKind["wyrm"][0], byKind["major_terrain"][0], byKind["major_terrain"][1])
	rng.Shuffle(len(army), func(i, k int) { army[i], army[k] = army[k], army[i] })
	return army
}
