package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// SAIs that fit no shorter description.

// bash turns one attacking unit's own melee results against it, and makes as many saves.
func bash(r *roll, u use) {
	g := r.g
	var from []*die
	for _, d := range g.units(r.attack.army) {
		if r.attack.own(d, Melee) > 0 {
			from = append(from, d)
		}
	}
	d := g.targetUnit(r.seat(), from, u.row.Rule)
	if d == nil {
		return
	}
	n := r.attack.own(d, Melee)
	r.give(u.dice[0].die, Save, n, fromSAI, u.row.Rule)
	c := u.cause()
	c.save, c.unit = true, u.dice[0].die
	g.wound(d, n, c)
}

// coils deals X damage to one unit, which rolls saves and melee together. Its melee hits the unit
// that coils, which can't save.
func coils(r *roll, u use) { grips(r, u, []Result{Save, Melee}, ForBoth, false) }

// coilsOpen is coils, but the table rules whether the unit that coils can save.
func coilsOpen(r *roll, u use) { grips(r, u, []Result{Save, Melee}, ForBoth, true) }

// hugs deals X damage to one unit, which can't save. It strikes back with a melee roll.
func hugs(r *roll, u use) { grips(r, u, []Result{Melee}, ForMelee, false) }

func grips(r *roll, u use, counts []Result, purpose Purpose, open bool) {
	g := r.g
	d := g.targetUnit(u.roll.seat(), u.foes(), u.row.Rule)
	if d == nil {
		return
	}
	c := u.cause()
	c.unit, c.save = u.dice[0].die, slices.Contains(counts, Save)
	g.tell(c.rule, d.owner, "%s takes %d damage.", d.kind.Name, u.x)
	back := g.rollEach([]*die{d}, counts, purpose, c)[0]
	struck := back.total(Melee)
	g.damageUnit(d, u.x-back.total(Save), c)
	if struck > 0 {
		g.tell(c.rule, u.roll.seat(), "%s strikes back: %s takes %d damage.", d.kind.Name, u.dice[0].die.kind.Name, struck)
		back := cause{rule: c.rule, by: d.owner, unit: d}
		if open && g.ruling(c.rule, c.rule.Name+": may the unit that coils save against the melee of the unit that it holds?", engine.YesNo()) == "yes" {
			back.save = true
			struck -= g.rollEach([]*die{u.dice[0].die}, []Result{Save}, ForSave, back)[0].total(Save)
		}
		g.damageUnit(u.dice[0].die, struck, back)
	}
}

// confuses has defending units rolled again, up to X health-worth. The attacker chooses them.
func confuses(r *roll, u use) {
	var from []*die
	for _, d := range r.dice {
		if !d.void && d.die.kind.isUnit() && !slices.Contains(from, d.die) {
			from = append(from, d.die)
		}
	}
	chosen := r.g.target(u.roll.seat(), from, u.x, u.row.Rule)
	for _, d := range slices.Clone(r.dice) {
		if !d.void && slices.Contains(chosen, d.die) {
			r.again(d, u.row.Rule, false)
		}
	}
}

// converts has X health-worth of units save or die. The roller may return as much health of its own
// dead units.
func converts(r *roll, u use) {
	g := r.g
	units := g.target(u.roll.seat(), u.foes(), u.x, u.row.Rule)
	dead := unless(Save, killed)(g, units, u.cause())
	if n := health(dead); n > 0 {
		g.revive(u.roll.army, n, u.row.Rule, nil)
	}
}

// charms takes up to X health-worth of defending units. They roll melee for the attacker and aren't
// rolled for saves in this march.
func charms(r *roll, u use) {
	g := r.g
	units := g.target(u.roll.seat(), u.foes(), u.x, u.row.Rule)
	for i, own := range g.rollEach(units, []Result{Melee}, ForMelee, u.cause()) {
		if n := own.total(Melee); n > 0 {
			r.give(units[i], Melee, n, fromSAI, u.row.Rule)
		}
	}
	for _, d := range units {
		g.tell(u.row.Rule, d.owner, "%s doesn't roll for saves in this march.", d.kind.Name)
		g.last(effect{rule: u.row.Rule, by: u.roll.seat(), unit: d, unsaving: true, march: true, text: "doesn't save in this march"})
	}
}

