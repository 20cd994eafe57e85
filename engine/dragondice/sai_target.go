package dragondice

import "fmt"

// What SAIs do to the units of others: who is targeted, what they must roll, and what happens to
// those that fail. Rows of SAIs are put together from these.

// doing is something that an SAI does.
type doing func(r *roll, u use)

// fate is something that happens to units. It returns those that it happened to.
type fate func(g *game, units []*die, c cause) []*die

// cause returns the SAI as the cause of what happens.
func (u use) cause() cause {
	return cause{rule: u.row.Rule, by: u.roll.seat()}
}

// foes returns the units of the army attacked.
func (u use) foes() []*die {
	if u.roll.other == nil {
		return nil
	}
	return u.roll.g.units(*u.roll.other)
}

// worthOf returns how much health an SAI targets: n for each die that shows it. If n is 0, it is
// X.
func (u use) worthOf(n int) int {
	if n == 0 {
		return u.x
	}
	return n * len(u.dice)
}

// worth targets n health-worth of the army attacked, or X if n is 0: as much as possible.
func worth(n int, then fate) doing {
	return func(r *roll, u use) {
		then(r.g, r.g.target(u.roll.seat(), u.foes(), u.worthOf(n), u.row.Rule), u.cause())
	}
}

// oneUnit targets one unit of the army attacked.
func oneUnit(then fate) doing {
	return func(r *roll, u use) {
		if d := r.g.targetUnit(u.roll.seat(), u.foes(), u.row.Rule); d != nil {
			then(r.g, []*die{d}, u.cause())
		}
	}
}

// withID works after the save roll. It targets units that rolled an ID in it: up to X
// health-worth, or one unit if one is set. Their results don't count any more.
func withID(one bool, then fate) doing {
	return func(r *roll, u use) {
		var from []*die
		for _, d := range r.showing(idIcon) {
			if d.kind.isUnit() {
				from = append(from, d)
			}
		}
		var units []*die
		switch {
		case len(from) == 0:
		case one:
			units = []*die{r.g.targetUnit(u.roll.seat(), from, u.row.Rule)}
		default:
			units = r.g.target(u.roll.seat(), from, u.x, u.row.Rule)
		}
		for _, d := range then(r.g, units, u.cause()) {
			r.leave(d)
		}
	}
}

// killed kills the units.
func killed(g *game, units []*die, c cause) []*die { return g.kill(units, c) }

// buried kills and buries the units.
func buried(g *game, units []*die, c cause) []*die {
	c.bury = true
	return g.kill(units, c)
}

// fled moves the units to their reserves.
func fled(g *game, units []*die, c cause) []*die { return g.flee(units, c) }

// killedThenSave kills the units. Then each makes a save roll, and is buried if it makes no save.
func killedThenSave(g *game, units []*die, c cause) []*die {
	dead := g.kill(units, c)
	return saveOrBuried(g, dead, c)
}

// saveOrBuried has dead units make a save roll. Those that make no save are buried.
func saveOrBuried(g *game, dead []*die, c cause) []*die {
	failed, _ := g.mustMake(dead, Save, c)
	g.bury(failed, c)
	return dead
}

// unless has units roll for a type. The fate befalls those that make none of it.
func unless(of Result, then fate) fate {
	return func(g *game, units []*die, c cause) []*die {
		c.save = of == Save
		failed, _ := g.mustMake(units, of, c)
		return then(g, failed, c)
	}
}

// unlessID has units rolled. The fate befalls those that don't show their ID.
func unlessID(then fate) fate {
	return func(g *game, units []*die, c cause) []*die {
		failed, _ := g.mustID(units, c)
		return then(g, failed, c)
	}
}

// netted binds units where they are if they don't make the check, and they can't be rolled. It
// does nothing to units in the reserves.
func netted(check Result) fate {
	then := unless(check, stilled(true, false))
	return func(g *game, units []*die, c cause) []*die {
		if len(units) > 0 && units[0].at.area == inReserve {
			return nil
		}
		return then(g, units, c)
	}
}

// harms deals X damage to the army attacked. No save is possible.
func harms(r *roll, u use) {
	c := u.cause()
	c.wide = true
	r.g.damage(*u.roll.other, u.x, c)
}

// wounds deals n damage to one unit of the army attacked, or X if n is 0. If save is set, the
// unit rolls saves against it.
func wounds(n int, save, bury bool) doing {
	return func(r *roll, u use) {
		d := r.g.targetUnit(u.roll.seat(), u.foes(), u.row.Rule)
		if d == nil {
			return
		}
		c := u.cause()
		c.bury, c.save = bury, save
		r.g.wound(d, u.worthOf(n), c)
	}
}

// wound deals damage to a unit. If the cause allows a save, the unit rolls saves against it.
func (g *game) wound(d *die, points int, c cause) []*die {
	if points <= 0 {
		return nil
	}
	g.tell(c.rule, d.owner, "%s takes %d damage.", d.kind.Name, points)
	if c.save {
		points -= g.rollEach([]*die{d}, []Result{Save}, ForSave, c)[0].total(Save)
	}
	return g.damageUnit(d, points, c)
}

// lessSaves takes X saves from the save roll against the attack.
func lessSaves(r *roll, u use) {
	r.mods = append(r.mods, modifier{rule: u.row.Rule, op: subtract, of: []Result{Save}, n: u.x})
	r.note(u.row.Rule, "%s fewer", many(u.x, "save", "saves"))
}

// back deals X damage to the attacker. Only saves that spells made reduce it.
func back(r *roll, u use) {
	r.back = append(r.back, backDamage{rule: u.row.Rule, n: u.x})
	r.note(u.row.Rule, "%d damage to the attacking army", u.x)
}

// own returns how much of a type one die made in a roll, before any modifier.
func (r *roll) own(d *die, of Result) int {
	n := 0
	for _, s := range r.shares {
		if s.die == d && s.of == of {
			n += s.n
		}
	}
	return n
}

// enemiesAt returns the armies at the roll's own terrain that oppose the roll's army. In reserves
// there is none.
func (r *roll) enemiesAt() []army {
	if r.army.place.area != atTerrain {
		return nil
	}
	return r.g.opposing(r.seat(), r.army.place)
}

// opponentsAtTerrains returns all armies of opponents at terrains.
func (r *roll) opponentsAtTerrains() []army {
	return r.g.armies(func(a army) bool { return a.place.area == atTerrain && enemies(a.seat, r.seat()) })
}

// hampers lays modifiers on an army that the roller chooses. They last until the roller's next
// turn begins.
func hampers(from func(*roll) []army, says func(u use) string, mods func(u use) []modifier) doing {
	return func(r *roll, u use) {
		a, ok := r.g.pickArmy(r.seat(), u.row.Rule, "target", fmt.Sprintf("%s: choose an army (%s).", r.g.name(r.seat()), u.row.Name), from(r))
		if !ok {
			return
		}
		text := says(u)
		r.g.last(effect{rule: u.row.Rule, by: r.seat(), army: &a, mods: mods(u), text: text})
		r.g.tell(u.row.Rule, a.seat, "%s %s until %s's next turn begins.", r.g.armyName(a), text, r.g.name(r.seat()))
	}
}
