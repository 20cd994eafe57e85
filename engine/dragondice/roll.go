package dragondice

import (
	"fmt"

	"astragal/engine"
)

// cast says what a roll is for.
type cast struct {
	purpose Purpose
	// counts are the results that count: several for a combination roll.
	counts []Result
	// rule calls for the roll.
	rule Rule
	// army rolls, or dice of it alone where individual is set.
	army       army
	individual bool
	// other is the army attacked or attacking; nil for none.
	other *army
	// counter: a counter-attack or counter-maneuver.
	counter bool
	// against is what a save roll is made against: the attack's purpose, ForDragon, or ForMagic for
	// spells; empty for other things.
	against Purpose
	// attack is the attacker's roll that a save roll answers.
	attack *roll
	// dragons attack in a dragon attack.
	dragons []*attacker
	// alsoCounts are results that the defender counts in its save roll.
	alsoCounts []Result
	// bare: the roll for the order of play, at no terrain; only results count.
	bare bool
	// summed: its results are added up, so that it only matters which of them an ID is where a modifier
	// touches one of them alone.
	summed bool
	// only: these dice of the army roll; nil for all.
	only func(*die) bool
	// what names the moment, for keys.
	what string
}

// rolled is a die of a roll and the face it shows. A die that was rolled again
// "and that counts too" stands there once for each face.
type rolled struct {
	die  *die
	face int
	// void: it left before its results were used, or a re-roll took its place.
	void bool
	// again: its SAI had it rolled again already.
	again bool
	// applied: its SAI was applied.
	applied bool
	// mode is what its SAI does in this roll, once it is known.
	mode *Mode
	// as is the result chosen for its SAI, left what its SAI has still to spend.
	as   Result
	left int
}

func (d *rolled) shows() Face { return d.die.kind.Faces[d.face] }

// share is what one die adds to the roll.
type share struct {
	die *die
	of  Result
	n   int
	// from says which pool it is in.
	from pool
	// sai is the SAI's rule where from is fromSAI.
	sai Rule
}

// pool keeps results apart until the step that joins them.
type pool int

const (
	fromIcon pool = iota
	fromID
	fromSAI
	fromAdded
)

// roll is a roll being resolved by the edition's steps.
type roll struct {
	cast
	g    *game
	dice []*rolled
	// units are the dice to roll where they are not the whole army.
	units []*die
	// pools hold the results by where they come from; subtotal of a result is their sum.
	pools [fromAdded + 1]tally
	// shares say whose they are, before any modifier.
	shares []share
	mods   []modifier
	// sums gathers SAI results by rule, for the trail.
	lines []engine.Line
	// delayed wait for the defender's save roll; extra damage and the like are gathered here.
	delayed []use
	// back is damage that a save roll inflicts on the attacker, reduced by magical saves only.
	back []backDamage
	// noCounter: the defender may not counter-attack.
	noCounter bool
	// magical are saves that spells generate.
	magical int
	// bared are dice whose automatic saves don't count in this roll.
	bared []*die
	// tints are other elements that some of its magic may be of.
	tints []tint
	// onOpposing change the rolls of those who oppose a maneuver.
	onOpposing []modifier
	// after are done when the roll is resolved.
	after []func()
	// hidden are results that it counts on the way, since they will count as others.
	hidden []conversion
	// colored is its magic once the dice's own colours are chosen; nil where they aren't.
	colored []source
	// owed is black magic that must be spent, since dead units were buried for it.
	owed int
	// changing are the dice whose results are among the hidden.
	changing map[*rolled]bool
	// recounted are the dice whose icons were counted as another result already.
	recounted map[*rolled]bool
	// brave are Dragonkin that roll against any dragon, once asked is set.
	brave []*die
	asked bool
	// extra are results that a modifier of single dice added; spent is what its magic can be spent on,
	// once some was doubled.
	extra []share
	spent []source
	// muted is the rule by which nothing counts but what SAIs make; nil for none.
	muted *Rule
	// wholly is by what each result was scaled as a whole, before SAIs' results were joined to it and
	// after, for modifiers of some dice's results that come later.
	wholly [2][kindsOfResult]ratio
	// looked is how many dice were looked at for SAIs that roll again.
	looked int
	// joined is set once the SAI results are joined to the others.
	joined bool
}

// backDamage is inflicted on the attacking army by a save roll.
type backDamage struct {
	rule Rule
	n    int
}

// total is what the roll has of a result so far.
func (r *roll) total(of Result) int {
	sum := 0
	for p := range r.pools {
		sum += r.pools[p][of]
	}
	return sum
}

// wants reports whether the roll counts a result.
func (r *roll) wants(of Result) bool {
	for _, c := range r.counts {
		if c == of {
			return true
		}
	}
	return false
}

// seat rolls.
func (r *roll) seat() engine.Seat { return r.army.seat }

// newRoll prepares the roll of a whole army.
func (g *game) newRoll(c cast) *roll {
	r := &roll{cast: c, g: g}
	if g.bars(r) {
		return r
	}
	r.units = g.rollers(r)
	return r
}

// rollers are the dice of an army that take part in its roll.
func (g *game) rollers(r *roll) []*die {
	var out []*die
	for _, d := range g.members(r.army) {
		if !d.kind.isMinor() && !d.kind.isRoyalty() && (r.only == nil || r.only(d)) && g.mayRoll(d, r) {
			out = append(out, d)
		}
	}
	return g.inHand(out, r)
}

// mayRoll says whether nothing keeps a die from being rolled.
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

// leaves asks, for a die on which effects hang that end when it is rolled, whether it is rolled all
// the same.
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

// question asks for the roll's dice.
func (r *roll) question() engine.Question {
	q := r.g.throwing(r.seat(), r.rule, r.purpose, r.what+" "+r.g.slug(r.seat()), r.title(), r.units)
	if len(r.counts) == 1 {
		q.Counts, q.Roll.Worth = r.counts[0].plural(), r.worths()
	}
	q.About = []string{r.g.armyID(r.army)}
	return q
}

// note explains something that changes no number.
func (r *roll) note(rule Rule, format string, args ...any) {
	r.lines = append(r.lines, r.g.line(rule, format, args...))
}

// change explains a step that changed a number.
func (r *roll) change(rule Rule, before, after int, format string, args ...any) {
	l := r.g.line(rule, format, args...)
	l.Before, l.After = &before, &after
	r.lines = append(r.lines, l)
}

// changeOf explains a step that changed a result: without numbers where the roll doesn't count it as that.
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

// showing returns the dice of the roll that show an icon, or what counts as an ID, and still count.
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

// leave takes a die's results out of the roll: it left the army before they were used.
func (r *roll) leave(d *die) {
	for _, x := range r.dice {
		if x.die == d {
			x.void = true
		}
	}
}

// again asks for a die to be rolled again. Where the result counts besides the
// old one, keep is set; otherwise the old one is void.
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

// thrown is a die as it lies.
func thrown(d *die, face int) engine.Thrown {
	f := d.spec.Faces[face]
	return engine.Thrown{ID: d.id, Kind: d.spec.Kind, Shape: d.spec.Shape, Face: &face, Icon: f.Icon, Count: f.Count, Value: f.Value, How: engine.Confirmed}
}
