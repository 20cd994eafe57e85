package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Dragonkin, the Eldarim who lead them, and Dracolem.

// saveThemselves adds a save for each health of the dice that `is` selects and that are rolled. It
// leaves out dice that show their belly.
func saveThemselves(rule Rule, is func(*die) bool) func(*roll) {
	return func(r *roll) {
		if r.bare || !r.wants(Save) {
			return
		}
		var armored []*die
		for _, d := range r.dice {
			if is(d.die) && !slices.Contains(r.bared, d.die) && !slices.Contains(armored, d.die) {
				armored = append(armored, d.die)
			}
		}
		if n := health(armored); n > 0 {
			r.mods = append(r.mods, modifier{rule: rule, op: add, of: []Result{Save}, n: n})
		}
	}
}

// mayFace keeps Dragonkin from rolls for magic and missiles. It also keeps them from rolls against
// ivory and white dragons and against dragons of their element. If several dragons attack and they may
// face only some of them, the table rules.
func mayFace(rule Rule) func(*die, *roll) bool {
	return func(d *die, r *roll) bool {
		if !d.kind.isDragonkin() || r.individual {
			return true
		}
		if r.purpose == ForMagic || r.purpose == ForMissile {
			r.note(rule, "%s doesn't roll for %s", d.kind.Name, r.purpose)
			return false
		}
		feared := 0
		for _, a := range r.dragons {
			if a.feared(d) {
				feared++
			}
		}
		if feared == 0 || r.g.brave(d, r) {
			return true
		}
		if feared < len(r.dragons) && r.g.ruling(rule, "Several dragons attack, and Dragonkin may face only some of them. Do they roll?", engine.YesNo()) == "yes" {
			return true
		}
		r.note(rule, "%s doesn't roll against these dragons", d.kind.Name)
		return false
	}
}

// feared reports whether a Dragonkin doesn't face a dragon.
func (a *attacker) feared(d *die) bool {
	return slices.Contains([]string{"ivory", "ivory_hybrid", "white"}, a.die.kind.Class) || slices.ContainsFunc(d.kind.Elements, a.die.kind.has)
}

// brave reports whether an ability lets a Dragonkin roll against these dragons all the same.
func (g *game) brave(d *die, r *roll) bool {
	return slices.ContainsFunc(g.abilities(), func(a Ability) bool { return a.Brave != nil && a.Brave(d, r) })
}

// resists lets Dragonkin roll against any dragon, up to the health of the Eldarim in their army.
func resists(rule Rule) func(*die, *roll) bool {
	return func(d *die, r *roll) bool {
		g := r.g
		if !r.asked {
			r.asked = true
			limit := health(g.unitsWhere(r.army, eldarim))
			kin := g.unitsWhere(r.army, func(x *die) bool {
				return dragonkin(x) && slices.ContainsFunc(r.dragons, func(a *attacker) bool { return a.feared(x) })
			})
			r.brave = kin
			if health(kin) > limit {
				r.brave = g.pickHealth(r.seat(), rule, "brave", fmt.Sprintf("%s: which Dragonkin face the dragons? Up to %d health-worth. (%s)", g.name(r.seat()), limit, rule.Name), kin, limit, false)
			}
			if len(r.brave) > 0 {
				r.note(rule, "%s: they face the dragons", names(r.brave))
			}
		}
		return slices.Contains(r.brave, d)
	}
}

// handles lets one army with Eldarim at a terrain add a Dragonkin of one health or promote one. The
// Dragonkin must share an element with the terrain. An army never gets more health of Dragonkin than it
// has of Eldarim.
func handles(rule Rule) func(*game) {
	return func(g *game) {
		able := slices.DeleteFunc(g.armiesWith(g.marching, "eldarim"), func(a army) bool {
			small, growing := g.handled(a)
			return len(small)+len(growing) == 0
		})
		if len(able) == 0 || !g.yes(g.marching, rule, "handle", fmt.Sprintf("%s: add or promote a Dragonkin? (%s)", g.name(g.marching), rule.Name)) {
			return
		}
		a, _ := g.pickArmy(g.marching, rule, "handlers", g.name(g.marching)+": in which army?", able)
		small, growing := g.handled(a)
		var options []engine.Option
		if len(small) > 0 {
			options = append(options, engine.Option{ID: "add", Text: "Add a Dragonkin of one health"})
		}
		if len(growing) > 0 {
			options = append(options, engine.Option{ID: "promote", Text: "Promote a Dragonkin"})
		}
		if g.declare(g.marching, rule, "handle how", g.name(g.marching)+": add or promote?", options) == "promote" {
			g.promote(growing, true, rule)
			return
		}
		d := g.pickOne(g.marching, rule, "add", g.name(g.marching)+": which Dragonkin joins?", small, true)
		g.put(d, a.place)
		g.tell(rule, a.seat, "%s: %s joins %s.", rule.Name, d.kind.Name, g.armyName(a))
	}
}

// handled returns the Dragonkin that an army could add, and those that it could promote.
func (g *game) handled(a army) (small, growing []*die) {
	fits := func(d *die) bool {
		return slices.ContainsFunc(d.kind.Elements, func(e string) bool { return g.stands(a, e) })
	}
	kin := g.unitsWhere(a, dragonkin)
	if health(kin)+1 > health(g.unitsWhere(a, eldarim)) {
		return nil, nil
	}
	for _, d := range g.of(a.seat, inPool) {
		if dragonkin(d) && d.health() == 1 && fits(d) {
			small = append(small, d)
		}
	}
	return small, g.canGrow(slices.DeleteFunc(kin, func(d *die) bool { return !fits(d) }))
}
