package dragondice

import (
	"fmt"
	"slices"
)

// Spells that last and do more than change a number.

// wilds lets the army's owner name a unit after each roll of the army. Its melee and saves count twice.
func wilds(c *casting) {
	c.last(effect{
		when: func(r *roll) bool { return r.wants(Melee) || r.wants(Save) },
		reroll: func(r *roll, e *effect) {
			d := r.g.pickOne(r.seat(), e.rule, r.what+" double", fmt.Sprintf("%s: count the melee and saves of which unit twice? (%s)", r.g.name(r.seat()), e.rule.Name), r.shown(), false)
			if d != nil {
				r.mods = append(r.mods, modifier{rule: e.rule, op: multiply, of: []Result{Melee, Save}, n: 2, dice: func(x *die) bool { return x == d }})
			}
		},
		text: "one unit's melee and saves count twice",
	})
}

// shown returns the units of the roll that count.
func (r *roll) shown() []*die {
	var out []*die
	for _, d := range r.dice {
		if !d.void && d.die.kind.isUnit() && !slices.Contains(out, d.die) {
			out = append(out, d.die)
		}
	}
	return out
}

// flashes lets the army roll units again in rolls without maneuvers: one unit for each casting. The old
// face doesn't count. If may is set, it selects the dice that may be rolled again.
func flashes(may func(*rolled) bool) func(*casting) {
	return func(c *casting) {
		e := flash(may)
		c.last(e)
		e.rule, e.n = c.spell.Rule, c.n
		if r := c.g.rolling; c.cantrip && may != nil && r != nil && !r.individual && r.army == *c.target.army && nonManeuver(r) {
			e.reroll(r, &e)
		}
	}
}

func flash(may func(*rolled) bool) effect {
	return effect{
		when: nonManeuver,
		reroll: func(r *roll, e *effect) {
			var done []*die
			for range e.n {
				able := slices.DeleteFunc(r.shown(), func(d *die) bool {
					shows := func(x *rolled) bool { return x.die == d && !x.void && may != nil && !may(x) }
					return slices.Contains(done, d) || slices.ContainsFunc(r.dice, shows)
				})
				d := r.g.pickOne(r.seat(), e.rule, r.what+" flash", fmt.Sprintf("%s: roll one unit again? (%s)", r.g.name(r.seat()), e.rule.Name), able, false)
				if d == nil {
					return
				}
				done = append(done, d)
				i := len(r.dice) - 1
				for r.dice[i].die != d || r.dice[i].void {
					i--
				}
				r.again(r.dice[i], e.rule, false)
			}
		},
		text: "one unit may be rolled again",
	}
}

// freezes takes n maneuvers for each casting from every army's rolls at the terrain. If maneuvers are
// equal, those who oppose win.
func freezes(n int) func(*casting) {
	return func(c *casting) {
		c.last(effect{mods: []modifier{{op: subtract, of: []Result{Maneuver}, n: n * c.n}}, tiesToCounter: true})
	}
}

// pours takes n of each of two types for each casting from every army's rolls at the terrain.
func pours(n int, first, second Result) func(*casting) {
	return func(c *casting) {
		c.last(effect{mods: []modifier{{op: subtract, of: []Result{first}, n: n * c.n}, {op: subtract, of: []Result{second}, n: n * c.n}}})
	}
}

// fogs takes n missiles for each casting from attacks on armies at the terrain.
func fogs(n int) func(*casting) {
	return func(c *casting) {
		c.last(effect{onto: true, mods: []modifier{{op: subtract, of: []Result{Missile}, n: n * c.n}}})
	}
}

// channels lets dice of the army count magic as other types. dice selects them; nil for all.
func channels(dice func(*die) bool, as ...Result) func(*casting) {
	return func(c *casting) {
		c.last(effect{mods: []modifier{{op: countAs, from: Magic, of: as, dice: dice}}})
	}
}

func unit(d *die) bool { return d.kind.isUnit() }

// rages lets the army's Feral count saves as melee in counter-attacks.
func rages(c *casting) {
	c.last(effect{
		when: func(r *roll) bool { return r.counter && r.isFor(ForMelee) },
		mods: []modifier{{op: countAs, from: Save, of: []Result{Melee}, dice: species("feral")}},
	})
}

// opensGrave sends units of the army to the reserves instead of the DUA, if an effect on the whole army
// kills them. If saved is set, a save roll must have been possible.
func opensGrave(saved bool) func(*casting) {
	return func(c *casting) {
		c.last(effect{killed: func(d *deaths, e *effect) { d.toReserves(e, saved) }})
	}
}