// breathesOn kills up to X health-worth of the army attacked, as breath does. If a champion keeps
// breath of the die's elements from the army, it does nothing.
func breathesOn(r *roll, u use) {
	g := r.g
	n := 0
	for _, d := range u.dice {
		if by := g.shunned(*r.other, d.die.kind.Elements); by != nil {
			g.tell(by.Rule, r.other.seat, "%s: the breath of %s does nothing.", by.Name, d.die.kind.Name)
			continue
		}
		n += d.shows().worth()
	}
	if n > 0 {
		c := u.cause()
		c.buryKin = true
		g.kill(g.target(r.seat(), u.foes(), n, u.row.Rule), c)
	}
}

// shunned returns a champion if an army's champions keep off breath of each of the elements. If
// not, it returns nil.
func (g *game) shunned(a army, elements []string) *Champion {
	var by *Champion
	for _, e := range elements {
		if by = g.breathproof(a, e); by == nil {
			return nil
		}
	}
	return by
}

// frightens has units make a save roll. A unit that shows its ID dies. A unit that makes no save
// flees.
func frightens(g *game, units []*die, c cause) []*die {
	c.save = true
	var dead, gone []*die
	for i, own := range g.rollEach(units, []Result{Save}, ForSave, c) {
		switch {
		case len(own.showing(idIcon)) > 0:
			dead = append(dead, units[i])
		case own.total(Save) == 0:
			gone = append(gone, units[i])
		}
	}
	g.flee(gone, c)
	return g.kill(dead, c)
}

// seizes has units rolled. Those that show their ID flee, the others die.
func seizes(g *game, units []*die, c cause) []*die {
	failed, passed := g.mustID(units, c)
	g.flee(passed, c)
	return g.kill(failed, c)
}

// infects has a unit save or die. After each death, the owner of the unit names the next.
func infects(r *roll, u use) {
	g := r.g
	d := g.targetUnit(u.roll.seat(), u.foes(), u.row.Rule)
	c := u.cause()
	c.save = true
	for d != nil {
		failed, _ := g.mustMake([]*die{d}, Save, c)
		if len(failed) == 0 {
			return
		}
		g.kill(failed, c)
		d = g.pickOne(d.owner, u.row.Rule, "plague", fmt.Sprintf("%s: which unit is next? (%s)", g.name(d.owner), u.row.Name), u.foes(), true)
	}
}

// burns deals X damage to the army attacked. A unit that dies makes a save roll, and is buried if
// it makes no save.
func burns(r *roll, u use) {
	c := u.cause()
	c.wide = true
	saveOrBuried(r.g, r.g.damage(*u.roll.other, u.x, c), c)
}

// sneaks deals X damage to an opposing army at the same terrain. Dragonkin that it kills may be
// buried by an ability (buryKin).
func sneaks(r *roll, u use) { sneak(r, u) }

// sneaksBurying is sneaks, and buries the Dragonkin that it kills itself.
func sneaksBurying(r *roll, u use) {
	dead := sneak(r, u)
	r.g.bury(slices.DeleteFunc(dead, func(d *die) bool { return !d.kind.isDragonkin() }), u.cause())
}

func sneak(r *roll, u use) []*die {
	g := r.g
	a, ok := g.pickArmy(r.seat(), u.row.Rule, "target", fmt.Sprintf("%s: choose an army (%s).", g.name(r.seat()), u.row.Name), r.enemiesAt())
	if !ok {
		return nil
	}
	c := u.cause()
	c.wide, c.buryKin = true, true
	return slices.Clone(g.damage(a, u.x, c))
}

// cloaks adds X saves to all rolls of the army until its owner's next turn begins, this roll
// included.
func cloaks(r *roll, u use) { cloaked(r, u, false) }

// cloaksByMagic is cloaks, but the saves count as made by spells.
func cloaksByMagic(r *roll, u use) { cloaked(r, u, true) }

