//go:build cgo

package tend

import (
	"context"
	"fmt"

	"astragal/vision"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/watch"
)

// Clip tells what happens on a source until it ends.
func Clip(ctx context.Context, w Watched, tell func(vision.Event)) error {
	looker, err := look.New()
	if err != nil {
		return fmt.Errorf("load the networks: %w", err)
	}
	defer looker.Close()
	source, err := Sources(w.Dice).Open(ctx, w.Source)
	if err != nil {
		return err
	}
	reader := profiled{looker: looker, profiles: &profiles{dataDir: w.DataDir, path: w.Profile}}
	return watch.Run(ctx, watch.Watching{Source: source, Reader: reader, Log: w.Log}, tell, nil)
}

// profiled reads frames with the calibration that the settings name. It is a watch.Reader.
type profiled struct {
	looker   *look.Looker
	profiles *profiles
}

// Look reads a picture. If the calibration doesn't fit, that becomes a problem of the scene.
func (r profiled) Look(img picture.Picture, how look.Looking) (vision.Scene, error) {
	profile, wrong := r.profiles.of("", img.Cols(), img.Rows())
	how.Profile = profile
	scene, err := r.looker.Look(img, how)
	if err == nil && wrong != nil {
		scene.Problems = append(scene.Problems, wrong.Error())
	}
	return scene, err
}
