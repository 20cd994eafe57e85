package dragondice

// What SAIs do: each makes the Do or Late of a mode. Those that several SAIs
// share are here; one that only one SAI has stands beside its row.

// cause of what an SAI does.
func (u use) cause(r *roll) cause {
	c := cause{rule: u.row.Rule, by: u.roll.seat()}
	if len(u.dice) == 1 {
		c.unit = u.dice[0].die
	}
	return c
}

// defenders are the units of the army that the roll attacks.
func (r *roll) defenders() []*die {
	if r.other == nil {
		return nil
	}
	return r.g.units(*r.other)
}

// fate is what becomes of units.
type fate func(g *game, units []*die, c cause)

// killed: they die.
func killed(g *game, units []*die, c cause) { g.kill(units, c) }

// killedAndBuried: they die and are buried.
func killedAndBuried(g *game, units []*die, c cause) {
	c.bury = true
	g.kill(units, c)
}

// fled: they move to their reserves.
func fled(g *game, units []*die, c cause) { g.flee(units, c) }

// killedThenBuried: they die, and the dead must make a result or are buried.
func killedThenBuried(of Result) fate {
	return func(g *game, units []*die, c cause) {
		dead := g.kill(units, c)
		lost, _ := g.mustMake(dead, of, c)
		g.bury(lost, c)
	}
}

// strikeUnsaved inflicts X damage on the defending army that nothing saves from.
func strikeUnsaved(r *roll, u use) {
	if r.other != nil {
		c := u.cause(r)
		c.wide = true
		r.g.damage(*r.other, u.x, c)
	}
}

// targets chooses so many health-worth of the defenders; 0 stands for X.
func (u use) targets(r *roll, n int) []*die {
	if n == 0 {
		n = u.x
	} else {
		n *= len(u.dice)
	}
	return r.g.target(r.seat(), r.defenders(), n, u.row.Rule)
}

// targetsAre has a fate befall n health-worth of defenders (0: X) outright.
func targetsAre(n int, f fate) func(*roll, use) {
	return func(r *roll, u use) {
		if t := u.targets(r, n); len(t) > 0 {
			f(r.g, t, u.cause(r))
		}
	}
}

// targetsMust has n health-worth of defenders (0: X) roll for a result; the
// fate befalls those that make none.
func targetsMust(n int, of Result, f fate) func(*roll, use) {
	return func(r *roll, u use) {
		t := u.targets(r, n)
		c := u.cause(r)
		c.save = of == Save
		failed, _ := r.g.mustMake(t, of, c)
		if len(failed) > 0 {
			f(r.g, failed, c)
		}
	}
}

// killThoseWithID kills up to X health-worth of units that show an ID in the
// save roll, before it is resolved.
func killThoseWithID(save *roll, u use) {
	g := save.g
	t := g.target(u.roll.seat(), unitsOnly(save.showing(idIcon)), u.x, u.row.Rule)
	if len(t) == 0 {
		return
	}
	g.kill(t, u.cause(save))
	for _, d := range t {
		save.leave(d)
	}
}

// unitsOnly leaves items and the like out.
func unitsOnly(dice []*die) []*die {
	var out []*die
	for _, d := range dice {
		if d.kind.isUnit() {
			out = append(out, d)
		}
	}
	return out
}
