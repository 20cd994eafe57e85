package dragondice

import (
	"fmt"
	"slices"
	"strings"
)

// Edition is one rulebook as a value: its numbers, its steps in their order and
// its tables of rule items. Procedures ask it and never what it is called.
type Edition struct {
	// ID is what headers and commands call it ("starter", "4.01d").
	ID string
	// Title and Book name it for people.
	Title string
	Book  string
	// Revision counts this program's changes to it: one more with each by which a log plays otherwise.
	Revision int
	// Species lists the races that it knows; empty means all.
	Species []string
	// Elements lists those that its dice have; empty means all.
	Elements []string
	// Lacks are dice that it has no rules for though their race and elements are known.
	Lacks []Lack
	// Words are the edition's own names for things ("species" for 4, "race" for 3.04a).
	Words map[string]string
	// Says are the sentences that tell what each rule item does, by its id; nil for none.
	Says func() map[string]string

	Force  ForceRules
	Dragon DragonRules
	// Captured are results that are doubled for who holds a terrain; nil doubles what IDs make of any.
	Captured []Result
	// AllScale: every modifier that divides or multiplies a result does, one after another; else only
	// the one that does most.
	AllScale bool

	// Setup, Phases, March and DragonSteps are the steps of setting up, a turn, a march and a dragon
	// attack, in order.
	Setup       []Step
	Phases      []Step
	March       []MarchStep
	DragonSteps []DragonStep
	// Actions are what a march's action may be.
	Actions []Action
	// RollSteps resolve a roll, in order.
	RollSteps []RollStep

	Icons     []Icon
	SAIs      []SAI
	Spells    []Spell
	Abilities []Ability
	Eighths   []Eighth
	Minors    []Minor
	Breaths   []Breath
	// DragonIcons and DragonKinds are what dragons roll and are.
	DragonIcons []DragonIcon
	DragonKinds []DragonKind
	ItemKinds   []ItemKind
	// Champions are units that defend their army against dragons, Powers what their logo does.
	Champions []Champion
	Powers    []Power
	// Rules are what has no table of its own: on or off.
	Rules []Rule
}

// Lack is a sort of dice that an edition has no rules for.
type Lack struct {
	Of func(*Kind) bool
	// Why completes "it has no rules for …": the dice, and why not.
	Why string
}

// Step is a step of a procedure.
type Step struct {
	Rule
	Do func(*game)
}

// RollStep is a step of a roll's resolution.
type RollStep struct {
	Rule
	Do func(*roll)
	// Sums: it leaves a line in the trail even where it changes nothing, so that a sum shows all
	// that was looked for.
	Sums bool
}

// MarchStep is a step of a march with an army.
type MarchStep struct {
	Rule
	Do func(g *game, a army, rule Rule)
}

// Action is something that an army can do on the face that its terrain shows.
type Action struct {
	Rule
	// Icon is the terrain's face.
	Icon string
	// Can says whether there is anything to do; Do does it.
	Can func(g *game, a army) bool
	Do  func(g *game, a army, rule Rule)
}

// DragonStep is a step of a dragon attack.
type DragonStep struct {
	Rule
	Do func(*dragonAttack)
}

// Icon is what a plain icon does: it counts for one result, an ID for any.
type Icon struct {
	Rule
	Icon string
}

// Eighth is an eighth face and what it does.
type Eighth struct {
	Rule
	Icon string
	// Phase is done in the eighth face phase by who holds the terrain; nil for nothing.
	Phase func(g *game, t *terrain)
	// Modify adds to a roll of the army that holds it; nil for nothing.
	Modify func(r *roll)
	// Aims says which armies its holder may shoot at wherever they are; nil for none more.
	Aims func(g *game, b army) bool
	// Converts: its holder's magic may be of the terrain's elements.
	Converts bool
	// Wards is an element of opponents' magic that can't affect its holder; empty for none.
	Wards string
	// Captured is done when the terrain is captured; nil for nothing.
	Captured func(g *game, t *terrain)
	// Reroll is done in the re-roll step of its holder's army rolls; nil for nothing.
	Reroll func(r *roll)
	// Frontier: a terrain with it can only be proposed as the frontier.
	Frontier bool
	// UnitsOnly: only magic of units is converted.
	UnitsOnly bool
	// Plain: while it is captured nobody's magic is doubled there.
	Plain bool
}

// Minor is a face of minor terrains.
type Minor struct {
	Rule
	Icon string
	// Disaster: a minor terrain that shows it is buried when its army marches next, or returns to the
	// pool where Returns is set.
	Disaster, Returns bool
	Modify            func(r *roll)
	// Allows says whether an army may take an action because of the face that its minor terrain
	// shows; says is false where it has no say.
	Allows func(g *game, a army, action string) (allowed, says bool)
}

// Breath is the effect that an element adds to a dragon's breath.
type Breath struct {
	Rule
	Element string
	// Army is done to an army after units were killed by the breath.
	Army func(g *game, a army, killed []*die)
	// Units is what becomes of those five health-worth, for editions where that is the element's; nil
	// where they are killed.
	Units fate
	// OfTerrain: it is a breath of each element of the terrain instead.
	OfTerrain bool
}

// DragonIcon is an icon on dragons.
type DragonIcon struct {
	Rule
	Icon string
	// Damage is what it inflicts.
	Damage int
	// Again: the dragon is rolled again, and that counts too.
	Again bool
	// Bare: its automatic saves don't count.
	Bare bool
	// Breath, Treasure, Leaves: see the names.
	Breath, Treasure, Leaves bool
}

