package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

func canMagic(g *game, a army) bool { return true }

// magic is the magic action: the army rolls, its player buys spells and announces them with their
// targets, and they are resolved.
func magic(g *game, a army, rule Rule) {
	r := g.newRoll(cast{purpose: ForMagic, counts: []Result{Magic}, rule: rule, army: a, what: "magic"}).resolve()
	g.castSpells(a, rule, r.sources(), false)
}

// castSpells lets a player buy spells and announce them with their targets. Then it resolves them.
func (g *game) castSpells(a army, rule Rule, list []source, cantrip bool) {
	var spells []*casting
	if rule, on := g.ed.rule("magic/reserves"); on && a.place.area == inReserve {
		g.tell(rule, a.seat, "Spells from the reserves are aimed at %s's own armies, units and dead.", g.name(a.seat))
	}
	if rule, on := g.ed.rule("magic/items"); on && slices.ContainsFunc(list, func(s source) bool { return s.item }) {
		g.tell(rule, a.seat, "Magic of items pays for the spells of races that are in the army.")
	}
	if rule, on := g.ed.rule("magic/cantrip"); on && cantrip {
		g.tell(rule, a.seat, "The Cantrip casts any spell.")
	}
	for {
		c, targets := g.buy(a, rule, list, spells, cantrip)
		if c == nil {
			break
		}
		if !g.pays(list, append(slices.Clone(spells), c)) {
			g.tell(c.spell.Rule, a.seat, "%s can't be paid for so.", c.spell.Name)
			continue
		}
		c.target = g.aim(c, targets)
		spells = announce(spells, c)
	}
	for i, c := range spells {
		for _, o := range spells[:i] {
			if o.spell == c.spell {
				c.taken = append(c.taken, o.units...)
			}
		}
		if c.spell.Choose != nil {
			c.spell.Choose(c)
		}
		g.tell(c.spell.Rule, c.seat, "%s announces %s%s.", g.name(c.seat), c.name(), c.at())
		if c.spell.Choose != nil && len(c.units) == 0 {
			g.tell(c.spell.Rule, c.seat, "%s does nothing: there is no unit for it to choose.", c.name())
		}
	}
	g.dispel(spells)
	g.resolveSpells(a, rule, spells)
}

// at says in words what a casting is aimed at.
func (c *casting) at() string {
	if c.target.text == "" {
		return ""
	}
	return " on " + c.target.text
}

// announce adds a casting. If the spell is cumulative, it joins an equal one.
func announce(spells []*casting, c *casting) []*casting {
	for _, s := range spells {
		if s.spell != c.spell || s.element != c.element || s.target.id != c.target.id {
			continue
		}
		if c.adds() {
			s.n++
			return spells
		}
		if !c.spell.Units {
			c.g.tell(c.spell.Rule, c.seat, "%s is there already, and doesn't add up.", c.spell.Name)
			return spells
		}
	}
	return append(spells, c)
}

// adds reports whether castings on one target add up. If that is not known, the table rules.
func (c *casting) adds() bool {
	if !c.spell.Open {
		return c.spell.Cumulative
	}
	return c.g.ruling(c.spell.Rule, c.spell.Name+": do several castings on one target add up?", engine.YesNo()) == "yes"
}

// castable reports whether a spell may be cast from this place and in this way.
func (g *game) castable(s *Spell, a army, cantrip bool) bool {
	return (!cantrip || s.Cantrip || g.anyCantrip()) && (a.place.area != inReserve || s.Reserves)
}

// anyCantrip reports whether a Cantrip casts any spell, not only those marked for it.
func (g *game) anyCantrip() bool {
	_, on := g.ed.rule("magic/cantrip")
	return on
}

// buy asks for one more spell. It returns the spell and what it may be aimed at, or nil if there is
// no more.
func (g *game) buy(a army, rule Rule, list []source, spells []*casting, cantrip bool) (*casting, []aimed) {
	type offer struct {
		casting *casting
		targets []aimed
	}
	var offers []offer
	var options []engine.Option
	for i := range g.ed.Spells {
		s := &g.ed.Spells[i]
		if !g.castable(s, a, cantrip) {
			continue
		}
		for _, e := range s.elements() {
			c := &casting{g: g, spell: s, seat: a.seat, army: a, element: e, n: 1, cantrip: cantrip}
			if !g.mayPay(list, append(slices.Clone(spells), c)) {
				continue
			}
			targets := c.targets(spells)
			if len(targets) == 0 {
				continue
			}
			offers = append(offers, offer{c, targets})
			options = append(options, engine.Option{ID: c.id(), Text: fmt.Sprintf("%s (%s, %d)", s.Name, g.ed.word(e), s.Cost), Note: leaves(list, spells, s.Cost), Icon: e})
		}
	}
	if len(offers) == 0 {
		return nil, nil
	}
	offered := make([]*casting, len(offers))
	for i, o := range offers {
		offered[i] = o.casting
	}
	if must, keep := g.owing(list, spells, offered); must {
		kept := options[:0:0]
		for i, o := range options {
			if keep(offered[i]) {
				kept = append(kept, o)
			}
		}
		options = kept
	} else {
		options = append(options, engine.Option{ID: "done", Text: "No more spells"})
	}
	id := g.declare(a.seat, rule, "spell", g.name(a.seat)+": cast which spell?", options)
	for _, o := range offers {
		if o.casting.id() == id {
			return o.casting, o.targets
		}
	}
	return nil, nil
}

