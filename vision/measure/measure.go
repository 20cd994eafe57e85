//go:build cgo

package measure

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/card"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/tray"
	"astragal/vision/pictures"
)

// Card says what is measured, and where the profile goes.
type Card struct {
	// Camera is the stable name of the camera that took the pictures.
	Camera string
	// DataDir holds each camera's profile. If Out isn't empty, it is the file to write instead.
	DataDir, Out string
	// Ruler is the length of the printed 100 mm, as a real ruler measures it, mm.
	Ruler float64
	// Views is how many pictures of the card to take from a source. Wait is how long to wait for each of them and for
	// the empty tray.
	Views int
	Wait  time.Duration
	// Says is where the person is told what to do. Result is where the measured values are printed.
	Says, Result io.Writer
}

// Pictures makes the profile from picture files. In the first, the card lies flat in the tray. empty is a picture of
// the empty tray, or "".
func (how Card) Pictures(images []string, empty string) error {
	var views []card.View
	for _, path := range images {
		view, err := cardIn(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		views = append(views, view)
	}
	profile, notes, err := card.Calibrate(views, how.Ruler)
	if err != nil {
		return err
	}
	profile.Camera, profile.Made = how.Camera, time.Now().UTC()
	if empty != "" {
		img, err := openPicture(empty)
		if err != nil {
			return fmt.Errorf("%s: %w", empty, err)
		}
		defer img.Close()
		if err := tray.KeepEmpty(&profile, img); err != nil {
			return fmt.Errorf("%s: %w", empty, err)
		}
	}
	path, err := how.save(profile)
	if err != nil {
		return err
	}
	return tellProfile(how.Result, path, profile, notes)
}

func openPicture(path string) (picture.Picture, error) {
	raw, err := pictures.ReadFile(path)
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

// errOver ends a wait, because the source has no more frames.
var errOver = errors.New("the source has ended")

func apart(a, b vision.Point) float64 {
	dx, dy := a[0]-b[0], a[1]-b[1]
	return max(dx, -dx) + max(dy, -dy)
}

// save writes a profile to the camera's place, or to Out.
func (how Card) save(profile calibration.Profile) (path string, err error) {
	path = how.Out
	if path == "" {
		path = calibration.Path(how.DataDir, profile.Camera)
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", fmt.Errorf("find the profile's place: %w", err)
	}
	return path, profile.Save(path)
}

// tellProfile says in words what was measured.
func tellProfile(w io.Writer, path string, p calibration.Profile, notes []string) error {
	var said error
	say := func(format string, args ...any) {
		_, err := fmt.Fprintf(w, format+"\n", args...)
		said = errors.Join(said, err)
	}
	say("profile: %s", path)
	say("made from %d picture(s) of the card; its corners fit to %.2f mm", p.Views, p.ResidualMM)
	say("scale: %.1f px per mm; the camera is tilted by %.0f°", p.PxPerMM(), p.Tilt())
	if p.WhiteBalance != [3]float64{} {
		say("colours: red × %.2f, green × %.2f, blue × %.2f", p.WhiteBalance[0], p.WhiteBalance[1], p.WhiteBalance[2])
	}
	if len(p.Background) > 0 {
		say("the empty tray was seen")
	}
	if len(p.Tray) > 0 {
		say("the tray's outline was found")
	}
	for _, note := range notes {
		say("note: %s", note)
	}
	return said
}
