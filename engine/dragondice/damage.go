package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// cause is why something happens to units.
type cause struct {
	rule Rule
	// by is the seat that did it; Everyone if it is nobody's doing (a dragon).
	by engine.Seat
	// wide: it was aimed at a whole army. save: a save roll against it was possible.
	wide, save bool
	// bury: units that are killed are buried at once. buryKin: Dragonkin that are killed are
	// buried at once.
	bury, buryKin bool
	// unit is the unit that did it; nil if it was no single unit.
	unit *die
	// sum is how the damage came about, in one line; nil if nothing is told of that.
	sum *engine.Sum
	// from is the army that did it, if the army that is hit may be routed by it; otherwise nil.
	from *army
}

// deaths are units that are being killed. If a hook does something else with a unit, it takes the
// unit out of dice.
type deaths struct {
	cause
	g    *game
	dice []*die
	// burying: the units are dead already and are being buried.
	burying bool
	// after runs once the units lie in the DUA.
	after []func()
}

// spare takes a die out of the dying and puts it somewhere else.
func (d *deaths) spare(x *die, to place) {
	d.dice = slices.DeleteFunc(d.dice, func(y *die) bool { return y == x })
	d.g.put(x, to)
}

// damage deals points of damage to an army. Its owner chooses who dies: as much health as
// possible, but never more than the points. It returns the units killed.
func (g *game) damage(a army, points int, c cause) []*die {
	units := g.units(a)
	if points <= 0 || len(units) == 0 {
		return nil
	}
	g.tellSum(c.rule, a.seat, c.sum, "%s takes %d damage.", g.armyName(a), points)
	text := fmt.Sprintf("%s: %d damage. Which units die? As much health as possible, but no more.", g.name(a.seat), points)
	dying := g.pickDying(a, text, units, points, c)
	if len(dying) == 0 {
		g.tell(c.rule, a.seat, "%d damage kills nobody: each unit of %s has more health.", points, g.armyName(a))
	}
	return g.kill(dying, c)
}

// pickDying asks the army's owner which units die of the damage.
func (g *game) pickDying(a army, text string, units []*die, points int, c cause) []*die {
	if health(units) <= points {
		return units
	}
	q := g.question(a.seat, c.rule, "damage "+g.slug(a.seat), text)
	q.Kind, q.Counts = engine.KindPick, "damage"
	q.Pick = &engine.Pick{Options: dieOptions(units), Max: len(units), Limit: &points, Most: true}
	return g.found(g.table.Ask(q).Chosen)
}

// damageUnit deals damage to one unit. It dies if the points reach its health. If they don't,
// nothing happens.
func (g *game) damageUnit(d *die, points int, c cause) []*die {
	if points < d.health() {
		g.tell(c.rule, d.owner, "%d damage doesn't kill %s, which has %d health.", points, d.kind.Name, d.health())
		return nil
	}
	return g.kill([]*die{d}, c)
}

// kill puts units into their owners' DUA and Dragonkin into the pool, unless a hook does
// something else with them. It returns the units killed.
func (g *game) kill(dice []*die, c cause) []*die {
	if len(dice) == 0 {
		return nil
	}
	d := &deaths{cause: c, g: g, dice: slices.Clone(dice)}
	for _, e := range g.inForce() {
		if e.killed != nil {
			e.killed(d, e)
		}
	}
	for _, a := range g.abilities() {
		if a.Killed != nil {
			a.Killed(d)
		}
	}
	g.rise(d)
	for _, x := range d.dice {
		to := inDUA
		if x.kind.isDragonkin() {
			to = inPool
		}
		g.put(x, place{area: to})
	}
	if len(d.dice) > 0 {
		g.tell(c.rule, d.dice[0].owner, "Killed: %s (%s).", names(d.dice), g.name(d.dice[0].owner))
	}
	if c.bury {
		g.bury(slices.Clone(d.dice), c)
	}
	g.settleTerrains()
	for _, f := range d.after {
		f()
	}
	if len(d.after) > 0 {
		g.settleTerrains()
	}
	return d.dice
}

// bury puts dead units into the BUA, unless a hook keeps them. It returns the units buried.
func (g *game) bury(dice []*die, c cause) []*die {
	for _, a := range g.abilities() {
		if a.Buried != nil && len(dice) > 0 {
			dice = a.Buried(g, dice)
		}
	}
	d := &deaths{cause: c, g: g, dice: slices.Clone(dice), burying: true}
	g.rise(d)
	dice = d.dice
	dice = slices.DeleteFunc(slices.Clone(dice), g.honored)
	for _, x := range dice {
		g.put(x, place{area: inBUA})
	}
	if len(dice) > 0 {
		g.tell(c.rule, dice[0].owner, "Buried: %s (%s).", names(dice), g.name(dice[0].owner))
	}
	return dice
}

// honored reports whether an effect on the owner's DUA keeps a unit from being buried.
func (g *game) honored(x *die) bool {
	for _, e := range g.inForce() {
		if e.buries != nil && e.dua == x.owner && !e.buries(x) {
			g.tell(e.rule, x.owner, "%s can't be buried.", x.kind.Name)
			return true
		}
	}
	return false
}

// flee moves units to their owners' reserves. Units that can't leave their place stay. It returns
// those that moved.
func (g *game) flee(dice []*die, c cause) []*die {
	return g.moveTo(dice, place{area: inReserve}, c.rule)
}

