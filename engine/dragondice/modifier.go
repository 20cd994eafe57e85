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
	// countAs lets rolled results of one type count as another.
	countAs
	// ignoreIDs leaves out the results of IDs.
	ignoreIDs
	// onlySAIs lets only SAIs make results. If the roll counts saves, it counts all of these and
	// nothing else.
	onlySAIs
	// ignoreSpecies leaves out the modifiers of species abilities.
	ignoreSpecies
)

// modifier changes a roll's results.
type modifier struct {
	rule Rule
	op   op
	// of are the types that it may change. If the roll counts several of them, the roller spreads the
	// modifier.
	of []Result
	// n is the amount that is added or subtracted, the divisor or the factor.
	n int
	// idsOnly: it multiplies only results of IDs.
	idsOnly bool
	// plain: it leaves out results of SAIs. noID: it leaves out results of IDs.
	plain, noID bool
	// from is the type that countAs takes. dice selects the dice that the modifier works on; nil for
	// all.
	from Result
	dice func(*die) bool
	// withIDs: it also multiplies what the IDs of the dice made in a combination roll, as the roller
	// spread them.
	withIDs bool
	// magical: the saves are made by a spell.
	magical bool
	// layer says where it comes from. Some editions take the layers one after another.
	layer layer
}

// layer is where a modifier comes from.
type layer int

const (
	// ofEffect is for spells, SAIs and breath, ofTerrain for eighth faces and minor terrains, ofSpecies
	// for abilities.
	ofEffect layer = iota
	ofTerrain
	ofSpecies
)

// layered sets the layer of the roll's modifiers from number n on.
func (r *roll) layered(n int, l layer) {
	for i := n; i < len(r.mods); i++ {
		r.mods[i].layer = l
	}
}

// anyResult returns all types of result.
func anyResult() []Result { return []Result{Melee, Missile, Magic, Maneuver, Save} }

// modifiers returns the modifiers of the roll: those of effects in force, of the terrain, of species
// abilities and of SAIs of this roll.
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

// terrainModifiers adds the modifiers of the army's minor terrain, and of its terrain if the army holds
// it.
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

// modify applies all modifiers of one sort, in the order that modifiers returns them. If layers are
// given, it applies only those of these layers.
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
		case ignoreIDs, ignoreSpecies, onlySAIs: // they work before the count
		}
	}
}

// modifyAll applies the subtractions, divisions and multiplications of one layer.
func (r *roll) modifyAll(l layer) {
	r.modify(subtract, l)
	r.modify(divide, l)
	r.modify(multiply, l)
}

// touched returns the types that a modifier changes in this roll.
func (r *roll) touched(m modifier) []Result {
	var out []Result
	for _, of := range m.of {
		if r.wants(of) || r.hides(of) && m.op <= multiply {
			out = append(out, of)
		}
	}
	return out
}

// spread asks the roller to spread a modifier over types, at most most(type) to each. It returns the
// points of each type.
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

// sofar returns how much the roll has of a type so far, as the trail shows it: without the results of
// SAIs until they are joined to the others.
func (r *roll) sofar(of Result) int {
	if !r.joined {
		return r.total(of) - r.pools[fromSAI][of]
	}
	return r.total(of)
}

// lose takes away n results of a type. It takes those of IDs after those of icons, unless the table
// rules otherwise.
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

// idsFirst reports whether a reduction takes the magic of IDs first. The table rules, if IDs' magic may
// be doubled afterwards.
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