func (d *deaths) toReserves(e *effect, saved bool) {
	if !d.wide || saved && !d.save {
		return
	}
	for _, x := range slices.Clone(d.dice) {
		if e.army != nil && x.army() == *e.army && !x.kind.isDragonkin() && !d.g.shielded(e, x.army()) {
			d.spare(x, place{area: inReserve})
			d.g.tell(e.rule, x.owner, "%s: %s goes to the reserves.", e.rule.Name, x.kind.Name)
		}
	}
}

// soils works on units that die at the terrain and come into the DUA. Each makes a save roll, and is
// buried if it makes no save.
func soils(c *casting) {
	c.last(effect{killed: func(d *deaths, e *effect) {
		var here []*die
		for _, x := range d.dice {
			if x.at == (place{atTerrain, e.terrain}) && !d.g.shielded(e, x.army()) {
				here = append(here, x)
			}
		}
		d.after = append(d.after, func() {
			dead := slices.DeleteFunc(here, func(x *die) bool { return x.at.area != inDUA })
			byOwner(dead, func(units []*die) { saveOrBuried(d.g, units, cause{rule: e.rule, by: e.by}) })
		})
	}})
}

// growsBack lets the owner exchange a dying Treefolk of two health or more for a dead one of one
// health.
func growsBack(c *casting) {
	c.last(effect{killed: func(d *deaths, e *effect) {
		for _, x := range slices.Clone(d.dice) {
			if x.owner != e.dua || x.kind.Race != "treefolk" || x.health() < 2 {
				continue
			}
			small := slices.DeleteFunc(d.g.dead(e.dua), func(y *die) bool { return y.kind.Race != "treefolk" || y.health() != 1 })
			d.offer(x, small, e.rule)
		}
	}})
}

// offer lets the owner exchange a dying unit for one of others. It reports whether the owner did; then
// the unit isn't killed.
func (d *deaths) offer(x *die, swaps []*die, rule Rule) bool {
	by := d.g.pickOne(x.owner, rule, "exchange "+x.id, fmt.Sprintf("%s: exchange %s, which is dying? (%s)", d.g.name(x.owner), x.kind.Name, rule.Name), swaps, false)
	if by == nil {
		return false
	}
	d.dice = slices.DeleteFunc(d.dice, func(y *die) bool { return y == x })
	d.g.exchange(x, by)
	d.g.tell(rule, x.owner, "%s: %s exchanged for %s.", rule.Name, x.kind.Name, by.kind.Name)
	return true
}

// thorns deals n damage for each casting to an army that maneuvers the terrain. The army makes a melee
// roll that reduces the damage.
func thorns(n int) func(*casting) {
	return func(c *casting) {
		c.last(effect{maneuvered: func(a army, e *effect) {
			c.g.inflict(a, n*e.n, []Result{Melee}, ForMagic, cause{rule: e.rule, by: e.by})
		}})
	}
}

// mires has an army that marches at the terrain roll maneuvers first. Only as much health of its units
// as it makes maneuvers takes part in the march, with the items that these units can carry.
func mires(c *casting) {
	c.last(effect{marches: func(a army, e *effect) {
		g := c.g
		n := g.newRoll(cast{purpose: ForManeuver, counts: []Result{Maneuver}, rule: e.rule, army: a, what: "mire"}).resolve().total(Maneuver)
		units := g.units(a)
		if n >= health(units) {
			return
		}
		going := g.pickHealth(a.seat, e.rule, "mire units", fmt.Sprintf("%s: which units take part in the march? Up to %d health-worth.", g.name(a.seat), n), units, n, false)
		stays := func(d *die) {
			g.last(effect{rule: e.rule, by: e.by, unit: d, still: true, when: anyArmyRoll, march: true, text: "takes no part in this march"})
			g.tell(e.rule, d.owner, "%s takes no part in this march.", d.kind.Name)
		}
		for _, d := range units {
			if !slices.Contains(going, d) {
				stays(d)
			}
		}
		for items := g.items(a); borne(items, going) < len(items); {
			d := g.pickOne(a.seat, e.rule, "mire items", g.name(a.seat)+": which item can nobody carry in this march?", items, true)
			stays(d)
			items = slices.DeleteFunc(items, func(x *die) bool { return x == d })
		}
	}})
}
