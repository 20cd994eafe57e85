//go:build cgo

package watch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"astragal/calibration"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/source"
	"astragal/vision/cv/watch"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// A table shows a folder's pictures one by one: each stays, and says what was read in it, until somebody goes on.
func TestPicturesStayUntilSomebodyGoesOn(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, raw []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), raw, 0o600))
	}
	whole := cvtest.JPEG(t, cvtest.Slope(640, 360))
	put("1 dice.jpg", whole)
	put("2 broken.jpg", whole[:len(whole)/2])
	put("3 none.jpg", cvtest.JPEG(t, cvtest.Slope(320, 200)))
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		orders := make(chan vision.Order, 8)
		reader := &oracle{}
		reader.dice = func() []vision.Sighting {
			if reader.looks > 100 {
				return nil
			}
			return []vision.Sighting{dieAt(200, 100, 40), dieAt(400, 200, 40)}
		}
		var said []string
		say := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
		err := watch.Run(ctx, watch.Watching{Source: source.NewStanding(ctx, source.Opening{Paced: true}, dir, func() {}), Reader: reader,
			Meter: func(gocv.Mat, vision.Scene, *calibration.Profile) vision.Quality {
				return vision.Quality{Words: []string{"too dark"}}
			}},
			func(e vision.Event) {
				switch e.Kind {
				case vision.EventProblem:
					if say("problem %s", e.Problem); strings.HasPrefix(e.Problem, "2 broken") {
						orders <- vision.Order{Do: "next"}
					}
				case vision.EventSettled:
					say("settled %d", len(e.Scene.Sightings))
				case vision.EventQuality:
					if n := len(said); n == 0 || said[n-1] != "quality" {
						say("quality")
					}
				case vision.EventFile:
					say("%s %d/%d over %v: %d dice", e.File.Name, e.File.N, e.File.Of, e.File.Over, e.File.Dice)
					switch {
					case e.File.Over && e.File.N == 1 && reader.looks < 50: // the same again
						reader.looks = 50
						orders <- vision.Order{Do: "again"}
					case e.File.Over && e.File.N == 1:
						reader.looks = 101
						orders <- vision.Order{Do: "next"}
					case e.File.Over:
						orders <- vision.Order{Do: "next"} // there is none
					}
				case vision.EventState:
					require.True(t, e.State != vision.NoCamera || len(said) > 0 && strings.HasPrefix(said[len(said)-1], "problem"), "%v", said)
				}
				if len(said) > 0 && strings.HasSuffix(said[len(said)-1], "choose another source") {
					stop()
				}
			}, orders)
		require.ErrorIs(t, err, context.Canceled)
		require.Zero(t, reader.camera, "each picture is one by itself")
		require.Equal(t, []string{
			"1 dice.jpg 1/3 over false: 0 dice", "settled 2", "quality", "1 dice.jpg 1/3 over true: 2 dice",
			"1 dice.jpg 1/3 over false: 0 dice", "settled 2", "quality", "1 dice.jpg 1/3 over true: 2 dice",
			"2 broken.jpg 2/3 over false: 0 dice", "problem 2 broken.jpg can't be shown: the picture is cut off: its jpeg file ends early, after " + fmt.Sprint(len(whole)/2) + " bytes; copy or send it again",
			"3 none.jpg 3/3 over false: 0 dice", "problem ", "quality", "3 none.jpg 3/3 over true: 0 dice",
			"problem folder " + filepath.Base(dir) + " has no further picture: show it again, or choose another source",
		}, said)
	})
}

func TestAClipThatBreaksOffSaysSoAndStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clip.avi")
	cvtest.MakeClip(t, path, "MJPG", 50)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, whole[:len(whole)*6/10], 0o600))
	ctx, stop := context.WithCancel(t.Context())
	var all told
	err = watch.Run(ctx, watch.Watching{Source: source.NewStanding(ctx, source.Opening{Paced: true}, path, func() {}), Reader: &oracle{dice: func() []vision.Sighting { return nil }}},
		func(e vision.Event) {
			if all = append(all, e); e.Kind == vision.EventFile && e.File.Over {
				stop()
			}
		}, nil)
	require.ErrorIs(t, err, context.Canceled)
	problems := all.of(vision.EventProblem)
	require.Len(t, problems, 1)
	require.Contains(t, problems[0].Problem, "breaks off")
	for _, e := range all {
		require.NotEqual(t, vision.NoCamera, e.State)
	}
}

// Why a source is looked at that nobody chose is told with it.
func TestASourceThatNobodyChoseSaysWhy(t *testing.T) {
	opening := source.Opening{Folders: source.Folders{Dev: t.TempDir(), Sys: t.TempDir()}, Virtual: func(uint64) (source.Source, error) {
		return source.NewPainted("virtual table", &cvtest.Grey{}), nil
	}}
	for spec, why := range map[string]string{"auto": "No camera is plugged in, so dice are thrown on a virtual table.", "virtual": ""} {
		s := source.NewStanding(t.Context(), opening, spec, func() {})
		require.Equal(t, why, s.Why())
		require.NoError(t, s.Close())
	}
}

// A photo that is sent while no camera gives a picture is shown and read, and stays there.
func TestAPhotoIsShownWhereNoCameraIs(t *testing.T) {
	for _, spec := range []string{"phone", filepath.Join(t.TempDir(), "nowhere.jpg")} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), time.Minute) // of the test's own time
			defer stop()
			orders := make(chan vision.Order, 1)
			orders <- vision.Order{Do: "picture", Picture: cvtest.JPEG(t, cvtest.Slope(640, 360))}
			var all told
			err := watch.Run(ctx, watch.Watching{Source: source.NewStanding(ctx, source.Opening{}, spec, func() {}), PreviewEvery: time.Second,
				Reader: &oracle{dice: func() []vision.Sighting { return []vision.Sighting{dieAt(200, 100, 40)} }}},
				func(e vision.Event) { all = append(all, e) }, orders)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Len(t, all.of(vision.EventSettled), 1)
			require.Len(t, all.of(vision.EventPreview), 1)
			states := all.of(vision.EventState)
			require.NotEmpty(t, states)
			require.Equal(t, vision.Settled, states[len(states)-1].State)
		})
	}
}
