package virtual

import (
	"math"
)

// placed is a die in a pose.
type placed struct {
	*die
	pose
}

// painter draws dice onto a canvas.
type painter struct {
	cam    camera
	lights lighting
	look   Look
	dice   []placed
}

// slab is a plane of a die as the camera sees it. At a px, 1/depth of its surface is a + b*x + c*y.
type slab struct {
	a, b, c float64
	plane   int
}

// view is a die prepared for painting.
type view struct {
	placed
	index int
	// eye is the camera. back turns the tray's space into the die's. Both are in the die's space of size 1.
	eye                  vec
	forward, right, down vec
	front, behind        []slab
	box                  rect
}

func (pt *painter) view(i int) view {
	d := pt.dice[i]
	back := d.turn.inverse()
	k := 1 / d.size
	v := view{placed: d, index: i, eye: back.rotate(pt.cam.at.sub(d.at)).mul(k)}
	v.forward = back.rotate(pt.cam.forward).mul(k)
	v.right = back.rotate(pt.cam.right).mul(k / pt.cam.focal)
	v.down = back.rotate(pt.cam.down).mul(k / pt.cam.focal)
	corner := v.forward.along(v.right, -pt.cam.cx).along(v.down, -pt.cam.cy)
	for j, p := range d.solid.planes {
		room := p.off - p.n.dot(v.eye)
		s := slab{p.n.dot(corner) / room, p.n.dot(v.right) / room, p.n.dot(v.down) / room, j}
		if room < 0 {
			v.front = append(v.front, s)
		} else {
			v.behind = append(v.behind, s)
		}
	}
	v.box = around(bounds(d.outline(d.pose, pt.cam))).grow(1)
	return v
}

// hit is the plane that is seen through a px, and its 1/depth. Plane -1 is a miss.
func (v *view) hit(x, y float64) (int, float64) {
	near, plane := math.Inf(1), -1
	for i := range v.front {
		s := &v.front[i]
		if q := s.a + s.b*x + s.c*y; q < near {
			near, plane = q, s.plane
		}
	}
	if near <= 0 {
		return -1, 0
	}
	for i := range v.behind {
		s := &v.behind[i]
		if s.a+s.b*x+s.c*y > near {
			return -1, 0
		}
	}
	return plane, near
}

// paint draws one die with four samples a px.
func (pt *painter) paint(cv *canvas, i int) {
	v := pt.view(i)
	near := pt.neighbours(i)
	box := v.box.within(cv.width, cv.height)
	for y := box.y0; y < box.y1; y++ {
		for x := box.x0; x < box.x1; x++ {
			if c, share := pt.pixel(&v, near, float64(x), float64(y)); share > 0 {
				at := &cv.light[y*cv.width+x]
				*at = at.mix(c, share)
			}
		}
	}
}

// pixel is the die's mean colour in a px, and the share of the px that it covers.
func (pt *painter) pixel(v *view, near []placed, x, y float64) (rgb, float32) {
	var sum rgb
	var light, shine rgb
	hits, lit := 0, -1
	for k := range 4 {
		sx, sy := x+0.25+0.5*float64(k&1), y+0.25+0.5*float64(k>>1)
		plane, q := v.hit(sx, sy)
		if plane < 0 {
			continue
		}
		p := v.eye.along(v.forward.along(v.right, sx-pt.cam.cx).along(v.down, sy-pt.cam.cy), 1/q)
		if plane != lit {
			light, shine = pt.shade(v, near, plane, p)
			lit = plane
		}
		sum = sum.add(pt.surface(v, plane, p, light).add(shine))
		hits++
	}
	if hits == 0 {
		return rgb{}, 0
	}
	return sum.mul(vignette(pt.look, pt.cam, x, y) / float32(hits)), float32(hits) / 4
}

// texelAt is the face of a plane, and the place of a point in its texture.
func (v *view) texelAt(plane int, p vec) (i, at int) {
	i = v.solid.planes[plane].face
	f := &v.solid.faces[i]
	d := p.sub(f.middle)
	k := texels / (2 * v.skin.reach[i])
	tx := int((d.dot(f.right) + v.skin.reach[i]) * k)
	ty := int((v.skin.reach[i] - d.dot(f.up)) * k)
	tx, ty = min(max(tx, 0), texels-1), min(max(ty, 0), texels-1)
	return i, ty*texels + tx
}

