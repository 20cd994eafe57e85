package veradiscordia

import (
	"fmt"
	"strings"

	"astragal/engine"
)

// maneuver lets the active unit do one of four things (6.1). A raging unit must try to reach the vanguard.
func (g *game) maneuver(u *unit, raging bool) {
	if !g.on(itemManeuver) {
		return
	}
	g.tell(u.seat, itemManeuver, fmt.Sprintf("%s maneuvers.", g.label(u)))
	from := u.row
	options := g.maneuvers(u, raging)
	if !raging {
		options = append([]engine.Option{opt("stay", "Do nothing")}, options...)
	}
	if len(options) == 0 {
		return
	}
	choice := g.declare(u.seat, "maneuver", itemManeuver, fmt.Sprintf("%s, what does %s do?", g.name(u.seat), g.label(u)), options...)
	what, at, _ := strings.Cut(choice, ":")
	if u.hold > 0 && g.on(itemLostHold) {
		u.hold = 0
		g.tell(u.seat, itemLostHold, fmt.Sprintf("%s gives up its terrain by maneuvering.", g.label(u)))
	}
	mobile := false
	switch what {
	case "move":
		g.move(u, at)
	case "castle":
		if !g.castle(u, at) {
			return
		}
	case "mobility":
		mobile = true
		g.castleMobile(u, at)
	case "capture":
		g.capture(u)
	default:
		if g.on(itemNothing) {
			g.tell(u.seat, itemNothing, fmt.Sprintf("%s does nothing.", g.label(u)))
		}
		return
	}
	if (what == "move" || what == "castle" || what == "mobility") && from == rearguard && u.row == vanguard {
		g.charge(u, mobile)
	}
}

// maneuvers are what the unit can do besides doing nothing. If forward is true, they are only those that lead into
// the vanguard.
func (g *game) maneuvers(u *unit, forward bool) []engine.Option {
	var options []engine.Option
	for row := vanguard; row <= rearguard; row++ {
		for col := range columns {
			if row == u.row && col == u.col || forward && row != vanguard {
				continue
			}
			options = append(options, g.maneuverTo(u, row, col)...)
		}
	}
	if u.row == vanguard && g.on(itemCapture) && !forward {
		options = append(options, optAt("capture", "Capture the "+g.terrain[u.col].Name(), landKey(u.col)))
	}
	return options
}

// maneuverTo are the movements and castlings that bring u to a space.
func (g *game) maneuverTo(u *unit, row, col int) []engine.Option {
	near := adjacent(u.row, u.col, row, col)
	at := spaceName(row, col)
	passive := g.unitAt(u.seat, row, col)
	if passive == nil {
		if g.on(itemMove) && (near || g.mayFly(u)) {
			return []engine.Option{optAt("move:"+at, "Move to "+at, spaceKey(u.seat, at))}
		}
		return nil
	}
	if !g.on(itemCastle) || !near && !(g.mayFly(u) && g.mayFly(passive)) {
		return nil
	}
	var options []engine.Option
	if passive.prepared() && g.canBe(passive, Maneuver) {
		options = append(options, optOn("castle:"+at, fmt.Sprintf("Castle with %s, which has a Maneuver", g.label(passive)), passive))
	}
	if g.may(passive, Mobility) {
		options = append(options, optOn("mobility:"+at, fmt.Sprintf("Castle with %s by its Mobility", g.label(passive)), passive))
	}
	return options
}

// far announces that u, and its partner if any, cover a distance that only flyers and gliders cover.
func (g *game) far(u *unit, row, col int, passive *unit) bool {
	if adjacent(u.row, u.col, row, col) {
		return true
	}
	g.announceFlight(u, fmt.Sprintf("%s needs no adjacent space.", g.label(u)))
	if passive == nil {
		return true
	}
	// After the first unit's announcement the second may not have the ability any more.
	if !g.mayFly(passive) {
		return false
	}
	g.announceFlight(passive, fmt.Sprintf("%s needs no adjacent space.", g.label(passive)))
	return true
}

func (g *game) move(u *unit, at string) {
	row, col := spaceOf(at)
	g.far(u, row, col, nil)
	from := u.at()
	u.row, u.col = row, col
	g.tell(u.seat, itemMove, fmt.Sprintf("%s has moved from %s.", g.label(u), from))
}

