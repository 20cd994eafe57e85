package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// op is what a modifier does to a roll.
type op int

const (
	subtract op = iota
	divide
	multiply
	add
	// countAs lets results of one type that were rolled count as another.
	countAs
	// ignoreIDs takes the IDs away before they are counted.
	ignoreIDs
	// onlySAIs has nothing count but what SAIs make; a roll that counts saves counts these alone.
	onlySAIs
	// ignoreSpecies leaves out what species abilities do.
	ignoreSpecies
)

// modifier changes a roll's results.
type modifier struct {
	rule Rule
	op   op
	// of are the results that it may change. Where the roll counts several of them, the roller
	// spreads it.
	of []Result
	// n is the amount, divisor or factor.
	n int
	// idsOnly: a multiplier of ID results.
	idsOnly bool
	// plain: results of SAIs are not multiplied; noID: nor those of IDs.
	plain, noID bool
	// from is what countAs takes, for the dice that it allows (nil: all).
	from Result
	dice func(*die) bool
	// withIDs: the IDs of the dice, as the roller spread them over a combination roll, are multiplied too.
	withIDs bool
	// magical: saves made by a spell.
	magical bool
	// layer says whose it is, for editions that take them one after another.
	layer layer
}

// layer is where a modifier comes from.
type layer int

const (
	// ofEffect: spells, SAIs and breath; ofTerrain: eighth faces and minor terrains; ofSpecies: abilities.
	ofEffect layer = iota
	ofTerrain
	ofSpecies
)

// layered says where the modifiers from number n on come from.
func (r *roll) layered(n int, l layer) {
	for i := n; i < len(r.mods); i++ {
		r.mods[i].layer = l
	}
}

// any lists all results.
func anyResult() []Result { return []Result{Melee, Missile, Magic, Maneuver, Save} }

// modifiers gathers what applies to the roll: effects in force, the terrain,
// species abilities, and what SAIs of this roll brought.
func (r *roll) modifiers() []modifier {
	out := append([]modifier(nil), r.mods...)
	for _, e := range r.g.inForce() {
		if !r.feels(e) {
			continue
		}
		for _, m := range e.mods {
			m.rule = e.rule
			out = append(out, m)
		}
	}
	keep := r.mods
	r.mods = out
	n := len(r.mods)
	for _, a := range r.g.abilities() {
		if a.Modify != nil {
			a.Modify(r)
		}
	}
	r.layered(n, ofSpecies)
	n = len(r.mods)
	r.terrainModifiers()
	r.layered(n, ofTerrain)
	out, r.mods = r.mods, keep
	if slices.ContainsFunc(out, func(m modifier) bool { return m.op == ignoreSpecies }) {
		out = slices.DeleteFunc(out, func(m modifier) bool { return m.layer == ofSpecies })
	}
	return out
}

// terrainModifiers adds what the terrain gives its holder.
func (r *roll) terrainModifiers() {
	if r.bare || r.individual {
		return
	}
	r.minorModifiers()
	t := r.g.terrainOf(r.army.place)
	if t == nil || t.holder != r.seat() {
		return
	}
	if rule, on := r.g.ed.rule("eighth/advantage"); on && r.g.ed.Captured != nil {
		r.mods = append(r.mods, modifier{rule: rule, op: multiply, of: r.g.ed.Captured, n: 2})
	} else if on {
		r.mods = append(r.mods, modifier{rule: rule, op: multiply, of: anyResult(), n: 2, idsOnly: true})
	}
	if e := r.g.ed.eighth(t.icon()); e != nil && e.Modify != nil {
		e.Modify(r)
	}
}

