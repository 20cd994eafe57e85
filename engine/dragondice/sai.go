package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// SAI is a special action icon: a row of an edition's table.
type SAI struct {
	Rule
	// Icon is its name on dice.
	Icon string
	// Modes say what it does in which rolls. The first that fits counts.
	Modes []Mode
	// Dying runs when a unit with this icon on a face is being killed or buried; nil for nothing.
	Dying func(d *deaths, x *die)
	// Dispels may negate castings that were announced; nil for nothing.
	Dispels func(g *game, spells []*casting)
	// Single: dice that show it are resolved one by one and never combined.
	Single bool
}

// Mode is what an SAI does in some rolls. It may have Gives, Do and Late together.
type Mode struct {
	// On are the rolls that it is for. One that fits is enough.
	On []When
	// For selects the dice that the mode is for, if that depends on the die; nil for all.
	For func(*die) bool
	// Gives are the results that it generates.
	Gives []Given
	// Again: the die is rolled again, and the new face counts too.
	Again bool
	// Early runs in the re-roll step.
	Early func(r *roll, d *rolled)
	// ID: the face counts as an ID, whatever else it gives.
	ID bool
	// Whole: equal ones are always combined, because that makes no difference.
	Whole bool
	// Do runs when SAIs are applied.
	Do func(r *roll, u use)
	// Late runs in the defender's save roll, before that is counted. r is the save roll.
	Late func(r *roll, u use)
}

// When reports whether a mode is for a roll.
type When func(*roll) bool

// Given is a number of results of one type, or of several.
type Given struct {
	// Of are the types. If there are several, the results are of those that the roll counts, and the
	// roller spreads them.
	Of []Result
	// N is the number; 0 stands for X.
	N int
}

// use is an SAI as a roll shows it, on one die or on several that are combined.
type use struct {
	row  *SAI
	mode *Mode
	dice []*rolled
	// x is the sum of the dice's X.
	x int
	// roll is the roll that shows it.
	roll *roll
}

// count sets x.
func (u *use) count() {
	u.x = 0
	for _, d := range u.dice {
		u.x += d.shows().worth()
	}
}

// Tests for the rolls that a mode is for.

// rolling fits a roll of an army or a unit for one of the purposes.
func rolling(ps ...Purpose) When {
	return func(r *roll) bool { return slices.ContainsFunc(ps, r.isFor) }
}

// isFor reports whether the roll is made for a purpose. A combination roll is made for each of its
// types.
func (r *roll) isFor(p Purpose) bool {
	if r.purpose == p {
		return true
	}
	of, plain := resultOf(string(p))
	return plain && len(r.counts) > 1 && r.purpose != ForDragon && r.wants(of)
}

// attacking fits an army's melee or missile attack, counter-attacks included.
func attacking(ps ...Purpose) When {
	return func(r *roll) bool { return !r.individual && r.other != nil && slices.Contains(ps, r.purpose) }
}

// acting fits an army's roll for an action: an attack or a magic action.
func acting(ps ...Purpose) When {
	return func(r *roll) bool { return !r.individual && slices.Contains(ps, r.purpose) }
}

// savingFrom fits an army's save roll against a melee or missile attack.
func savingFrom(attack Purpose) When {
	return func(r *roll) bool { return !r.individual && r.purpose == ForSave && r.against == attack }
}

// saving fits any roll that counts saves, except the response to a dragon attack.
func saving(r *roll) bool { return r.isFor(ForSave) }

// againstDragons fits the response to a dragon attack.
func againstDragons(r *roll) bool { return r.purpose == ForDragon }

// anyRoll fits all rolls.
func anyRoll(*roll) bool { return true }

// nonManeuver fits all rolls that don't count maneuvers, except the roll for the order of play.
func nonManeuver(r *roll) bool { return !r.wants(Maneuver) && !r.bare }

// anyArmyRoll fits all but individual rolls.
func anyArmyRoll(r *roll) bool { return !r.individual }

// alone fits a roll of targeted units.
func alone(r *roll) bool { return r.individual }

// x gives X of each of the types.
func x(of ...Result) []Given {
	var out []Given
	for _, o := range of {
		out = append(out, Given{Of: []Result{o}})
	}
	return out
}

// fixed gives n of one type.
func fixed(n int, of Result) []Given { return []Given{{Of: []Result{of}, N: n}} }

// oneOf gives X, which the roller spreads over the types.
func oneOf(of ...Result) []Given { return []Given{{Of: of}} }

// uses returns the SAIs of the roll that aren't applied yet. Equal ones are combined if that is
// possible.
func (r *roll) uses() []use {
	var out []use
	for _, d := range r.dice {
		m := r.mode(d)
		if m == nil || d.void || d.applied {
			continue
		}
		row := r.g.ed.sai(d.shows().rule())
		i := slices.IndexFunc(out, func(u use) bool { return u.mode == m && !row.Single })
		if i < 0 {
			out = append(out, use{row: row, mode: m, roll: r})
			i = len(out) - 1
		}
		out[i].dice = append(out[i].dice, d)
	}
	return r.apart(out)
}

