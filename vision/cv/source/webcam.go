//go:build cgo

package source

import (
	"context"
	"errors"
	"fmt"

	"gocv.io/x/gocv"
)

// Values of V4L2's control for automatic exposure.
const (
	exposureManual = 1
	exposureAuto   = 3 // by aperture priority: what webcams call automatic
)

// webcam is an open V4L2 camera.
type webcam struct {
	label string
	video *gocv.VideoCapture
	held  *held
}

// held is the exposure and white balance that a camera is to keep, also when
// it comes back after its plug was pulled.
type held struct {
	on     bool
	values map[gocv.VideoCaptureProperties]float64
}

// newWebcam is the camera of that name, opened again by the same name whenever it is lost.
func newWebcam(f Folders, name string, size [2]int) (Source, error) {
	first, err := f.Find(name)
	if err != nil {
		return nil, err
	}
	keep := &held{}
	return newLive("webcam "+first.Label, first.Name, func(context.Context) (device, error) {
		c, err := f.Find(first.Name)
		if err != nil {
			var gone notPlugged
			if errors.As(err, &gone) {
				err = fmt.Errorf("the camera %s has been pulled out: plug it in again", first.Label)
			}
			return nil, err
		}
		return openWebcam(c, size, keep)
	}), nil
}

// openWebcam opens a camera and asks it for MJPG: uncompressed pictures of
// this size come only a few times a second over USB 2. The format must be set
// before the size.
func openWebcam(c Camera, size [2]int, keep *held) (device, error) {
	if err := checkFree(c); err != nil {
		return nil, err
	}
	video, err := gocv.OpenVideoCaptureWithAPI(c.Device, gocv.VideoCaptureV4L2)
	if err != nil {
		return nil, fmt.Errorf("the camera %s can't be opened (%s): pull its plug and put it back, or choose another", c.Label, c.Device)
	}
	video.Set(gocv.VideoCaptureFOURCC, video.ToCodec("MJPG"))
	video.Set(gocv.VideoCaptureFrameWidth, float64(size[0]))
	video.Set(gocv.VideoCaptureFrameHeight, float64(size[1]))
	video.Set(gocv.VideoCaptureFPS, 30)
	video.Set(gocv.VideoCaptureBufferSize, 1)
	w := &webcam{label: c.Label, video: video, held: keep}
	if keep.on {
		w.apply()
	} else {
		w.automatic() // an earlier program may have left it fixed
	}
	return w, nil
}

func (w *webcam) grab(_ context.Context, img *gocv.Mat) error {
	if !w.video.Read(img) {
		return fmt.Errorf("the camera %s gives no more pictures: look at its plug and cable", w.label)
	}
	return nil
}

func (w *webcam) close() error { return w.video.Close() }

// hold keeps exposure, gain, white balance and focus at what they are now.
func (w *webcam) hold(on bool) error {
	w.held.on = on
	if !on {
		w.automatic()
		return nil
	}
	w.held.values = map[gocv.VideoCaptureProperties]float64{}
	for _, p := range []gocv.VideoCaptureProperties{
		gocv.VideoCaptureExposure, gocv.VideoCaptureGain, gocv.VideoCaptureWBTemperature, gocv.VideoCaptureFocus,
	} {
		w.held.values[p] = w.video.Get(p)
	}
	w.apply()
	if w.video.Get(gocv.VideoCaptureAutoExposure) != exposureManual {
		w.held.on = false
		return fmt.Errorf("the camera %s doesn't let its exposure be held: keep the light over the tray steady instead", w.label)
	}
	return nil
}

// apply sets what is held. The automatic controls go off first: a camera
// refuses a value while it chooses it itself.
func (w *webcam) apply() {
	w.video.Set(gocv.VideoCaptureAutoExposure, exposureManual)
	w.video.Set(gocv.VideoCaptureAutoWB, 0)
	w.video.Set(gocv.VideoCaptureAutoFocus, 0)
	for p, v := range w.held.values {
		if v >= 0 { // negative: the camera has no such control
			w.video.Set(p, v)
		}
	}
}

func (w *webcam) automatic() {
	w.video.Set(gocv.VideoCaptureAutoExposure, exposureAuto)
	w.video.Set(gocv.VideoCaptureAutoWB, 1)
	w.video.Set(gocv.VideoCaptureAutoFocus, 1)
}
