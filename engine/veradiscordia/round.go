package veradiscordia

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// playRound plays one round (section 4).
func (g *game) playRound() {
	g.round++
	g.moment = fmt.Sprintf("round %d", g.round)
	for _, seat := range seats {
		if g.outOfUnits(seat); g.over != nil {
			return
		}
	}
	steps := []func(){g.beginning, g.newInitiative, g.drawCards, g.issue, g.keep, g.resolution, g.cleanUp}
	for _, step := range steps {
		if step(); g.over != nil {
			return
		}
	}
	if g.set.MostRounds > 0 && g.round >= g.set.MostRounds {
		g.timeUp()
	}
}

// timeUp ends the game at the table's own limit of rounds.
func (g *game) timeUp() {
	one, two := g.side(1).motivation, g.side(2).motivation
	text := fmt.Sprintf("The table's %d rounds are over with Motivation %d to %d", g.set.MostRounds, one, two)
	switch {
	case one > two:
		g.end("", text+": "+g.name(1)+" wins.", 1)
	case two > one:
		g.end("", text+": "+g.name(2)+" wins.", 2)
	default:
		g.end("", text+": nobody wins.")
	}
}

// newInitiative decides who has the initiative of the round (4.1).
func (g *game) newInitiative() {
	g.phase = "initiative"
	if g.round == 1 && g.on(itemFirstRound) {
		g.tell(g.initiative, itemFirstRound, fmt.Sprintf("%s keeps the initiative in the first round.", g.name(g.initiative)))
		return
	}
	if !g.on(itemInitiative) {
		return
	}
	roll := g.bothRoll("initiative", itemInitiative, "initiative", "roll for the initiative.")
	var sums [2]int
	var lines []engine.Line
	for i, seat := range seats {
		sums[i] = roll[i] + g.side(seat).destroyed
		lines = append(lines, g.line(itemInitiative, fmt.Sprintf("%s: %d + %d for units lost = %d", g.name(seat), roll[i], g.side(seat).destroyed, sums[i])))
	}
	switch {
	case sums[0] > sums[1]:
		g.initiative = 1
	case sums[1] > sums[0]:
		g.initiative = 2
	case g.on(itemTie):
		g.initiative = other(g.initiative)
		g.tell(g.initiative, itemTie, "A tie: the initiative changes hands.")
	}
	g.tell(g.initiative, itemInitiative, fmt.Sprintf("%s has the initiative.", g.name(g.initiative)), lines...)
}

// drawOne draws a card. If the deck is used up, the discards are shuffled to make a new one (4.2).
func (g *game) drawOne(seat engine.Seat) bool {
	sd := g.side(seat)
	if sd.draw == 0 {
		pile := sd.discards()
		if pile == 0 || !g.on(itemReshuffle) {
			return false
		}
		sd.draw, sd.discard, sd.top = pile, map[Order]int{}, ""
		g.tell(seat, itemReshuffle, fmt.Sprintf("%s's deck is used up: what is discarded (%s) is shuffled to make a new one.", g.name(seat), orderCount(pile)))
	}
	sd.draw--
	return true
}

// drawCards fills the hands (4.2).
func (g *game) drawCards() {
	g.phase = "drawing"
	if !g.on(itemDrawing) {
		return
	}
	for _, seat := range seats {
		sd := g.side(seat)
		n := 0
		for sd.hand < len(g.army(seat))-sd.drawLess && g.drawOne(seat) {
			sd.hand++
			n++
		}
		var lines []engine.Line
		if sd.drawLess > 0 {
			lines = append(lines, g.line(Autonomy.item(), fmt.Sprintf("−%d for Autonomy", sd.drawLess)))
		}
		g.table.Tell(engine.Fact{Kind: engine.FactResult, Seat: seat, Rule: itemDrawing, Cite: g.cite(itemDrawing), Value: &n, Lines: lines,
			Text: fmt.Sprintf("%s draws %s and has %d in hand for %s.", g.name(seat), orderCount(n), sd.hand, unitCount(len(g.army(seat))))})
	}
}

// issue lays one order on each unit (4.3).
func (g *game) issue() {
	g.phase = "orders"
	if !g.on(itemIssuing) {
		return
	}
	for _, seat := range seats {
		g.issueFor(seat)
	}
	if g.set.HurryUp && g.on(itemHurry) {
		var qs []engine.Question
		for _, seat := range seats {
			q := g.question(seat, fmt.Sprintf("hurry %d", seat), itemHurry, g.name(seat)+", have you laid all orders in time?")
			q.Kind, q.Declare = engine.KindDeclare, &engine.Declare{Options: engine.YesNo()}
			qs = append(qs, q)
		}
		for i, a := range g.table.AskAll(qs) {
			if a.Chosen[0] == "no" {
				g.tell(seats[i], itemHurry, fmt.Sprintf("%s's time is up: the other orders are laid at random.", g.name(seats[i])))
			}
		}
	}
	for _, seat := range seats {
		g.leftover(seat)
	}
}

