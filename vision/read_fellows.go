package vision

import (
	"cmp"
	"fmt"
	"slices"
)

// kinds counts which kinds of marks some dice show.
type kinds map[MarkKind]float64

// plainlyUnknown is the least probability of an unknown mark at which a die counts as showing one.
const plainlyUnknown = .5

// showsSurely is the kind of mark that a reading surely shows: an accepted mark, or plainly an unknown one. It is ""
// in doubt.
func showsSurely(d Sighting, r Reading) MarkKind {
	switch {
	case r.Accepted:
		return d.CalibratedMarks()[0].Kind
	case r.Value == nil && r.Confidence >= plainlyUnknown:
		return MarkUnknown
	}
	return ""
}

// fellows counts the kinds of marks on the other sure dice of the same solid as reading i. Dice of one solid that are
// thrown together are mostly alike. show is what each die shows.
func fellows(all []Reading, show []MarkKind, i int) kinds {
	out := kinds{}
	for j, r := range all {
		if j != i && show[j] != "" && r.Shape != nil && all[i].Shape != nil && *r.Shape == *all[i].Shape {
			out[show[j]]++
		}
	}
	return out
}

// among weighs a die's marks by the kinds that its fellows show, and returns them, the likeliest first. Each kind
// counts as if one such die had been seen before these (Laplace's rule of succession). Dice with pips may have an
// icon on one face. So an unknown mark keeps its probability among them, unless the reader takes this die for pips
// (pipsRead) or most fellows show unknown marks.
func (k kinds) among(marks []Mark, pipsRead bool) []Mark {
	out := slices.Clone(marks)
	all := pipsRead || k[MarkUnknown] > k[MarkPips]+k[MarkNumeral]
	before, after := 0.0, 0.0
	for i, m := range out {
		if m.Kind == MarkUnknown && !all {
			continue
		}
		before += m.P
		out[i].P *= 1 + k[m.Kind]
		after += out[i].P
	}
	for i, m := range out {
		if m.Kind != MarkUnknown || all {
			out[i].P *= before / max(after, 1e-12)
		}
	}
	slices.SortStableFunc(out, func(a, b Mark) int { return cmp.Compare(b.P, a.P) })
	return out
}

// leastFellows are the fewest sure dice of a solid that say anything about another one. A set may hold two kinds of
// d6.
const leastFellows = 4

// manyFellows is how many sure dice of a solid must show pips, and nothing else, for another die to be named by the
// reader's pips against the second opinion (Sighting.PipLike). Glints may join pips to what looks like a drawing. The
// page still asks about that die.
const manyFellows = 8

// withFellows is reading r of d after its fellows are considered. A doubtful die gets a likelier name by them, but
// the page still asks about it. If most fellows show unknown marks, the page asks about an accepted die as well: a
// drawing may look like pips or a number.
func (r Reading) withFellows(d Sighting, k kinds) Reading {
	before := d.CalibratedMarks()
	known, unknown := k[MarkPips]+k[MarkNumeral], k[MarkUnknown]
	switch {
	case known+unknown < leastFellows || len(before) == 0:
		return r
	case r.Accepted && unknown > known:
		r.Accepted, r.Why = false, fmt.Sprintf("it looks like %s, but most such dice here show something never taught", named(before[0]))
		return r
	case r.Accepted:
		return r
	}
	pipsRead := d.Marks[0].Kind == MarkPips
	marks := k.among(before, pipsRead)
	if pipsRead && k[MarkPips] >= manyFellows && len(k) == 1 {
		marks = calibrated(d.Marks)
	}
	told := r.showing(marks)
	if renamed := marks[0].Kind != before[0].Kind || marks[0].Value != before[0].Value; renamed && len(d.Doubts) == 0 && d.Found >= Usual().Found {
		told.Why = fmt.Sprintf("it may be %s or %s", named(marks[0]), named(before[0]))
	}
	return told
}
