package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// What spells of the third edition alone do or are aimed at.

// late has what lasts of a spell end when the caster's next turn ends.
func late(do func(*casting)) func(*casting) {
	return func(c *casting) {
		c.late = true
		do(c)
	}
}

// unlessThere leaves out targets that the spell lies on already.
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

// anyDead aims at the DUA of any player, even if it is empty.
func anyDead(c *casting) []aimed {
	var out []aimed
	for _, s := range c.g.order {
		out = append(out, aimed{id: c.g.slug(s) + "@dead", text: c.g.name(s) + "'s dead", seat: s})
	}
	return out
}

func aboveOne(t *terrain) bool { return t.number() > 1 }

// allThere returns the armies at the terrain aimed at that the magic touches, from the marching
// player on.
func allThere(c *casting) []army { return c.struck() }

// contested aims at terrains with an opponent's army.
func contested(c *casting) []aimed {
	return terrainsWhere(func(t *terrain) bool { return len(c.g.opposing(c.seat, t.place())) > 0 })(c)
}

// wetAndContested aims at terrains with an opponent's army and water.
func wetAndContested(c *casting) []aimed {
	return slices.DeleteFunc(contested(c), func(t aimed) bool { return !t.terrain.die.kind.has("water") })
}

// enhances lets the army's owner name a unit or item after each roll of the army. One type of its
// results counts twice, without those of SAIs.
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

// doublable returns, for each die of the roll, the modifiers that do something to it. Each of them
// has one type.
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

// doubled returns the modifier that is used. If there are several, the roller chooses the type that
// is doubled.
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

// mirage has units at the terrain make a save or flee. It works on units with as much health as
// there are castings.
func mirage(c *casting) {
	for _, a := range c.struck() {
		units := c.g.unitsWhere(a, func(d *die) bool { return d.health() == c.n })
		unless(Save, fled)(c.g, units, c.cause())
	}
}

// driven sends one health-worth of an army for each casting to its reserves. The table rules who
// names the units.
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

// sprouts rolls units that come into the caster's DUA. Units among them go to the reserves instead,
// as much health in all as those that show their ID have.
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

// honors keeps units from being buried from the DUA aimed at, except units with death.
func honors(c *casting) {
	c.last(effect{buries: func(d *die) bool { return d.kind.has("death") }})
}

// bogsDown keeps every army from maneuvering a terrain.
func bogsDown(c *casting) { c.last(effect{stuck: true, text: "nobody can maneuver it"}) }

// fogsOver halves maneuvers at a terrain, and missiles that are shot at armies there.
func fogsOver(c *casting) {
	c.last(effect{mods: []modifier{{op: divide, of: []Result{Maneuver}, n: 2}}})
	c.last(effect{onto: true, mods: []modifier{{op: divide, of: []Result{Missile}, n: 2}}})
}

// dazzles halves an army's missiles and magic.
func dazzles(c *casting) {
	c.last(effect{mods: []modifier{{op: divide, of: []Result{Missile}, n: 2}, {op: divide, of: []Result{Magic}, n: 2}}})
}

// thornsAll deals damage to an army that maneuvers the terrain: as much as the health of all its
// units. The army makes a melee roll, as against dragons, that reduces the damage.
func thornsAll(c *casting) {
	c.last(effect{maneuvered: func(a army, e *effect) {
		g := c.g
		points := health(g.units(a))
		r := g.newRoll(cast{purpose: ForDragon, counts: []Result{Melee}, rule: e.rule, army: a, what: "thorns"}).resolve()
		g.damage(a, points-r.total(Melee), cause{rule: e.rule, by: e.by, wide: true})
	}})
}

// unresolved fits a die whose SAI wasn't applied, and a die that shows none.
func unresolved(d *rolled) bool { return !d.applied && !d.again }

// anyDeadOf returns those dead units of the caster that may return, whatever their colour.
func (c *casting) anyDeadOf() []*die {
	return slices.DeleteFunc(c.g.dead(c.seat), c.g.lost)
}

func canRise(c *casting, d *die) bool { return canEvolve(eldarim)(c, d) }
