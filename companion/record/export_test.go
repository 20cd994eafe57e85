package record

import (
	"context"
	"slices"

	"astragal/companion/evidence"
	"astragal/companion/hall"
)

// Observed goes through all that was rolled. What is kept up with each note must be the same.
func (c *Copy) Observed() []evidence.Observed {
	var out []evidence.Observed
	for i := range c.Counts {
		_ = c.within(context.Background(), i, func(r *Record, of *Tallied) {
			came := of.Results()
			for n := range of.Counted {
				out = append(out, r.observedAt(of, n, came)...)
			}
		})
	}
	for _, g := range c.games {
		out = append(out, c.observedGame(g, 1)...)
	}
	slices.SortStableFunc(out, func(a, b evidence.Observed) int { return a.At.Compare(b.At) })
	return out
}

// Games are the copy's games.
func (c *Copy) Games() hall.Games { return c.games }
