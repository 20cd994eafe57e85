package calibration_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/calibration"
)

// desk is the profile of a camera with a bent lens that looks down at an angle.
func desk() calibration.Profile {
	return calibration.Profile{
		Camera: "usb-046d_C920", Width: 1280, Height: 720,
		Lens:         calibration.Lens{FX: 1100, FY: 1105, CX: 630, CY: 350, K1: -0.25, K2: 0.08, P1: 0.001, P2: -0.002},
		Homography:   [9]float64{0.31, 0.02, -120, -0.015, 0.33, -90, 0.00004, 0.0002, 1},
		WhiteBalance: [3]float64{1.1, 1, 0.85},
		Tray:         []calibration.Point{{100, 80}, {1180, 80}, {1180, 640}, {100, 640}},
		Background:   []byte{0xff, 0xd8, 0xff, 0xe0},
		Views:        3, ResidualMM: 0.12,
	}
}

func distance(a, b calibration.Point) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }

func TestProfileMapsToMMAndBack(t *testing.T) {
	p := desk()
	for x := 0.0; x < 1280; x += 71 {
		for y := 0.0; y < 720; y += 53 {
			mm, ok := p.MM(calibration.Point{x, y})
			require.True(t, ok)
			px, ok := p.Px(mm)
			require.True(t, ok)
			require.Less(t, distance(px, calibration.Point{x, y}), 1e-6, "from %v,%v by %v", x, y, mm)
		}
	}
}

func TestPlane(t *testing.T) {
	t.Run("the scale at a place is what neighbouring px measure", func(t *testing.T) {
		plane, ok := desk().Plane()
		require.True(t, ok)
		at := calibration.Point{900, 500}
		a, _ := plane.MM(calibration.Point{899.5, 499.5})
		b, _ := plane.MM(calibration.Point{900.5, 499.5})
		c, _ := plane.MM(calibration.Point{899.5, 500.5})
		area := math.Abs((b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]))
		require.InEpsilon(t, 1/math.Sqrt(area), plane.PxPerMM(at), 1e-3)
	})
	t.Run("there is nothing beyond the horizon", func(t *testing.T) {
		plane, err := calibration.NewPlane([9]float64{1, 0, 0, 0, 1, 0, 0, 0.01, 1})
		require.NoError(t, err)
		_, ok := plane.MM(calibration.Point{10, -99})
		require.True(t, ok)
		for _, y := range []float64{-100, -150} {
			_, ok = plane.MM(calibration.Point{10, y})
			require.False(t, ok)
			require.Zero(t, plane.PxPerMM(calibration.Point{10, y}))
		}
	})
	t.Run("the sign of a homography does not matter", func(t *testing.T) {
		plane, err := calibration.NewPlane([9]float64{-0.5, 0, 10, 0, -0.5, 0, 0, 0, -1})
		require.NoError(t, err)
		mm, ok := plane.MM(calibration.Point{100, 100})
		require.True(t, ok)
		require.InDeltaSlice(t, []float64{40, 50}, mm[:], 1e-9)
	})
	t.Run("one that cannot be turned round is refused", func(t *testing.T) {
		_, err := calibration.NewPlane([9]float64{1, 2, 3, 2, 4, 6, 0, 0, 1})
		require.ErrorContains(t, err, "inverse")
		_, err = calibration.NewPlane([9]float64{math.NaN(), 0, 0, 0, 1, 0, 0, 0, 1})
		require.ErrorContains(t, err, "finite")
	})
}

func TestProfileScale(t *testing.T) {
	p := desk()
	p.Lens, p.Homography, p.Tray = calibration.Lens{}, [9]float64{0.25, 0, 0, 0, 0.25, 0, 0, 0, 1}, nil
	require.InDelta(t, 4, p.PxPerMM(), 1e-9)
	require.InDelta(t, 0, p.Tilt(), 1e-9)
	p.Homography = [9]float64{}
	require.Zero(t, p.PxPerMM())
	_, ok := p.MM(calibration.Point{1, 1})
	require.False(t, ok)
}

