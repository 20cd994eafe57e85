package veradiscordia

import (
	"fmt"
	"slices"
	"strings"
)

// Where the rulebook is unclear, a ruling decides. It is the first choice of each item, unless the table has agreed
// on another (Settings.Rulings).
const (
	rulingExample     = "vera.ruling.support-discord-in-routing"
	rulingDecimation  = "vera.ruling.decimation-and-gains"
	rulingLastDie     = "vera.ruling.indirect-without-dice"
	rulingAmbush      = "vera.ruling.ambush-counterattack"
	rulingAmbushRound = "vera.ruling.ambush-lasts"
	rulingRiposte     = "vera.ruling.riposte"
	rulingRiposteCard = "vera.ruling.riposte-order"
	rulingChange      = "vera.ruling.metamorphosis-moment"
	rulingProminent   = "vera.ruling.prominent-general"
	rulingSixImmune   = "vera.ruling.six-against-immunity"
	rulingAborted     = "vera.ruling.aborted-aerial-attack"
	rulingPassive     = "vera.ruling.passive-castling-and-capture"
	rulingTerror      = "vera.ruling.terror-moment"
	rulingConsistency = "vera.ruling.routing-and-consistency"
	rulingChaotic     = "vera.ruling.chaotic-counterattack"
	rulingMountain    = "vera.ruling.captured-mountain"
	rulingLastUnit    = "vera.ruling.last-unit"
)

func rulingItems() []Item {
	r := func(id, name, section string, choices ...string) Item {
		return Item{ID: id, Name: name, Kind: KindRuling, Section: section, Uncertain: true, Choices: choices}
	}
	return []Item{
		r(rulingExample, "Discord from Supports and openings counts in routing checks; the printed fight leaves it out", "7.I.3, 7.I.6", "counts", "left-out"),
		r(rulingDecimation, "The die of decimation is netted with gains, or lost before them", "1.2, 7.I.5", "netted", "first"),
		r(rulingLastDie, "A unit whose last blue or yellow die decimation took makes no indirect attack, or one of zero dice", "7.II.5", "incapable", "zero-dice"),
		r(rulingAmbush, "A unit opened as a target counts as opened by its counterattack, or not", "10 Ambush", "counts", "not"),
		r(rulingAmbushRound, "Ambush helps in the one fight that opened the unit, or for the round", "10 Ambush", "fight", "round"),
		r(rulingRiposte, "A Riposte may be made, or must", "10 Riposte", "may", "must"),
		r(rulingRiposteCard, "A Riposte leaves the order, or spends it", "10 Riposte", "stays", "spent"),
		r(rulingChange, "Metamorphosis comes before the target's reaction, or after the fight", "10 Metamorphosis", "before", "after"),
		r(rulingProminent, "A Prominent unit with the general costs its 4 when decimated, or when destroyed", "10 Prominent", "decimated", "destroyed"),
		r(rulingSixImmune, "A 6 of an interception does nothing to a flyer with a blue X, or disrupts and hits it", "7.III.3.2", "nothing", "hits"),
		r(rulingAborted, "An aborted aerial attack leaves the target free for another, or uses up the one of the round", "7.III.2", "free", "used"),
		r(rulingPassive, "A holder moved as the passive partner of a castling loses its capture, or keeps it", "6.1.4", "loses", "keeps"),
		r(rulingTerror, "The check against Terror comes just before the roll, or before Supports", "10 Terror", "roll", "supports"),
		r(rulingConsistency, "After an interception the routing check comes first, or aerial consistency", "7.III.3.4", "routing", "consistency"),
		r(rulingMountain, "A captor of a Mountain ignores that Mountain, or every Mountain", "9.5", "that", "every"),
		r(rulingLastUnit, "A side without units that has Motivation left has lost, or the game goes on", "8", "lost", "goes-on"),
		r(rulingChaotic, "A chaotic unit must counterattack as with a Defense order, or may", "10 Chaos", "must", "may"),
	}
}

// ruling returns the table's choice for an item.
func (s Settings) ruling(item Item) string {
	if choice, ok := s.Rulings[strings.TrimPrefix(item.ID, "vera.ruling.")]; ok {
		return choice
	}
	return item.Choices[0]
}

// ruling returns the choice that holds for an item. If the table plays without the item, it is the first choice.
func (g *game) ruling(id string) string {
	if !g.on(id) {
		return g.items[id].Choices[0]
	}
	return g.book.rulings[id]
}

// checkRulings says which of the settings' rulings doesn't exist.
func (s Settings) checkRulings() error {
	for name, choice := range s.Rulings {
		i := slices.IndexFunc(rulingItems(), func(x Item) bool { return x.ID == "vera.ruling."+name })
		if i < 0 {
			return fmt.Errorf("there is no ruling %q", short(name))
		}
		if choices := rulingItems()[i].Choices; !slices.Contains(choices, choice) {
			return fmt.Errorf("the ruling %q is one of %s, not %q", name, strings.Join(choices, ", "), short(choice))
		}
	}
	return nil
}
