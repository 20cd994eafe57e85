//go:build cgo

package motion

import (
	"time"

	"astragal/vision"

	"gocv.io/x/gocv"
)

const (
	// suddenGap is how far apart two frames are at most between which nothing can have come up to a place unseen.
	suddenGap = 100 * time.Millisecond
	// suddenRound is how far around a place, in its own sizes, nothing else may move.
	suddenRound = 0.25
)

// count adds a frame, so long after the one before it, to how often something moved at each place: twice where it may have moved unseen between the two.
func count(m *Motion, after time.Duration) {
	times := 1.0
	if after > suddenGap {
		times = 2
	}
	gocv.Threshold(m.changed, &m.spare[5], 1, float32(times), gocv.ThresholdBinary)
	gocv.Add(m.often, m.spare[5], &m.often)
}

// sudden tells whether a place (px of the frame) changed from one frame to the next, with nothing that came up to it and nothing there in any other frame since the
// still picture was kept: a caption that is painted over the picture does, no die.
func sudden(m *Motion, b vision.Box) bool {
	at := m.inside(b, suddenRound)
	if at.Empty() {
		return false
	}
	part := m.often.Region(at)
	defer part.Close()
	_, most, _, _ := gocv.MinMaxLoc(part)
	return most == 1
}
