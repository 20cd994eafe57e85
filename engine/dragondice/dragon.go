package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// attacker is a dragon in a dragon attack.
type attacker struct {
	die  *die
	kind *DragonKind
	// target is the dragon that it attacks; nil if it attacks the army.
	target *die
	// shown are the faces that it rolled.
	shown []Face
	// damage is what it inflicts. breaths and treasures count its icons of these kinds.
	damage, breaths, treasures int
	// bare: its automatic saves don't count. leaves: it rolled wings.
	bare, leaves bool
	slain        bool
	// prey are the dragons that it would attack rather than the army.
	prey []*die
	// hunts: it would attack other dragons.
	hunts bool
	// idle: it attacks nothing. by is the unit that controls it in this attack; nil for none.
	idle bool
	by   *die
}

// dragonAttack is what happens at one terrain in the dragon attack phase.
type dragonAttack struct {
	g         *game
	place     place
	army      army
	attackers []*attacker
	response  *roll
	rule      Rule
	// resting are units of the army that aren't rolled in its response.
	resting []*die
}

// dragonAttacks is the phase. Each dragon at a terrain with an army of the marching player
// attacks. That player orders the terrains.
func dragonAttacks(g *game) {
	g.untame()
	var at []*terrain
	for _, t := range g.terrains {
		if len(g.dragonsAt(t.place())) > 0 && len(g.units(army{g.marching, t.place()})) > 0 {
			at = append(at, t)
		}
	}
	rule := g.phase
	for len(at) > 0 {
		t := g.pickTerrain(g.marching, rule, "dragons", g.name(g.marching)+": at which terrain do dragons attack next?", at)
		at = slices.DeleteFunc(at, func(x *terrain) bool { return x == t })
		a := army{g.marching, t.place()}
		if len(g.units(a)) == 0 {
			continue
		}
		g.scene = t.place()
		g.tell(rule, a.seat, "Dragons attack at %s.", t.id())
		d := &dragonAttack{g: g, place: t.place(), army: a, rule: rule}
		for _, s := range g.ed.DragonSteps {
			d.rule = s.Rule
			s.Do(d)
		}
		g.settle()
	}
}

// onArmy returns the dragons that attack the army.
func (d *dragonAttack) onArmy() []*attacker {
	return slices.DeleteFunc(slices.Clone(d.attackers), func(x *attacker) bool { return x.target != nil || x.idle })
}

// hand returns the seat that rolls a dragon: its owner s. If the owner has left the game, it is
// the marching player.
func (g *game) hand(s engine.Seat) engine.Seat {
	if g.gone[s] || s == 0 {
		return g.marching
	}
	return s
}

// findTargets finds each dragon's target. If its kind attacks a dragon that is there, the target
// is such a dragon, which its owner names in secret. If not, the target is the army.
func findTargets(d *dragonAttack) {
	g := d.g
	present := g.dragonsAt(d.place)
	type choice struct {
		attacker *attacker
		among    []*die
	}
	var choices []choice
	for _, x := range present {
		a := &attacker{die: x, kind: g.ed.dragonKind(x.kind.Class)}
		if a.kind == nil {
			continue
		}
		d.attackers = append(d.attackers, a)
		var among []*die
		for _, o := range present {
			if o != x && g.ed.Dragon.Fight && a.kind.Attacks != nil && a.kind.Attacks(x.kind, o.kind) {
				among = append(among, o)
			}
		}
		if len(among) > 0 {
			choices = append(choices, choice{a, among})
		}
	}
	if len(choices) > 0 {
		qs := make([]engine.Question, len(choices))
		for i, c := range choices {
			by := g.hand(c.attacker.die.owner)
			qs[i] = g.question(by, d.rule, "target of "+c.attacker.die.id, fmt.Sprintf("%s: which dragon does %s attack?", g.name(by), c.attacker.die.kind.Name))
			options := dieOptions(c.among)
			for j := range options {
				options[j].Weight = 0
			}
			qs[i].Secret, qs[i].Kind, qs[i].Declare = true, engine.KindDeclare, &engine.Declare{Options: options}
		}
		for i, a := range g.table.AskAll(qs) {
			choices[i].attacker.target = g.byID[a.Chosen[0]]
		}
	}
	for _, a := range d.attackers {
		on := g.armyName(d.army)
		if a.target != nil {
			on = a.target.kind.Name
		}
		d.tellTarget(a, on)
	}
}

// attackArmy has every dragon attack the army. The starter's dragons don't fight each other.
func attackArmy(d *dragonAttack) {
	for _, x := range d.g.dragonsAt(d.place) {
		if k := d.g.ed.dragonKind(x.kind.Class); k != nil {
			a := &attacker{die: x, kind: k}
			d.attackers = append(d.attackers, a)
			d.tellTarget(a, d.g.armyName(d.army))
		}
	}
}

// tellTarget tells what a dragon attacks.
func (d *dragonAttack) tellTarget(a *attacker, on string) {
	d.g.tellWith(d.rule, a.die.owner, []engine.Line{d.g.line(a.kind.Rule, "%s", a.kind.Name)}, "%s attacks %s.", a.die.kind.Name, on)
}

