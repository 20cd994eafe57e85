package dragondice

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// spares returns the dice that a unit may be exchanged for so that it has more health by `more`.
// They are dead units of its species. For Dragonkin they are in the pool.
func (g *game) spares(d *die, more int) []*die {
	from := g.dead(d.owner)
	if d.kind.isDragonkin() {
		from = g.of(d.owner, inPool)
	}
	return slices.DeleteFunc(slices.Clone(from), func(x *die) bool {
		return x.kind.Race != d.kind.Race || !x.kind.isUnit() || x.health() != d.health()+more
	})
}

// exchange swaps a unit in an army for another unit of its owner. Effects on the old unit end.
func (g *game) exchange(old, new *die) {
	here, there := old.at, new.at
	g.put(old, there)
	g.put(new, here)
	g.endEffects(func(e *effect) bool { return e.unit == old })
}

// canGrow returns those of the units that can be promoted by one health.
func (g *game) canGrow(units []*die) []*die {
	var out []*die
	for _, d := range units {
		if len(g.spares(d, 1)) > 0 && g.grows(d) {
			out = append(out, d)
		}
	}
	return out
}

// grows reports whether a die may be promoted at all.
func (g *game) grows(d *die) bool { return d.kind.isUnit() && !g.lost(d) }

// lost reports whether a species ability keeps a unit from being promoted, recruited or revived.
func (g *game) lost(d *die) bool { return g.barred(d) != nil }

// barred returns that ability; nil if there is none.
func (g *game) barred(d *die) *Ability {
	for i, a := range g.ed.Abilities {
		if a.Lost != nil && a.Lost(d) {
			return &g.ed.Abilities[i]
		}
	}
	return nil
}

// returning returns those of a seat's dead units that f selects and that may return. If an
// ability keeps a unit from returning, it tells so.
func (g *game) returning(seat engine.Seat, f func(*die) bool) []*die {
	var able []*die
	told := map[string]bool{}
	for _, d := range g.dead(seat) {
		if f != nil && !f(d) {
			continue
		}
		a := g.barred(d)
		if a == nil {
			able = append(able, d)
		} else if !told[a.ID] {
			told[a.ID] = true
			g.tell(a.Rule, seat, "%s can't return: %s.", d.kind.Name, lower(a.Name))
		}
	}
	return able
}

// promote exchanges one of the units for a unit with one more health. It reports whether it did.
// If must is false, the owner may decline.
func (g *game) promote(units []*die, must bool, rule Rule) bool {
	able := g.canGrow(units)
	if len(able) == 0 {
		return false
	}
	seat := able[0].owner
	d := g.pickOne(seat, rule, "promote", fmt.Sprintf("%s: promote which unit? (%s)", g.name(seat), rule.Name), able, must)
	if d == nil {
		return false
	}
	g.promoteTo(d, 1, rule)
	return true
}

// promoteTo exchanges a unit for one that has more health by `more`.
func (g *game) promoteTo(d *die, more int, rule Rule) {
	by := g.pickOne(d.owner, rule, "promote to", fmt.Sprintf("%s: promote %s to which unit?", g.name(d.owner), d.kind.Name), g.spares(d, more), true)
	g.exchange(d, by)
	g.tell(rule, d.owner, "%s: %s promoted to %s.", g.name(d.owner), d.kind.Name, by.kind.Name)
}

// promoteWorth promotes units by up to the given points of health in all. The owner may promote
// several units by one, or one unit by more. All exchanges happen at once. It returns the points
// used.
func (g *game) promoteWorth(units []*die, points int, rule Rule) int {
	left := points
	type swap struct{ old, new *die }
	var swaps []swap
	taken := func(d *die) bool {
		return slices.ContainsFunc(swaps, func(s swap) bool { return s.old == d || s.new == d })
	}
	for left > 0 {
		var options []engine.Option
		for _, d := range units {
			if taken(d) || !g.grows(d) {
				continue
			}
			seen := map[string]bool{}
			for more := 1; more <= left; more++ {
				for _, s := range g.spares(d, more) {
					if !taken(s) && !seen[s.kind.ID] {
						seen[s.kind.ID] = true
						options = append(options, engine.Option{ID: d.id + ">" + s.id, Text: d.kind.Name + " to " + s.kind.Name, Die: d.id})
					}
				}
			}
		}
		if len(options) == 0 {
			break
		}
		options = append(options, engine.Option{ID: "done", Text: "No more"})
		seat := units[0].owner
		id := g.declare(seat, rule, "promote worth", fmt.Sprintf("%s: promote (%s), %d health left.", g.name(seat), rule.Name, left), options)
		if id == "done" {
			break
		}
		old, new, _ := strings.Cut(id, ">")
		s := swap{g.byID[old], g.byID[new]}
		swaps = append(swaps, s)
		left -= s.new.health() - s.old.health()
	}
	for _, s := range swaps {
		g.exchange(s.old, s.new)
		g.tell(rule, s.old.owner, "%s: %s promoted to %s.", g.name(s.old.owner), s.old.kind.Name, s.new.kind.Name)
	}
	return points - left
}

