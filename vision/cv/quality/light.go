//go:build cgo

package quality

import (
	"fmt"
	"image"
	"math"
	"slices"

	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// pixels is a small copy of a picture in which light is measured.
type pixels struct {
	w, h int
	bgr  []uint8
	// grey is the mean of the three colours, burnt where all three are at their end; tray marks the px that count.
	grey  []uint8
	burnt []bool
	tray  []bool
}

func newPixels(img gocv.Mat, tray []vision.Point) *pixels {
	small := gocv.NewMat()
	defer small.Close()
	s := min(1, float64(meterSide)/float64(max(img.Cols(), img.Rows())))
	gocv.Resize(img, &small, image.Point{}, s, s, gocv.InterpolationArea)
	p := &pixels{w: small.Cols(), h: small.Rows(), bgr: small.ToBytes()}
	n := p.w * p.h
	p.grey, p.burnt, p.tray = make([]uint8, n), make([]bool, n), make([]bool, n)
	for i := range n {
		b, g, r := p.bgr[3*i], p.bgr[3*i+1], p.bgr[3*i+2]
		p.grey[i] = uint8((int(b) + int(g) + int(r)) / 3)
		p.burnt[i] = min(b, g, r) >= burntOut
		at := vision.Point{(float64(i%p.w) + 0.5) / s, (float64(i/p.w) + 0.5) / s}
		p.tray[i] = len(tray) < 3 || picture.Inside(tray, at)
	}
	return p
}

// inTray lists the grey levels in the tray.
func (p *pixels) inTray() []uint8 {
	var in []uint8
	for i, t := range p.tray {
		if t {
			in = append(in, p.grey[i])
		}
	}
	return in
}

func (p *pixels) dark() bool { return percentile(p.inTray(), 0.98) < tooDark }

// lightWords says whether there is too little or too much light.
func (p *pixels) lightWords() []string {
	if p.dark() {
		return []string{"too dark: more light on the tray"}
	}
	burnt, all := 0, 0
	for i, t := range p.tray {
		if t {
			all++
			if p.burnt[i] {
				burnt++
			}
		}
	}
	if all > 0 && float64(burnt) > tooBright*float64(all) {
		return []string{"too bright: less light on the tray, or a shorter exposure"}
	}
	return nil
}

// spot is a burnt-out patch of the picture.
type spot struct {
	n      int
	x, y   float64 // its middle
	border []int   // px beside it
	cut    int     // how often it meets the picture's edge
}

// glareWords names the places where a lamp is mirrored. A white die burns out
// too, but ends sharply; a lamp's reflection fades away.
func (p *pixels) glareWords() []string {
	floor := percentile(p.inTray(), 0.5)
	var words []string
	for _, s := range p.spots() {
		part := float64(s.n) / float64(p.w*p.h)
		if part < 0.0015 || part > tooBright || !p.fades(s, floor) {
			continue
		}
		word := fmt.Sprintf("glare %s: move the lamp or the camera", where(s.x, s.y, p.w, p.h))
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) > 3 {
		return []string{"glare in many places: move the lamp or the camera"}
	}
	return words
}

// fades says whether the picture is still clearly brighter than the floor some
// px away from a spot, on most sides. What reaches far beyond the picture's edge is a white table.
func (p *pixels) fades(s spot, floor float64) bool {
	const away = 3 // px of the small copy
	near, all := 0, 0
	for _, i := range s.border {
		x, y := float64(i%p.w), float64(i/p.w)
		d := math.Hypot(x-s.x, y-s.y)
		if d == 0 {
			continue
		}
		u, v := int(x+away*(x-s.x)/d+0.5), int(y+away*(y-s.y)/d+0.5)
		if u < 0 || v < 0 || u >= p.w || v >= p.h {
			continue
		}
		all++
		if float64(p.grey[v*p.w+u]) > floor+0.5*(burntOut-floor) {
			near++
		}
	}
	return all > 0 && s.cut*3 < len(s.border) && near*10 > all*6
}

// spots lists the connected burnt-out patches in the tray.
func (p *pixels) spots() []spot {
	seen := make([]bool, len(p.burnt))
	var spots []spot
	for i, b := range p.burnt {
		if b && p.tray[i] && !seen[i] {
			spots = append(spots, p.flood(i, seen))
		}
	}
	return spots
}

func (p *pixels) flood(from int, seen []bool) spot {
	var s spot
	queue := []int{from}
	seen[from] = true
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		x, y := i%p.w, i/p.w
		s.n++
		s.x += float64(x)
		s.y += float64(y)
		for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			u, v := x+d[0], y+d[1]
			if u < 0 || v < 0 || u >= p.w || v >= p.h {
				s.cut++
				continue
			}
			j := v*p.w + u
			switch {
			case !p.burnt[j]:
				s.border = append(s.border, j)
			case !seen[j]:
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	s.x, s.y = s.x/float64(s.n), s.y/float64(s.n)
	return s
}
