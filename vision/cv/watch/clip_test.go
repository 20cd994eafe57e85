//go:build cgo

package watch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"astragal/vision"

	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/watch"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// film is a Source over a video file that remembers where it is.
type film struct {
	capture *gocv.VideoCapture
	fps     float64
	frame   int
}

func openFilm(t testing.TB, path string) *film {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the clip %s is not here: %v", filepath.Base(path), err)
	}
	c, err := gocv.VideoCaptureFile(path)
	require.NoError(t, err)
	return &film{capture: c, fps: c.Get(gocv.VideoCaptureFPS), frame: -1}
}

func (f *film) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	if !f.capture.Read(img) || img.Empty() {
		return picture.Stamp{}, io.EOF
	}
	f.frame++
	return picture.Stamp{Frame: f.frame, Time: time.Duration(float64(f.frame) / f.fps * float64(time.Second))}, nil
}

func (f *film) Close() error { return f.capture.Close() }
func (f *film) Name() string { return "film" }

// oracle is a Reader that knows where the dice are at each frame, without looking.
type oracle struct {
	dice   func() []vision.Sighting
	see    func(gocv.Mat) []vision.Sighting // instead of dice, for a reader that may be shown an earlier frame
	looks  int
	closer int // how many of the looks were to be closer ones
	camera int // how many of the looks were under a camera that may stand still
	// flicker is the probability to overlook a die, and to misread one.
	flicker float64
	rand    *rand.Rand
}

func (o *oracle) Look(img gocv.Mat, how look.Looking) (vision.Scene, error) {
	if img.Empty() {
		return vision.Scene{}, errors.New("empty picture")
	}
	o.looks++
	if how.Closer {
		o.closer++
	}
	if how.Standing != nil {
		o.camera++
	}
	s := vision.Scene{Width: img.Cols(), Height: img.Rows()}
	see := o.see
	if see == nil {
		see = func(gocv.Mat) []vision.Sighting { return o.dice() }
	}
	for _, d := range see(img) {
		if o.flicker > 0 && o.rand.Float64() < o.flicker {
			continue
		}
		s.Sightings = append(s.Sightings, d)
	}
	return s, nil
}

func dieAt(x, y, size float64) vision.Sighting {
	return vision.Sighting{Box: vision.Box{x - size/2, y - size/2, size, size}, Found: 1, SizePx: size}
}

// told is what a watch told, without the previews.
type told []vision.Event

func (t told) of(kind vision.EventKind) []vision.Event {
	var out []vision.Event
	for _, e := range t {
		if e.Kind == kind {
			out = append(out, e)
		}
	}
	return out
}

func watched(t testing.TB, w watch.Watching) told {
	t.Helper()
	var all told
	require.NoError(t, watch.Run(t.Context(), w, func(e vision.Event) { all = append(all, e) }, nil))
	return all
}

// labelled reads what is known of the rendered throws: for each clip the frame
// at which it is at rest, and the dice that lie there then.
func labelled(t testing.TB, path string) (settle []int, dice [][]vision.Sighting) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("the rendered throws are not here: %v", err)
	}
	var set struct {
		Info struct {
			Clips []struct {
				Settle int `json:"settle_frame"`
			} `json:"clips"`
		} `json:"info"`
		Annotations []struct {
			Image int        `json:"image_id"`
			BBox  vision.Box `json:"bbox"`
		} `json:"annotations"`
	}
	require.NoError(t, json.Unmarshal(raw, &set))
	dice = make([][]vision.Sighting, len(set.Info.Clips))
	for _, c := range set.Info.Clips {
		settle = append(settle, c.Settle)
	}
	for _, a := range set.Annotations {
		dice[a.Image-1] = append(dice[a.Image-1], vision.Sighting{Box: a.BBox, Found: 1})
	}
	return settle, dice
}

func TestRenderedThrowsSettleOnce(t *testing.T) {
	const dir = "../../../../shared/data/rendered/settle"
	settle, dice := labelled(t, filepath.Join(dir, "annotations.json"))
	for i := range settle {
		f := openFilm(t, filepath.Join(dir, fmt.Sprintf("clip_%d.mp4", i)))
		o := &oracle{dice: func() []vision.Sighting {
			if f.frame < settle[i] {
				return nil
			}
			return dice[i]
		}}
		all := watched(t, watch.Watching{Source: f, Reader: o})
		settled := all.of(vision.EventSettled)
		require.Len(t, settled, 1, "clip %d", i)
		require.GreaterOrEqual(t, settled[0].Frame, settle[i], "clip %d", i)
		require.LessOrEqual(t, settled[0].Frame, settle[i]+int(f.fps/2), "clip %d", i)
		require.Len(t, settled[0].Scene.Sightings, len(dice[i]), "clip %d", i)
		require.Empty(t, all.of(vision.EventSeen), "clip %d", i)
	}
}

func TestRealThrowsSettleOnce(t *testing.T) {
	clips := []struct {
		file    string
		settled int
		size    float64
		dice    [][2]float64
	}{
		{"imciechan_test6big.mp4", 40, 40, [][2]float64{{149, 78}, {193, 92}, {201, 224}, {120, 269}, {186, 465}, {237, 493}}},
		{"imciechan_test5black.mp4", 46, 70, [][2]float64{{170, 270}, {55, 310}, {110, 395}}},
	}
	for _, c := range clips {
		t.Run(c.file, func(t *testing.T) {
			f := openFilm(t, filepath.Join("../../../../shared/data/real/videos", c.file))
			o := &oracle{dice: func() []vision.Sighting {
				var out []vision.Sighting
				for _, d := range c.dice {
					if f.frame >= c.settled-6 {
						out = append(out, dieAt(d[0], d[1], c.size))
					}
				}
				return out
			}}
			all := watched(t, watch.Watching{Source: f, Reader: o})
			settled := all.of(vision.EventSettled)
			require.Len(t, settled, 1)
			require.InDelta(t, c.settled, settled[0].Frame, 0.5*f.fps)
			require.Empty(t, all.of(vision.EventCleared))
		})
	}
}
