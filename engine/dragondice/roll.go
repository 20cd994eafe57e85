package dragondice

import (
	"fmt"

	"astragal/engine"
)

// cast says what a roll is for.
type cast struct {
	purpose Purpose
	// counts are the types that count. There are several for a combination roll.
	counts []Result
	// rule is the rule that calls for the roll.
	rule Rule
	// army is the army that rolls. If individual is set, single units of it roll.
	army       army
	individual bool
	// other is the army attacked or the army that attacks; nil for none.
	other *army
	// counter: it is a counter-attack or counter-maneuver.
	counter bool
	// against is what a save roll is made against: the attack's purpose, ForDragon, or ForMagic for
	// spells. It is empty for other things.
	against Purpose
	// attack is the attacker's roll, if this is the save roll against it.
	attack *roll
	// dragons are the dragons that attack, if this is the army's response.
	dragons []*attacker
	// alsoCounts are types that the defender counts too in its save roll.
	alsoCounts []Result
	// bare: it is the roll for the order of play, at no terrain. Only results count.
	bare bool
	// summed: its results are added up. It matters which type an ID counts as only if a modifier
	// changes one type alone.
	summed bool
	// only selects the dice of the army that roll; nil for all.
	only func(*die) bool
	// what names the moment, for keys.
	what string
}

// rolled is a die of a roll and the face it shows. If a die is rolled again "and that counts too", the
// roll has it once for each face.
type rolled struct {
	die  *die
	face int
	// void: it doesn't count. It left before its results were used, or it was rolled again in place of
	// this face.
	void bool
	// again: it was rolled again already.
	again bool
	// applied: its SAI was applied.
	applied bool
	// mode is what its SAI does in this roll; nil until that is known.
	mode *Mode
	// as is the type chosen for its SAI. left is how much its SAI has still to spend.
	as   Result
	left int
}

func (d *rolled) shows() Face { return d.die.kind.Faces[d.face] }

// share is what one die adds to the roll.
type share struct {
	die *die
	of  Result
	n   int
	// from is the pool that it is in.
	from pool
	// sai is the rule of the SAI, if from is fromSAI.
	sai Rule
}

// pool is where results come from. Pools are apart until a step joins them.
type pool int

const (
	fromIcon pool = iota
	fromID
	fromSAI
	fromAdded
)

// roll is a roll that the edition's steps resolve.
type roll struct {
	cast
	g    *game
	dice []*rolled
	// units are the dice to roll.
	units []*die
	// pools hold the results by where they come from. What the roll has of a type is the sum of its
	// pools.
	pools [fromAdded + 1]tally
	// shares say which die made what, before any modifier.
	shares []share
	mods   []modifier
	// lines are the lines of the trail.
	lines []engine.Line
	// delayed are SAIs that are applied in the defender's save roll.
	delayed []use
	// back is damage that a save roll deals to the attacker. Only saves that spells made reduce it.
	back []backDamage
	// noCounter: the defender may not counter-attack.
	noCounter bool
	// magical is how many saves spells made.
	magical int
	// bared are dice whose automatic saves don't count in this roll.
	bared []*die
	// tints are further elements that some of its magic may be of.
	tints []tint
	// onOpposing are modifiers for the rolls of those who oppose a maneuver.
	onOpposing []modifier
	// after runs when the roll is resolved.
	after []func()
	// hidden are results that the roll has for a while, because they will count as another type.
	hidden []conversion
	// colored is its magic once the colours of its IDs are chosen; nil if they aren't.
	colored []source
	// owed is how much black magic must be spent because dead units were buried for it.
	owed int
	// changing are the dice whose results are in hidden.
	changing map[*rolled]bool
	// recounted are the dice that counted as another type already.
	recounted map[*rolled]bool
	// brave are Dragonkin that roll against any dragon. asked is set once they are known.
	brave []*die
	asked bool
	// extra is magic that a modifier of single dice added. spent is what the roll's magic can be spent
	// on; nil until some of it was doubled.
	extra []share
	spent []source
	// muted is the rule by which only results of SAIs count; nil for none.
	muted *Rule
	// wholly is what all results of each type were scaled by: first before SAIs' results were joined to
	// the others, then after. Later modifiers of single dice need it.
	wholly [2][kindsOfResult]ratio
	// looked is how many dice were looked at for SAIs that roll again.
	looked int
	// joined: the results of SAIs are joined to the others.
	joined bool
}

// backDamage is damage that a save roll deals to the attacking army.
type backDamage struct {
	rule Rule
	n    int
}

// total returns how much the roll has of a type so far.
func (r *roll) total(of Result) int {
	sum := 0
	for p := range r.pools {
		sum += r.pools[p][of]
	}
	return sum
}

// wants reports whether the roll counts a type.
func (r *roll) wants(of Result) bool {
	for _, c := range r.counts {
		if c == of {
			return true
		}
	}
	return false
}

// seat returns the seat that rolls.
func (r *roll) seat() engine.Seat { return r.army.seat }

// newRoll prepares the roll of an army.
func (g *game) newRoll(c cast) *roll {
	r := &roll{cast: c, g: g}
	if g.bars(r) {
		return r
	}
	r.units = g.rollers(r)
	return r
}

// rollers returns the dice of the army that take part in its roll.
func (g *game) rollers(r *roll) []*die {
	var out []*die
	for _, d := range g.members(r.army) {
		if !d.kind.isMinor() && !d.kind.isRoyalty() && (r.only == nil || r.only(d)) && g.mayRoll(d, r) {
			out = append(out, d)
		}
	}
	return g.inHand(out, r)
}