// rollDragons rolls every attacking dragon. A dragon that rolls a tail is rolled again. So is one
// that rolls breath against another dragon, if its breath does damage there.
func rollDragons(d *dragonAttack) {
	for _, a := range d.attackers {
		for again := !a.idle; again; {
			by := d.g.hand(a.die.owner)
			face := d.g.throw(by, d.rule, "attack", "dragon "+a.die.id, fmt.Sprintf("%s: roll %s.", d.g.name(by), a.die.kind.Name), []*die{a.die})[0]
			a.die.up = face
			again = d.took(a, a.die.kind.Faces[face])
		}
	}
}

// took does what a rolled face says. It returns true if the dragon is rolled again.
func (d *dragonAttack) took(a *attacker, f Face) bool {
	a.shown = append(a.shown, f)
	icon := d.g.ed.dragonIcon(f.Icon)
	if icon == nil {
		d.g.tell(d.rule, a.die.owner, "%s: %s.", a.die.kind.Name, f.words())
		return false
	}
	times := 1
	if a.kind.Double {
		times = 2
	}
	damage := icon.Damage * times
	again := icon.Again
	if icon.Breath && a.target != nil && !d.g.ed.Dragon.BreathBares {
		damage, again = d.g.ed.Dragon.BreathDamage*times, true
	} else if icon.Breath {
		a.breaths++
	}
	if icon.Treasure && a.target == nil {
		a.treasures += times
	}
	a.damage += damage
	a.bare = a.bare || icon.Bare
	a.leaves = a.leaves || icon.Leaves
	said := ""
	if damage > 0 {
		said = fmt.Sprintf(", %d damage", damage)
	}
	lines := []engine.Line{d.g.line(icon.Rule, "%s%s", icon.Name, said)}
	if a.kind.Double {
		lines = append(lines, d.g.line(a.kind.Rule, "doubled"))
	}
	d.g.tellWith(d.rule, a.die.owner, lines, "%s: %s%s.", a.die.kind.Name, icon.Name, said)
	return again
}

// breathe resolves breath on the army. Each breath kills units at once. Then it does what the
// dragon's elements add.
func breathe(d *dragonAttack) {
	g := d.g
	for _, a := range d.onArmy() {
		for range a.breaths {
			if len(g.units(d.army)) == 0 {
				return
			}
			icon := g.ed.dragonIcon("dragon_breath")
			g.tellWith(d.rule, d.army.seat, []engine.Line{g.line(icon.Rule, "%s", icon.Name)}, "%s breathes on %s.", a.die.kind.Name, g.armyName(d.army))
			c := cause{rule: icon.Rule, by: engine.Everyone, wide: true}
			kills := g.ed.Dragon.BreathKills
			if a.kind.Double {
				kills *= 2
			}
			killed := g.kill(g.pickHealth(d.army.seat, icon.Rule, "breath", fmt.Sprintf("%s: the breath of %s kills %d health-worth. Which?", g.name(d.army.seat), a.die.kind.Name, kills), g.units(d.army), kills, true), c)
			for _, b := range g.ed.Breaths {
				if slices.Contains(g.breathOf(a), b.Element) && b.Army != nil {
					b.Army(g, d.army, killed)
				}
			}
		}
	}
}

// breathOf returns the elements of a dragon's breath. A white dragon's breath has those of the
// terrain.
func (g *game) breathOf(a *attacker) []string {
	if a.kind.Double {
		return append([]string{"white"}, g.elementsAt(a.die.at)...)
	}
	if len(a.die.kind.Elements) == 0 {
		return []string{"ivory"}
	}
	return a.die.kind.Elements
}

// takeTreasures lets the army promote a unit for each treasure.
func takeTreasures(d *dragonAttack) {
	icon := d.g.ed.dragonIcon("dragon_treasure")
	for _, a := range d.onArmy() {
		for range a.treasures {
			if icon != nil {
				d.g.tellWith(d.rule, d.army.seat, []engine.Line{d.g.line(icon.Rule, "%s", icon.Name)}, "%s guards a treasure.", a.die.kind.Name)
				d.g.promote(d.g.units(d.army), false, icon.Rule)
			}
		}
	}
}

// respond rolls the army's response: melee, missiles and saves together.
func respond(d *dragonAttack) {
	if len(d.onArmy()) == 0 || len(d.g.units(d.army)) == 0 {
		return
	}
	c := cast{purpose: ForDragon, counts: []Result{Melee, Missile, Save}, rule: d.rule, army: d.army, against: ForDragon, dragons: d.onArmy(), what: "dragon response"}
	if len(d.resting) > 0 {
		c.only = func(x *die) bool { return !slices.Contains(d.resting, x) }
	}
	d.response = d.g.newRoll(c).resolve()
}

// needs returns how much damage slays a dragon.
func (g *game) needs(a *attacker) int {
	saves := g.ed.Dragon.AutomaticSaves
	if a.bare || g.bared(a.die) {
		saves = 0
	}
	return a.die.health() + saves
}

