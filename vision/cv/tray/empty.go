//go:build cgo

package tray

import (
	"astragal/calibration"
	"astragal/vision/cv/picture"

	"fmt"
	"image"

	"gocv.io/x/gocv"
)

// backgroundSide is the longer side of the empty tray's picture in a profile, px.
const backgroundSide = 640

// KeepEmpty puts the picture of the empty tray and the tray's outline into
// a profile. The picture must have the profile's size.
func KeepEmpty(profile *calibration.Profile, img picture.Picture) error {
	if img.Cols() != profile.Width || img.Rows() != profile.Height || img.Type() != gocv.MatTypeCV8UC3 {
		return fmt.Errorf("the empty tray's picture has %d×%d px, the card's has %d×%d: take both with the same camera and setting",
			img.Cols(), img.Rows(), profile.Width, profile.Height)
	}
	small := gocv.NewMat()
	defer small.Close()
	s := min(1, float64(backgroundSide)/float64(max(img.Cols(), img.Rows())))
	gocv.Resize(img, &small, image.Point{}, s, s, gocv.InterpolationArea)
	jpeg, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, small, []int{gocv.IMWriteJpegQuality, 85})
	if err != nil {
		return fmt.Errorf("keep the picture of the empty tray: %w", err)
	}
	defer jpeg.Close()
	profile.Background = append([]byte(nil), jpeg.GetBytes()...)
	if outline, ok := Find(img); ok {
		profile.Tray = nil
		for _, o := range outline {
			profile.Tray = append(profile.Tray, calibration.Point(o))
		}
	}
	return nil
}
