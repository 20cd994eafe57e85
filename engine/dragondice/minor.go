package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// minorOf returns the minor terrain of an army, or nil.
func (g *game) minorOf(a army) *die {
	if a.place.area != atTerrain {
		return nil
	}
	for _, d := range g.members(a) {
		if d.kind.isMinor() {
			return d
		}
	}
	return nil
}

// minor returns the row of a face of minor terrains, or nil.
func (e *Edition) minor(icon string) *Minor {
	for i := range e.Minors {
		if e.Minors[i].Icon == icon {
			return &e.Minors[i]
		}
	}
	return nil
}

// minorShows reports whether an army's minor terrain shows an icon.
func (g *game) minorShows(a army, icon string) bool {
	d := g.minorOf(a)
	return d != nil && d.kind.Faces[d.up].Icon == icon
}

// minorStep comes before a march's maneuver. The army's minor terrain is rolled. If it shows a
// disaster, it is buried or returns to the pool instead. An army without one may bring one from the
// pool in place of maneuvering.
func minorStep(g *game, a army, rule Rule) {
	t := g.terrainOf(a.place)
	if t == nil {
		return
	}
	if d := g.minorOf(a); d != nil {
		if m := g.ed.minor(d.kind.Faces[d.up].Icon); m != nil && m.Disaster {
			g.passes(m, a, d)
			if !m.Returns {
				return
			}
		} else {
			g.rollMinor(a, d, rule)
			return
		}
	}
	if t.holder == a.seat || g.stuck(t) {
		return
	}
	able := slices.DeleteFunc(g.of(a.seat, inPool), func(d *die) bool { return !d.kind.isMinor() || !matchesTerrain(d.kind, t.die.kind) })
	if len(able) == 0 {
		return
	}
	if rule.Uncertain != "" && g.ruling(rule, "How does a minor terrain enter play?", []engine.Option{
		{ID: "3.04a", Text: "As in 3.04a: in place of a march's maneuver an army may bring one that matches its terrain, and rolls it; later it is rolled at the beginning of each march"},
		{ID: "none", Text: "The table plays without them"}}) == "none" {
		return
	}
	d := g.pickOne(a.seat, rule, "minor terrain", fmt.Sprintf("%s: bring a minor terrain to %s instead of maneuvering?", g.name(a.seat), t.id()), able, false)
	if d == nil {
		return
	}
	g.put(d, t.place())
	g.brought = true
	g.tell(rule, a.seat, "%s brings %s to %s.", g.name(a.seat), d.kind.Name, t.id())
	g.rollMinor(a, d, rule)
}

// passes takes away a minor terrain that shows a disaster.
func (g *game) passes(m *Minor, a army, d *die) {
	if m.Returns {
		g.put(d, place{area: inPool})
		g.tell(m.Rule, a.seat, "%s: %s returns to the summoning pool.", m.Name, d.kind.Name)
		return
	}
	g.put(d, place{area: inBUA})
	g.tell(m.Rule, a.seat, "%s: %s is buried.", m.Name, d.kind.Name)
}

// matchesTerrain reports whether a minor terrain may come to a terrain. One of its elements must be
// there. Deadland may come anywhere.
func matchesTerrain(minor, major *Kind) bool {
	return minor.TerrainType == "deadland" || slices.ContainsFunc(minor.Elements, major.has)
}

// rollMinor rolls a minor terrain. If it shows its ID, its owner chooses one of its actions for it.
func (g *game) rollMinor(a army, d *die, rule Rule) {
	d.up = g.throw(a.seat, rule, "minor terrain", "minor roll", fmt.Sprintf("%s: roll %s.", g.name(a.seat), d.kind.Name), []*die{d})[0]
	m := g.ed.minor(d.kind.Faces[d.up].Icon)
	if m == nil {
		return
	}
	g.tell(m.Rule, a.seat, "%s shows %s.", d.kind.Name, plainIcon(m.Icon))
	if m.Icon != idIcon {
		return
	}
	options := []engine.Option{}
	for _, icon := range []string{"magic", "melee", "missile"} {
		if slices.ContainsFunc(d.kind.Faces, func(f Face) bool { return f.Icon == icon }) {
			options = append(options, engine.Option{ID: icon, Text: icon})
		}
	}
	icon := g.declare(a.seat, m.Rule, "minor action", fmt.Sprintf("%s: which action does %s stand for?", g.name(a.seat), d.kind.Name), options)
	d.up = slices.IndexFunc(d.kind.Faces, func(f Face) bool { return f.Icon == icon })
	g.tell(m.Rule, a.seat, "%s stands for %s.", d.kind.Name, icon)
}

// minorModifiers adds what the army's minor terrain does to the roll.
func (r *roll) minorModifiers() {
	if d := r.g.minorOf(r.army); d != nil {
		if m := r.g.ed.minor(d.kind.Faces[d.up].Icon); m != nil && m.Modify != nil {
			m.Modify(r)
		}
	}
}

// settleMinors returns a minor terrain to the pool if its army is gone or holds the terrain.
func (g *game) settleMinors() {
	for _, d := range g.dice {
		if !d.kind.isMinor() || !d.inPlay() {
			continue
		}
		a := d.army()
		if t := g.terrainOf(a.place); len(g.units(a)) > 0 && t != nil && t.holder != a.seat {
			continue
		}
		g.put(d, place{area: inPool})
		rule, _ := g.ed.marchStep("step/minor-terrain")
		g.tell(rule, d.owner, "%s returns to the summoning pool.", d.kind.Name)
	}
}

// marchStep returns the rule of a step of a march.
func (e *Edition) marchStep(id string) (Rule, bool) {
	for _, s := range e.March {
		if s.ID == id {
			return s.Rule, true
		}
	}
	return Rule{}, false
}

// reachesElement reports whether an army has an element at its place. That may be an element of the
// terrain, or of the army's own minor terrain.
func (g *game) reachesElement(a army, element string) bool {
	if d := g.minorOf(a); d != nil && d.kind.has(element) {
		return true
	}
	return g.contains(a.place, element)
}
