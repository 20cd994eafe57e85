package veradiscordia

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Order is a type of order card (1.4).
type Order string

// The orders.
const (
	Attack   Order = "attack"
	Maneuver Order = "maneuver"
	Defense  Order = "defense"
	Support  Order = "support"
	Tactic   Order = "tactic"
)

// Orders lists the types of order.
func Orders() []Order { return []Order{Attack, Maneuver, Defense, Support, Tactic} }

// plainOrders are the types of order that a Tactic can stand for.
func plainOrders() []Order { return []Order{Attack, Maneuver, Defense, Support} }

// deckSize is how many cards an order deck has.
const deckSize = 27

// deckOf is how many orders of a type are in a deck (0.1).
func deckOf(o Order) int {
	switch o {
	case Attack:
		return 9
	case Maneuver:
		return 7
	case Defense:
		return 6
	case Support:
		return 4
	case Tactic:
		return 1
	}
	return 0
}

// laid is an order card on a unit. A unit without one is exhausted.
type laid struct {
	// kind is what the order does. It is empty until the order is seen.
	kind Order
	// tactic says that the card itself is the Tactic, which works as another type.
	tactic bool
	up     bool
	// charge says that the Charge ability gave the order. It serves for direct attacks and counterattacks only.
	// standIn says that a marker stands for it, because no Attack was discarded.
	charge, standIn bool
}

// A unit is prepared if a face-down order lies on it, busy if an order lies face up, and exhausted if it has none
// (1.4).
func (u *unit) prepared() bool { return u.order != nil && !u.order.up }

func (u *unit) busy(kind Order) bool {
	return u.order != nil && u.order.up && u.order.kind == kind
}

// card is the type that is printed on the card.
func (o laid) card() Order {
	if o.tactic {
		return Tactic
	}
	return o.kind
}

// unseen is how many cards of a type may still be in the hand, in the deck or face down.
func (sd *side) unseen(kind Order) int {
	n := deckOf(kind) - sd.discard[kind]
	for _, u := range sd.units {
		if !u.destroyed && u.order != nil && u.order.kind != "" && !u.order.standIn && u.order.card() == kind {
			n--
		}
	}
	return n
}

// discardOrder puts the unit's order on the discard pile.
func (g *game) discardOrder(u *unit) {
	if o := u.order; o != nil && !o.standIn {
		g.side(u.seat).put(o.card())
	}
	u.order = nil
}

// put lays an order on top of the discard pile.
func (sd *side) put(o Order) {
	sd.discard[o]++
	sd.top = o
}

// discards is how many orders lie in the discard pile.
func (sd *side) discards() int {
	n := 0
	for _, o := range Orders() {
		n += sd.discard[o]
	}
	return n
}

// examine shows an order to everyone, if nobody has seen it. It then lies as before (1.4). only lists the types that
// it can be.
func (g *game) examine(u *unit, only ...Order) Order {
	o := u.order
	if o == nil {
		return ""
	}
	if o.kind != "" {
		return o.kind
	}
	sd := g.side(u.seat)
	if len(only) == 0 {
		only = plainOrders()
	}
	var options []engine.Option
	for _, kind := range Orders() {
		fits := slices.Contains(only, kind)
		if kind == Tactic {
			fits = g.on(itemTactic) && (sd.named == "" || slices.Contains(only, sd.named))
		}
		if fits && sd.unseen(kind) > 0 {
			options = append(options, opt(string(kind), orderName(kind)))
		}
	}
	kind := Order(g.declare(u.seat, "order "+u.key(), itemTurn, fmt.Sprintf("%s, which order lies on %s?", g.name(u.seat), g.label(u)), options...))
	if kind != Tactic {
		o.kind = kind
		return kind
	}
	o.tactic = true
	if sd.named == "" {
		var as []engine.Option
		for _, k := range only {
			as = append(as, opt(string(k), orderName(k)))
		}
		sd.named = Order(g.declare(u.seat, "tactic", itemTactic, g.name(u.seat)+", which order is the Tactic this round?", as...))
	}
	o.kind = sd.named
	g.tell(u.seat, itemTactic, fmt.Sprintf("The Tactic on %s is %s this round.", g.label(u), orderName(sd.named)))
	return o.kind
}

// canBe says whether the order on the unit is of that kind, or may be.
func (g *game) canBe(u *unit, kind Order) bool {
	switch {
	case u.order == nil:
		return false
	case u.order.kind != "":
		return u.order.kind == kind
	}
	sd := g.side(u.seat)
	return sd.unseen(kind) > 0 || g.on(itemTactic) && sd.unseen(Tactic) > 0 && (sd.named == "" || sd.named == kind)
}

func orderName(o Order) string {
	switch o {
	case Attack:
		return "Attack"
	case Maneuver:
		return "Maneuver"
	case Defense:
		return "Defense"
	case Support:
		return "Support"
	default:
		return "Tactic"
	}
}

// execute turns the unit's order up and carries it out (1.4).
func (g *game) execute(u *unit) {
	kind := g.examine(u)
	sd := g.side(u.seat)
	was := *u.order
	if u.enraged && g.has(u, Rage) {
		kind = g.rage(u, kind)
	}
	extra := 0
	if was.tactic {
		extra = g.star(u)
		if g.over != nil || !u.inPlay() || u.order == nil {
			return
		}
	}
	raging := kind != was.kind
	aerial := false
	switch kind {
	case Support:
		if !g.on(itemSupport) {
			g.discardOrder(u)
			return
		}
		u.order.up = true
		g.tell(u.seat, itemSupport, fmt.Sprintf("%s is busy with Support.", g.label(u)))
	case Defense:
		if !g.on(itemDefense) {
			g.discardOrder(u)
			return
		}
		u.order.up = true
		g.tell(u.seat, itemDefense, fmt.Sprintf("%s is busy with Defense.", g.label(u)))
	case Maneuver:
		g.discardOrder(u)
		g.maneuver(u, raging)
	default:
		g.discardOrder(u)
		aerial = g.attack(u, raging || was.charge, extra)
	}
	if !aerial {
		sd.bound = true
	}
}

// rage asks whether an enraged unit makes its order another one (section 10). In the vanguard the order becomes an
// Attack for a direct attack, in the rearguard a Maneuver that must try to reach the vanguard.
func (g *game) rage(u *unit, kind Order) Order {
	to := Attack
	if u.row == rearguard {
		to = Maneuver
	}
	if to == Attack && (kind == Attack || len(g.directTargets(u)) == 0) || to == Maneuver && len(g.maneuvers(u, true)) == 0 {
		return kind
	}
	answer := g.declare(u.seat, "rage", Rage.item(), fmt.Sprintf("%s, does the enraged %s obey?", g.name(u.seat), g.label(u)),
		opt("obey", orderName(kind)+" as ordered"), opt("rage", "No: "+orderName(to)+" in rage"))
	if answer == "obey" {
		return kind
	}
	g.tell(u.seat, Rage.item(), fmt.Sprintf("%s makes its %s an order of %s in rage.", g.label(u), orderName(kind), orderName(to)))
	if to == Maneuver && kind == Maneuver {
		return Maneuver
	}
	return to
}
