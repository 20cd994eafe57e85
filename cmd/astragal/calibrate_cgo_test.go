//go:build cgo

package main

import (
	"image"
	"image/color"
	"path/filepath"
	"strings"
	"testing"

	"astragal/calibration"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// cardPicture saves a picture of a green tray. If withCard is true, the card is drawn in it at 4 px per mm.
func cardPicture(t *testing.T, name string, withCard bool) string {
	t.Helper()
	const perMM = 4.0
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(190, 200, 205, 0), 720, 960, gocv.MatTypeCV8UC3)
	defer img.Close()
	gocv.Rectangle(&img, image.Rect(130, 30, 830, 690), color.RGBA{R: 30, G: 100, B: 60}, -1)
	fill := func(r calibration.Rect, c [3]uint8) {
		at := func(x, y float64) image.Point { return image.Pt(200+int((x+24)*perMM), 70+int((y+32)*perMM)) }
		box := image.Rectangle{Min: at(r.X, r.Y), Max: at(r.X+r.W, r.Y+r.H).Sub(image.Pt(1, 1))}
		gocv.Rectangle(&img, box, color.RGBA{R: c[0], G: c[1], B: c[2]}, -1)
	}
	if withCard {
		fill(calibration.CardFrame(), [3]uint8{235, 235, 235})
		for _, s := range calibration.CardSquares() {
			fill(s, [3]uint8{20, 20, 20})
		}
		for _, p := range calibration.CardPatches() {
			fill(p.Rect, p.RGB)
		}
	}
	gocv.GaussianBlur(img, &img, image.Point{}, 0.8, 0.8, gocv.BorderDefault)
	path := filepath.Join(t.TempDir(), name)
	require.True(t, gocv.IMWrite(path, img))
	return path
}

func TestCalibrateFromPictures(t *testing.T) {
	data := t.TempDir()
	card, empty := cardPicture(t, "card.png", true), cardPicture(t, "empty.png", false)
	got := astragal(t, "calibrate", "--data-dir", data, "--camera", "Webcam C920", "--images", card, "--empty", empty)
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, "4.0 px per mm")
	require.Contains(t, got.out, "outline was found")

	p, err := calibration.Load(calibration.Path(data, "Webcam C920"))
	require.NoError(t, err)
	p, err = p.For("Webcam C920", 960, 720)
	require.NoError(t, err)
	require.InDelta(t, 4, p.PxPerMM(), 0.02)
	require.Less(t, p.ResidualMM, 0.1)
	require.NotEmpty(t, p.Tray)
	require.NotEmpty(t, p.Background)
	require.NotZero(t, p.WhiteBalance)
	require.False(t, p.Made.IsZero())
	origin, ok := p.MM(calibration.Point{200 + 24*4 - 0.5, 70 + 32*4 - 0.5})
	require.True(t, ok)
	require.InDeltaSlice(t, []float64{0, 0}, origin[:], 0.1)
}

func TestCalibrateFromASource(t *testing.T) {
	out := filepath.Join(t.TempDir(), "p.json")
	got := astragal(t, "calibrate", "--source", cardPicture(t, "card.png", true), "--out", out, "--wait", "5s")
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.errs, "looking for the card")
	require.Contains(t, got.out, "the empty tray was not seen")
	p, err := calibration.Load(out)
	require.NoError(t, err)
	require.InDelta(t, 4, p.PxPerMM(), 0.02)
}

func TestCalibrateSaysWhatIsWrong(t *testing.T) {
	out := filepath.Join(t.TempDir(), "p.json")
	card, empty := cardPicture(t, "card.png", true), cardPicture(t, "empty.png", false)
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"no card":        {[]string{empty}, "no card can be seen"},
		"no file":        {[]string{"gone.png"}, "gone.png"},
		"one bad of two": {[]string{card, empty}, "empty.png: no card"},
		"no source":      {[]string{"--source", "gone.mp4"}, "gone.mp4"},
	} {
		t.Run(name, func(t *testing.T) {
			got := astragal(t, append([]string{"calibrate", "--out", out}, c.args...)...)
			require.Equal(t, statusFailed, got.status, got.errs)
			require.Contains(t, got.errs, c.says)
			require.Empty(t, got.out)
			require.Equal(t, 1, strings.Count(got.errs, "\n"), "one line: %s", got.errs)
			require.NoFileExists(t, out)
		})
	}
}

func TestCalibrateSeesTheCardLeave(t *testing.T) {
	clip := filepath.Join(t.TempDir(), "desk.avi")
	film, err := gocv.VideoWriterFile(clip, "MJPG", 2, 960, 720, true)
	require.NoError(t, err)
	for _, scene := range []string{cardPicture(t, "card.png", true), cardPicture(t, "empty.png", false)} {
		img := gocv.IMRead(scene, gocv.IMReadColor)
		for range 6 {
			require.NoError(t, film.Write(img))
		}
		require.NoError(t, img.Close())
	}
	require.NoError(t, film.Close())

	out := filepath.Join(t.TempDir(), "p.json")
	got := astragal(t, "calibrate", "--source", clip, "--out", out)
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.errs, "now take the card out")
	require.Contains(t, got.out, "the empty tray was seen")
	p, err := calibration.Load(out)
	require.NoError(t, err)
	require.InDelta(t, 4, p.PxPerMM(), 0.03)
	require.NotEmpty(t, p.Background)
	require.NotEmpty(t, p.Tray)
}
