package veradiscordia

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// resolution lets the players execute their orders in turns (4.5).
func (g *game) resolution() {
	g.phase = "resolution"
	seat := g.initiative
	alone := false
	for n := 1; g.over == nil; n++ {
		if !g.ready(seat) {
			if !g.ready(other(seat)) || !g.on(itemAlone) && n > 1 {
				break
			}
			seat = other(seat)
			if !alone {
				alone = true
				g.tell(seat, itemAlone, fmt.Sprintf("%s has no prepared unit left: %s goes on alone.", g.name(other(seat)), g.name(seat)))
			}
		} else {
			alone = false
		}
		g.turn, g.moment = seat, fmt.Sprintf("round %d turn %d", g.round, n)
		g.playTurn(seat)
		for _, s := range seats {
			g.outOfUnits(s)
		}
		if g.on(itemTurn) {
			seat = other(seat)
		}
	}
	g.turn = engine.Everyone
}

// ready says whether the seat has a prepared unit.
func (g *game) ready(seat engine.Seat) bool {
	return slices.ContainsFunc(g.army(seat), (*unit).prepared)
}

// playTurn executes one order.
func (g *game) playTurn(seat engine.Seat) {
	linked := false
	for g.over == nil && g.ready(seat) {
		var options []engine.Option
		for _, u := range g.army(seat) {
			if u.prepared() {
				options = append(options, optOn(u.at(), "Execute the order of "+g.label(u), u))
			}
		}
		links := map[string]func(){}
		if !linked {
			var more []engine.Option
			more, links = g.links(seat)
			options = append(options, more...)
		}
		if g.diamond(seat, AtTurn) {
			options = append(options, opt("strategy", "Use the Strategy of "+g.side(seat).general.Name))
		}
		choice := g.declare(seat, "unit", itemTurn, g.name(seat)+", which prepared unit executes its order?", options...)
		switch {
		case choice == "strategy":
			g.useDiamond(seat)
		case links[choice] != nil:
			linked = true
			links[choice]()
		default:
			row, col := spaceOf(choice)
			u := g.unitAt(seat, row, col)
			if g.on(itemTurn) {
				g.tell(seat, itemTurn, fmt.Sprintf("It is %s's turn: %s.", g.name(seat), g.label(u)))
			}
			g.active = u
			g.execute(u)
			g.active = nil
			return
		}
	}
}

// links are the exchanges of orders that Link allows before the order of the turn (section 10).
func (g *game) links(seat engine.Seat) ([]engine.Option, map[string]func()) {
	sd := g.side(seat)
	act := map[string]func(){}
	var options []engine.Option
	add := func(id, text string, do func(), on ...*unit) {
		options = append(options, optOn(id, text, on...))
		act[id] = do
	}
	var list []*unit
	for _, u := range g.army(seat) {
		if u.prepared() && !u.order.charge && g.may(u, Link) {
			list = append(list, u)
		}
	}
	for i, u := range list {
		if sd.hand > 0 {
			add("link-hand:"+u.at(), "Link: exchange a card in hand with the order of "+g.label(u), func() {
				u.order = &laid{}
				g.announce(u, Link, fmt.Sprintf("%s exchanges a card in hand with the order of %s.", g.name(seat), g.label(u)))
			}, u)
		} else {
			add("link-take:"+u.at(), "Link: take the order of "+g.label(u)+" into the empty hand", func() {
				u.order = nil
				sd.hand++
				g.announce(u, Link, fmt.Sprintf("%s takes the order of %s into the hand.", g.name(seat), g.label(u)))
			}, u)
		}
		for _, w := range list[i+1:] {
			add("link:"+u.at()+"+"+w.at(), fmt.Sprintf("Link: exchange the orders of %s and %s", g.label(u), g.label(w)), func() {
				g.announce(u, Link, fmt.Sprintf("%s exchanges orders by Link.", g.label(u)))
				if !g.may(w, Link) {
					return // the first announcement showed that only one of the two can have it
				}
				g.announce(w, Link, fmt.Sprintf("%s exchanges orders by Link.", g.label(w)))
				u.order, w.order = w.order, u.order
			}, u, w)
		}
	}
	return options, act
}

// diamond says whether the seat may use its Diamond at that time.
func (g *game) diamond(seat engine.Seat, when When) bool {
	sd := g.side(seat)
	return g.on(itemDiamond) && sd.general != nil && !sd.spent && sd.general.Strategy != nil && sd.general.Strategy.Kind == Diamond &&
		sd.general.Strategy.When == when && slices.ContainsFunc(g.army(seat), func(u *unit) bool { return u.general })
}

