package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// What only the spells of the third edition do or are aimed at.

// late has what lasts of a spell end with the caster's next turn.
func late(do func(*casting)) func(*casting) {
	return func(c *casting) {
		c.late = true
		do(c)
	}
}

// unlessThere leaves out targets on which the spell lies already.
func unlessThere(aim func(*casting) []aimed) func(*casting) []aimed {
	return func(c *casting) []aimed {
		return slices.DeleteFunc(aim(c), func(t aimed) bool {
			return slices.ContainsFunc(c.g.effects, func(e *effect) bool {
				return e.rule.ID == c.spell.ID && (t.army != nil && e.army != nil && *t.army == *e.army ||
					t.terrain != nil && e.terrain == t.terrain.id() || t.army == nil && t.terrain == nil && e.dua == t.seat)
			})
		})
	}
}

func own(c *casting, a army) bool { return a.seat == c.seat }

// anyDead aims at anybody's dead, whether there are any yet or not.
func anyDead(c *casting) []aimed {
	var out []aimed
	for _, s := range c.g.order {
		out = append(out, aimed{id: c.g.slug(s) + "@dead", text: c.g.name(s) + "'s dead", seat: s})
	}
	return out
}

func aboveOne(t *terrain) bool { return t.number() > 1 }

// allThere are all armies at the terrain aimed at, from the marching player on.
func allThere(c *casting) []army { return c.struck() }

// contested aims at terrains with an opponent's army.
func contested(c *casting) []aimed {
	return terrainsWhere(func(t *terrain) bool { return len(c.g.opposing(c.seat, t.place())) > 0 })(c)
}

// wetAndContested aims at those of them that have water.
func wetAndContested(c *casting) []aimed {
	return slices.DeleteFunc(contested(c), func(t aimed) bool { return !t.terrain.die.kind.has("water") })
}

// enhances lets the army's owner name one unit or item after each roll; one of its results, of which
// some are not those of SAIs, count twice.
func enhances(mods ...modifier) func(*casting) {
	return func(c *casting) {
		c.last(effect{
			reroll: func(r *roll, e *effect) {
				byDie := r.doublable(mods)
				var dice []*die
				for _, d := range r.dice {
					if len(byDie[d.die]) > 0 && !slices.Contains(dice, d.die) {
						dice = append(dice, d.die)
					}
				}
				d := r.g.pickOne(r.seat(), e.rule, r.what+" double", fmt.Sprintf("%s: double the results of which die? (%s)", r.g.name(r.seat()), e.rule.Name), dice, false)
				if d == nil {
					return
				}
				m := r.doubled(e.rule, byDie[d])
				m.rule, m.op, m.n, m.plain, m.withIDs, m.dice = e.rule, multiply, 2, true, !m.noID, func(x *die) bool { return x == d }
				r.mods = append(r.mods, m)
			},
			text: "one die's results count twice",
		})
	}
}

// doublable are those of some modifiers that do something to a die of the roll, each of one result.
func (r *roll) doublable(mods []modifier) map[*die][]modifier {
	out := map[*die][]modifier{}
	for _, d := range r.dice {
		shown, plain := resultOf(d.shows().Icon)
		for _, m := range mods {
			for _, of := range m.of {
				id := d.shows().Icon == idIcon && !m.noID && r.wants(of)
				known := slices.ContainsFunc(out[d.die], func(x modifier) bool { return x.of[0] == of })
				if _, plainly := r.plainMagic(); d.void || known || of == Magic && plainly || !id && !(plain && shown == of && (r.wants(of) || r.willChange(d, of))) {
					continue
				}
				one := m
				one.of = []Result{of}
				out[d.die] = append(out[d.die], one)
			}
		}
	}
	return out
}

// doubled asks which result is doubled where a die makes several of them.
func (r *roll) doubled(rule Rule, mods []modifier) modifier {
	var options []engine.Option
	byID := map[string]modifier{}
	for _, m := range mods {
		of := m.of[0]
		byID[of.String()] = m
		options = append(options, engine.Option{ID: of.String(), Text: of.plural()})
	}
	if len(options) == 1 {
		return byID[options[0].ID]
	}
	return byID[r.g.declare(r.seat(), rule, r.what+" double of", fmt.Sprintf("%s: double which results? (%s)", r.g.name(r.seat()), rule.Name), options)]
}

