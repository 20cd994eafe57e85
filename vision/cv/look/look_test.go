//go:build cgo

package look_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

func newLooker(t testing.TB) *look.Looker {
	l, err := look.New()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	return l
}

func decoded(t testing.TB, raw []byte) gocv.Mat {
	img, err := picture.Decode(raw)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, img.Close()) })
	return img
}

// A photograph with 22 marbled, pearl and plain dice: all are found, and what is accepted is right.
func TestLookReadsAPhotograph(t *testing.T) {
	raw, err := os.ReadFile("../cvtest/testdata/tray_byler.jpg")
	require.NoError(t, err)
	var truth struct{ Values [][3]float64 }
	text, err := os.ReadFile("../cvtest/testdata/tray_byler.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &truth))
	scene, err := newLooker(t).Look(decoded(t, raw), look.Looking{Crops: true})
	require.NoError(t, err)
	require.Len(t, scene.Sightings, len(truth.Values))
	accepted := 0
	for i, r := range vision.Read(scene) {
		want := valueNear(truth.Values, r.BBox)
		require.NotZero(t, want, "a die was found where none lies: %v", r.BBox)
		require.NotEmpty(t, scene.Sightings[i].Crop)
		require.GreaterOrEqual(t, len(r.Polygon), 4)
		if r.Accepted {
			accepted++
			require.Equal(t, want, *r.Value, "accepted at %v", r.BBox)
			require.Equal(t, vision.D6, *r.Shape)
		}
	}
	require.GreaterOrEqual(t, accepted, 17, "most dice need no question")
	require.Equal(t, "dice", scene.ScaleFrom)
}

// valueNear is the true value of the die whose box starts nearby; 0 for none.
func valueNear(values [][3]float64, b vision.Box) int {
	for _, v := range values {
		if math.Hypot(v[0]-b[0], v[1]-b[1]) < 22 {
			return int(v[2])
		}
	}
	return 0
}

func TestLookFindsNothingOnAnEmptyTray(t *testing.T) {
	for seed := range uint64(3) {
		table, err := virtual.New(seed, virtual.Options{Width: 640, Height: 360}, virtual.Wait(.1))
		require.NoError(t, err)
		scene, err := newLooker(t).Look(decoded(t, cvtest.JPEG(t, table.Frame(0))), look.Looking{})
		require.NoError(t, err)
		require.Empty(t, scene.Sightings, "seed %d", seed)
		require.Zero(t, scene.PxPerMM)
	}
}

func TestLookRefuses(t *testing.T) {
	l := newLooker(t)
	empty, grey, tiny := gocv.NewMat(), gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC1), gocv.NewMatWithSize(8, 300, gocv.MatTypeCV8UC3)
	for _, c := range []struct {
		img  gocv.Mat
		says string
	}{{empty, "empty"}, {grey, "colour"}, {tiny, "16 × 16"}} {
		_, err := l.Look(c.img, look.Looking{})
		require.ErrorContains(t, err, c.says)
		require.NoError(t, c.img.Close())
	}
}

// BenchmarkLook reads eight settled 1280×720 pictures with 12 d6 each. Its "decodes" metric is the mean cost in units of
// gocv.IMDecode of the same picture's JPEG bytes in the same run: the least of both in the processor's own time,
// all threads together, because on a busy machine all else is waiting. "most-decodes" is the dearest picture's.
func BenchmarkLook(b *testing.B) {
	const tables = 8
	l := newLooker(b)
	var raws [tables][]byte
	var frames [tables]gocv.Mat
	for i := range frames {
		picture, _, err := virtual.Still(uint64(i), virtual.Options{Dice: slices.Repeat([]string{"d6"}, 12)})
		require.NoError(b, err)
		raws[i] = cvtest.JPEG(b, picture)
		frames[i] = decoded(b, raws[i])
	}
	var decodes, looks [tables][]time.Duration
	for b.Loop() {
		for i, frame := range frames {
			start := worked(b)
			m, err := gocv.IMDecode(raws[i], gocv.IMReadColor)
			decodes[i] = append(decodes[i], worked(b)-start)
			require.NoError(b, err)
			require.NoError(b, m.Close())
			start = worked(b)
			scene, err := l.Look(frame, look.Looking{})
			looks[i] = append(looks[i], worked(b)-start)
			require.NoError(b, err)
			require.NotEmpty(b, scene.Sightings)
		}
	}
	least, median, most := 0.0, 0.0, 0.0
	for i := range frames {
		slices.Sort(decodes[i])
		slices.Sort(looks[i])
		ratio := float64(looks[i][0]) / float64(decodes[i][0])
		least, most = least+ratio/tables, max(most, ratio)
		median += float64(looks[i][len(looks[i])/2]) / float64(decodes[i][len(decodes[i])/2]) / tables
	}
	b.ReportMetric(least, "decodes")
	b.ReportMetric(median, "median-decodes")
	b.ReportMetric(most, "most-decodes")
	b.ReportMetric(float64(looks[0][0].Microseconds())/1000, "look-ms")
	b.ReportMetric(float64(decodes[0][0].Microseconds())/1000, "decode-ms")
}

// worked is how long the processor has worked for this process.
func worked(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	require.NoError(tb, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