// modify applies all modifiers of one sort, in the order of their coming: those of some layers, or all.
func (r *roll) modify(o op, of ...layer) {
	list := r.modifiers()
	if len(of) > 0 {
		list = slices.DeleteFunc(list, func(m modifier) bool { return !slices.Contains(of, m.layer) })
	}
	if o == divide || o == multiply {
		r.scaleAll(o, list)
		return
	}
	for _, m := range list {
		if m.op != o {
			continue
		}
		switch o {
		case subtract:
			r.subtract(m)
		case divide, multiply: // done above
		case add:
			if !r.silences(m) {
				r.add(m)
			}
		case countAs:
			r.countsAs(m)
		case ignoreIDs, ignoreSpecies, onlySAIs: // before the count
		}
	}
}

// modifyAll applies what one layer subtracts, divides and multiplies.
func (r *roll) modifyAll(l layer) {
	r.modify(subtract, l)
	r.modify(divide, l)
	r.modify(multiply, l)
}

// touched are the results of a modifier that the roll counts.
func (r *roll) touched(m modifier) []Result {
	var out []Result
	for _, of := range m.of {
		if r.wants(of) || r.hides(of) && m.op <= multiply {
			out = append(out, of)
		}
	}
	return out
}

// spread asks which results a modifier of several goes to, up to most of each.
func (r *roll) spread(m modifier, of []Result, verb string, most func(Result) int) []int {
	if len(of) == 0 {
		return nil
	}
	rows := make([]engine.Row, len(of))
	room := make([]int, len(of))
	for i, x := range of {
		room[i] = most(x)
		rows[i] = engine.Row{ID: x.String(), Text: x.plural(), Max: room[i]}
	}
	if r.added(of) && !r.uneven(of) {
		return greedy(m.n, room)
	}
	return r.g.allot(r.seat(), m.rule, r.what+" "+verb, fmt.Sprintf("%s: %s %d (%s).", r.g.name(r.seat()), verb, m.n, m.rule.Name), m.n, rows, false)
}

func (r *roll) subtract(m modifier) {
	of := r.touched(m)
	for i, n := range r.spread(m, of, "subtract", r.sofar) {
		if before := r.sofar(of[i]); n > 0 {
			r.lose(of[i], n)
			r.changeOf(of[i], m.rule, before, before-n, "−%d %s: %s", n, of[i], m.rule.Name)
		}
	}
}

// sofar is the number that the trail shows: without the SAIs' results until they are joined.
func (r *roll) sofar(of Result) int {
	if !r.joined {
		return r.total(of) - r.pools[fromSAI][of]
	}
	return r.total(of)
}

// lose takes results away, the IDs' last, unless the table rules otherwise.
func (r *roll) lose(of Result, n int) {
	first, last := fromIcon, fromID
	if r.idsFirst(of, n) {
		first, last = last, first
	}
	from := []pool{first, last}
	if r.joined {
		from = append(from, fromSAI, fromAdded)
	}
	for _, p := range from {
		part := min(n, r.pools[p][of])
		r.pools[p][of] -= part
		n -= part
	}
}

// idsFirst asks, where IDs' magic may be doubled afterwards, whether a reduction takes it first.
func (r *roll) idsFirst(of Result, n int) bool {
	rule, on := r.g.ed.rule("magic/reduced-ids")
	if !on || of != Magic || r.individual || r.army.place.area != atTerrain || r.pools[fromIcon][of] == 0 || r.pools[fromID][of] == 0 || n >= r.pools[fromIcon][of]+r.pools[fromID][of] {
		return false
	}
	return r.g.ruling(rule, "Magic is reduced before IDs' results may be doubled. Which results does the reduction take first?", []engine.Option{
		{ID: "icons", Text: "Those of icons, IDs' last"}, {ID: "ids", Text: "Those of IDs"}}) == "ids"
}

func (r *roll) add(m modifier) {
	of := r.touched(m)
	if len(of) > 0 && r.unrolled(m) {
		return
	}
	for i, n := range r.spread(m, of, "add", func(Result) int { return m.n }) {
		if n > 0 {
			before := r.sofar(of[i])
			r.pools[fromAdded][of[i]] += n
			if m.magical {
				r.magical += n
			}
			r.change(m.rule, before, before+n, "%+d %s: %s", n, of[i], m.rule.Name)
		}
	}
}
