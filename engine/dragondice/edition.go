package dragondice

import (
	"fmt"
	"slices"
	"strings"
)

// Edition is one rulebook as a value: its numbers, its steps in their order and its tables of rule
// items. Procedures ask what it says and never what it is called.
type Edition struct {
	// ID is what headers and commands call it ("starter", "4.01d").
	ID string
	// Title and Book name it for people.
	Title string
	Book  string
	// Revision is one more for each change of this program that makes a log play differently.
	Revision int
	// Species lists the races that it knows. If it is empty, it knows all.
	Species []string
	// Elements lists the elements that its dice have. If it is empty, they have all.
	Elements []string
	// Lacks are dice that it has no rules for, though it knows their race and elements.
	Lacks []Lack
	// Words are the edition's own names for things ("species" for 4, "race" for 3.04a).
	Words map[string]string
	// Says returns the sentences that tell what each rule item does, by its id. It is nil if there are
	// none.
	Says func() map[string]string

	Force  ForceRules
	Dragon DragonRules
	// Captured are the types of result that are doubled for the holder of a terrain. If it is nil, what
	// IDs make is doubled, whatever its type.
	Captured []Result
	// AllScale: all modifiers that divide or multiply a result work, one after another, except those of
	// SAIs. If it is false, only the one works that changes the result most.
	AllScale bool

	// Setup, Phases, March and DragonSteps are the steps of setting up, a turn, a march and a dragon
	// attack, in order.
	Setup       []Step
	Phases      []Step
	March       []MarchStep
	DragonSteps []DragonStep
	// Actions are the actions that a march can have.
	Actions []Action
	// RollSteps are the steps that resolve a roll, in order.
	RollSteps []RollStep

	Icons     []Icon
	SAIs      []SAI
	Spells    []Spell
	Abilities []Ability
	Eighths   []Eighth
	Minors    []Minor
	Breaths   []Breath
	// DragonIcons are the icons on dragons. DragonKinds are the sorts of dragons.
	DragonIcons []DragonIcon
	DragonKinds []DragonKind
	ItemKinds   []ItemKind
	// Champions are units that defend their army against dragons. Powers are what their logo does.
	Champions []Champion
	Powers    []Power
	// Rules are rules that have no table of their own: an edition has them or not.
	Rules []Rule
}

// Lack is a sort of dice that an edition has no rules for.
type Lack struct {
	Of func(*Kind) bool
	// Why completes "it has no rules for …": which dice, and why not.
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
	// Sums: it leaves a line in the trail even if it changes nothing. So a sum shows all that was
	// looked for.
	Sums bool
}

// MarchStep is a step of a march with an army.
type MarchStep struct {
	Rule
	Do func(g *game, a army, rule Rule)
}

// Action is something that an army can do if its terrain shows a face.
type Action struct {
	Rule
	// Icon is the icon of that face.
	Icon string
	// Can reports whether there is anything to do. Do does it.
	Can func(g *game, a army) bool
	Do  func(g *game, a army, rule Rule)
}

// DragonStep is a step of a dragon attack.
type DragonStep struct {
	Rule
	Do func(*dragonAttack)
}

// Icon is a plain icon: it counts for one type of result. An ID counts for any.
type Icon struct {
	Rule
	Icon string
}

// Eighth is an eighth face and what it does.
type Eighth struct {
	Rule
	Icon string
	// Phase runs in the eighth face phase for the terrain's holder; nil for nothing.
	Phase func(g *game, t *terrain)
	// Modify adds modifiers to a roll of the holder's army; nil for nothing.
	Modify func(r *roll)
	// Aims reports whether the holder may shoot at an army that missiles don't reach. If it is nil, the
	// holder can shoot at no more armies than others.
	Aims func(g *game, b army) bool
	// Converts: the holder's magic may be of the terrain's elements.
	Converts bool
	// Wards is an element. Opponents' magic of that element can't affect the holder. It is empty for
	// none.
	Wards string
	// Captured runs when the terrain is captured; nil for nothing.
	Captured func(g *game, t *terrain)
	// Reroll runs in the re-roll step of the rolls of the holder's army; nil for nothing.
	Reroll func(r *roll)
	// Frontier: a terrain with this face can only be proposed as the frontier.
	Frontier bool
	// UnitsOnly: Converts works on the magic of units, not on that of items.
	UnitsOnly bool
	// Plain: while the terrain is captured, nobody's magic is doubled there.
	Plain bool
}

// Minor is a face of minor terrains.
type Minor struct {
	Rule
	Icon string
	// Disaster: if a minor terrain shows this face when its army marches next, it is buried. If Returns
	// is set, it returns to the pool instead.
	Disaster, Returns bool
	Modify            func(r *roll)
	// Allows reports whether an army may take an action, because of the face that its minor terrain
	// shows. If says is false, the face has no say in it.
	Allows func(g *game, a army, action string) (allowed, says bool)
}

// Breath is the effect of an element in a dragon's breath.
type Breath struct {
	Rule
	Element string
	// Army does something to the army as a whole. killed are the units that the breath killed before.
	Army func(g *game, a army, killed []*die)
	// Units does something to five health-worth of units, in editions where the element says what. If
	// it is nil, they are killed.
	Units fate
	// OfTerrain: instead, the dragon breathes once for each element of the terrain.
	OfTerrain bool
}

