package virtual

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
)

// moment is all that a frame shows.
type moment struct {
	dice []placed
	// limbs are hands and arms. cups are what hands hold.
	limbs []limb
	cups  []cup
	// dx and dy are how far a bumped camera's picture has moved, px.
	dx, dy int
	// level is how bright the lamps are (1 is on). exposure is the camera's reaction to it.
	level, exposure float64
}

func (m moment) equal(o moment) bool {
	return m.dx == o.dx && m.dy == o.dy && m.level == o.level && m.exposure == o.exposure &&
		len(m.limbs)+len(m.cups)+len(o.limbs)+len(o.cups) == 0 && slices.Equal(m.dice, o.dice)
}

// renderer turns moments into pictures. It keeps what didn't change since the last picture.
type renderer struct {
	look     Look
	cam      camera
	on, off  *backdrop
	canvas   *canvas
	tones    []uint8
	toned    float64
	flat     []uint8
	dirty    []rect
	last     moment
	started  bool
	shade    coverage
	sensor   []int8
	seed     uint64
	painters painter
}

const sensorSide = 256

func newRenderer(l Look, width, height int, seed uint64) *renderer {
	r := &renderer{look: l, cam: l.camera(width, height), seed: seed}
	r.on = newBackdrop(l, r.cam, newLighting(l, 1))
	r.canvas = newCanvas(width, height)
	r.flat = make([]uint8, width*height*4)
	r.sensor = sensorNoise(l.Noise, seed)
	return r
}

// sensorNoise is a tile of noise, slightly smeared as cameras smear it.
func sensorNoise(sigma float64, seed uint64) []int8 {
	rng := rand.New(rand.NewPCG(seed, 77))
	const n = sensorSide
	raw := make([]float64, n*n*4)
	for i := 0; i < len(raw); i += 4 {
		all := rng.NormFloat64()
		for c := range 3 {
			raw[i+c] = 0.8*all + 0.6*rng.NormFloat64()
		}
	}
	out := make([]int8, len(raw))
	for i := range raw {
		if i%4 == 3 {
			continue
		}
		next := (i + 4) % len(raw)
		below := (i + 4*n) % len(raw)
		v := (0.7*raw[i] + 0.5*raw[next] + 0.5*raw[below]) * sigma
		out[i] = int8(clamp(math.Round(v), -60, 60))
	}
	return out
}

// draw renders a moment and adds the sensor noise of frame n.
func (r *renderer) draw(m moment, n int) *image.RGBA {
	if !r.started || !m.equal(r.last) {
		r.compose(m)
		r.last, r.started = m, true
	}
	return r.expose(n)
}

// compose paints what changed since the last moment.
func (r *renderer) compose(m moment) {
	whole := rect{0, 0, r.cam.width, r.cam.height}
	back := r.backdrop(m.level)
	cam := r.cam.shifted(float64(m.dx), float64(m.dy))
	all := !r.started || m.dx != r.last.dx || m.dy != r.last.dy || m.level != r.last.level || m.exposure != r.last.exposure
	old := r.dirty
	r.painters = painter{cam: cam, lights: newLighting(r.look, m.level), look: r.look, dice: m.dice}
	parts := r.shadowRects(m, cam)
	if all {
		old = []rect{whole}
		r.setTones(r.look.Exposure * m.exposure)
	}
	todo := merge(append(slices.Clone(old), parts...), whole)
	for _, part := range todo {
		r.canvas.restore(back, m.dx, m.dy, part)
	}
	r.castShadows(m, cam, back)
	for _, i := range farFirst(m.dice, cam) {
		r.painters.paint(r.canvas, i)
	}
	r.paintLimbs(m, cam)
	for _, part := range todo {
		r.develop(part)
	}
	r.dirty = merge(parts, whole)
}

// backdrop is the empty table with the lamps at a level.
func (r *renderer) backdrop(level float64) *backdrop {
	if level >= 1 {
		return r.on
	}
	if r.off == nil {
		r.off = newBackdrop(r.look, r.cam, newLighting(r.look, 0))
	}
	if level <= 0 {
		return r.off
	}
	out := &backdrop{width: r.on.width, height: r.on.height, light: make([]rgb, len(r.on.light)), share: r.on.share}
	for i, c := range r.off.light {
		out.light[i] = c.mix(r.on.light[i], float32(level))
	}
	return out
}

