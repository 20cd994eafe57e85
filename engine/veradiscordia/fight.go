package veradiscordia

import (
	"fmt"

	"astragal/engine"
)

// launch rolls the dice of f and does the damage (7.I.5, 7.I.6).
func (g *game) launch(f *fight) {
	if !g.on(itemRoll) {
		return
	}
	dice, lines := g.pool(f)
	what := "attack"
	if f.counter {
		what = "counterattack"
	}
	if f.still {
		g.tell(f.by.seat, Metamorphosis.item(), fmt.Sprintf("The %s of %s does no damage.", what, g.label(f.by)))
		return
	}
	if len(dice) == 0 {
		if !g.on(itemZero) {
			f.stopped = true
			return
		}
		zero := 0
		g.table.Tell(engine.Fact{Kind: engine.FactResult, Seat: f.by.seat, Rule: itemZero, Cite: g.cite(itemZero), Value: &zero, Lines: lines,
			Text: fmt.Sprintf("The %s of %s has no dice; what else it brings goes on.", what, g.label(f.by))})
		return
	}
	f.dice, f.lines = dice, lines
	text := fmt.Sprintf("%s, roll the %s of %s: %s.", g.name(f.by.seat), what, g.label(f.by), colorWords(dice))
	thrown := g.roll(f.by, what+" roll", itemRoll, what, text, dice, nil)
	hits, colors, how := g.hits(f.on, thrown)
	if hits == 0 && g.has(f.by, Mastery) && g.yes(f.by.seat, "mastery", Mastery.item(), fmt.Sprintf("%s, no hit: does %s roll all its dice again?", g.name(f.by.seat), g.label(f.by))) {
		g.tell(f.by.seat, Mastery.item(), fmt.Sprintf("%s rolls all its dice again; the second result counts.", g.label(f.by)))
		thrown = g.roll(f.by, what+" mastery roll", Mastery.item(), what, text, dice, thrown)
		hits, colors, how = g.hits(f.on, thrown)
	}
	g.last = &RollState{Seat: f.by.seat, By: g.label(f.by), On: g.label(f.on), Hits: hits, Colors: colors}
	g.table.Tell(engine.Fact{Kind: engine.FactResult, Seat: f.by.seat, Rule: itemRoll, Cite: g.cite(itemRoll), Value: &hits, Lines: append(lines, how...), Sum: scored(colors, hits),
		Text: fmt.Sprintf("The %s of %s on %s: %s.", what, g.label(f.by), g.label(f.on), hitWords(hits))})
	if g.hurt(f.on, hits) {
		g.rout(f.on, g.discordInRouting(f))
	}
	g.fallen(f.on, f.by)
}

// discordInRouting is the discord of the routing check. The table may have ruled to follow the rulebook's example, in
// which the Discord of Supports and openings doesn't affect that check.
func (g *game) discordInRouting(f *fight) string {
	by := g.discord(f)
	if by != itemSupportStrife || !g.on(rulingExample) {
		return by
	}
	if g.ruling(rulingExample) == "left-out" {
		g.tell(f.on.seat, rulingExample, "Discord by a Support or an opening doesn't touch the routing check (the table's ruling).")
		return ""
	}
	g.tell(f.on.seat, rulingExample, "Discord by a Support or an opening touches the routing check too (the table's ruling).")
	return by
}

// hurt takes life points from the unit. It returns whether the unit became decimated by it.
func (g *game) hurt(u *unit, hits int) bool {
	if hits == 0 || !g.on(itemDamage) {
		return false
	}
	was := g.decimated(u)
	before := g.lp(u)
	u.lost += hits
	after := max(g.lp(u), 0)
	g.tell(u.seat, itemDamage, fmt.Sprintf("%s loses %s: %d left.", g.label(u), points(hits), after),
		engine.Line{Rule: itemDamage, Cite: g.cite(itemDamage), Text: fmt.Sprintf("%d − %d", before, hits), Before: &before, After: &after})
	if u.card.Life != 0 && g.on(MaximumLife.item()) {
		g.tell(u.seat, MaximumLife.item(), fmt.Sprintf("%s has %s when it is whole.", u.card.Name, points(g.mostLP(u))))
	}
	if after == 0 || was || !g.decimated(u) {
		return false
	}
	g.tell(u.seat, itemDecimated, fmt.Sprintf("%s is decimated.", g.label(u)))
	return true
}

func points(n int) string {
	if n == 1 {
		return "1 life point"
	}
	return fmt.Sprintf("%d life points", n)
}