// apart asks the roller whether equal SAIs are combined or resolved one by one. It asks only about SAIs
// that do more than generate results.
func (r *roll) apart(uses []use) []use {
	var out []use
	for _, u := range uses {
		if len(u.dice) < 2 || u.mode.Whole || !u.acts() {
			out = append(out, u)
			continue
		}
		how := r.g.declare(r.seat(), u.row.Rule, r.what+" combine", fmt.Sprintf("%s: %d dice show %s: combine them to one, or resolve them one by one?", r.g.name(r.seat()), len(u.dice), u.row.Name),
			[]engine.Option{{ID: "combine", Text: "Combine"}, {ID: "apart", Text: "One by one"}})
		if how == "combine" {
			out = append(out, u)
			continue
		}
		for _, d := range u.dice {
			one := u
			one.dice = []*rolled{d}
			out = append(out, one)
		}
	}
	return out
}

// acts reports whether the SAI does more than generate results.
func (u use) acts() bool { return u.mode.Do != nil || u.mode.Late != nil }

// arranged asks the roller for the order of SAIs that do something. SAIs that only generate results
// come first, because their order changes nothing.
func (r *roll) arranged(uses []use) []use {
	var plain, acting []use
	for _, u := range uses {
		if u.mode.Do != nil {
			acting = append(acting, u)
		} else {
			plain = append(plain, u)
		}
	}
	if len(acting) < 2 || !slices.ContainsFunc(acting, func(u use) bool { return !u.like(acting[0]) }) {
		return append(plain, acting...)
	}
	items := make([]engine.Option, len(acting))
	for i, u := range acting {
		items[i] = engine.Option{ID: fmt.Sprintf("%s %d", u.row.Icon, i+1), Text: u.row.Name, Die: u.dice[0].die.id}
	}
	rule, _ := r.g.ed.rollStep("roll/sais")
	q := r.g.question(r.seat(), rule, r.what+" order", r.g.name(r.seat())+": in which order are the SAIs applied?")
	q.Kind, q.Arrange = engine.KindArrange, &engine.Arrange{Items: items}
	for _, id := range r.g.table.Ask(q).Chosen {
		i := slices.IndexFunc(items, func(o engine.Option) bool { return o.ID == id })
		plain = append(plain, acting[i])
	}
	return plain
}

// like reports whether two uses differ only in their dice, and these are of one kind. Then their order
// changes nothing.
func (u use) like(o use) bool {
	return u.mode == o.mode && len(u.dice) == 1 && len(o.dice) == 1 && u.dice[0].die.kind == o.dice[0].die.kind && u.dice[0].face == o.dice[0].face
}

// rollStep returns the rule of a step of a roll. It returns false if the edition doesn't have the step.
func (e *Edition) rollStep(id string) (Rule, bool) {
	i := slices.IndexFunc(e.RollSteps, func(s RollStep) bool { return s.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return e.RollSteps[i].Rule, true
}

// apply does what the mode says.
func (s *SAI) apply(r *roll, u use) {
	for _, g := range u.mode.Gives {
		r.generate(s.Rule, u, g)
	}
	if u.mode.Late != nil {
		r.delayed = append(r.delayed, u)
	}
	if u.mode.Do != nil {
		s.note(r, u)
		u.mode.Do(r, u)
	}
}

// note tells that the SAI was applied.
func (s *SAI) note(r *roll, u use) {
	dice := make([]*die, len(u.dice))
	for i, d := range u.dice {
		dice[i] = d.die
	}
	r.g.tell(s.Rule, u.roll.seat(), "%s: %s %s %s.", r.g.name(u.roll.seat()), listed(namesOf(dice), "and"), verb(len(dice), "show"), s.Name)
}

// generate adds the results that an SAI generates.
func (r *roll) generate(rule Rule, u use, gv Given) {
	var of []Result
	for _, o := range gv.Of {
		if r.wants(o) {
			of = append(of, o)
		}
	}
	if len(of) == 0 {
		return
	}
	if len(of) == 1 {
		for _, d := range u.dice {
			n := gv.N
			if n == 0 {
				n = d.shows().worth()
			}
			r.give(d.die, of[0], n, fromSAI, rule)
		}
		return
	}
	n := gv.N * len(u.dice)
	if gv.N == 0 {
		n = u.x
	}
	for i, part := range r.spread(modifier{rule: rule, n: n}, of, "split", func(Result) int { return n }) {
		r.give(u.dice[0].die, of[i], part, fromSAI, rule)
	}
}
