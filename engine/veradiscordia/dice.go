package veradiscordia

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// change is something that adds or takes attack dice.
type change struct {
	by   int
	rule string
	text string
}

// changes lists what adds dice to f, or takes dice from it.
func (g *game) changes(f *fight) []change {
	var list []change
	add := func(by int, rule, text string) { list = append(list, change{by, rule, text}) }
	if f.supports > 0 {
		rule := itemSupported
		if f.counter {
			rule = itemCounterSupport
		}
		add(f.supports, rule, fmt.Sprintf("Supports: %d", f.supports))
	}
	if f.through && !f.counter && g.on(itemOpeningHelp) {
		add(1, itemOpeningHelp, "an opening helps like a Support")
	}
	if f.through && f.counter && g.on(itemCounterOpening) {
		add(-1, itemCounterOpening, "a counterattack through an opening")
	}
	if f.ranks {
		add(-1, itemCloseRanks, "the target has closed ranks")
	}
	if c, ok := g.terrainChange(f); ok {
		list = append(list, c)
	}
	if g.decimated(f.by) {
		if g.has(f.by, Endurance) {
			add(0, Endurance.item(), "Endurance: no die is lost for being decimated")
		} else {
			add(-1, itemDecimated, "decimated")
		}
	}
	if f.feared {
		add(-2, Terror.item(), "struck by Terror")
	}
	if f.by.ambushing && g.has(f.by, Ambush) {
		if g.has(f.on, Vision) {
			add(0, Vision.item(), "Vision sees the Ambush in time")
		} else {
			add(2, Ambush.item(), "Ambush")
		}
	}
	if f.riposte {
		add(-2, Riposte.item(), "a Riposte")
	}
	if f.extra != 0 {
		add(f.extra, itemStar, "Strategy")
	}
	return list
}

// pool returns the dice that are rolled in f, with lines that explain them (1.2).
func (g *game) pool(f *fight) ([]Color, []engine.Line) {
	dice := g.cardDice(f.by)
	lines := []engine.Line{g.line(itemRoll, fmt.Sprintf("%s: %s", f.by.card.Name, orNone(colorWords(dice))))}
	if f.by.general && g.on(itemHeroism) && g.on(itemDiceGeneral) && len(g.side(f.by.seat).general.Heroism.Dice) > 0 {
		lines = append(lines, g.line(itemDiceGeneral, "the general's dice at the right: "+colorWords(g.side(f.by.seat).general.Heroism.Dice)))
	}
	if f.kind == Indirect && g.on(itemIndirectDice) {
		far := slices.DeleteFunc(slices.Clone(dice), func(c Color) bool { return c != Blue && c != Yellow })
		if len(far) != len(dice) {
			lines = append(lines, g.line(itemIndirectDice, "of those only blue and yellow: "+orNone(colorWords(far))))
		}
		dice = far
	}
	changes := g.changes(f)
	net, at := 0, len(dice)
	for _, c := range changes {
		l := g.line(c.rule, c.text)
		if c.by != 0 {
			before, after := at, at+c.by
			l.Text, l.Before, l.After, at = fmt.Sprintf("%+d %s", c.by, c.text), &before, &after, after
		}
		lines = append(lines, l)
		net += c.by
	}
	dice, more := g.apply(dice, changes, net)
	return dice, append(lines, more...)
}

// apply sets gains against losses, and adds or takes the difference at the left.
func (g *game) apply(dice []Color, changes []change, net int) ([]Color, []engine.Line) {
	var lines []engine.Line
	gains, losses, first := 0, 0, 0
	for _, c := range changes {
		if c.by > 0 {
			gains += c.by
		} else {
			losses -= c.by
		}
		if c.rule == itemDecimated {
			first = -c.by
		}
	}
	if gains > 0 && first > 0 && g.on(rulingDecimation) {
		if g.ruling(rulingDecimation) == "first" {
			dice, net = g.lose(dice, first), net+first
			lines = append(lines, g.line(rulingDecimation, "the die of decimation goes first (the table's ruling)"))
		} else {
			lines = append(lines, g.line(rulingDecimation, "the die of decimation is netted (the table's ruling)"))
		}
	}
	if gains > 0 && losses > 0 {
		if !g.on(itemDiceNet) {
			return g.gain(g.lose(dice, losses), gains), lines
		}
		net := fmt.Sprintf("%d gained and %d lost make %+d", gains, losses, gains-losses)
		if gains == losses {
			net = fmt.Sprintf("%d gained and %d lost make no change", gains, losses)
		}
		lines = append(lines, g.line(itemDiceNet, net))
	}
	before := dice
	switch {
	case net > 0:
		dice = g.gain(dice, net)
		if g.on(itemDiceGained) && len(before) > 0 {
			lines = append(lines, g.line(itemDiceGained, fmt.Sprintf("gained dice are like the leftmost: %s", dice[0])))
		}
	case net < 0:
		dice = g.lose(dice, -net)
		if g.on(itemDiceLost) && len(before) > 0 {
			lines = append(lines, g.line(itemDiceLost, "lost dice go from the left: "+colorWords(before[:len(before)-len(dice)])))
		}
	}
	return dice, lines
}