// merge clips rectangles and joins those that meet, so that no px is painted twice.
func merge(parts []rect, whole rect) []rect {
	var out []rect
	for _, p := range parts {
		p = p.within(whole.x1, whole.y1)
		if p.empty() {
			continue
		}
		for i := 0; i < len(out); {
			if o := out[i]; p.x0 < o.x1 && o.x0 < p.x1 && p.y0 < o.y1 && o.y0 < p.y1 {
				p = p.union(o)
				out = slices.Delete(out, i, i+1)
				i = 0
				continue
			}
			i++
		}
		out = append(out, p)
	}
	return out
}

func farFirst(dice []placed, c camera) []int {
	order := make([]int, len(dice))
	far := make([]float64, len(dice))
	for i := range order {
		order[i] = i
		far[i] = dice[i].at.sub(c.at).len()
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case far[a] > far[b]:
			return -1
		case far[a] < far[b]:
			return 1
		}
		return 0
	})
	return order
}

// setTones prepares the curve from linear light to 8 bits.
func (r *renderer) setTones(exposure float64) {
	if r.tones != nil && r.toned == exposure {
		return
	}
	const shoulder = 0.72
	r.toned = exposure
	r.tones = make([]uint8, 16384)
	for i := range r.tones {
		v := float64(i) / 4096 * exposure
		if v > shoulder {
			v = shoulder + (1-shoulder)*(1-math.Exp(-(v-shoulder)/(1-shoulder)))
		}
		r.tones[i] = uint8(clamp(math.Round(display(v)*255), 0, 255))
	}
}

func (r *renderer) tone(v float32) uint8 {
	return r.tones[min(max(int(v*4096), 0), len(r.tones)-1)]
}

// develop blurs a part of the canvas as the lens does, and converts it to 8 bits.
func (r *renderer) develop(part rect) {
	w, h := r.cam.width, r.cam.height
	part = part.grow(1).within(w, h)
	side := float32(0.25 * r.look.Blur)
	middle := 1 - 2*side
	px := r.canvas.light
	for y := part.y0; y < part.y1; y++ {
		row := px[y*w : (y+1)*w]
		up, down := px[max(y-1, 0)*w:][:w], px[min(y+1, h-1)*w:][:w]
		// before, here and after are three neighbours. Each is already blurred vertically.
		column := func(x int) rgb {
			a, b, c := &up[x], &row[x], &down[x]
			return rgb{(a.r+c.r)*side + b.r*middle, (a.g+c.g)*side + b.g*middle, (a.b+c.b)*side + b.b*middle}
		}
		before, here := column(max(part.x0-1, 0)), column(part.x0)
		for x := part.x0; x < part.x1; x++ {
			after := column(min(x+1, w-1))
			o := (y*w + x) * 4
			r.flat[o] = r.tone((before.r+after.r)*side + here.r*middle)
			r.flat[o+1] = r.tone((before.g+after.g)*side + here.g*middle)
			r.flat[o+2] = r.tone((before.b+after.b)*side + here.b*middle)
			r.flat[o+3] = 255
			before, here = here, after
		}
	}
}

// expose adds the noise of frame n to the painted picture.
func (r *renderer) expose(n int) *image.RGBA {
	w, h := r.cam.width, r.cam.height
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if r.look.Noise <= 0 {
		copy(out.Pix, r.flat)
		return out
	}
	rng := rand.New(rand.NewPCG(r.seed^0x5eed, uint64(n)))
	tileX := rng.IntN(sensorSide)
	tileY := rng.IntN(sensorSide)
	for y := range h {
		row := r.sensor[(y+tileY)%sensorSide*sensorSide*4:][:sensorSide*4]
		from, to := r.flat[y*w*4:(y+1)*w*4], out.Pix[y*w*4:(y+1)*w*4]
		at := tileX * 4
		for i := range to {
			v := int(from[i]) + int(row[at])
			if v&^255 != 0 {
				v = min(max(v, 0), 255)
			}
			to[i] = uint8(v)
			at = (at + 1) & (sensorSide*4 - 1)
		}
	}
	return out
}
