package dragondice

import "astragal/engine"

// Ability is what a species can do: a row of an edition's table. An ability sets the hooks that it
// needs. Its other hooks are nil.
type Ability struct {
	Rule
	// Species is the species that has it.
	Species string
	// Modify adds modifiers to a roll (r.mods). It is called before each step that applies modifiers,
	// and must add the same ones each time.
	Modify func(r *roll)
	// Converts says which dice of the roll count their results as another type before anything is
	// multiplied. It returns false if the ability doesn't apply to the roll.
	Converts func(r *roll) (conversion, bool)
	// Reroll runs in the re-roll step.
	Reroll func(r *roll)
	// MayRoll reports whether a die takes part in a roll.
	MayRoll func(d *die, r *roll) bool
	// Phase runs in the species abilities phase of each turn.
	Phase func(g *game)
	// Instead offers something in place of a maneuver. It reports whether the player did that.
	Instead func(g *game, a army) bool
	// Killed may change what happens to units that are being killed.
	Killed func(d *deaths)
	// Buried may keep dead units from being buried. It returns those that are buried.
	Buried func(g *game, dice []*die) []*die
	// Retreat runs in the retreat step.
	Retreat func(g *game)
	// Struck runs after a save roll against an attack.
	Struck func(g *game, attack, save *roll)
	// Attacked runs after an attack, before the counter-attack.
	Attacked func(g *game, attack *roll)
	// Pierces returns how many points of an attack can be reduced only by saves that spells made.
	Pierces func(g *game, attack *roll) int
	// Negates runs after the SAIs of a roll were applied, before its results are counted.
	Negates func(r *roll)
	// Between runs in a march, between its maneuver and its action.
	Between func(g *game, a army)
	// Stays reports whether a unit can't leave its place.
	Stays func(d *die) bool
	// Settled runs when units have died or moved.
	Settled func(g *game)
	// Brave reports whether a Dragonkin may roll against any dragon.
	Brave func(d *die, r *roll) bool
	// Lost reports whether a dead unit can't come back: nobody recruits it, revives it or promotes a
	// unit to it.
	Lost func(d *die) bool
	// Undoubled reports whether a terrain doesn't double the magic of the species' IDs.
	Undoubled func(t *terrain) bool
	// Channels: units of the species double death magic up to the health of all players' dead units.
	Channels bool
	// Sources changes what the magic of a roll can be spent on.
	Sources func(r *roll, list []source) []source
}

func (g *game) abilities() []Ability { return g.ed.Abilities }

// species returns a test for units of a race.
func species(race string) func(*die) bool {
	return func(d *die) bool { return d.kind.Race == race && d.kind.isUnit() }
}

// countsWhere returns a Modify hook. It lets a race count results of one type as another if the roll
// fits and the army stands at a terrain with all of the elements.
func countsWhere(rule Rule, race string, at []string, from, to Result, fits When) func(*roll) {
	return func(r *roll) {
		if r.bare || !r.wants(to) || !fits(r) || !r.g.stands(r.army, at...) {
			return
		}
		r.mods = append(r.mods, modifier{rule: rule, op: countAs, of: []Result{to}, from: from, dice: species(race)})
	}
}

// stands reports whether an army is at a terrain that has all of the elements.
func (g *game) stands(a army, elements ...string) bool {
	for _, e := range elements {
		if !g.reachesElement(a, e) {
			return false
		}
	}
	return a.place.area == atTerrain
}

// has reports whether an army has units of a race.
func (g *game) has(a army, race string) bool { return len(g.unitsWhere(a, species(race))) > 0 }

// armiesWith returns a seat's armies at terrains that have units of a race.
func (g *game) armiesWith(seat engine.Seat, race string) []army {
	return g.armies(func(a army) bool { return a.seat == seat && a.place.area == atTerrain && g.has(a, race) })
}

// byDead returns the limit of an ability that counts a race's dead units: one for each, at most
// `most` for each 24 points of the force size or part of them (p. 21). A Deadland in play counts as
// dead units too.
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
