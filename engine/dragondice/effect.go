package dragondice

import (
	"slices"

	"astragal/engine"
)

// effect is something that lasts: a spell, or what an SAI or a dragon's breath leaves behind.
type effect struct {
	rule Rule
	// by is the seat that made it. It ends when the turn of ends begins.
	by, ends engine.Seat
	// The effect lies on exactly one of these.
	army    *army
	terrain string
	unit    *die
	dua     engine.Seat

	// n is how many castings it combines.
	n int
	// element is the magic that made it; empty for none.
	element string
	// single: if several of the same effect lie on one target, only one works.
	single bool
	// onto: it changes missile attacks on armies at the terrain, not the rolls of those armies.
	onto bool
	// mods change rolls of what it lies on. when says which rolls; nil for all army rolls.
	mods []modifier
	when func(*roll) bool
	// alone: it changes rolls of single units of the army too.
	alone bool
	// rides: it changes what its unit makes in rolls of the unit's army.
	rides bool
	// only are the results that the army may roll for; nil for all.
	only []Result
	// still: the unit can't be rolled. bound: it can't leave its terrain.
	still, bound bool
	// unsaving: the unit isn't rolled for its army's saves.
	unsaving bool
	// late: it ends when the turn of ends is over, not when that turn begins. closing is set while
	// that turn goes on.
	late, closing bool
	// stuck: no army can maneuver the terrain.
	stuck bool
	// buries reports whether a dead unit of the DUA may be buried; nil if all may.
	buries func(*die) bool
	// march: it ends with the march. untilTurned: it ends when the terrain that it lies on is
	// turned.
	march, untilTurned bool
	// while: it ends when this die is rolled or leaves its place.
	while *die
	// leaves: it ends when the unit leaves its place.
	leaves bool
	// holders: it ends when none of them is in an army any more. If holders is empty, that ends
	// nothing.
	holders []*die
	// reroll runs in the re-roll step of the rolls that the effect changes.
	reroll func(*roll, *effect)
	// killed may change what happens to units that are being killed.
	killed func(*deaths, *effect)
	// maneuvered runs when an army has maneuvered the terrain. marches runs when an army begins a
	// march there.
	maneuvered, marches func(army, *effect)
	// tiesToCounter: if maneuvers at the terrain are equal, those who oppose win.
	tiesToCounter bool
	// bares is a dragon whose automatic saves don't count.
	bares *die
	// tames is a dragon that the unit has tamed.
	tames *die
	// hides: opponents can't choose the army for missiles and spells.
	hides bool
	// text says in short what it does.
	text string
}

// last puts an effect in force. If the effect names no other end, it ends when its maker's next turn
// begins.
func (g *game) last(e effect) {
	if e.ends == 0 {
		e.ends = e.by
	}
	if e.n == 0 {
		e.n = 1
	}
	g.effects = append(g.effects, &e)
}

// feels reports whether an effect changes this roll. An effect on an army doesn't change the roll of
// an individual unit, and the other way round.
func (r *roll) feels(e *effect) bool {
	switch {
	case r.bare || e.when != nil && !e.when(r):
		return false
	case e.onto:
		return !r.individual && r.purpose == ForMissile && r.other != nil && r.other.place == place{atTerrain, e.terrain}
	case r.g.shielded(e, r.army):
		return false
	case e.unit != nil && e.rides && !r.individual:
		return slices.Contains(r.units, e.unit)
	case e.unit != nil:
		return r.individual && len(r.units) == 1 && r.units[0] == e.unit
	case r.individual && e.alone:
		return *e.army == r.army
	case r.individual:
		return false
	case e.army != nil:
		return *e.army == r.army
	case e.terrain != "":
		return r.army.place.area == atTerrain && r.army.place.terrain == e.terrain
	}
	return false
}

// shielded reports whether an eighth face keeps an opponent's magic from working on an army.
func (g *game) shielded(e *effect, a army) bool {
	return e.element != "" && enemies(e.by, a.seat) && g.warded(a, e.element)
}

// inForce returns the effects that work. Of equal effects on one target that don't add up, only the
// first does.
func (g *game) inForce() []*effect {
	var out []*effect
	for i, e := range g.effects {
		again := func(o *effect) bool { return o.rule.ID == e.rule.ID && o.sameTarget(e) }
		if !e.single || !slices.ContainsFunc(g.effects[:i], again) {
			out = append(out, e)
		}
	}
	return out
}

// sameTarget reports whether two effects lie on the same thing.
func (e *effect) sameTarget(o *effect) bool {
	if (e.army == nil) != (o.army == nil) || e.army != nil && *e.army != *o.army {
		return false
	}
	return e.terrain == o.terrain && e.onto == o.onto && e.unit == o.unit && e.dua == o.dua
}

// endEffects ends the effects that f selects and returns them.
func (g *game) endEffects(f func(*effect) bool) []*effect {
	var kept, gone []*effect
	for _, e := range g.effects {
		if f(e) {
			gone = append(gone, e)
		} else {
			kept = append(kept, e)
		}
	}
	g.effects = kept
	return gone
}

// settleEffects ends effects on armies and units that aren't there any more.
func (g *game) settleEffects() {
	for _, e := range g.endEffects(func(e *effect) bool {
		return e.army != nil && len(g.units(*e.army)) == 0 || e.unit != nil && !e.unit.inPlay()
	}) {
		if g.ed.spell(e.rule.ID) == nil {
			continue
		}
		gone := "nobody of it is left there"
		if e.unit != nil {
			gone = "it is in play no more"
		}
		g.tell(e.rule, e.by, "%s on %s ends: %s.", e.rule.Name, g.on(e), gone)
	}
}

// settleCasters ends the spells of players who have no unit left, if the edition says so.
func (g *game) settleCasters() {
	rule, on := g.ed.rule("magic/lost-caster")
	if !on {
		return
	}
	for _, e := range g.endEffects(func(e *effect) bool { return e.element != "" && e.by > 0 && !g.hasUnits(e.by) }) {
		g.tell(rule, e.by, "%s on %s ends: %s has no unit left.", e.rule.Name, g.on(e), g.name(e.by))
	}
}

// on names what an effect lies on.
func (g *game) on(e *effect) string {
	switch {
	case e.army != nil:
		return g.armyName(*e.army)
	case e.tames != nil:
		return e.tames.kind.Name + " by " + e.unit.kind.Name
	case e.bares != nil:
		return e.bares.kind.Name
	case e.unit != nil:
		return e.unit.kind.Name
	case e.terrain != "":
		return e.terrain
	case e.dua != 0:
		return g.name(e.dua) + "'s dead"
	}
	return "the table"
}

// bound returns the effect that keeps a unit where it is, or nil.
func (g *game) bound(d *die) *effect {
	for _, e := range g.effects {
		if e.bound && e.unit == d {
			return e
		}
	}
	return nil
}

// bars looks for effects that let an army roll only for some types. It takes all other types out of
// the roll and reports whether nothing is left to roll for.
func (g *game) bars(r *roll) bool {
	for _, e := range g.inForce() {
		if e.only == nil || e.army == nil || *e.army != r.army || r.bare {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(r.counts), func(of Result) bool { return !slices.Contains(e.only, of) })
		if len(left) == len(r.counts) {
			continue
		}
		r.note(e.rule, "%s: no other rolls than for %s", e.rule.Name, e.only[0].plural())
		g.tell(e.rule, r.army.seat, "%s may only roll for %s.", g.armyName(r.army), e.only[0].plural())
		if len(left) == 0 {
			return true
		}
		r.counts = left
	}
	return false
}
