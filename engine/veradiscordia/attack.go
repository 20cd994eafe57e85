package veradiscordia

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// AttackKind is one of the three kinds of attack (7.2).
type AttackKind string

// The kinds.
const (
	Direct   AttackKind = "direct"
	Indirect AttackKind = "indirect"
	Aerial   AttackKind = "aerial"
)

func (k AttackKind) item() string { return "vera.attack." + string(k) }

// fight is one attack or counterattack.
type fight struct {
	kind    AttackKind
	counter bool
	by, on  *unit
	// col is the column whose terrain counts (9.1).
	col int
	// through says that the attack came through an opening.
	through  bool
	supports int
	// ranks says that the target closed ranks. feared says that Terror struck the attacker.
	ranks, feared, riposte bool
	// extra is how many dice a Strategy adds.
	extra int
	// still says that two units with Metamorphosis fight and do each other no damage.
	still bool
	// opened says that this attack opened the target.
	opened bool
	// stopped says that no counterattack follows.
	stopped bool
	// dice are the dice that are rolled, and lines explain them. They are set when the number of dice is settled.
	dice  []Color
	lines []engine.Line
}

// attack executes an Attack order (7.1). It says whether it was an aerial attack.
func (g *game) attack(u *unit, onlyDirect bool, extra int) (aerial bool) {
	if !g.on(itemAttack) {
		return false
	}
	if g.open(u, itemAttackerOpens, nil) && g.has(u, Ambush) {
		u.ambushing = true
	}
	g.tell(u.seat, itemAttack, fmt.Sprintf("%s executes its Attack.", g.label(u)))
	list := g.targets(u, onlyDirect)
	g.explainAir(u, onlyDirect)
	if !onlyDirect && g.lastDie(u) && g.threeUp(u) != nil {
		text := "No indirect attack: decimation took its only die for it (the table's ruling)."
		if g.ruling(rulingLastDie) == "zero-dice" {
			text = "An indirect attack would have zero dice: decimation took its only die for it (the table's ruling)."
		}
		g.tell(u.seat, rulingLastDie, text)
	}
	if len(list) == 0 {
		g.tellIf(u.seat, itemNoAttack, fmt.Sprintf("%s can't attack anything: its order is spent.", g.label(u)))
		return false
	}
	var options []engine.Option
	for _, x := range list {
		options = append(options, optOn(x.id(), fmt.Sprintf("%s attack on %s", capital(string(x.kind)), g.label(x.unit)), x.unit))
	}
	choice := g.declare(u.seat, "attack", itemAttack, fmt.Sprintf("%s, what does %s attack?", g.name(u.seat), g.label(u)), options...)
	x := list[slices.IndexFunc(list, func(x target) bool { return x.id() == choice })]
	f := &fight{kind: x.kind, by: u, on: x.unit, col: u.col, extra: extra}
	f.through = x.kind == Direct && g.unitAt(other(u.seat), vanguard, u.col) == nil
	if x.kind == Aerial && g.on(itemAirTerrain) {
		f.col = x.unit.col
	}
	g.fighting = f
	g.resolve(f)
	g.fighting = nil
	g.endAmbush(u)
	g.endAmbush(x.unit)
	return x.kind == Aerial
}

// endAmbush ends a unit's Ambush with the fight that opened it. If the table has ruled so, the Ambush lasts for the
// round.
func (g *game) endAmbush(u *unit) {
	if !u.ambushing || g.over != nil || !u.inPlay() {
		return
	}
	lasts := g.ruling(rulingAmbushRound) == "round" && g.on(rulingAmbushRound)
	if g.has(u, Ambush) && g.on(rulingAmbushRound) {
		g.tell(u.seat, rulingAmbushRound, fmt.Sprintf("The Ambush of %s is for the %s (the table's ruling).", g.label(u), g.ruling(rulingAmbushRound)))
	}
	u.ambushing = lasts
}

