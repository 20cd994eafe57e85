package hall

import (
	"errors"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
)

// KindViews are the kinds of game that the table hosts.
func (l kinds) KindViews() []protocol.KindView {
	out := []protocol.KindView{}
	for _, k := range l {
		if k.Asked {
			continue
		}
		out = append(out, protocol.KindView{ID: k.ID, Name: k.Name, Form: k.Form, Least: k.Least, Most: k.Most})
	}
	return out
}

const linesAtOnce = 200

// Entry is the question of an entry of a game's log and its answer in effect, as a screen may see them.
func (s *State) Entry(id int, who protocol.Who, wanted engine.Seat, entry int) (engine.Question, engine.Answer, error) {
	g, err := s.Games.Of(id)
	if err != nil {
		return engine.Question{}, engine.Answer{}, err
	}
	q, a, ok := g.Engine.As(g.Sees(who, wanted)).Asked(entry)
	if !ok {
		return engine.Question{}, engine.Answer{}, protocol.Stale("Entry %d is no answer that can be changed", entry)
	}
	return q, a, nil
}

// SeenAt says where the camera saw the dice of an answer that a screen may see, by their ids. Dice that somebody typed aren't in it, and neither are
// dice of which the camera took no picture.
func (s *State) SeenAt(id, entry int, a engine.Answer) map[string]throw.Place {
	at := map[string]throw.Place{}
	for _, d := range a.Dice {
		if place, seen := s.Games[id-1].Seen[entry][d.ID]; seen && s.throws.Crop(place) != "" {
			at[d.ID] = place
		}
	}
	return at
}

// File is a game as everybody may keep it. whole is true if that is its whole log. If secret answers were taken back, it is the game as it stands (see
// engine.Game.Saved). While a secret answer counts, File returns an error.
func (s *State) File(id int) (log []engine.Entry, whole bool, err error) {
	g, err := s.Games.Of(id)
	if err != nil {
		return nil, false, err
	}
	log, whole, err = g.Engine.Saved()
	if errors.Is(err, engine.ErrStale) {
		return nil, false, protocol.Illegal("Somebody's secret answer is not open yet: save the game when everybody has answered")
	}
	return log, whole, err
}

// OneRoll are the header and the answers in effect of a game that counts one roll of Dragon Dice.
func (s *State) OneRoll(id int) (engine.Header, []rulebook.Replied, error) {
	g, err := s.Games.Of(id)
	if err != nil {
		return engine.Header{}, nil, err
	}
	header := g.Engine.Header()
	if g.Kind.Form != rulebook.FormDragons || len(header.Players) != 1 {
		return engine.Header{}, nil, protocol.Illegal("Game %d doesn't count one roll of Dragon Dice", id)
	}
	var out []rulebook.Replied
	for n := range g.Engine.Entries() {
		q, a, ok := g.Engine.Question(n)
		if ok && !slices.ContainsFunc(out, func(r rulebook.Replied) bool { return r.Key == q.Key }) {
			out = append(out, rulebook.Replied{Key: q.Key, Answer: a})
		}
	}
	return header, out, nil
}
