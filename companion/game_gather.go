package companion

import (
	"fmt"
	"slices"

	"astragal/companion/throw"
)

// candidate is a die on the tray while it is found out which die of the roll it is.
type candidate struct {
	throw.Die
	at throw.Place
	// throw is the place of its throw among those of the roll; settled, that a person said of that one that all is well.
	throw   int
	settled bool
	// slot is the place among the roll's dice of the one that it is taken for, -1 for none; sure that it can be no other.
	slot int
	sure bool
}

// tieThrows ties the dice of throws to those of the roll. What people say comes last and changes only the dice that it is about:
// what the reader settled before stays, in whatever order people say things.
func (r *gathering) tieThrows(throws []throw.Throw, before func(throw.Throw) []throw.Die) {
	var all []candidate
	for k, t := range throws {
		all = r.bring(all, k, t, before(t))
		r.came(t)
	}
	all = r.named(slices.DeleteFunc(all, func(c candidate) bool { return c.Gone }))
	for _, c := range all {
		if c.slot >= 0 && c.sure {
			r.dice[c.slot].at = c.at
			r.dice[c.slot].read(c.Die, c.throw)
		}
	}
	for _, c := range all {
		r.leave(c)
	}
	r.left += len(r.open())
	for _, t := range throws {
		said := func(d gathered) bool {
			return d.said && (d.at.Throw == t.ID || d.typed != nil && d.typed.after >= t.ID)
		}
		if !slices.ContainsFunc(r.dice, said) { // who says what a die shows has looked at the others
			r.doubt(t)
		}
	}
	r.doubtMore(all)
}

// bring adds a throw as the reader alone sees it: without what people said since of its dice and of the roll's.
func (r *gathering) bring(all []candidate, k int, t throw.Throw, before []throw.Die) []candidate {
	open := r.unsettled(all)
	wanted := func(id string) bool {
		return slices.ContainsFunc(open, func(i int) bool { return r.dice[i].die.ID == id })
	}
	room := 0
	for _, i := range open {
		if r.dice[i].mayLieIn(t.ID) {
			room++
		}
	}
	for _, c := range all {
		if c.slot >= 0 && !c.sure {
			room--
		}
	}
	for _, d := range throw.Among(t.Dice, before, wanted, room, len(r.question.Roll.Lying) > 0) {
		all = append(all, candidate{Die: d, at: throw.Place{Throw: t.ID, Die: d.N}, throw: k, settled: t.Confirmed, slot: -1})
	}
	return r.tieUnsure(all, open, func(gathered) bool { return false })
}

// mayLieIn: the die may be among those of a throw. What was typed before it was rolled elsewhere.
func (d gathered) mayLieIn(id int) bool { return d.typed == nil || d.typed.after >= id }

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
			far := all[k].FarFrom(d.die)
			taken := !slices.Contains(open, w)
			if far < throw.Never && d.mayLieIn(all[k].at.Throw) && (!taken || readAs(all, w, all[k].throw)) {
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
func readAs(all []candidate, w, id int) bool {
	return slices.ContainsFunc(all, func(c candidate) bool { return c.slot == w && c.sure && c.As == "" && c.throw >= id })
}

// named takes in what people said: a die that they named is that one. Whoever had its place, and what was not sure, finds another.
func (r *gathering) named(all []candidate) []candidate {
	by := map[int]int{}
	for i, c := range all {
		if c.As == "" {
			continue
		}
		all[i].slot, all[i].sure = -1, true // it is that one or, if another was named so since, none
		w := slices.IndexFunc(r.dice, func(d gathered) bool { return d.die.ID == c.As && !d.kept })
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
	case c.slot >= 0 && slices.ContainsFunc(r.dice, func(d gathered) bool { return unknown(d) && c.FarFrom(d.die) < throw.Never }):
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
		if c.slot >= 0 || c.settled || !slices.ContainsFunc(r.dice, func(d gathered) bool { return !d.kept && !d.said && c.MayBe(d.die) }) {
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
