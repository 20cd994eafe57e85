package dragondice

import (
	"fmt"
	"slices"
)

// What spells of the Revised rules alone do or are aimed at.

func anyDie(*casting, *die) bool  { return true }
func anyUnit(*casting, *die) bool { return true }

// someDead aims at a player's DUA that isn't empty.
func someDead(c *casting) []aimed {
	return slices.DeleteFunc(anyDead(c), func(t aimed) bool { return len(c.g.dead(t.seat)) == 0 })
}

// dustToDust buries the picked dead units.
func dustToDust(c *casting) {
	byOwner(c.still(lies(inDUA)), func(units []*die) { c.g.bury(units, c.cause()) })
}

// atAnyTerrain fits a unit that stands at a terrain.
func atAnyTerrain(_ *casting, d *die) bool { return d.at.area == atTerrain }

// pathAnywhere moves the caster's unit to any other terrain.
func pathAnywhere(c *casting) {
	d := c.target.unit
	if d == nil || d.at.area != atTerrain {
		return
	}
	to := slices.DeleteFunc(slices.Clone(c.g.terrains), func(t *terrain) bool { return t.place() == d.at })
	if t := c.g.pickTerrain(c.seat, c.spell.Rule, "path", fmt.Sprintf("%s: move %s to which terrain?", c.g.name(c.seat), d.kind.Name), to); t != nil {
		c.g.moveTo([]*die{d}, t.place(), c.spell.Rule)
	}
}

// hails deals one damage for each casting to an army, which rolls saves. The army may be routed by the
// casters.
func hails(c *casting) {
	cause := c.cause()
	cause.from = &c.army
	c.g.inflict(*c.target.army, c.n, []Result{Save}, ForMagic, cause)
}

// burningHands doubles the melee of one unit, in rolls of its army too.
func burningHands(c *casting) {
	d := c.target.unit
	if d == nil {
		return
	}
	c.last(effect{rides: true, mods: []modifier{{op: multiply, of: []Result{Melee}, n: 2, withIDs: true, dice: func(x *die) bool { return x == d }}},
		text: "its melee counts twice"})
}

// fogsAround halves the maneuvers and missiles of armies at a terrain, and missiles that are shot at
// them from elsewhere.
func fogsAround(c *casting) {
	t := c.target.terrain.place()
	c.last(effect{mods: []modifier{{op: divide, of: []Result{Maneuver}, n: 2}, {op: divide, of: []Result{Missile}, n: 2}}})
	c.last(effect{onto: true, when: func(r *roll) bool { return r.army.place != t }, mods: []modifier{{op: divide, of: []Result{Missile}, n: 2}}})
}

// smallDead fits dead units of the caster that have one health.
func smallDead(c *casting, d *die) bool {
	return d.owner == c.seat && d.at.area == inDUA && d.kind.isUnit() && d.health() == 1
}

// reanimates returns the dead unit aimed at to the casting army.
func reanimates(c *casting) {
	if d := c.g.byID[c.target.id]; d != nil && smallDead(c, d) {
		c.joins([]*die{d})
	}
}

// opensEveryGrave sends all units of the army that die to the reserves instead of the DUA.
func opensEveryGrave(c *casting) {
	c.last(effect{text: "its dead go to the reserves", killed: func(d *deaths, e *effect) {
		for _, x := range slices.Clone(d.dice) {
			if e.army != nil && x.army() == *e.army && !d.g.shielded(e, x.army()) {
				d.spare(x, place{area: inReserve})
				d.g.tell(e.rule, x.owner, "%s: %s goes to the reserves.", e.rule.Name, x.kind.Name)
			}
		}
	}})
}
