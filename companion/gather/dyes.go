package gather

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"
)

// dye is one die of the table's that was shown: what its colour looks like under this light.
type dye struct {
	at     throw.Place
	tint   []float32
	colors []string
}

// Dyes are the table's coloured dice as they were shown, by the name that games give the colour.
type Dyes map[string][]dye

const (
	// clearlyNearer is how near a die's tint must be to a colour, as a share of the distance to the next colour shown, to be surely of it.
	clearlyNearer = 0.5
	// mostGap is the largest distance of a die's tint from a colour that it may be of.
	mostGap = 0.3
	// leastDyeGap is the least distance between the tints of two dice that the camera can tell apart.
	leastDyeGap = 0.03

	mostDyes    = 12
	mostDyeName = 60 // bytes
)

// CheckColors says what is wrong with names of colours that are to be shown. Its error is a sentence.
func CheckColors(colors []string) error {
	if len(colors) == 0 || len(colors) > mostDyes {
		return fmt.Errorf("the act \"showing\" needs \"colors\": 1 to %d names", mostDyes)
	}
	for i, c := range colors {
		if c == "" || len(c) > mostDyeName || slices.Contains(colors[:i], c) {
			return fmt.Errorf("the colour %.60q is empty, too long or there twice", c)
		}
	}
	return nil
}

// Confusable finds the two colours that look most alike, and says whether the camera can't tell them apart.
func (y Dyes) Confusable() (names [2]string, alike bool) {
	gap := math.Inf(1)
	all := slices.Sorted(maps.Keys(y))
	for i, one := range all {
		for _, two := range all[i+1:] {
			for _, a := range y[one] {
				if d := nearest(y[two], a.tint); d < gap {
					names, gap = [2]string{one, two}, d
				}
			}
		}
	}
	return names, gap < leastDyeGap
}

// DyesOf are the dice of a throw, each of the colour that somebody says it is.
func DyesOf(t throw.Throw, said []protocol.DyedDie) (Dyes, error) {
	if len(said) == 0 || len(said) > throw.MostDice {
		return nil, fmt.Errorf("the act \"dyes\" needs \"dyes\": 1 to %d dice with their colours", throw.MostDice)
	}
	fresh := Dyes{}
	for i, x := range said {
		if x.Color == "" || len(x.Color) > mostDyeName {
			return nil, fmt.Errorf("the colour %.60q is empty or too long", x.Color)
		}
		if slices.ContainsFunc(said[:i], func(o protocol.DyedDie) bool { return o.Die == x.Die }) {
			return nil, fmt.Errorf("die %d is there twice", x.Die)
		}
		k := slices.IndexFunc(t.Dice, func(d throw.Die) bool { return d.N == x.Die })
		if k < 0 {
			return nil, fmt.Errorf("there is no die %d in this throw", x.Die)
		}
		if len(t.Dice[k].Tint) == 0 {
			return nil, fmt.Errorf("no camera has measured the colour of die %d", x.Die)
		}
		fresh[x.Color] = append(fresh[x.Color], dye{throw.Place{Throw: t.ID, Die: x.Die}, t.Dice[k].Tint, t.Dice[k].Colors})
	}
	return fresh, nil
}

// Looks are the throws with each die marked by which of the table's dice it looks like. It marks nothing if dice have faces of their own, or if a
// colour that is asked for was never shown: then the camera's names of colours must do.
func (y Dyes) Looks(throws []throw.Throw, wanted []engine.Die) []throw.Throw {
	if len(wanted) == 0 || len(y) == 0 {
		return throws
	}
	for _, w := range wanted {
		if !plain(w) || len(w.Colors) == 0 || len(y[w.Colors[0]]) == 0 {
			return throws
		}
	}
	out := slices.Clone(throws)
	for i, t := range out {
		out[i].Dice = slices.Clone(t.Dice)
		for k, d := range t.Dice {
			out[i].Dice[k].Looks = y.looksLike(d.Tint)
		}
	}
	return out
}

// looksLike are the shown colours that a die may be of: one if that is clear, all if the die is like none of them, none if no camera measured its tint.
func (y Dyes) looksLike(tint []float32) []string {
	if len(tint) == 0 {
		return nil
	}
	least := math.Inf(1)
	for _, those := range y {
		least = min(least, nearest(those, tint))
	}
	var names []string
	for name, those := range y {
		if least > mostGap || nearest(those, tint)*clearlyNearer <= least {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// nearest is the least distance of a tint from those of some dice.
func nearest(those []dye, tint []float32) float64 {
	least := math.Inf(1)
	for _, d := range those {
		least = min(least, vision.TintGap(d.tint, tint))
	}
	return least
}

// Views are the colours as screens show them. crop is the address of a die's picture.
func (y Dyes) Views(crop func(throw.Place) string) []protocol.DyeView {
	out := []protocol.DyeView{}
	for _, name := range slices.Sorted(maps.Keys(y)) {
		d := y[name][0]
		v := protocol.DyeView{Color: name, Looks: append([]string{}, d.colors...), RGB: []int{}, Crop: crop(d.at)}
		for _, c := range d.tint {
			v.RGB = append(v.RGB, int(math.Round(255*float64(c))))
		}
		out = append(out, v)
	}
	return out
}
