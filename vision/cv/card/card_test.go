//go:build cgo

package card_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/calibration"

	"astragal/vision/cv/card"
	"astragal/vision/cv/cvtest"
)

// view finds the card in what a desk's camera sees.
func view(t *testing.T, d cvtest.Desk) card.View {
	t.Helper()
	img := d.Picture(t)
	defer img.Close()
	v, err := card.Find(img)
	require.NoError(t, err)
	return v
}

// worst is the largest distance, mm, between where a profile and the truth put
// places of the picture, within reach px of its middle. The card gives the
// origin, so both measure from it.
func worst(t *testing.T, d cvtest.Desk, p calibration.Profile, reach float64) float64 {
	t.Helper()
	plane := d.Plane(t)
	most := 0.0
	for x := 0.0; x < float64(d.W); x += 30 {
		for y := 0.0; y < float64(d.H); y += 30 {
			if math.Hypot(x-float64(d.W)/2, y-float64(d.H)/2) > reach {
				continue
			}
			truth, ok := plane.MM(d.Lens.Straighten(calibration.Point{x, y}))
			require.True(t, ok)
			got, ok := p.MM(calibration.Point{x, y})
			require.True(t, ok)
			// The drawing's px middles lie half of 1/8 mm beside its edges.
			most = max(most, math.Hypot(got[0]-truth[0], got[1]-truth[1])-0.09)
		}
	}
	return most
}

func TestCalibrateFromOnePicture(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*cvtest.Desk)
		within float64 // mm
		reach  float64 // px from the picture's middle; 0: everywhere
	}{
		"straight down":       {func(*cvtest.Desk) {}, 0.3, 0},
		"upside down":         {func(d *cvtest.Desk) { d.Turn = 180 }, 0.3, 0},
		"turned by 70°":       {func(d *cvtest.Desk) { d.Turn = 70 }, 0.3, 0},
		"from the side":       {func(d *cvtest.Desk) { d.Tilt = [2]float64{25, 10} }, 1.2, 0},
		"small, blurred":      {func(d *cvtest.Desk) { d.Distance, d.Blur, d.Noise = 600, 1.2, 4 }, 2, 300},
		"in a corner":         {func(d *cvtest.Desk) { d.Distance, d.Shift = 500, calibration.Point{-120, 50} }, 2.5, 0},
		"yellow and dim":      {func(d *cvtest.Desk) { d.Light = [3]float64{0.5, 0.4, 0.2} }, 0.4, 0},
		"640×480, as webcams": {func(d *cvtest.Desk) { *d = smallDesk() }, 0.7, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := cvtest.UsualDesk()
			c.change(&d)
			p, notes, err := card.Calibrate([]card.View{view(t, d)}, 0)
			require.NoError(t, err)
			require.NoError(t, p.Check())
			reach := c.reach
			if reach == 0 {
				reach = math.Inf(1)
			}
			off := worst(t, d, p, reach)
			t.Logf("residual %.3f mm, worst %.2f mm in the picture, lens %v, notes %q", p.ResidualMM, off, p.Lens.Known(), notes)
			require.Less(t, off, c.within)
			require.Less(t, p.ResidualMM, 0.25)
			require.InDelta(t, math.Hypot(d.Tilt[0], d.Tilt[1]), p.Tilt(), 5)
		})
	}
}

func smallDesk() cvtest.Desk {
	d := cvtest.UsualDesk()
	d.W, d.H, d.Lens = 640, 480, calibration.Lens{FX: 600, FY: 600, CX: 322, CY: 238}
	return d
}

func TestCalibrateABentLens(t *testing.T) {
	bent := cvtest.UsualDesk()
	bent.Lens.K1, bent.Lens.K2 = -0.22, 0.06

	t.Run("one picture takes most of the bending out", func(t *testing.T) {
		p, notes, err := card.Calibrate([]card.View{view(t, bent)}, 0)
		require.NoError(t, err)
		require.True(t, p.Lens.Bends(), "%q", notes)
		off := worst(t, bent, p, 380)
		t.Logf("lens %+v, residual %.3f mm, worst %.2f mm, notes %q", p.Lens, p.ResidualMM, off, notes)
		require.Less(t, off, 1.5)
	})
	t.Run("several pictures find the lens", func(t *testing.T) {
		views := []card.View{view(t, bent)}
		for _, c := range []struct {
			tilt  [2]float64
			shift calibration.Point
			turn  float64
		}{
			{[2]float64{30, 0}, calibration.Point{-60, -20}, 20},
			{[2]float64{-25, 15}, calibration.Point{60, -20}, 190},
			{[2]float64{10, -30}, calibration.Point{-50, 20}, 80},
			{[2]float64{-10, 30}, calibration.Point{60, 20}, -30},
		} {
			d := bent
			d.Tilt, d.Shift, d.Turn, d.Distance = c.tilt, c.shift, c.turn, 350
			views = append(views, view(t, d))
		}
		p, notes, err := card.Calibrate(views, 0)
		require.NoError(t, err)
		require.Equal(t, 5, p.Views)
		off := worst(t, bent, p, math.Inf(1))
		t.Logf("lens %+v, residual %.3f mm, worst %.2f mm, notes %q", p.Lens, p.ResidualMM, off, notes)
		require.InEpsilon(t, 825, p.Lens.FX, 0.02)
		require.InDelta(t, -0.22, p.Lens.K1, 0.03)
		require.Less(t, off, 1.2)
	})
}