func (g *game) issueFor(seat engine.Seat) {
	sd := g.side(seat)
	var want []*unit
	for _, u := range g.army(seat) {
		if u.order == nil && !(u.chaotic && g.has(u, Chaos)) {
			want = append(want, u)
		}
	}
	if sd.hand < len(want) {
		var options []engine.Option
		for _, u := range want {
			options = append(options, optOn(u.at(), g.label(u), u))
		}
		q := g.question(seat, fmt.Sprintf("orders %d", seat), itemIssuing, fmt.Sprintf("%s, there is only so much in hand (%s): which units get one?", g.name(seat), orderCount(sd.hand)))
		q.Kind, q.Pick = engine.KindPick, &engine.Pick{Options: options, Min: sd.hand, Max: sd.hand}
		chosen := g.table.Ask(q).Chosen
		want = slices.DeleteFunc(want, func(u *unit) bool { return !slices.Contains(chosen, u.at()) })
	}
	for _, u := range want {
		u.order = &laid{}
		sd.hand--
	}
	g.tell(seat, itemIssuing, fmt.Sprintf("%s lays orders on %s, face down.", g.name(seat), unitCount(len(want))))
}

// leftover asks what becomes of the orders that chaotic units can't get.
func (g *game) leftover(seat engine.Seat) {
	sd := g.side(seat)
	for _, u := range g.army(seat) {
		if !u.chaotic || !g.has(u, Chaos) || u.order != nil || sd.hand == 0 {
			continue
		}
		options := []engine.Option{opt("keep", "Keep it in hand")}
		for _, o := range Orders() {
			if sd.unseen(o) > 0 {
				options = append(options, opt(string(o), "Discard "+orderName(o)))
			}
		}
		choice := g.declare(seat, "leftover "+u.key(), Chaos.item(), fmt.Sprintf("%s, what becomes of the order that %s can't get?", g.name(seat), g.label(u)), options...)
		if choice != "keep" {
			sd.hand--
			sd.put(Order(choice))
			g.tell(seat, Chaos.item(), fmt.Sprintf("%s discards %s.", g.name(seat), orderName(Order(choice))))
		}
	}
}

// keep lets each player take one order back into the hand (4.4).
func (g *game) keep() {
	g.phase = "keeping"
	if !g.on(itemKeeping) {
		return
	}
	var qs []engine.Question
	for _, seat := range seats {
		q := g.question(seat, fmt.Sprintf("keep %d", seat), itemKeeping, g.name(seat)+", when both have laid all orders: which one do you take back into your hand?")
		q.Kind, q.Declare = engine.KindDeclare, &engine.Declare{Options: []engine.Option{opt("none", "None")}}
		for _, u := range g.army(seat) {
			if u.order != nil && !u.order.up && !u.autonomous {
				q.Declare.Options = append(q.Declare.Options, optOn(u.at(), "The order on "+g.label(u), u))
			}
		}
		qs = append(qs, q)
	}
	for i, a := range g.table.AskAll(qs) {
		if a.Chosen[0] == "none" {
			continue
		}
		row, col := spaceOf(a.Chosen[0])
		u := g.unitAt(seats[i], row, col)
		u.order = nil
		g.sides[i].hand++
		g.tell(seats[i], itemKeeping, fmt.Sprintf("%s takes back the order on %s, which is exhausted.", g.name(seats[i]), g.label(u)))
	}
}

func unitCount(n int) string {
	switch n {
	case 0:
		return "no unit"
	case 1:
		return "1 unit"
	}
	return fmt.Sprintf("%d units", n)
}

func orderCount(n int) string {
	if n == 1 {
		return "1 order"
	}
	return fmt.Sprintf("%d orders", n)
}

// cleanUp discards the orders that lie face up (4.6).
func (g *game) cleanUp() {
	g.phase = "clean up"
	g.moment = fmt.Sprintf("round %d", g.round)
	for _, seat := range seats {
		n := 0
		kinds := map[Order]bool{}
		for _, u := range g.army(seat) {
			if u.order != nil && g.on(itemCleanUp) {
				g.examine(u)
				kinds[u.order.card()] = true
				g.discardOrder(u)
				n++
			}
			u.enraged, u.chaotic, u.autonomous, u.bombed, u.ambushing = false, false, false, false, false
		}
		sd := g.side(seat)
		if len(kinds) > 1 {
			sd.top = "" // they are discarded together, so it isn't known which one lies on top
		}
		sd.named, sd.bound, sd.drawLess = "", false, 0
		if g.on(itemCleanUp) && n > 0 {
			g.tell(seat, itemCleanUp, fmt.Sprintf("%s discards %s that lie face up.", g.name(seat), orderCount(n)))
		}
	}
}
