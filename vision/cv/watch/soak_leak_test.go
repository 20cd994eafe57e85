//go:build cgo && matprofile

package watch_test

import (
	"context"
	"io"
	"testing"
	"time"

	"astragal/calibration"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/quality"
	"astragal/vision/cv/watch"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// reel is a Source that shows a few hundred shots over and over, until n frames were shown.
type reel struct {
	shots []gocv.Mat
	n     int
	frame int
}

func (r *reel) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	if err := ctx.Err(); err != nil {
		return picture.Stamp{}, err
	}
	if r.frame >= r.n {
		return picture.Stamp{}, io.EOF
	}
	r.shots[r.frame%len(r.shots)].CopyTo(img)
	at := picture.Stamp{Frame: r.frame, Time: time.Duration(r.frame) * time.Second / 15}
	r.frame++
	return at, nil
}

func (r *reel) Close() error { return nil }
func (r *reel) Name() string { return "reel" }

// Ten thousand frames of throws, hands, lamps and bumps, the dice read by the real networks: no Mat stays open.
func TestSoakTenThousandFramesLeaveNoMat(t *testing.T) {
	cvtest.Soaking(t)
	table, err := virtual.New(3, virtual.Options{Width: 640, Height: 360, FPS: 15},
		virtual.Wait(0.5), virtual.Throw("d6", "d20", "d6", "d8"), virtual.Wait(1), virtual.Hand(0.6), virtual.Wait(0.7),
		virtual.Nudge(), virtual.Wait(0.7), virtual.LampTo(0.4, 0.3), virtual.Wait(0.7), virtual.LampTo(1, 0.3), virtual.Wait(0.7),
		virtual.Bump(), virtual.Wait(0.7), virtual.PickUp(1), virtual.Wait(0.7), virtual.Clear(), virtual.Wait(0.7))
	require.NoError(t, err)
	src := &reel{n: 10_000}
	for i := range table.Frames() {
		shot, err := gocv.ImageToMatRGB(table.Frame(i))
		require.NoError(t, err)
		defer shot.Close()
		src.shots = append(src.shots, shot)
	}
	looker, err := look.New()
	require.NoError(t, err)
	defer looker.Close()
	before := gocv.MatProfile.Count()
	var all told
	meter := &quality.Meter{}
	err = watch.Run(t.Context(), watch.Watching{
		Source: src, Reader: looker, Crops: true, PreviewEvery: 200 * time.Millisecond,
		Meter: func(img gocv.Mat, scene vision.Scene, profile *calibration.Profile) vision.Quality {
			return meter.Measure(img, &scene, profile)
		},
	}, func(e vision.Event) {
		if e.Kind != vision.EventPreview {
			all = append(all, e)
		}
	}, nil)
	require.NoError(t, err)
	t.Logf("%d frames, %d throws told, %d Mats open before and %d after", src.frame, len(all.of(vision.EventSettled)), before, gocv.MatProfile.Count())
	require.GreaterOrEqual(t, len(all.of(vision.EventSettled)), src.n/len(src.shots)-1)
	require.Equal(t, before, gocv.MatProfile.Count(), "Mats left open")
}