// mirage has each unit at the terrain whose health is the number of castings save or flee.
func mirage(c *casting) {
	for _, a := range c.struck() {
		units := c.g.unitsWhere(a, func(d *die) bool { return d.health() == c.n })
		unless(Save, fled)(c.g, units, c.cause())
	}
}

// driven sends a health-worth for each casting from an army to its reserves. Who names the units the
// table rules.
func driven(c *casting) {
	if c.target.army == nil {
		return
	}
	by := c.seat
	if c.g.ruling(c.spell.Rule, c.spell.Name+": who names the units that flee?", []engine.Option{
		{ID: "caster", Text: "The caster"}, {ID: "owner", Text: "Their owner"}}) == "owner" {
		by = c.target.army.seat
	}
	text := fmt.Sprintf("%s: %d health-worth of units flee. Which? (%s)", c.g.name(by), c.n, c.spell.Name)
	c.g.flee(c.g.pickHealth(by, c.spell.Rule, "driven", text, c.g.units(*c.target.army), c.n, true), c.cause())
}

// sprouts rolls those who come among the caster's dead: for each point of IDs a health-worth of them
// goes to the reserves instead.
func sprouts(c *casting) {
	c.last(effect{killed: func(d *deaths, e *effect) {
		g := d.g
		dying := slices.DeleteFunc(slices.Clone(d.dice), func(x *die) bool { return x.owner != e.dua })
		d.after = append(d.after, func() {
			dead := slices.DeleteFunc(dying, func(x *die) bool { return x.at.area != inDUA })
			if len(dead) == 0 {
				return
			}
			_, alive := g.mustID(dead, cause{rule: e.rule, by: e.by})
			text := fmt.Sprintf("%s: %d health-worth goes to the reserves. Which? (%s)", g.name(e.dua), health(alive), e.rule.Name)
			back := g.pickHealth(e.dua, e.rule, "sprout", text, dead, health(alive), true)
			g.moveTo(back, place{area: inReserve}, e.rule)
		})
	}})
}

// honors keeps all but units with death from being buried from the dead aimed at.
func honors(c *casting) {
	c.last(effect{buries: func(d *die) bool { return d.kind.has("death") }})
}

// bogsDown keeps every army from maneuvering a terrain.
func bogsDown(c *casting) { c.last(effect{stuck: true, text: "nobody can maneuver it"}) }

// fogsOver halves maneuvers at a terrain, and missiles shot at armies there.
func fogsOver(c *casting) {
	c.last(effect{mods: []modifier{{op: divide, of: []Result{Maneuver}, n: 2}}})
	c.last(effect{onto: true, mods: []modifier{{op: divide, of: []Result{Missile}, n: 2}}})
}

// dazzles halves an army's missiles and magic.
func dazzles(c *casting) {
	c.last(effect{mods: []modifier{{op: divide, of: []Result{Missile}, n: 2}, {op: divide, of: []Result{Magic}, n: 2}}})
}

// thornsAll hurt an army that maneuvers the terrain by its whole health; a melee roll, as against
// dragons, reduces it.
func thornsAll(c *casting) {
	c.last(effect{maneuvered: func(a army, e *effect) {
		g := c.g
		points := health(g.units(a))
		r := g.newRoll(cast{purpose: ForDragon, counts: []Result{Melee}, rule: e.rule, army: a, what: "thorns"}).resolve()
		g.damage(a, points-r.total(Melee), cause{rule: e.rule, by: e.by, wide: true})
	}})
}

// unresolved fits a die whose SAI, if it shows one, was not applied.
func unresolved(d *rolled) bool { return !d.applied && !d.again }

// anyDeadOf are the caster's dead, of any colour.
func (c *casting) anyDeadOf() []*die {
	return slices.DeleteFunc(c.g.dead(c.seat), c.g.lost)
}

func canRise(c *casting, d *die) bool { return canEvolve(eldarim)(c, d) }
