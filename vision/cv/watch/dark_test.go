//go:build cgo

package watch_test

import (
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"testing"

	"astragal/calibration"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/quality"
	"astragal/vision/cv/source"
	"astragal/vision/cv/watch"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// atNight are pictures of one grey with a sensor's noise, as a camera gives them without light.
func atNight(t *testing.T, grey, noise float64, n int) []gocv.Mat {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(grey), uint64(noise)))
	shots := make([]gocv.Mat, n)
	raw := make([]byte, 320*180*3)
	for i := range shots {
		for k := range raw {
			raw[k] = byte(max(0, min(255, grey+noise*r.NormFloat64())))
		}
		m, err := gocv.NewMatFromBytes(180, 320, gocv.MatTypeCV8UC3, raw)
		require.NoError(t, err)
		shots[i] = m.Clone()
		m.Close()
	}
	t.Cleanup(func() {
		for _, m := range shots {
			m.Close()
		}
	})
	return shots
}

func TestADarkPictureIsTooDarkAndNotBlocked(t *testing.T) {
	lit := cvtest.Noisy(t, 320, 180, 4)
	for _, grey := range []float64{0, 5, 10, 20, 40} {
		for _, noise := range []float64{0, 3, 8, 20} {
			dark := atNight(t, grey, noise, 4)
			for name, shots := range map[string]*slides{
				"from the start": {shots: dark, n: 40},
				"when the light is turned off": {shots: lit, n: 80, next: func(frame int, img *gocv.Mat) {
					if frame >= 40 {
						dark[frame%len(dark)].CopyTo(img)
					}
				}},
			} {
				t.Run(fmt.Sprintf("grey %.0f, noise %.0f, %s", grey, noise, name), func(t *testing.T) {
					var m quality.Meter
					all := watched(t, watch.Watching{Source: shots, Reader: &oracle{dice: func() []vision.Sighting { return nil }},
						Meter: func(img gocv.Mat, scene vision.Scene, p *calibration.Profile) vision.Quality {
							return m.Measure(img, &scene, p)
						}})
					judged := all.of(vision.EventQuality)
					require.NotEmpty(t, judged)
					require.Contains(t, fmt.Sprint(judged[len(judged)-1].Quality.Words), "too dark", "%v", all)
					for _, e := range all {
						require.NotEqual(t, vision.Blocked, e.State, "at frame %d", e.Frame)
					}
					require.Empty(t, all.of(vision.EventSettled))
				})
			}
		}
	}
}

// Dice that lie there while the light goes are no new roll when it comes back, and a look in the dark tells nothing.
func TestALightThatGoesAndComesBackIsNoRoll(t *testing.T) {
	table, err := virtual.New(5, virtual.Options{Width: 640, Height: 360}, virtual.Throw("d6", "d6"), virtual.Wait(4))
	require.NoError(t, err)
	for _, grey := range []float64{4, 10, 25, 40} {
		t.Run(fmt.Sprintf("grey %.0f", grey), func(t *testing.T) {
			src := &staged{table: table, frame: -1}
			rest := table.Rolls()[0].Rest
			night := []gocv.Mat{}
			for _, m := range atNight(t, grey, 8, 3) {
				large := gocv.NewMat()
				defer large.Close()
				gocv.Resize(m, &large, image.Pt(640, 360), 0, 0, gocv.InterpolationNearestNeighbor)
				night = append(night, large)
			}
			dark := func(frame int) bool { return frame > rest+30 && frame < rest+60 }
			all := watched(t, watch.Watching{Source: &seenAs{src, func(frame int, img *gocv.Mat) {
				if dark(frame) {
					night[frame%3].CopyTo(img)
				}
			}}, Reader: &oracle{dice: func() []vision.Sighting {
				if dark(src.frame) {
					return nil
				}
				return src.lying()
			}}})
			require.Len(t, all.of(vision.EventSettled), 1)
			require.Empty(t, all.of(vision.EventCleared))
		})
	}
}

// seenAs is a source whose frames are seen in another way.
type seenAs struct {
	source.Source
	as func(frame int, img *gocv.Mat)
}

func (s *seenAs) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	at, err := s.Source.Next(ctx, img)
	if err == nil {
		s.as(at.Frame, img)
	}
	return at, err
}
