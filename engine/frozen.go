package engine

import "slices"

// Frozen is the game as it is now. It can be read while g goes on, from another goroutine too. It takes no answers
// and shows no State. It is cheap to make, even of a long game.
func (g *Game) Frozen() *Game {
	t := g.run.table
	g.run.stepAt("")
	g.outlined()
	t.shared = true
	table := &Table{memory: memory{t.memory.frozen()}, now: slices.Clone(t.now), steps: slices.Clip(t.steps), facts: slices.Clip(t.facts), apart: slices.Clip(t.apart), revealed: t.revealed, batches: t.batches}
	return &Game{book: g.book, log: slices.Clip(g.log), ended: true, diverged: g.diverged, outline: g.outline.frozen(),
		run: &run{table: table, at: g.run.at.frozen(), indexed: g.run.indexed, cease: func() {}, outcome: g.run.outcome, fault: g.run.fault}}
}
