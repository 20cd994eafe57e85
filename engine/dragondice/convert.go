package dragondice

import "slices"

// conversion lets results of one type, rolled by some dice, count as another before anything
// multiplies them. What changes only the first type changes them still.
type conversion struct {
	rule     Rule
	from, to Result
	dice     func(*die) bool
	// n is how many were rolled.
	n int
}

// convertsAt has a species count results as others at a sort of terrain.
func convertsAt(rule Rule, race, terrain string, from, to Result) func(*roll) (conversion, bool) {
	return func(r *roll) (conversion, bool) {
		return conversion{rule: rule, from: from, to: to, dice: species(race)}, !r.bare && r.wants(to) && r.g.isAt(r.army, terrain)
	}
}

// doublesAt has a species' results of a type count twice at a sort of terrain.
func doublesAt(rule Rule, race, terrain string, of Result) func(*roll) {
	return func(r *roll) {
		if !r.bare && r.wants(of) && r.g.isAt(r.army, terrain) {
			r.mods = append(r.mods, modifier{rule: rule, op: multiply, of: []Result{of}, n: 2, dice: species(race), withIDs: true})
		}
	}
}

// isAt reports whether an army stands at a sort of terrain ("highland").
func (g *game) isAt(a army, terrain string) bool {
	t := g.terrainOf(a.place)
	return t != nil && t.die.kind.TerrainType == terrain
}

// countHidden counts icons that will count as another result.
func (r *roll) countHidden() {
	for _, a := range r.g.abilities() {
		if a.Converts == nil {
			continue
		}
		c, on := a.Converts(r)
		if !on || r.wants(c.from) {
			continue
		}
		for _, d := range r.dice {
			of, plain := resultOf(d.shows().Icon)
			if plain && of == c.from && !d.void && !r.gone(d.die) && c.dice(d.die) {
				r.give(d.die, of, d.shows().worth(), fromIcon, c.rule)
				c.n += d.shows().worth()
			}
		}
		if c.n > 0 {
			r.hidden = append(r.hidden, c)
			r.note(c.rule, "%d %s that count as %s: %s", c.n, c.from, c.to, c.rule.Name)
		}
	}
}

// hides reports whether the roll counts a result that will count as another.
func (r *roll) hides(of Result) bool {
	return slices.ContainsFunc(r.hidden, func(c conversion) bool { return c.from == of })
}

// convertAll is the step: what divides these results alone does so, then they change over.
func convertAll(r *roll) {
	for _, c := range r.hidden {
		for _, m := range r.modifiers() {
			if m.op == divide && m.n > 0 && slices.Contains(m.of, c.from) && !slices.Contains(m.of, c.to) {
				r.scale(m, c.from)
			}
		}
		n := r.pools[fromIcon][c.from]
		r.pools[fromIcon][c.from] = 0
		if n == 0 {
			continue
		}
		before := r.sofar(c.to)
		r.pools[fromIcon][c.to] += n
		r.change(c.rule, before, before+n, "%+d %s counted as %s: %s", n, c.from, c.to, c.rule.Name)
	}
}
