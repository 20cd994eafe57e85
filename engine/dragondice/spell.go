package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Spell is a row of an edition's table.
type Spell struct {
	Rule
	// Element is air, death, earth, fire or water. "elemental" stands for any one element.
	Element string
	Cost    int
	// Species is the only species that may cast it; empty if any may.
	Species string
	// Reserves: it may be cast from the reserves. Cantrip: the Cantrip SAI may cast it.
	Reserves, Cantrip bool
	// Cumulative: castings on one target are combined to one stronger spell.
	Cumulative bool
	// Mixed: its cost may be paid in several elements. Apart: the table rules whether that goes for
	// each casting or only for all of them together.
	Mixed, Apart bool
	// Open: it isn't known whether castings on one target add up. The table rules when it matters.
	Open bool
	// Units: its targets are the units that Choose picks. So castings on one army may go to different
	// units.
	Units bool
	// Again: it may lower a terrain that a spell has lowered before in the same turn.
	Again bool
	// OnTerrain: it lies on a terrain.
	OnTerrain bool
	// Useful reports whether an nth casting on a target could do anything; nil if it always could.
	Useful func(c *casting, t aimed, n int) bool
	// Aim returns what it may be aimed at.
	Aim func(c *casting) []aimed
	// Choose picks units and the like once all castings are known; nil if there is nothing to pick.
	Choose func(c *casting)
	// Cast does what the spell does.
	Cast func(c *casting)
}

// casting is a spell that was announced: n castings combined on one target.
type casting struct {
	g       *game
	spell   *Spell
	seat    engine.Seat
	army    army
	element string
	n       int
	target  aimed
	// units are the units that Choose picked. taken are those that other castings of the spell picked.
	units, taken []*die
	// late: what lasts of it ends when the caster's next turn ends, not when that turn begins.
	late bool
	// void: it was dispelled.
	void bool
	// cantrip: the Cantrip SAI casts it.
	cantrip bool
}

// aimed is a target: its id and text, and the one thing that it is.
type aimed struct {
	id, text string
	army     *army
	terrain  *terrain
	unit     *die
	seat     engine.Seat
}

// cause returns the spell as the cause of what happens.
func (c *casting) cause() cause { return cause{rule: c.spell.Rule, by: c.seat} }

// name returns the casting's name for sentences: "Stone Skin ×2".
func (c *casting) name() string {
	if c.n > 1 {
		return fmt.Sprintf("%s ×%d", c.spell.Name, c.n)
	}
	return c.spell.Name
}

// What spells are aimed at.

// armiesWhere aims at the armies that f selects.
func armiesWhere(f func(c *casting, a army) bool) func(*casting) []aimed {
	return func(c *casting) []aimed {
		var out []aimed
		for _, a := range c.g.armies(nil) {
			if f(c, a) && c.canAim(a) {
				b := a
				out = append(out, aimed{id: c.g.armyID(a), text: c.g.armyName(a), army: &b})
			}
		}
		return out
	}
}

// canAim reports whether the caster can aim at an army: nothing hides it or protects it from this
// magic.
func (c *casting) canAim(a army) bool {
	return !enemies(c.seat, a.seat) || !c.g.hidden(a) && !c.g.warded(a, c.element)
}

// anyArmy aims at any army.
func anyArmy(c *casting) []aimed {
	return armiesWhere(func(*casting, army) bool { return true })(c)
}

// opposingArmy aims at an opponent's army.
func opposingArmy(c *casting) []aimed {
	return armiesWhere(func(c *casting, a army) bool { return enemies(c.seat, a.seat) })(c)
}

// opposingArmyAtTerrain aims at an opponent's army that is not in reserves.
func opposingArmyAtTerrain(c *casting) []aimed {
	return armiesWhere(func(c *casting, a army) bool { return enemies(c.seat, a.seat) && a.place.area == atTerrain })(c)
}

// anyTerrain aims at a terrain.
func anyTerrain(c *casting) []aimed { return terrainsWhere(func(*terrain) bool { return true })(c) }

