//go:build cgo

package tend

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/quality"
	"astragal/vision/cv/source"
	"astragal/vision/cv/watch"
	"astragal/vision/eye"
)

// previewEvery is the pause between two previews while something moves.
const previewEvery = 100 * time.Millisecond

// Watched says what is watched and how.
type Watched struct {
	// Source is what is watched. Dice are the dice that the virtual table throws.
	Source string
	Dice   []string
	// DataDir holds the cameras' calibrations. Profile is the one for every camera. If it is empty, each camera has
	// its own.
	DataDir, Profile string
	// Faces asks for what a gallery compares.
	Faces bool
	Log   *slog.Logger
}

// Tray watches a source. When the source ends, it waits until the next one is ordered.
func Tray(ctx context.Context, w Watched, line eye.Line) error {
	looker, err := look.New()
	if err != nil {
		return fmt.Errorf("load the networks: %w", err)
	}
	defer looker.Close()
	line.Pulse()
	opening := Sources(w.Dice)
	opening.Paced, opening.Frames = true, line.Frames
	standing := source.NewStanding(ctx, opening, w.Source, line.Pulse)
	for {
		e := &calibrated{looker: looker, meter: &quality.Meter{}, profiles: profiles{dataDir: w.DataDir, path: w.Profile}, source: standing, faces: w.Faces}
		err := watch.Run(ctx, watch.Watching{
			Source: standing, Reader: e, Meter: e.quality, Profile: &calibration.Profile{},
			Crops: true, PreviewEvery: previewEvery, Log: w.Log,
			Open: func(ctx context.Context, spec string) (source.Source, error) {
				next := source.NewStanding(ctx, opening, spec, line.Pulse)
				if err := next.Away(); err != nil {
					return nil, err
				}
				e.source, standing = next, next
				return next, nil
			},
		}, line.Tell, line.Orders)
		if err != nil {
			return err
		}
		standing = source.NewOver(standing.Name(), line.Pulse)
	}
}

// calibrated reads frames with the calibration of the camera that they come from. It is a watch.Reader.
type calibrated struct {
	looker   *look.Looker
	meter    *quality.Meter
	profiles profiles
	source   *source.Standing
	// faces asks for what a gallery compares.
	faces bool
}

// Look reads a picture. A frame of the source comes with an empty profile and gets the camera's own. A picture from
// elsewhere comes without a profile and gets none.
func (c *calibrated) Look(img picture.Picture, how look.Looking) (vision.Scene, error) {
	var wrong error
	how.Faces = how.Faces || c.faces
	if how.Profile != nil {
		how.Profile, wrong = c.profiles.of(c.source.Camera(), img.Cols(), img.Rows())
	}
	scene, err := c.looker.Look(img, how)
	if err == nil && wrong != nil {
		scene.Problems = append(scene.Problems, wrong.Error())
	}
	return scene, err
}

func (c *calibrated) quality(img picture.Picture, scene vision.Scene, _ *calibration.Profile) vision.Quality {
	profile, err := c.profiles.of(c.source.Camera(), img.Cols(), img.Rows())
	q := c.meter.Measure(img, &scene, profile)
	if err != nil {
		q.Good, q.Words = false, append(q.Words, err.Error())
	}
	return q
}
