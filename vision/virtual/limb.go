package virtual

import (
	"math"
	"math/rand/v2"

	"astragal/vision"
)

// limb is a round piece of a hand or arm: a tapered capsule between two points.
type limb struct {
	a, b   vec
	ra, rb float64
	color  rgb
}

// cup is an open cone. Its mouth and its base are discs across its axis.
type cup struct {
	base, mouth          vec
	baseRadius, mouthRad float64
	color, inner         rgb
}

// person is the person whose hand reaches in.
type person struct {
	skin, sleeve rgb
	left         bool
	size         float64
}

func newPerson(rng *rand.Rand) person {
	tones := []uint32{0xe0b090, 0xc98d66, 0x8d5a3c, 0x5a3825, 0xf0c8ac, 0xb07a54}
	cloth := []uint32{0x24304a, 0x6e6e72, 0x7a2430, 0x1e1e20, 0xd8d4cc, 0x3a5a40}
	return person{hex(tones[rng.IntN(len(tones))]), hex(cloth[rng.IntN(len(cloth))]), rng.IntN(2) == 0, 0.9 + 0.2*rng.Float64()}
}

// hand is a hand whose fingertips meet over a point. reach points level from the arm to the fingertips. grip closes
// the fingers (0 is flat, 1 is pinching).
func (p person) hand(tip, reach vec, grip float64) []limb {
	u := reach
	side := vec{-u.y, u.x, 0}
	if p.left {
		side = side.mul(-1)
	}
	k := p.size
	at := func(back, across, up float64) vec {
		return tip.along(u, -back*k).along(side, across*k).add(vec{0, 0, up * k})
	}
	out := []limb{
		{at(170, 0, 50), at(420, 0, 80), 36 * k, 46 * k, p.sleeve},
		{at(92, 0, 34), at(200, 0, 52), 23 * k, 29 * k, p.skin},
		{at(88, -11, 34), at(52, -14, 33), 20 * k, 15 * k, p.skin},
		{at(88, 10, 34), at(50, 15, 34), 21 * k, 16 * k, p.skin},
		{at(86, 0, 36), at(50, 0, 36), 21 * k, 16 * k, p.skin},
	}
	lengths := []float64{-12, -22, -20, -8}
	for i, across := range []float64{-25, -8.5, 8.5, 24} {
		spread := across * (1 - 0.55*grip)
		far := lengths[i] * (1 - grip)
		knuckle := at(46, across, 34)
		middle := at(18+0.3*far, spread*1.05, 26)
		end := at(far, spread, 6+4*grip)
		warm := p.skin.tint(rgb{1.04, 0.93, 0.9})
		out = append(out, limb{knuckle, middle, 9.5 * k, 8.3 * k, p.skin}, limb{middle, end, 8.3 * k, 6.8 * k, warm})
	}
	thumb := at(38, 36-10*grip, 22)
	return append(out, limb{at(74, 24, 32), thumb, 13 * k, 9.5 * k, p.skin}, limb{thumb, at(6, 30-24*grip, 8), 9.5 * k, 7.5 * k, p.skin})
}

// flatLimb is a limb as the camera sees it.
type flatLimb struct {
	limb
	ax, ay, bx, by, ra, rb float64
	seenIn                 rect
}

func (l limb) seen(c camera) flatLimb {
	a, b := c.see(l.a), c.see(l.b)
	out := flatLimb{limb: l, ax: a[0], ay: a[1], bx: b[0], by: b[1], ra: l.ra * c.scale(l.a), rb: l.rb * c.scale(l.b)}
	out.seenIn = out.box()
	return out
}

func (l *flatLimb) box() rect {
	return around(min(l.ax-l.ra, l.bx-l.rb), min(l.ay-l.ra, l.by-l.rb),
		max(l.ax+l.ra, l.bx+l.rb), max(l.ay+l.ra, l.by+l.rb)).grow(1)
}

// bump is the limb's surface at a px: its height in mm, its normal, and how much of the px it covers.
func (l *flatLimb) bump(x, y float64) (height float64, n vec, cover float64) {
	dx, dy := l.bx-l.ax, l.by-l.ay
	t := 0.0
	if d := dx*dx + dy*dy; d > 0 {
		t = clamp(((x-l.ax)*dx+(y-l.ay)*dy)/d, 0, 1)
	}
	ox, oy := x-l.ax-t*dx, y-l.ay-t*dy
	r := l.ra + (l.rb-l.ra)*t
	d := math.Sqrt(ox*ox + oy*oy)
	if d > r+0.5 {
		return 0, vec{}, 0
	}
	s := min(d/r, 1)
	rise := math.Sqrt(1 - s*s)
	mm := l.limb.ra + (l.limb.rb-l.limb.ra)*t
	z := l.a.z + (l.b.z-l.a.z)*t
	return z + mm*rise, vec{ox / r, -oy / r, rise + 0.05}, clamp(r-d+0.5, 0, 1)
}

