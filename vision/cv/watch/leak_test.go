//go:build cgo && matprofile

package watch_test

import (
	"image"
	"image/color"
	"testing"
	"time"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/watch"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// A thing moves in, rests, the camera shakes and the light changes, again and again: no Mat may stay open.
func TestWatchLeaksNoMat(t *testing.T) {
	shots := cvtest.Noisy(t, 640, 360, 4)
	before := gocv.MatProfile.Count()
	s := &slides{shots: shots, n: 600, next: func(frame int, img *gocv.Mat) {
		k := frame % 60
		switch {
		case k < 20:
			gocv.Rectangle(img, image.Rect(0, 100, 20*k, 260), color.RGBA{200, 160, 120, 0}, -1)
		case k < 30:
			gocv.Rectangle(img, image.Rect(300, 150, 340, 190), color.RGBA{240, 240, 240, 0}, -1)
		case k < 40:
			img.AddUChar(40)
		}
	}}
	o := &oracle{dice: func() []vision.Sighting {
		if s.frame%60 < 30 {
			return []vision.Sighting{dieAt(320, 170, 40)}
		}
		return nil
	}}
	orders := make(chan vision.Order, 8)
	orders <- vision.Order{Do: "look"}
	orders <- vision.Order{Do: "picture", Picture: []byte("no picture")}
	events := 0
	err := watch.Run(t.Context(), watch.Watching{Source: s, Reader: o, PreviewEvery: 200 * time.Millisecond},
		func(vision.Event) { events++ }, orders)
	require.NoError(t, err)
	require.Greater(t, events, 20)
	require.Equal(t, before, gocv.MatProfile.Count(), "Mats left open")
}
