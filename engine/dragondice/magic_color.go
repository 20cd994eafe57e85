package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Magic whose IDs double by colour. The roller says which colour each point of an ID has. A point
// counts twice if the terrain has its colour and the unit has it too. Black points count twice if a
// player buries dead units for them.

// doubleMagic is the step of a magic roll that doubles IDs by colour.
func doubleMagic(r *roll) {
	t := r.g.terrainOf(r.army.place)
	if r.purpose != ForMagic || r.individual || r.bare || t == nil {
		return
	}
	stones := r.lent(t)
	list := r.left(fromIcon)
	list = append(list, r.left(fromSAI)...)
	for i := range list {
		list[i].elements = joined(list[i].elements, stones)
	}
	black := 0
	var plain []source
	for _, s := range r.left(fromID) {
		own := s.elements
		s.elements = joined(own, stones)
		for _, c := range r.colorsOf(s, own, t) {
			switch {
			case r.doublesAtTerrain(t, own, c):
				r.gain(t, c)
				c.points *= 2
				plain = append(plain, c)
			case len(c.elements) == 1 && c.elements[0] == "death" && slices.Contains(own, "death"):
				black += c.points
				plain = append(plain, c)
			default:
				plain = append(plain, c)
			}
		}
	}
	if buried := r.buries(black); buried > 0 {
		plain = append(plain, source{race: "buried", elements: []string{"death"}, points: buried, free: true})
	}
	for _, s := range plain {
		list = gather(list, s)
	}
	r.colored = append([]source{}, list...)
}

// lent returns the elements that a captured terrain lends to its holder's magic.
func (r *roll) lent(t *terrain) []string {
	e := r.g.ed.eighth(t.icon())
	if t.holder != r.seat() || e == nil || !e.Converts {
		return nil
	}
	r.note(e.Rule, "magic may be %s", r.g.ed.wordList(t.die.kind.Elements))
	return t.die.kind.Elements
}

