package dragondice

import "astragal/engine"

// Ability is what a species can do: a row of an edition's table. It has the
// hooks that it needs and leaves the others nil.
type Ability struct {
	Rule
	// Species has it.
	Species string
	// Modify adds modifiers to a roll (r.mods), before each step that applies some. It must give
	// the same each time.
	Modify func(r *roll)
	// Converts lets dice of the roll count results as others before they are multiplied; false where
	// it doesn't apply.
	Converts func(r *roll) (conversion, bool)
	// Reroll is done in the re-roll step.
	Reroll func(r *roll)
	// MayRoll keeps dice out of an army's roll.
	MayRoll func(d *die, r *roll) bool
	// Phase is done in the species abilities phase of each turn.
	Phase func(g *game)
	// Instead may be done instead of a maneuver; it says whether it was.
	Instead func(g *game, a army) bool
	// Killed may change what becomes of units being killed.
	Killed func(d *deaths)
	// Buried may keep dead units from being buried: it returns those that are.
	Buried func(g *game, dice []*die) []*die
	// Retreat is done in the retreat step.
	Retreat func(g *game)
	// Struck is done after a save roll against an attack was resolved.
	Struck func(g *game, attack, save *roll)
	// Attacked is done when an attack has been resolved, before a counter-attack.
	Attacked func(g *game, attack *roll)
	// Pierces is how much of an attack only saves made by spells reduce.
	Pierces func(g *game, attack *roll) int
	// Negates is done when the SAIs of a roll have been applied, before its results are counted.
	Negates func(r *roll)
	// Between is done in a march between its maneuver and its action.
	Between func(g *game, a army)
	// Stays reports whether a unit can't leave its place.
	Stays func(d *die) bool
	// Settled is done when units have died or moved.
	Settled func(g *game)
	// Brave lets a Dragonkin roll against any dragon.
	Brave func(d *die, r *roll) bool
	// Lost keeps a dead unit from being recruited and revived, and units from being promoted to it.
	Lost func(d *die) bool
	// Undoubled keeps the species' IDs from being doubled in magic by some terrain.
	Undoubled func(t *terrain) bool
	// Channels: units of the species double death magic up to the health of all players' dead.
	Channels bool
	// Sources changes what a magic roll can be spent on.
	Sources func(r *roll, list []source) []source
}

func (g *game) abilities() []Ability { return g.ed.Abilities }

// species reports whether a die belongs to a race.
func species(race string) func(*die) bool {
	return func(d *die) bool { return d.kind.Race == race && d.kind.isUnit() }
}

// countsWhere lets a species count results of one type as another where its army stands at some
// elements, all of them, and the roll fits.
func countsWhere(rule Rule, race string, at []string, from, to Result, fits When) func(*roll) {
	return func(r *roll) {
		if r.bare || !r.wants(to) || !fits(r) || !r.g.stands(r.army, at...) {
			return
		}
		r.mods = append(r.mods, modifier{rule: rule, op: countAs, of: []Result{to}, from: from, dice: species(race)})
	}
}

// stands reports whether an army is at a terrain with all of some elements.
func (g *game) stands(a army, elements ...string) bool {
	for _, e := range elements {
		if !g.reachesElement(a, e) {
			return false
		}
	}
	return a.place.area == atTerrain
}

// has reports whether an army has units of a species.
func (g *game) has(a army, race string) bool { return len(g.unitsWhere(a, species(race))) > 0 }

// armiesWith are a seat's armies at terrains that have units of a species.
func (g *game) armiesWith(seat engine.Seat, race string) []army {
	return g.armies(func(a army) bool { return a.seat == seat && a.place.area == atTerrain && g.has(a, race) })
}

// byDead is the limit of an ability that counts a species' dead units: one for each, but no more than
// most for each 24 points of the force size or part of it (p. 21). A Deadland in play counts too.
func (g *game) byDead(seat engine.Seat, race string, most int) int {
	most *= (g.ed.size(g.settings.Size) + 23) / 24
	dead := 0
	for _, d := range g.dead(seat) {
		if d.kind.Race == race {
			dead++
		}
	}
	rule, on := g.ed.rule("species/deadland")
	for _, d := range g.dice {
		if !on || d.owner != seat || d.at.area != atTerrain || !d.kind.isMinor() || d.kind.TerrainType != "deadland" {
			continue
		}
		counts := 1
		if g.ruling(rule, "For how many dead units does a Deadland in play count?", []engine.Option{
			{ID: "one", Text: "For one"}, {ID: "limit", Text: "For as many as the ability's limit"}}) == "limit" {
			counts = most
		}
		g.tell(rule, seat, "%s counts as %d dead.", d.kind.Name, counts)
		dead += counts
	}
	return min(dead, most)
}
