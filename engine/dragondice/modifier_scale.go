package dragondice

import "slices"

// Modifiers that divide and multiply.

// scaleAll applies the modifiers that divide or multiply. For each type of result only the one works
// that changes it most. With AllScale all of them work, except those of SAIs.
func (r *roll) scaleAll(o op, list []modifier) {
	if r.g.ed.AllScale {
		for _, m := range list {
			if r.summed && o == divide && m.op == o && m.n > 0 && len(r.touched(m)) == len(r.counts) {
				r.scaleSum(m)
				continue
			}
			for _, of := range r.reckoned() {
				if m.op == o && slices.Contains(m.of, of) && m.n > 0 && !r.g.ed.bySAI(m.rule) {
					r.scale(m, of)
				}
			}
		}
		list = r.scaleUnits(o, slices.DeleteFunc(slices.Clone(list), func(m modifier) bool { return !r.g.ed.bySAI(m.rule) }))
	}
	for _, of := range r.reckoned() {
		var best *modifier
		most := 0
		for i := range list {
			m := &list[i]
			if m.op != o || !slices.Contains(m.of, of) || m.n < 1 {
				continue
			}
			if by := r.scaled(*m, of); best == nil || by > most {
				best, most = m, by
			}
		}
		if best != nil {
			r.scale(*best, of)
		}
	}
}

// scaleUnits applies the modifiers by which SAIs scale single dice. It scales each type of a die at
// most once. It returns the modifiers that are on the whole army.
func (r *roll) scaleUnits(o op, list []modifier) []modifier {
	type once struct {
		die *die
		of  Result
	}
	done := map[once]bool{}
	var wide []modifier
	for _, m := range list {
		if m.dice == nil {
			wide = append(wide, m)
			continue
		}
		if m.op != o || m.n < 1 {
			continue
		}
		fits := m.dice
		for _, of := range r.reckoned() {
			if !slices.Contains(m.of, of) {
				continue
			}
			m.dice = func(d *die) bool { return fits(d) && !done[once{d, of}] }
			r.scale(m, of)
			for _, d := range r.dice {
				if fits(d.die) {
					done[once{d.die, of}] = true
				}
			}
		}
	}
	return wide
}

// scaled returns by how much a divider or multiplier changes a result.
func (r *roll) scaled(m modifier, of Result) int {
	before := r.sofar(of)
	switch {
	case m.op == divide:
		return before - before/m.n
	case m.idsOnly:
		return r.pools[fromID][of] * (m.n - 1)
	case m.dice != nil:
		return r.ownOf(m, of) * (m.n - 1)
	}
	return before * (m.n - 1)
}

// scale applies a divider or multiplier to one type of result.
func (r *roll) scale(m modifier, of Result) {
	before, by := r.sofar(of), r.scaled(m, of)
	rule, plain := r.plainMagic()
	switch {
	case by == 0:
		return
	case m.op == multiply && of == Magic && plain:
		r.note(rule, "no magic is doubled here")
		return
	case m.op == divide:
		r.lose(of, by)
		r.whole(of, 1, m.n)
	case m.idsOnly:
		r.pools[fromID][of] += by
	default:
		r.pools[fromAdded][of] += by
		if m.dice == nil {
			r.whole(of, m.n, 1)
		} else if of == Magic {
			r.extra = append(r.extra, r.more(m, by)...)
		}
	}
	r.changeOf(of, m.rule, before, r.sofar(of), "%s: %d %s", m.rule.Name, r.sofar(of), of)
}

// more returns what a multiplier added to the magic of dice, as shares: at most `by` points.
func (r *roll) more(m modifier, by int) []share {
	var out []share
	for _, s := range r.shares {
		if s.of == Magic && m.dice(s.die) && !(m.plain && s.from == fromSAI) && !(m.noID && s.from == fromID) {
			s.n = min(s.n*(m.n-1), by)
			s.from = fromAdded
			by -= s.n
			out = append(out, s)
		}
	}
	return out
}

// ownOf returns how much of a type the modifier's dice made. It is at most what the roll has left of
// it.
func (r *roll) ownOf(m modifier, of Result) int {
	n, bySAI := 0, 0
	for _, s := range r.shares {
		switch {
		case s.of != of || m.dice != nil && !m.dice(s.die) || m.noID && s.from == fromID:
		case s.from != fromSAI:
			n += s.n
		case !m.plain && r.joined:
			bySAI += s.n
		}
	}
	if m.withIDs && len(r.counts) > 1 {
		own := 0
		for _, d := range r.dice {
			if !d.void && (m.dice == nil || m.dice(d.die)) && d.shows().Icon == idIcon {
				own += d.shows().worth()
			}
		}
		n += min(own, r.pools[fromID][of])
	}
	n = r.wholly[1][of].of(r.wholly[0][of].of(n) + bySAI)
	return min(n, r.sofar(of))
}

// whole notes that all results of a type were scaled.
func (r *roll) whole(of Result, mul, div int) {
	when := 0
	if r.joined {
		when = 1
	}
	r.wholly[when][of] = r.wholly[when][of].by(mul, div)
}

// ratio is what all results of a type were multiplied and divided by.
type ratio struct{ mul, div int }

func (f ratio) by(mul, div int) ratio { return ratio{max(f.mul, 1) * mul, max(f.div, 1) * div} }

// of returns n after this scaling, rounded down.
func (f ratio) of(n int) int { return n * max(f.mul, 1) / max(f.div, 1) }
