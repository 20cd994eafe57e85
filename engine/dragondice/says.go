package dragondice

import (
	"fmt"
	"maps"
	"strings"
)

// What rule items do, in this project's own words: an edition's sentences by the id of the item.
// Editions share the sentences of what they have in common.

// says merges sentences. If an id comes twice, the later sentence counts.
func says(all ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, m := range all {
		maps.Copy(out, m)
	}
	return out
}

// details returns a spell's color, its cost, who may cast it, and where it may be cast besides a magic
// action at a terrain.
func (s Spell) details(e Edition) string {
	parts := []string{e.word(s.Element), fmt.Sprintf("costs %d", s.Cost)}
	if s.Element == "elemental" {
		parts[0] = "any " + e.word("element")
	}
	if s.Species != "" {
		parts = append(parts, strings.ReplaceAll(s.Species, "_", " ")+" only")
	}
	if s.Cumulative {
		parts = append(parts, "castings add up")
	}
	if s.Reserves {
		parts = append(parts, "also from the reserves")
	}
	if _, any := e.rule("magic/cantrip"); s.Cantrip && !any {
		parts = append(parts, "also by Cantrip")
	}
	return strings.Join(parts, " · ")
}

// saysIcons are the sentences of plain icons and of how a game ends. All editions share them.
func saysIcons() map[string]string {
	return map[string]string{
		"icon/melee":     "Counts in rolls for melee: one result for each icon that is printed, or the face's worth.",
		"icon/missile":   "Counts in rolls for missiles: one result for each icon that is printed, or the face's worth.",
		"icon/magic":     "Counts in rolls for magic: one result for each icon that is printed, or the face's worth. It is of the die's elements.",
		"icon/maneuver":  "Counts in rolls for maneuvers: one result for each icon that is printed, or the face's worth.",
		"icon/save":      "Counts in save rolls: one result for each icon that is printed, or the face's worth. Each saves from one point of damage.",
		"icon/id":        "The picture that names the die. It counts as many results as the die has health, of whatever is rolled for; in a combination roll its owner spreads them.",
		"step/count":     "One roll counted without a game: the results of the dice, with what the terrain and spells do to them.",
		"step/save-roll": "Whoever takes damage that allows it rolls the army, or the one unit that is hurt. Each save takes away one point of damage; more saves than damage do nothing.",
		"end/concede":    "A player may give up at any time and is out of the game; the last one left wins.",
		"end/capture":    "Who holds two captured terrains at the same time wins at once.",
		"end/last-units": "Who has the last units in play wins.",
	}
}

// saysSteps are the sentences of steps that are alike in all editions.
func saysSteps() map[string]string {
	return map[string]string{
		"step/assemble":       "Everybody divides the force in secret into a home army, a campaign army and a horde army: at least one unit in each, and none with more than half of the points.",
		"step/order":          "All horde armies roll for maneuvers. Who rolls most chooses to play first or to select the frontier terrain; the second takes the other. The rest follow by their results; ties are rolled again.",
		"step/frontier":       "Who has that right takes one of the proposed terrains as the frontier. The others leave the game.",
		"step/place":          "In the order of play, everybody puts the home army at the own home, the horde army at another player's home and the campaign army at a terrain where the player has none yet.",
		"step/distance":       "Everybody rolls the own home terrain, and who chose the frontier rolls that. An eight is rolled again, a seven is turned down to six.",
		"step/first-march":    "One army marches: it may maneuver its terrain, then take an action.",
		"step/second-march":   "A second army that has not marched in this turn may march likewise.",
		"step/reinforce":      "Units in the reserves may go to any terrains, split up as their owner likes.",
		"step/retreat":        "Units may go from any terrains back to the reserves.",
		"step/maneuver":       "The army may turn its terrain by one step. If others there oppose, all roll for maneuvers, and the marching army needs at least as many as the best of them; unopposed it succeeds without a roll. Up or down is said afterwards.",
		"step/action":         "The army may do what its terrain's face shows: melee, missile or magic. Who holds an eighth face chooses any of them, others there only melee. Reserves have magic alone.",
		"step/melee":          "The army attacks another at its terrain: melee results are damage, the army attacked saves, and may then counter-attack.",
		"step/missile":        "The army shoots at another: missiles are damage, the army shot at saves. Reserves can't be shot at, nor one home terrain from another.",
		"step/counter-attack": "An army that was attacked in melee may strike back with a melee roll of its own, against which the attacker saves.",
		"roll/dice":           "The dice of the army, or of the units that must roll, are thrown.",
		"roll/delayed":        "SAIs of the attacker that wait for the save roll, such as Choke or Confuse, are applied to it first.",
		"roll/reroll":         "What lets or makes dice be rolled again is done, one thing at a time, before any SAI is applied.",
		"roll/count":          "Plain icons and IDs of what is rolled for are counted.",
		"roll/subtract":       "First, what subtracts is taken away; results never fall below nothing.",
		"roll/divide":         "Then what divides is done, rounded down.",
	}
}

// saysDragonSteps are the sentences of the steps of a dragon attack and of dragons' icons. All editions
// share them.
func saysDragonSteps() map[string]string {
	return map[string]string{
		"step/dragon-attack":   "Dragons at every terrain where the marching player has an army attack, whoever owns them. That player orders the terrains.",
		"step/dragon-roll":     "The owners of the dragons that attack roll them. What shows says what each does.",
		"step/dragon-treasure": "For each treasure that a dragon attacking the army rolled, one unit of the army may be promoted.",
		"step/dragon-response": "The army makes one combination roll for melee, missiles and saves. Melee and missiles are not added up against one dragon.",
		"step/dragon-damage":   "Damage is done on both sides at once. A dragon dies of melee or of missiles that reach its health and its automatic saves; it returns to its owner's summoning pool.",
		"step/dragon-slaying":  "An army that slew a dragon may promote as many of its units as can be, all at once.",
		"step/dragon-wings":    "Dragons that rolled wings and live fly back to their owners' summoning pools.",
		"dragon-icon/belly":    "The dragon's automatic saves don't count in this attack.",
		"dragon-icon/treasure": "If the dragon attacks an army, one unit of that army may be promoted.",
		"dragon-icon/wing":     "Five points of damage. If the dragon lives, it flies back to its owner's summoning pool after the attack.",
		"dragon-icon/claws":    "Six points of damage.",
		"dragon-icon/jaws":     "Twelve points of damage.",
		"dragon-icon/tail":     "Three points of damage; the dragon is rolled again, and that counts too.",
	}
}