func terrainsWhere(f func(*terrain) bool) func(*casting) []aimed {
	return func(c *casting) []aimed {
		var out []aimed
		for _, t := range c.g.terrains {
			if f(t) {
				out = append(out, aimed{id: t.id(), text: t.id(), terrain: t})
			}
		}
		return out
	}
}

// unitsWhere aims at single units in play that f selects.
func unitsWhere(f func(c *casting, d *die) bool) func(*casting) []aimed {
	return func(c *casting) []aimed {
		var out []aimed
		for _, a := range c.g.armies(nil) {
			if !c.canAim(a) {
				continue
			}
			for _, d := range c.g.units(a) {
				if f(c, d) {
					out = append(out, aimed{id: d.id, text: fmt.Sprintf("%s (%s)", d.kind.Name, c.g.armyName(a)), unit: d})
				}
			}
		}
		return out
	}
}

// opposingUnit aims at an opponent's unit.
func opposingUnit(c *casting) []aimed {
	return unitsWhere(func(c *casting, d *die) bool { return enemies(c.seat, d.owner) })(c)
}

// ownDead aims at the caster's DUA.
func ownDead(c *casting) []aimed {
	return []aimed{{id: "dead", text: c.g.name(c.seat) + "'s dead", seat: c.seat}}
}

// ownDeadWhere aims at the caster's DUA if f selects a unit in it.
func ownDeadWhere(f func(c *casting, d *die) bool) func(*casting) []aimed {
	return func(c *casting) []aimed {
		if !slices.ContainsFunc(c.g.dead(c.seat), func(d *die) bool { return f(c, d) }) {
			return nil
		}
		return ownDead(c)
	}
}

// What spells do.

// lasting puts a modifier on the target until the caster's next turn. Each casting counts n.
func lasting(o op, n int, of ...Result) func(*casting) {
	return lastingWhen(nil, o, n, of...)
}

// lastingWhen is lasting for the rolls that when selects.
func lastingWhen(when When, o op, n int, of ...Result) func(*casting) {
	return func(c *casting) {
		m := modifier{op: o, n: n * c.n, of: of, magical: o == add && slices.Contains(of, Save)}
		c.last(effect{mods: []modifier{m}, when: when})
	}
}

// last puts an effect of the spell on its target.
func (c *casting) last(e effect) {
	e.rule, e.by, e.n, e.element, e.late = c.spell.Rule, c.seat, c.n, c.element, c.late
	switch {
	case c.target.army != nil:
		e.army = c.target.army
	case c.target.terrain != nil:
		e.terrain = c.target.terrain.id()
	case c.target.unit != nil:
		e.unit = c.target.unit
	default:
		e.dua = c.target.seat
	}
	before := slices.ContainsFunc(c.g.effects, func(o *effect) bool { return o.rule.ID == e.rule.ID && o.sameTarget(&e) })
	e.single = before && !c.adds()
	c.g.last(e)
	until := "next turn"
	if e.late {
		until = "next turn ends"
	}
	c.g.tell(c.spell.Rule, c.seat, "%s on %s until %s's %s.", c.name(), c.g.on(&e), c.g.name(c.seat), until)
}

// hurts deals n damage for each casting to the army aimed at, which rolls saves.
func hurts(n int) func(*casting) {
	return func(c *casting) {
		c.g.inflict(*c.target.army, n*c.n, []Result{Save}, ForMagic, c.cause())
	}
}

// castBefore puts a spell of a described position in force.
func (g *game) castBefore(l Lasting) {
	s := g.ed.spell("spell/" + l.Spell)
	c := &casting{g: g, spell: s, seat: l.By, n: max(l.Times, 1), element: s.Element}
	for _, a := range g.armies(nil) {
		if g.armyID(a) == l.On {
			b := a
			c.target = aimed{army: &b}
		}
	}
	for _, t := range g.terrains {
		if t.id() == l.On {
			c.target = aimed{terrain: t}
		}
	}
	if l.On == g.slug(l.By)+"@dead" {
		c.target = aimed{seat: l.By}
	}
	if c.target.army != nil || c.target.terrain != nil || c.target.seat != 0 {
		s.Cast(c)
	}
}
