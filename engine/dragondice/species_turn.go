package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Species abilities that have their time in a turn or in a maneuver.

// chargesFromMinor lets a marching army with Amazons bury its minor terrain instead of maneuvering. In
// this march the Amazons' maneuvers then count as another type in one action.
func chargesFromMinor(rule Rule, action Purpose, as Result) func(*game, army) bool {
	return func(g *game, a army) bool {
		d := g.minorOf(a)
		if d == nil || !g.has(a, "amazon") ||
			!g.yes(a.seat, rule, "charge", fmt.Sprintf("%s: bury %s instead of maneuvering? (%s)", g.name(a.seat), d.kind.Name, rule.Name)) {
			return false
		}
		g.put(d, place{area: inBUA})
		g.tell(rule, a.seat, "%s is buried: the Amazons' maneuvers count as %s.", d.kind.Name, as.plural())
		g.last(effect{rule: rule, by: a.seat, army: &a, march: true,
			when: func(r *roll) bool { return r.purpose == action && !r.counter },
			mods: []modifier{{op: countAs, from: Maneuver, of: []Result{as}, dice: species("amazon")}},
			text: "counts the Amazons' maneuvers as " + as.plural()})
		return true
	}
}

// feralizes lets each army with Feral at earth or air recruit a Feral of one health or promote one.
func feralizes(rule Rule) func(*game) {
	return func(g *game) {
		for _, a := range g.armiesWith(g.marching, "feral") {
			if !g.stands(a, "earth") && !g.stands(a, "air") {
				continue
			}
			g.feralize(a, rule)
		}
	}
}

// feralize lets an army recruit a Feral of one health or promote one.
func (g *game) feralize(a army, rule Rule) {
	small := slices.ContainsFunc(g.dead(a.seat), func(d *die) bool { return species("feral")(d) && d.health() == 1 })
	growing := g.canGrow(g.unitsWhere(a, species("feral")))
	options := []engine.Option{{ID: "none", Text: "Neither"}}
	if small {
		options = append(options, engine.Option{ID: "recruit", Text: "Recruit a Feral"})
	}
	if len(growing) > 0 {
		options = append(options, engine.Option{ID: "promote", Text: "Promote a Feral"})
	}
	if len(options) == 1 {
		return
	}
	switch g.declare(a.seat, rule, "feralize", fmt.Sprintf("%s: recruit or promote in %s? (%s)", g.name(a.seat), g.armyName(a), rule.Name), options) {
	case "recruit":
		g.recruit(a, true, rule, species("feral"))
	case "promote":
		g.promote(growing, true, rule)
	}
}

// flies lets Firewalkers go from a terrain with air to other terrains with air that have own
// Firewalkers.
func flies(rule Rule) func(*game) {
	return func(g *game) {
		var at []army
		for _, a := range g.armiesWith(g.marching, "firewalker") {
			if g.stands(a, "air") {
				at = append(at, a)
			}
		}
		for _, from := range at {
			for _, to := range at {
				if from == to {
					continue
				}
				able := g.unitsWhere(from, species("firewalker"))
				going := g.found(g.pick(g.marching, rule, "fly", fmt.Sprintf("%s: which Firewalkers fly from %s to %s? (%s)", g.name(g.marching), where(from.place), where(to.place), rule.Name), engine.Pick{Options: dieOptions(able), Max: len(able)}))
				if len(going) > 0 {
					g.moveTo(going, to.place, rule)
				}
			}
		}
	}
}

// thaws returns a buried Frostwing to the DUA, if its owner has a Frostwing at air.
func thaws(rule Rule) func(*game) {
	return func(g *game) {
		if !slices.ContainsFunc(g.armiesWith(g.marching, "frostwing"), func(a army) bool { return g.stands(a, "air") }) {
			return
		}
		buried := slices.DeleteFunc(g.of(g.marching, inBUA), func(d *die) bool { return !species("frostwing")(d) })
		if d := g.pickOne(g.marching, rule, "thaw", fmt.Sprintf("%s: return which buried Frostwing to the dead? (%s)", g.name(g.marching), rule.Name), buried, false); d != nil {
			g.put(d, place{area: inDUA})
			g.tell(rule, d.owner, "%s: %s returns to the dead.", rule.Name, d.kind.Name)
		}
	}
}