func TestCalibrateMeasuresColours(t *testing.T) {
	d := cvtest.UsualDesk()
	d.Light = [3]float64{0.9, 0.75, 0.5}
	p, notes, err := card.Calibrate([]card.View{view(t, d)}, 0)
	require.NoError(t, err)
	require.NotContains(t, notes, "colours")
	require.InDelta(t, 0.75/0.9, p.WhiteBalance[0], 0.02)
	require.InDelta(t, 1, p.WhiteBalance[1], 1e-9)
	require.InDelta(t, 0.75/0.5, p.WhiteBalance[2], 0.04)

	t.Run("covered patches leave the colours alone", func(t *testing.T) {
		d.Hide = calibration.Rect{X: 8, Y: 78, W: 60, H: 14}
		p, notes, err := card.Calibrate([]card.View{view(t, d)}, 0)
		require.NoError(t, err)
		require.Zero(t, p.WhiteBalance)
		require.Condition(t, func() bool { return len(notes) > 0 })
		require.Contains(t, notes[len(notes)-1], "colours are left")
	})
}

func TestCalibrateTakesTheRulersWord(t *testing.T) {
	v := view(t, cvtest.UsualDesk())
	right, _, err := card.Calibrate([]card.View{v}, 100)
	require.NoError(t, err)
	small, _, err := card.Calibrate([]card.View{v}, 95)
	require.NoError(t, err)
	require.InEpsilon(t, right.PxPerMM()/0.95, small.PxPerMM(), 1e-3)
	_, _, err = card.Calibrate([]card.View{v}, 10)
	require.ErrorContains(t, err, "10 mm")
}

func TestCalibrateRefuses(t *testing.T) {
	_, _, err := card.Calibrate(nil, 0)
	require.ErrorContains(t, err, "no picture")
	v := view(t, cvtest.UsualDesk())
	_, _, err = card.Calibrate([]card.View{v, view(t, smallDesk())}, 0)
	require.ErrorContains(t, err, "640×480")
	curled := v
	curled.Corners = append(curled.Corners[:0:0], v.Corners...)
	for i := range curled.Corners {
		curled.Corners[i][1] += 12 * math.Sin(float64(i%calibration.CardCols)*1.7)
	}
	_, _, err = card.Calibrate([]card.View{curled}, 0)
	require.ErrorContains(t, err, "does not lie flat")
}

func TestFindCardSaysWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*cvtest.Desk)
		says   string
	}{
		"a hand on it":            {func(d *cvtest.Desk) { d.Hide = calibration.Rect{X: 60, Y: 20, W: 60, H: 80} }, "hidden"},
		"half out of the picture": {func(d *cvtest.Desk) { d.Shift = calibration.Point{190, 0} }, "outside the picture"},
		"blurred":                 {func(d *cvtest.Desk) { d.Blur = 6 }, "blurred"},
		"very blurred":            {func(d *cvtest.Desk) { d.Blur = 25 }, "blurred"},
		"far away":                {func(d *cvtest.Desk) { d.Distance = 1400 }, "too small"},
		"in the dark":             {func(d *cvtest.Desk) { d.Light, d.Noise = [3]float64{0.1, 0.1, 0.1}, 1 }, "more light"},
		"not there":               {func(d *cvtest.Desk) { d.Shift = calibration.Point{2000, 0} }, "no card"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := cvtest.UsualDesk()
			c.change(&d)
			img := d.Picture(t)
			defer img.Close()
			_, err := card.Find(img)
			require.ErrorContains(t, err, c.says)
		})
	}
	t.Run("no picture", func(t *testing.T) {
		empty := gocv.NewMat()
		defer empty.Close()
		_, err := card.Find(empty)
		require.ErrorContains(t, err, "empty")
		tiny := gocv.NewMatWithSize(50, 50, gocv.MatTypeCV8UC3)
		defer tiny.Close()
		_, err = card.Find(tiny)
		require.ErrorContains(t, err, "640×480")
	})
}
