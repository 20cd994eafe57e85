package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// castleBecomes has the holder of a castle say which other eighth face it is, until it is turned.
func castleBecomes(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		if t.as != "" {
			return
		}
		options := []engine.Option{}
		for _, icon := range []string{"city", "standing_stones", "temple", "tower"} {
			if e := g.ed.eighth(icon); e != nil {
				options = append(options, engine.Option{ID: icon, Text: e.Name})
			}
		}
		t.as = g.declare(t.holder, rule, "castle", fmt.Sprintf("%s: what is the castle at %s?", g.name(t.holder), t.id()), options)
		g.tell(rule, t.holder, "The castle at %s is a %s.", t.id(), lower(g.ed.eighth(t.as).Name))
	}
}

// lairSummons lets the holder summon a dragon that matches an element of the terrain, or an ivory
// one, to any terrain. White dragons don't come.
func lairSummons(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		if len(g.summonable(t.die.kind.Elements)) > 0 && g.yes(t.holder, rule, "lair", fmt.Sprintf("%s: summon a dragon by the lair at %s?", g.name(t.holder), t.id())) {
			g.summonBy(t.die.kind.Elements, t.holder, rule)
		}
	}
}

// groveReturns has one buried die come back: any player's unit to its owner's dead, the holder's own
// Dragonkin or minor terrain to the pool, or the holder's own item to the army that holds the grove.
func groveReturns(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		var able []*die
		for _, d := range g.dice {
			own := d.owner == t.holder && (d.kind.isDragonkin() || d.kind.isMinor() || d.kind.isItem())
			if d.at.area == inBUA && (own || d.kind.isUnit() && !d.kind.isDragonkin()) {
				able = append(able, d)
			}
		}
		d := g.pickOne(t.holder, rule, "grove", fmt.Sprintf("%s: which buried die does the grove at %s return?", g.name(t.holder), t.id()), able, true)
		if d == nil {
			return
		}
		to := place{area: inDUA}
		switch {
		case d.kind.isItem():
			to = t.place()
		case d.kind.isDragonkin() || d.kind.isMinor():
			to = place{area: inPool}
		}
		g.put(d, to)
		g.tell(rule, d.owner, "%s returns to %s.", d.kind.Name, where(to))
	}
}

// vortexRerolls lets the holder roll one unit of the army again, before SAIs are applied, in rolls
// that count no maneuvers.
func vortexRerolls(rule Rule) func(*roll) {
	return func(r *roll) {
		if r.wants(Maneuver) {
			return
		}
		var units []*die
		for _, d := range r.dice {
			if d.die.kind.isUnit() && !d.void && !d.again && !slices.Contains(units, d.die) {
				units = append(units, d.die)
			}
		}
		u := r.g.pickOne(r.seat(), rule, r.what+" vortex", fmt.Sprintf("%s: roll one unit again? (%s)", r.g.name(r.seat()), rule.Name), units, false)
		if u == nil {
			return
		}
		i := slices.IndexFunc(r.dice, func(d *rolled) bool { return d.die == u && !d.void })
		r.again(r.dice[i], rule, false)
	}
}