// id returns the casting's id among the offers: the spell's, with the element if there is a choice.
func (c *casting) id() string {
	id := c.spell.ID[len("spell/"):]
	if len(c.spell.elements()) > 1 {
		id += " " + c.element
	}
	return id
}

// elements returns the elements that a spell may be cast with.
func (s *Spell) elements() []string {
	if s.Element == "elemental" && !s.Mixed {
		return []string{"air", "death", "earth", "fire", "water", "ivory"}
	}
	return []string{s.Element}
}

// targets returns what the spell may be aimed at. If castings don't combine, what it is aimed at
// already is left out.
func (c *casting) targets(spells []*casting) []aimed {
	list := c.spell.Aim(c)
	if c.spell.Useful != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(t aimed) bool { return !c.spell.Useful(c, t, 1+c.cast(spells, t)) })
	}
	if _, on := c.g.ed.rule("magic/reserves"); on && c.army.place.area == inReserve {
		list = slices.DeleteFunc(slices.Clone(list), func(t aimed) bool { return !c.own(t) })
	}
	if c.spell.Cumulative || c.spell.Units || c.spell.Open && c.g.rulings[c.spell.ID] != "no" {
		return list
	}
	return slices.DeleteFunc(list, func(t aimed) bool {
		return slices.ContainsFunc(spells, func(s *casting) bool { return s.spell == c.spell && s.target.id == t.id })
	})
}

// cast returns how often the spell was announced with the same element on a target.
func (c *casting) cast(spells []*casting, t aimed) int {
	n := 0
	for _, s := range spells {
		if s.spell == c.spell && s.element == c.element && s.target.id == t.id {
			n += s.n
		}
	}
	return n
}

// own reports whether a target is the caster's own army, unit or dead.
func (c *casting) own(t aimed) bool {
	switch {
	case t.army != nil:
		return t.army.seat == c.seat
	case t.unit != nil:
		return t.unit.owner == c.seat
	}
	return t.terrain == nil && t.seat == c.seat
}

func (g *game) aim(c *casting, targets []aimed) aimed {
	options := make([]engine.Option, len(targets))
	for i, t := range targets {
		options[i] = engine.Option{ID: t.id, Text: t.text, On: []string{t.id}}
		switch {
		case t.unit != nil:
			options[i].Die, options[i].On = t.unit.id, nil
		case t.id == "pool":
			options[i].On = []string{g.slug(t.seat) + "@pool"}
		}
	}
	id := g.declare(c.seat, c.spell.Rule, "aim "+c.spell.ID, fmt.Sprintf("%s: %s on what?", g.name(c.seat), c.spell.Name), options)
	return targets[slices.IndexFunc(targets, func(t aimed) bool { return t.id == id })]
}

// resolveSpells resolves the announced spells in the order that the caster chooses.
func (g *game) resolveSpells(a army, rule Rule, spells []*casting) {
	spells = slices.DeleteFunc(spells, func(c *casting) bool { return c.void })
	if len(spells) > 1 {
		items := make([]engine.Option, len(spells))
		for i, c := range spells {
			items[i] = engine.Option{ID: fmt.Sprintf("%s %d", c.id(), i+1), Text: c.name() + c.at()}
		}
		q := g.question(a.seat, rule, "spell order", g.name(a.seat)+": in which order are the spells resolved?")
		q.Kind, q.Arrange = engine.KindArrange, &engine.Arrange{Items: items}
		sorted := make([]*casting, 0, len(spells))
		for _, id := range g.table.Ask(q).Chosen {
			sorted = append(sorted, spells[slices.IndexFunc(items, func(o engine.Option) bool { return o.ID == id })])
		}
		spells = sorted
	}
	for _, c := range spells {
		if !c.there() {
			g.tell(c.spell.Rule, c.seat, "%s: its target is gone.", c.name())
			continue
		}
		c.spell.Cast(c)
	}
}

// there reports whether the casting's target is still there.
func (c *casting) there() bool {
	switch {
	case c.target.army != nil:
		return len(c.g.units(*c.target.army)) > 0
	case c.target.unit != nil:
		return c.target.unit.inPlay()
	}
	return true
}

// warded reports whether an eighth face protects an army from opponents' magic of an element.
func (g *game) warded(a army, element string) bool {
	t := g.terrainOf(a.place)
	if t == nil || t.holder != a.seat {
		return false
	}
	e := g.ed.eighth(t.icon())
	return e != nil && e.Wards != "" && e.Wards == element
}

// dispel lets units that can do so try to negate magic that touches them.
func (g *game) dispel(spells []*casting) {
	for i := range g.ed.SAIs {
		if d := g.ed.SAIs[i].Dispels; d != nil {
			d(g, spells)
		}
	}
}
