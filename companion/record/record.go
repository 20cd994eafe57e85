// Package record is what was thrown at a table and what became of it: counts with their throws, what dice showed, what was changed afterwards. Counts
// that are done with lie on a shelf. It writes nothing: package companion decides and writes.
package record

import (
	"slices"
	"sync"

	"astragal/companion/hall"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// Record is what was thrown and what became of it.
type Record struct {
	Throws throw.Pile
	Counts []*Tallied
	// Shelf has the counts that were put away.
	Shelf *Shelf
}

// Copy is a record as it was at a version. It shares nothing that changes with the table's session, so work on it delays no act. Do lets one goroutine
// at a time work on it.
type Copy struct {
	Record
	games   hall.Games
	mu      sync.Mutex
	Version int
	ofGames *OfGames
}

// NewCopy is a copy of a record and of the table's games. of is what the dice of games showed; all copies share it.
func NewCopy(r Record, games hall.Games, version int, of *OfGames) *Copy {
	return &Copy{Record: r, games: games, Version: version, ofGames: of}
}

// Do runs work while nobody else works on the copy.
func (c *Copy) Do(work func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	work()
}

// Frozen is a copy that stays as it is.
func (r *Record) Frozen() Record {
	out := Record{Throws: r.Throws.Frozen(), Shelf: r.Shelf}
	for _, c := range r.Counts {
		out.Counts = append(out.Counts, c.Frozen())
	}
	return out
}

// Frozen is a copy that stays as it is.
func (c *Tallied) Frozen() *Tallied {
	if c.Closed != nil {
		return c
	}
	out := &Tallied{Count: c.Count.Frozen(), Counted: slices.Clip(c.Counted), kept: c.kept.frozen()}
	return out
}

// GameLines are older lines of a game's log.
func (c *Copy) GameLines(id int, who protocol.Who, wanted engine.Seat, before int) ([]protocol.LogLine, int, error) {
	return c.games.Lines(id, who, wanted, before)
}
