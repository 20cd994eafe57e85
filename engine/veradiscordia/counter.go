package veradiscordia

import (
	"fmt"

	"astragal/engine"
)

// The ways to counterattack.
const (
	byOrder   = "counter"
	byRage    = "rage"
	byRiposte = "riposte"
	refuses   = "refuse"
	declines  = "no"
)

// compelled says whether the target must counterattack (7.I.7): it has an Attack or Defense order, or is chaotic.
func (g *game) compelled(u *unit) bool {
	if u.order == nil {
		return u.chaotic && g.has(u, Chaos)
	}
	return u.order.kind == Attack || u.order.kind == Defense
}

// answers says whether the target must or may counterattack f.
func (g *game) answers(f *fight) bool {
	if f.kind == Indirect || !g.on(itemCounter) {
		return false
	}
	u := f.on
	return g.compelled(u) || g.canRage(u) || g.has(u, Riposte)
}

// canRage says whether an enraged unit in the vanguard can turn its order into an Attack and counterattack with it.
func (g *game) canRage(u *unit) bool {
	return u.enraged && g.has(u, Rage) && u.row == vanguard && u.order != nil
}

// reflexes says whether the counterattack comes before the attack (section 10).
func (g *game) reflexes(f *fight) bool {
	if !g.has(f.on, Reflexes) || !g.answers(f) {
		return false
	}
	rule := Reflexes.item()
	if g.held(f.on) == Forest {
		rule = itemForestHeld
	}
	if g.has(f.by, Reflexes) {
		g.tell(f.on.seat, rule, "Both have Reflexes: the attack comes first, as usual.")
		return false
	}
	g.tell(f.on.seat, rule, fmt.Sprintf("%s has Reflexes: its counterattack comes before the attack.", g.label(f.on)))
	return true
}

// counter is the counterattack to f (7.I.7 to 7.I.11, 7.III.8 to 7.III.12).
func (g *game) counter(f *fight) {
	u := f.on
	if !g.answers(f) {
		return
	}
	how := g.howToCounter(u)
	if how == refuses || how == declines {
		return
	}
	c := &fight{kind: f.kind, counter: true, by: u, on: f.by, col: f.col, through: f.through, still: f.still, riposte: how == byRiposte}
	if f.opened && g.has(u, Ambush) && g.on(rulingAmbush) {
		counts := g.ruling(rulingAmbush) == "counts"
		u.ambushing = u.ambushing || counts
		g.tell(u.seat, rulingAmbush, fmt.Sprintf("%s was opened by the attack that it counters: that %s for Ambush (the table's ruling).", g.label(u),
			map[bool]string{true: "counts", false: "doesn't count"}[counts]))
	}
	g.fighting = c
	g.tell(u.seat, itemCounter, fmt.Sprintf("%s counterattacks %s.", g.label(u), g.label(f.by)))
	if !g.spend(u, how, c) {
		return
	}
	if f.kind == Direct && !f.through && g.on(itemCounterSupport) {
		c.supports = g.supports(u)
	}
	if g.terror(c) && g.on(rulingTerror) {
		g.tell(u.seat, rulingTerror, "The check against Terror comes just before the roll (the table's ruling).")
	}
	g.launch(c)
}

// howToCounter asks how the unit counterattacks, if it does.
func (g *game) howToCounter(u *unit) string {
	must := g.compelled(u)
	chaotic := u.order == nil && must
	var options []engine.Option
	add := func(id, text string) { options = append(options, opt(id, text)) }
	text := fmt.Sprintf("%s, does %s counterattack?", g.name(u.seat), g.label(u))
	rule := itemCounter
	switch {
	case chaotic:
		add(byOrder, "Counterattack, being chaotic")
		rule = Chaos.item()
		g.tell(u.seat, Chaos.item(), fmt.Sprintf("%s is chaotic and counterattacks as with a Defense order.", g.label(u)))
		if g.on(rulingChaotic) {
			g.tell(u.seat, rulingChaotic, fmt.Sprintf("A chaotic unit %s counterattack (the table's ruling).", g.ruling(rulingChaotic)))
			if g.ruling(rulingChaotic) == "may" {
				add(declines, "Don't")
			}
		}
	case must:
		add(byOrder, "Counterattack")
	}
	if g.canRage(u) && !must {
		add(byRage, "Counterattack in rage: the order becomes an Attack")
	}
	if g.has(u, Riposte) && !must {
		add(byRiposte, "Riposte with two dice less")
		if g.on(rulingRiposte) {
			g.tell(u.seat, rulingRiposte, fmt.Sprintf("A Riposte %s be made (the table's ruling).", g.ruling(rulingRiposte)))
		}
	}
	free := !must && (!g.has(u, Riposte) || g.ruling(rulingRiposte) == "may")
	switch {
	case free:
		add(declines, "Don't counterattack")
	case must && g.on(itemRefuse) && (len(options) == 1 || options[1].ID != declines):
		add(refuses, "Refuse, if a morale check is passed")
	}
	how := g.declare(u.seat, "counterattack", rule, text, options...)
	if how != refuses {
		return how
	}
	g.tell(u.seat, itemRefuse, fmt.Sprintf("%s wants to hold back.", g.label(u)))
	if !g.on(itemRefuseCheck) || g.check(u, itemRefuseCheck, "", 1) {
		return refuses
	}
	return byOrder
}

// spend executes the order with which the unit counterattacks. It returns whether the counterattack goes on.
func (g *game) spend(u *unit, how string, c *fight) bool {
	if u.order != nil && u.order.tactic && how != byRiposte && !u.order.up {
		c.extra = g.star(u)
		if g.over != nil || !u.inPlay() || !c.on.inPlay() {
			return false
		}
	}
	switch {
	case how == byRage:
		g.tell(u.seat, Rage.item(), fmt.Sprintf("%s makes its %s an Attack in rage and spends it.", g.label(u), orderName(u.order.kind)))
		g.discardOrder(u)
	case how == byRiposte:
		g.tell(u.seat, Riposte.item(), fmt.Sprintf("%s answers with a Riposte.", g.label(u)))
		if u.order == nil || !g.on(rulingRiposteCard) {
			return true
		}
		stays := g.ruling(rulingRiposteCard) == "stays"
		g.tell(u.seat, rulingRiposteCard, fmt.Sprintf("Its order %s (the table's ruling).", map[bool]string{true: "stays", false: "is spent"}[stays]))
		if !stays {
			g.discardOrder(u)
		}
	case u.order == nil: // a chaotic unit has no order to spend
	case u.order.kind == Attack:
		if g.on(itemCounterSpent) {
			g.discardOrder(u)
			g.tell(u.seat, itemCounterSpent, fmt.Sprintf("%s has spent its Attack.", g.label(u)))
		}
	case !g.on(itemCounterUp):
		g.discardOrder(u)
	default:
		u.order.up = true
		g.tell(u.seat, itemCounterUp, fmt.Sprintf("%s keeps its Defense, face up.", g.label(u)))
	}
	return true
}
