package virtual

import "math"

// middleOf is the middle of a result's face, or a d4's corner, in the tray's space.
func (d placed) middleOf(result int) vec {
	s := d.solid
	if len(s.ups) > 0 && s.faces[result].n.dot(s.ups[result]) < 0 { // this is a d4's corner
		return d.place(s.ups[result].mul(s.outer * d.size))
	}
	return d.place(s.faces[result].middle.mul(d.size))
}

// about are points of the middle of a result's face: a grid over half of the largest circle on the face. For a d4
// they are the upper corner and points on the way from there to the middles of the faces around it.
func (d placed) about(result int) []vec {
	s := d.solid
	f := s.faces[result]
	var out []vec
	if f.n.dot(s.ups[result]) < 0 {
		top := d.middleOf(result)
		for i, side := range s.faces {
			if i == result {
				continue
			}
			to := d.place(side.middle.mul(d.size)).sub(top)
			for k := range 4 {
				out = append(out, top.along(to, float64(k)/4))
			}
		}
		return out
	}
	const steps = 7
	for i := range steps {
		for k := range steps {
			x, y := (float64(i)+.5)/steps*2-1, (float64(k)+.5)/steps*2-1
			if math.Hypot(x, y) <= 1 {
				out = append(out, d.place(f.middle.along(f.right, x*f.reach/2).along(f.up, y*f.reach/2).mul(d.size)))
			}
		}
	}
	return out
}

// covered is the share of the middle of die i's face that other dice hide from an eye.
func (m moment) covered(i, result int, eye vec) float64 {
	var before []placed
	for j, o := range m.dice {
		if j != i && o.between(m.dice[i], eye) {
			before = append(before, o)
		}
	}
	if len(before) == 0 {
		return 0
	}
	points, behind := m.dice[i].about(result), 0
	for _, p := range points {
		for _, o := range before {
			if o.crossed(p, eye.sub(p)) {
				behind++
				break
			}
		}
	}
	return float64(behind) / float64(len(points))
}

// between says whether a die may stand between another one and an eye.
func (d placed) between(o placed, eye vec) bool {
	to := eye.sub(o.at)
	off := d.at.sub(o.at)
	along := clamp(off.dot(to)/to.dot(to), 0, 1)
	return off.along(to, -along).len() < d.solid.outer*d.size+o.solid.outer*o.size
}