func TestProfileTilt(t *testing.T) {
	const f, tilt = 1000.0, 25.0
	sin, cos := math.Sincos(tilt * math.Pi / 180)
	// The floor is 400 mm away and turned about the x axis.
	toPx := [9]float64{f, 320 * sin, 320 * 400, 0, f*cos + 240*sin, 240 * 400, 0, sin, 400}
	p := calibration.Profile{Width: 640, Height: 480, Homography: inverse(toPx), Lens: calibration.Lens{FX: f, FY: f, CX: 320, CY: 240}}
	require.InDelta(t, tilt, p.Tilt(), 0.01)

	// The lower part of the floor is the far one. What stands on it points down in the picture, and outwards if it
	// isn't in the middle.
	up, ok := p.Up(calibration.Point{320, 240})
	require.True(t, ok)
	require.InDelta(t, 0, up[0], 1e-9)
	require.InDelta(t, sin, up[1], 1e-9)
	up, _ = p.Up(calibration.Point{320, 240 + f*math.Tan(5*math.Pi/180)})
	require.InDelta(t, math.Sin(30*math.Pi/180), up[1], 1e-9)
	up, _ = p.Up(calibration.Point{420, 240})
	require.InDelta(t, cos*.1/math.Sqrt(1.01), up[0], 1e-9)
	p.Lens = calibration.Lens{}
	_, ok = p.Up(calibration.Point{320, 240})
	require.False(t, ok, "nothing is known of the lens")
}

func inverse(m [9]float64) [9]float64 {
	a := [9]float64{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
	det := m[0]*a[0] + m[1]*a[3] + m[2]*a[6]
	for i := range a {
		a[i] /= det
	}
	return a
}

func TestProfileFor(t *testing.T) {
	p := desk()
	t.Run("the same camera and size need nothing", func(t *testing.T) {
		same, err := p.For("usb-046d_C920", 1280, 720)
		require.NoError(t, err)
		require.Equal(t, p, same)
	})
	t.Run("another size of the same aspect is scaled", func(t *testing.T) {
		small, err := p.For("", 640, 360)
		require.NoError(t, err)
		require.NoError(t, small.Check())
		require.Equal(t, 640, small.Width)
		for _, at := range []calibration.Point{{200, 100}, {900, 650}} {
			want, _ := p.MM(at)
			got, _ := small.MM(calibration.Point{(at[0]+0.5)/2 - 0.5, (at[1]+0.5)/2 - 0.5})
			require.Less(t, distance(want, got), 1e-6)
		}
		require.InEpsilon(t, p.PxPerMM()/2, small.PxPerMM(), 1e-3)
		require.Equal(t, desk(), p, "the profile itself stays as it was")
	})
	t.Run("another shape is refused", func(t *testing.T) {
		_, err := p.For("", 640, 480)
		require.ErrorContains(t, err, "640×480")
		require.ErrorContains(t, err, "calibrate again")
		_, err = p.For("", 0, 0)
		require.Error(t, err)
	})
	t.Run("another camera is refused", func(t *testing.T) {
		_, err := p.For("laptop", 1280, 720)
		require.ErrorContains(t, err, `"usb-046d_C920"`)
		require.ErrorContains(t, err, `"laptop"`)
	})
}

func TestLensStraightensWhatItBends(t *testing.T) {
	l := desk().Lens
	corner := calibration.Point{0, 0}
	require.Greater(t, distance(corner, l.Straighten(corner)), 10.0, "this lens bends the corner a lot")
	require.Less(t, distance(corner, l.Bend(l.Straighten(corner))), 1e-6)
	require.False(t, calibration.Lens{}.Bends())
	require.Equal(t, corner, calibration.Lens{}.Straighten(corner))
}

func TestGuessScale(t *testing.T) {
	for name, c := range map[string]struct {
		sides []float64
		want  float64
	}{
		"nothing":                        {nil, 0},
		"nonsense":                       {[]float64{0, -3, math.NaN(), math.Inf(1)}, 0},
		"one die":                        {[]float64{48}, 3},
		"two dice":                       {[]float64{47, 49}, 48 / 16.0},
		"usual dice and a small one":     {[]float64{48, 48, 24, 48}, 3},
		"clutter of all sizes is beaten": {[]float64{10, 48, 300, 47.8, 48.2, 48.1, 90}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			require.InDelta(t, c.want, calibration.GuessScale(c.sides), 0.02)
		})
	}
}
