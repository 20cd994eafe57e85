package engine

import "slices"

// Frozen is the game as it is now: it can be read while g goes on, by another goroutine too. It takes no
// answers and shows no State. To make it costs little, however long the game is.
func (g *Game) Frozen() *Game {
	t := g.run.table
	t.shared = true
	table := &Table{memory: t.memory.frozen(), now: slices.Clone(t.now), steps: slices.Clip(t.steps), facts: slices.Clip(t.facts), revealed: t.revealed, batches: t.batches}
	return &Game{book: g.book, log: slices.Clip(g.log), ended: true, diverged: g.diverged,
		run: &run{table: table, cease: func() {}, outcome: g.run.outcome, fault: g.run.fault}}
}
