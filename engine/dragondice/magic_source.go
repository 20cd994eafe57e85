package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// What magic a roll made, and what it can be spent on.

// source is magic that can be spent: points of dice with the same species and elements.
type source struct {
	race     string
	elements []string
	points   int
	// free: it pays for spells of any species. item: items made it.
	free, item bool
	// ids is how many of the points come from IDs and may still be doubled. doubled: the points were
	// doubled.
	ids     int
	doubled bool
}

// same reports whether two sources can be joined.
func (s source) same(o source) bool {
	return s.race == o.race && s.free == o.free && s.item == o.item && s.doubled == o.doubled && slices.Equal(s.elements, o.elements)
}

// sources returns what the roll's magic can be spent on. If modifiers took some away, the roller says
// which is left. What a modifier added to a die's magic is spent as that die's.
func (r *roll) sources() []source {
	list := r.spent
	if list == nil {
		list = r.made()
	}
	if t := r.g.terrainOf(r.army.place); t != nil && t.holder == r.seat() {
		if e := r.g.ed.eighth(t.icon()); e != nil && e.Converts {
			list = r.converted(list, t, e)
		}
	}
	total, sum := r.total(Magic), 0
	for _, s := range list {
		sum += s.points
	}
	if sum > total {
		list = r.kept(list, total)
	}
	return list
}

// made returns the magic that the dice made, as sources.
func (r *roll) made() []source {
	var list []source
	for _, s := range slices.Concat(r.shares, r.extra) {
		if s.of != Magic {
			continue
		}
		n, ids := s.n, 0
		if s.from == fromID && r.idsDoubled() {
			n *= 2
		}
		if s.from == fromID {
			ids = n
		}
		list = gather(list, source{race: s.die.kind.Race, elements: r.tinted(s), points: n, ids: ids, item: s.die.kind.isItem()})
	}
	return r.able(list)
}

// able lets species abilities change what magic can be spent on.
func (r *roll) able(list []source) []source {
	for _, a := range r.g.abilities() {
		if a.Sources != nil {
			list = a.Sources(r, list)
		}
	}
	return list
}

func gather(list []source, s source) []source {
	if s.points == 0 {
		return list
	}
	for i := range list {
		if list[i].same(s) {
			list[i].points += s.points
			list[i].ids += s.ids
			return list
		}
	}
	return append(list, s)
}

// idsDoubled reports whether a modifier multiplied the IDs.
func (r *roll) idsDoubled() bool {
	return slices.ContainsFunc(r.modifiers(), func(m modifier) bool { return m.op == multiply && m.idsOnly && slices.Contains(m.of, Magic) })
}

// converted adds the terrain's elements to those that each source may be of.
func (r *roll) converted(list []source, t *terrain, by *Eighth) []source {
	var out []source
	for _, s := range list {
		if !s.doubled && !(by.UnitsOnly && s.item) {
			s.elements = slices.Clone(s.elements)
			for _, x := range t.die.kind.Elements {
				if !slices.Contains(s.elements, x) {
					s.elements = append(s.elements, x)
				}
			}
		}
		out = gather(out, s)
	}
	if len(out) > 0 {
		r.g.tell(by.Rule, r.seat(), "Magic may be converted to %s.", r.g.ed.wordList(t.die.kind.Elements))
	}
	return out
}

// kept asks which magic is left, if modifiers took some away.
func (r *roll) kept(list []source, total int) []source {
	list = r.alike(list)
	rows := make([]engine.Row, len(list))
	for i, s := range list {
		rows[i] = engine.Row{ID: fmt.Sprintf("%s %d", s.race, i+1), Text: fmt.Sprintf("%s, %s", raceName(s.race), r.g.ed.wordList(s.elements)), Max: s.points}
		if s.item && s.race != "" {
			rows[i].Text = "item, " + r.g.ed.wordList(s.elements)
		}
	}
	var out []source
	for i, n := range r.g.allot(r.seat(), r.rule, "magic left", fmt.Sprintf("%s: %d magic left: of which?", r.g.name(r.seat()), total), total, rows, false) {
		list[i].points = n
		out = gather(out, list[i])
	}
	return out
}

// alike joins sources that can be spent on the same things. Nothing is doubled or converted after that.
func (r *roll) alike(list []source) []source {
	_, items := r.g.ed.rule("magic/items")
	var out []source
	for _, s := range list {
		s.doubled, s.ids, s.item = false, 0, s.item && items
		s.elements = slices.Sorted(slices.Values(s.elements))
		out = gather(out, s)
	}
	return out
}

