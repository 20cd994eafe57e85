package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// What spells do at once to units and armies. spell.go has what is common, spell_lasting.go what
// lasts.

// theSave has the picked units make a save roll. The fate befalls those that make no save.
func theSave(then fate) func(*casting) {
	return func(c *casting) {
		byOwner(c.still((*die).inPlay), func(units []*die) { unless(Save, then)(c.g, units, c.cause()) })
	}
}

// oneSaves has the unit aimed at make a save roll. The fate befalls it if it makes no save.
func oneSaves(then fate) func(*casting) {
	return func(c *casting) {
		if c.target.unit != nil {
			unless(Save, then)(c.g, []*die{c.target.unit}, c.cause())
		}
	}
}

// fevers rolls the picked units. A unit that shows its ID dies and is rolled again. If it shows its ID
// again, it is buried.
func fevers(c *casting) {
	byOwner(c.still((*die).inPlay), func(units []*die) {
		_, ill := c.g.mustID(units, c.cause())
		_, lost := c.g.mustID(c.g.kill(ill, c.cause()), c.cause())
		c.g.bury(lost, c.cause())
	})
}

// withers deals one damage for each casting to the unit. No save is possible.
func withers(c *casting) {
	if d := c.target.unit; d != nil {
		c.g.wound(d, c.n, c.cause())
	}
}

// bolts deals one damage for each casting to the unit, which rolls saves.
func bolts(c *casting) {
	if d := c.target.unit; d != nil {
		cause := c.cause()
		cause.save = true
		c.g.wound(d, c.n, cause)
	}
}

// scares deals one damage for each casting to the unit, which rolls saves. If it makes a save and
// lives, it makes another save or flees.
func scares(c *casting) {
	d := c.target.unit
	if d == nil {
		return
	}
	g, cause := c.g, c.cause()
	cause.save = true
	g.tell(cause.rule, d.owner, "%s takes %d damage.", d.kind.Name, c.n)
	saved := g.rollEach([]*die{d}, []Result{Save}, ForSave, cause)[0].total(Save)
	if killed := g.damageUnit(d, c.n-saved, cause); len(killed) == 0 && saved > 0 && d.inPlay() {
		unless(Save, fled)(g, []*die{d}, cause)
	}
}

// exhumes has picked dead units make a save or be buried. The caster may return as much health of its
// own dead units.
func exhumes(c *casting) {
	failed, _ := c.g.mustMake(c.still(lies(inDUA)), Save, c.cause())
	if n := health(c.g.bury(failed, c.cause())); n > 0 {
		c.g.revive(c.army, n, c.spell.Rule, nil)
	}
}

// path moves the caster's unit to another terrain where the caster has an army.
func path(c *casting) {
	d := c.target.unit
	if d == nil {
		return
	}
	if t := c.g.pickTerrain(c.seat, c.spell.Rule, "path", fmt.Sprintf("%s: move %s to which terrain?", c.g.name(c.seat), d.kind.Name), c.g.pathsFrom(d)); t != nil {
		c.g.moveTo([]*die{d}, t.place(), c.spell.Rule)
	}
}

// pathsFrom returns the other terrains where the owner of a unit has an army.
func (g *game) pathsFrom(d *die) []*terrain {
	return slices.DeleteFunc(slices.Clone(g.terrains), func(t *terrain) bool {
		return t.place() == d.at || len(g.units(army{d.owner, t.place()})) == 0
	})
}

// canPath reports whether path can move a unit.
func canPath(c *casting, d *die) bool {
	return d.at.area == atTerrain && !d.kind.isDragonkin() && len(c.g.pathsFrom(d)) > 0
}

// rallies moves the picked units to another terrain where the caster has an Amazon.
func rallies(c *casting) {
	units := c.still(lies(atTerrain))
	if len(units) == 0 {
		return
	}
	if t := c.g.pickTerrain(c.seat, c.spell.Rule, "rally", fmt.Sprintf("%s: move %s to which terrain?", c.g.name(c.seat), names(units)), c.g.rallyFrom(c.seat, units[0].at)); t != nil {
		c.g.moveTo(units, t.place(), c.spell.Rule)
	}
}

// rallyFrom returns the other terrains where a seat has an Amazon.
func (g *game) rallyFrom(seat engine.Seat, from place) []*terrain {
	return slices.DeleteFunc(slices.Clone(g.terrains), func(t *terrain) bool {
		return t.place() == from || len(g.unitsWhere(army{seat, t.place()}, species("amazon"))) == 0
	})
}

// amazonsToRally aims at terrains from which the caster's Amazons can rally.
func amazonsToRally(c *casting) []aimed {
	return terrainsWhere(func(t *terrain) bool {
		return len(c.g.unitsWhere(army{c.seat, t.place()}, species("amazon"))) > 0 && len(c.g.rallyFrom(c.seat, t.place())) > 0
	})(c)
}

// musters lets the caster pick up to three Amazons at the terrain aimed at.
func musters(c *casting) {
	from := c.free(c.g.unitsWhere(army{c.seat, c.target.terrain.place()}, species("amazon")))
	c.units = c.g.found(c.g.pick(c.seat, c.spell.Rule, "rally who", c.g.name(c.seat)+": which Amazons rally? Up to three.", engine.Pick{Options: dieOptions(from), Max: 3}))
}

// storms deals n damage for each casting to every army at the terrain. Each rolls saves.
func storms(n int) func(*casting) {
	return func(c *casting) {
		for _, a := range c.struck() {
			c.g.inflict(a, n*c.n, []Result{Save}, ForMagic, c.cause())
		}
	}
}

