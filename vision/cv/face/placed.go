//go:build cgo

package face

import (
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
)

// What a placer makes of the aligner's numbers: the face's place, then cosine and sine of so many times its turn, then the solids, then which way it looks.
const (
	alignedShapes = 11
	alignedLooks  = alignedShapes + networks.ShapeClasses
)

// symmetries are the ways to turn a face, in the order of the aligner's outputs.
func symmetries() []int { return []int{1, 3, 4, 5} }

// placed makes one place of what the aligner said of the crop in several looks. The crop was turned to the left by turned quarters in the first one, and by one more in
// each next one. told is which way the face looks by what the other dice tell; nil if they don't.
func (n *Networks) placed(says []float32, turned int, f find.Found, told *vision.Point) Top {
	var y []float32
	for t := range len(says) / networks.AlignerNumbers {
		var inCrop *[2]float64
		if told != nil {
			sin, cos := quarters(turned + t)
			inCrop = &[2]float64{cos*told[0] + sin*told[1], cos*told[1] - sin*told[0]}
		}
		y = append(y, n.faces.placer.Place(says[t*networks.AlignerNumbers:(t+1)*networks.AlignerNumbers], inCrop)...)
	}
	at := joinedPlace(y, turned, f)
	at.says, at.find, at.told = says, f, told
	return at
}

// joinedPlace makes one place of several looks' placings.
func joinedPlace(y []float32, turned int, f find.Found) Top {
	var dx, dy, size float64
	var at Top
	shapes, looks := make([]float64, networks.ShapeClasses), len(y)/networks.PlacedNumbers
	n := float64(looks)
	for t := range looks {
		r := y[t*networks.PlacedNumbers : (t+1)*networks.PlacedNumbers]
		sin, cos := quarters(turned + t)
		back := func(x, y float32) (float64, float64) {
			return (cos*float64(x) - sin*float64(y)) / n, (sin*float64(x) + cos*float64(y)) / n
		}
		x, y := back(r[0], r[1])
		dx, dy = dx+x, dy+y
		x, y = back(r[alignedLooks], r[alignedLooks+1])
		at.looks[0], at.looks[1] = at.looks[0]+x, at.looks[1]+y
		size += float64(r[2]) / n
		addSoftmax(shapes, r[alignedShapes:alignedLooks], n)
	}
	best := 0
	for i, p := range shapes {
		if p > shapes[best] {
			best = i
		}
	}
	cx, cy := f.Center()
	side := f.Side() * networks.CropPx / networks.DiePx
	// The aligner learned on faces whose middle lies in this part of the crop; an answer outside it is a slip.
	off := func(v float64) float64 { return side * min(.35, max(-.35, v)) }
	at.x, at.y, at.half, at.ways, at.solids = cx+off(dx), cy+off(dy), math.Exp(min(.8, max(-1.5, size)))*f.Side()/2, waysUp(vision.Shapes()[best]), shapes
	for i, n := range symmetries() {
		at.turns[i] = turnOf(y, turned, n)
	}
	at.turn = at.turnFor(at.ways)
	return at
}

// turnFor is the face's turn if it looks the same in so many ways, rad.
func (t Top) turnFor(ways int) float64 { return t.turns[slices.Index(symmetries(), ways)] }

// turnOf is the face's turn, rad: the mean direction of the answers' vectors, which go round once for each way up.
func turnOf(y []float32, turned, ways int) float64 {
	at := 3 + 2*slices.Index(symmetries(), ways)
	var c, s float64
	for t := range len(y) / networks.PlacedNumbers {
		r := y[t*networks.PlacedNumbers:]
		sin, cos := quarters((turned + t) * ways)
		c += cos*float64(r[at]) - sin*float64(r[at+1])
		s += sin*float64(r[at]) + cos*float64(r[at+1])
	}
	return math.Atan2(s, c) / float64(ways)
}

// quarters is the sine and the cosine of n quarter turns.
func quarters(n int) (sin, cos float64) {
	return []float64{0, 1, 0, -1}[n%4], []float64{1, 0, -1, 0}[n%4]
}