func cloaked(r *roll, u use, magical bool) {
	a := r.army
	r.g.last(effect{rule: u.row.Rule, by: r.seat(), army: &a, mods: []modifier{{op: add, of: []Result{Save}, n: u.x, magical: magical}},
		text: fmt.Sprintf("adds %d to its saves", u.x)})
}

// glares works on each unit that saved with its ID. The unit doesn't count. It can't be rolled
// until the next turn of the SAI's owner begins, or until the unit that glares is rolled or leaves
// its place.
func glares(r *roll, u use) {
	g := r.g
	for _, d := range r.showing(idIcon) {
		if !d.kind.isUnit() {
			continue
		}
		r.leave(d)
		g.last(effect{rule: u.row.Rule, by: u.roll.seat(), unit: d, still: true, while: u.dice[0].die, text: "can't be rolled"})
		g.tell(u.row.Rule, d.owner, "%s doesn't count and can't be rolled.", d.kind.Name)
	}
}

// veils keeps opponents from choosing one of the roller's armies for missiles and spells.
func veils(r *roll, u use) {
	g := r.g
	own := g.armies(func(a army) bool { return a.seat == r.seat() })
	a, ok := g.pickArmy(r.seat(), u.row.Rule, "target", fmt.Sprintf("%s: choose an army of yours (%s).", g.name(r.seat()), u.row.Name), own)
	if !ok {
		return
	}
	g.last(effect{rule: u.row.Rule, by: r.seat(), army: &a, hides: true, text: "can't be targeted by opponents' missiles or spells"})
	g.tell(u.row.Rule, a.seat, "%s can't be targeted by opponents' missiles or spells until %s's next turn begins.", g.armyName(a), g.name(r.seat()))
}

// doubles has one unit's results of a type count twice.
func doubles(of ...Result) doing {
	return func(r *roll, u use) {
		var from []*die
		for _, d := range r.dice {
			if !d.void && d.die.kind.isUnit() && !slices.Contains(from, d.die) && !r.multiplied(d.die, of) {
				from = append(from, d.die)
			}
		}
		d := r.g.pickOne(r.seat(), u.row.Rule, "double", fmt.Sprintf("%s: which unit's results count twice? (%s)", r.g.name(r.seat()), u.row.Name), from, true)
		if d == nil {
			return
		}
		what := of[0]
		if len(of) > 1 {
			options := make([]engine.Option, len(of))
			for i, o := range of {
				options[i] = engine.Option{ID: o.String(), Text: o.plural()}
			}
			id := r.g.declare(r.seat(), u.row.Rule, "double of", fmt.Sprintf("%s: which of its results? (%s)", r.g.name(r.seat()), u.row.Name), options)
			what, _ = resultOf(id)
		}
		r.mods = append(r.mods, modifier{rule: u.row.Rule, op: multiply, of: []Result{what}, n: 2, dice: func(x *die) bool { return x == d }})
	}
}

// multiplied reports whether SAIs multiply all of these types of a die already.
func (r *roll) multiplied(d *die, of []Result) bool {
	return !slices.ContainsFunc(of, func(o Result) bool {
		return !slices.ContainsFunc(r.mods, func(m modifier) bool {
			return m.op == multiply && slices.Contains(m.of, o) && m.dice != nil && m.dice(d) && r.g.ed.bySAI(m.rule)
		})
	})
}

// trumpets has the results of each unit of a race in the army count twice.
func trumpets(race string, of ...Result) doing {
	return func(r *roll, u use) {
		for _, o := range of {
			if r.wants(o) {
				r.mods = append(r.mods, modifier{rule: u.row.Rule, op: multiply, of: []Result{o}, n: 2, dice: species(race)})
			}
		}
	}
}

// ruled does what the table rules, for an SAI whose text is not known.
func ruled(r *roll, u use) {
	how := r.g.ruling(u.row.Rule, fmt.Sprintf("%s: what it does is not known here. How does the table play it?", u.row.Name), []engine.Option{
		{ID: "none", Text: "It does nothing"}, {ID: "results", Text: "It counts X results of what is rolled"}})
	if how == "results" {
		r.generate(u.row.Rule, u, Given{Of: r.counts})
	}
}
