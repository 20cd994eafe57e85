package companion

import (
	"errors"

	"astragal/companion/protocol"
	"astragal/engine"
)

// Kinds are the kinds of game that the table hosts.
func (s *Session) Kinds() []protocol.KindView {
	out := []protocol.KindView{}
	for _, k := range s.kinds {
		if k.Asked {
			continue
		}
		out = append(out, protocol.KindView{ID: k.ID, Name: k.Name, Form: k.Form, Least: k.Least, Most: k.Most})
	}
	return out
}

const linesAtOnce = 200

// GameLog are lines of a game's log before an entry, newest first, and how many older ones there are.
func (s *Session) GameLog(id int, who protocol.Who, wanted engine.Seat, before int) (lines []protocol.LogLine, older int, err error) {
	s.look(func(snap *Copy) { lines, older, err = snap.GameLines(id, who, wanted, before) })
	return lines, older, err
}

func (r *record) GameLines(id int, who protocol.Who, wanted engine.Seat, before int) ([]protocol.LogLine, int, error) {
	g, err := r.gameOf(id)
	if err != nil {
		return nil, 0, err
	}
	lines, older := g.lines(reader{who, g.sees(who, wanted)}, before, linesAtOnce)
	return lines, older, nil
}

// GameEntry is the question of an entry of a game's log and its answer in effect, as a screen may see them.
func (s *Session) GameEntry(id int, who protocol.Who, wanted engine.Seat, entry int) (engine.Question, engine.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.gameOf(id)
	if err != nil {
		return engine.Question{}, engine.Answer{}, err
	}
	q, a, ok := g.game.As(g.sees(who, wanted)).Asked(entry)
	if !ok {
		return engine.Question{}, engine.Answer{}, protocol.Stale("Entry %d is no answer that can be changed", entry)
	}
	return q, a, nil
}

// GameFile is a game as everybody may keep it: its whole log, or the game as it stands where secret
// answers were taken back (see engine.Game.Saved). While an answer that counts is secret it is refused.
func (s *Session) GameFile(id int) (log []engine.Entry, whole bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.gameOf(id)
	if err != nil {
		return nil, false, err
	}
	log, whole, err = g.game.Saved()
	if errors.Is(err, engine.ErrStale) {
		return nil, false, protocol.Illegal("Somebody's secret answer is not open yet: save the game when everybody has answered")
	}
	return log, whole, err
}