// castle tries to exchange places with a unit that has a Maneuver as well (6.1.3).
func (g *game) castle(u *unit, at string) bool {
	row, col := spaceOf(at)
	passive := g.unitAt(u.seat, row, col)
	can := g.far(u, row, col, passive)
	if !can {
		g.tell(u.seat, itemCastleNot, fmt.Sprintf("Only one of %s and %s can need no adjacent space: it does nothing.", g.label(u), g.label(passive)))
		return false
	}
	if kind := g.examine(passive); kind != Maneuver {
		if g.on(itemCastleNot) {
			g.tell(u.seat, itemCastleNot, fmt.Sprintf("%s can't castle with %s, whose order is no Maneuver but %s, which it keeps: it does nothing.", g.label(u), g.label(passive), orderName(kind)))
			return false
		}
	}
	g.discardOrder(passive)
	g.swap(u, passive)
	g.tell(u.seat, itemCastle, fmt.Sprintf("%s has castled with %s; both Maneuvers are discarded.", g.label(u), g.label(passive)))
	return true
}

// castleMobile exchanges places with a unit that needs no Maneuver, because it has Mobility.
func (g *game) castleMobile(u *unit, at string) {
	row, col := spaceOf(at)
	passive := g.unitAt(u.seat, row, col)
	if !g.far(u, row, col, passive) || !g.may(passive, Mobility) {
		g.tell(u.seat, itemCastleNot, fmt.Sprintf("%s can't castle with %s: it does nothing.", g.label(u), g.label(passive)))
		return
	}
	g.announce(passive, Mobility, fmt.Sprintf("%s needs no Maneuver and keeps what order it has.", g.label(passive)))
	g.swap(u, passive)
	g.tell(u.seat, itemCastle, fmt.Sprintf("%s has castled with %s.", g.label(u), g.label(passive)))
}

// swap exchanges the places of two units. The rulebook doesn't say whether a passive unit loses its capture, so the
// table's ruling decides.
func (g *game) swap(u, passive *unit) {
	if passive.hold > 0 {
		loses := "keeps its capture"
		if g.ruling(rulingPassive) == "loses" {
			passive.hold, loses = 0, "loses its capture"
		}
		g.tellIf(u.seat, rulingPassive, fmt.Sprintf("%s, moved by a castling, %s (the table's ruling).", g.label(passive), loses))
	}
	u.row, u.col, passive.row, passive.col = passive.row, passive.col, u.row, u.col
}

// capture takes the terrain of the column. If an enemy holds it, capture expels the enemy instead (6.1.4).
func (g *game) capture(u *unit) {
	t := g.terrain[u.col]
	foe := g.holder(other(u.seat), u.col)
	if foe != nil && g.on(itemExpel) {
		foe.hold = 0
		g.tell(u.seat, itemExpel, fmt.Sprintf("%s expels %s from the %s and doesn't capture it.", g.label(u), g.label(foe), t.Name()))
		g.tellIf(foe.seat, itemLostHold, fmt.Sprintf("%s has lost its capture.", g.label(foe)))
		return
	}
	if own := g.holder(u.seat, u.col); own != nil {
		own.hold = 0
	}
	u.hold = u.col + 1
	g.tell(u.seat, itemCapture, fmt.Sprintf("%s captures the %s.", g.label(u), t.Name()))
}

// holder is the unit of a seat that holds the terrain of a column. It may be nil.
func (g *game) holder(seat engine.Seat, col int) *unit {
	for _, u := range g.army(seat) {
		if u.hold == col+1 {
			return u
		}
	}
	return nil
}

// charge gives an Attack order, at the end of the turn, to a unit that came from the rearguard (section 10).
func (g *game) charge(u *unit, mobile bool) {
	if !g.may(u, Charge) || mobile && !g.has(u, Charge) {
		return
	}
	if mobile {
		g.tell(u.seat, Charge.item(), fmt.Sprintf("%s doesn't charge: its partner's Mobility helped.", g.label(u)))
		return
	}
	if !g.has(u, Charge) {
		// A unit with Charge must use it. If its owner doesn't announce it, the unit doesn't have it.
		options := []engine.Option{}
		u.mustNot[Charge] = true
		if g.consistent(g.side(u.seat)) {
			options = append(options, opt("no", "No"))
		}
		delete(u.mustNot, Charge)
		options = append(options, opt("yes", "Yes"))
		if g.declare(u.seat, "charge", Charge.item(), fmt.Sprintf("%s, does %s have Charge?", g.name(u.seat), g.label(u)), options...) == "no" {
			u.mustNot[Charge] = true
			return
		}
	}
	sd := g.side(u.seat)
	u.order = &laid{kind: Attack, charge: true, standIn: sd.discard[Attack] == 0}
	what := "an Attack from the discards"
	if u.order.standIn {
		what = "a marker for an Attack, as none is discarded"
	} else {
		if sd.discard[Attack]--; sd.top == Attack {
			sd.top = "" // the player chose which Attack to take, so the pile's new top isn't known
		}
	}
	g.announce(u, Charge, fmt.Sprintf("%s charges: it gets %s, for a direct attack or a counterattack.", g.label(u), what))
}