// limbRects are the parts of the picture that hands, cups and their shadows touch.
func limbRects(m moment, c camera, l lighting) []rect {
	var out []rect
	for _, b := range m.limbs {
		out = append(out, b.seen(c).seenIn.grow(2))
		for _, s := range l.lamps {
			if poly := throwShadow(s.at, b.shell(), c); len(poly) > 2 {
				out = append(out, around(bounds(poly)).grow(16))
			}
		}
	}
	for _, k := range m.cups {
		out = append(out, around(bounds(k.outline(c))).grow(3))
		for _, s := range l.lamps {
			if poly := throwShadow(s.at, k.shell(), c); len(poly) > 2 {
				out = append(out, around(bounds(poly)).grow(16))
			}
		}
	}
	return out
}

// shell are points on the limb's two ends that stand for it when it casts a shadow.
func (l limb) shell() []vec {
	var out []vec
	for i := range 10 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 10)
		out = append(out, l.a.add(vec{l.ra * cos, l.ra * sin, 0}), l.b.add(vec{l.rb * cos, l.rb * sin, 0}))
	}
	return out
}

func (r *renderer) limbShadows(m moment, c camera, back *backdrop) {
	shells := make([][]vec, 0, len(m.limbs)+len(m.cups))
	for _, l := range m.limbs {
		shells = append(shells, l.shell())
	}
	for _, k := range m.cups {
		shells = append(shells, k.shell())
	}
	if len(shells) == 0 || m.level <= 0 {
		return
	}
	for lamp, s := range r.painters.lights.lamps {
		r.bodyShadow(shells, s, lamp, c, back, m)
	}
}

// bodyShadow is one shadow for all pieces together. Where they overlap it gets no darker.
func (r *renderer) bodyShadow(shells [][]vec, s shine, lamp int, c camera, back *backdrop, m moment) {
	var polys [][]vision.Point
	box := rect{}
	for _, shell := range shells {
		if poly := throwShadow(s.at, shell, c); len(poly) > 2 {
			polys = append(polys, poly)
			box = box.union(around(bounds(poly)))
		}
	}
	soft := int(clamp(s.radius*45/s.at.z*c.scale(vec{}), 2, 9))
	box = box.grow(soft+2).within(r.cam.width, r.cam.height)
	if box.empty() {
		return
	}
	r.shade.over(box)
	for _, poly := range polys {
		r.shade.add(poly, 1)
	}
	for i, v := range r.shade.v {
		r.shade.v[i] = min(v, 1)
	}
	r.shade.blur(soft)
	r.takeLight(box, back, m, lamp)
}

// paintLimbs draws cups, and hands over them.
func (r *renderer) paintLimbs(m moment, c camera) {
	for _, k := range m.cups {
		r.paintCup(k, c)
	}
	limbs := make([]flatLimb, len(m.limbs))
	box := rect{}
	for i, l := range m.limbs {
		limbs[i] = l.seen(c)
		box = box.union(limbs[i].seenIn)
	}
	box = box.within(r.cam.width, r.cam.height)
	row := make([]flatLimb, 0, len(limbs))
	for y := box.y0; y < box.y1; y++ {
		row = row[:0]
		part := rect{}
		for _, l := range limbs {
			if y >= l.seenIn.y0 && y < l.seenIn.y1 {
				row = append(row, l)
				part = part.union(l.seenIn)
			}
		}
		for x := max(part.x0, 0); x < min(part.x1, box.x1); x++ {
			r.limbPixel(row, c, x, y)
		}
	}
}

// melts is how much a surface is still seen that lies lower by some mm.
func melts(below float64) float64 {
	k := 1 - below/9
	if !(k > 0) {
		return 0
	}
	return k * k * k * k
}

// limbPixel joins the limbs that meet in a px smoothly.
func (r *renderer) limbPixel(limbs []flatLimb, c camera, x, y int) {
	var n vec
	var color rgb
	cover, top := 0.0, math.Inf(-1)
	weights := 0.0
	for i := range limbs {
		if b := &limbs[i].seenIn; x < b.x0 || x >= b.x1 {
			continue
		}
		h, bump, share := limbs[i].bump(float64(x)+0.5, float64(y)+0.5)
		if share == 0 {
			continue
		}
		cover = max(cover, share)
		if h > top {
			fade := melts(h - top)
			n, color, weights = n.mul(fade), color.mul(float32(fade)), weights*fade
			top = h
		}
		w := melts(top - h)
		n, color, weights = n.along(bump, w), color.add(limbs[i].color.mul(float32(w))), weights+w
	}
	if cover == 0 {
		return
	}
	at := c.floor(float64(x), float64(y), max(top, 0))
	grainy := float32(0.93 + 0.14*flatGrain(float64(x)*0.15, float64(y)*0.15, 5))
	lit := r.surface(at, n.unit()).tint(color.mul(grainy / float32(weights)))
	px := &r.canvas.light[y*r.canvas.width+x]
	*px = px.mix(lit.mul(vignette(r.look, c, float64(x), float64(y))), float32(cover))
}

// surface is the light on a dull surface above the floor.
func (r *renderer) surface(at, n vec) rgb {
	light := r.painters.lights.room(n, 0.9)
	for _, s := range r.painters.lights.lamps {
		light = light.add(s.tint.mul(float32(s.reaching(at, n))))
	}
	return light
}
