package dragondice

import (
	"astragal/engine"
)

// effect is something that lasts: a spell, what an SAI or a dragon's breath
// leaves behind.
type effect struct {
	rule Rule
	// by made it; it ends when the turn of ends begins.
	by, ends engine.Seat
	// It lies on exactly one of these.
	army    *army
	terrain string
	unit    *die
	dua     engine.Seat

	// n is how many castings it combines.
	n int
	// mods change rolls of what it lies on; when limits the rolls (nil: all army rolls).
	mods []modifier
	when func(*roll) bool
	// still: the unit can't be rolled. bound: it can't leave its terrain.
	still, bound bool
	// unsaving: the unit isn't rolled for its army's saves.
	unsaving bool
	// march ends it with the march. untilTurned ends it when the terrain that it lies on is turned.
	march, untilTurned bool
	// while ends it when that die is rolled or leaves its place.
	while *die
	// leaves ends it when the unit leaves its place.
	leaves bool
	// reroll is done in the re-roll step of rolls that feel it.
	reroll func(*roll, *effect)
	// killed may change what becomes of killed units.
	killed func(*deaths, *effect)
	// maneuvered is done when an army has maneuvered the terrain.
	maneuvered func(army, *effect)
	// tiesToCounter: equal maneuvers at the terrain go to those who oppose.
	tiesToCounter bool
	// hides: opponents can't choose the army for missiles and spells.
	hides bool
	// text says in short what it does.
	text string
}

// last puts an effect in force until the beginning of its maker's next turn, if
// it says no other end.
func (g *game) last(e effect) {
	if e.ends == 0 {
		e.ends = e.by
	}
	if e.n == 0 {
		e.n = 1
	}
	g.effects = append(g.effects, &e)
}

// feels reports whether an effect is on what rolls: modifiers on an army don't
// touch the roll of an individual unit, and the other way round.
func (r *roll) feels(e *effect) bool {
	if r.bare || e.when != nil && !e.when(r) {
		return false
	}
	switch {
	case e.unit != nil:
		return r.individual && len(r.units) == 1 && r.units[0] == e.unit
	case r.individual:
		return false
	case e.army != nil:
		return *e.army == r.army
	case e.terrain != "":
		return r.army.place.area == atTerrain && r.army.place.terrain == e.terrain
	}
	return false
}

// endEffects takes away the effects that f wants gone.
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

// settleEffects ends what lies on armies and units that are not there any more.
func (g *game) settleEffects() {
	g.endEffects(func(e *effect) bool {
		return e.army != nil && len(g.units(*e.army)) == 0 || e.unit != nil && !e.unit.inPlay()
	})
}

// on says what an effect lies on.
func (g *game) on(e *effect) string {
	switch {
	case e.army != nil:
		return g.armyName(*e.army)
	case e.unit != nil:
		return e.unit.kind.Name
	case e.terrain != "":
		return e.terrain
	case e.dua != 0:
		return g.name(e.dua) + "'s dead"
	}
	return "the table"
}

// bound reports whether something keeps a unit where it is.
func (g *game) bound(d *die) *effect {
	for _, e := range g.effects {
		if e.bound && e.unit == d {
			return e
		}
	}
	return nil
}