// dragonDamage deals the damage of the attack. The army and the dragons take theirs at the same
// time.
func dragonDamage(d *dragonAttack) {
	g := d.g
	if d.response != nil {
		d.slayBy(Melee)
		d.slayBy(Missile)
	}
	hurt := map[*die]int{}
	total := 0
	for _, a := range d.attackers {
		if a.target == nil {
			total += a.damage
		} else {
			hurt[a.target] += a.damage
		}
	}
	for _, a := range d.attackers {
		if n := hurt[a.die]; n > 0 && d.slainBy(a, n) {
			g.tell(d.rule, a.die.owner, "%s takes %d damage and is slain.", a.die.kind.Name, n)
			a.slain = true
		}
	}
	if d.response != nil {
		total -= d.response.total(Save)
	}
	if d.response != nil && total <= 0 && len(d.onArmy()) > 0 {
		g.tell(d.rule, d.army.seat, "%d damage against %s: no damage.", total+d.response.total(Save), many(d.response.total(Save), "save", "saves"))
	}
	if len(d.onArmy()) > 0 {
		g.damage(d.army, total, cause{rule: d.rule, by: engine.Everyone, wide: true, save: true})
	}
	for _, a := range d.attackers {
		if a.slain {
			g.put(a.die, place{area: inPool})
		}
	}
}

// slainBy reports whether damage from other dragons slays a dragon. If several dragons attack it
// and the edition leaves it open, the table rules whether its automatic saves count once or
// against each of them.
func (d *dragonAttack) slainBy(a *attacker, damage int) bool {
	g := d.g
	saves := g.needs(a) - a.die.health()
	times := 0
	for _, x := range d.attackers {
		if x.target == a.die && x.damage > 0 {
			times++
		}
	}
	rule, on := g.ed.rule("dragon/several-attackers")
	if !on || times < 2 || saves == 0 {
		return damage >= g.needs(a)
	}
	if g.ruling(rule, fmt.Sprintf("Several dragons attack %s: do its automatic saves count once, or against each?", a.die.kind.Name),
		[]engine.Option{{ID: "once", Text: "Once against all of them"}, {ID: "each", Text: "Against each of them"}}) == "once" {
		return damage >= g.needs(a)
	}
	left := 0
	for _, x := range d.attackers {
		if x.target == a.die {
			left += max(0, x.damage-saves)
		}
	}
	return left >= a.die.health()
}

// slayBy slays dragons with one type of result. A dragon's whole damage must come from that type.
// If the results don't reach for all dragons, the army's player picks some.
func (d *dragonAttack) slayBy(of Result) {
	g := d.g
	points := d.response.total(of)
	var able []*attacker
	need := 0
	for _, a := range d.onArmy() {
		if n := g.needs(a) - d.helped(a); !a.slain && n <= points {
			able = append(able, a)
			need += n
		}
	}
	if len(able) == 0 {
		return
	}
	most := len(able)
	if g.ed.Dragon.OneEach {
		most = 1
	}
	if need > points || most < len(able) {
		options := make([]engine.Option, len(able))
		foes := make([]*die, len(able))
		for i, a := range able {
			foes[i] = a.die
		}
		for i, a := range able {
			options[i] = engine.Option{ID: a.die.id, Text: told(foes)[i], Weight: max(0, g.needs(a)-d.helped(a)), Die: a.die.id}
		}
		chosen := g.pick(d.army.seat, d.rule, "slay by "+of.String(), fmt.Sprintf("%s: %d %s slay which dragons?", g.name(d.army.seat), points, of), engine.Pick{Options: options, Max: most, Limit: &points})
		able = slices.DeleteFunc(able, func(a *attacker) bool { return !slices.Contains(chosen, a.die.id) })
	}
	for _, a := range able {
		a.slain = true
		g.tell(d.rule, d.army.seat, "%s slays %s with %d %s.", g.armyName(d.army), a.die.kind.Name, g.needs(a)-d.helped(a), of)
	}
}

// promoteSlayers lets the army promote as many units as possible, if it slew a dragon.
func promoteSlayers(d *dragonAttack) {
	slain := slices.DeleteFunc(d.onArmy(), func(a *attacker) bool { return !a.slain })
	if d.response == nil || len(slain) == 0 || d.forgone(slain) {
		return
	}
	if len(d.g.canGrow(d.g.units(d.army))) > 0 && d.g.yes(d.army.seat, d.rule, "promote all", fmt.Sprintf("%s: a dragon is slain. Promote as many units as possible?", d.g.name(d.army.seat))) {
		d.g.promoteAll(d.army, d.rule)
	}
}

// flyAway returns each dragon that rolled wings and wasn't slain to its owner's pool.
func flyAway(d *dragonAttack) {
	for _, a := range d.attackers {
		if a.leaves && !a.slain && a.die.at == d.place {
			d.g.put(a.die, place{area: inPool})
			d.g.tell(d.rule, a.die.owner, "%s flies away.", a.die.kind.Name)
		}
	}
}
