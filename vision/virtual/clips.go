package virtual

import (
	"fmt"
	"math/rand/v2"
)

// Clip is a script with everything that it needs to be played.
type Clip struct {
	Name    string
	Seed    uint64
	Options Options
	Script  []Step
}

// Table sets the clip's table up.
func (c Clip) Table() (*Table, error) { return New(c.Seed, c.Options, c.Script...) }

// Clips makes n clips of 640x360 px at 15 frames a second: throws and pours
// with hands, dice picked up, nudges, lamps and bumps between them, each clip on
// another table. Table.Rolls tells which throws should be read.
func Clips(seed uint64, n int) []Clip {
	out := make([]Clip, n)
	for i := range out {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		out[i] = Clip{
			Name: fmt.Sprintf("clip-%d-%03d", seed, i), Seed: rng.Uint64(),
			Options: Options{Width: 640, Height: 360, FPS: 15}, Script: randomScript(rng, i),
		}
	}
	return out
}

// randomScript is one to three rolls with what happens around them.
func randomScript(rng *rand.Rand, kind int) []Step {
	in := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	script := []Step{Wait(in(0.7, 1.5))}
	if kind%5 == 4 {
		script = append(script, Hand(in(0.4, 1.2)), Wait(in(0.6, 1)))
	}
	for roll := range 1 + rng.IntN(3) {
		if roll > 0 {
			script = append(script, leave(rng), Wait(in(0.8, 1.6)))
		}
		dice := handful(rng)
		if rng.IntN(3) == 0 {
			script = append(script, Pour(dice...))
		} else {
			script = append(script, Throw(dice...))
		}
		script = append(script, Wait(in(1.2, 2)))
		for range rng.IntN(3) {
			script = append(script, trouble(rng, in(0.3, 1.2))...)
			script = append(script, Wait(in(1, 1.6)))
		}
	}
	if rng.IntN(2) == 0 {
		script = append(script, leave(rng), Wait(in(0.8, 1.4)))
	}
	return script
}

// leave takes the dice from the tray: swept up, or one by one.
func leave(rng *rand.Rand) Step {
	if rng.IntN(3) == 0 {
		return PickUp(0)
	}
	return Clear()
}

// trouble is something that is no roll.
func trouble(rng *rand.Rand, seconds float64) []Step {
	switch rng.IntN(7) {
	case 0:
		return []Step{Hand(seconds)}
	case 1:
		return []Step{Nudge()}
	case 2:
		return []Step{Knock()}
	case 3:
		return []Step{LampTo(0.2+0.3*rng.Float64(), 0.1+0.4*rng.Float64()), Wait(2), LampTo(1, 0.2)}
	case 4:
		return []Step{Bump()}
	case 5:
		return []Step{PickUp(1)}
	}
	return []Step{Wait(seconds)}
}

// handful is two to seven dice, mostly d6.
func handful(rng *rand.Rand) []string {
	kinds := []string{"d4", "d8", "d10", "d12", "d20", "d6-numbered", "demo-sky", "demo-garden"}
	out := make([]string, 2+rng.IntN(6))
	mixed := rng.IntN(3) == 0
	for i := range out {
		out[i] = "d6"
		if mixed && rng.IntN(2) == 0 {
			out[i] = kinds[rng.IntN(len(kinds))]
		}
	}
	return out
}
