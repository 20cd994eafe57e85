package veradiscordia

import (
	"fmt"

	"astragal/engine"
)

// supports asks which Supports the player spends for the unit, and returns how many (7.I.3).
func (g *game) supports(u *unit) int {
	if !g.on(itemSupported) {
		return 0
	}
	var options []engine.Option
	for _, x := range g.supporters(u) {
		options = append(options, optOn(x.at(), "Support of "+g.label(x), x))
	}
	if len(options) == 0 {
		return 0
	}
	q := g.question(u.seat, "supports "+u.key(), itemSupported, fmt.Sprintf("%s, which Supports are spent for %s?", g.name(u.seat), g.label(u)))
	q.Kind, q.Pick = engine.KindPick, &engine.Pick{Options: options, Max: len(options)}
	chosen := g.table.Ask(q).Chosen
	for _, at := range chosen {
		row, col := spaceOf(at)
		x := g.unitAt(u.seat, row, col)
		g.discardOrder(x)
		g.tell(u.seat, itemSupported, fmt.Sprintf("%s spends its Support for %s.", g.label(x), g.label(u)))
	}
	return len(chosen)
}

// supporters are the units in the vanguard that are busy with Support and adjacent to the unit.
func (g *game) supporters(u *unit) []*unit {
	var list []*unit
	for _, x := range g.army(u.seat) {
		if x.row == vanguard && x.busy(Support) && adjacent(x.row, x.col, u.row, u.col) {
			list = append(list, x)
		}
	}
	return list
}

// terror makes the attacker check against the Terror of its target (section 10). It returns false if there is nothing
// to overcome.
func (g *game) terror(f *fight) bool {
	if f.kind == Indirect || !g.has(f.on, Terror) || !g.on(itemTerrorCheck) {
		return false
	}
	g.tell(f.on.seat, Terror.item(), fmt.Sprintf("%s must overcome the Terror of %s.", g.label(f.by), g.label(f.on)))
	f.feared = !g.check(f.by, itemTerrorCheck, "", 1)
	return true
}

// reaction is the reaction of the target (7.I.4).
func (g *game) reaction(f *fight) {
	u := f.on
	switch g.examine(u) {
	case Defense:
		if g.on(itemCloseRanks) {
			f.ranks = g.check(u, itemCloseRanks, g.discord(f), 1)
		}
	case Maneuver, Support:
		if g.on(itemDisorganise) && !g.check(u, itemDisorganise, g.discord(f), 1) {
			g.discardOrder(u)
			g.tell(u.seat, itemDisorganise, fmt.Sprintf("%s is disorganised and loses its order.", g.label(u)))
		}
	default:
		why := "has no order"
		if u.order != nil {
			why = "keeps its Attack"
		}
		if g.on(itemUnmoved) {
			g.tell(u.seat, itemUnmoved, fmt.Sprintf("%s doesn't react: it %s.", g.label(u), why))
		}
	}
}

// discord names the item that makes the target's checks one worse (section 10, 7.I.3). It is empty if there is none.
func (g *game) discord(f *fight) string {
	switch {
	case g.has(f.by, Discord):
		return Discord.item()
	case !g.on(itemSupportStrife) || !g.on(Discord.item()):
		return ""
	case f.supports > 0, f.through && !f.counter && g.on(itemOpeningHelp):
		return itemSupportStrife
	}
	return ""
}

// metamorphosis makes a unit that has the ability a copy of the unit that it fights (section 10).
func (g *game) metamorphosis(f *fight) {
	by, on := g.has(f.by, Metamorphosis), g.has(f.on, Metamorphosis)
	if by && on {
		f.still = true
		g.tell(f.by.seat, Metamorphosis.item(), "Both have Metamorphosis: neither changes, and there is no damage.")
		return
	}
	u, model := f.by, f.on
	if on {
		u, model = f.on, f.by
	}
	if !by && !on || !u.inPlay() && g.ruling(rulingChange) == "after" {
		return
	}
	before := g.label(u)
	u.card, u.lost = model.card, 0
	if g.on(rulingChange) {
		moment := "before the target's reaction"
		if g.ruling(rulingChange) == "after" {
			moment = "after the fight"
		}
		g.tell(u.seat, rulingChange, fmt.Sprintf("Metamorphosis comes %s (the table's ruling).", moment))
	}
	g.tell(u.seat, Metamorphosis.item(), fmt.Sprintf("%s becomes a copy of %s with %s.", before, model.card.Name, points(g.lp(u))))
}
