package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Species abilities in attacks and when units die.

// shootsBack lets an army with Coral Elves at air counter-attack with missiles after a missile
// attack.
func shootsBack(rule Rule) func(*game, *roll) {
	return func(g *game, attack *roll) {
		if attack.purpose != ForMissile || attack.other == nil || attack.noCounter {
			return
		}
		b, a := *attack.other, attack.army
		if !g.has(b, "coral_elf") || !g.stands(b, "air") || len(g.units(a)) == 0 {
			return
		}
		if !g.yes(b.seat, rule, "volley", fmt.Sprintf("%s: counter-attack with missiles? (%s)", g.armyName(b), rule.Name)) {
			return
		}
		c := cast{purpose: ForMissile, counts: []Result{Missile}, rule: rule, army: b, other: &a, counter: true, what: "missile counter-attack"}
		if g.ruling(rule, "Who rolls in a Defensive Volley?", []engine.Option{
			{ID: "elves", Text: "The army's Coral Elves"}, {ID: "army", Text: "The whole army"}}) == "elves" {
			c.only = species("coral_elf")
		}
		g.strike(c)
	}
}

// stinks has the army that Goblins attack in melee name units after its save roll. These can't
// counter-attack.
func stinks(rule Rule) func(*game, *roll, *roll) {
	return func(g *game, attack, save *roll) {
		if attack.purpose != ForMelee || attack.counter || !g.has(attack.army, "goblin") {
			return
		}
		n := g.byDead(attack.seat(), "goblin", 3)
		if n == 0 {
			return
		}
		for _, d := range g.pickN(save.seat(), rule, "stench", fmt.Sprintf("%s: which %s counter-attack? (%s)", g.name(save.seat()), many(n, "unit doesn't", "units don't"), rule.Name), g.units(save.army), n) {
			g.last(effect{rule: rule, by: attack.seat(), unit: d, still: true, when: counterAttacking, march: true, text: "doesn't counter-attack"})
			g.tell(rule, d.owner, "%s doesn't counter-attack.", d.kind.Name)
		}
	}
}

// curses returns how many missiles of Lava Elves can be reduced only by saves that spells made.
// The army attacked must be at the same terrain.
func curses(rule Rule) func(*game, *roll) int {
	return func(g *game, attack *roll) int {
		if attack.purpose != ForMissile || attack.other == nil || attack.other.place != attack.army.place {
			return 0
		}
		shot := 0
		for _, d := range g.units(attack.army) {
			if species("lava_elf")(d) {
				shot += attack.own(d, Missile)
			}
		}
		n := min(shot, g.byDead(attack.seat(), "lava_elf", 3))
		if n > 0 {
			g.tell(rule, attack.seat(), "%s only reduced by saves of spells.", many(n, "missile is", "missiles are"))
		}
		return n
	}
}

// scorches has each save of Scalders at fire hit the attackers, if the save roll is against a
// melee attack.
func scorches(rule Rule) func(*game, *roll, *roll) {
	return func(g *game, attack, save *roll) {
		if attack.purpose != ForMelee || attack.counter || !g.stands(save.army, "fire") {
			return
		}
		n := 0
		for _, d := range g.units(save.army) {
			if species("scalder")(d) {
				n += save.own(d, Save)
			}
		}
		if n > 0 {
			save.back = append(save.back, backDamage{rule: rule, n: n})
			g.tell(rule, save.seat(), "%d damage to the attackers.", n)
		}
	}
}

// stepsDown lets the owner exchange each dying Undead for one with less health that was dead
// before.
func stepsDown(rule Rule) func(*deaths) {
	return func(d *deaths) {
		before := map[*die][]*die{}
		for _, x := range d.dice {
			if species("undead")(x) {
				before[x] = d.g.smaller(x)
			}
		}
		for _, x := range slices.Clone(d.dice) {
			d.offer(x, slices.DeleteFunc(before[x], func(y *die) bool { return y.at.area != inDUA }), rule)
		}
	}
}

// replants rolls Treefolk that die at water. Those that show their ID go to the reserves.
func replants(rule Rule) func(*deaths) {
	return func(d *deaths) {
		dying := slices.DeleteFunc(slices.Clone(d.dice), func(x *die) bool {
			return !species("treefolk")(x) || !d.g.stands(x.army(), "water")
		})
		_, safe := d.g.mustID(dying, cause{rule: rule, by: d.by})
		for _, x := range safe {
			d.spare(x, place{area: inReserve})
			d.g.tell(rule, x.owner, "%s: %s goes to the reserves.", rule.Name, x.kind.Name)
		}
	}
}