// mayRoll reports whether a die may be rolled.
func (g *game) mayRoll(d *die, r *roll) bool {
	for _, e := range g.effects {
		if (e.still || e.unsaving && r.purpose == ForSave) && e.unit == d && !r.individual && (e.when == nil || e.when(r)) {
			r.note(e.rule, "%s may not be rolled", d.kind.Name)
			return false
		}
	}
	if !r.individual && !g.leaves(d, r) {
		return false
	}
	for _, a := range g.abilities() {
		if a.MayRoll != nil && !a.MayRoll(d, r) {
			return false
		}
	}
	return true
}

// leaves reports whether a die is rolled, if an effect ends when it is rolled. Its owner is asked.
func (g *game) leaves(d *die, r *roll) bool {
	for _, e := range g.effects {
		if e.while != d {
			continue
		}
		if g.yes(d.owner, e.rule, "keep", fmt.Sprintf("%s: leave %s out of the roll, so that %s lasts?", g.name(d.owner), d.kind.Name, e.rule.Name)) {
			r.note(e.rule, "%s isn't rolled", d.kind.Name)
			return false
		}
		g.endEffects(func(x *effect) bool { return x.while == d })
		g.tell(e.rule, d.owner, "%s of %s ends: it is rolled.", e.rule.Name, d.kind.Name)
		return true
	}
	return true
}

// resolve asks for the dice and takes the roll through the edition's steps.
func (r *roll) resolve() *roll {
	r.mute()
	for _, s := range r.g.ed.RollSteps {
		before := len(r.lines)
		s.Do(r)
		switch {
		case len(r.counts) == 0:
		case len(r.lines) > before && s.Sums:
			r.note(s.Rule, "%s: %s so far", s.Name, r.sofarWords())
		case len(r.lines) > before && r.lines[before].Rule != s.ID:
			r.note(s.Rule, "%s", s.Name)
		case s.Sums && !r.individual:
			r.note(s.Rule, "%s: none", s.Name)
		}
	}
	r.tellResult()
	for _, f := range r.after {
		f()
	}
	return r
}

// show sets the faces that were thrown.
func (r *roll) show(faces []int) {
	r.dice = make([]*rolled, len(faces))
	for i, f := range faces {
		r.dice[i] = &rolled{die: r.units[i], face: f}
	}
}

// question returns the question for the roll's dice.
func (r *roll) question() engine.Question {
	q := r.g.throwing(r.seat(), r.rule, r.purpose, r.what+" "+r.g.slug(r.seat()), r.title(), r.units)
	if len(r.counts) == 1 {
		q.Counts, q.Roll.Worth = r.counts[0].plural(), r.worths()
	}
	q.About = []string{r.g.armyID(r.army)}
	return q
}

// note adds a line to the trail that explains something without numbers.
func (r *roll) note(rule Rule, format string, args ...any) {
	r.lines = append(r.lines, r.g.line(rule, format, args...))
}

// change adds a line to the trail that explains how a number changed.
func (r *roll) change(rule Rule, before, after int, format string, args ...any) {
	l := r.g.line(rule, format, args...)
	l.Before, l.After = &before, &after
	r.lines = append(r.lines, l)
}

// changeOf is change for one type. If the roll doesn't count that type, the line has no numbers.
func (r *roll) changeOf(of Result, rule Rule, before, after int, format string, args ...any) {
	if !r.wants(of) {
		r.note(rule, format, args...)
		return
	}
	r.change(rule, before, after, format, args...)
}

// give adds results of one die to a pool.
func (r *roll) give(d *die, of Result, n int, from pool, sai Rule) {
	if n == 0 {
		return
	}
	r.pools[from][of] += n
	r.shares = append(r.shares, share{die: d, of: of, n: n, from: from, sai: sai})
}

// showing returns the dice of the roll that show an icon and still count. For the ID these are also the
// dice that show what counts as an ID.
func (r *roll) showing(icon string) []*die {
	var out []*die
	for _, d := range r.dice {
		if !d.void && (d.shows().Icon == icon || icon == idIcon && r.identified(d)) {
			out = append(out, d.die)
		}
	}
	return out
}

// gone reports whether a die has left the army that rolls.
func (r *roll) gone(d *die) bool { return !r.individual && d.army() != r.army }

// leave takes a die's results out of the roll, because it left the army before they were used.
func (r *roll) leave(d *die) {
	for _, x := range r.dice {
		if x.die == d {
			x.void = true
		}
	}
}

// again asks for a die to be rolled again. If keep is set, the old face counts too. If not, it is void.
func (r *roll) again(d *rolled, rule Rule, keep bool) *rolled {
	q := r.g.throwing(r.seat(), rule, r.purpose, r.what+" again", r.g.name(r.seat())+": roll "+d.die.kind.Name+" again ("+rule.Name+").", []*die{d.die})
	face := d.face
	q.Roll.Lying = []engine.Thrown{thrown(d.die, face)}
	next := &rolled{die: d.die, face: faces([]*die{d.die}, r.g.table.Ask(q))[0]}
	d.void, d.again = d.void || !keep, true
	r.note(rule, "%s rolled again: %s", d.die.kind.Name, next.shows().words())
	r.dice = append(r.dice, next)
	return next
}

// thrown returns a die as it lies.
func thrown(d *die, face int) engine.Thrown {
	f := d.spec.Faces[face]
	return engine.Thrown{ID: d.id, Kind: d.spec.Kind, Shape: d.spec.Shape, Face: &face, Icon: f.Icon, Count: f.Count, Value: f.Value, How: engine.Confirmed}
}
