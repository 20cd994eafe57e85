package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Steps of a dragon attack in editions with champions. Champions act after it is known what each dragon
// would attack, and before targets are designated.

// findAttackers finds out whether each dragon would attack other dragons or the army. If a tame dragon
// would attack the army, its master says whether it does.
func findAttackers(d *dragonAttack) {
	g := d.g
	present := g.dragonsAt(d.place)
	for _, x := range present {
		a := &attacker{die: x, kind: g.ed.dragonKind(x.kind.Class)}
		if a.kind == nil {
			continue
		}
		d.attackers = append(d.attackers, a)
		for _, o := range present {
			if o != x && g.ed.Dragon.Fight && a.kind.Attacks != nil && a.kind.Attacks(x.kind, o.kind) {
				a.prey = append(a.prey, o)
			}
		}
		on := g.armyName(d.army)
		if a.hunts = len(a.prey) > 0; a.hunts {
			on = names(a.prey)
		} else if e := g.tamer(x); e != nil {
			by := g.master(x)
			a.idle = !g.yes(by, e.rule, "tame "+x.id, fmt.Sprintf("%s: %s is tame. Does it attack %s?", g.name(by), x.kind.Name, on))
		}
		if !a.idle {
			d.tellTarget(a, on)
		}
	}
}

// designate asks for targets in secret. It asks about each dragon that could attack several other
// dragons, and about each dragon that a unit controls.
func designate(d *dragonAttack) {
	g := d.g
	var chosen []*attacker
	var qs []engine.Question
	for _, a := range d.attackers {
		a.prey = slices.DeleteFunc(a.prey, func(o *die) bool { return o.at != d.place })
		by := g.master(a.die)
		options := dieOptions(a.prey)
		text := fmt.Sprintf("%s: which dragon does %s attack?", g.name(by), a.die.kind.Name)
		switch {
		case a.by != nil:
			by = a.by.owner
			options = dieOptions(slices.DeleteFunc(g.dragonsAt(d.place), func(o *die) bool { return o == a.die }))
			options = append(options, engine.Option{ID: "army", Text: g.armyName(d.army)}, engine.Option{ID: "rest", Text: "Nothing: it isn't rolled"})
			text = fmt.Sprintf("%s: what does %s attack, which %s controls?", g.name(by), a.die.kind.Name, a.by.kind.Name)
		case !a.hunts || len(a.prey) < 2:
			continue
		}
		for i := range options {
			options[i].Weight = 0
		}
		q := g.question(by, d.rule, "target of "+a.die.id, text)
		q.Secret, q.Kind, q.Declare = true, engine.KindDeclare, &engine.Declare{Options: options}
		qs, chosen = append(qs, q), append(chosen, a)
	}
	fights := d.only()
	if len(qs) > 0 {
		for i, answer := range g.table.AskAll(qs) {
			a := chosen[i]
			switch id := answer.Chosen[0]; id {
			case "army":
			case "rest":
				a.idle = true
			default:
				a.target = g.byID[id]
			}
			fights = append(fights, a)
		}
	}
	for _, a := range fights {
		on := g.armyName(d.army)
		switch {
		case a.target != nil:
			on = a.target.kind.Name
		case a.idle:
			on = "nothing"
		}
		d.tellTarget(a, on)
	}
}

// only looks at dragons that hunt other dragons and could attack at most one of them. If there is one,
// it is the target. If the prey is gone, the dragon attacks nothing. only returns these dragons.
func (d *dragonAttack) only() []*attacker {
	var out []*attacker
	for _, a := range d.attackers {
		switch {
		case a.by != nil || !a.hunts || len(a.prey) > 1:
			continue
		case len(a.prey) == 1:
			a.target = a.prey[0]
		default:
			a.idle = true
		}
		out = append(out, a)
	}
	return out
}

// gust is one breath on the army. unit is the element whose effect its units suffer. elements are those
// whose effects the army suffers as a whole.
type gust struct {
	by       *attacker
	unit     string
	elements []string
}

// breatheEach resolves breaths. A breath on a dragon takes the dragon's automatic saves. The army
// suffers what all breaths do to it as a whole at once. Then each breath does something to five
// health-worth of its units: breaths of one element together, and the elements in the order that the
// army's owner likes.
func breatheEach(d *dragonAttack) {
	g := d.g
	d.breatheOnDragons()
	gusts := d.gusts()
	if len(gusts) == 0 || len(g.units(d.army)) == 0 {
		return
	}
	var order []*Breath
	times := map[string]int{}
	for _, x := range gusts {
		for _, e := range x.elements {
			if b := g.ed.breath(e); b != nil && b.Army != nil {
				b.Army(g, d.army, nil)
			}
		}
		if b := g.ed.breath(x.unit); b != nil {
			if times[x.unit]++; times[x.unit] == 1 {
				order = append(order, b)
			}
		}
	}
	for _, b := range d.inOrder(order) {
		d.breatheOnUnits(b, times[b.Element])
	}
}

// breatheOnUnits does what the breaths of one element do to units.
func (d *dragonAttack) breatheOnUnits(b *Breath, times int) {
	g := d.g
	n := times * g.ed.Dragon.BreathKills
	text := fmt.Sprintf("%s: %s is for %d health-worth. Which?", g.name(d.army.seat), b.Name, n)
	units := g.pickHealth(d.army.seat, b.Rule, "breath", text, g.units(d.army), n, true)
	if len(units) == 0 {
		return
	}
	g.tell(b.Rule, d.army.seat, "%s: %s.", b.Name, names(units))
	then := b.Units
	if then == nil {
		then = killed
	}
	then(g, units, cause{rule: b.Rule, by: engine.Everyone, buryKin: true})
}

