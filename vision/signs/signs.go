// Package signs draws a sign for each icon of the catalogue's dice, for the virtual table.
package signs

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"astragal/models/catalog"
)

// Side is the side of the square that signs are drawn in.
const Side = 512

// Pictures are pictures for the icons of the catalogue's dice, for the virtual table. Icons that all units have get
// simple drawings of our own. Every other icon gets a pattern made from its name. None looks like what is printed on
// a real die.
func Pictures() (map[string]string, error) {
	dice, err := catalog.DragonDice()
	if err != nil {
		return nil, err
	}
	out := map[string]string{
		"melee":    "M226 30H286V330H376V390H286V480H226V390H136V330H226Z",
		"missile":  "M256 20L376 180H296V340L376 420V490L256 400L136 490V420L216 340V180H136Z",
		"magic":    "M256 16L316 196L496 256L316 316L256 496L196 316L16 256L196 196Z",
		"save":     "M76 40H436V250C436 370 346 450 256 492C166 450 76 370 76 250Z",
		"maneuver": "M60 60H170L300 256L170 452H60L190 256ZM250 60H360L490 256L360 452H250L380 256Z",
		"id":       "M256 26C500 26 500 486 256 486C12 486 12 26 256 26ZM256 126C136 126 136 386 256 386C376 386 376 126 256 126Z",
	}
	for _, d := range dice {
		for _, f := range d.Faces {
			if _, known := out[f.Icon]; f.Icon != "" && !known {
				out[f.Icon] = Pattern(f.Icon)
			}
		}
	}
	return out, nil
}

// Pattern is a symmetrical sign of 5 × 5 squares, filled by a name's digest.
func Pattern(name string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // a hash never fails
	bits := h.Sum64()
	const n, cell = 5, Side / 5
	var b strings.Builder
	var filled []int
	for row := range n {
		for col := range n {
			at := row*3 + min(col, n-1-col)
			if bits>>at&1 == 1 || at == 6 { // the edge of the middle row is always filled, so that no sign is empty
				filled = append(filled, row*n+col)
			}
		}
	}
	slices.Sort(filled)
	for _, i := range filled {
		x, y := i%n*cell, i/n*cell
		fmt.Fprintf(&b, "M%d %dH%dV%dH%dZ", x, y, x+cell, y+cell, x)
	}
	return b.String()
}
