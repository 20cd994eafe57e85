package dragondice

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// Champion is a unit whose logo does something to a dragon that attacks its army: a row of an edition's
// table.
type Champion struct {
	Rule
	// Named is the end of its kinds' ids.
	Named string
	// Power is the id of what its logo does.
	Power string
	// Own: its power and its protection are only for dragons that share an element with it.
	Own bool
	// Breathproof: the breath of the dragons it is for does nothing to its army. NoPrize: its army
	// promotes nobody for slaying such a dragon.
	Breathproof, NoPrize bool
}

// Power is what a champion's logo does to a dragon.
type Power struct {
	Rule
	Does func(d *dragonAttack, by *die, a *attacker, rule Rule)
}

// champion returns the row of a champion. It returns nil for all other units.
func (e *Edition) champion(d *die) *Champion {
	for i := range e.Champions {
		if strings.HasSuffix(d.kind.ID, "_"+e.Champions[i].Named) {
			return &e.Champions[i]
		}
	}
	return nil
}

// power returns the power with an id. It returns nil if the edition doesn't have it.
func (e *Edition) power(id string) *Power {
	i := slices.IndexFunc(e.Powers, func(p Power) bool { return p.ID == id })
	if i < 0 {
		return nil
	}
	return &e.Powers[i]
}

// affects reports whether a champion's power works on a dragon. A champion with Own needs an element in
// common with the dragon, and a dragon that isn't Untouched. Other champions' powers work on all
// dragons.
func (g *game) affects(by *die, a *attacker) bool {
	c := g.ed.champion(by)
	switch {
	case c == nil || g.ed.power(c.Power) == nil:
		return false
	case !c.Own:
		return true
	}
	return !a.kind.Untouched && slices.ContainsFunc(by.kind.Elements, a.die.kind.has)
}

// defend rolls the champions of an army that dragons attack. Each champion that shows its logo uses its
// power on one dragon.
func defend(d *dragonAttack) {
	g := d.g
	var able []*die
	for _, x := range g.units(d.army) {
		if len(d.facing(x)) > 0 && g.mayRoll(x, &roll{g: g, cast: cast{army: d.army, individual: true, purpose: ForID}}) {
			able = append(able, x)
		}
	}
	if len(able) == 0 {
		return
	}
	g.tell(d.rule, d.army.seat, "%s: %s may defend against the dragons.", g.name(d.army.seat), names(able))
	shown := g.throw(d.army.seat, d.rule, ForID, "champions", fmt.Sprintf("%s: roll %s for the logo, to defend against dragons.", g.name(d.army.seat), names(able)), able)
	g.tell(d.rule, d.army.seat, "%s defend %s.", names(able), g.armyName(d.army))
	for i, x := range able {
		c := g.ed.champion(x)
		if x.kind.Faces[shown[i]].Icon != "logo" {
			g.tell(c.Rule, x.owner, "%s: %s.", x.kind.Name, x.kind.Faces[shown[i]].words())
			continue
		}
		if a := d.choose(x, c.Rule); a != nil {
			p := g.ed.power(c.Power)
			g.tellWith(c.Rule, x.owner, []engine.Line{g.line(p.Rule, "%s", p.Name)}, "%s shows its logo.", x.kind.Name)
			p.Does(d, x, a, p.Rule)
		}
	}
}

// facing returns the dragons that attack the army and that a champion's power works on.
func (d *dragonAttack) facing(by *die) []*attacker {
	return slices.DeleteFunc(d.onArmy(), func(a *attacker) bool { return a.hunts || !d.g.affects(by, a) })
}

// choose asks the champion's player for one of these dragons. It returns nil if there is none.
func (d *dragonAttack) choose(by *die, rule Rule) *attacker {
	able := d.facing(by)
	if len(able) < 2 {
		for _, a := range able {
			return a
		}
		return nil
	}
	dice := make([]*die, len(able))
	for i, a := range able {
		dice[i] = a.die
	}
	x := d.g.pickOne(by.owner, rule, "champion "+by.id, fmt.Sprintf("%s: %s on which dragon?", d.g.name(by.owner), by.kind.Name), dice, true)
	return able[slices.IndexFunc(able, func(a *attacker) bool { return a.die == x })]
}

