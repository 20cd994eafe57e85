package throw

import (
	"slices"
	"strings"

	"astragal/engine"
)

// How far a die on the tray is from a die of the game. Never means that it can't be that die.
const (
	Never      = 1000
	OtherColor = 2
	otherKind  = 8
)

// FarFrom says how unlike a die on the tray is to one of the game.
func (d Die) FarFrom(w engine.Die) int {
	if d.Shape != "" && w.Shape != "" && d.Shape != w.Shape {
		return Never
	}
	far := 0
	if d.kind != "" && w.Kind != "" && d.kind != w.Kind {
		far += otherKind
	}
	switch {
	case len(w.Colors) == 0:
	case len(d.Looks) > 0:
		if i := slices.Index(d.Looks, w.Colors[0]); i < 0 {
			far += OtherColor
		} else if len(d.Looks) > 1 {
			far++ // it may be another one as well
		}
	case len(d.Colors) > 0 && !alikeColors(d.Colors, w.Colors):
		far += OtherColor
	}
	return far
}

// MayBe says that a die on the tray could be that die of the game.
func (d Die) MayBe(w engine.Die) bool { return d.FarFrom(w) < OtherColor }

// alikeColors says whether the first of one die's colours is among the other's. Definitions give colours as words or as hex values; a hex value agrees
// with every colour.
func alikeColors(seen, own []string) bool {
	if strings.HasPrefix(own[0], "#") {
		return true
	}
	return slices.Contains(own, seen[0]) || slices.Contains(seen, own[0])
}
