package gather

import (
	"fmt"
	"slices"

	"astragal/companion/throw"
)

// candidate is a die on the tray of which it isn't known yet which die of the roll it is.
type candidate struct {
	throw.Die
	at throw.Place
	// throw is the index of its throw among the roll's, from 0. settled says that a person called this throw all right.
	throw   int
	settled bool
	// slot is the index of the roll's die that it is taken for; -1 for none. sure says that it can be no other.
	slot int
	sure bool
}

// tieThrows ties the dice of throws to those of the roll. The camera's readings come first, throw by throw. What people
// said comes last and changes only the dice that it is about, so that the order in which they said things doesn't matter.
func (r *Roll) tieThrows(throws []throw.Throw, before func(throw.Throw) []throw.Die) {
	var all []candidate
	for k, t := range throws {
		all = r.bring(all, k, t, before(t))
		r.came(t)
	}
	all = r.named(slices.DeleteFunc(all, func(c candidate) bool { return c.Gone }))
	for _, c := range all {
		if c.slot >= 0 && c.sure {
			r.Dice[c.slot].At = c.at
			r.Dice[c.slot].read(c.Die, c.throw)
		}
	}
	for _, c := range all {
		r.leave(c)
	}
	r.Left += len(r.Open())
	for _, t := range throws {
		said := func(d Die) bool {
			return d.said && (d.At.Throw == t.ID || d.typed != nil && d.typed.After >= t.ID)
		}
		if !slices.ContainsFunc(r.Dice, said) { // a person who says what one die shows has looked at the others
			r.doubt(t)
		}
	}
	r.doubtMore(all)
}

// bring adds a throw as the camera alone reads it.
func (r *Roll) bring(all []candidate, k int, t throw.Throw, before []throw.Die) []candidate {
	open := r.unsettled(all)
	wanted := func(id string) bool {
		return slices.ContainsFunc(open, func(i int) bool { return r.Dice[i].Die.ID == id })
	}
	room := 0
	for _, i := range open {
		if r.Dice[i].mayLieIn(t.ID) {
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
	return r.tieUnsure(all, open, func(Die) bool { return false })
}

// mayLieIn says whether the die may be among those of a throw. A die that was typed before that throw was rolled elsewhere.
func (d Die) mayLieIn(id int) bool { return d.typed == nil || d.typed.After >= id }

// unsettled are the indices of the roll's dice for which there is no sure die on the tray.
func (r *Roll) unsettled(all []candidate) []int {
	var open []int
	for i, d := range r.Dice {
		if !d.Kept && !slices.ContainsFunc(all, func(c candidate) bool { return c.sure && c.slot == i }) {
			open = append(open, i)
		}
	}
	return open
}

// tieUnsure ties the dice on the tray that aren't sure yet anew to the open dice of the roll. A spare die of the roll is given only to a die that fits
// no other.
func (r *Roll) tieUnsure(all []candidate, open []int, spare func(Die) bool) []candidate {
	var at []int
	for i, c := range all {
		if !c.sure {
			all[i].slot = -1
			at = append(at, i)
		}
	}
	var pairs []pair
	for i, k := range at {
		for w, d := range r.Dice {
			far := all[k].FarFrom(d.Die)
			taken := !slices.Contains(open, w)
			if far < throw.Never && d.mayLieIn(all[k].at.Throw) && (!taken || readAs(all, w, all[k].throw)) {
				pairs = append(pairs, pair{i, w, far, spare(d), taken})
			}
		}
	}
	for _, p := range tie(pairs, r.Dice) {
		all[at[p.seen]].slot, all[at[p.seen]].sure = p.wanted, !p.unsure
	}
	return all
}

// readAs says whether the camera alone takes a die of that throw, or of a later one, for the roll's die w.
func readAs(all []candidate, w, id int) bool {
	return slices.ContainsFunc(all, func(c candidate) bool { return c.slot == w && c.sure && c.As == "" && c.throw >= id })
}

// named takes in what people said: a die that they named is that one. The die that was taken for it before, and dice that
// weren't sure, are tied anew.
func (r *Roll) named(all []candidate) []candidate {
	by := map[int]int{}
	for i, c := range all {
		if c.As == "" {
			continue
		}
		all[i].slot, all[i].sure = -1, true // it is the die that the person named; it is none if another die was given that name later
		w := slices.IndexFunc(r.Dice, func(d Die) bool { return d.Die.ID == c.As && !d.Kept })
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
	return r.tieUnsure(all, r.unsettled(all), func(d Die) bool { return d.typed != nil })
}

// leave sorts a die on the tray that isn't surely one of the roll's. It may still be one that nobody can name, or it is a stray.
func (r *Roll) leave(c candidate) {
	unknown := func(d Die) bool { return d.Shows == nil && d.At.Throw == 0 && !d.Kept }
	switch {
	case c.slot >= 0 && c.sure:
	case c.slot >= 0 && slices.ContainsFunc(r.Dice, func(d Die) bool { return unknown(d) && c.FarFrom(d.Die) < throw.Never }):
		r.Unnamed = append(r.Unnamed, c.at)
		if unknown(r.Dice[c.slot]) {
			r.Left--
		}
	case c.slot < 0:
		r.Strays = append(r.Strays, c.at)
	}
}

// doubtMore adds a doubt if more dice lie there than were asked for. Dice of which people said what they show don't count as too many.
func (r *Roll) doubtMore(all []candidate) {
	more, later := 0, 0
	for _, c := range all {
		if c.slot >= 0 || c.settled || !slices.ContainsFunc(r.Dice, func(d Die) bool { return !d.Kept && !d.said && c.MayBe(d.Die) }) {
			continue
		}
		if more++; c.throw > 0 {
			later++
		}
	}
	switch {
	case later > 0:
		r.Again = true
		r.Doubts = []string{fmt.Sprintf("The last throw has %s more than were missing. Say which throw counts, or take out what only lay there.", diceWords(later))}
	case more > 0:
		r.Doubts = append(r.Doubts, fmt.Sprintf("%s more than asked for on the tray: take out what only lies there, or count the roll as it is read.", diceWords(more)))
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