// away takes a dragon out of the attack and puts it into an area.
func (d *dragonAttack) away(a *attacker, to area) {
	d.attackers = slices.DeleteFunc(d.attackers, func(x *attacker) bool { return x == a })
	d.g.put(a.die, place{area: to})
}

// banishes takes the dragon out of the game.
func banishes(d *dragonAttack, by *die, a *attacker, rule Rule) {
	d.away(a, outOfGame)
	d.g.tell(rule, by.owner, "%s banishes %s: it is out of the game.", by.kind.Name, a.die.kind.Name)
}

// slays returns the dragon to its pool. A dragon that Avenges is rolled: if it shows jaws, it and the
// champion are buried.
func slays(d *dragonAttack, by *die, a *attacker, rule Rule) {
	g := d.g
	d.away(a, inPool)
	g.tell(rule, by.owner, "%s slays %s.", by.kind.Name, a.die.kind.Name)
	if !a.kind.Avenges {
		return
	}
	seat := g.hand(a.die.owner)
	face := g.throw(seat, rule, "attack", "last bite", fmt.Sprintf("%s: roll %s, which is slain: its jaws bury it and %s.", g.name(seat), a.die.kind.Name, by.kind.Name), []*die{a.die})[0]
	if a.die.kind.Faces[face].Icon != "dragon_jaws" {
		g.tell(a.kind.Rule, seat, "%s: %s.", a.die.kind.Name, a.die.kind.Faces[face].words())
		return
	}
	g.put(a.die, place{area: inBUA})
	g.put(by, place{area: inBUA})
	g.tell(a.kind.Rule, by.owner, "Jaws: %s and %s are buried.", a.die.kind.Name, by.kind.Name)
	g.settleTerrains()
}

// tames makes the dragon obey the unit. The unit's player says whether the dragon goes on with this
// attack.
func tames(d *dragonAttack, by *die, a *attacker, rule Rule) {
	g := d.g
	g.tame(a.die, by, rule)
	g.tell(rule, by.owner, "%s tames %s.", by.kind.Name, a.die.kind.Name)
	a.idle = !g.yes(by.owner, rule, "goes on", fmt.Sprintf("%s: does %s, which is tame, go on to attack %s?", g.name(by.owner), a.die.kind.Name, g.armyName(d.army)))
}

// controls puts the dragon under the unit for this attack. When targets are designated, the unit's
// player says what the dragon attacks.
func controls(d *dragonAttack, by *die, a *attacker, rule Rule) {
	a.by = by
	if a.kind.Engages {
		d.resting = append(d.resting, by)
	}
	d.g.tell(rule, by.owner, "%s controls %s.", by.kind.Name, a.die.kind.Name)
}

// breathproof returns a champion that keeps breath of an element from an army, or nil.
func (g *game) breathproof(a army, element string) *Champion {
	for _, x := range g.units(a) {
		if c := g.ed.champion(x); c != nil && c.Breathproof && (!c.Own || x.kind.has(element)) {
			return c
		}
	}
	return nil
}

// forgone reports whether a champion keeps its army from promoting units for the slain dragons.
func (d *dragonAttack) forgone(slain []*attacker) bool {
	for _, x := range d.g.units(d.army) {
		c := d.g.ed.champion(x)
		if c == nil || !c.NoPrize {
			continue
		}
		for _, a := range slain {
			if !c.Own || slices.ContainsFunc(x.kind.Elements, a.die.kind.has) {
				d.g.tell(c.Rule, d.army.seat, "With %s nobody is promoted.", x.kind.Name)
				return true
			}
		}
	}
	return false
}

// helped returns the damage that dragons under the army's control add to the army's answer against a
// dragon. It is 0 if the table rules that such damage stands for itself.
func (d *dragonAttack) helped(a *attacker) int {
	n := 0
	for _, x := range d.attackers {
		if x.by != nil && x.target == a.die {
			n += x.damage
		}
	}
	if n == 0 {
		return 0
	}
	p := d.g.ed.power("champion/control")
	if p != nil && d.g.ruling(p.Rule, "What does the damage of a dragon that an army controls do to the dragon that it attacks?", []engine.Option{
		{ID: "added", Text: "It is added to the army's melee, or to its missiles"}, {ID: "apart", Text: "It stands for itself, at the same time"}}) == "added" {
		return n
	}
	return 0
}
