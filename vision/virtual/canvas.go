package virtual

import "math"

// margin is how many px of the empty table are rendered around the picture, so that a bumped camera needs no new
// rendering.
const margin = 28

// backdrop is the empty table in linear light, margin px larger on each side.
type backdrop struct {
	width, height int
	light         []rgb
	// share[i] is the share of a px's light that comes from lamp i.
	share [][]float32
}

// newBackdrop renders the empty table.
func newBackdrop(l Look, c camera, lights lighting) *backdrop {
	b := &backdrop{width: c.width + 2*margin, height: c.height + 2*margin}
	b.light = make([]rgb, b.width*b.height)
	b.share = make([][]float32, len(lights.lamps))
	for i := range b.share {
		b.share[i] = make([]float32, len(b.light))
	}
	for y := range b.height {
		for x := range b.width {
			b.shade(l, c, lights, x, y)
		}
	}
	return b
}

func (b *backdrop) shade(l Look, c camera, lights lighting, x, y int) {
	px, py := float64(x-margin)+0.5, float64(y-margin)+0.5
	g := l.ground(c, px, py)
	at := y*b.width + x
	sum := lights.room(g.n, g.open)
	for i, s := range lights.lamps {
		got := s.reaching(g.at, g.n) * l.rimShade(s, g.at)
		sum = sum.add(s.tint.mul(float32(got)))
		b.share[i][at] = float32(got)
	}
	total := sum.light() + 1e-4
	for i := range lights.lamps {
		b.share[i][at] = float32(clamp(float64(b.share[i][at]/total), 0, 1))
	}
	b.light[at] = g.color.tint(sum).mul(vignette(l, c, px, py))
}

func vignette(l Look, c camera, x, y float64) float32 {
	dx, dy := (x-float64(c.width)/2)/float64(c.width), (y-float64(c.height)/2)/float64(c.width)
	return float32(1 - l.Vignette*clamp((dx*dx+dy*dy)/0.33, 0, 1.3))
}

// rect is a part of a picture. x1 and y1 are outside.
type rect struct{ x0, y0, x1, y1 int }

func (r rect) empty() bool { return r.x1 <= r.x0 || r.y1 <= r.y0 }

func (r rect) within(width, height int) rect {
	return rect{max(r.x0, 0), max(r.y0, 0), min(r.x1, width), min(r.y1, height)}
}

func (r rect) grow(n int) rect { return rect{r.x0 - n, r.y0 - n, r.x1 + n, r.y1 + n} }

func (r rect) union(o rect) rect {
	if r.empty() {
		return o
	}
	return rect{min(r.x0, o.x0), min(r.y0, o.y0), max(r.x1, o.x1), max(r.y1, o.y1)}
}

func around(x0, y0, x1, y1 float64) rect {
	return rect{int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1))}
}

// canvas is the picture that is being painted, in linear light.
type canvas struct {
	width, height int
	light         []rgb
}

func newCanvas(width, height int) *canvas {
	return &canvas{width, height, make([]rgb, width*height)}
}

// restore copies the empty table back into a part of the canvas.
func (cv *canvas) restore(b *backdrop, dx, dy int, r rect) {
	r = r.within(cv.width, cv.height)
	for y := r.y0; y < r.y1; y++ {
		from := (y+margin-dy)*b.width + margin - dx
		copy(cv.light[y*cv.width+r.x0:y*cv.width+r.x1], b.light[from+r.x0:from+r.x1])
	}
}
