package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// SAIs that keep units from being rolled, or hamper an army, for some time.

// hold says how a unit is held. If it says nothing else, the hold ends when the next turn of the
// SAI's owner begins, and goes along if the unit leaves its place.
type hold struct {
	// bound: the unit can't leave its place. leaves: the hold ends if the unit leaves its place.
	bound, leaves bool
	// alone: the unit is kept only out of its army's rolls.
	alone bool
	// late: the hold ends at the end of the SAI owner's next turn. thisTurn: if this turn is the
	// owner's, it ends at the end of this turn.
	late, thisTurn bool
	// by are the units that hold it. The hold lasts while one of them is in an army. If by is nil,
	// that doesn't matter.
	by []*die
	// while: the hold ends if this die is rolled or leaves its place.
	while *die
}

// held returns the fate of being held: the units can't be rolled.
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

// until says in words when a hold ends.
func (g *game) until(h hold, by engine.Seat) string {
	switch {
	case h.late && h.thisTurn && by == g.marching:
		return "this turn ends"
	case h.late:
		return g.name(by) + "'s next turn ends"
	}
	return g.name(by) + "'s next turn begins"
}

// stilled keeps units from being rolled until the next turn of the SAI's owner begins. If bound is
// set, they can't leave their terrain. If leaves is set, the hold ends when they leave it.
func stilled(bound, leaves bool) fate { return held(hold{bound: bound, leaves: leaves}) }

// immobilized holds units. The table rules whether they may leave their place.
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

// oneOfEnemies targets one unit of an opponent's army at the roll's own terrain.
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

// halves halves all results of the army attacked until the roller's next turn begins. Several of
// them halve once.
func halves(r *roll, u use) {
	a := *r.other
	r.g.last(effect{rule: u.row.Rule, by: r.seat(), army: &a, single: true, mods: []modifier{{op: divide, of: anyResult(), n: 2}}, text: "halves all that it rolls"})
	r.g.tell(u.row.Rule, a.seat, "%s halves all that it rolls until %s's next turn begins.", r.g.armyName(a), r.g.name(r.seat()))
}

// glaresOn is glares with another end: the end of the SAI owner's next turn, or when the held unit
// leaves its place. It lasts while one of the units that glared is neither rolled nor leaves its
// place.
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

// rollingAtTerrain fits a roll of an army or unit at a terrain, for one of the purposes.
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

// unfettered reports whether none of the units that hold a unit is in an army any more.
func (e *effect) unfettered() bool {
	return len(e.holders) > 0 && !slices.ContainsFunc(e.holders, (*die).inPlay)
}
