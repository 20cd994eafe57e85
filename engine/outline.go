package engine

import (
	"maps"
	"slices"
)

// outline is what is kept up of a log, so that nobody goes through all of it to look at its end.
type outline struct {
	// in and kept are InEffect's, of as many entries as were looked at.
	in, kept []bool
	// amends are the amendments, by entry, secret whether some answer is, back whether the game ever went back.
	amends       []int
	secret, back bool
	// changed are the amendments in effect that stand last, by the answers that they amend.
	changed map[int]int
}

func (o outline) frozen() outline {
	o.in, o.kept, o.amends, o.changed = slices.Clip(o.in), slices.Clip(o.kept), slices.Clip(o.amends), maps.Clone(o.changed)
	return o
}

// outlined takes in what came to the log since it was called last.
func (g *Game) outlined() *outline {
	o, anew := &g.outline, false
	for _, e := range g.log[len(o.in):] {
		o.in, o.kept = append(o.in, true), append(o.kept, false)
		o.secret = o.secret || e.Secret
		switch e.Kind {
		case EntryAmend:
			o.amends, anew = append(o.amends, e.N), true
		case EntryUndo:
			o.back, anew = true, true
		default: // answers, the header and acceptances change nothing that came before them
		}
	}
	if !anew {
		return o
	}
	if o.back {
		o.in, o.kept = InEffect(g.log)
	}
	o.changed = map[int]int{}
	for _, n := range o.amends {
		if o.in[n] {
			o.changed[g.origin(n)] = n
		}
	}
	return o
}

// InEffect says for each entry of the log whether it is in effect, and which of those would be taken back if an undo didn't keep them. The
// lists are the game's own: they are only read, until the game goes on.
func (g *Game) InEffect() (in, kept []bool) {
	o := g.outlined()
	return o.in, o.kept
}

// Amended is the last amendment in effect of an answer, by the answer's entry; 0 where there is none.
func (g *Game) Amended(n int) int { return g.outlined().changed[n] }

// Grew says whether all that the game holds from entry n on are new answers that everybody may see: then nothing of what came before
// them is something else since.
func (g *Game) Grew(n int) bool {
	o := g.outlined()
	return n > 0 && n <= len(g.log) && g.diverged == nil && !o.secret && !o.back && len(o.amends) == 0 &&
		!slices.ContainsFunc(g.log[n:], func(e Entry) bool { return e.Kind != EntryAnswer })
}
