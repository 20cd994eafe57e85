package engine

// Tables of sums tell which choices of a Pick are legal. Subsets are never listed, so a choice among fifty wounded
// units costs only as much as their weights are large.

// bounds returns how far the tables go: how many options are chosen at most, and the largest sum.
func (p *Pick) bounds() (most, limit int) {
	most, limit = min(p.Max, len(p.Options)), 0
	if p.Limit != nil {
		limit = min(*p.Limit, p.total())
	}
	return most, limit
}

// weight is what option i counts in the tables; 0 if the Pick has no limit.
func (p *Pick) weight(i int) int {
	if p.Limit == nil {
		return 0
	}
	return p.Options[i].Weight
}

// best returns the greatest sum within the limit that Min to Max options reach; -1 if no choice keeps to it.
func (p *Pick) best() int {
	most, limit := p.bounds()
	if sum := p.total(); sum <= limit && most == len(p.Options) {
		return sum
	}
	reach := make([]bool, (most+1)*(limit+1))
	reach[0] = true
	for i := range p.Options {
		w := p.weight(i)
		for n := most; n > 0; n-- {
			to, from := reach[n*(limit+1):(n+1)*(limit+1)], reach[(n-1)*(limit+1):n*(limit+1)]
			for s := limit; s >= w; s-- {
				to[s] = to[s] || from[s-w]
			}
		}
	}
	for s := limit; s >= 0; s-- {
		for n := p.Min; n <= most; n++ {
			if reach[n*(limit+1)+s] {
				return s
			}
		}
	}
	return -1
}

// ways counts the legal choices. at(i, n, s) is the number of ways to complete a choice with options i and later, if
// n options that weigh s are chosen already. Counts are floats: what matters is whether a count is 0, 1 or more, and
// the ratios of counts.
type ways struct {
	pick        *Pick
	most, limit int
	count       []float64
}

func (p *Pick) ways() ways {
	most, limit := p.bounds()
	w := ways{pick: p, most: most, limit: limit}
	w.count = make([]float64, (len(p.Options)+1)*(most+1)*(limit+1))
	least := 0
	if p.Most {
		least = p.best()
	}
	for n := p.Min; n <= most; n++ {
		for s := max(least, 0); s <= limit; s++ {
			w.count[w.index(len(p.Options), n, s)] = 1
		}
	}
	for i := len(p.Options) - 1; i >= 0; i-- {
		for n := 0; n <= most; n++ {
			for s := 0; s <= limit; s++ {
				w.count[w.index(i, n, s)] = w.without(i, n, s) + w.with(i, n, s)
			}
		}
	}
	return w
}

func (w ways) index(i, n, s int) int { return (i*(w.most+1)+n)*(w.limit+1) + s }

func (w ways) without(i, n, s int) float64 { return w.count[w.index(i+1, n, s)] }

func (w ways) with(i, n, s int) float64 {
	if s += w.pick.weight(i); n == w.most || s > w.limit {
		return 0
	}
	return w.count[w.index(i+1, n+1, s)]
}

// walk goes through the options in order and asks take of each whether it is chosen.
func (w ways) walk(take func(with, without float64) bool) Answer {
	chosen, n, s := []string{}, 0, 0
	for i, o := range w.pick.Options {
		if take(w.with(i, n, s), w.without(i, n, s)) {
			chosen = append(chosen, o.ID)
			n, s = n+1, s+w.pick.weight(i)
		}
	}
	return Answer{Chosen: chosen}
}

// random draws a legal choice. All are equally likely.
func (p *Pick) random(c Chance) Answer {
	return p.ways().walk(func(with, without float64) bool {
		return with > 0 && c.Float64()*(with+without) < with
	})
}

func (p *Pick) only() (Answer, bool) {
	if p.Min == 0 && !p.Most && p.oneFits() {
		return Answer{}, false // there are at least two answers: nothing, and one option that fits
	}
	w := p.ways()
	if w.count[0] != 1 {
		return Answer{}, false
	}
	return w.walk(func(with, _ float64) bool { return with > 0 }), true
}

func (p *Pick) oneFits() bool {
	if p.Max == 0 {
		return false
	}
	for _, o := range p.Options {
		if p.Limit == nil || o.Weight <= *p.Limit {
			return true
		}
	}
	return false
}
