package dragondice

import (
	"fmt"

	"astragal/engine"
)

// breaths401d are what the elements add to a dragon's breath (p. 19).
func breaths401d() []Breath {
	row := func(element, name string, does func(rule Rule, g *game, a army, killed []*die)) Breath {
		rule := Rule{ID: "breath/" + element, Name: name, Page: "p. 19"}
		return Breath{Rule: rule, Element: element, Army: func(g *game, a army, killed []*die) { does(rule, g, a, killed) }}
	}
	return []Breath{
		row("air", "Lightning Bolt", breathHalves(Melee)),
		row("death", "Dragon Plague", breathIgnoresIDs),
		row("earth", "Petrify", breathHalves(Maneuver)),
		row("fire", "Dragon Fire", breathBuries),
		row("ivory", "Life Drain", breathSays("it does nothing more")),
		row("water", "Poisonous Cloud", breathHalves(Missile)),
		row("white", "Terrain Empathy", breathSays("ten health-worth die, and both of the terrain's elements work")),
	}
}

// breathHalves halves one type of the army's results until its owner's next turn begins. In 4.01d
// two such breaths don't add up, since a roll takes one divider for each type. In 3.04a they do
// (AllScale).
func breathHalves(of Result) func(Rule, *game, army, []*die) {
	return func(rule Rule, g *game, a army, _ []*die) {
		g.breathLasts(rule, a, modifier{op: divide, of: []Result{of}, n: 2}, fmt.Sprintf("halves its %s results", of))
	}
}

// breathIgnoresIDs has the army's IDs not count until its owner's next turn begins.
func breathIgnoresIDs(rule Rule, g *game, a army, _ []*die) {
	g.breathLasts(rule, a, modifier{op: ignoreIDs, of: anyResult()}, "ignores its IDs")
}

func (g *game) breathLasts(rule Rule, a army, m modifier, text string) {
	if len(g.units(a)) == 0 {
		return
	}
	g.last(effect{rule: rule, by: engine.Everyone, ends: a.seat, army: &a, mods: []modifier{m}, text: text})
	g.tell(rule, a.seat, "%s: %s %s until %s's next turn begins.", rule.Name, g.armyName(a), text, g.name(a.seat))
}

// breathBuries has each unit that the breath killed make a save. A unit that makes none is
// buried.
func breathBuries(rule Rule, g *game, a army, killed []*die) {
	if len(killed) == 0 {
		return
	}
	g.tell(rule, a.seat, "%s: what the breath killed saves or is buried.", rule.Name)
	saveOrBuried(g, killed, cause{rule: rule, by: engine.Everyone})
}

func breathSays(text string) func(Rule, *game, army, []*die) {
	return func(rule Rule, g *game, a army, _ []*die) {
		g.tell(rule, a.seat, "%s: %s.", rule.Name, text)
	}
}
