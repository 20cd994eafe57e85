package dragondice

import (
	"fmt"

	"astragal/engine"
)

func dragonIcons1996() []DragonIcon {
	const page = "Dragon Rules, p. 34"
	return []DragonIcon{
		{Rule: Rule{ID: "dragon-icon/belly", Name: "Belly", Page: page}, Icon: "dragon_belly", Bare: true},
		{Rule: Rule{ID: "dragon-icon/breath", Name: "Breath", Page: page}, Icon: "dragon_breath", Breath: true},
		{Rule: Rule{ID: "dragon-icon/claws", Name: "Claws", Page: page}, Icon: "dragon_claw", Damage: 5},
		{Rule: Rule{ID: "dragon-icon/jaws", Name: "Jaws", Page: page}, Icon: "dragon_jaws", Damage: 10},
		{Rule: Rule{ID: "dragon-icon/tail", Name: "Tail", Page: page}, Icon: "dragon_tail", Damage: 3, Again: true},
		{Rule: Rule{ID: "dragon-icon/treasure", Name: "Treasure", Page: page}, Icon: "dragon_treasure", Treasure: true},
		{Rule: Rule{ID: "dragon-icon/wing", Name: "Wing", Page: page}, Icon: "dragon_wing", Leaves: true},
	}
}

// dragonSteps1996 are the steps of a dragon attack. Treasures come after the damage.
func dragonSteps1996() []DragonStep {
	const page = "Dragon Rules, p. 34"
	return []DragonStep{
		{Rule{ID: "step/dragon-targets", Name: "Whom dragons attack", Page: "Dragon vs. Dragon, p. 36"}, findTargets},
		{Rule{ID: "step/dragon-roll", Name: "Roll the dragons", Page: page}, rollDragons},
		{Rule{ID: "step/dragon-breath", Name: "Breath", Page: page}, func(d *dragonAttack) {
			d.breatheOnDragons()
			breathe(d)
		}},
		{Rule{ID: "step/dragon-response", Name: "The army's roll", Page: "Dragon Slaying"}, respond},
		{Rule{ID: "step/dragon-damage", Name: "Damage of the dragon attack", Page: "Dragon Slaying"}, dragonDamage},
		{Rule{ID: "step/dragon-treasure", Name: "Treasure", Page: page}, takeTreasures},
		{Rule{ID: "step/dragon-slaying", Name: "Promotion for a slain dragon", Page: "Dragon Slaying"}, promoteSlayers},
		{Rule{ID: "step/dragon-wings", Name: "Dragons fly away", Page: page}, flyAway},
	}
}

// breaths1996 are what a dragon's breath does to an army, by its colour.
func breaths1996() []Breath {
	row := func(element, name string, does func(rule Rule, g *game, a army)) Breath {
		rule := Rule{ID: "breath/" + element, Name: name, Page: "Dragon Rules, Breath, p. 34"}
		return Breath{Rule: rule, Element: element, Army: func(g *game, a army, _ []*die) { does(rule, g, a) }}
	}
	return []Breath{
		row("earth", "Turn to Stone", petrifies),
		row("air", "Paralysis", func(rule Rule, g *game, a army) {
			g.lasts(effect{rule: rule, army: &a, only: []Result{Save}, text: "only rolls for saves"})
		}),
		row("fire", "Flame", func(rule Rule, g *game, a army) {
			text := fmt.Sprintf("%s: five health-worth is killed and buried. Which? (%s)", g.name(a.seat), rule.Name)
			g.kill(g.pickHealth(a.seat, rule, "flame", text, g.units(a), 5, true), cause{rule: rule, by: engine.Everyone, wide: true, bury: true})
		}),
		row("water", "Frost", func(rule Rule, g *game, a army) {
			g.lasts(effect{rule: rule, army: &a, alone: true, mods: []modifier{{op: divide, of: anyResult(), n: 2}}, text: "halves its rolls and those of its units"})
		}),
		row("death", "Disease", func(rule Rule, g *game, a army) {
			c := cause{rule: rule, by: engine.Everyone, bury: true}
			_, ill := g.mustID(g.units(a), c)
			g.kill(ill, c)
		}),
	}
}

// lasts puts an effect of a breath on an army. It ends when the next turn of the army's
// owner begins.
func (g *game) lasts(e effect) {
	if len(g.units(*e.army)) == 0 {
		return
	}
	e.by, e.ends = engine.Everyone, e.army.seat
	g.last(e)
	g.tell(e.rule, e.army.seat, "%s: %s %s until %s's next turn begins.", e.rule.Name, g.armyName(*e.army), e.text, g.name(e.army.seat))
}

// petrifies has the army's owner name five units. Each of them dies if it makes no save.
func petrifies(rule Rule, g *game, a army) {
	units := g.pickN(a.seat, rule, "stone", fmt.Sprintf("%s: which five units must save or die? (%s)", g.name(a.seat), rule.Name), g.units(a), 5)
	c := cause{rule: rule, by: engine.Everyone, save: true}
	failed, _ := g.mustMake(units, Save, c)
	g.kill(failed, c)
}
