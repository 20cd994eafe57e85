package veradiscordia

import (
	"fmt"

	"astragal/engine"
)

// intercepted lets the defender intercept an aerial attack (7.III.3). It returns whether the attack goes on.
func (g *game) intercepted(f *fight) bool {
	if !g.on(itemIntercept) {
		return true
	}
	disruptions, decimated := 0, (*unit)(nil)
	later := g.on(rulingConsistency) && g.ruling(rulingConsistency) == "consistency"
	used := map[*unit]bool{}
	for g.over == nil && f.by.inPlay() {
		u := g.interceptor(f, used)
		if u == nil {
			break
		}
		used[u] = true
		d, hits := g.intercept(f, u)
		disruptions += d
		if g.hurt(f.by, hits) {
			if later {
				decimated = u
			} else {
				if disruptions > 0 && g.on(rulingConsistency) {
					g.tell(f.by.seat, rulingConsistency, "The routing check comes before aerial consistency (the table's ruling).")
				}
				g.rout(f.by, "")
			}
		}
		g.fallen(f.by, u)
	}
	if g.over != nil || !f.by.inPlay() {
		return g.abort(f, "the flyer is destroyed")
	}
	goes := disruptions == 0 || !g.on(itemConsistency) || g.check(f.by, itemConsistency, "", disruptions)
	if decimated != nil {
		g.tell(f.by.seat, rulingConsistency, "The routing check comes after aerial consistency (the table's ruling).")
		g.rout(f.by, "")
		g.fallen(f.by, decimated)
		if g.over != nil || !f.by.inPlay() {
			return g.abort(f, "the flyer is destroyed")
		}
	}
	if !goes {
		return g.abort(f, "the flyer has lost its way")
	}
	return true
}

// abort ends an aerial attack.
func (g *game) abort(f *fight, why string) bool {
	if g.over != nil {
		return false
	}
	if !g.on(itemAborted) {
		return f.by.inPlay()
	}
	g.tell(f.by.seat, itemAborted, fmt.Sprintf("The aerial attack is cancelled: %s.", why))
	if g.on(rulingAborted) {
		f.on.bombed = g.ruling(rulingAborted) == "used"
		g.tell(f.by.seat, rulingAborted, fmt.Sprintf("The target of a cancelled aerial attack is %s for this round (the table's ruling).", g.ruling(rulingAborted)))
	}
	return false
}

// interceptor asks which unit intercepts next. It returns nil if none does.
func (g *game) interceptor(f *fight, used map[*unit]bool) *unit {
	options := []engine.Option{opt("none", "None")}
	for _, u := range g.army(f.on.seat) {
		if !used[u] && g.canIntercept(f, u) {
			options = append(options, optOn(u.at(), "Intercept with "+g.label(u), u))
		}
	}
	if len(options) == 1 {
		return nil
	}
	seat := f.on.seat
	at := g.declare(seat, "intercept", itemIntercept, fmt.Sprintf("%s, which unit intercepts %s?", g.name(seat), g.label(f.by)), options...)
	if at == "none" {
		return nil
	}
	row, col := spaceOf(at)
	return g.unitAt(seat, row, col)
}

// reaches says where the unit stands. near is true if it is the target or stands beside it. diagonal is true if it
// stands diagonally to the target, where intercepting takes a Support.
func reaches(f *fight, u *unit) (near, diagonal bool) {
	dr, dc := abs(u.row-f.on.row), abs(u.col-f.on.col)
	return dr+dc <= 1, dr == 1 && dc == 1
}

func (g *game) canIntercept(f *fight, u *unit) bool {
	near, diagonal := reaches(f, u)
	if u.order == nil || !near && !diagonal || diagonal && (!g.on(itemDiagonal) || !g.canBe(u, Support)) {
		return false
	}
	if u.card != nil {
		n, _ := g.shots(u, *u.card)
		return n > 0
	}
	return g.possible(u, func(c Card) bool { n, _ := g.shots(u, c); return n > 0 })
}

// shots is how many dice a unit with that card intercepts with: its Range dice, and with Accuracy its Artillery dice
// too. byAccuracy is how many of them Accuracy adds.
func (g *game) shots(u *unit, c Card) (n, byAccuracy int) {
	dice := c.Dice
	if u.general && g.on(itemHeroism) {
		dice = append(append([]Color{}, dice...), g.side(u.seat).general.Heroism.Dice...)
	}
	n = count(dice, Blue)
	as := *u
	as.card = &c
	if g.has(&as, Accuracy) {
		byAccuracy = count(dice, Yellow)
	}
	return n + byAccuracy, byAccuracy
}