// useDiamond uses the Strategy that is used once per game (1.3).
func (g *game) useDiamond(seat engine.Seat) {
	sd := g.side(seat)
	sd.spent = true
	at := slices.IndexFunc(sd.units, func(u *unit) bool { return u.general })
	g.tell(seat, itemDiamond, fmt.Sprintf("%s uses the Strategy of %s, once per game.", g.name(seat), sd.general.Name)+said(sd.general.Strategy.Text))
	g.strategy(sd.units[at], itemDiamond)
}

// star uses the Strategy that goes with the Tactic each time that it is executed (1.3). It returns how many dice it
// adds.
func (g *game) star(u *unit) int {
	sd := g.side(u.seat)
	if sd.general == nil || sd.general.Strategy == nil || sd.general.Strategy.Kind != Star || !g.on(itemStar) {
		return 0
	}
	g.tell(u.seat, itemStar, fmt.Sprintf("The Tactic of %s carries the Strategy of %s.", g.label(u), sd.general.Name)+said(sd.general.Strategy.Text))
	return g.strategy(u, itemStar)
}

func said(text string) string {
	if text == "" {
		return ""
	}
	return " " + text
}

// strategy does what the numbers on the card say. If there are none, it asks the table. It returns the added dice.
func (g *game) strategy(u *unit, rule string) int {
	sd := g.side(u.seat)
	s := sd.general.Strategy
	if s.ruled() {
		return g.tableRules(u.seat, rule)
	}
	g.heal(u, s.Life, rule)
	if n := min(s.Motivation, motivationAtStart-sd.motivation); n > 0 {
		sd.motivation += n
		g.tell(u.seat, rule, fmt.Sprintf("%s gains %d Motivation: %d now.", g.name(u.seat), n, sd.motivation))
	}
	return s.Dice
}

// mostRulings is how many things one ruling may change.
const mostRulings = 6

// tableRules asks the table what a card does whose Strategy is only a text.
func (g *game) tableRules(seat engine.Seat, rule string) (dice int) {
	for range mostRulings {
		options := []engine.Option{opt("done", "Nothing else"), opt("die", "One attack die more"), opt("no-die", "One attack die less")}
		for _, s := range seats {
			if g.side(s).motivation < motivationAtStart {
				options = append(options, opt(fmt.Sprintf("cheer:%d", s), g.name(s)+" gains a Motivation"))
			}
			options = append(options, opt(fmt.Sprintf("daunt:%d", s), g.name(s)+" loses a Motivation"))
			for _, u := range g.army(s) {
				at := fmt.Sprintf("%d.%s", s, u.at())
				if u.lost > 0 {
					options = append(options, optOn("heal:"+at, g.label(u)+" gains a life point", u))
				}
				if !u.closed {
					options = append(options, optOn("wound:"+at, g.label(u)+" loses a life point", u))
				}
				if u.order != nil {
					options = append(options, optOn("strip:"+at, g.label(u)+" loses its order", u))
				}
			}
		}
		choice := g.declare(seat, "ruling", rule, g.name(seat)+", what does the card do, one thing after the other?", options...)
		if choice == "done" {
			return dice
		}
		dice += g.ruled(choice, rule)
		if g.over != nil {
			return dice
		}
	}
	return dice
}

// ruled does one thing that the table decided, and returns how many dice it adds.
func (g *game) ruled(choice, rule string) int {
	what, whom, _ := strings.Cut(choice, ":")
	switch what {
	case "die":
		return 1
	case "no-die":
		return -1
	}
	seat := engine.Seat(whom[0] - '0')
	switch what {
	case "cheer":
		g.side(seat).motivation++
		g.tell(seat, rule, g.name(seat)+" gains a Motivation by the table's ruling.")
		return 0
	case "daunt":
		g.demoralise(seat, 1, rule)
		return 0
	}
	row, col := spaceOf(whom[2:])
	u := g.unitAt(seat, row, col)
	switch what {
	case "heal":
		g.heal(u, 1, rule)
	case "wound":
		if g.hurt(u, 1) {
			g.rout(u, "")
		}
		g.fallen(u, nil)
	case "strip":
		g.examine(u)
		g.discardOrder(u)
		g.tell(seat, rule, g.label(u)+" loses its order by the table's ruling.")
	}
	return 0
}