// rout makes the check of a unit that has become decimated (7.I.6).
func (g *game) rout(u *unit, discord string) {
	if u.general && g.has(u, Prominent) && !u.paid {
		if g.ruling(rulingProminent) == "decimated" {
			u.paid = true
			g.tellIf(u.seat, rulingProminent, fmt.Sprintf("%s is Prominent and holds the general: being decimated costs its Motivation (the table's ruling).", g.label(u)))
			g.lose4(u)
		} else {
			g.tell(u.seat, rulingProminent, fmt.Sprintf("%s is Prominent and holds the general: only being destroyed costs (the table's ruling).", g.label(u)))
		}
	}
	if g.over != nil || !g.on(itemRouting) {
		return
	}
	if !g.check(u, itemRouting, discord, 1) {
		g.tell(u.seat, itemRouting, fmt.Sprintf("%s is routed.", g.label(u)))
		u.lost = g.mostLP(u)
	}
}

// fallen removes the unit if it has no life points left (7.I.6). by is the unit that destroyed it.
func (g *game) fallen(u, by *unit) {
	if g.over != nil || g.lp(u) > 0 || u.destroyed || !g.on(itemDestroyed) {
		return
	}
	g.tell(u.seat, itemDestroyed, fmt.Sprintf("%s is destroyed.", g.label(u)))
	if u.order != nil {
		g.examine(u)
		g.discardOrder(u)
	}
	if u.hold > 0 && g.on(itemLostHold) {
		g.tell(u.seat, itemLostHold, fmt.Sprintf("The %s is not held any more.", g.terrain[u.hold-1].Name()))
	}
	u.destroyed, u.hold = true, 0
	g.side(u.seat).destroyed++
	if by != nil && g.has(by, Voracious) && by.inPlay() && by.lost > 0 {
		g.heal(by, 1, Voracious.item())
	}
	if u.general && g.on(itemWinGeneral) {
		g.end(itemWinGeneral, fmt.Sprintf("%s has taken the general of %s and wins.", g.name(other(u.seat)), g.name(u.seat)), other(u.seat))
		return
	}
	g.mourn(u)
}

// outOfUnits ends the game for a side that has lost its last unit but still has Motivation (8), if the table has
// ruled so.
func (g *game) outOfUnits(seat engine.Seat) {
	if g.over != nil || !g.on(rulingLastUnit) || len(g.army(seat)) > 0 || g.side(seat).destroyed == 0 {
		return
	}
	if g.ruling(rulingLastUnit) == "lost" {
		g.end(rulingLastUnit, fmt.Sprintf("%s has no unit left and has lost (the table's ruling): %s wins.", g.name(seat), g.name(other(seat))), other(seat))
		return
	}
	if !g.side(seat).bare {
		g.side(seat).bare = true
		g.tell(seat, rulingLastUnit, fmt.Sprintf("%s has no unit left, but Motivation: the game goes on (the table's ruling).", g.name(seat)))
	}
}

// mourn takes the Motivation that the loss of a unit costs.
func (g *game) mourn(u *unit) {
	switch {
	case u.paid:
		return
	case g.has(u, Prominent):
		g.lose4(u)
	case g.has(u, Expendable):
		g.demoralise(u.seat, 1, Expendable.item())
	default:
		g.demoralise(u.seat, 2, itemChits)
	}
}

func (g *game) lose4(u *unit) { g.demoralise(u.seat, 4, Prominent.item()) }

func (g *game) demoralise(seat engine.Seat, n int, rule string) {
	if !g.on(itemChits) || !g.on(itemMotivation) {
		return
	}
	sd := g.side(seat)
	before := sd.motivation
	sd.motivation = max(before-n, 0)
	after := sd.motivation
	g.tell(seat, rule, fmt.Sprintf("%s loses %d Motivation: %d left.", g.name(seat), n, after),
		engine.Line{Rule: itemChits, Cite: g.cite(itemChits), Text: fmt.Sprintf("%d − %d", before, n), Before: &before, After: &after})
	if after == 0 && g.on(itemWinMotivation) {
		g.end(itemWinMotivation, fmt.Sprintf("%s has no Motivation left: %s wins.", g.name(seat), g.name(other(seat))), other(seat))
	}
}

// heal gives life points, up to the unit's maximum.
func (g *game) heal(u *unit, n int, rule string) {
	n = min(n, u.lost)
	if n <= 0 {
		return
	}
	was := g.decimated(u)
	u.lost -= n
	g.tell(u.seat, rule, fmt.Sprintf("%s gains %s: %d now.", g.label(u), points(n), g.lp(u)))
	if was && !g.decimated(u) && g.on(itemRecovers) {
		g.tell(u.seat, itemRecovers, fmt.Sprintf("%s isn't decimated any more and has its die again.", g.label(u)))
	}
}