// DragonKind is a sort of dragon.
type DragonKind struct {
	Rule
	// Class is the dice list's word ("elemental").
	Class string
	// Attacks says whether it attacks that other dragon rather than the army.
	Attacks func(this, other *Kind) bool
	// Counts is as how many dragons of a force it counts.
	Counts int
	// Double: its damage and treasure count twice.
	Double bool
	// Wild: before each dragon attack phase it is tame no more.
	Wild bool
	// Untouched: only units of all elements tame, control, banish or slay it.
	Untouched bool
	// Avenges: slain by a champion it is rolled, and its jaws bury both.
	Avenges bool
	// Engages: a unit that controls it isn't rolled with its army against it.
	Engages bool
}

// ItemKind is a sort of item.
type ItemKind struct {
	Rule
	Kind string
	Size string
	// Points is its cost; Second that of each second one of a pair, 0 where it is the same.
	Points, Second int
	// Carried says who can carry it.
	Carried func(item, unit *Kind) bool
}

// ForceRules are the numbers of setting up.
type ForceRules struct {
	// Sizes are suggested; Default is taken where nothing is said.
	Sizes   []int
	Default int
	// Fixed: no other size.
	Fixed bool
	// PointsPerDragon: one dragon for so many points, or part of it.
	PointsPerDragon int
	// Dragons is a fixed number of dragons; 0 where PointsPerDragon says it.
	Dragons int
	// FirstDragons come with every force, and one more for each whole PointsPerDragon; 0 where a part
	// of PointsPerDragon counts already.
	FirstDragons int
	// LackingDragon is what a force loses in points for each dragon that it doesn't bring; 0 where it
	// must bring all.
	LackingDragon int
	// Crowd is how many armies may be placed at a terrain; 0 for any number.
	Crowd int
	// Sevens: a terrain may begin at seven; else it is turned down to six.
	Sevens bool
	// MinorsOver: a force brings at most so many minor terrains more than there are terrains in
	// the game; 0 where that bounds nothing.
	MinorsOver int
	// PointsPerKin allows one health of Dragonkin for each so many points; 0 where any number may come.
	PointsPerKin int
	// Minors is how many minor terrains a force may bring; 0 where that bounds nothing.
	Minors int
	// MagicIcons are those that make a die magic-capable, where the rule "force/magic" is there.
	MagicIcons             []string
	MinPlayers, MaxPlayers int
}

// DragonRules are the numbers of dragons.
type DragonRules struct {
	AutomaticSaves int
	// BreathKills is the health-worth that a breath kills in an army, BreathDamage what it does to a dragon.
	BreathKills, BreathDamage int
	// BreathBares: a breath takes a dragon's automatic saves until the end of the marching player's next
	// turn, and does no more to it.
	BreathBares bool
	// OneEach: melee slays one of several dragons at the most, and so do missiles.
	OneEach bool
	// Fight: dragons attack each other where their kinds say so.
	Fight bool
}

// Editions lists the editions that there are.
func Editions() []Edition { return []Edition{starter(), edition401d(), edition304a(), edition1996()} }

// Find returns an edition by its id.
func Find(id string) (Edition, error) {
	var ids []string
	for _, e := range Editions() {
		if e.ID == id {
			return e, nil
		}
		ids = append(ids, e.ID)
	}
	return Edition{}, fmt.Errorf("there is no edition %q: there are %s", id, strings.Join(ids, ", "))
}

// rule returns a plain rule; false where the edition hasn't got it.
func (e *Edition) rule(id string) (Rule, bool) {
	i := slices.IndexFunc(e.Rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return e.Rules[i], true
}

// cite says where a rule stands.
func (e *Edition) cite(r Rule) string {
	if r.Page == "" {
		return e.Book
	}
	return e.Book + ", " + r.Page
}

// sai returns the SAI of an icon.
func (e *Edition) sai(icon string) *SAI {
	for i := range e.SAIs {
		if e.SAIs[i].Icon == icon {
			return &e.SAIs[i]
		}
	}
	return nil
}

// bySAI reports whether a rule is that of an SAI.
func (e *Edition) bySAI(r Rule) bool {
	return slices.ContainsFunc(e.SAIs, func(s SAI) bool { return s.ID == r.ID })
}

// counts reports whether a plain icon or ID counts at all.
func (e *Edition) icon(icon string) (Rule, bool) {
	i := slices.IndexFunc(e.Icons, func(x Icon) bool { return x.Icon == icon })
	if i < 0 {
		return Rule{}, false
	}
	return e.Icons[i].Rule, true
}

// spell returns a spell by the id of its item.
func (e *Edition) spell(id string) *Spell {
	for i := range e.Spells {
		if e.Spells[i].ID == id {
			return &e.Spells[i]
		}
	}
	return nil
}

func (e *Edition) eighth(icon string) *Eighth {
	for i := range e.Eighths {
		if e.Eighths[i].Icon == icon {
			return &e.Eighths[i]
		}
	}
	return nil
}

func (e *Edition) dragonIcon(icon string) *DragonIcon {
	for i := range e.DragonIcons {
		if e.DragonIcons[i].Icon == icon {
			return &e.DragonIcons[i]
		}
	}
	return nil
}

func (e *Edition) dragonKind(class string) *DragonKind {
	for i := range e.DragonKinds {
		if e.DragonKinds[i].Class == class {
			return &e.DragonKinds[i]
		}
	}
	return nil
}
