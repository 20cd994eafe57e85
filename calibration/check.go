package calibration

import (
	"bytes"
	"errors"
	"fmt"
	"math"
)

// maxSide limits a picture's width and height, px.
const maxSide = 20000

// Check returns an error that says what is wrong with a profile, or nil.
func (p Profile) Check() error {
	if p.Width <= 0 || p.Height <= 0 || p.Width > maxSide || p.Height > maxSide {
		return fmt.Errorf("the picture's size is %d×%d px, which no camera has", p.Width, p.Height)
	}
	for _, check := range []func() error{p.checkLens, p.checkPlane, p.checkWhiteBalance, p.checkTray} {
		if err := check(); err != nil {
			return err
		}
	}
	if len(p.Background) > 0 && !bytes.HasPrefix(p.Background, []byte{0xff, 0xd8, 0xff}) {
		return errors.New("the picture of the empty tray is not a JPEG")
	}
	if !finite(p.ResidualMM) || p.ResidualMM < 0 || p.Views < 0 {
		return errors.New("its residual or its count of views is below zero")
	}
	return nil
}

func (p Profile) checkLens() error {
	l := p.Lens
	if l == (Lens{}) {
		return nil
	}
	long := float64(max(p.Width, p.Height))
	for _, f := range []float64{l.FX, l.FY} {
		if !(f >= long/20 && f <= long*100) {
			return fmt.Errorf("the lens's focal length of %g px does not fit a picture of %d×%d px", f, p.Width, p.Height)
		}
	}
	if !(math.Abs(l.CX) <= 2*maxSide && math.Abs(l.CY) <= 2*maxSide) {
		return errors.New("the lens's middle lies far outside the picture")
	}
	if l.folds(p.Width, p.Height) {
		return errors.New("the lens bends the picture so much that it folds over")
	}
	return nil
}

func (p Profile) checkPlane() error {
	if p.Homography == [9]float64{} {
		return nil
	}
	if _, err := NewPlane(p.Homography); err != nil {
		return err
	}
	if s := p.PxPerMM(); !(s >= 0.01 && s <= 1000) {
		return fmt.Errorf("the plane's scale of %.3g px per mm is not one that a camera over a tray has", s)
	}
	return nil
}

func (p Profile) checkWhiteBalance() error {
	if p.WhiteBalance == [3]float64{} {
		return nil
	}
	for _, g := range p.WhiteBalance {
		if !(g >= 0.1 && g <= 10) {
			return fmt.Errorf("a white balance factor of %g is out of range (0.1 to 10)", g)
		}
	}
	return nil
}

func (p Profile) checkTray() error {
	if len(p.Tray) == 0 {
		return nil
	}
	if len(p.Tray) < 3 || len(p.Tray) > 500 {
		return fmt.Errorf("the tray's outline has %d corners; it needs 3 to 500", len(p.Tray))
	}
	for _, t := range p.Tray {
		inside := t[0] >= -float64(p.Width) && t[0] <= 2*float64(p.Width) && t[1] >= -float64(p.Height) && t[1] <= 2*float64(p.Height)
		if !inside {
			return errors.New("the tray's outline lies outside the picture")
		}
	}
	return nil
}
