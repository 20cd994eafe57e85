package companion

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// candidate is a die on the tray while it is found out which die of the roll it is.
type candidate struct {
	die
	at place
	// throw is the place of its throw among those of the roll; settled, that a person said of that one that all is well.
	throw   int
	settled bool
	// slot is the place among the roll's dice of the one that it is taken for, -1 for none; sure that it can be no other.
	slot int
	sure bool
}

// tieThrows ties the dice of throws to those of the roll. What people say comes last and changes only the dice that it is about:
// what the reader settled before stays, in whatever order people say things.
func (r *gathering) tieThrows(throws []throw, before func(throw) []die) {
	var all []candidate
	for k, t := range throws {
		all = r.bring(all, k, t, before(t))
		r.came(t)
	}
	all = r.named(slices.DeleteFunc(all, func(c candidate) bool { return c.gone }))
	for _, c := range all {
		if c.slot >= 0 && c.sure {
			r.dice[c.slot].at = c.at
			r.dice[c.slot].read(c.die, c.throw)
		}
	}
	for _, c := range all {
		r.leave(c)
	}
	r.left += len(r.open())
	for _, t := range throws {
		said := func(d gathered) bool {
			return d.said && (d.at.Throw == t.id || d.typed != nil && d.typed.after >= t.id)
		}
		if !slices.ContainsFunc(r.dice, said) { // who says what a die shows has looked at the others
			r.doubt(t)
		}
	}
	r.doubtMore(all)
}

// bring adds a throw as the reader alone sees it: without what people said since of its dice and of the roll's.
func (r *gathering) bring(all []candidate, k int, t throw, before []die) []candidate {
	open := r.unsettled(all)
	wanted := func(id string) bool {
		return slices.ContainsFunc(open, func(i int) bool { return r.dice[i].die.ID == id })
	}
	room := 0
	for _, i := range open {
		if r.dice[i].mayLieIn(t.id) {
			room++
		}
	}
	for _, c := range all {
		if c.slot >= 0 && !c.sure {
			room--
		}
	}
	for _, d := range thrownAmong(t.dice, before, wanted, room, len(r.question.Roll.Lying) > 0) {
		all = append(all, candidate{die: d, at: place{t.id, d.n}, throw: k, settled: t.confirmed, slot: -1})
	}
	return r.tieUnsure(all, open, func(gathered) bool { return false })
}

// mayLieIn: the die may be among those of a throw. What was typed before it was rolled elsewhere.
func (d gathered) mayLieIn(throw int) bool { return d.typed == nil || d.typed.after >= throw }

// unsettled are the places of the dice that no candidate surely is.
func (r *gathering) unsettled(all []candidate) []int {
	var open []int
	for i, d := range r.dice {
		if !d.kept && !slices.ContainsFunc(all, func(c candidate) bool { return c.sure && c.slot == i }) {
			open = append(open, i)
		}
	}
	return open
}

// tieUnsure ties all that aren't sure yet anew to the open dice of the roll, to those that are spare only what is left.
func (r *gathering) tieUnsure(all []candidate, open []int, spare func(gathered) bool) []candidate {
	var at []int
	for i, c := range all {
		if !c.sure {
			all[i].slot = -1
			at = append(at, i)
		}
	}
	var pairs []pair
	for i, k := range at {
		for w, d := range r.dice {
			far := all[k].farFrom(d.die)
			taken := !slices.Contains(open, w)
			if far < never && d.mayLieIn(all[k].at.Throw) && (!taken || readAs(all, w, all[k].throw)) {
				pairs = append(pairs, pair{i, w, far, spare(d), taken})
			}
		}
	}
	for _, p := range tie(pairs, r.dice) {
		all[at[p.seen]].slot, all[at[p.seen]].sure = p.wanted, !p.unsure
	}
	return all
}

// readAs: the reader alone takes a die of that throw, or of a later one, for the roll's die w.
func readAs(all []candidate, w, throw int) bool {
	return slices.ContainsFunc(all, func(c candidate) bool { return c.slot == w && c.sure && c.as == "" && c.throw >= throw })
}

// named takes in what people said: a die that they named is that one. Whoever had its place, and what was not sure, finds another.
func (r *gathering) named(all []candidate) []candidate {
	by := map[int]int{}
	for i, c := range all {
		if c.as == "" {
			continue
		}
		all[i].slot, all[i].sure = -1, true // it is that one or, if another was named so since, none
		w := slices.IndexFunc(r.dice, func(d gathered) bool { return d.die.ID == c.as && !d.kept })
		if w >= 0 {
			if before, twice := by[w]; twice {
				all[before].slot = -1
			}
			all[i].slot, by[w] = w, i
		}
	}
	for i, c := range all {
		if who, taken := by[c.slot]; c.slot >= 0 && taken && who != i {
			all[i].sure = false
		}
	}
	return r.tieUnsure(all, r.unsettled(all), func(d gathered) bool { return d.typed != nil })
}

