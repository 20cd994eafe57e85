package virtual

import (
	"math"
	"math/rand/v2"

	"astragal/vision"
)

// newCup picks a cup's colours.
func newCup(rng *rand.Rand) cup {
	outer := []uint32{0x4a2a18, 0x202024, 0x7a1c22, 0x2a4a36, 0x9a9ca0}[rng.IntN(5)]
	return cup{baseRadius: 27 + 4*rng.Float64(), mouthRad: 35 + 5*rng.Float64(), color: hex(outer), inner: hex(0x241a14)}
}

// hold puts the cup with its mouth at a place and its axis (base to mouth) along a direction.
func (k cup) hold(mouth, axis vec) cup {
	k.mouth, k.base = mouth, mouth.along(axis.unit(), -88)
	return k
}

// ring are points around one end of the cup.
func (k cup) ring(mouth bool) []vec {
	axis := k.mouth.sub(k.base).unit()
	side := axis.cross(vec{0.31, 0.2, 0.93}).unit()
	other := axis.cross(side)
	at, r := k.base, k.baseRadius
	if mouth {
		at, r = k.mouth, k.mouthRad
	}
	out := make([]vec, 28)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(out)))
		out[i] = at.along(side, r*cos).along(other, r*sin)
	}
	return out
}

func (k cup) shell() []vec { return append(k.ring(true), k.ring(false)...) }

func (k cup) outline(c camera) []vision.Point { return hull(seeAll(k.shell(), c)) }

func seeAll(pts []vec, c camera) []vision.Point {
	out := make([]vision.Point, len(pts))
	for i, v := range pts {
		out[i] = c.see(v)
	}
	return out
}

// paintCup fills the cup's outside, and its mouth if the camera looks into it.
func (r *renderer) paintCup(k cup, c camera) {
	a, b := c.see(k.base), c.see(k.mouth)
	dx, dy := b[0]-a[0], b[1]-a[1]
	long := max(math.Hypot(dx, dy), 1)
	sideX, sideY := -dy/long, dx/long
	wide := k.mouthRad * c.scale(k.mouth)
	r.fill(k.outline(c), c, func(x, y float64) rgb {
		s := clamp(((x-a[0])*sideX+(y-a[1])*sideY)/wide, -0.98, 0.98)
		n := vec{sideX * s, -sideY * s, math.Sqrt(1 - s*s)}
		return r.surface(k.mouth, n).tint(k.color)
	})
	if k.mouth.sub(k.base).dot(c.at.sub(k.mouth)) <= 0 {
		return
	}
	rim := seeAll(k.ring(true), c)
	r.fill(hull(rim), c, func(x, y float64) rgb { return r.surface(k.mouth, vec{0, 0, 1}).tint(k.color).mul(1.25) })
	var inner []vision.Point
	for _, p := range rim {
		inner = append(inner, vision.Point{b[0] + (p[0]-b[0])*0.9, b[1] + (p[1]-b[1])*0.9})
	}
	r.fill(hull(inner), c, func(x, y float64) rgb {
		depth := clamp(0.5+((x-b[0])*dx+(y-b[1])*dy)/long/wide, 0, 1)
		return r.surface(k.mouth, vec{0, 0, 1}).tint(k.inner).mul(float32(0.3 + 0.7*depth))
	})
}

// fill paints a convex polygon with smoothed edges.
func (r *renderer) fill(poly []vision.Point, c camera, color func(x, y float64) rgb) {
	box := around(bounds(poly)).grow(1).within(r.cam.width, r.cam.height)
	if box.empty() {
		return
	}
	r.shade.over(box)
	r.shade.add(poly, 1)
	for y := box.y0; y < box.y1; y++ {
		for x := box.x0; x < box.x1; x++ {
			v := r.shade.v[(y-box.y0)*(box.x1-box.x0)+x-box.x0]
			if v <= 0 {
				continue
			}
			px := &r.canvas.light[y*r.canvas.width+x]
			lit := color(float64(x), float64(y)).mul(vignette(r.look, c, float64(x), float64(y)))
			*px = px.mix(lit, min(v, 1))
		}
	}
}
