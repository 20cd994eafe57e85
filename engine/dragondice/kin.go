package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Dragonkin that stay, are buried or stand in for Eldarim.

// sacrifices lets the marching player exchange one Dragonkin for a dead Eldarim of equal health.
func sacrifices(rule Rule) func(*game) {
	return func(g *game) {
		var options []engine.Option
		for _, d := range g.dice {
			if d.owner != g.marching || !dragonkin(d) || !d.inPlay() {
				continue
			}
			for _, x := range g.dead(g.marching) {
				if eldarim(x) && x.health() == d.health() {
					options = append(options, engine.Option{ID: d.id + ">" + x.id, Text: d.kind.Name + " for " + x.kind.Name, Die: d.id})
				}
			}
		}
		if len(options) == 0 {
			return
		}
		options = append(options, engine.Option{ID: "none", Text: "None"})
		id := g.declare(g.marching, rule, "sacrifice", fmt.Sprintf("%s: exchange a Dragonkin for a dead Eldarim? (%s)", g.name(g.marching), rule.Name), options)
		if id == "none" {
			return
		}
		old, new := g.pair(id)
		g.put(new, old.at)
		g.put(old, place{area: inPool})
		g.tell(rule, g.marching, "%s returns to the pool for %s.", old.kind.Name, new.kind.Name)
	}
}

// standsIn lets a Dragonkin return to the pool in place of a dying Eldarim of its army. Both have equal
// health, and what kills the Eldarim was aimed at units, not at the whole army.
func standsIn(rule Rule) func(*deaths) {
	return func(d *deaths) {
		g := d.g
		for _, x := range slices.Clone(d.dice) {
			if d.wide || !eldarim(x) {
				continue
			}
			able := slices.DeleteFunc(g.unitsWhere(x.army(), dragonkin), func(k *die) bool { return k.health() != x.health() || slices.Contains(d.dice, k) })
			k := g.pickOne(x.owner, rule, "instead of "+x.id, fmt.Sprintf("%s: does a Dragonkin return to the pool instead of %s, which is dying? (%s)", g.name(x.owner), x.kind.Name, rule.Name), able, false)
			if k == nil {
				continue
			}
			d.dice = slices.DeleteFunc(d.dice, func(y *die) bool { return y == x })
			g.put(k, place{area: inPool})
			g.tell(rule, x.owner, "%s returns to the pool instead of %s.", k.kind.Name, x.kind.Name)
		}
	}
}

// kinBurned buries Dragonkin at once if breath or a sneak attack kills them.
func kinBurned(rule Rule) func(*deaths) {
	return func(d *deaths) {
		for _, x := range slices.Clone(d.dice) {
			if d.buryKin && dragonkin(x) {
				d.spare(x, place{area: inBUA})
				d.g.tell(rule, x.owner, "%s is buried.", x.kind.Name)
			}
		}
	}
}

// kinUnburied keeps killed Dragonkin from being buried: they lie in their pool, not in the DUA.
func kinUnburied(rule Rule) func(*game, []*die) []*die {
	return func(g *game, dice []*die) []*die {
		var out []*die
		for _, x := range dice {
			if dragonkin(x) && x.at.area == inPool {
				g.tell(rule, x.owner, "%s is not among the dead and isn't buried.", x.kind.Name)
				continue
			}
			out = append(out, x)
		}
		return out
	}
}

// dissolves returns an army's Dragonkin to the pool if the army has no other unit.
func dissolves(rule Rule) func(*game) {
	return func(g *game) {
		for _, a := range g.armies(func(a army) bool { return len(g.unitsWhere(a, dragonkin)) > 0 }) {
			kin := g.unitsWhere(a, dragonkin)
			if len(kin) < len(g.units(a)) {
				continue
			}
			for _, x := range kin {
				g.put(x, place{area: inPool})
			}
			g.tell(rule, a.seat, "%s dissolves: %s return to the pool.", g.armyName(a), names(kin))
		}
	}
}

// mayFaceAll is mayFace with one difference. If one of several attacking dragons is ivory or white,
// that is enough to keep Dragonkin from the roll.
func mayFaceAll(rule Rule) func(*die, *roll) bool {
	one := mayFace(rule)
	return func(d *die, r *roll) bool {
		pale := slices.ContainsFunc(r.dragons, func(a *attacker) bool {
			return slices.Contains([]string{"ivory", "ivory_hybrid", "white"}, a.die.kind.Class)
		})
		if dragonkin(d) && pale && !r.individual && !r.g.brave(d, r) {
			r.note(rule, "%s doesn't roll against these dragons", d.kind.Name)
			return false
		}
		return one(d, r)
	}
}