// moveTo moves units to another place. Units that can't leave their place stay. It returns those
// that moved.
func (g *game) moveTo(dice []*die, to place, rule Rule) []*die {
	var moved []*die
	for _, x := range g.escorted(dice, to) {
		if e := g.bound(x); e != nil {
			g.tell(e.rule, x.owner, "%s can't leave.", x.kind.Name)
			continue
		}
		if a := g.staying(x); a != nil && x.at != to {
			g.tell(a.Rule, x.owner, "%s can't leave.", x.kind.Name)
			continue
		}
		g.put(x, to)
		moved = append(moved, x)
	}
	if len(moved) > 0 {
		g.tell(rule, moved[0].owner, "%s: %s moved to %s.", g.name(moved[0].owner), names(moved), where(to))
		g.settleTerrains()
	}
	return moved
}

// put lays a die somewhere. Effects that end when the die leaves its place end.
func (g *game) put(x *die, to place) {
	from := x.at
	x.at = to
	if from == to {
		return
	}
	g.endEffects(func(e *effect) bool {
		return e.while == x || e.unfettered() || e.unit == x && (e.leaves || to.area != atTerrain && to.area != inReserve)
	})
}

// rise gives each unit that is killed or buried a roll to return, if it has an SAI that says so.
func (g *game) rise(d *deaths) {
	for _, x := range slices.Clone(d.dice) {
		for _, row := range g.ed.SAIs {
			if row.Dying == nil || !slices.ContainsFunc(x.kind.Faces, func(f Face) bool { return f.rule() == row.Icon }) {
				continue
			}
			row.Dying(d, x)
		}
	}
}

// rollEach has targeted units rolled, each for itself, and returns their rolls in the units'
// order.
func (g *game) rollEach(units []*die, counts []Result, purpose Purpose, c cause) []*roll {
	if len(units) == 0 {
		return nil
	}
	owner := units[0].owner
	what := "targets " + g.slug(owner)
	able := slices.DeleteFunc(slices.Clone(units), func(u *die) bool { return g.stays(u, c.rule) })
	var shown []int
	if len(able) > 0 {
		text := fmt.Sprintf("%s: roll %s for %s (%s).", g.name(owner), names(able), wordsOf(counts, purpose), c.rule.Name)
		shown = g.throw(owner, c.rule, purpose, what, text, able)
	}
	out := make([]*roll, len(units))
	for i, u := range units {
		out[i] = &roll{g: g, units: []*die{u}, cast: cast{purpose: purpose, counts: counts, rule: c.rule, army: u.army(), individual: true, what: what}}
		if n := slices.Index(able, u); n >= 0 {
			out[i].show(shown[n : n+1])
			out[i].resolve()
		}
	}
	return out
}

// stays reports whether an effect keeps a targeted unit from being rolled. Such a unit makes no
// results.
func (g *game) stays(u *die, rule Rule) bool {
	i := slices.IndexFunc(g.effects, func(e *effect) bool { return e.still && e.when == nil && e.unit == u })
	if i < 0 {
		return false
	}
	g.tell(g.effects[i].rule, u.owner, "%s may not be rolled for %s.", u.kind.Name, rule.Name)
	return true
}

func wordsOf(counts []Result, purpose Purpose) string {
	if len(counts) == 0 {
		return string(purpose)
	}
	text := counts[0].String()
	for _, c := range counts[1:] {
		text += " and " + c.String()
	}
	return text
}

// mustMake has targeted units roll for a result. It returns the units that made none and those
// that made some.
func (g *game) mustMake(units []*die, of Result, c cause) (failed, passed []*die) {
	for i, r := range g.rollEach(units, []Result{of}, purposeOf(of), c) {
		if r.total(of) > 0 {
			passed = append(passed, units[i])
		} else {
			failed = append(failed, units[i])
		}
	}
	return failed, passed
}

// mustID has targeted units roll for their ID. It returns the units that show no ID and those
// that do.
func (g *game) mustID(units []*die, c cause) (failed, passed []*die) {
	for i, r := range g.rollEach(units, nil, ForID, c) {
		if len(r.showing(idIcon)) > 0 {
			if row := g.ed.sai(r.dice[0].shows().rule()); row != nil {
				g.tell(row.Rule, units[i].owner, "%s of %s counts as its ID.", row.Name, units[i].kind.Name)
			}
			passed = append(passed, units[i])
		} else {
			failed = append(failed, units[i])
		}
	}
	return failed, passed
}

// target asks a seat to target units worth up to limit health. It must take as much health as
// possible of an opponent's units. It may take as much as it likes of its own.
func (g *game) target(by engine.Seat, from []*die, limit int, rule Rule) []*die {
	if len(from) == 0 {
		return nil
	}
	most := from[0].owner != by
	return g.pickHealth(by, rule, "target", fmt.Sprintf("%s: choose up to %d health-worth of units (%s).", g.name(by), limit, rule.Name), from, limit, most)
}

// targetUnit asks a seat to target one unit. It returns nil if there is none.
func (g *game) targetUnit(by engine.Seat, from []*die, rule Rule) *die {
	return g.pickOne(by, rule, "target", fmt.Sprintf("%s: choose a unit (%s).", g.name(by), rule.Name), from, true)
}
