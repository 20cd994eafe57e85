package virtual

import (
	"math"
	"math/rand/v2"
)

// origin is where thrown dice come from.
type origin struct {
	// at is the middle of the handful. towards is the direction of the throw. Both are level.
	at, towards vec
	// speed is in mm/s, spin in radians/s. loose is how far directions spread, in radians.
	speed, spin, loose float64
	// every is for poured dice: they leave one after another, every so many seconds.
	every float64
}

// randomOrigin is a throw from beyond an edge of the picture.
func randomOrigin(l Look, rng *rand.Rand) origin {
	half := vec{l.View / 2, l.View * 9 / 32, 0}
	along := (rng.Float64() - 0.5) * 0.4
	var at vec
	switch rng.IntN(4) {
	case 0:
		at = vec{-half.x - 30, along * half.y * 2, 0}
	case 1:
		at = vec{half.x + 30, along * half.y * 2, 0}
	default:
		at = vec{along * half.x * 2, -half.y - 30, 0}
	}
	aim := vec{(rng.Float64() - 0.5) * 0.4 * l.TrayWidth, (rng.Float64() - 0.5) * 0.4 * l.TrayHeight, 0}
	at.z = 70 + l.RimHeight + 30*rng.Float64()
	to := aim.sub(vec{at.x, at.y, 0})
	return origin{at, to.unit(), 600 + 500*rng.Float64(), 15 + 25*rng.Float64(), 0.12 + 0.2*rng.Float64(), 0}
}

// start places the dice as a loose handful in the air.
func (o origin) start(dice []*die, rng *rand.Rand) []*body {
	side := vec{-o.towards.y, o.towards.x, 0}
	widest := 0.0
	for _, d := range dice {
		widest = max(widest, 2.04*d.solid.outer*d.size)
	}
	var out []*body
	columns, layers := min(5, len(dice)), 1+len(dice)/6
	for i, d := range dice {
		column, row, layer := i%columns, i/columns/layers, i/columns%layers
		at := o.at.along(side, (float64(column)-float64(columns-1)/2)*widest).along(o.towards, -float64(row)*widest)
		at.z += float64(layer) * widest
		if o.every > 0 {
			at = o.at
		}
		b := newBody(d, pose{at, randomTurn(rng)})
		angle := o.loose * (rng.Float64()*2 - 1)
		sin, cos := math.Sincos(angle)
		// Dice at the sides of the handful fly a little inwards.
		across := at.sub(o.at).dot(side) / 160
		way := o.towards.mul(cos).along(side, sin-across).unit()
		b.speed = way.mul(o.speed * (0.86 + 0.28*rng.Float64()) * (1 + 0.2*float64(row)))
		b.speed.z = -60 * rng.Float64()
		b.spin = randomTurn(rng).rotate(vec{1, 0, 0}).mul(o.spin*(0.5+rng.Float64())).along(vec{-o.towards.y, o.towards.x, 0}, o.spin*0.7)
		b.wait = float64(i) * o.every
		out = append(out, b)
	}
	return out
}

// randomTurn is a uniform rotation.
func randomTurn(rng *rand.Rand) quat {
	return quat{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}.unit()
}

// attempts is how often a throw is repeated if dice end up leaning or on top of each other.
const attempts = 40

// throwDice makes dice tumble and come to rest with uniform results. The physics says how the bodies roll. Then each
// die's print is turned on its body so that the result that was drawn for it is on top.
func throwDice(dice []*die, lying []placed, l Look, from func() origin, rng *rand.Rand) (paths, bool) {
	for range attempts {
		bodies := from().start(dice, rng)
		got, ok := newWorld(l, bodies, lying).tumble()
		if !ok {
			continue
		}
		for i, d := range dice {
			track := got.poses[i]
			landed, _ := d.solid.top(track[len(track)-1].turn)
			fix := d.solid.relabel(rng.IntN(len(d.solid.ups)), landed)
			for k := range track {
				track[k].turn = track[k].turn.mul(fix)
			}
		}
		return got, true
	}
	return paths{}, false
}
