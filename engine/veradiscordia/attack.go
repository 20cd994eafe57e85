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
	// through: the attack came through an opening.
	through  bool
	supports int
	// ranks: the target closed ranks; feared: the attacker was struck by Terror.
	ranks, feared, riposte bool
	// extra are dice by a Strategy.
	extra int
	// still: two units with Metamorphosis do each other no damage.
	still bool
	// opened: the target was opened by this attack.
	opened bool
	// stopped: there is no counterattack any more.
	stopped bool
}

// target is what an attack can be made on.
type target struct {
	kind AttackKind
	unit *unit
}

func (x target) id() string { return string(x.kind) + ":" + x.unit.at() }

// directTargets are those of a direct attack (7.I.2): the enemy in front, or
// through openings all that border on them.
func (g *game) directTargets(u *unit) []*unit {
	if u.row != vanguard || !g.on(itemDirect) {
		return nil
	}
	foe := other(u.seat)
	if front := g.unitAt(foe, vanguard, u.col); front != nil {
		return []*unit{front}
	}
	if !g.on(itemOpening) {
		return nil
	}
	var seen [2][columns]bool
	var found []*unit
	var walk func(row, col int)
	walk = func(row, col int) {
		if row < vanguard || row > rearguard || col < 0 || col >= columns || seen[row][col] {
			return
		}
		seen[row][col] = true
		if x := g.unitAt(foe, row, col); x != nil {
			found = append(found, x)
			return
		}
		walk(row, col-1)
		walk(row, col+1)
		walk(1-row, col)
	}
	walk(vanguard, u.col)
	slices.SortFunc(found, func(x, y *unit) int { return (x.row*columns + x.col) - (y.row*columns + y.col) })
	return found
}

// threeUp is the open enemy unit that an indirect attack could be aimed at, if
// the unit has dice for it as printed (7.II.1).
func (g *game) threeUp(u *unit) *unit {
	dice := g.cardDice(u)
	if count(dice, Blue)+count(dice, Yellow) == 0 || !g.on(itemIndirect) {
		return nil
	}
	x := g.unitAt(other(u.seat), 1-u.row, u.col)
	if x == nil || x.closed {
		return nil
	}
	return x
}

// lastDie says that decimation takes the unit's only blue or yellow die, so
// that an indirect attack is a matter of ruling.
func (g *game) lastDie(u *unit) bool {
	dice := g.cardDice(u)
	return count(dice, Blue)+count(dice, Yellow) == 1 && g.decimated(u) && !g.has(u, Endurance) && g.on(rulingLastDie)
}

func (g *game) indirectTarget(u *unit) *unit {
	if g.lastDie(u) && g.ruling(rulingLastDie) == "incapable" {
		return nil
	}
	return g.threeUp(u)
}

