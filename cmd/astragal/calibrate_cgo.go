//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"astragal/vision"

	"astragal/vision/cv/card"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/tray"
)

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
	var views []card.View
	for _, path := range how.images {
		view, err := cardIn(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		views = append(views, view)
	}
	profile, notes, err := card.Calibrate(views, how.ruler)
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
		if err := tray.KeepEmpty(&profile, img); err != nil {
			return fmt.Errorf("%s: %w", how.empty, err)
		}
	}
	path, err := saveProfile(cfg, how, profile)
	if err != nil {
		return err
	}
	return tellProfile(p.out, path, profile, notes)
}

func openPicture(path string) (picture.Picture, error) {
	raw, err := pictureBytes(path)
	if err != nil {
		return picture.Picture{}, err
	}
	return picture.Decode(raw)
}

func cardIn(path string) (card.View, error) {
	img, err := openPicture(path)
	if err != nil {
		return card.View{}, err
	}
	defer img.Close()
	return card.Find(img)
}

// farApart is the mean distance of two views' corners, px.
func farApart(a, b card.View) float64 {
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
