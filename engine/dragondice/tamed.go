package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Dragons that a unit has tamed. A dragon is tame while it and the unit stay where they are, or
// ride together.

// tamer returns the effect by which a dragon is tame; nil if it is wild.
func (g *game) tamer(dragon *die) *effect {
	for _, e := range g.effects {
		if e.tames == dragon {
			return e
		}
	}
	return nil
}

// master returns the seat that decides for a dragon: the owner of the unit that tamed it. If it is
// wild, that is who rolls it.
func (g *game) master(dragon *die) engine.Seat {
	if e := g.tamer(dragon); e != nil {
		return e.unit.owner
	}
	return g.hand(dragon.owner)
}

// tame has a unit tame a dragon. If the unit had tamed another dragon, that one is wild again.
func (g *game) tame(dragon, by *die, rule Rule) {
	g.endEffects(func(e *effect) bool { return e.tames != nil && (e.tames == dragon || e.unit == by) })
	g.last(effect{rule: rule, by: by.owner, ends: nobody, unit: by, leaves: true, while: dragon, tames: dragon, text: "is tame"})
}

// untame sets tame dragons free if their kind says so (Wild).
func (g *game) untame() {
	for _, e := range g.endEffects(func(e *effect) bool { return e.tames != nil && g.wild(e.tames) }) {
		g.tell(g.ed.dragonKind(e.tames.kind.Class).Rule, e.by, "%s is tame no more.", e.tames.kind.Name)
	}
}

func (g *game) wild(dragon *die) bool {
	k := g.ed.dragonKind(dragon.kind.Class)
	return k != nil && k.Wild
}

// rides lets units of the marching player ride their tame dragons to other terrains.
func (g *game) rides() {
	rule, on := g.ed.rule("champion/ride")
	if !on {
		return
	}
	for _, d := range g.dice {
		e := g.tamer(d)
		if e == nil || e.unit.owner != g.marching || g.bound(e.unit) != nil {
			continue
		}
		unit, power := e.unit, e.rule
		text := fmt.Sprintf("%s: does %s ride %s to another terrain? (%s)", g.name(g.marching), unit.kind.Name, d.kind.Name, rule.Name)
		to := g.pickPlace(g.marching, rule, "ride", text, d.at)
		if to == nil {
			continue
		}
		able := slices.DeleteFunc(g.items(unit.army()), func(x *die) bool { return !bears(unit.kind, x.kind) })
		item := g.pickOne(g.marching, rule, "ride with", fmt.Sprintf("%s: which item does %s take along?", g.name(g.marching), unit.kind.Name), able, false)
		g.put(d, *to)
		g.put(unit, *to)
		g.tame(d, unit, power)
		g.tell(rule, unit.owner, "%s rides %s to %s.", unit.kind.Name, d.kind.Name, to.terrain)
		if item != nil {
			g.put(item, *to)
			g.tell(rule, unit.owner, "%s takes %s along.", unit.kind.Name, item.kind.Name)
		}
		g.settleTerrains()
	}
}

// pickPlace asks for a terrain other than `from`. It returns nil if the thing stays.
func (g *game) pickPlace(seat engine.Seat, rule Rule, what, text string, from place) *place {
	options := []engine.Option{{ID: "stay", Text: "Stay"}}
	for _, t := range g.terrains {
		if t.place() != from {
			options = append(options, engine.Option{ID: t.id(), Text: fmt.Sprintf("%s (%s, at %d)", t.id(), t.die.kind.Name, t.number()), Die: t.id()})
		}
	}
	if id := g.declare(seat, rule, what, text, options); id != "stay" {
		return &place{atTerrain, id}
	}
	return nil
}

// bared reports whether a breath has taken a dragon's automatic saves.
func (g *game) bared(dragon *die) bool {
	for _, e := range g.effects {
		if e.bares == dragon {
			return true
		}
	}
	return false
}

// staying returns the ability that keeps a unit where it is; nil for none.
func (g *game) staying(d *die) *Ability {
	for i, a := range g.ed.Abilities {
		if a.Stays != nil && a.Stays(d) {
			return &g.ed.Abilities[i]
		}
	}
	return nil
}