// lose takes n dice from the left.
func (g *game) lose(dice []Color, n int) []Color {
	n = min(n, len(dice))
	if !g.on(itemDiceLost) {
		return dice[:len(dice)-n]
	}
	return dice[n:]
}

// gain adds n dice of the leftmost die's colour. A unit without dice gains none.
func (g *game) gain(dice []Color, n int) []Color {
	if len(dice) == 0 {
		return dice
	}
	like := dice[0]
	if !g.on(itemDiceGained) {
		like = dice[len(dice)-1]
	}
	return append(slices.Repeat([]Color{like}, n), dice...)
}

// rolled is a die and the number that it shows.
type rolled struct {
	id    string
	color Color
	value int
}

// roll asks for all coloured dice together. If the table's dice have no colours, it asks for one type after the
// other. ids are "white1", "white2", "blue1" …
func (g *game) roll(u *unit, key, rule, purpose, text string, dice []Color, lying []rolled) []rolled {
	var groups [][]Color
	if g.set.DiceByType {
		for _, c := range Colors() {
			if n := count(dice, c); n > 0 {
				groups = append(groups, slices.Repeat([]Color{c}, n))
			}
		}
	} else {
		groups = [][]Color{dice}
	}
	var out []rolled
	for _, group := range groups {
		q := g.question(u.seat, key, rule, text)
		if g.set.DiceByType {
			q.Key += " " + string(group[0])
			q.Text += " Now only the " + string(group[0]) + " dice."
		}
		q.Kind, q.Roll = engine.KindRoll, &engine.Roll{Purpose: purpose}
		if g.fighting != nil && g.fighting.by == u {
			q.Counts, q.Roll.Worth = "hits", g.worths(g.fighting.on, group)
		}
		number := map[Color]int{}
		for _, c := range group {
			number[c]++
			id := fmt.Sprintf("%s%d", c, number[c])
			d := d6(id)
			if !g.set.DiceByType {
				d.Colors = []string{g.set.color(c)}
			}
			q.Roll.Dice = append(q.Roll.Dice, d)
			for _, l := range lying {
				if l.id == id {
					value := l.value
					q.Roll.Lying = append(q.Roll.Lying, engine.Thrown{ID: id, Shape: "d6", Colors: d.Colors, Value: &value, How: engine.Confirmed})
				}
			}
		}
		for i, t := range g.table.Ask(q).Dice {
			out = append(out, rolled{t.ID, group[i], *t.Value})
		}
	}
	return out
}

// hits compares each die with its shield (1.2). It returns the hits, and explains them for each colour.
func (g *game) hits(u *unit, dice []rolled) (hits int, colors []ColorHits, lines []engine.Line) {
	for _, c := range Colors() {
		var values, ids []string
		n := 0
		shield := u.card.Shields.Against(c)
		of := ColorHits{Color: c, Shield: shield}
		for _, d := range dice {
			if d.color != c {
				continue
			}
			of.Values = append(of.Values, d.value)
			values, ids = append(values, fmt.Sprint(d.value)), append(ids, d.id)
			if g.strikes(c, d.value, shield) {
				n++
			}
		}
		if len(values) == 0 {
			continue
		}
		of.Hits = n
		colors = append(colors, of)
		rule, against := itemHit, fmt.Sprintf("%s shield %d", c.Shield(), shield)
		switch {
		case shield == Immune:
			rule, against = itemImmune, fmt.Sprintf("%s shield X", c.Shield())
		case c.Shield() == Orange:
			rule = itemOrange
		}
		before, after := hits, hits+n
		hits = after
		l := g.line(rule, fmt.Sprintf("%s %s against the %s: %s", c, strings.Join(values, " "), against, hitWords(n)))
		l.Before, l.After, l.Dice = &before, &after, ids
		if g.on(rule) {
			lines = append(lines, l)
		}
	}
	return hits, colors, lines
}

// strikes says whether a die hits a shield.
func (g *game) strikes(c Color, value int, shield Shield) bool {
	switch {
	case shield == Immune:
		return !g.on(itemImmune) && value == 6
	case !g.on(itemHit) || c.Shield() == Orange && !g.on(itemOrange):
		return false
	}
	return value >= int(shield)
}

func hitWords(n int) string {
	switch n {
	case 0:
		return "no hit"
	case 1:
		return "1 hit"
	}
	return fmt.Sprintf("%d hits", n)
}
