package virtual

import (
	"math"

	"astragal/vision"
)

// lampSamples is how many points of a lamp cast shadows of their own.
const lampSamples = 7

// shadowRects are the parts of the picture that the moment's dice, hands and shadows touch.
func (r *renderer) shadowRects(m moment, c camera) []rect {
	var out []rect
	for _, d := range m.dice {
		box := around(bounds(d.outline(d.pose, c))).grow(3)
		corners := d.corners(d.pose)
		for _, s := range r.painters.lights.lamps {
			for _, from := range s.many {
				if poly := throwShadow(from, corners, c); len(poly) > 2 {
					box = box.union(around(bounds(poly)).grow(6))
				}
			}
		}
		out = append(out, box.union(around(bounds(footprint(d, c, 1.5))).grow(6)))
	}
	return append(out, limbRects(m, c, r.painters.lights)...)
}

// castShadows darkens the floor below and beside dice and hands.
func (r *renderer) castShadows(m moment, c camera, back *backdrop) {
	for _, d := range m.dice {
		corners := d.corners(d.pose)
		for i, s := range r.painters.lights.lamps {
			if m.level > 0 {
				r.castFrom(s, corners, c, back, m, i)
			}
		}
		r.contact(d, c, back, m)
	}
	r.limbShadows(m, c, back)
}

func (r *renderer) castFrom(s shine, corners []vec, c camera, back *backdrop, m moment, lamp int) {
	var polys [][]vision.Point
	box := rect{}
	for _, from := range s.many {
		if poly := throwShadow(from, corners, c); len(poly) > 2 {
			polys = append(polys, poly)
			box = box.union(around(bounds(poly)))
		}
	}
	// The shadow of each point is blurred by about half the distance to the next one.
	top := 0.0
	for _, v := range corners {
		top = max(top, v.z)
	}
	soft := s.radius * top / s.at.z * c.scale(vec{}) / math.Sqrt(lampSamples)
	r.darken(box, polys, int(clamp(math.Round(soft), 1, 5)), back, m, lamp, 1)
}

// darken takes a lamp's light away where polygons cover the picture. Lamp -1 is the room's light.
func (r *renderer) darken(box rect, polys [][]vision.Point, soft int, back *backdrop, m moment, lamp int, strength float32) {
	box = box.grow(soft+1).within(r.cam.width, r.cam.height)
	if box.empty() || len(polys) == 0 {
		return
	}
	r.shade.over(box)
	for _, poly := range polys {
		r.shade.add(poly, strength/float32(len(polys)))
	}
	r.shade.blur(soft)
	r.takeLight(box, back, m, lamp)
}

// takeLight darkens the canvas by the computed coverage.
func (r *renderer) takeLight(box rect, back *backdrop, m moment, lamp int) {
	level := float32(m.level)
	for y := box.y0; y < box.y1; y++ {
		at := (y+margin-m.dy)*back.width + margin - m.dx
		for x := box.x0; x < box.x1; x++ {
			v := r.shade.v[(y-box.y0)*(box.x1-box.x0)+x-box.x0]
			if v <= 0 {
				continue
			}
			share := float32(1)
			if lamp >= 0 {
				share = back.share[lamp][at+x] * level
			} else {
				for i := range back.share {
					share -= back.share[i][at+x] * level
				}
			}
			px := &r.canvas.light[y*r.canvas.width+x]
			*px = px.mul(1 - min(v, 1)*share)
		}
	}
}

// contact darkens the floor where a die keeps out the room's light.
func (r *renderer) contact(d placed, c camera, back *backdrop, m moment) {
	low := math.Inf(1)
	for _, v := range d.corners(d.pose) {
		low = min(low, v.z)
	}
	strength := 0.75 * math.Exp(-max(low, 0)/(0.5*d.size))
	if strength < 0.03 {
		return
	}
	var polys [][]vision.Point
	for _, k := range []float64{0.95, 1.08, 1.2, 1.36, 1.55} {
		polys = append(polys, footprint(d, c, k))
	}
	soft := int(clamp(math.Round(0.07*d.size*c.scale(vec{})), 1, 6))
	r.darken(around(bounds(polys[len(polys)-1])), polys, soft, back, m, -1, float32(strength))
}

// footprint is the die on the floor, seen straight from above and scaled about its middle.
func footprint(d placed, c camera, k float64) []vision.Point {
	var pts []vision.Point
	for _, v := range d.corners(d.pose) {
		o := v.sub(d.at).mul(k).add(d.at)
		pts = append(pts, c.see(vec{o.x, o.y, 0}))
	}
	return hull(pts)
}