// targets are all that the unit can attack now.
func (g *game) targets(u *unit, onlyDirect bool) []target {
	var list []target
	for _, x := range g.directTargets(u) {
		list = append(list, target{Direct, x})
	}
	if onlyDirect {
		return list
	}
	if x := g.indirectTarget(u); x != nil {
		list = append(list, target{Indirect, x})
	}
	if !g.on(itemAerial) || !g.has(u, Flying) || g.side(u.seat).bound && g.on(itemAerialFirst) {
		return list
	}
	for _, x := range g.army(other(u.seat)) {
		if !x.bombed || !g.on(itemAerialOnce) {
			list = append(list, target{Aerial, x})
		}
	}
	return list
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
		options = append(options, opt(x.id(), fmt.Sprintf("%s attack on %s", capital(string(x.kind)), g.label(x.unit))))
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

// endAmbush ends the Ambush of a unit with the fight that opened it, or leaves
// it for the round.
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

// explainAir says why a flyer may make no aerial attack.
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

// resolve goes through an attack from its choice of target on (7.I to 7.III).
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

// open turns a closed unit up, and asks what it is if nobody knows. It says
// whether the unit was closed.
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

// supports asks which Supports are spent for the unit, and returns how many (7.I.3).
func (g *game) supports(u *unit) int {
	if !g.on(itemSupported) {
		return 0
	}
	var options []engine.Option
	for _, x := range g.supporters(u) {
		options = append(options, opt(x.at(), "Support of "+g.label(x)))
	}
	if len(options) == 0 {
		return 0
	}
	q := g.question(u.seat, "supports "+u.key(), itemSupported, fmt.Sprintf("%s, which Supports are spent for %s?", g.name(u.seat), g.label(u)))
	q.Kind, q.Pick = engine.KindPick, &engine.Pick{Options: options, Max: len(options)}
	chosen := g.table.Ask(q).Chosen
	for _, at := range chosen {
		row, col := spaceOf(at)
		x := g.unitAt(u.seat, row, col)
		g.discardOrder(x)
		g.tell(u.seat, itemSupported, fmt.Sprintf("%s spends its Support for %s.", g.label(x), g.label(u)))
	}
	return len(chosen)
}

// supporters are the busy units in the vanguard beside the unit.
func (g *game) supporters(u *unit) []*unit {
	var list []*unit
	for _, x := range g.army(u.seat) {
		if x.row == vanguard && x.busy(Support) && adjacent(x.row, x.col, u.row, u.col) {
			list = append(list, x)
		}
	}
	return list
}

// terror lets the attacker overcome the Terror of its target (section 10). It
// says whether there was any.
func (g *game) terror(f *fight) bool {
	if f.kind == Indirect || !g.has(f.on, Terror) || !g.on(itemTerrorCheck) {
		return false
	}
	g.tell(f.on.seat, Terror.item(), fmt.Sprintf("%s must overcome the Terror of %s.", g.label(f.by), g.label(f.on)))
	f.feared = !g.check(f.by, itemTerrorCheck, "", 1)
	return true
}

// reaction is the target's (7.I.4).
func (g *game) reaction(f *fight) {
	u := f.on
	switch g.examine(u) {
	case Defense:
		if g.on(itemCloseRanks) {
			f.ranks = g.check(u, itemCloseRanks, g.discord(f), 1)
		}
	case Maneuver, Support:
		if g.on(itemDisorganise) && !g.check(u, itemDisorganise, g.discord(f), 1) {
			g.discardOrder(u)
			g.tell(u.seat, itemDisorganise, fmt.Sprintf("%s is disorganised and loses its order.", g.label(u)))
		}
	default:
		why := "has no order"
		if u.order != nil {
			why = "keeps its Attack"
		}
		if g.on(itemUnmoved) {
			g.tell(u.seat, itemUnmoved, fmt.Sprintf("%s doesn't react: it %s.", g.label(u), why))
		}
	}
}

// discord says by which item the target's checks are one worse (section 10,
// 7.I.3); empty for none.
func (g *game) discord(f *fight) string {
	switch {
	case g.has(f.by, Discord):
		return Discord.item()
	case !g.on(itemSupportStrife) || !g.on(Discord.item()):
		return ""
	case f.supports > 0, f.through && !f.counter && g.on(itemOpeningHelp):
		return itemSupportStrife
	}
	return ""
}

// metamorphosis changes a unit that has it into what it fights (section 10).
func (g *game) metamorphosis(f *fight) {
	by, on := g.has(f.by, Metamorphosis), g.has(f.on, Metamorphosis)
	if by && on {
		f.still = true
		g.tell(f.by.seat, Metamorphosis.item(), "Both have Metamorphosis: neither changes, and there is no damage.")
		return
	}
	u, model := f.by, f.on
	if on {
		u, model = f.on, f.by
	}
	if !by && !on || !u.inPlay() && g.ruling(rulingChange) == "after" {
		return
	}
	before := g.label(u)
	u.card, u.lost = model.card, 0
	if g.on(rulingChange) {
		moment := "before the target's reaction"
		if g.ruling(rulingChange) == "after" {
			moment = "after the fight"
		}
		g.tell(u.seat, rulingChange, fmt.Sprintf("Metamorphosis comes %s (the table's ruling).", moment))
	}
	g.tell(u.seat, Metamorphosis.item(), fmt.Sprintf("%s becomes a copy of %s with %s.", before, model.card.Name, points(g.lp(u))))
}