// joined returns two lists of elements as one, each element once.
func joined(a, b []string) []string {
	out := slices.Clone(a)
	for _, e := range b {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// wordList names elements in the edition's words: "blue or gold".
func (e *Edition) wordList(elements []string) string {
	return listed(e.words(elements), "or")
}

// left returns the magic of one pool that penalties left, by what it can be spent on. If penalties took
// some, the roller says which is left.
func (r *roll) left(from pool) []source {
	var list []source
	sum := 0
	for _, s := range r.shares {
		if s.of == Magic && s.from == from {
			list = gather(list, source{race: s.die.kind.Race, elements: r.tinted(s), points: s.n})
			sum += s.n
		}
	}
	if n := r.pools[from][Magic]; n < sum {
		list = r.kept(list, n)
	}
	return list
}

// colorsOf asks the roller for the colours of ID points. It asks nothing if no colour would count
// twice.
func (r *roll) colorsOf(s source, own []string, t *terrain) []source {
	if !slices.ContainsFunc(own, func(e string) bool { return r.doublesAtTerrain(t, own, source{elements: []string{e}}) || r.canBury(e) }) {
		return []source{s}
	}
	rows := make([]engine.Row, len(s.elements))
	for i, e := range s.elements {
		rows[i] = engine.Row{ID: e, Text: r.g.ed.word(e), Max: s.points}
	}
	var out []source
	text := fmt.Sprintf("%s: of which colours are %d points of IDs (%s)?", r.g.name(r.seat()), s.points, raceName(s.race))
	if s.points == 1 {
		text = fmt.Sprintf("%s: of which colour is the point of an ID (%s)?", r.g.name(r.seat()), raceName(s.race))
	}
	for i, n := range r.g.allot(r.seat(), r.rule, "id magic "+s.race, text, s.points, rows, false) {
		if n > 0 {
			out = append(out, source{race: s.race, elements: []string{s.elements[i]}, points: n})
		}
	}
	return out
}

// doublesAtTerrain reports whether points of a colour count twice because the terrain and the unit have
// it.
func (r *roll) doublesAtTerrain(t *terrain, own []string, c source) bool {
	_, on := r.g.ed.rule("magic/terrain")
	return on && len(c.elements) == 1 && t.die.kind.has(c.elements[0]) && slices.Contains(own, c.elements[0])
}

// gain adds to the roll what the terrain doubled.
func (r *roll) gain(t *terrain, c source) {
	rule, _ := r.g.ed.rule("magic/terrain")
	before := r.sofar(Magic)
	r.pools[fromAdded][Magic] += c.points
	r.change(rule, before, before+c.points, "%+d magic: %d %s from IDs doubled at %s", c.points, c.points, r.g.ed.word(c.elements[0]), t.die.kind.Name)
}

// canBury reports whether IDs of an element could be doubled by burying somebody's dead.
func (r *roll) canBury(element string) bool {
	_, on := r.g.ed.rule("magic/burial")
	return on && element == "death" && slices.ContainsFunc(r.g.order, func(s engine.Seat) bool { return len(r.g.dead(s)) > 0 })
}

// buries doubles black points of IDs. The roller names a player, who buries dead units and chooses
// them. Each health buried doubles one point. buries returns the points gained.
func (r *roll) buries(points int) int {
	rule, on := r.g.ed.rule("magic/burial")
	options := []engine.Option{}
	for _, s := range r.g.order {
		if slices.ContainsFunc(r.g.dead(s), func(d *die) bool { return d.health() <= points }) {
			options = append(options, engine.Option{ID: r.g.slug(s), Text: r.g.name(s)})
		}
	}
	if !on || points == 0 || len(options) == 0 {
		return 0
	}
	options = append(options, engine.Option{ID: "nobody", Text: "Nobody"})
	text := fmt.Sprintf("%s: who buries dead units, up to %d health, to double as many black points?", r.g.name(r.seat()), points)
	id := r.g.declare(r.seat(), rule, "burial", text, options)
	for _, s := range r.g.order {
		if r.g.slug(s) != id {
			continue
		}
		by := r.g.hand(s)
		dice := r.g.pickHealth(by, rule, "bury for magic", fmt.Sprintf("%s: bury %d health-worth of %s's dead. Which?", r.g.name(by), points, r.g.name(s)), r.g.dead(s), points, true)
		n := health(r.g.bury(dice, cause{rule: rule, by: r.seat()}))
		before := r.sofar(Magic)
		r.pools[fromAdded][Magic] += n
		r.change(rule, before, before+n, "%+d magic: %d black from IDs doubled by burying dead units", n, n)
		r.owed = 2 * n
		return n
	}
	return 0
}

// magicByColor is the magic action of editions whose IDs double by colour.
func magicByColor(g *game, a army, rule Rule) {
	r := g.newRoll(cast{purpose: ForMagic, counts: []Result{Magic}, rule: rule, army: a, what: "magic"}).resolve()
	list := r.colored
	if list == nil {
		list = r.sources()
	}
	g.owed = r.owed
	g.castSpells(a, rule, list, false)
	g.owed = 0
}

// owing reports whether the caster must still spend black magic that burying gained, and can. keep
// selects the spells that may be offered. If possible, it keeps only those black spells after which the
// rest can be spent too.
func (g *game) owing(list []source, spells []*casting, offered []*casting) (must bool, keep func(*casting) bool) {
	rule, on := g.ed.rule("magic/owed")
	left := g.owed
	for _, c := range spells {
		if c.element == "death" {
			left -= c.spell.Cost * c.n
		}
	}
	black := slices.DeleteFunc(slices.Clone(offered), func(c *casting) bool { return c.element != "death" })
	if !on || left <= 0 || len(black) == 0 {
		return false, nil
	}
	g.tell(rule, g.marching, "%d black magic gained by burying must be spent.", left)
	fits := func(c *casting) bool {
		return left <= c.spell.Cost || slices.ContainsFunc(black, func(d *casting) bool {
			return affordable(list, append(slices.Clone(spells), c, d))
		})
	}
	some := slices.ContainsFunc(black, fits)
	return true, func(c *casting) bool { return c.element != "death" || !some || fits(c) }
}