// inOrder asks the army's owner for the order of breaths.
func (d *dragonAttack) inOrder(list []*Breath) []*Breath {
	if len(list) < 2 {
		return list
	}
	items := make([]engine.Option, len(list))
	for i, b := range list {
		items[i] = engine.Option{ID: b.Element, Text: b.Name}
	}
	q := d.g.question(d.army.seat, d.rule, "breath order", d.g.name(d.army.seat)+": in which order are the breaths resolved?")
	q.Kind, q.Arrange = engine.KindArrange, &engine.Arrange{Items: items}
	var out []*Breath
	for _, id := range d.g.table.Ask(q).Chosen {
		out = append(out, d.g.ed.breath(id))
	}
	return out
}

// gusts returns the breaths on the army that no champion keeps off.
func (d *dragonAttack) gusts() []gust {
	g := d.g
	icon := g.ed.dragonIcon("dragon_breath")
	var out []gust
	for _, a := range d.onArmy() {
		for range a.breaths {
			g.tellWith(d.rule, d.army.seat, []engine.Line{g.line(icon.Rule, "%s", icon.Name)}, "%s breathes on %s.", a.die.kind.Name, g.armyName(d.army))
			for _, x := range d.breathsOf(a) {
				if x, any := d.kept(x); any {
					out = append(out, x)
				}
			}
		}
	}
	return out
}

// breathsOf returns what a dragon's breath consists of. It is one gust. For a white dragon it is one
// gust of each element of the terrain.
func (d *dragonAttack) breathsOf(a *attacker) []gust {
	g, k := d.g, a.die.kind
	if a.kind.Double {
		b := g.ed.breath("white")
		if b == nil {
			return nil
		}
		g.tell(b.Rule, d.army.seat, "%s: a breath of %s each.", b.Name, listed(g.ed.words(g.elementsAt(d.place)), "and"))
		var out []gust
		for _, e := range g.elementsAt(d.place) {
			out = append(out, gust{by: a, unit: e, elements: []string{e}})
		}
		return out
	}
	units := slices.Clone(k.Elements)
	if k.Class == "ivory" || k.Class == "ivory_hybrid" {
		units = append(units, "ivory")
	}
	x := gust{by: a, unit: units[0], elements: k.Elements}
	if len(units) > 1 {
		options := make([]engine.Option, len(units))
		for i, e := range units {
			options[i] = engine.Option{ID: e, Text: g.ed.breathName(e)}
		}
		seat := g.hand(a.die.owner)
		x.unit = g.declare(seat, a.kind.Rule, "breath of "+a.die.id, fmt.Sprintf("%s: which of %s's breaths do the units feel?", g.name(seat), k.Name), options)
	}
	if k.Class == "ivory" {
		x.elements = []string{"ivory"}
	}
	return []gust{x}
}

// kept returns what champions leave of a breath. It returns false if they keep off all of it.
func (d *dragonAttack) kept(x gust) (gust, bool) {
	g := d.g
	all := slices.Clone(x.elements)
	if !slices.Contains(all, x.unit) {
		all = append(all, x.unit)
	}
	var off []string
	var by *Champion
	for _, e := range all {
		if c := g.breathproof(d.army, e); c != nil {
			off, by = append(off, e), c
		}
	}
	if by == nil {
		return x, true
	}
	if len(off) < len(all) && g.ruling(by.Rule, "A champion keeps off breath of its element. What does it do to the breath of a dragon of that element and another?", []engine.Option{
		{ID: "whole", Text: "It keeps off all of it"}, {ID: "part", Text: "It keeps off what its element does"}}) == "part" {
		g.tell(by.Rule, d.army.seat, "%s keeps off %s.", by.Name, listed(g.ed.words(off), "and"))
		x.elements = slices.DeleteFunc(slices.Clone(x.elements), func(e string) bool { return slices.Contains(off, e) })
		if slices.Contains(off, x.unit) {
			x.unit = ""
		}
		return x, true
	}
	g.tell(by.Rule, d.army.seat, "%s keeps off the breath.", by.Name)
	return x, false
}

// breatheOnDragons resolves breaths on dragons. Their automatic saves don't count until the end of the
// marching player's next turn.
func (d *dragonAttack) breatheOnDragons() {
	g := d.g
	icon := g.ed.dragonIcon("dragon_breath")
	for _, a := range d.attackers {
		if a.target == nil || a.breaths == 0 {
			continue
		}
		g.last(effect{rule: icon.Rule, by: engine.Everyone, ends: g.marching, late: true, bares: a.target, text: "has no automatic saves"})
		g.tell(icon.Rule, a.die.owner, "%s breathes on %s: its automatic saves don't count until %s's next turn ends.", a.die.kind.Name, a.target.kind.Name, g.name(g.marching))
	}
}

// breath returns the row of an element. It returns nil if the edition has none.
func (e *Edition) breath(element string) *Breath {
	i := slices.IndexFunc(e.Breaths, func(b Breath) bool { return b.Element == element })
	if i < 0 {
		return nil
	}
	return &e.Breaths[i]
}

func (e *Edition) breathName(element string) string {
	if b := e.breath(element); b != nil {
		return b.Name
	}
	return element
}
