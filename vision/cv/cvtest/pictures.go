//go:build cgo

// Package cvtest draws pictures, clips and cards for the tests of the other rooms, and names the sets that they read.
package cvtest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Slope is a picture whose left half is red and whose right half grows from black to white.
func Slope(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := uint8(255 * x / w)
			c := color.RGBA{v, v, v, 255}
			if x < w/2 {
				c = color.RGBA{200, 20, 20, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// JPEG is a picture as the bytes of such a file.
func JPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, jpeg.Encode(&out, img, &jpeg.Options{Quality: 90}))
	return out.Bytes()
}

// PNG is a picture as the bytes of such a file.
func PNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, img))
	return out.Bytes()
}

// WithOrientation puts an EXIF segment that says "turn me" behind a JPEG's first marker.
func WithOrientation(raw []byte, how uint16) []byte {
	exif := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	exif = binary.BigEndian.AppendUint16(exif, how)
	exif = append(exif, 0, 0, 0, 0, 0, 0)
	out := append([]byte{}, raw[:2]...)
	out = append(out, 0xFF, 0xE1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(exif)+2))
	return append(append(out, exif...), raw[2:]...)
}

// MakeClip writes a clip of n frames; each is lighter than the one before it.
func MakeClip(t *testing.T, path, codec string, n int) {
	t.Helper()
	w, err := gocv.VideoWriterFile(path, codec, 20, 64, 48, true)
	require.NoError(t, err)
	for i := range n {
		m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(20+4*i), float64(20+4*i), float64(20+4*i), 0), 48, 64, gocv.MatTypeCV8UC3)
		require.NoError(t, w.Write(m))
		require.NoError(t, m.Close())
	}
	require.NoError(t, w.Close())
}

// Evening is a random script: throws from the hand and from a cup, dice thrown
// again, and between them hands, pushes, knocks, lamps and bumps.
func Evening(r *rand.Rand) []virtual.Step {
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	dice := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = []string{"d6", "d6", "d6", "d4", "d8", "d10", "d12", "d20"}[r.IntN(8)]
		}
		return out
	}
	script := []virtual.Step{virtual.Wait(between(0, 1.2))}
	lying := 0
	throw := func(n int) {
		if r.IntN(3) == 0 {
			script = append(script, virtual.Pour(dice(n)...))
		} else {
			script = append(script, virtual.Throw(dice(n)...))
		}
		lying += n
		script = append(script, virtual.Wait(between(0.7, 1.6)))
	}
	for range 2 + r.IntN(2) {
		throw(1 + r.IntN(8))
		for range r.IntN(4) {
			switch r.IntN(5) {
			case 0:
				script = append(script, virtual.Hand(between(0.3, 1.5)))
			case 1:
				script = append(script, virtual.Nudge())
			case 2:
				script = append(script, virtual.Knock())
			case 3:
				script = append(script, virtual.LampTo(between(0.1, 1), between(0.03, 0.8)))
			case 4:
				script = append(script, virtual.Bump())
			}
			script = append(script, virtual.Wait(between(0.1, 1.4)))
		}
		switch r.IntN(5) {
		case 0: // some are thrown again
			n := 1 + r.IntN(min(2, lying))
			script = append(script, virtual.PickUp(n), virtual.Wait(between(0, 0.8)))
			lying -= n
			throw(n)
		case 1: // more dice beside those that lie
			throw(1 + r.IntN(2))
		case 2:
			script = append(script, virtual.PickUp(0))
			lying = 0
		}
		if lying > 0 {
			script = append(script, virtual.Clear())
			lying = 0
		}
		script = append(script, virtual.Wait(between(0, 1.2)))
	}
	return script
}

// Noisy makes n different shots of one scene of w × h px, each with a camera's noise.
func Noisy(t testing.TB, w, h, n int) []gocv.Mat {
	t.Helper()
	base := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
	defer base.Close()
	raw, err := base.DataPtrUint8()
	require.NoError(t, err)
	for i := range raw {
		x, y := i/3%w, i/3/w
		raw[i] = uint8(60 + 40*(x/97%2) + 30*(y/61%2) + 20*(i%3))
	}
	shots := make([]gocv.Mat, n)
	for k := range shots {
		noise := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
		gocv.RandN(&noise, gocv.NewScalar(8, 8, 8, 0), gocv.NewScalar(3, 3, 3, 0))
		shots[k] = gocv.NewMat()
		gocv.Add(base, noise, &shots[k])
		noise.Close()
	}
	t.Cleanup(func() {
		for _, m := range shots {
			m.Close()
		}
	})
	return shots
}

// Grey is a painting of one colour; throws make it lighter.
type Grey struct{ Level atomic.Int32 }

// Paint is the same picture at all times; after too many throws it fails.
func (g *Grey) Paint(time.Duration) (*image.RGBA, error) {
	img := image.NewRGBA(image.Rect(0, 0, 32, 32))
	for i := range img.Pix {
		img.Pix[i] = uint8(g.Level.Load())
	}
	img.Pix[0] = 255 // the first pixel is redder
	if g.Level.Load() > 200 {
		return nil, errors.New("no light left")
	}
	return img, nil
}

// Throw makes the picture lighter by the number of dice.
func (g *Grey) Throw(dice []string) error {
	g.Level.Add(int32(50 * len(dice)))
	return nil
}