// intercept rolls the dice of one interceptor (7.III.3.2, 7.III.3.3).
func (g *game) intercept(f *fight, u *unit) (disruptions, hits int) {
	near, _ := reaches(f, u)
	var kind Order
	if near {
		kind = g.examine(u)
	} else {
		kind = g.examine(u, Support)
		g.tell(u.seat, itemDiagonal, fmt.Sprintf("%s intercepts diagonally with its Support.", g.label(u)))
	}
	if g.on(itemShotSpent) {
		g.discardOrder(u)
		g.tell(u.seat, itemShotSpent, fmt.Sprintf("%s discards its %s to intercept and is exhausted.", g.label(u), orderName(kind)))
	}
	g.open(u, itemShotOpens, func(c Card) bool { n, _ := g.shots(u, c); return n > 0 })
	n, accurate := g.shots(u, *u.card)
	dice := make([]Color, n)
	for i := range dice {
		dice[i] = Blue
	}
	shield := f.by.card.Shields.Blue
	lines := []engine.Line{g.line(itemIntercept, fmt.Sprintf("%s as printed, which nothing changes", blueDice(n)))}
	if accurate > 0 {
		lines = append(lines, g.line(Accuracy.item(), fmt.Sprintf("%d of them are yellow ones, by Accuracy", accurate)))
	}
	flak := kind == Support && g.on(itemFlak)
	thrown := g.roll(u, "interception "+u.key(), itemIntercept, "interception", fmt.Sprintf("%s, roll the interception of %s: %s.", g.name(u.seat), g.label(u), colorWords(dice)), dice, nil)
	for _, d := range thrown {
		hit, disrupts, l := g.shot(d, shield, flak)
		if hit {
			hits++
		}
		if disrupts {
			disruptions++
		}
		lines = append(lines, l)
	}
	g.table.Tell(engine.Fact{Kind: engine.FactResult, Seat: u.seat, Rule: itemIntercept, Cite: g.cite(itemIntercept), Value: &disruptions, Lines: lines,
		Text: fmt.Sprintf("The interception of %s: %s, %s.", g.label(u), disruptionWords(disruptions), hitWords(hits))})
	return disruptions, hits
}

func blueDice(n int) string {
	if n == 1 {
		return "1 blue die"
	}
	return fmt.Sprintf("%d blue dice", n)
}

func disruptionWords(n int) string {
	if n == 1 {
		return "1 disruption"
	}
	return fmt.Sprintf("%d disruptions", n)
}

// shot decides what one die of an interception does.
func (g *game) shot(d rolled, shield Shield, flak bool) (hit, disrupts bool, l engine.Line) {
	shows := fmt.Sprintf("%d against the blue shield %d", d.value, shield)
	if shield == Immune {
		shows = fmt.Sprintf("%d against the blue shield X", d.value)
		if d.value == 6 && g.on(itemSix) && g.on(rulingSixImmune) {
			hit = g.ruling(rulingSixImmune) == "hits"
			what := "nothing"
			if hit {
				what = "a disruption and a hit"
			}
			l = g.line(rulingSixImmune, fmt.Sprintf("%s: %s (the table's ruling)", shows, what))
			l.Dice = []string{d.id}
			return hit, hit && g.on(itemDisruption), l
		}
		l = g.line(itemImmune, shows+": nothing")
		l.Dice = []string{d.id}
		return false, false, l
	}
	disrupts = d.value >= int(shield) && g.on(itemDisruption)
	switch {
	case disrupts && flak:
		hit, l = true, g.line(itemFlak, shows+": a disruption and, with Support, a hit")
	case d.value == 6 && disrupts && g.on(itemSix):
		hit, l = true, g.line(itemSix, shows+": a disruption and, being a 6, a hit")
	case disrupts:
		l = g.line(itemDisruption, shows+": a disruption")
	default:
		l = g.line(itemDisruption, shows+": nothing")
		if !g.on(itemDisruption) {
			l = g.line(itemIntercept, shows+": nothing")
		}
	}
	l.Dice = []string{d.id}
	return hit, disrupts, l
}
