package veradiscordia

import (
	"fmt"

	"astragal/engine"
)

// checkName says what a morale check is for.
func checkName(item string) string {
	switch item {
	case itemCloseRanks:
		return "to close ranks"
	case itemDisorganise:
		return "against being disorganised"
	case itemRouting:
		return "against being routed"
	case itemTerrorCheck:
		return "against Terror"
	case itemRefuseCheck:
		return "to hold back"
	}
	return "of aerial consistency"
}

// moraleNeeded is the least that a die must show, with its modifiers, to pass a check (1.2.2).
const moraleNeeded = 3

// check makes a morale check of n dice, all of which must pass (1.2.2). discord is the item that makes the target's
// checks one worse. It is empty if there is none.
func (g *game) check(u *unit, item, discord string, n int) bool {
	if g.has(u, Tenacious) && (item == itemRouting || item == itemTerrorCheck) {
		g.tell(u.seat, item, fmt.Sprintf("%s passes the check %s without a roll.", g.label(u), checkName(item)), g.line(Tenacious.item(), "Tenacious"))
		return true
	}
	modifier, lines := g.morale(u, discord)
	q := g.question(u.seat, "check "+item[len("vera.check."):]+" "+u.key(), item, fmt.Sprintf("%s, roll the check of %s %s: %s.", g.name(u.seat), g.label(u), checkName(item), need(modifier)))
	q.Kind, q.Roll = engine.KindRoll, &engine.Roll{Purpose: "morale"}
	for i := range n {
		q.Roll.Dice = append(q.Roll.Dice, d6(fmt.Sprintf("d%d", i+1)))
	}
	passed := true
	for _, t := range g.table.Ask(q).Dice {
		ok, l := g.passes(*t.Value, modifier)
		lines = append(lines, l)
		passed = passed && ok
	}
	word := "fails"
	if passed {
		word = "passes"
	}
	g.table.Tell(engine.Fact{Kind: engine.FactResult, Seat: u.seat, Rule: item, Cite: g.cite(item), Lines: lines,
		Text: fmt.Sprintf("%s %s the check %s.", g.label(u), word, checkName(item))})
	return passed
}

// morale adds up the modifiers of the unit's checks.
func (g *game) morale(u *unit, discord string) (int, []engine.Line) {
	sum := 0
	var lines []engine.Line
	add := func(by int, rule, text string) {
		before, after := sum, sum+by
		sum = after
		lines = append(lines, engine.Line{Rule: rule, Cite: g.cite(rule), Text: fmt.Sprintf("%+d %s", by, text), Before: &before, After: &after})
	}
	if g.has(u, Bravery) {
		add(1, Bravery.item(), "Bravery")
	}
	if g.has(u, Cowardice) {
		add(-1, Cowardice.item(), "Cowardice")
	}
	if g.has(u, Tenacious) {
		add(-2, Tenacious.item(), "Tenacious")
	}
	if discord != "" {
		add(-1, discord, "Discord of the attack")
	}
	return sum, lines
}

// need says, for people, what a die must show to pass.
func need(modifier int) string {
	low := min(max(moraleNeeded-modifier, 2), 6)
	if low == 6 {
		return "a 6"
	}
	return fmt.Sprintf("%d or more", low)
}

// passes decides whether one die passes. A 1 always fails, a 6 always succeeds.
func (g *game) passes(value, modifier int) (bool, engine.Line) {
	switch {
	case value == 1 && g.on(itemOne):
		return false, g.line(itemOne, "1 always fails")
	case value == 6 && g.on(itemNaturalSix):
		return true, g.line(itemNaturalSix, "6 always succeeds")
	}
	sum := value + modifier
	if !g.on(itemCheck) {
		return false, g.line("", "no rule says what is needed")
	}
	word := "fails"
	if sum >= moraleNeeded {
		word = "passes"
	}
	l := g.line(itemCheck, fmt.Sprintf("%d with %+d is %d, %d is needed: it %s", value, modifier, sum, moraleNeeded, word))
	if modifier == 0 {
		l.Text = fmt.Sprintf("%d, %d is needed: it %s", value, moraleNeeded, word)
	}
	return sum >= moraleNeeded, l
}
