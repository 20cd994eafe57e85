package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// countsAs counts results of one type as another, for the dice that m allows. It counts each die so
// only once. If the roll counts both types, the roller says how many results change.
func (r *roll) countsAs(m modifier) {
	of := r.touched(m)
	if len(of) == 0 {
		return
	}
	to := of[0]
	if r.recounted == nil {
		r.recounted = map[*rolled]bool{}
	}
	n, made := 0, 0
	for _, d := range r.dice {
		if d.void || r.recounted[d] || m.dice != nil && !m.dice(d.die) {
			continue
		}
		if got, plain := resultOf(d.shows().Icon); plain && got == m.from && r.muted == nil {
			r.recounted[d] = true
			n += d.shows().worth()
			continue
		}
		if x := r.makes(d, m.from, to); x > 0 && !r.wants(m.from) && !m.plain {
			r.recounted[d] = true
			made += x
		}
	}
	if made > 0 && r.saiCounts() {
		n += made
	}
	if r.wants(m.from) && n > 0 {
		n = r.changeOver(m, to, n)
	}
	if n == 0 {
		return
	}
	parts := []int{n}
	if len(of) > 1 && !r.wants(m.from) {
		parts = r.spread(modifier{rule: m.rule, n: n}, of, "count as", func(Result) int { return n })
	}
	for i, part := range parts {
		if part > 0 {
			before := r.sofar(of[i])
			r.pools[fromAdded][of[i]] += part
			r.change(m.rule, before, before+part, "%+d %s counted as %s: %s", part, m.from, of[i], m.rule.Name)
		}
	}
	if rule, on := r.g.ed.rule("roll/counts-as"); on {
		r.note(rule, "results counted as another type are added last")
	}
}

// makes returns how many results of one type, from, a die's SAI gives in this roll. If the SAI's
// results may be of either type, they count as the other type, to, and are left out.
func (r *roll) makes(d *rolled, from, to Result) int {
	m := r.mode(d)
	if m == nil {
		return 0
	}
	n := 0
	for _, g := range m.Gives {
		switch {
		case !slices.Contains(g.Of, from) || slices.Contains(g.Of, to):
		case g.N > 0:
			n += g.N
		default:
			n += d.shows().worth()
		}
	}
	return n
}

// saiCounts reports whether results of SAIs may count as another type. If the book leaves it open,
// the table rules.
func (r *roll) saiCounts() bool {
	rule, on := r.g.ed.rule("roll/counts-as-sai")
	if on && rule.Uncertain == "" {
		r.note(rule, "results of SAIs may be counted so too")
		return true
	}
	return on && r.g.ruling(rule, "An SAI makes results of a type that may be counted as another. May those of SAIs be counted so too?", engine.YesNo()) == "yes"
}

// changeOver asks how many results of a combination roll change their type. It takes them from
// their own type and returns the number.
func (r *roll) changeOver(m modifier, to Result, n int) int {
	k := r.howMany(m, to, min(n, r.pools[fromIcon][m.from]))
	r.pools[fromIcon][m.from] -= k
	return k
}

// howMany asks how many of n results count as another type.
func (r *roll) howMany(m modifier, to Result, n int) int {
	return r.g.allot(r.seat(), m.rule, r.what+" counts as", fmt.Sprintf("%s: count how many of %d %s as %s (%s)?", r.g.name(r.seat()), n, m.from, to, m.rule.Name),
		n, []engine.Row{{ID: to.String(), Text: to.plural(), Max: n}}, true)[0]
}
