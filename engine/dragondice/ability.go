package dragondice

// Ability is what a species can do: a row of an edition's table. It has the
// hooks that it needs and leaves the others nil.
type Ability struct {
	Rule
	// Species has it.
	Species string
	// Modify adds modifiers to a roll (r.mods), before each step that applies some. It must give
	// the same each time.
	Modify func(r *roll)
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
	// Sources changes what a magic roll can be spent on.
	Sources func(r *roll, list []source) []source
}

func (g *game) abilities() []Ability { return g.ed.Abilities }

// species reports whether a die belongs to a race.
func species(race string) func(*die) bool {
	return func(d *die) bool { return d.kind.Race == race && d.kind.isUnit() }
}

// countsWhere lets a species count plain icons of one type as another where a
// terrain contains an element and the roll fits.
func countsWhere(rule Rule, race, element string, from, to Result, fits When) func(*roll) {
	return func(r *roll) {
		if r.bare || !r.wants(to) || !fits(r) || !r.g.reachesElement(r.army, element) {
			return
		}
		r.mods = append(r.mods, modifier{rule: rule, op: countAs, of: []Result{to}, from: from, dice: species(race)})
	}
}
