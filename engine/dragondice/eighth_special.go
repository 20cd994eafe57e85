package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// castleBecomes has the holder of a castle choose which other eighth face it is. That lasts until
// the terrain is turned.
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

// lairSummons lets the holder summon a dragon to any terrain. The dragon has an element of the
// holder's terrain, or is an ivory one. White dragons don't come.
func lairSummons(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		if len(g.summonable(t.die.kind.Elements)) > 0 && g.yes(t.holder, rule, "lair", fmt.Sprintf("%s: summon a dragon by the lair at %s?", g.name(t.holder), t.id())) {
			g.summonBy(t.die.kind.Elements, t.holder, rule)
		}
	}
}

// groveReturns returns one buried die, which the holder chooses. A unit of any player goes to its
// owner's DUA. A Dragonkin or minor terrain of the holder goes to the pool. An item of the holder
// goes to the army that holds the grove.
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

// vortexRerolls lets the holder roll one unit of the army again, if the roll counts no maneuvers.
// That happens before SAIs are applied.
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