// mutates has units in an opponent's reserves save or die: as many as the dead Swamp Stalkers allow
// (byDead). An army of the marching player may then recruit or promote Swamp Stalkers by as much
// health as died.
func mutates(rule Rule) func(*game) {
	return func(g *game) {
		own := g.armiesWith(g.marching, "swamp_stalker")
		enemies := g.armies(func(a army) bool { return enemies(a.seat, g.marching) && a.place.area == inReserve })
		if len(own) == 0 || len(enemies) == 0 {
			return
		}
		n := g.byDead(g.marching, "swamp_stalker", 1)
		if n == 0 || !g.yes(g.marching, rule, "mutate", fmt.Sprintf("%s: attempt to mutate? (%s)", g.name(g.marching), rule.Name)) {
			return
		}
		a, _ := g.pickArmy(g.marching, rule, "target", g.name(g.marching)+": which reserves?", enemies)
		units := g.pickN(g.marching, rule, "target", fmt.Sprintf("%s: which %s?", g.name(g.marching), many(n, "unit saves or dies", "units save or die")), g.units(a), n)
		c := cause{rule: rule, by: g.marching, save: true}
		failed, _ := g.mustMake(units, Save, c)
		if worth := health(g.kill(failed, c)); worth > 0 {
			to, _ := g.pickArmy(g.marching, rule, "mutants", g.name(g.marching)+": which army grows?", own)
			g.mutants(to, worth, rule)
		}
	}
}

// mutants lets an army spend health on recruiting and promoting Swamp Stalkers.
func (g *game) mutants(a army, worth int, rule Rule) {
	for worth > 0 {
		small := slices.ContainsFunc(g.dead(a.seat), func(d *die) bool { return species("swamp_stalker")(d) && d.health() == 1 })
		options := []engine.Option{{ID: "done", Text: "No more"}}
		if small {
			options = append(options, engine.Option{ID: "recruit", Text: "Recruit a Swamp Stalker"})
		}
		units := g.unitsWhere(a, species("swamp_stalker"))
		if len(g.canGrow(units)) > 0 {
			options = append(options, engine.Option{ID: "promote", Text: "Promote with what is left"})
		}
		if len(options) == 1 {
			return
		}
		switch g.declare(a.seat, rule, "mutants", fmt.Sprintf("%s: %d health left (%s).", g.name(a.seat), worth, rule.Name), options) {
		case "recruit":
			g.recruit(a, true, rule, species("swamp_stalker"))
			worth--
		case "promote":
			g.promoteWorth(units, worth, rule)
			return
		default:
			return
		}
	}
}

// growsRapidly lets Treefolk at earth be rolled again if they oppose a maneuver. They are rolled
// together, once. Those that show an SAI aren't rolled again.
func growsRapidly(rule Rule) func(*roll) {
	return func(r *roll) {
		if r.purpose != ForManeuver || !r.counter || r.individual || !r.g.stands(r.army, "earth") {
			return
		}
		var able []*die
		for _, d := range r.dice {
			if _, plain := resultOf(d.shows().Icon); !d.void && species("treefolk")(d.die) && (plain || d.shows().Icon == idIcon) {
				able = append(able, d.die)
			}
		}
		chosen := r.g.found(r.g.pick(r.seat(), rule, r.what+" growth", fmt.Sprintf("%s: which Treefolk are rolled again? (%s)", r.g.name(r.seat()), rule.Name), engine.Pick{Options: dieOptions(able), Max: len(able)}))
		if len(chosen) == 0 {
			return
		}
		shown := r.g.throw(r.seat(), rule, r.purpose, r.what+" again", r.g.name(r.seat())+": roll "+names(chosen)+" again ("+rule.Name+").", chosen)
		for i, d := range chosen {
			r.leave(d)
			next := &rolled{die: d, face: shown[i], again: true}
			r.dice = append(r.dice, next)
			r.note(rule, "%s rolled again: %s", d.kind.Name, next.shows().words())
		}
	}
}
