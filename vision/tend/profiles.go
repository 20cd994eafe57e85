//go:build cgo

package tend

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"astragal/calibration"
)

// profiles finds the calibration of a camera and notices a new one. The zero value of what it remembers is ready.
type profiles struct {
	dataDir string
	path    string // the profile for every camera. If it is empty, each camera has its own.

	from    string
	saved   time.Time
	size    [2]int
	profile *calibration.Profile
	err     error
}

// of is the calibration for a camera's pictures of a size, px. It is nil if none was made. The error says why the one
// that was made can't be used.
func (p *profiles) of(camera string, width, height int) (*calibration.Profile, error) {
	path := p.path
	if path == "" {
		if camera == "" {
			return nil, nil
		}
		path = calibration.Path(p.dataDir, camera)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.path == "":
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("the calibration can't be read (%w): calibrate again", err)
	}
	if size := [2]int{width, height}; path != p.from || !info.ModTime().Equal(p.saved) || size != p.size {
		p.from, p.saved, p.size = path, info.ModTime(), size
		p.profile, p.err = p.load(path, camera, width, height)
	}
	return p.profile, p.err
}

func (p *profiles) load(path, camera string, width, height int) (*calibration.Profile, error) {
	loaded, err := calibration.Load(path)
	if err != nil {
		return nil, err
	}
	if p.path != "" {
		camera = "" // somebody chose this profile, whatever the camera is
	}
	fitted, err := loaded.For(camera, width, height)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", path, err)
	}
	return &fitted, nil
}
