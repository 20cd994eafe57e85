//go:build cgo

package motion

import (
	"image"

	"astragal/vision"

	"gocv.io/x/gocv"
)

// When a place counts as bare.
const (
	// bareChanged is the share of the place that must have another colour than when a die lay there, paleChanged of a die much like the floor, whose edges
	// must be gone.
	bareChanged, paleChanged = 0.35, 0.1
	// bareRound is how far around the place, in its own sizes, new edges are looked for, bareEdges
	// how many there may be, as a share of those that the die had: one that was pushed is not gone.
	bareRound, bareEdges = 2.2, 0.15
	// nearRound and nearEdges are how far around its old place a die is looked for that was pushed
	// and not read, and which share of its edges must be seen.
	nearRound, nearEdges = 0.9, 0.4
	// bareFrames is in how many frames a place must be bare.
	bareFrames = 2
)

// minded is the place of a die in the still picture, px of the frame.
type minded struct {
	place vision.Box
	bare  int // in how many frames it was bare
}

// Mind tells where in the picture that was kept dice lie. From now on it is
// noticed when such a place lies bare.
func (m *Motion) Mind(places []vision.Box) {
	m.minded = m.minded[:0]
	for _, p := range places {
		m.minded = append(m.minded, minded{place: p})
	}
}

// mindBare counts the places that lie bare in this frame. then is the still
// picture as it should look now, the camera having moved, other the mask of what differs from it.
func (m *Motion) mindBare(then, other gocv.Mat, move similar) {
	for i := range m.minded {
		if d := &m.minded[i]; d.bare < bareFrames && m.bare(d.place, then, other, move) {
			d.bare++
		}
	}
}

// left tells whether the die at a place was gone since.
func (m *Motion) left(place vision.Box) bool {
	for _, d := range m.minded {
		if d.place == place {
			return d.bare >= bareFrames
		}
	}
	return false
}

// bare tells whether the floor is seen where a die lay, and no new thing around it.
func (m *Motion) bare(place vision.Box, then, other gocv.Mat, move similar) bool {
	die := m.carried(place, move)
	at := m.inside(die, 0)
	return !at.Empty() && m.vanished(at, then, other) &&
		m.newNear(die, other, move) < float64(at.Dx()*at.Dy()) &&
		m.edgesNear(die, bareRound, then, other) < bareEdges &&
		m.floorAt(die, then, move)
}

// vanished tells whether the die that lay within a rectangle of the small picture is no longer seen there.
func (m *Motion) vanished(at image.Rectangle, then, other gocv.Mat) bool {
	changed := filled(other, at)
	if changed >= bareChanged || changed < paleChanged {
		return changed >= bareChanged
	}
	limit := rough(then, at)
	was, is := steep(then, at, limit), steep(m.now.pic, at, limit)
	defer was.Close()
	defer is.Close()
	return float64(gocv.CountNonZero(is)) < bareEdges*float64(gocv.CountNonZero(was))
}

// newNear is how much of a mask there is around a box (px of the frame), outside the places of all
// dice and their shadows, px of the small picture: a hand that hides all the place is no bare floor.
func (m *Motion) newNear(die vision.Box, mask gocv.Mat, move similar) float64 {
	around := m.inside(die, bareRound)
	part := mask.Region(around)
	defer part.Close()
	rest := part.Clone()
	defer rest.Close()
	m.cutMinded(&rest, around, move)
	return float64(gocv.CountNonZero(rest))
}

// edgesNear is how much of edges there is in a mask within a box of then (px of
// the frame) and around it, as a share of the edges that the die in the box had.
func (m *Motion) edgesNear(die vision.Box, round float64, then, mask gocv.Mat) float64 {
	at, around := m.inside(die, 0), m.inside(die, round)
	if at.Empty() || around.Empty() {
		return 0
	}
	limit := rough(then, at)
	was, is := steep(then, at, limit), steep(m.now.pic, around, limit)
	defer was.Close()
	defer is.Close()
	part := mask.Region(around)
	defer part.Close()
	gocv.BitwiseAnd(is, part, &is)
	return float64(gocv.CountNonZero(is)) / float64(max(1, gocv.CountNonZero(was)))
}

// Left tells whether the die that lay in a box (px of the last look's picture)
// was gone from there since, with no die near by: what lies there now was put there.
func (c *Comparison) Left(b vision.Box) bool { return c.m.left(b) }

// Near tells whether something with edges like those of the die that lay in a box (px of the last
// look's picture) has come to lie beside that place, outside all the others.
func (c *Comparison) Near(gone vision.Box, others []vision.Box) bool {
	mask := c.other.Clone()
	defer mask.Close()
	c.cutOut(&mask, others, 0.1)
	return c.m.edgesNear(c.Carry(gone), nearRound, c.then.pic, mask) >= nearEdges
}

// rough is how steep the colours are within a rectangle, per px.
func rough(pic gocv.Mat, r image.Rectangle) float64 {
	size := gradient(pic, r)
	defer size.Close()
	return size.Mean().Val1
}

// steep is the mask of where within a rectangle a picture is steeper than a limit.
func steep(pic gocv.Mat, r image.Rectangle, limit float64) gocv.Mat {
	size := gradient(pic, r)
	defer size.Close()
	gocv.Threshold(size, &size, float32(limit), 255, gocv.ThresholdBinary)
	out := gocv.NewMat()
	size.ConvertTo(&out, gocv.MatTypeCV8U)
	return out
}

// gradient is the length of the gradient within a rectangle of a picture.
func gradient(pic gocv.Mat, r image.Rectangle) gocv.Mat {
	part := pic.Region(r)
	defer part.Close()
	e := edgesOf(part)
	defer e.Close()
	size := gocv.NewMat()
	gocv.Magnitude(e.gx, e.gy, &size)
	return size
}
