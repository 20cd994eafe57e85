package companion

import (
	"maps"
	"slices"
	"sync"

	"astragal/companion/throw"
	"astragal/engine/tally"
)

// record is what was thrown and what became of it.
type record struct {
	throws  []throw.Throw
	counted []int // indices of throws, in the order in which they were counted
	counts  []*count
	games   []*game
}

// Copy is a record as it was at a version. It shares nothing with the session that changes, so what is
// worked out of it holds no act up. Do lets one work something out of it at a time.
type Copy struct {
	record
	mu       sync.Mutex
	Version  int
	Observed func() []Observed
}

// Copy copies the record, once for each version.
func (s *Session) Copy() *Copy {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.copied == nil || s.copied.Version != s.version {
		snap := &Copy{record: s.record.frozen(), Version: s.version}
		snap.Observed = sync.OnceValue(snap.record.observed)
		s.copied = snap
	}
	return s.copied
}

// look works something out of a copy of the record.
func (s *Session) look(do func(*Copy)) {
	snap := s.Copy()
	snap.Do(func() { do(snap) })
}

// Do works something out of the copy while nobody else does.
func (c *Copy) Do(work func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	work()
}

// frozen is a copy that stays as it is.
func (r *record) frozen() record {
	out := record{throws: slices.Clone(r.throws), counted: slices.Clone(r.counted)}
	for _, c := range r.counts {
		out.counts = append(out.counts, c.frozen())
	}
	for _, g := range r.games {
		out.games = append(out.games, g.frozen())
	}
	return out
}

func (c *count) frozen() *count {
	out := &count{settings: c.settings, game: c.game.Frozen(), disk: c.disk, old: c.old, stood: &tally.State{}}
	*out.stood, _ = tally.StateOf(c.game)
	return out
}

func (g *game) frozen() *game {
	out := *g
	out.game, out.at = g.game.Frozen(), slices.Clip(g.at)
	out.seen, out.held, out.words, out.changes = maps.Clone(g.seen), maps.Clone(g.held), maps.Clone(g.words), maps.Clone(g.changes)
	return &out
}