// normal bends from one plane to the next near the edges, as rounded edges do.
func (v *view) normal(plane int, p vec) vec {
	planes := v.solid.planes
	n := planes[plane].n
	r := v.solid.round
	for _, s := range v.front {
		if s.plane == plane {
			continue
		}
		o := &planes[s.plane]
		if gap := o.off - o.n.dot(p); gap < r {
			k := 1 - gap/r
			n = n.along(o.n, k*k)
		}
	}
	// Faces of cast dice bulge a little.
	n = n.along(p, 0.06)
	return v.turn.rotate(n.unit())
}

// shade is the light that falls on a point of a die, and the light that mirrors in it.
func (pt *painter) shade(v *view, near []placed, plane int, p vec) (light, shine rgb) {
	n := v.normal(plane, p)
	at := v.place(p.mul(v.size))
	open := 0.55 + 0.45*smooth(0, 0.8*v.size, at.z)
	for i := range near {
		open -= 0.25 * near[i].shelter(at, n)
	}
	light = pt.lights.room(n, max(open, 0.3))
	back := pt.cam.at.sub(at).unit()
	mirror := n.mul(2 * n.dot(back)).sub(back)
	for _, s := range pt.lights.lamps {
		got := s.reaching(at, n)
		if got > 0 {
			got *= pt.lampShare(s, near, at)
		}
		light = light.add(s.tint.mul(float32(got)))
		if got > 0 {
			shine = shine.add(s.tint.mul(v.skin.glint(s, at, mirror) * float32(s.bright/(s.at.z*s.at.z))))
		}
	}
	graze := 1 - clamp(n.dot(back), 0, 1)
	graze *= graze * graze * graze * graze
	return light, shine.add(pt.lights.ambient.mul(float32(0.05 + 0.35*graze)).mul(v.skin.gloss * 0.5))
}

// glint is how brightly a lamp mirrors.
func (s *skin) glint(lamp shine, at, mirror vec) float32 {
	to := lamp.at.sub(at)
	d := to.len()
	// Close to the lamp, where it matters, the square of the angle is 2-2cos.
	square := 2 - 2*clamp(mirror.dot(to)/d, -1, 1)
	size := lamp.radius / d
	haze := 1 / (1 + square*8)
	glow := 0.12 * haze * haze
	if far := size + 2.2*float64(s.sharp); square < far*far {
		glow += 1.1 * (1 - smooth(size, far, math.Sqrt(square)))
	}
	return s.gloss * float32(glow)
}

// lampShare is the share of a lamp that a point of a die sees past the rim and other dice.
func (pt *painter) lampShare(s shine, near []placed, at vec) float64 {
	share := pt.look.rimShade(s, at)
	if share == 0 || len(near) == 0 {
		return share
	}
	seen := 0.0
	for _, l := range s.few {
		if !blocked(near, at, l) {
			seen++
		}
	}
	return share * seen / float64(len(s.few))
}

// blocked says whether one of the dice lies between a point and a lamp.
func blocked(dice []placed, at, lamp vec) bool {
	to := lamp.sub(at)
	for i := range dice {
		d := &dice[i]
		off := d.at.sub(at)
		along := off.dot(to) / to.dot(to)
		reach := d.solid.outer * d.size
		if along < 0 || off.along(to, -along).len() > reach {
			continue
		}
		if d.crossed(at, to) {
			return true
		}
	}
	return false
}

// crossed says whether a ray meets the die.
func (d *placed) crossed(from, to vec) bool {
	back := d.turn.inverse()
	o, dir := back.rotate(from.sub(d.at)).mul(1/d.size), back.rotate(to).mul(1/d.size)
	enter, leave := 0.0, 1.0
	for _, p := range d.solid.planes {
		room, speed := p.off-p.n.dot(o), p.n.dot(dir)
		switch {
		case speed > 0:
			leave = min(leave, room/speed)
		case speed < 0:
			enter = max(enter, room/speed)
		case room < 0:
			return false
		}
	}
	return enter < leave
}

// shelter is how much of the room's light a nearby die keeps from a point, 0 to 1.
func (d *placed) shelter(at, n vec) float64 {
	to := d.at.sub(at)
	gap := to.len()
	r := d.solid.inner * d.size
	return clamp(to.dot(n)/gap, 0, 1) * clamp(r*r*1.6/(gap*gap), 0, 1)
}

// neighbours are the dice that are near enough to cast shadows on die i.
func (pt *painter) neighbours(i int) []placed {
	var out []placed
	a := pt.dice[i]
	for j, b := range pt.dice {
		if j != i && a.at.sub(b.at).len() < 2.2*(a.size+b.size) {
			out = append(out, b)
		}
	}
	return out
}
