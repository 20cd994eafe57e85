package veradiscordia

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

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

// announceRed asks which closed units have Rage, Chaos or Autonomy. Their owner must say so (1.2.3). A unit of which
// nothing is said doesn't have these abilities.
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

// undecided are the closed units of a seat of which it isn't known whether they have a red icon.
func (g *game) undecided(seat engine.Seat) []*unit {
	return slices.DeleteFunc(g.army(seat), func(u *unit) bool {
		return u.card != nil || !slices.ContainsFunc(redIcons(), func(a Ability) bool { return g.openQuestion(u, a) })
	})
}

// openQuestion says that the unit may have the ability and that its owner has said nothing about it.
func (g *game) openQuestion(u *unit, a Ability) bool {
	return !u.must[a] && !u.mustNot[a] && g.may(u, a)
}

// redOptions are what can be announced at this moment. Each option names all red abilities of one unit.
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
			options = append(options, optOn(id, g.label(u)+": "+strings.Join(words, ", "), u))
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

// denyRed says whether it is possible that no further closed unit of the seat has a red ability. If good is true and
// it is possible, that is recorded.
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

// redRolls rolls for the red icons of one unit (section 10). These rolls are no morale checks.
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