// struck returns the armies at the terrain aimed at that the magic touches, from the marching player
// on.
func (c *casting) struck() []army {
	var out []army
	if c.target.terrain == nil {
		return nil
	}
	for _, s := range c.g.seatsFrom(c.g.marching) {
		a := army{s, c.target.terrain.place()}
		if len(c.g.units(a)) > 0 && !(enemies(c.seat, s) && c.g.warded(a, c.element)) {
			out = append(out, a)
		}
	}
	return out
}

// floods lowers the terrain by one, unless one of the armies that `by` returns makes n maneuvers for
// each casting.
func floods(n int, by func(*casting) []army) func(*casting) {
	return func(c *casting) {
		t := c.target.terrain
		if t == nil {
			return
		}
		for _, a := range by(c) {
			r := c.g.newRoll(cast{purpose: ForManeuver, counts: []Result{Maneuver}, rule: c.spell.Rule, army: a, what: "flood"}).resolve()
			if r.total(Maneuver) >= n*c.n {
				c.g.tell(c.spell.Rule, a.seat, "%s holds %s with %s.", c.g.armyName(a), t.id(), many(r.total(Maneuver), "maneuver", "maneuvers"))
				return
			}
		}
		c.lowers(t)
	}
}

// opposingThere returns the opponents' armies at the terrain aimed at.
func opposingThere(c *casting) []army { return c.g.opposing(c.seat, c.target.terrain.place()) }

// lowers turns a terrain down by one. Spells can do so once in a turn, unless the spell says
// otherwise.
func (c *casting) lowers(t *terrain) {
	if t.dropped && !c.spell.Again || t.number() == 1 {
		c.g.tell(c.spell.Rule, c.seat, "%s stays at %d.", t.id(), t.number())
		return
	}
	t.dropped = true
	c.g.turnFace(c.seat, t, t.number()-1, c.spell.Rule)
}

// sweeps is a tidal wave. Every army at the terrain rolls saves and maneuvers together. Each takes n
// damage for each casting, less its saves. If an army makes as many maneuvers as that damage, the
// terrain isn't lowered.
func sweeps(n int) func(*casting) {
	return func(c *casting) {
		points, held := n*c.n, false
		struck := c.struck()
		saved := make([]int, len(struck))
		for i, a := range struck {
			r := c.g.newRoll(cast{purpose: ForBoth, counts: []Result{Save, Maneuver}, rule: c.spell.Rule, army: a, against: ForMagic, what: "wave"}).resolve()
			saved[i] = r.total(Save)
			held = held || r.total(Maneuver) >= points
		}
		for i, a := range struck {
			cause := c.cause()
			cause.wide, cause.save = true, true
			c.g.damage(a, points-saved[i], cause)
		}
		switch t := c.target.terrain; {
		case t == nil:
		case held:
			c.g.tell(c.spell.Rule, c.seat, "%s holds.", t.id())
		default:
			c.lowers(t)
		}
	}
}

// resurrects returns the picked dead units to the casting army.
func resurrects(c *casting) { c.joins(c.still(lies(inDUA))) }

// joins puts dice into the casting army.
func (c *casting) joins(dice []*die) {
	for _, d := range dice {
		c.g.put(d, c.army.place)
	}
	if len(dice) > 0 {
		c.g.tell(c.spell.Rule, c.seat, "%s: %s joins %s.", c.spell.Name, names(dice), c.g.armyName(c.army))
	}
}

// deadOf returns those dead units of the caster that the casting's element can return.
func (c *casting) deadOf() []*die {
	return slices.DeleteFunc(c.g.dead(c.seat), func(d *die) bool { return !canResurrect(c, d) })
}

// evolves promotes the unit aimed at, by one health for each casting or by as much as possible.
func evolves(c *casting) {
	d := c.target.unit
	if d == nil {
		return
	}
	for more := c.n; more > 0; more-- {
		if len(c.g.spares(d, more)) > 0 {
			c.g.promoteTo(d, more, c.spell.Rule)
			return
		}
	}
}

// canEvolve returns a test for units that `is` selects, that have the casting's element and that can
// be promoted.
func canEvolve(is func(*die) bool) func(*casting, *die) bool {
	return func(c *casting, d *die) bool {
		return is(d) && d.kind.has(c.element) && len(c.g.spares(d, 1))+len(c.g.spares(d, 2))+len(c.g.spares(d, 3)) > 0
	}
}

// returnsToPool brings a buried die back to the pool.
func returnsToPool(c *casting) {
	if d := c.g.byID[c.target.id]; d != nil && d.at.area == inBUA {
		c.g.put(d, place{area: inPool})
		c.g.tell(c.spell.Rule, c.seat, "%s returns to the summoning pool.", d.kind.Name)
	}
}

// poolKin returns the caster's Dragonkin in the pool that have the casting's element.
func (c *casting) poolKin() []*die {
	return slices.DeleteFunc(c.g.of(c.seat, inPool), func(d *die) bool { return !d.kind.isDragonkin() || !d.kind.has(c.element) })
}

// summonsKin brings the picked Dragonkin from the pool to the casting army.
func summonsKin(c *casting) { c.joins(c.still(lies(inPool))) }

// scentOfFear sends the picked units to their reserves.
func scentOfFear(c *casting) {
	byOwner(c.still(lies(atTerrain)), func(units []*die) { c.g.flee(units, c.cause()) })
}
