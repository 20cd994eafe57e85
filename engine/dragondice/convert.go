package dragondice

import "slices"

// conversion counts results of one type that some dice rolled as another type, before anything is
// multiplied. A modifier of the first type alone still changes them.
type conversion struct {
	rule     Rule
	from, to Result
	dice     func(*die) bool
	// n is the number of results.
	n int
}

// convertsAt returns a Converts hook: a race counts results of one type as another at one type of
// terrain.
func convertsAt(rule Rule, race, terrain string, from, to Result) func(*roll) (conversion, bool) {
	return func(r *roll) (conversion, bool) {
		return conversion{rule: rule, from: from, to: to, dice: species(race)}, !r.bare && r.wants(to) && r.g.isAt(r.army, terrain)
	}
}

// doublesAt returns a Modify hook: a race's results of a type count twice at one type of terrain.
func doublesAt(rule Rule, race, terrain string, of Result) func(*roll) {
	return func(r *roll) {
		if !r.bare && r.wants(of) && r.g.isAt(r.army, terrain) {
			r.mods = append(r.mods, modifier{rule: rule, op: multiply, of: []Result{of}, n: 2, dice: species(race), withIDs: true})
		}
	}
}

// isAt reports whether an army stands at a type of terrain ("highland").
func (g *game) isAt(a army, terrain string) bool {
	t := g.terrainOf(a.place)
	return t != nil && t.die.kind.TerrainType == terrain
}

// countHidden counts icons that will count as another type. The roll doesn't count their own type.
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

// hides reports whether the roll has results of a type that will count as another.
func (r *roll) hides(of Result) bool {
	return slices.ContainsFunc(r.hidden, func(c conversion) bool { return c.from == of })
}

// countChanging counts the results that countAs modifiers will count as another type. Until the step in
// which they change, they keep their own type.
func countChanging(r *roll) {
	for _, m := range r.modifiers() {
		of := r.touched(m)
		if m.op != countAs || len(of) == 0 || r.wants(m.from) {
			continue
		}
		c := conversion{rule: m.rule, from: m.from, to: of[0], dice: m.dice}
		for _, d := range r.dice {
			if !d.void && !r.gone(d.die) && !r.changing[d] && (m.dice == nil || m.dice(d.die)) {
				c.n += r.changes(d, m, of[0])
			}
		}
		if c.n > 0 {
			r.hidden = append(r.hidden, c)
			r.note(c.rule, "%d %s that will count as %s: %s", c.n, c.from, c.to, c.rule.Name)
		}
	}
}

// changes counts what one die made of the type that m changes. It returns how many results these are.
func (r *roll) changes(d *rolled, m modifier, to Result) int {
	n, from, sai := d.shows().worth(), fromIcon, m.rule
	if of, plain := resultOf(d.shows().Icon); !plain || of != m.from || r.muted != nil {
		if n = r.makes(d, m.from, to); n == 0 || m.plain || !r.saiCounts() {
			return 0
		}
		from, sai = fromSAI, r.g.ed.sai(d.shows().rule()).Rule
	}
	if r.changing == nil {
		r.changing = map[*rolled]bool{}
	}
	r.changing[d] = true
	r.give(d.die, m.from, n, from, sai)
	return n
}

// willChange reports whether the icons of a type on a die will count as another type.
func (r *roll) willChange(d *rolled, of Result) bool {
	return slices.ContainsFunc(r.modifiers(), func(m modifier) bool {
		return m.op == countAs && m.from == of && len(r.touched(m)) > 0 && (m.dice == nil || m.dice(d.die))
	})
}

// reckoned returns the types that the roll's steps work on: those that the roll counts, and those that
// will count as one of them.
func (r *roll) reckoned() []Result {
	out := slices.Clone(r.counts)
	for _, c := range r.hidden {
		if !slices.Contains(out, c.from) {
			out = append(out, c.from)
		}
	}
	return out
}

// countAsOthers is the step in which results change their type. If the roll counts both types, the
// roller says how many results change.
func countAsOthers(r *roll) {
	for _, c := range r.hidden {
		if n := r.total(c.from); n > 0 {
			r.changesOver(c.rule, c.from, c.to, n)
		}
	}
	for _, m := range r.modifiers() {
		of := r.touched(m)
		if m.op != countAs || len(of) == 0 || !r.wants(m.from) {
			continue
		}
		m.noID = true
		if n := r.ownOf(m, m.from); n > 0 {
			r.changesOver(m.rule, m.from, of[0], r.howMany(m, of[0], n))
		}
	}
}

// changesOver counts n results of one type as another. SAIs' results stay SAIs' results.
func (r *roll) changesOver(rule Rule, from, to Result, n int) {
	if n == 0 {
		return
	}
	before := r.sofar(to)
	sai := r.pools[fromSAI][from]
	r.lose(from, n)
	sai -= r.pools[fromSAI][from]
	r.pools[fromSAI][to] += sai
	r.pools[fromAdded][to] += n - sai
	r.change(rule, before, before+n, "%+d %s counted as %s: %s", n, from, to, rule.Name)
}

// convertAll is the step for conversions. Dividers of the first type alone work first. Then the results
// change their type.
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
