//go:build cgo

package watch_test

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/motion"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/watch"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// slides is a Source of n frames that shows the same few pictures again and again.
type slides struct {
	shots []gocv.Mat
	n     int
	frame int
	next  func(frame int, img *gocv.Mat)
}

func (s *slides) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	if err := ctx.Err(); err != nil {
		return picture.Stamp{}, err
	}
	if s.frame >= s.n {
		return picture.Stamp{}, io.EOF
	}
	s.shots[s.frame%len(s.shots)].CopyTo(img)
	if s.next != nil {
		s.next(s.frame, img)
	}
	at := picture.Stamp{Frame: s.frame, Time: time.Duration(s.frame) * time.Second / 30}
	s.frame++
	return at, nil
}

func (s *slides) Close() error { return nil }
func (s *slides) Name() string { return "slides" }

// BenchmarkStillFrame is what a frame costs while nothing moves, also in units of decoding a
// JPEG of the same frame: the least of both, because on a busy machine all else is waiting.
func BenchmarkStillFrame(b *testing.B) {
	shots := cvtest.Noisy(b, 1280, 720, 8)
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, shots[0], []int{gocv.IMWriteJpegQuality, 90})
	require.NoError(b, err)
	raw := append([]byte(nil), buf.GetBytes()...)
	buf.Close()
	m := motion.New()
	defer m.Close()
	var frames, decodes []time.Duration
	for frame := 0; b.Loop(); frame++ {
		began := time.Now()
		g := m.Add(shots[frame%len(shots)], picture.Stamp{Frame: frame, Time: time.Duration(frame) * time.Second / 30})
		frames = append(frames, time.Since(began))
		require.False(b, g.Moving)
		began = time.Now()
		img, err := gocv.IMDecode(raw, gocv.IMReadColor)
		decodes = append(decodes, time.Since(began))
		require.NoError(b, err)
		img.Close()
	}
	b.ReportMetric(float64(slices.Min(frames))/float64(slices.Min(decodes)), "decodes/frame")
}

func TestWatchReadsAStillTrayOnce(t *testing.T) {
	shots := cvtest.Noisy(t, 640, 360, 4)
	o := &oracle{dice: func() []vision.Sighting { return []vision.Sighting{dieAt(300, 200, 40)} }}
	all := watched(t, watch.Watching{Source: &slides{shots: shots, n: 300}, Reader: o})
	require.Len(t, all.of(vision.EventSettled), 1)
	require.LessOrEqual(t, o.looks, 3, "a still tray is not read again")
}

func TestWatchSaysHowManyDiceWereOverlooked(t *testing.T) {
	o := &oracle{}
	o.dice = func() []vision.Sighting {
		all := []vision.Sighting{dieAt(300, 200, 40), dieAt(400, 100, 40)}
		return all[:min(o.looks, 2)] // the first look overlooks one
	}
	all := watched(t, watch.Watching{Source: &slides{shots: cvtest.Noisy(t, 640, 360, 4), n: 100}, Reader: o})
	require.Len(t, all.of(vision.EventSettled), 1)
	seen := all.of(vision.EventSeen)
	require.Len(t, seen, 1)
	require.Equal(t, 1, seen[0].Found)
}
