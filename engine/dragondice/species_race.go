package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Abilities of races that depend on a terrain's type, or on nothing of a terrain.

// atType fits rolls of armies at terrains of a type ("highland"). A minor terrain there changes
// nothing.
func atType(kind string) When {
	return func(r *roll) bool {
		t := r.g.terrainOf(r.army.place)
		return t != nil && t.die.kind.TerrainType == kind
	}
}

// counterManeuvering fits the maneuver roll of an army that opposes.
func counterManeuvering(r *roll) bool { return r.purpose == ForManeuver && r.counter }

// countsAt lets a race count results of one type as another at terrains of a type.
func countsAt(rule Rule, race, at string, from, to Result) func(*roll) {
	fits := atType(at)
	return func(r *roll) {
		if !r.bare && r.wants(to) && fits(r) {
			r.mods = append(r.mods, modifier{rule: rule, op: countAs, of: []Result{to}, from: from, dice: species(race)})
		}
	}
}

// maneuversDouble doubles a race's maneuvers in the rolls that fit.
func maneuversDouble(rule Rule, race string, fits When) func(*roll) {
	return func(r *roll) {
		if !r.bare && (r.wants(Maneuver) || r.hides(Maneuver)) && fits(r) {
			r.mods = append(r.mods, modifier{rule: rule, op: multiply, of: []Result{Maneuver}, n: 2, dice: species(race)})
		}
	}
}

// shieldsBurn counts Firewalkers' save icons as melee in melee rolls. Saves of IDs and SAIs don't count
// so.
func shieldsBurn(rule Rule) func(*roll) {
	return func(r *roll) {
		if !r.bare && r.isFor(ForMelee) {
			r.mods = append(r.mods, modifier{rule: rule, op: countAs, of: []Result{Melee}, from: Save, plain: true, dice: species("firewalker")})
		}
	}
}

// scorchesAnywhere has each save of Scalders hit the attackers, if the save roll is against a melee
// attack. Saves of IDs don't.
func scorchesAnywhere(rule Rule) func(*game, *roll, *roll) {
	return func(g *game, attack, save *roll) {
		if attack.purpose != ForMelee || attack.counter {
			return
		}
		n := 0
		for _, s := range save.shares {
			if s.of == Save && s.from != fromID && species("scalder")(s.die) {
				n += s.n
			}
		}
		if n > 0 {
			save.back = append(save.back, backDamage{rule: rule, n: n})
			g.tell(rule, save.seat(), "%d damage to the attackers.", n)
		}
	}
}

// intangibly adds a save for each Scalder that rolls against a missile attack. These saves work only
// against missiles that no SAI made.
func intangibly(rule Rule) func(*roll) {
	return func(r *roll) {
		if r.attack == nil || r.attack.purpose != ForMissile || r.individual || !r.wants(Save) {
			return
		}
		var able []*die
		for _, d := range r.dice {
			if species("scalder")(d.die) && !slices.Contains(able, d.die) {
				able = append(able, d.die)
			}
		}
		if n := min(len(able), r.attack.total(Missile)-r.attack.pools[fromSAI][Missile]); n > 0 {
			r.mods = append(r.mods, modifier{rule: rule, op: add, of: []Result{Save}, n: n})
		}
	}
}

// resistsBurial rolls Undead that are to be buried. Those that make a save other than by their ID stay
// in the DUA.
func resistsBurial(rule Rule) func(*game, []*die) []*die {
	return func(g *game, dice []*die) []*die {
		undead := slices.DeleteFunc(slices.Clone(dice), func(d *die) bool { return !species("undead")(d) })
		var stay []*die
		for i, r := range g.rollEach(undead, []Result{Save}, ForSave, cause{rule: rule, by: engine.Everyone}) {
			if r.total(Save)-r.pools[fromID][Save] > 0 {
				stay = append(stay, undead[i])
				g.put(undead[i], place{area: inDUA})
				g.tell(rule, undead[i].owner, "%s stays among the dead.", undead[i].kind.Name)
			}
		}
		return slices.DeleteFunc(slices.Clone(dice), func(d *die) bool { return slices.Contains(stay, d) })
	}
}

