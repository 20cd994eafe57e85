//go:build cgo

package motion

import (
	"astragal/vision"

	"gocv.io/x/gocv"
)

// Remember keeps this frame, the one added last, so that Recall can go back to it.
func Remember(m *Motion, frame gocv.Mat) {
	m.short.set(m.now)
	frame.CopyTo(&m.shortFull)
}

// Recall calls do with the frame that was remembered, as if it were the newest. It does nothing if there is none in this geometry. changed is the
// share of a place (px of the frame) that looks different in the frame that really is the newest.
func Recall(m *Motion, do func(frame gocv.Mat, changed func(vision.Box) float64)) {
	if m.short.pic.Empty() {
		return
	}
	since := &Comparison{m: m, then: newStill(), other: gocv.NewMat(), move: unmoved()}
	defer since.Close()
	m.asNow(m.short, since.move, since.then)
	m.newSince(since.then, &since.other)
	m.now, m.short = m.short, m.now
	do(m.shortFull, func(b vision.Box) float64 { return since.within(since.other, b) })
	m.now, m.short = m.short, m.now
	gocv.BitwiseOr(m.touched, since.other, &m.touched) // what came in since, if do kept that frame
	Drop(m)
}

// Drop frees the frame that was remembered, if there is one.
func Drop(m *Motion) {
	for _, mat := range []*gocv.Mat{&m.short.pic, &m.shortFull} {
		mat.Close()
		*mat = gocv.NewMat()
	}
}
