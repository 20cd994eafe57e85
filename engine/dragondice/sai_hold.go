package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// SAIs that keep units from being rolled, or hamper an army, for a while.

// hold is how a unit is held. What it doesn't say ends when the next turn of the
// SAI's owner begins, and goes along when the unit leaves its place.
type hold struct {
	// bound keeps the unit where it is. leaves: leaving ends it.
	bound, leaves bool
	// alone: it is only kept out of its army's rolls.
	alone bool
	// late: it ends at the end of a turn of the SAI's owner, the next one; thisTurn: the one going
	// on, where that is the owner's.
	late, thisTurn bool
	// by are units of which one must live for it to last; nil where that is no matter.
	by []*die
	// while ends it when that die is rolled or leaves its place.
	while *die
}

// held keeps units from being rolled.
func held(h hold) fate {
	return func(g *game, units []*die, c cause) []*die {
		var when func(*roll) bool
		if h.alone {
			when = anyArmyRoll
		}
		for _, d := range units {
			g.last(effect{rule: c.rule, by: c.by, unit: d, still: true, when: when, bound: h.bound, leaves: h.leaves, late: h.late,
				closing: h.late && h.thisTurn && c.by == g.marching, holders: h.by, while: h.while, text: "can't be rolled"})
			g.tell(c.rule, d.owner, "%s can't be rolled until %s.", d.kind.Name, g.until(h, c.by))
		}
		return units
	}
}

// until says when a hold ends.
func (g *game) until(h hold, by engine.Seat) string {
	switch {
	case h.late && h.thisTurn && by == g.marching:
		return "this turn ends"
	case h.late:
		return g.name(by) + "'s next turn ends"
	}
	return g.name(by) + "'s next turn begins"
}

// stilled keeps units from being rolled until the next turn of the SAI's owner
// begins; bound keeps them at their terrain too, and where leaves is set
// leaving ends it.
func stilled(bound, leaves bool) fate { return held(hold{bound: bound, leaves: leaves}) }

// immobilized holds units; whether they may leave their place the table rules.
func immobilized(g *game, units []*die, c cause) []*die {
	if len(units) == 0 {
		return nil
	}
	stay := g.ruling(c.rule, c.rule.Name+": may a unit that is immobilized leave its place?", engine.YesNo()) == "no"
	return held(hold{bound: stay})(g, units, c)
}

// entangles holds X health-worth of the army attacked until the units that entangle are killed.
func entangles(r *roll, u use) {
	by := make([]*die, len(u.dice))
	for i, d := range u.dice {
		by[i] = d.die
	}
	worth(0, held(hold{by: by}))(r, u)
}

// oneOfEnemies targets one unit of an opponent's army at the roll's own place.
func oneOfEnemies(then fate) doing {
	return func(r *roll, u use) {
		g := r.g
		a, ok := g.pickArmy(r.seat(), u.row.Rule, "target army", fmt.Sprintf("%s: choose an army (%s).", g.name(r.seat()), u.row.Name), r.enemiesAt())
		if !ok {
			return
		}
		if d := g.targetUnit(r.seat(), g.units(a), u.row.Rule); d != nil {
			then(g, []*die{d}, u.cause())
		}
	}
}

// halves has the army attacked halve all results of its rolls until the roller's next turn begins.
// Several halve but once.
func halves(r *roll, u use) {
	a := *r.other
	r.g.last(effect{rule: u.row.Rule, by: r.seat(), army: &a, single: true, mods: []modifier{{op: divide, of: anyResult(), n: 2}}, text: "halves all that it rolls"})
	r.g.tell(u.row.Rule, a.seat, "%s halves all that it rolls until %s's next turn begins.", r.g.armyName(a), r.g.name(r.seat()))
}

// glaresOn is glares, but until the end of the next turn of the SAI's owner, or until the unit
// hypnotized leaves. It lasts while one of those that glared at it can.
func glaresOn(r *roll, u use) {
	for _, d := range r.showing(idIcon) {
		if !d.kind.isUnit() {
			continue
		}
		r.leave(d)
		for _, glaring := range u.dice {
			held(hold{late: true, leaves: true, while: glaring.die})(r.g, []*die{d}, u.cause())
		}
	}
}

// rollingAtTerrain fits a roll of an army or unit at a terrain.
func rollingAtTerrain(ps ...Purpose) When {
	fits := rolling(ps...)
	return func(r *roll) bool { return fits(r) && r.army.place.area == atTerrain }
}

// galeAnywhere takes four saves and four maneuvers from any opponent's army, wherever it is.
func galeAnywhere() doing {
	return hampers(func(r *roll) []army {
		return r.g.armies(func(a army) bool { return enemies(a.seat, r.seat()) })
	}, blown, gusts)
}

// unfettered reports whether none of the units that hold a unit live.
func (e *effect) unfettered() bool {
	return len(e.holders) > 0 && !slices.ContainsFunc(e.holders, (*die).inPlay)
}