// explainAir tells why a flyer may make no aerial attack.
func (g *game) explainAir(u *unit, onlyDirect bool) {
	if onlyDirect || !g.on(itemAerial) {
		return
	}
	if g.holds(u, Flying) && g.grounded(u) {
		rule := itemNoFlying
		if u.general && g.on(itemGrounded) {
			rule = itemGrounded
		}
		g.tell(u.seat, rule, fmt.Sprintf("%s only glides and makes no aerial attack.", g.label(u)))
		return
	}
	if !g.has(u, Flying) {
		return
	}
	if g.side(u.seat).bound && g.on(itemAerialFirst) {
		g.tell(u.seat, itemAerialFirst, fmt.Sprintf("%s makes no aerial attack: another order was executed before in this round.", g.label(u)))
		return
	}
	for _, x := range g.army(other(u.seat)) {
		if x.bombed && g.on(itemAerialOnce) {
			g.tell(u.seat, itemAerialOnce, fmt.Sprintf("%s has suffered its aerial attack of this round.", g.label(x)))
		}
	}
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// resolve carries out an attack whose target is chosen (7.I to 7.III).
func (g *game) resolve(f *fight) {
	text := fmt.Sprintf("%s makes a %s attack on %s.", g.label(f.by), f.kind, g.label(f.on))
	if f.kind != Direct {
		text = fmt.Sprintf("%s makes an %s attack on %s.", g.label(f.by), f.kind, g.label(f.on))
	}
	var lines []engine.Line
	if f.through {
		lines = append(lines, g.line(itemOpening, "through an opening"))
	}
	if f.kind == Aerial {
		lines = append(lines, g.line(Flying.item(), "it flies"))
	}
	g.tell(f.by.seat, f.kind.item(), text, lines...)
	early := g.ruling(rulingTerror) == "supports" && !f.on.closed && g.on(rulingTerror)
	if early && g.terror(f) {
		g.tell(f.by.seat, rulingTerror, "The check against Terror comes before Supports (the table's ruling).")
	}
	switch f.kind {
	case Direct:
		f.supports = g.supports(f.by)
	case Aerial:
		if f.by.hold > 0 && g.on(itemLostHold) {
			f.by.hold = 0
			g.tell(f.by.seat, itemLostHold, fmt.Sprintf("%s gives up its terrain for an aerial attack.", g.label(f.by)))
		}
		if !g.intercepted(f) {
			return
		}
		f.on.bombed = true
	case Indirect:
	}
	f.opened = g.open(f.on, itemTargetOpens, nil)
	if g.ruling(rulingChange) == "before" {
		g.metamorphosis(f)
	}
	g.reaction(f)
	if !early && g.terror(f) && g.on(rulingTerror) {
		g.tell(f.by.seat, rulingTerror, "The check against Terror comes just before the roll (the table's ruling).")
	}
	first := g.reflexes(f)
	if first {
		g.counter(f)
		g.fighting = f
	}
	if g.over == nil && f.by.inPlay() {
		g.launch(f)
	} else if g.over == nil {
		g.tell(f.by.seat, Reflexes.item(), "The attack is cancelled: the attacker was destroyed before it.")
	}
	if g.over == nil && !first && !f.stopped && f.on.inPlay() {
		g.counter(f)
	}
	if g.over == nil && g.ruling(rulingChange) == "after" {
		g.metamorphosis(f)
	}
}

// open turns a closed unit up. If nobody knows what it is, it asks. It returns whether the unit was closed.
func (g *game) open(u *unit, rule string, pred func(Card) bool) bool {
	if !u.closed {
		return false
	}
	before := g.label(u)
	if u.card == nil {
		if pred == nil {
			pred = func(Card) bool { return true }
		}
		name := g.declare(u.seat, "unit "+u.key(), rule, fmt.Sprintf("%s, which unit is %s?", g.name(u.seat), before), g.cardOptions(u, pred)...)
		g.become(u, name)
	}
	if !g.on(rule) {
		return true
	}
	u.closed = false
	g.tell(u.seat, rule, fmt.Sprintf("%s is opened: %s.", before, u.card.Name))
	if u.general {
		g.heroism(u)
	}
	return true
}
