package dragondice

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// The Kings' Die lies in its owner's reserves. It is no unit of the army there. It isn't rolled with
// that army, nobody can target or hurt it, and it never leaves. It may carry an item of any colour.

// king returns a seat's Kings' Die in play, or nil.
func (g *game) king(seat engine.Seat) *die {
	for _, d := range g.of(seat, inReserve) {
		if d.kind.isRoyalty() {
			return d
		}
	}
	return nil
}

// dethrone kills the Kings' Die of a seat that has no unit left.
func (g *game) dethrone(seat engine.Seat) {
	if d := g.king(seat); d != nil {
		rule, _ := g.ed.rule("force/royalty")
		g.put(d, place{area: inDUA})
		g.tell(rule, seat, "%s is killed: %s has no other unit.", d.kind.Name, g.name(seat))
	}
}

// royalty is the step in which the Kings' Die recruits, promotes or is rolled.
func royalty(g *game) {
	d := g.king(g.marching)
	if d == nil {
		return
	}
	a := army{g.marching, place{area: inReserve}}
	small := func(x *die) bool { return x.health() == 1 }
	dead := g.dead(a.seat)
	options := []engine.Option{{ID: "none", Text: "Nothing"}}
	if slices.ContainsFunc(dead, small) {
		options = append(options, engine.Option{ID: "recruit", Text: "Recruit a one-health unit to the reserves"})
	}
	growing := g.canGrow(g.units(a))
	if len(growing) > 0 {
		options = append(options, engine.Option{ID: "promote", Text: "Promote a unit in the reserves"})
	}
	if len(dead) > 0 {
		options = append(options, engine.Option{ID: "roll", Text: "Roll the Kings' Die"})
	}
	if len(options) == 1 {
		return
	}
	switch g.declare(a.seat, g.phase, "royalty", fmt.Sprintf("%s: what does the Kings' Die do?", g.name(a.seat)), options) {
	case "recruit":
		g.recruit(a, true, g.phase, nil)
	case "promote":
		g.promote(growing, true, g.phase)
	case "roll":
		g.rollKing(a, d)
	}
	g.settle()
}

// rollKing rolls the Kings' Die. Its owner may recruit units of any size and promote units in the
// reserves, as much health in all as it shows. They are of the race shown, or of any.
func (g *game) rollKing(a army, d *die) {
	face := g.throw(a.seat, g.phase, "royalty", "kings' die", fmt.Sprintf("%s: roll the Kings' Die.", g.name(a.seat)), []*die{d})[0]
	race, one := strings.CutPrefix(d.kind.Faces[face].Icon, "king_")
	of := func(x *die) bool { return !one || x.kind.Race == race }
	worth := d.kind.Faces[face].worth()
	words := "units of any race"
	if one {
		words = strings.ReplaceAll(race, "_", " ")
	}
	g.tell(g.phase, a.seat, "%s: up to %d health-worth of %s may be recruited or promoted.", d.kind.Name, worth, words)
	for worth > 0 {
		able := slices.DeleteFunc(g.returning(a.seat, of), func(x *die) bool { return x.health() > worth })
		growing := g.canGrow(g.unitsWhere(a, of))
		options := []engine.Option{{ID: "done", Text: "No more"}}
		if len(able) > 0 {
			options = append(options, engine.Option{ID: "recruit", Text: "Recruit a unit of any size"})
		}
		if len(growing) > 0 {
			options = append(options, engine.Option{ID: "promote", Text: "Promote with what is left"})
		}
		if len(options) == 1 {
			return
		}
		switch g.declare(a.seat, g.phase, "king's gift", fmt.Sprintf("%s: %d health left of the Kings' Die.", g.name(a.seat), worth), options) {
		case "recruit":
			x := g.pickOne(a.seat, g.phase, "recruit", fmt.Sprintf("%s: recruit which unit?", g.name(a.seat)), able, true)
			g.put(x, a.place)
			g.tell(g.phase, a.seat, "%s: %s recruited to %s.", g.name(a.seat), x.kind.Name, where(a.place))
			worth -= x.health()
		case "promote":
			g.promoteWorth(g.unitsWhere(a, of), worth, g.phase)
			return
		default:
			return
		}
	}
}
