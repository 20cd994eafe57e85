//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv"

	"gocv.io/x/gocv"
)

// backgroundSide is the longer side, px, of the picture of the empty tray that a profile keeps.
const backgroundSide = 640

// measure makes the profile, from pictures or from a source.
func (p *program) measure(ctx context.Context, cfg Config, how calibrating) error {
	if len(how.images) > 0 {
		return p.measurePictures(cfg, how)
	}
	s, err := p.openSession(ctx, cfg, how)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.run(ctx)
}

// measurePictures makes the profile from picture files.
func (p *program) measurePictures(cfg Config, how calibrating) error {
	var views []cv.CardView
	for _, path := range how.images {
		view, err := cardIn(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		views = append(views, view)
	}
	profile, notes, err := cv.Calibrate(views, how.ruler)
	if err != nil {
		return err
	}
	profile.Camera, profile.Made = how.camera, time.Now().UTC()
	if how.empty != "" {
		img, err := openPicture(how.empty)
		if err != nil {
			return fmt.Errorf("%s: %w", how.empty, err)
		}
		defer img.Close()
		if err := keepEmpty(&profile, img); err != nil {
			return fmt.Errorf("%s: %w", how.empty, err)
		}
	}
	path, err := saveProfile(cfg, how, profile)
	if err != nil {
		return err
	}
	return tellProfile(p.out, path, profile, notes)
}

func openPicture(path string) (gocv.Mat, error) {
	raw, err := pictureBytes(path)
	if err != nil {
		return gocv.Mat{}, err
	}
	return cv.Decode(raw)
}

func cardIn(path string) (cv.CardView, error) {
	img, err := openPicture(path)
	if err != nil {
		return cv.CardView{}, err
	}
	defer img.Close()
	return cv.FindCard(img)
}

// keepEmpty puts the picture of the empty tray and the tray's outline into a profile.
func keepEmpty(profile *calibration.Profile, img gocv.Mat) error {
	if img.Cols() != profile.Width || img.Rows() != profile.Height {
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
	if outline, ok := cv.FindTray(img); ok {
		profile.Tray = nil
		for _, o := range outline {
			profile.Tray = append(profile.Tray, calibration.Point(o))
		}
	}
	return nil
}

// farApart is the mean distance of two views' corners, px.
func farApart(a, b cv.CardView) float64 {
	sum := 0.0
	for i := range a.Corners {
		sum += apart(a.Corners[i], b.Corners[i]) / float64(len(a.Corners))
	}
	return sum
}

// errOver ends a wait for something in a source that has no more frames.
var errOver = errors.New("the source has ended")

func apart(a, b vision.Point) float64 {
	dx, dy := a[0]-b[0], a[1]-b[1]
	return max(dx, -dx) + max(dy, -dy)
}