// feralizesAnywhere lets each army with Feral at a terrain recruit a Feral of one health or promote
// one.
func feralizesAnywhere(rule Rule) func(*game) {
	return func(g *game) {
		for _, a := range g.armiesWith(g.marching, "feral") {
			g.feralize(a, rule)
		}
	}
}

// fliesAnywhere lets Firewalkers go to any other terrain from a terrain with air. Air of a minor
// terrain isn't enough.
func fliesAnywhere(rule Rule) func(*game) {
	return func(g *game) {
		for _, from := range g.armiesWith(g.marching, "firewalker") {
			if !g.contains(from.place, "air") {
				continue
			}
			for _, t := range g.terrains {
				able := g.unitsWhere(from, species("firewalker"))
				if t.place() == from.place || len(able) == 0 {
					continue
				}
				text := fmt.Sprintf("%s: which Firewalkers fly from %s to %s? (%s)", g.name(g.marching), where(from.place), t.id(), rule.Name)
				going := g.found(g.pick(g.marching, rule, "fly "+t.id(), text, engine.Pick{Options: dieOptions(able), Max: len(able)}))
				if len(going) > 0 {
					g.moveTo(going, t.place(), rule)
				}
			}
		}
	}
}

// mutatesThree has up to three health-worth of units in an opponent's reserves save or die. The
// marching player must have a dead Swamp Stalker. An army of theirs may then recruit or promote Swamp
// Stalkers by as much health as died.
func mutatesThree(rule Rule) func(*game) {
	return func(g *game) {
		own := g.armiesWith(g.marching, "swamp_stalker")
		enemies := g.armies(func(a army) bool { return enemies(a.seat, g.marching) && a.place.area == inReserve })
		if len(own) == 0 || len(enemies) == 0 || !slices.ContainsFunc(g.dead(g.marching), species("swamp_stalker")) ||
			!g.yes(g.marching, rule, "mutate", fmt.Sprintf("%s: attempt to mutate? (%s)", g.name(g.marching), rule.Name)) {
			return
		}
		a, _ := g.pickArmy(g.marching, rule, "target", g.name(g.marching)+": which reserves?", enemies)
		text := fmt.Sprintf("%s: which units save or die? Up to 3 health-worth. (%s)", g.name(g.marching), rule.Name)
		units := g.pickHealth(g.marching, rule, "target", text, g.units(a), 3, false)
		c := cause{rule: rule, by: g.marching, save: true}
		failed, _ := g.mustMake(units, Save, c)
		if worth := health(g.kill(failed, c)); worth > 0 {
			to, _ := g.pickArmy(g.marching, rule, "mutants", g.name(g.marching)+": which army grows?", own)
			g.mutants(to, worth, rule)
		}
	}
}

// replantsInMarch lets a marching army exchange Treefolk for dead Treefolk of equal health.
func replantsInMarch(rule Rule) func(*game, army) {
	return func(g *game, a army) {
		var used []*die
		for {
			var options []engine.Option
			for _, d := range g.unitsWhere(a, species("treefolk")) {
				for _, x := range g.dead(a.seat) {
					if species("treefolk")(x) && x.health() == d.health() && !slices.Contains(used, d) && !slices.Contains(used, x) {
						options = append(options, engine.Option{ID: d.id + ">" + x.id, Text: d.kind.Name + " for " + x.kind.Name, Die: d.id})
					}
				}
			}
			if len(options) == 0 {
				return
			}
			options = append(options, engine.Option{ID: "done", Text: "No more"})
			id := g.declare(a.seat, rule, "replant", fmt.Sprintf("%s: exchange which Treefolk? (%s)", g.name(a.seat), rule.Name), options)
			if id == "done" {
				return
			}
			old, new := g.pair(id)
			used = append(used, old, new)
			g.exchange(old, new)
			g.tell(rule, a.seat, "%s exchanged for %s.", old.kind.Name, new.kind.Name)
		}
	}
}
