package virtual

// lighting is a look's light, prepared for shading.
type lighting struct {
	lamps   []shine
	ambient rgb
	// floor is the colour of the floor, which reflects light from below.
	floor rgb
}

// shine is one lamp, prepared for shading.
type shine struct {
	at     vec
	radius float64
	tint   rgb
	// bright scales the lamp so that the middle of the floor gets its strength.
	bright float64
	// few are points that stand for the lamp where other dice may hide it. many are those that cast shadows.
	few, many []vec
}

// newLighting prepares the lamps. level scales each of them (1 is on, 0 off).
func newLighting(l Look, level float64) lighting {
	out := lighting{ambient: soften(kelvin(l.RoomKelvin)).mul(float32(l.Ambient)), floor: hex(l.FloorColor)}
	for _, lamp := range l.Lamps {
		at := lamp.at()
		d := at.len()
		s := shine{
			at: at, radius: lamp.Radius, tint: soften(kelvin(lamp.Kelvin)),
			bright: lamp.Strength * level * d * d * d / at.z,
		}
		s.few, s.many = s.points(3), s.points(lampSamples)
		out.lamps = append(out.lamps, s)
	}
	return out
}

// soften is the part of a lamp's tint that remains after a camera's white balance.
func soften(c rgb) rgb { return rgb{1, 1, 1}.mix(c, 0.3) }

// reaching is the light of lamp s at p with normal n, without shadows.
func (s shine) reaching(p, n vec) float64 {
	to := s.at.sub(p)
	d := to.len()
	return s.bright * max(0, to.dot(n)) / (d * d * d)
}

// room is the room's light on a surface. open is how much of the room the surface sees.
func (l lighting) room(n vec, open float64) rgb {
	up := 0.5 + 0.5*n.z
	sky := l.ambient.mul(float32(open * (0.35 + 0.65*up)))
	bounce := l.floor.tint(l.ambient).mul(float32(0.45 * (1 - up)))
	return sky.add(bounce)
}
