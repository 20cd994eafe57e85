package dragondice

import "slices"

// charge resolves a melee in which the attackers' maneuvers count as damage too. The army attacked
// rolls once for saves and melee together. Its melee hits the attackers, and only saves that spells
// made reduce it.
func charge(g *game, a army, rule Rule) {
	b, ok := g.pickArmy(a.seat, rule, "target", g.name(a.seat)+": charge which army?", g.opposing(a.seat, a.place))
	if !ok {
		return
	}
	r := g.newRoll(cast{purpose: ForCharge, counts: []Result{Melee, Maneuver}, rule: rule, army: a, other: &b, summed: true, what: "charge"})
	r.alsoCounts = []Result{Melee}
	r.resolve()
	n := r.total(Melee) + r.total(Maneuver)
	g.tell(rule, a.seat, "The charge of %s makes %d damage.", g.armyName(a), n)
	if len(g.units(b)) == 0 {
		return
	}
	save := g.saves(r, b)
	if n := save.total(Melee); n > 0 {
		save.back = append(save.back, backDamage{rule: rule, n: n})
	}
	kill := g.unsaved(r, save, n)
	if n > 0 && kill <= 0 {
		g.tell(rule, b.seat, "%d damage against %s: no damage.", n, many(save.total(Save), "save", "saves"))
	}
	back := g.backDamage(save)
	g.damage(b, kill, cause{rule: rule, by: a.seat, wide: true, save: true})
	for _, x := range back {
		g.damage(a, x.n, cause{rule: x.rule, by: b.seat, wide: true, save: true})
	}
	g.routs(r, b)
	g.routs(save, a)
}

// uneven reports whether a modifier treats the results of these types differently: it touches only
// some of the types, or only some dice. Then it matters which type an ID counts as, and which type a
// penalty takes. If the roll isn't summed, a divider is uneven too.
func (r *roll) uneven(of []Result) bool {
	return slices.ContainsFunc(r.modifiers(), func(m modifier) bool {
		if m.op > multiply || m.n < 1 {
			return false
		}
		n := 0
		for _, x := range r.touched(m) {
			if slices.Contains(of, x) {
				n++
			}
		}
		return n > 0 && (n < len(of) || m.op == divide && !r.summed || m.dice != nil)
	})
}

// added reports whether all of the results are added up in the end.
func (r *roll) added(of []Result) bool {
	if r.summed {
		return true
	}
	for _, x := range of {
		if x != of[0] && r.becomes(x) != r.becomes(of[0]) {
			return false
		}
	}
	return len(of) > 1
}

// becomes returns the type that a result counts as in the end.
func (r *roll) becomes(of Result) Result {
	for _, c := range r.hidden {
		if c.from == of && !r.wants(of) {
			return c.to
		}
	}
	return of
}

// greedy spreads points over rows that are added up anyway. The first row gets as many as it can
// take.
func greedy(points int, most []int) []int {
	out := make([]int, len(most))
	for i, m := range most {
		out[i] = min(points, m)
		points -= out[i]
	}
	return out
}

// scaleSum divides the sum of a roll's results.
func (r *roll) scaleSum(m modifier) {
	before := 0
	for _, of := range r.counts {
		before += r.sofar(of)
	}
	left := before - before/m.n
	if left == 0 {
		return
	}
	for _, of := range r.counts {
		n := min(left, r.sofar(of))
		r.lose(of, n)
		left -= n
	}
	r.change(m.rule, before, before/m.n, "%s: %d in all", m.rule.Name, before/m.n)
}

// unrolled reports whether a modifier adds maneuvers to a charge and the table rules that they don't
// count as damage, because nobody rolled them.
func (r *roll) unrolled(m modifier) bool {
	rule, on := r.g.ed.rule("charge/unrolled")
	if !on || r.purpose != ForCharge || !slices.Contains(m.of, Maneuver) {
		return false
	}
	hits := r.g.ruling(rule, "A charging army has maneuvers that a spell gives it. Do they count as damage though nobody rolled them?", yesNo())
	r.note(rule, "maneuvers that nobody rolled count in a charge: %s", hits)
	return hits == "no"
}
