package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// SAIs of items.

// flurries, in the re-roll step of a dragon attack, asks what the item does: it saves, or it
// strikes and is rolled again.
func flurries(r *roll, d *rolled) {
	rule := r.g.ed.sai(d.shows().rule()).Rule
	how := r.g.declare(r.seat(), rule, "flurry", fmt.Sprintf("%s: %s of %s: saves, or melee and roll again?", r.g.name(r.seat()), rule.Name, d.die.kind.Name),
		[]engine.Option{{ID: "saves", Text: "Saves"}, {ID: "melee", Text: "Melee, and roll again"}})
	if how == "melee" {
		d.as = Melee
		r.again(d, rule, true)
		return
	}
	d.as = Save
}

// counted gives X of the type that was chosen for each die.
func counted(r *roll, u use) {
	for _, d := range u.dice {
		r.give(d.die, d.as, d.shows().worth(), fromSAI, u.row.Rule)
	}
}

// wayfares lets the item and one unit that carries it go to any terrain or the reserves. If it
// stays, it makes X maneuvers in a maneuver roll.
func wayfares(r *roll, u use) {
	g := r.g
	for _, d := range u.dice {
		bearers := g.bearers(d.die)
		var to *place
		if len(bearers) > 0 {
			to = g.pickDestination(d.die, u.row.Rule, true)
		}
		if to == nil {
			if r.wants(Maneuver) {
				r.give(d.die, Maneuver, d.shows().worth(), fromSAI, u.row.Rule)
			}
			continue
		}
		going := []*die{d.die, g.pickOne(r.seat(), u.row.Rule, "bearer", fmt.Sprintf("%s: which unit bears %s?", g.name(r.seat()), d.die.kind.Name), bearers, true)}
		for _, x := range g.moveTo(going, *to, u.row.Rule) {
			r.leave(x)
		}
	}
}

// bearers returns the units of an item's army that can carry it.
func (g *game) bearers(item *die) []*die {
	return slices.DeleteFunc(g.units(item.army()), func(d *die) bool { return !g.ed.carries(d.kind, item.kind) })
}

// carries reports whether a unit can carry an item. If the edition doesn't say, it can.
func (e *Edition) carries(unit, item *Kind) bool {
	if rule, on := e.rule("item/carrying"); on && rule.Uncertain == "" {
		return bears(unit, item)
	}
	for _, i := range e.ItemKinds {
		if i.Kind == item.Kind && (i.Size == "" || i.Size == item.Size) {
			return i.Carried == nil || i.Carried(item, unit)
		}
	}
	return true
}

// relicRerolls works in the re-roll step. It lets up to X health-worth of units that contain the
// element shown be rolled again. What is left of X recruits and promotes such units when SAIs are
// applied.
func relicRerolls(r *roll, d *rolled) {
	rule := r.g.ed.sai(d.shows().rule()).Rule
	d.left = d.shows().worth()
	if r.relicCancelled(d) {
		d.left = 0
		r.note(rule, "two relics show the same: both do nothing")
		return
	}
	var from []*die
	for _, x := range r.dice {
		if x.die.kind.isUnit() && !x.void && !x.again && matches(d, x.die) && !slices.Contains(from, x.die) {
			from = append(from, x.die)
		}
	}
	for _, x := range r.g.target(r.seat(), from, d.left, rule) {
		d.left -= x.health()
		for _, shown := range slices.Clone(r.dice) {
			if shown.die == x && !shown.void && !shown.again {
				r.again(shown, rule, false)
			}
		}
	}
}

// matches reports whether a unit contains the element that a relic shows. The logo matches all
// units.
func matches(relic *rolled, d *die) bool {
	f := relic.shows()
	return f.SAI != "" || d.kind.has(f.Art)
}

// relicCancelled reports whether another relic of the roll shows the same element.
func (r *roll) relicCancelled(d *rolled) bool {
	return slices.ContainsFunc(r.dice, func(x *rolled) bool {
		return x != d && !x.void && x.shows().Icon == d.shows().Icon && x.shows().Art == d.shows().Art
	})
}

// relicGrows recruits and promotes units that contain the relic's element, with what is left of X.
func relicGrows(r *roll, u use) {
	g := r.g
	d := u.dice[0]
	for d.left > 0 && d.die.inPlay() && g.recruit(d.die.army(), false, u.row.Rule, func(x *die) bool { return matches(d, x) }) {
		d.left--
	}
	if d.left > 0 {
		g.promoteWorth(g.unitsWhere(d.die.army(), func(x *die) bool { return matches(d, x) }), d.left, u.row.Rule)
	}
}
