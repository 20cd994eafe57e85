package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// cityGrows lets the holder recruit or promote one unit in the holding army.
func cityGrows(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		a := army{t.holder, t.place()}
		options := []engine.Option{}
		if slices.ContainsFunc(g.dead(a.seat), func(d *die) bool { return d.health() == 1 }) {
			options = append(options, engine.Option{ID: "recruit", Text: "Recruit a one-health unit"})
		}
		if len(g.canGrow(g.units(a))) > 0 {
			options = append(options, engine.Option{ID: "promote", Text: "Promote a unit"})
		}
		if len(options) == 0 {
			return
		}
		options = append(options, engine.Option{ID: "none", Text: "Neither"})
		switch g.declare(a.seat, rule, "city", fmt.Sprintf("%s: what does the city at %s bring?", g.name(a.seat), t.id()), options) {
		case "recruit":
			g.recruit(a, true, rule, nil)
		case "promote":
			g.promote(g.units(a), true, rule)
		}
	}
}

// templeBuries lets the holder choose another player. That player buries one of their dead
// units.
func templeBuries(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		options := []engine.Option{}
		for _, s := range g.order {
			if s != t.holder && len(g.dead(s)) > 0 {
				options = append(options, engine.Option{ID: g.slug(s), Text: g.name(s)})
			}
		}
		if len(options) == 0 {
			return
		}
		options = append(options, engine.Option{ID: "nobody", Text: "Nobody"})
		id := g.declare(t.holder, rule, "temple", fmt.Sprintf("%s: who buries a dead unit (temple at %s)?", g.name(t.holder), t.id()), options)
		for _, s := range g.order {
			if g.slug(s) == id {
				d := g.pickOne(g.hand(s), rule, "bury", g.name(s)+": bury which dead unit?", g.dead(s), true)
				g.bury([]*die{d}, cause{rule: rule, by: t.holder})
			}
		}
	}
}