// growth is one way for units to grow: from one species and health to a larger health.
type growth struct {
	old, new class
	more     int
}

// class stands for units that are alike for promotion.
type class struct {
	race   string
	health int
}

// mostWorth returns the most health by which the units can be promoted in all, up to a limit.
func (g *game) mostWorth(units []*die, limit int) int {
	olds, news := map[class]int{}, map[class]int{}
	var ways []growth
	for _, d := range units {
		if !g.grows(d) {
			continue
		}
		old := class{d.kind.Race, d.health()}
		olds[old]++
		for more := 1; more <= limit && olds[old] == 1; more++ {
			if n := len(g.spares(d, more)); n > 0 {
				to := class{d.kind.Race, d.health() + more}
				news[to] = n
				ways = append(ways, growth{old, to, more})
			}
		}
	}
	return grown(ways, olds, news, limit)
}

// grown returns the most health that the ways of growing yield together, up to a limit.
func grown(ways []growth, olds, news map[class]int, limit int) int {
	if len(ways) == 0 || limit == 0 {
		return 0
	}
	w, best := ways[0], 0
	for n := min(olds[w.old], news[w.new], limit/w.more); n >= 0 && best < limit; n-- {
		olds[w.old] -= n
		news[w.new] -= n
		best = max(best, n*w.more+grown(ways[1:], olds, news, limit-n*w.more))
		olds[w.old] += n
		news[w.new] += n
	}
	return best
}

// promoteAll promotes as many units of an army as possible, by one health each and all at once.
// Each unit of one species and health can become any dead unit of that species with one more
// health. So any choice of the right size promotes as many as possible.
func (g *game) promoteAll(a army, rule Rule) {
	type swap struct{ old, new *die }
	var swaps []swap
	done := map[class]bool{}
	for _, d := range g.units(a) {
		c := class{d.kind.Race, d.health()}
		if done[c] || !g.grows(d) {
			continue
		}
		done[c] = true
		olds := g.unitsWhere(a, func(x *die) bool { return x.kind.Race == c.race && x.health() == c.health })
		news := g.spares(d, 1)
		n := min(len(olds), len(news))
		olds = g.pickN(a.seat, rule, "promote", fmt.Sprintf("%s: promote which %d?", g.name(a.seat), n), olds, n)
		news = g.pickN(a.seat, rule, "promote to", fmt.Sprintf("%s: promote to which %d?", g.name(a.seat), n), news, n)
		for i := range olds {
			swaps = append(swaps, swap{olds[i], news[i]})
		}
	}
	for _, s := range swaps {
		g.exchange(s.old, s.new)
		g.tell(rule, a.seat, "%s: %s promoted to %s.", g.name(a.seat), s.old.kind.Name, s.new.kind.Name)
	}
}

// pickN asks a seat for exactly n of the dice. If there are no more than n, it asks nothing and
// returns all.
func (g *game) pickN(seat engine.Seat, rule Rule, what, text string, dice []*die, n int) []*die {
	if n >= len(dice) {
		return dice
	}
	if n == 0 {
		return nil
	}
	return g.found(g.pick(seat, rule, what, text, engine.Pick{Options: dieOptions(dice), Min: n, Max: n}))
}

// recruit brings a dead unit of one health into an army. f limits which; nil for any. It reports
// whether it did. If must is false, the owner may decline.
func (g *game) recruit(a army, must bool, rule Rule, f func(*die) bool) bool {
	able := g.returning(a.seat, func(d *die) bool { return d.health() == 1 && (f == nil || f(d)) })
	d := g.pickOne(a.seat, rule, "recruit", fmt.Sprintf("%s: recruit which unit? (%s)", g.name(a.seat), rule.Name), able, must)
	if d == nil {
		return false
	}
	g.put(d, a.place)
	g.tell(rule, a.seat, "%s: %s recruited to %s.", g.name(a.seat), d.kind.Name, where(a.place))
	return true
}

// revive returns dead units worth up to limit health to an army. f limits which; nil for any.
func (g *game) revive(a army, limit int, rule Rule, f func(*die) bool) []*die {
	able := g.returning(a.seat, f)
	chosen := g.pickHealth(a.seat, rule, "revive", fmt.Sprintf("%s: return up to %d health-worth of dead units (%s).", g.name(a.seat), limit, rule.Name), able, limit, false)
	for _, d := range chosen {
		g.put(d, a.place)
	}
	if len(chosen) > 0 {
		g.tell(rule, a.seat, "%s: %s returned to %s.", g.name(a.seat), names(chosen), where(a.place))
	}
	return chosen
}
