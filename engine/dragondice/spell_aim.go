package dragondice

import (
	"fmt"
	"slices"
)

// What spells on units are aimed at, and how their units are picked.

// unitsAtTerrain aims at the units of an army at a terrain that f selects. If several such armies are
// there, it may be aimed at all of them too.
func unitsAtTerrain(f func(c *casting, a army) bool) func(*casting) []aimed {
	return func(c *casting) []aimed {
		var out []aimed
		for _, t := range c.g.terrains {
			here := armiesWhere(func(c *casting, a army) bool { return a.place == t.place() && f(c, a) })(c)
			if len(here) > 1 {
				here = append(here, aimed{id: t.id(), text: "units at " + t.id(), terrain: t})
			}
			out = append(out, here...)
		}
		return out
	}
}

// anyone and opponents say whose armies a spell may be aimed at.
func anyone(*casting, army) bool        { return true }
func opponents(c *casting, a army) bool { return enemies(c.seat, a.seat) }

// aimedUnits returns the units that a casting on armies could pick.
func (c *casting) aimedUnits() []*die {
	var from []*die
	switch {
	case c.target.army != nil:
		from = c.g.units(*c.target.army)
	case c.target.terrain != nil:
		for _, a := range c.g.armies(func(a army) bool { return a.place == c.target.terrain.place() && c.canAim(a) }) {
			from = append(from, c.g.units(a)...)
		}
	}
	return c.free(from)
}

// free leaves out the dice that another casting of the spell has picked.
func (c *casting) free(dice []*die) []*die {
	return slices.DeleteFunc(slices.Clone(dice), func(d *die) bool { return slices.Contains(c.taken, d) })
}

// picks has the caster pick n health-worth for each casting. It must pick as much as possible of
// opponents' units. If own is set, it may then pick its own units with the rest.
func picks(n int, own bool) func(*casting) {
	return func(c *casting) {
		limit := n * c.n
		from := c.aimedUnits()
		mine := func(d *die) bool { return d.owner == c.seat }
		c.units = c.g.target(c.seat, slices.DeleteFunc(slices.Clone(from), mine), limit, c.spell.Rule)
		if own {
			ours := slices.DeleteFunc(from, func(d *die) bool { return !mine(d) })
			c.units = append(slices.Clone(c.units), c.g.target(c.seat, ours, limit-health(c.units), c.spell.Rule)...)
		}
	}
}

// picksOf has the caster pick n health-worth for each casting among the dice that f lists, as much as
// possible.
func picksOf(n int, f func(c *casting) []*die) func(*casting) {
	return func(c *casting) {
		text := fmt.Sprintf("%s: choose up to %d health-worth of units (%s).", c.g.name(c.seat), n*c.n, c.spell.Name)
		c.units = c.g.pickHealth(c.seat, c.spell.Rule, "target", text, c.free(f(c)), n*c.n, true)
	}
}

// within is a Useful hook: the dice that f lists must have one health for each casting.
func within(f func(c *casting) []*die) func(*casting, aimed, int) bool {
	return func(c *casting, _ aimed, n int) bool { return health(f(c)) >= n }
}

// growsBy is a Useful hook: the unit aimed at can be promoted by n health. If the spell is cumulative,
// it may also be more, up to three.
func growsBy(c *casting, t aimed, n int) bool {
	most := n
	if c.spell.Cumulative {
		most = 3
	}
	for more := n; more <= most; more++ {
		if len(c.g.spares(t.unit, more)) > 0 {
			return true
		}
	}
	return false
}

// still returns the picked units that are still where the spell works.
func (c *casting) still(in func(*die) bool) []*die {
	return slices.DeleteFunc(slices.Clone(c.units), func(d *die) bool { return !in(d) })
}

// lies returns a test for dice in an area.
func lies(a area) func(*die) bool { return func(d *die) bool { return d.at.area == a } }

// byOwner calls do once for each owner, with that owner's dice.
func byOwner(dice []*die, do func([]*die)) {
	for len(dice) > 0 {
		first := dice[0].owner
		do(slices.DeleteFunc(slices.Clone(dice), func(d *die) bool { return d.owner != first }))
		dice = slices.DeleteFunc(slices.Clone(dice), func(d *die) bool { return d.owner == first })
	}
}

// diceWhere aims at single dice that f selects, such as buried ones.
func diceWhere(f func(c *casting, d *die) bool) func(*casting) []aimed {
	return func(c *casting) []aimed {
		var out []aimed
		for _, d := range c.g.dice {
			if f(c, d) {
				out = append(out, aimed{id: d.id, text: d.kind.Name})
			}
		}
		return out
	}
}

// opposingDead aims at an opponent's DUA that isn't empty.
func opposingDead(c *casting) []aimed {
	var out []aimed
	for _, s := range c.g.order {
		if enemies(c.seat, s) && len(c.g.dead(s)) > 0 {
			out = append(out, aimed{id: c.g.slug(s) + "@dead", text: c.g.name(s) + "'s dead", seat: s})
		}
	}
	return out
}

// ownUnit aims at a unit of the caster in play that f selects.
func ownUnit(f func(c *casting, d *die) bool) func(*casting) []aimed {
	return unitsWhere(func(c *casting, d *die) bool { return d.owner == c.seat && f(c, d) })
}

// contains reports whether a die has the element of the casting. Amazons have none of their own and
// fit any element, ivory too.
func (c *casting) contains(d *die) bool { return d.kind.has(c.element) || d.kind.Race == "amazon" }

// picksDead has the caster pick n health-worth for each casting in the DUA aimed at.
func picksDead(n int) func(*casting) {
	return func(c *casting) {
		c.units = c.g.target(c.seat, c.free(c.g.dead(c.target.seat)), n*c.n, c.spell.Rule)
	}
}

// ownPool aims at the caster's pool if it has Dragonkin of the casting's element.
func ownPool(c *casting) []aimed {
	if len(c.poolKin()) == 0 {
		return nil
	}
	return []aimed{{id: "pool", text: c.g.name(c.seat) + "'s summoning pool", seat: c.seat}}
}

// Terrains, armies and dice that only one spell is aimed at.

func belowEight(t *terrain) bool { return t.number() < 8 }
func canDrop(t *terrain) bool    { return t.number() > 1 && !t.dropped }

func withFeral(c *casting, a army) bool { return len(c.g.unitsWhere(a, species("feral"))) > 0 }

func buriedMinor(c *casting, d *die) bool {
	return d.owner == c.seat && d.kind.isMinor() && d.at.area == inBUA
}

func canResurrect(c *casting, d *die) bool { return !c.g.lost(d) && c.contains(d) }

func wreck(_ *casting, d *die) bool { return species("dracolem")(d) }