// affordable reports whether the sources can pay for all spells. Each spell is paid in full, in its
// element and by its species.
func affordable(list []source, spells []*casting) bool {
	supply := make([]int, len(list))
	for i, s := range list {
		supply[i] = s.points
	}
	pays := make([][]bool, 0, len(spells))
	costs := make([]int, 0, len(spells))
	for _, c := range spells {
		row := make([]bool, len(list))
		for i, s := range list {
			row[i] = s.pays(c)
		}
		pays = append(pays, row)
		costs = append(costs, c.spell.Cost*c.n)
	}
	return flows(supply, costs, pays)
}

// mayPay reports whether the sources can pay for all spells, as far as the table has ruled.
func (g *game) mayPay(list []source, spells []*casting) bool {
	for _, c := range spells {
		if c.spell.Apart && g.rulings[c.spell.ID] == "each" {
			return affordableApart(list, spells)
		}
	}
	return affordable(list, spells)
}

// pays reports whether the sources can pay for all spells. If that depends on whether one casting may
// be paid in several elements, the table rules.
func (g *game) pays(list []source, spells []*casting) bool {
	i := slices.IndexFunc(spells, func(c *casting) bool { return c.spell.Apart })
	if i < 0 || affordableApart(list, spells) {
		return affordable(list, spells)
	}
	s := spells[i].spell
	color := g.ed.word("element")
	return g.ruling(s.Rule, fmt.Sprintf("%s: are %ss mixed in multiples of %d each, or only in all?", s.Name, color, s.Cost), []engine.Option{
		{ID: "each", Text: fmt.Sprintf("Each %s pays a multiple of %d", color, s.Cost)},
		{ID: "all", Text: fmt.Sprintf("Only the sum is a multiple of %d", s.Cost)}}) == "all" && affordable(list, spells)
}

// affordableApart is affordable with one difference: a casting may not be paid in several elements,
// even if the castings of its spell may be.
func affordableApart(list []source, spells []*casting) bool {
	i := slices.IndexFunc(spells, func(c *casting) bool { return c.spell.Apart && c.spell.Mixed })
	if i < 0 {
		return affordable(list, spells)
	}
	c := spells[i]
	row := *c.spell
	row.Mixed = false
	for _, e := range []string{"air", "death", "earth", "fire", "water", "ivory"} {
		if !slices.ContainsFunc(list, func(s source) bool { return slices.Contains(s.elements, e) }) {
			continue
		}
		for n := c.n; n > 0; n-- {
			part, rest := *c, *c
			part.spell, part.element, part.n = &row, e, n
			next := append(slices.Delete(slices.Clone(spells), i, i+1), &part)
			if rest.n -= n; rest.n > 0 {
				next = append(next, &rest)
			}
			if affordable(list, next) && affordableApart(list, next) {
				return true
			}
		}
	}
	return false
}

// pays reports whether a source may pay for a casting.
func (s source) pays(c *casting) bool {
	if c.spell.Species != "" && s.race != c.spell.Species && !s.free && !s.serves(c) {
		return false
	}
	return c.spell.Mixed || slices.Contains(s.elements, c.element)
}

// serves reports whether an item's magic pays for a species' spell. The species must have a unit in the
// army.
func (s source) serves(c *casting) bool {
	_, on := c.g.ed.rule("magic/items")
	return on && s.item && c.g.has(c.army, c.spell.Species)
}

// flows reports whether supplies can meet costs. pays says which supply may pay for which cost. It
// grows a flow by augmenting paths.
func flows(supply, costs []int, pays [][]bool) bool {
	paid := make([][]int, len(costs)) // how much each supply pays for each cost
	for i := range paid {
		paid[i] = make([]int, len(supply))
	}
	var grow func(cost int, seen []bool) bool
	grow = func(cost int, seen []bool) bool {
		for s := range supply {
			if !pays[cost][s] || seen[s] {
				continue
			}
			seen[s] = true
			if supply[s] > 0 {
				supply[s]--
				paid[cost][s]++
				return true
			}
			for other := range costs {
				if paid[other][s] > 0 && other != cost && grow(other, seen) {
					paid[other][s]--
					paid[cost][s]++
					return true
				}
			}
		}
		return false
	}
	for i, c := range costs {
		for range c {
			if !grow(i, make([]bool, len(supply))) {
				return false
			}
		}
	}
	return true
}
