package veradiscordia

import (
	"slices"
)

// target is a unit that can be attacked, and the kind of the attack.
type target struct {
	kind AttackKind
	unit *unit
}

func (x target) id() string { return string(x.kind) + ":" + x.unit.at() }

// directTargets are the targets of a direct attack (7.I.2): the enemy in front, or, through openings, all enemies
// that border on them.
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

// threeUp is the open enemy unit that an indirect attack can be aimed at. It is nil if the unit has no printed dice
// for such an attack (7.II.1).
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

// lastDie says that decimation takes the unit's only blue or yellow die. Whether it can still make an indirect attack
// is then a matter of ruling.
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

// targets are all targets that the unit can attack at this moment.
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
