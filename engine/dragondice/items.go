package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// items returns an army's items.
func (g *game) items(a army) []*die {
	return g.at(a.place, func(d *die) bool { return d.owner == a.seat && d.kind.isItem() })
}

// settleItems buries items that nobody in their army can carry. If the book leaves open who can,
// the table rules as soon as it matters.
func (g *game) settleItems() {
	rule, on := g.ed.rule("item/carrying")
	if !on {
		return
	}
	for _, d := range g.dice {
		if !d.kind.isItem() || !d.inPlay() {
			continue
		}
		a := d.army()
		items, units := g.items(a), g.porters(a)
		if len(units) > 0 && borne(items, units) == len(items) {
			continue
		}
		if len(units) > 0 && g.carry(rule) == "any" {
			continue
		}
		g.drop(rule, a, items, units)
	}
}

// porters returns the dice of an army that may carry items: its units, and a Kings' Die in the
// reserves.
func (g *game) porters(a army) []*die {
	units := g.units(a)
	if a.place.area == inReserve {
		if d := g.king(a.seat); d != nil {
			return append(slices.Clone(units), d)
		}
	}
	return units
}

// carry returns how items are carried: "own" or "any". If the book leaves it open, the table rules.
func (g *game) carry(rule Rule) string {
	if rule.Uncertain == "" {
		return "own"
	}
	return g.ruling(rule, "An army has items that its units could not all carry one each, each by a unit of its element. Which rule holds?", []engine.Option{
		{ID: "own", Text: "Each unit carries one item that contains one of its elements; what nobody can carry is buried (as in 3.04a)"},
		{ID: "any", Text: "An army with a unit carries all its items"}})
}

// drop has an army's owner bury items until the units can carry the rest.
func (g *game) drop(rule Rule, a army, items, units []*die) {
	for most := borne(items, units); most < len(items); {
		// Burying an item helps only if the units still carry as many of the others
		able := slices.DeleteFunc(slices.Clone(items), func(d *die) bool {
			return borne(slices.DeleteFunc(slices.Clone(items), func(x *die) bool { return x == d }), units) < most
		})
		d := g.pickOne(a.seat, rule, "drop", fmt.Sprintf("%s: nobody in %s can carry all its items. Bury which?", g.name(a.seat), g.armyName(a)), able, true)
		g.put(d, place{area: inBUA})
		g.tell(rule, a.seat, "%s: %s is buried, nobody can carry it.", g.name(a.seat), d.kind.Name)
		items = slices.DeleteFunc(slices.Clone(items), func(x *die) bool { return x == d })
	}
}

// borne returns how many of the items the units can carry, one each.
func borne(items, units []*die) int {
	by := make([]int, len(units)) // for each unit: the item that it carries, plus one
	var carries func(item int, seen []bool) bool
	carries = func(item int, seen []bool) bool {
		for u := range units {
			if seen[u] || !bears(units[u].kind, items[item].kind) {
				continue
			}
			seen[u] = true
			if by[u] == 0 || carries(by[u]-1, seen) {
				by[u] = item + 1
				return true
			}
		}
		return false
	}
	n := 0
	for i := range items {
		if carries(i, make([]bool, len(units))) {
			n++
		}
	}
	return n
}

// bears reports whether a unit can carry an item. They must share an element, or the item has none
// (it is of metal). Amazons and Kings' Dice carry any item, Dragonkin and Dracolem none.
func bears(unit, item *Kind) bool {
	switch {
	case unit.isDragonkin() || unit.Race == "dracolem":
		return false
	case len(item.Elements) == 0 || unit.Race == "amazon" || unit.isRoyalty():
		return true
	}
	return slices.ContainsFunc(item.Elements, unit.has)
}

// escorted returns the dice that can move to a place. It leaves out items that the units that go
// along can't carry, one each, if the edition says that items move so.
func (g *game) escorted(dice []*die, to place) []*die {
	rule, on := g.ed.rule("item/moving")
	if !on || to.area != atTerrain && to.area != inReserve {
		return dice
	}
	units := slices.DeleteFunc(slices.Clone(dice), func(d *die) bool { return d.kind.isItem() })
	var items, out []*die
	for _, d := range dice {
		switch with := append(slices.Clone(items), d); {
		case !d.kind.isItem():
			out = append(out, d)
		case borne(with, units) == len(with):
			items, out = with, append(out, d)
		default:
			g.tell(rule, d.owner, "%s stays: nobody who goes can carry it.", d.kind.Name)
		}
	}
	return out
}

// inHand returns the dice that are rolled. It leaves out items that none of the rolled units can
// carry, if the edition says so.
func (g *game) inHand(dice []*die, r *roll) []*die {
	rule, on := g.ed.rule("item/rolling")
	if !on || r.bare {
		return dice
	}
	return slices.DeleteFunc(dice, func(d *die) bool {
		out := d.kind.isItem() && !slices.ContainsFunc(dice, func(u *die) bool { return u != d && !u.kind.isItem() && bears(u.kind, d.kind) })
		if out {
			r.note(rule, "%s isn't rolled: nobody who is can carry it", d.kind.Name)
		}
		return out
	})
}

// itemLines returns lines that explain what a force's items cost.
func (g *game) itemLines(dice []*die) []engine.Line {
	var lines []engine.Line
	for _, k := range g.ed.ItemKinds {
		n, sum, met := 0, 0, map[string]int{}
		for _, d := range dice {
			if d.kind.Kind == k.Kind && (k.Size == "" || k.Size == d.kind.Size) {
				n++
				sum += g.ed.points(d.kind, met)
			}
		}
		if n > 0 {
			lines = append(lines, g.line(k.Rule, "%d %s: %s", n, k.Name, many(sum, "point", "points")))
		}
	}
	return lines
}
