package dragondice

import (
	"fmt"
	"slices"
)

// canMelee reports whether another army stands at the army's place.
func canMelee(g *game, a army) bool { return len(g.opposing(a.seat, a.place)) > 0 }

// melee resolves an attack on an army at the same terrain, and the counter-attack.
func melee(g *game, a army, rule Rule) {
	b, ok := g.pickArmy(a.seat, rule, "target", g.name(a.seat)+": attack which army?", g.opposing(a.seat, a.place))
	if !ok {
		return
	}
	attack := g.strike(cast{purpose: ForMelee, counts: []Result{Melee}, rule: rule, army: a, other: &b, what: "melee"})
	counter, on := g.ed.rule("step/counter-attack")
	switch {
	case !on || len(g.units(b)) == 0 || len(g.units(a)) == 0:
	case g.isRouted(b):
		rule, _ := g.ed.rule("rout/routing")
		g.tell(rule, b.seat, "%s is routed and can't counter-attack.", g.armyName(b))
	case attack.noCounter:
		g.tell(rule, b.seat, "%s can't counter-attack.", g.armyName(b))
	case g.yes(b.seat, counter, "counter-attack", fmt.Sprintf("%s: counter-attack?", g.armyName(b))):
		g.strike(cast{purpose: ForMelee, counts: []Result{Melee}, rule: counter, army: b, other: &a, counter: true, what: "counter-attack"})
	}
}

// missileTargets returns the armies that an army may shoot at.
func (g *game) missileTargets(a army) []army {
	t := g.terrainOf(a.place)
	return g.armies(func(b army) bool {
		switch {
		case !enemies(a.seat, b.seat) || g.hidden(b):
			return false
		case t != nil && t.holder == a.seat && t.number() == 8 && g.eighthAims(t, b):
			return true
		}
		return g.reaches(a, b)
	})
}

// reaches reports whether one army's missiles reach another. They don't reach reserves, and they
// don't fly from one home terrain to another.
func (g *game) reaches(a, b army) bool {
	from, to := g.terrainOf(a.place), g.terrainOf(b.place)
	return from != nil && to != nil && (from == to || from.home == 0 || to.home == 0)
}

// eighthAims reports whether the eighth face that shows lets the terrain's holder shoot at an army
// that missiles don't reach.
func (g *game) eighthAims(t *terrain, b army) bool {
	e := g.ed.eighth(t.icon())
	return e != nil && e.Aims != nil && e.Aims(g, b)
}

// hidden reports whether an effect keeps opponents from choosing an army for missiles and spells.
func (g *game) hidden(a army) bool {
	return slices.ContainsFunc(g.effects, func(e *effect) bool { return e.hides && e.army != nil && *e.army == a })
}

func canMissile(g *game, a army) bool {
	return a.place.area == atTerrain && len(g.missileTargets(a)) > 0
}

// missile resolves an attack at a distance.
func missile(g *game, a army, rule Rule) {
	b, ok := g.pickArmy(a.seat, rule, "target", g.name(a.seat)+": shoot at which army?", g.missileTargets(a))
	if !ok {
		return
	}
	if t := g.terrainOf(a.place); !g.reaches(a, b) {
		e := g.ed.eighth(t.icon())
		g.tell(e.Rule, a.seat, "%s: %s may be shot at.", e.Name, g.armyName(b))
	}
	g.strike(cast{purpose: ForMissile, counts: []Result{Missile}, rule: rule, army: a, other: &b, what: "missile"})
}

// strike resolves an attack: the attacker's roll, the save roll, the damage. It returns the
// attacker's roll.
func (g *game) strike(c cast) *roll {
	r := g.newRoll(c).resolve()
	of := c.counts[0]
	b := *c.other
	var save *roll
	if n := r.total(of); n > 0 && len(g.units(b)) > 0 {
		save = g.saves(r, b)
		kill := g.unsaved(r, save, n)
		back := g.backDamage(save)
		if kill <= 0 {
			g.tellSum(c.rule, b.seat, struck(r, save, 0), "%s against %s: no damage.", many(n, of.String(), of.plural()), many(save.total(Save), "save", "saves"))
		}
		g.damage(b, kill, cause{rule: c.rule, by: c.army.seat, wide: true, save: true, sum: struck(r, save, kill)})
		for _, x := range back {
			g.damage(c.army, x.n, cause{rule: x.rule, by: b.seat, wide: true, save: true})
		}
		g.routs(save, c.army)
	} else if n <= 0 {
		g.tellSum(c.rule, b.seat, struck(r, nil, 0), "No %s: no damage, and nobody saves.", of.plural())
	}
	for _, ab := range g.abilities() {
		if ab.Attacked != nil && !c.counter {
			ab.Attacked(g, r)
		}
	}
	return r
}

// unsaved returns the damage that is left after a save roll. A species ability may say that some of
// the damage is reduced only by saves that spells made.
func (g *game) unsaved(attack, save *roll, n int) int {
	cursed := 0
	for _, ab := range g.abilities() {
		if ab.Pierces != nil {
			cursed += ab.Pierces(g, attack)
		}
	}
	cursed = min(cursed, n)
	plain := max(0, n-cursed-max(0, save.total(Save)-save.magical))
	return plain + cursed - save.magical
}

// saves has army b roll saves against an attack.
func (g *game) saves(attack *roll, b army) *roll {
	rule, _ := g.ed.rule("step/save-roll")
	counts := []Result{Save}
	if attack.alsoCounts != nil {
		counts = append(counts, attack.alsoCounts...)
	}
	s := g.newRoll(cast{purpose: ForSave, counts: counts, rule: rule, army: b, other: &attack.army, against: attack.purpose, attack: attack, counter: attack.counter, what: "save " + attack.what}).resolve()
	for _, ab := range g.abilities() {
		if ab.Struck != nil {
			ab.Struck(g, attack, s)
		}
	}
	return s
}

// backDamage returns the damage that a save roll deals to the attacker. The saves that spells give
// the attacker reduce it.
func (g *game) backDamage(save *roll) []backDamage {
	if len(save.back) == 0 {
		return nil
	}
	shield := g.magicalSaves(save.attack.army)
	var out []backDamage
	for _, b := range save.back {
		less := min(shield, b.n)
		shield -= less
		b.n -= less
		out = append(out, b)
	}
	return out
}

// magicalSaves returns how many saves the spells in force give an army without a roll.
func (g *game) magicalSaves(a army) int {
	r := &roll{g: g, cast: cast{purpose: ForSave, counts: []Result{Save}, army: a}}
	n := 0
	for _, m := range r.modifiers() {
		if m.magical && m.op == add && slices.Contains(m.of, Save) {
			n += m.n
		}
	}
	return n
}

// inflict deals damage to an army outside of an attack, for example by a spell. The army rolls
// against it, and each of the results in counts takes a point away. It returns the units killed.
func (g *game) inflict(a army, points int, counts []Result, against Purpose, c cause) []*die {
	if len(g.units(a)) == 0 {
		return nil
	}
	rule, _ := g.ed.rule("step/save-roll")
	purpose := ForBoth
	if len(counts) == 1 {
		purpose = purposeOf(counts[0])
	}
	r := g.newRoll(cast{purpose: purpose, counts: counts, rule: rule, army: a, against: against, what: "save"}).resolve()
	for _, of := range counts {
		points -= r.total(of)
	}
	if c.from != nil {
		defer g.routs(r, *c.from)
	}
	c.wide, c.save = true, slices.Contains(counts, Save)
	return g.damage(a, points, c)
}
