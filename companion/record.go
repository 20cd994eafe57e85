package companion

import (
	"slices"
	"sync"

	"astragal/companion/hall"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// record is what was thrown and what became of it.
type record struct {
	throws throw.Pile
	counts []*tallied
	// shelf has the counts that were put away.
	shelf *shelf
}

// Copy is a record as it was at a version. It shares nothing with the session that changes, so what is
// worked out of it holds no act up. Do lets one work something out of it at a time.
type Copy struct {
	record
	games   hall.Games
	mu      sync.Mutex
	Version int
	ofGames *ofGames
}

// Copy copies the record, once for each version.
func (s *Session) Copy() *Copy {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.copied == nil || s.copied.Version != s.version {
		s.copied = s.copy()
	}
	return s.copied
}

// Apart copies the record for one who looks long: nobody else gets this copy.
func (s *Session) Apart() *Copy {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.copy()
}

func (s *Session) copy() *Copy {
	s.book.keepUp()
	return &Copy{record: s.book.frozen(), games: s.hall.Games.Frozen(), Version: s.version, ofGames: &s.ofGames}
}

// Do works something out of the copy while nobody else does.
func (c *Copy) Do(work func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	work()
}

// frozen is a copy that stays as it is.
func (r *record) frozen() record {
	out := record{throws: r.throws.Frozen(), shelf: r.shelf}
	for _, c := range r.counts {
		out.counts = append(out.counts, c.frozen())
	}
	return out
}

func (c *tallied) frozen() *tallied {
	if c.closed != nil {
		return c
	}
	out := &tallied{Count: c.Frozen(), counted: slices.Clip(c.counted), kept: c.kept.frozen()}
	return out
}

// GameLines are older lines of a game's log.
func (c *Copy) GameLines(id int, who protocol.Who, wanted engine.Seat, before int) ([]protocol.LogLine, int, error) {
	return c.games.Lines(id, who, wanted, before)
}
