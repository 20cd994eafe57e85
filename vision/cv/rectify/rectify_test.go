//go:build cgo

package rectify_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/calibration"
	"astragal/vision"

	"astragal/vision/cv/card"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/rectify"
)

// requireCard demands that a picture shows the card's corners where its profile puts them.
func requireCard(t *testing.T, img gocv.Mat, p calibration.Profile, within float64) {
	t.Helper()
	v, err := card.Find(img)
	require.NoError(t, err)
	for i, want := range calibration.CardCorners() {
		got, ok := p.MM(calibration.Point(v.Corners[i]))
		require.True(t, ok)
		require.Less(t, math.Hypot(got[0]-want[0], got[1]-want[1]), within, "corner %d at %v", i, got)
	}
}

func TestRectifierStraightensTheLens(t *testing.T) {
	d := cvtest.BentDesk()
	p := cvtest.ProfileOf(t, d)
	p.Tray = []calibration.Point{{100, 50}, {800, 60}, {790, 500}, {110, 490}}
	r, err := rectify.New(p)
	require.NoError(t, err)
	defer r.Close()
	img, flat := d.Picture(t), gocv.NewMat()
	defer img.Close()
	defer flat.Close()
	require.NoError(t, r.Rectify(img, &flat))
	require.Equal(t, []int{img.Rows(), img.Cols()}, []int{flat.Rows(), flat.Cols()})
	require.False(t, r.Profile().Lens.Known())
	require.NoError(t, r.Profile().Check())
	requireCard(t, flat, r.Profile(), 0.25)

	for x := 0.0; x < float64(d.W); x += 100 {
		for y := 0.0; y < float64(d.H); y += 100 {
			at := vision.Point{x, y}
			there, ok := r.Rectified(at)
			require.True(t, ok)
			back, ok := r.Original(there)
			require.True(t, ok)
			require.InDeltaSlice(t, at[:], back[:], 1e-6)
			mm, _ := p.MM(calibration.Point(at))
			same, _ := r.Profile().MM(calibration.Point(there))
			require.InDeltaSlice(t, mm[:], same[:], 1e-6, "mm stay what they are")
		}
	}
	for _, corner := range []vision.Point{{0, 0}, {float64(d.W - 1), 0}, {0, float64(d.H - 1)}, {float64(d.W - 1), float64(d.H - 1)}} {
		there, _ := r.Rectified(corner)
		require.True(t, there[0] > -1 && there[1] > -1 && there[0] < float64(d.W) && there[1] < float64(d.H), "nothing of the picture is lost: %v", there)
	}
	tray, _ := r.Rectified(vision.Point{100, 50})
	require.InDeltaSlice(t, tray[:], r.Profile().Tray[0][:], 1e-9)
}

func TestRectifierBalancesColours(t *testing.T) {
	p := calibration.Profile{Width: 64, Height: 64, WhiteBalance: [3]float64{0.8, 1, 1.6}}
	r, err := rectify.New(p)
	require.NoError(t, err)
	defer r.Close()
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(75, 120, 150, 0), 64, 64, gocv.MatTypeCV8UC3)
	out := gocv.NewMat()
	defer img.Close()
	defer out.Close()
	require.NoError(t, r.Rectify(img, &out))
	require.Equal(t, gocv.Vecb{120, 120, 120}, out.GetVecbAt(30, 30))
	require.Equal(t, gocv.Vecb{75, 120, 150}, img.GetVecbAt(30, 30), "the camera's picture stays as it is")
}

func TestRectifierRefuses(t *testing.T) {
	p := cvtest.ProfileOf(t, cvtest.BentDesk())
	r, err := rectify.New(p)
	require.NoError(t, err)
	defer r.Close()
	out, empty := gocv.NewMat(), gocv.NewMat()
	small := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	for _, m := range []*gocv.Mat{&out, &empty, &small} {
		defer m.Close()
	}
	require.ErrorContains(t, r.Rectify(empty, &out), "empty")
	require.ErrorContains(t, r.Rectify(small, &out), "640×480")

	_, err = rectify.New(calibration.Profile{})
	require.ErrorContains(t, err, "0×0")
}

func BenchmarkRectify(b *testing.B) {
	p := calibration.Profile{Width: 1280, Height: 720, Lens: calibration.Lens{FX: 1100, FY: 1100, CX: 640, CY: 360, K1: -0.2}, WhiteBalance: [3]float64{1.1, 1, 0.9}}
	r, err := rectify.New(p)
	require.NoError(b, err)
	defer r.Close()
	img, out := gocv.NewMatWithSize(720, 1280, gocv.MatTypeCV8UC3), gocv.NewMat()
	defer img.Close()
	defer out.Close()
	for b.Loop() {
		require.NoError(b, r.Rectify(img, &out))
	}
}
