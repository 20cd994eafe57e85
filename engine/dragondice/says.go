package dragondice

import (
	"fmt"
	"maps"
	"strings"
)

// What rule items do, in this project's own words: an edition's sentences by the
// id of the item. Editions share the sentences of what they have in common.

// says merges sentences; later ones take the place of earlier ones.
func says(all ...map[string]string) map[string]string {
	out := map[string]string{}
	for _, m := range all {
		maps.Copy(out, m)
	}
	return out
}

// details are a spell's color, cost, who may cast it, and from where else than a terrain's magic action.
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
	switch {
	case s.Cross:
		parts = append(parts, "from the reserves or by Cantrip: the table says which")
	case s.Reserves:
		parts = append(parts, "also from the reserves")
	}
	if _, any := e.rule("magic/cantrip"); s.Cantrip && !s.Cross && !any {
		parts = append(parts, "also by Cantrip")
	}
	return strings.Join(parts, " · ")
}

// saysIcons are the plain icons and how a game ends, which all editions share.
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

// saysDragonSteps are the steps of a dragon attack, and dragons' icons, which all editions share.
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
