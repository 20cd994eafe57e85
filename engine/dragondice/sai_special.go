package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// SAIs that change how an attack, a maneuver or a magic action goes.

// surprises keeps the army attacked from counter-attacking.
func surprises(r *roll, _ use) { r.noCounter = true }

// charges counts the attacker's maneuvers as melee. The defender rolls saves and melee together and
// can't counter-attack.
func charges(r *roll, u use) {
	r.noCounter = true
	r.mods = append(r.mods, modifier{rule: u.row.Rule, op: countAs, of: []Result{Melee}, from: Maneuver})
	if !slices.Contains(r.alsoCounts, Melee) {
		r.alsoCounts = append(r.alsoCounts, Melee)
	}
}

// answersCharge deals the melee results of the defender's combined roll to the attacker as damage.
// Only saves that spells made reduce it. If several dice charged, it still hits once.
func answersCharge(r *roll, u use) {
	r.after = append(r.after, func() {
		hit := slices.ContainsFunc(r.back, func(b backDamage) bool { return b.rule.ID == u.row.ID })
		if n := r.total(Melee); n > 0 && !hit {
			r.back = append(r.back, backDamage{rule: u.row.Rule, n: n})
		}
	})
}

// gale takes four saves and four maneuvers from an opponent's army at a terrain until the roller's
// next turn begins.
func gale() doing {
	return hampers((*roll).opponentsAtTerrains, blown, gusts)
}

// withered says in words what Wither takes.
func withered(u use) string { return "loses " + many(u.x, "result", "results") + " from every roll" }

// blown says in words what a gale takes.
func blown(u use) string {
	n := 4 * len(u.dice)
	return fmt.Sprintf("loses %d saves and %d maneuvers from every roll", n, n)
}

// gusts are the modifiers of a gale: four for each die that shows it.
func gusts(u use) []modifier {
	n := 4 * len(u.dice)
	return []modifier{{op: subtract, of: []Result{Save}, n: n}, {op: subtract, of: []Result{Maneuver}, n: n}}
}

// waves takes X maneuvers from every army that opposes the maneuver.
func waves(r *roll, u use) {
	r.onOpposing = append(r.onOpposing, modifier{rule: u.row.Rule, op: subtract, of: []Result{Maneuver}, n: u.x})
}

// cantrips casts spells marked for Cantrip with X magic, at once.
func cantrips(r *roll, u use) {
	var list []source
	for _, d := range u.dice {
		if d.die.inPlay() {
			list = gather(list, source{race: d.die.kind.Race, elements: d.die.kind.magics(), points: d.shows().worth()})
		}
	}
	if len(list) > 0 {
		r.g.castSpells(r.army, u.row.Rule, r.able(list), true)
	}
}

// attunes makes X magic of one element, which the roller chooses. The plain magic icons of one unit
// may be of that element too.
func attunes(r *roll, u use) {
	g := r.g
	options := make([]engine.Option, 0, 5)
	for _, e := range allElements() {
		options = append(options, engine.Option{ID: e, Text: e})
	}
	e := g.declare(r.seat(), u.row.Rule, "attune", fmt.Sprintf("%s: which element does the magic have? (%s)", g.name(r.seat()), u.row.Name), options)
	for _, d := range u.dice {
		r.tints = append(r.tints, tint{die: d.die, from: fromSAI, sai: u.row.ID, only: true, element: e})
	}
	var from []*die
	for _, d := range r.showing(Magic.String()) {
		if d.kind.isUnit() {
			from = append(from, d)
		}
	}
	if d := g.pickOne(r.seat(), u.row.Rule, "attune unit", fmt.Sprintf("%s: the magic icons of which unit may be %s too? (%s)", g.name(r.seat()), e, u.row.Name), from, false); d != nil {
		r.tints = append(r.tints, tint{die: d, from: fromIcon, element: e})
	}
}

// tint is another element that a die's magic may be of.
type tint struct {
	die     *die
	from    pool
	element string
	// sai is the id of the SAI that made the magic, if from is fromSAI.
	sai string
	// only: the magic is of no other element, not even of the die's own.
	only bool
}

// tinted returns the elements that a share of magic may be of.
func (r *roll) tinted(s share) []string {
	elements := s.die.kind.magics()
	for _, t := range r.tints {
		switch {
		case t.die != s.die || t.from != s.from || s.from == fromSAI && s.sai.ID != t.sai:
		case t.only:
			return []string{t.element}
		case !slices.Contains(elements, t.element):
			elements = append(slices.Clone(elements), t.element)
		}
	}
	return elements
}

// bares has the automatic saves of the units that show it not count in this roll.
func bares(r *roll, u use) {
	for _, d := range u.dice {
		r.bared = append(r.bared, d.die)
	}
}

