//go:build cgo

package motion

import (
	"image"
	"slices"

	"astragal/vision"

	"gocv.io/x/gocv"
)

// What tells a bare floor from a hand that looks much like it. Figures: 60 virtual tables with hands, pushes and
// dice taken away, at each second frame.
const (
	// floorRound is how far around a place, in its own sizes, the floor is looked at.
	floorRound = 1.2
	// veilSoft is the side (px) over which a difference is smoothed, so that less than the camera's noise shows, veilLevel
	// (0 to 255) from where it counts, and veilShare which part of the floor around may differ so: something lies over it. Around
	// places where a die was taken 99 of 100 stay under 0.18.
	veilSoft, veilLevel, veilShare = 7, 4, 0.2
	// roughTimes is how much steeper than all but a twentieth of the floor around a bare place may be, and roughShare in which
	// part of it.
	roughTimes, roughShare = 1.5, 0.1
	// floorLeast is how many px of floor must be seen around a place before anything is said by it.
	floorLeast = 40
)

// floorAt tells whether what lies within a box (px of the frame) may be floor: that around it looks as it did, and nothing in
// the box is rougher. then is the still picture as it should look now.
func (m *Motion) floorAt(die vision.Box, then gocv.Mat, move similar) bool {
	around := m.inside(die, floorRound)
	floor := m.floorAround(around, move)
	defer floor.Close()
	if gocv.CountNonZero(floor) < floorLeast {
		return true // dice all around: nothing contradicts it
	}
	return m.veil(floor, around, then) <= veilShare && !m.rougher(m.inside(die, 0), floor, around, then)
}

// Hidden tells whether something lies over the place of a die of the last look (px of that picture), for the floor around it
// looks different; the others are what lies there now (px of the frame).
func (c *Comparison) Hidden(gone vision.Box, others []vision.Box) bool {
	around := c.m.inside(c.Carry(gone), floorRound)
	floor := c.m.floorAround(around, c.move)
	defer floor.Close()
	for _, b := range others {
		cutRect(&floor, c.m.inside(b, 0.35), around)
	}
	return gocv.CountNonZero(floor) >= floorLeast && c.m.veil(floor, around, c.then.pic) > veilShare
}

// floorAround is the mask of what within a rectangle is no place of a die or its shadow.
func (m *Motion) floorAround(around image.Rectangle, move similar) gocv.Mat {
	floor := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 0, 0, 0), around.Dy(), around.Dx(), gocv.MatTypeCV8U)
	m.cutMinded(&floor, around, move)
	return floor
}

// cutMinded empties the places of all dice and their shadows in a mask of a rectangle.
func (m *Motion) cutMinded(mask *gocv.Mat, around image.Rectangle, move similar) {
	for _, d := range m.minded {
		cutRect(mask, m.inside(m.carried(d.place, move), 0.35), around)
	}
}

// cutRect empties a rectangle in the mask of another one.
func cutRect(mask *gocv.Mat, hole, around image.Rectangle) {
	if hole = hole.Intersect(around).Sub(around.Min); !hole.Empty() {
		cut := mask.Region(hole)
		cut.SetTo(gocv.Scalar{})
		cut.Close()
	}
}

// veil is the share of a mask of a rectangle in which the picture is a little different from what it was, over an area.
func (m *Motion) veil(floor gocv.Mat, around image.Rectangle, then gocv.Mat) float64 {
	was, is := then.Region(around), m.now.pic.Region(around)
	defer was.Close()
	defer is.Close()
	a, b, mask := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer a.Close()
	defer b.Close()
	defer mask.Close()
	gocv.Blur(was, &a, image.Pt(veilSoft, veilSoft))
	gocv.Blur(is, &b, image.Pt(veilSoft, veilSoft))
	gocv.AbsDiff(a, b, &a)
	gocv.Threshold(a, &a, veilLevel-0.5, 255, gocv.ThresholdBinary)
	gocv.CvtColor(a, &mask, gocv.ColorBGRToGray)
	gocv.Threshold(mask, &mask, 1, 255, gocv.ThresholdBinary)
	gocv.BitwiseAnd(mask, floor, &mask)
	return float64(gocv.CountNonZero(mask)) / float64(max(1, gocv.CountNonZero(floor)))
}

// rougher tells whether a place is steeper in too many px than the floor around it was.
func (m *Motion) rougher(at image.Rectangle, floor gocv.Mat, around image.Rectangle, then gocv.Mat) bool {
	was, is := gradient(then, around), gradient(m.now.pic, at)
	defer was.Close()
	defer is.Close()
	steepness, err := was.DataPtrFloat32()
	if err != nil {
		return false
	}
	in, err := floor.DataPtrUint8()
	if err != nil {
		return false
	}
	var of []float32
	for i, v := range steepness {
		if in[i] != 0 {
			of = append(of, v)
		}
	}
	slices.Sort(of)
	gocv.Threshold(is, &is, roughTimes*of[len(of)*95/100], 1, gocv.ThresholdBinary)
	return is.Sum().Val1 > roughShare*float64(is.Total())
}
