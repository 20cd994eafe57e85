package veradiscordia

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// playRound plays one round (section 4).
func (g *game) playRound() {
	g.round++
	g.moment = fmt.Sprintf("round %d", g.round)
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

// timeUp ends a game by the table's own limit of rounds.
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

// beginning rolls for the abilities with a red icon (4.0).
func (g *game) beginning() {
	g.phase = "beginning"
	if !g.on(itemBeginning) {
		return
	}
	g.tell(engine.Everyone, itemBeginning, fmt.Sprintf("Round %d begins.", g.round))
	for _, seat := range []engine.Seat{g.initiative, other(g.initiative)} {
		if n := g.side(seat).general; g.diamond(seat, AtRound) && g.yes(seat, fmt.Sprintf("strategy %d", seat), itemDiamond, fmt.Sprintf("%s, do you use the Strategy of %s now?", g.name(seat), n.Name)) {
			g.useDiamond(seat)
		}
		if g.over != nil {
			return
		}
		g.announceRed(seat)
		for _, u := range g.army(seat) {
			g.redRolls(u)
		}
	}
}

// announceRed asks which closed units have Rage, Chaos or Autonomy: who has
// them must say so (1.2.3). What isn't announced, the unit doesn't have.
func (g *game) announceRed(seat engine.Seat) {
	for {
		options, act := g.redOptions(seat)
		if len(act) == 0 {
			return
		}
		choice := g.declare(seat, fmt.Sprintf("announce %d", seat), itemBeginning, g.name(seat)+", which closed unit has Rage, Chaos or Autonomy, and must say so?", options...)
		if choice == "none" {
			g.denyRed(seat, true)
			return
		}
		act[choice]()
	}
}

// undecided are closed units of which it isn't known whether they have a red icon.
func (g *game) undecided(seat engine.Seat) []*unit {
	return slices.DeleteFunc(g.army(seat), func(u *unit) bool {
		return u.card != nil || !slices.ContainsFunc(redIcons(), func(a Ability) bool { return g.openQuestion(u, a) })
	})
}

// openQuestion says that the unit may have the ability, and nothing was said of it.
func (g *game) openQuestion(u *unit, a Ability) bool {
	return !u.must[a] && !u.mustNot[a] && g.may(u, a)
}

// redOptions are what can be announced now. Each says all red abilities of a unit.
func (g *game) redOptions(seat engine.Seat) ([]engine.Option, map[string]func()) {
	act := map[string]func(){}
	var options []engine.Option
	for _, u := range g.undecided(seat) {
		for set := 1; set < 1<<len(redIcons()); set++ {
			yes, words := g.redSet(u, set)
			if !yes {
				continue
			}
			id := u.at() + ":" + strings.Join(words, "+")
			options = append(options, opt(id, g.label(u)+": "+strings.Join(words, ", ")))
			act[id] = func() { u.setRed(set) }
		}
	}
	if len(options) == 0 {
		g.denyRed(seat, true)
		return nil, nil
	}
	if g.denyRed(seat, false) {
		options = append([]engine.Option{opt("none", "None")}, options...)
	}
	return options, act
}

func (u *unit) setRed(set int) {
	for i, a := range redIcons() {
		if set&(1<<i) != 0 {
			u.must[a] = true
		} else {
			u.mustNot[a] = true
		}
	}
}

// redSet says whether the unit can have exactly those red abilities.
func (g *game) redSet(u *unit, set int) (bool, []string) {
	var words []string
	for i, a := range redIcons() {
		in := set&(1<<i) != 0
		if in {
			words = append(words, string(a))
		}
		if in && u.mustNot[a] || !in && u.must[a] {
			return false, nil
		}
	}
	return g.possible(u, func(c Card) bool {
		for i, a := range redIcons() {
			if slices.Contains(c.Abilities, a) != (set&(1<<i) != 0) {
				return false
			}
		}
		return true
	}), words
}

// denyRed says whether no more closed unit of the seat can have a red ability,
// and with for good records it.
func (g *game) denyRed(seat engine.Seat, good bool) bool {
	var undo []func()
	for _, u := range g.army(seat) {
		if u.card != nil {
			continue
		}
		for _, a := range redIcons() {
			if !u.must[a] && !u.mustNot[a] {
				u.mustNot[a] = true
				undo = append(undo, func() { delete(u.mustNot, a) })
			}
		}
	}
	ok := g.consistent(g.side(seat))
	if !good || !ok {
		for _, f := range undo {
			f()
		}
	}
	return ok
}

// redRolls rolls for one unit (section 10). These are no morale checks.
func (g *game) redRolls(u *unit) {
	roll := func(a Ability, text string) int {
		return g.die(u.seat, string(a)+" "+u.key(), a.item(), "beginning", fmt.Sprintf("%s, roll for the %s of %s: %s.", g.name(u.seat), g.items[a.item()].Name, g.label(u), text))
	}
	say := func(a Ability, n int, text string) {
		g.tell(u.seat, a.item(), fmt.Sprintf("%s rolls %d for %s: it %s.", g.label(u), n, g.items[a.item()].Name, text))
	}
	if g.has(u, Rage) {
		n := roll(Rage, "5 or 6 enrages it")
		u.enraged = n >= 5
		say(Rage, n, map[bool]string{true: "is enraged", false: "obeys"}[u.enraged])
	}
	if g.has(u, Chaos) {
		n := roll(Chaos, "a 1 makes it chaotic")
		u.chaotic = n == 1
		say(Chaos, n, map[bool]string{true: "is chaotic and gets no order", false: "obeys"}[u.chaotic])
	}
	if g.has(u, Autonomy) && !u.chaotic {
		n := roll(Autonomy, "1 or 2 makes it autonomous")
		if n <= 2 {
			u.autonomous = true
			u.order = &laid{}
			g.drawOne(u.seat)
			g.side(u.seat).drawLess++
		}
		say(Autonomy, n, map[bool]string{true: "gets the top card of the deck as its order", false: "obeys"}[u.autonomous])
	}
	if g.has(u, Regeneration) && u.lost > 0 {
		n := roll(Regeneration, "4 or more gives a life point")
		say(Regeneration, n, map[bool]string{true: "gains a life point", false: "gains nothing"}[n >= 4])
		if n >= 4 {
			g.heal(u, 1, Regeneration.item())
		}
	}
}

// newInitiative gives the initiative of the round (4.1).
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

// drawOne draws a card; a used-up deck is made of the discards (4.2).
func (g *game) drawOne(seat engine.Seat) bool {
	sd := g.side(seat)
	if sd.draw == 0 {
		pile := 0
		for _, o := range Orders() {
			pile += sd.discard[o]
		}
		if pile == 0 || !g.on(itemReshuffle) {
			return false
		}
		sd.draw, sd.discard = pile, map[Order]int{}
		g.tell(seat, itemReshuffle, fmt.Sprintf("%s's deck is used up: the %d discarded orders are shuffled to make a new one.", g.name(seat), pile))
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
			Text: fmt.Sprintf("%s draws %s and has %d in hand for %d units.", g.name(seat), orderCount(n), sd.hand, len(g.army(seat)))})
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
			options = append(options, opt(u.at(), g.label(u)))
		}
		q := g.question(seat, fmt.Sprintf("orders %d", seat), itemIssuing, fmt.Sprintf("%s, there are only %d orders: which units get one?", g.name(seat), sd.hand))
		q.Kind, q.Pick = engine.KindPick, &engine.Pick{Options: options, Min: sd.hand, Max: sd.hand}
		chosen := g.table.Ask(q).Chosen
		want = slices.DeleteFunc(want, func(u *unit) bool { return !slices.Contains(chosen, u.at()) })
	}
	for _, u := range want {
		u.order = &laid{}
		sd.hand--
	}
	g.tell(seat, itemIssuing, fmt.Sprintf("%s lays orders on %d units, face down.", g.name(seat), len(want)))
}

// leftover asks about the orders that chaotic units couldn't get.
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
			sd.discard[Order(choice)]++
			g.tell(seat, Chaos.item(), fmt.Sprintf("%s discards %s.", g.name(seat), orderName(Order(choice))))
		}
	}
}

// keep lets each player take one order back (4.4).
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
				q.Declare.Options = append(q.Declare.Options, opt(u.at(), "The order on "+g.label(u)))
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
		for _, u := range g.army(seat) {
			if u.order != nil && g.on(itemCleanUp) {
				g.examine(u)
				g.discardOrder(u)
				n++
			}
			u.enraged, u.chaotic, u.autonomous, u.bombed, u.ambushing = false, false, false, false, false
		}
		sd := g.side(seat)
		sd.named, sd.bound, sd.drawLess = "", false, 0
		if g.on(itemCleanUp) && n > 0 {
			g.tell(seat, itemCleanUp, fmt.Sprintf("%s discards %s that lie face up.", g.name(seat), orderCount(n)))
		}
	}
}
