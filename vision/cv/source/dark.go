//go:build cgo

package source

import (
	"time"

	"gocv.io/x/gocv"
)

const (
	blackLevel = 24              // of 255: nothing in a black picture is lighter
	blackFor   = 2 * time.Second // before it is said
)

// darkness notices a camera that gives nothing but black pictures: a cap on
// the lens, a camera that a driver can't really read, a room without light.
type darkness struct {
	dark  bool
	since time.Duration
}

// judge looks at a frame taken at a time; black ones become a Trouble when they go on.
func (d *darkness) judge(name string, img gocv.Mat, at time.Duration) error {
	if !isBlack(img) {
		d.dark = false
		return nil
	}
	if !d.dark {
		d.dark, d.since = true, at
	}
	if at-d.since < blackFor {
		return nil
	}
	return &Trouble{Away: true, Says: name + " gives only black pictures: take the cap off its lens, switch a light on, or choose another camera"}
}

// isBlack looks at a few hundred pixels.
func isBlack(img gocv.Mat) bool {
	raw, err := img.DataPtrUint8()
	if err != nil || len(raw) == 0 {
		return false
	}
	const probes = 997
	for step, i := max(1, len(raw)/probes), 0; i < len(raw); i += step {
		if raw[i] > blackLevel {
			return false
		}
	}
	return true
}