// leave says of a die on the tray that is surely none of the roll's whether it may be one all the same.
func (r *gathering) leave(c candidate) {
	unknown := func(d gathered) bool { return d.shows == nil && d.at.Throw == 0 && !d.kept }
	switch {
	case c.slot >= 0 && c.sure:
	case c.slot >= 0 && slices.ContainsFunc(r.dice, func(d gathered) bool { return unknown(d) && c.farFrom(d.die) < never }):
		r.unnamed = append(r.unnamed, c.at)
		if unknown(r.dice[c.slot]) {
			r.left--
		}
	case c.slot < 0:
		r.strays = append(r.strays, c.at)
	}
}

// doubtMore says that more dice lie there than were asked for. A die of which people said what it shows leaves no doubt about itself.
func (r *gathering) doubtMore(all []candidate) {
	more, later := 0, 0
	for _, c := range all {
		if c.slot >= 0 || c.settled || !slices.ContainsFunc(r.dice, func(d gathered) bool { return !d.kept && !d.said && c.mayBe(d.die) }) {
			continue
		}
		if more++; c.throw > 0 {
			later++
		}
	}
	switch {
	case later > 0:
		r.again = true
		r.doubts = []string{fmt.Sprintf("The last throw has %s more than were missing. Say which throw counts, or take out what only lay there.", diceWords(later))}
	case more > 0:
		r.doubts = append(r.doubts, fmt.Sprintf("%s more than asked for on the tray: take out what only lies there, or count the roll as it is read.", diceWords(more)))
	}
}

func diceWords(n int) string {
	if n == 1 {
		return "1 die"
	}
	return fmt.Sprintf("%d dice", n)
}

func diceAre(n int) string {
	if n == 1 {
		return "1 die is"
	}
	return fmt.Sprintf("%d dice are", n)
}

// lyingBefore are the dice that lay on the tray before a throw, with the dice of the game that they were.
func (s *Session) lyingBefore(t throw) []die {
	if t.id < 2 {
		return nil
	}
	var before []die
	for _, d := range s.throws[t.id-2].dice {
		if d.gone {
			d.is = "" // what is no part of a roll is none of the next while it lies there
		}
		if d.lying && d.box[2] > 0 {
			before = append(before, d)
		}
	}
	return before
}

// thrownAmong leaves out of the dice on a tray those that only lay there, where more lie there than room is for. wanted says whether
// a die of the roll is still to be thrown, by its name; again, that only some dice of those that lay there are.
func thrownAmong(lies, before []die, wanted func(id string) bool, room int, again bool) []die {
	lies = slices.Clone(lies)
	if len(lies) <= room {
		return lies
	}
	lies, before = withoutUntouched(lies, before, func(was die) bool { return was.is == "" || !wanted(was.is) })
	if len(lies) <= room {
		return lies
	}
	if same, moved := withoutUntouched(lies, before, func(die) bool { return true }); len(same) == room && !again && !anyLooksAs(same, moved) {
		return same
	}
	return withoutPushed(lies, slices.DeleteFunc(before, func(was die) bool { return wanted(was.is) }), room)
}

// withoutUntouched leaves out the dice that lie where one lay before and show what that showed, and returns what of before isn't
// among them.
func withoutUntouched(lies, before []die, may func(was die) bool) (rest, moved []die) {
	rest = slices.Clone(lies)
	for _, was := range before {
		i := -1
		if may(was) {
			i = slices.IndexFunc(rest, func(d die) bool {
				return d.box[2] > 0 && apart(d.box, was.box) < leastMove*was.box[2] && sameShown(d, was)
			})
		}
		if i < 0 {
			moved = append(moved, was)
			continue
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, moved
}

// withoutPushed leaves out the dice that lay there before and were pushed, where what is left then is the same whichever of them it
// was: just as many as are too many look like one that lay there, and show the same.
func withoutPushed(lies, before []die, room int) []die {
	rest := slices.Clone(lies)
	for _, was := range before {
		if i := slices.IndexFunc(rest, func(d die) bool { return looksAs(d, was) }); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	if len(rest) == room {
		return rest
	}
	return lies
}

func anyLooksAs(lies, before []die) bool {
	return slices.ContainsFunc(lies, func(d die) bool { return slices.ContainsFunc(before, func(was die) bool { return looksAs(d, was) }) })
}

// sameShown says that two looks at a die don't contradict each other.
func sameShown(a, b die) bool {
	if a.value != nil && b.value != nil && *a.value != *b.value {
		return false
	}
	return a.shape == b.shape || a.shape == "" || b.shape == ""
}

// looksAs says that of two dice the same is surely known.
func looksAs(a, b die) bool {
	sure := func(d die) bool { return d.how != engine.Unread || d.iconRead }
	sameColor := len(a.colors) > 0 && len(b.colors) > 0 && a.colors[0] == b.colors[0] || len(a.colors)+len(b.colors) == 0
	if !sure(a) || !sure(b) || a.shape != b.shape || a.kind != b.kind || !sameColor {
		return false
	}
	if a.value != nil && b.value != nil {
		return *a.value == *b.value
	}
	return a.value == nil && b.value == nil && a.icon == b.icon && a.iconCount == b.iconCount
}
