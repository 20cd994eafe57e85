package gallery_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"astragal/models/gallery"

	"github.com/stretchr/testify/require"
)

// drawing is a face of some strokes; numeral adds a small mark beside them.
type drawing struct {
	strokes [][4]float64
	numeral [][4]float64
}

func newDrawing(chance *rand.Rand) drawing {
	var d drawing
	for range 6 {
		a, r := chance.Float64()*2*math.Pi, 14*chance.Float64()
		x, y := r*math.Cos(a), r*math.Sin(a)
		d.strokes = append(d.strokes, [4]float64{x, y, x + 20*(chance.Float64()-.5), y + 20*(chance.Float64()-.5)})
	}
	return d
}

// numbered is the drawing with a mark of three short strokes in a corner.
func (d drawing) numbered(chance *rand.Rand) drawing {
	for range 3 {
		x, y := -15+6*chance.Float64(), 8+7*chance.Float64()
		d.numeral = append(d.numeral, [4]float64{x, y, x + 7*(chance.Float64()-.5), y + 7*(chance.Float64()-.5)})
	}
	return d
}

// look is what a camera would make of the drawing: turned, shifted (px), grown, under other light and noise.
func (d drawing) look(chance *rand.Rand, turn, dx, dy, grow, gain float64) []byte {
	return d.cut(chance, gallery.PrintPx, turn, dx, dy, grow, gain)
}

// cut is the same at any fineness: a square of side × side.
func (d drawing) cut(chance *rand.Rand, side int, turn, dx, dy, grow, gain float64) []byte {
	sin, cos := math.Sincos(turn)
	out := make([]byte, side*side)
	finer := float64(gallery.PrintPx) / float64(side)
	for i := range out {
		px, py := (float64(i%side)+.5)*finer-32-dx, (float64(i/side)+.5)*finer-32-dy
		x, y := (cos*px+sin*py)/grow, (-sin*px+cos*py)/grow
		v := 0.0
		for _, s := range append(d.strokes[:len(d.strokes):len(d.strokes)], d.numeral...) {
			v = max(v, 1-max(0, toSegment(x, y, s)-1.2))
		}
		out[i] = byte(min(255, max(0, 90+gain*v+.4*px+5*chance.NormFloat64())))
	}
	return out
}

func toSegment(x, y float64, s [4]float64) float64 {
	dx, dy := s[2]-s[0], s[3]-s[1]
	k := min(1, max(0, ((x-s[0])*dx+(y-s[1])*dy)/max(1e-9, dx*dx+dy*dy)))
	return math.Hypot(x-s[0]-k*dx, y-s[1]-k*dy)
}

func TestPrintsAreComparedPlaceByPlace(t *testing.T) {
	chance := rand.New(rand.NewPCG(8, 9))
	var same, other, numeral []float64
	for range 25 {
		d := newDrawing(chance)
		d7, d8 := d.numbered(chance), d.numbered(chance)
		e := newDrawing(chance).numbered(chance)
		slip := func() float64 { return 3 * (chance.Float64() - .5) }
		own, ok := gallery.NewPrint(d7.look(chance, 0, slip(), slip(), 1, 90), 4)
		require.True(t, ok)
		turn := chance.IntN(4)
		again := func(d drawing) []byte {
			return d.look(chance, math.Pi/2*float64(turn)+.12*(chance.Float64()-.5), slip(), slip(), .94+.12*chance.Float64(), 50+60*chance.Float64())
		}
		same = append(same, own.SamePrint(again(d7), turn, 4))
		numeral = append(numeral, own.SamePrint(again(d8), turn, 4))
		other = append(other, own.SamePrint(again(e), turn, 4))
	}
	for i := range same {
		require.Greater(t, same[i], .75, "the same face in other light")
		require.Less(t, other[i], .65, "another face")
		require.Greater(t, same[i], numeral[i]+.02, "the same icon with another numeral")
	}
}

// Faces of a terrain that differ in a numeral: of few shots in other light the finer cut tells which one it is.
func TestDetailsTellNumerals(t *testing.T) {
	chance := rand.New(rand.NewPCG(8, 10))
	const faces = 25
	right, sure := 0, 0
	for range faces {
		d := newDrawing(chance)
		d3, d7 := d.numbered(chance), d.numbered(chance)
		shot := func(d drawing) (print, detail []byte) {
			turn, dx, dy := .12*(chance.Float64()-.5), 3*(chance.Float64()-.5), 3*(chance.Float64()-.5)
			grow, gain := .94+.12*chance.Float64(), 50+60*chance.Float64()
			return d.look(chance, turn, dx, dy, grow, gain), d.cut(chance, gallery.DetailPx, turn, dx, dy, grow, gain)
		}
		print, detail := shot(d3)
		own, ok := gallery.NewPrint(print, 3)
		require.True(t, ok)
		own = own.WithDetail(detail)
		var three, seven gallery.Agreement
		for range 3 {
			print, detail := shot(d3)
			three = three.Best(own.Compare(print, detail, 0, 3))
			print, detail = shot(d7)
			seven = seven.Best(own.Compare(print, detail, 0, 3))
		}
		tells, ground := own.Tell(three, seven)
		back, same := own.Tell(seven, three)
		require.InDelta(t, -tells, back, 1e-9)
		require.InDelta(t, ground, same, 1e-9)
		if tells > 0 {
			right++
		}
		if tells*ground > 2 {
			sure++
		}
		_, ground = own.Tell(three, gallery.Agreement{})
		require.Zero(t, ground, "nothing to tell it from")
	}
	require.GreaterOrEqual(t, right, faces-1)
	require.GreaterOrEqual(t, sure, faces*4/5)
}

func TestNoPrintIsLikeNothing(t *testing.T) {
	_, ok := gallery.NewPrint([]byte{1, 2}, 4)
	require.False(t, ok)
	flat := make([]byte, gallery.PrintPx*gallery.PrintPx)
	p, ok := gallery.NewPrint(flat, 1)
	require.True(t, ok)
	require.Zero(t, p.SamePrint(flat[:7], 0, 1))
	require.False(t, math.IsNaN(p.SamePrint(flat, 0, 1)))
}

func BenchmarkSamePrint(b *testing.B) {
	chance := rand.New(rand.NewPCG(8, 9))
	d := newDrawing(chance)
	p, _ := gallery.NewPrint(d.look(chance, 0, 0, 0, 1, 90), 4)
	o := d.look(chance, .05, 1, 1, 1.04, 70)
	b.ResetTimer()
	for range b.N {
		p.SamePrint(o, 0, 4)
	}
}