// summons brings a dragon to any terrain. The dragon contains the item's element or is an ivory
// one. White dragons don't come.
func summons(r *roll, u use) {
	for _, d := range u.dice {
		r.g.summonBy(d.die.kind.Elements, r.seat(), u.row.Rule)
	}
}

// summonable returns the dragons that some elements summon. They have one of the elements and are
// in a pool or at a terrain, or they are ivory and in a pool. White dragons don't come.
func (g *game) summonable(elements []string) []*die {
	var able []*die
	for _, d := range g.dice {
		k := d.kind
		pool, field := d.at.area == inPool, d.at.area == atTerrain
		if !k.isDragon() || k.Class == "white" || !pool && !field {
			continue
		}
		if slices.ContainsFunc(elements, k.has) || pool && (k.Class == "ivory" || k.Class == "ivory_hybrid") {
			able = append(able, d)
		}
	}
	return able
}

// summonsOpen is summons, but the table rules whether ivory dragons come.
func summonsOpen(r *roll, u use) {
	g := r.g
	for _, d := range u.dice {
		able := g.summonable(d.die.kind.Elements)
		others := slices.DeleteFunc(slices.Clone(able), func(x *die) bool { return slices.ContainsFunc(d.die.kind.Elements, x.kind.has) })
		if len(others) > 0 && g.ruling(u.row.Rule, u.row.Name+": does an ivory dragon match the color of the item?", engine.YesNo()) == "no" {
			able = slices.DeleteFunc(able, func(x *die) bool { return slices.Contains(others, x) })
		}
		g.summonOne(able, r.seat(), u.row.Rule)
	}
}

// summonBy brings a dragon that the elements summon to a terrain.
func (g *game) summonBy(elements []string, seat engine.Seat, rule Rule) {
	g.summonOne(g.summonable(elements), seat, rule)
}

// summonOne asks a seat for one of the dragons and brings it to a terrain.
func (g *game) summonOne(able []*die, seat engine.Seat, rule Rule) {
	d := g.pickOne(seat, rule, "summon", fmt.Sprintf("%s: summon which dragon? (%s)", g.name(seat), rule.Name), able, true)
	if d == nil {
		return
	}
	var to []*terrain
	for _, t := range g.terrains {
		if t.place() != d.at {
			to = append(to, t)
		}
	}
	if t := g.pickTerrain(seat, rule, "summon to", fmt.Sprintf("%s: summon %s to which terrain?", g.name(seat), d.kind.Name), to); t != nil {
		g.put(d, t.place())
		g.tell(rule, seat, "%s: %s summoned to %s.", g.name(seat), d.kind.Name, t.id())
	}
}

// SAIs against dragons.

// beheads slays a dragon that shows jaws. If there is none, it gives n of a type.
func beheads(n int, of Result) doing {
	return func(r *roll, u use) {
		if a := r.pickDragon(u.row.Rule, func(a *attacker) bool { return a.shows("dragon_jaws") }); a != nil {
			a.slain = true
			r.g.tell(u.row.Rule, r.seat(), "%s: %s is slain.", u.row.Name, a.die.kind.Name)
			return
		}
		for _, d := range u.dice {
			r.give(d.die, of, n, fromSAI, u.row.Rule)
		}
	}
}

// bashesDragon turns the damage of one dragon against it, and makes as many saves.
func bashesDragon(r *roll, u use) {
	a := r.pickDragon(u.row.Rule, func(a *attacker) bool { return a.damage > 0 })
	if a == nil {
		return
	}
	r.give(u.dice[0].die, Save, a.damage, fromSAI, u.row.Rule)
	r.g.tell(u.row.Rule, r.seat(), "%s: %s takes its own %d damage.", u.row.Name, a.die.kind.Name, a.damage)
	if a.damage >= r.g.needs(a) {
		a.slain = true
		r.g.tell(u.row.Rule, r.seat(), "%s is slain.", a.die.kind.Name)
	}
}

// pickDragon asks for one of the attacking dragons that f selects. It returns nil if there is none.
func (r *roll) pickDragon(rule Rule, f func(*attacker) bool) *attacker {
	var dice []*die
	for _, a := range r.dragons {
		if !a.slain && f(a) {
			dice = append(dice, a.die)
		}
	}
	d := r.g.pickOne(r.seat(), rule, "dragon", fmt.Sprintf("%s: which dragon? (%s)", r.g.name(r.seat()), rule.Name), dice, true)
	for _, a := range r.dragons {
		if a.die == d {
			return a
		}
	}
	return nil
}

func (a *attacker) shows(icon string) bool {
	return slices.ContainsFunc(a.shown, func(f Face) bool { return f.Icon == icon })
}
