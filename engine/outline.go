package engine

import (
	"maps"
	"slices"
)

// outline is kept up to date as the log grows, so that nobody goes through all of a log to know how it ends.
type outline struct {
	// in and kept are what InEffect says of the entries looked at so far.
	in, kept []bool
	// amends are the entries that are amendments. secret: some answer is secret. back: the game was taken back at
	// some time.
	amends       []int
	secret, back bool
	// changed maps an answer's entry to its last amendment that is in effect.
	changed map[int]int
}

func (o outline) frozen() outline {
	o.in, o.kept, o.amends, o.changed = slices.Clip(o.in), slices.Clip(o.kept), slices.Clip(o.amends), maps.Clone(o.changed)
	return o
}

// outlined takes in the entries that were added since the last call.
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

// InEffect says for each entry of the log whether it is in effect, and which of these are in effect only because an
// undo keeps them. The lists belong to the game: callers only read them, and only until the game goes on.
func (g *Game) InEffect() (in, kept []bool) {
	o := g.outlined()
	return o.in, o.kept
}

// Amended is the last amendment in effect of the answer of entry n; 0 if there is none.
func (g *Game) Amended(n int) int { return g.outlined().changed[n] }

// Grew says whether all entries from n on are new answers that everybody may see. If so, everything before them
// still stands as it was.
func (g *Game) Grew(n int) bool {
	o := g.outlined()
	return n > 0 && n <= len(g.log) && g.diverged == nil && !o.secret && !o.back && len(o.amends) == 0 &&
		!slices.ContainsFunc(g.log[n:], func(e Entry) bool { return e.Kind != EntryAnswer })
}