// DragonIcon is an icon on dragons.
type DragonIcon struct {
	Rule
	Icon string
	// Damage is how much damage it inflicts.
	Damage int
	// Again: the dragon is rolled again, and the new face counts too.
	Again bool
	// Bare: the dragon's automatic saves don't count.
	Bare bool
	// Breath: the dragon breathes. Treasure: it guards a treasure. Leaves: it flies away.
	Breath, Treasure, Leaves bool
}

// DragonKind is a sort of dragon.
type DragonKind struct {
	Rule
	// Class is the word of the dice list ("elemental").
	Class string
	// Attacks reports whether it attacks another dragon rather than the army.
	Attacks func(this, other *Kind) bool
	// Counts is how many dragons of a force it stands for.
	Counts int
	// Double: its damage and treasure count twice.
	Double bool
	// Wild: it is set free before each dragon attack phase, if it is tame.
	Wild bool
	// Untouched: only units of all elements can tame, control, banish or slay it with their logo.
	Untouched bool
	// Avenges: if a champion slays it, it is rolled. If it shows jaws, both are buried.
	Avenges bool
	// Engages: a unit that controls it isn't rolled with its army in the response.
	Engages bool
}

// ItemKind is a sort of item.
type ItemKind struct {
	Rule
	Kind string
	Size string
	// Points is what it costs. Second is what every second one costs; 0 if that is the same.
	Points, Second int
	// Carried reports whether a unit can carry it; nil if every unit can.
	Carried func(item, unit *Kind) bool
}

// ForceRules are the numbers of setting up.
type ForceRules struct {
	// Sizes are the suggested force sizes. Default is taken if nothing is said.
	Sizes   []int
	Default int
	// Fixed: the game has the default size and no other.
	Fixed bool
	// PointsPerDragon is how many points of the force size bring one dragon. A part of it brings one
	// too.
	PointsPerDragon int
	// Dragons is a fixed number of dragons. If it is 0, PointsPerDragon says how many there are.
	Dragons int
	// FirstDragons come with every force, and one more for each whole PointsPerDragon. If it is 0, a
	// part of PointsPerDragon brings a dragon too.
	FirstDragons int
	// LackingDragon is how many points a force loses for each dragon that it doesn't bring. If it is 0,
	// a force must bring all of them.
	LackingDragon int
	// Crowd is how many armies may be placed at a terrain; 0 for any number.
	Crowd int
	// Sevens: a terrain may begin at seven. If it is false, a seven is turned down to six.
	Sevens bool
	// MinorsOver bounds the minor terrains of a force: the number of terrains in the game and so many
	// more. If it is 0, that is no bound.
	MinorsOver int
	// PointsPerKin allows one health of Dragonkin for each so many points. If it is 0, any number may
	// come.
	PointsPerKin int
	// Minors is how many minor terrains a force may bring. If it is 0, that is no bound.
	Minors int
	// MagicIcons are the icons that make a die magic-capable, if the edition has the rule
	// "force/magic".
	MagicIcons             []string
	MinPlayers, MaxPlayers int
}

// DragonRules are the numbers of dragons.
type DragonRules struct {
	AutomaticSaves int
	// BreathKills is how much health a breath kills in an army. BreathDamage is what it does to a
	// dragon.
	BreathKills, BreathDamage int
	// BreathBares: a breath on a dragon takes its automatic saves until the end of the marching
	// player's next turn. It does nothing else to it.
	BreathBares bool
	// OneEach: melee slays at most one of several dragons, and so do missiles.
	OneEach bool
	// Fight: dragons attack each other if their kinds say so.
	Fight bool
}

// Editions returns all editions.
func Editions() []Edition { return []Edition{starter(), edition401d(), edition304a(), edition1996()} }

// Find returns an edition by its id. The error lists the ids that there are.
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

// rule returns a rule that has no table of its own. It returns false if the edition doesn't have it.
func (e *Edition) rule(id string) (Rule, bool) {
	i := slices.IndexFunc(e.Rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return e.Rules[i], true
}

// cite returns where a rule stands: the book and the page.
func (e *Edition) cite(r Rule) string {
	if r.Page == "" {
		return e.Book
	}
	return e.Book + ", " + r.Page
}

// sai returns the SAI of an icon. It returns nil if there is none.
func (e *Edition) sai(icon string) *SAI {
	for i := range e.SAIs {
		if e.SAIs[i].Icon == icon {
			return &e.SAIs[i]
		}
	}
	return nil
}

// bySAI reports whether a rule is the rule of an SAI.
func (e *Edition) bySAI(r Rule) bool {
	return slices.ContainsFunc(e.SAIs, func(s SAI) bool { return s.ID == r.ID })
}

// icon returns the rule of a plain icon or of the ID. It returns false if the edition doesn't count it.
func (e *Edition) icon(icon string) (Rule, bool) {
	i := slices.IndexFunc(e.Icons, func(x Icon) bool { return x.Icon == icon })
	if i < 0 {
		return Rule{}, false
	}
	return e.Icons[i].Rule, true
}

// spell returns a spell by the id of its rule item. It returns nil if there is none.
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
