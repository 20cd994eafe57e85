// Package engine is the conversation between a rulebook and the people at a
// table.
//
// A [Rulebook] is straight-line Go that plays a whole game by asking a [Table]
// and reading the answers. A [Game] is such a procedure, stopped at what it is
// asking now. Its life is:
//
//	g, err := engine.New(book)        // runs to the first question
//	for _, q := range g.Pending() {…} // several when seats answer at the same time
//	err = g.Answer(engine.Answer{To: q.ID, Seat: 1, Dice: dice})
//	err = g.Amend(4, corrected)       // entry 4 was misread: the rest is computed again
//	err = g.Undo(4)                   // entry 4 and all after it are taken back
//	v := g.View(1)                    // what seat 1 may see, as JSON
//	g.Stop()                          // always
//
// The log ([Game.Log]) is the whole state: [Replay] makes the same game of it
// again. Nothing is ever deleted from a log: an amendment, an undo and an undo
// of an undo are entries too.
//
// Rules code is deterministic. It uses no clock, no random numbers, no order of a map, no goroutine, no input and no
// output. This package knows no game. Its only I/O is to read and write logs, from and to what its caller hands it.
//
// A Game belongs to one goroutine at a time; it has no lock.
package engine
