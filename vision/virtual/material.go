package virtual

import (
	"math"
	"math/rand/v2"
)

// Materials are what dice may be made of besides plastic that nothing is seen through: clear plastic, in which the floor and the print of the faces below are seen; metal, in which
// the room mirrors; plastic with flakes that glitter.
func Materials() []string { return []string{"clear", "metal", "glitter"} }

// material is what a die is made of besides its plastic's colours.
type material struct {
	// clear is how much of the floor is seen through the plastic, metal how much of the room mirrors in it, 0 to 1.
	clear, metal float32
	// body and print are the colours of the plastic and of the ink. seed is that of the room that mirrors.
	body, print rgb
	seed        uint32
}

// refraction is that of air against acrylic.
const refraction = 1 / 1.49

func (s *skin) madeOf(what string, body, ink rgb, rng *rand.Rand) {
	s.material = material{body: body, print: ink, seed: rng.Uint32()}
	switch what {
	case "clear":
		s.clear = float32(0.3 + 0.55*rng.Float64())
	case "metal":
		s.metal = float32(0.5 + 0.45*rng.Float64())
	}
}

// flakes is how much brighter the flakes in glittering plastic are at a point of the die.
func flakes(v vec, seed uint32) float32 {
	return float32(3 * smooth(0.74, 0.86, grain(v.mul(45), seed+31)))
}

// surface is the light that comes from a point of a die besides what lamps mirror in it. light falls on the point.
func (pt *painter) surface(v *view, plane int, p vec, light rgb) rgb {
	i, at := v.texelAt(plane, p)
	seen := v.skin.texture[i][at].tint(light)
	plain := 1 - v.skin.ink[i][at]
	if k := v.skin.clear; k > 0 {
		seen = seen.mix(pt.through(v, plane, p).tint(light), k*plain)
	}
	if k := v.skin.metal; k > 0 {
		seen = seen.mix(v.skin.body.mul(v.mirrored(plane, p)).tint(light), k*plain)
	}
	return seen
}

// through is what is seen in clear plastic behind a point of its surface: the floor in the plastic's colour, and the print where the view leaves the die.
func (pt *painter) through(v *view, plane int, p vec) rgb {
	to := p.sub(v.eye).unit()
	n := v.solid.planes[plane].n
	c := -n.dot(to)
	to = to.mul(refraction).along(n, refraction*c-math.Sqrt(1-refraction*refraction*(1-c*c)))
	far, out := math.Inf(1), plane
	for j, o := range v.solid.planes {
		if speed := o.n.dot(to); speed > 1e-9 {
			if d := (o.off - o.n.dot(p)) / speed; d > 0 && d < far {
				far, out = d, j
			}
		}
	}
	if math.IsInf(far, 1) {
		return pt.lights.floor
	}
	i, at := v.texelAt(out, p.along(to, far))
	// Steep views leave through the bottom and see the floor, others see a bright side.
	bright := 0.5 + 0.7*math.Abs(v.turn.rotate(v.solid.planes[out].n).x)
	behind := pt.lights.floor.mul(float32(bright)).tint(v.skin.body.mix(rgb{1, 1, 1}, 0.4))
	return behind.mix(v.skin.print.tint(v.skin.body.mix(rgb{1, 1, 1}, 0.6)), 0.8*v.skin.ink[i][at])
}

// mirrored is how bright the room is that mirrors in a point of the die's surface.
func (v *view) mirrored(plane int, p vec) float32 {
	n := v.normal(plane, p)
	back := v.turn.rotate(v.eye.sub(p)).unit()
	m := n.mul(2 * n.dot(back)).sub(back)
	return float32((0.2 + 1.3*smooth(-0.2, 0.9, m.z)) * (0.35 + 1.3*clouds(m.mul(2.3), v.skin.seed, 2)))
}
