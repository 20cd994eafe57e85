package hall

import (
	"slices"

	"astragal/companion/gather"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/models"
)

// Expects are the dice that a throw may bring: the name of each, and what each kind of them looks like. The zero throw is the next one. ok is false if no
// game waits for the throw's roll, or if its dice are plain ones.
func (s *State) Expects(t throw.Throw) (names []string, dice []models.Die, ok bool) {
	if t.ID == 0 && s.Play > 0 {
		q, _ := s.Games[s.Play-1].Rolling()
		t.ID, t.Game, t.Question = s.throws.Len()+1, s.Play, q.ID
	}
	g, err := s.Games.Of(t.Game)
	if err != nil || t.Question == "" {
		return nil, nil, false
	}
	q, ok := g.asked(t.Question)
	if !ok || !gather.HasFaces(q) {
		return nil, nil, false
	}
	earlier := slices.DeleteFunc(s.throws.Asking(g.ID, q.ID), func(o throw.Throw) bool { return o.ID >= t.ID })
	names, dice = gather.Of(q, earlier, g.typed.Before(q.ID, t.ID), s.throws.LyingBefore).Expected()
	return names, dice, true
}

// ToThrow are the dice that the virtual table throws next for the game that has the tray. The list is empty if the roll takes any dice. The error says
// why no dice may be thrown.
func (s *State) ToThrow() ([]string, error) {
	g := s.Games[s.Play-1]
	if g.showing != nil {
		return gather.ShownOnVirtual(g.showing), nil
	}
	q, ok := g.Rolling()
	if !ok || len(q.Roll.Dice) == 0 {
		return nil, nil
	}
	r := s.Gather(g, q)
	if r.Left == 0 {
		return nil, protocol.Illegal("All dice of this roll lie on the tray: say what they show, or forget the throw and throw again")
	}
	return r.ToThrow()
}

// Waits is the game that has the tray. It is false if no game has the tray, or if the game waits for no roll.
func (s *State) Waits() (protocol.GameInfo, bool) {
	if s.Play == 0 {
		return protocol.GameInfo{}, false
	}
	g := s.Games[s.Play-1]
	_, ok := g.Rolling()
	return s.Info(g), ok
}

// SixSided says whether the game that has the tray waits for Fate dice, and whether it waits for other dice with six faces. If the roll takes any dice,
// or dice with faces of their own, Fate dice are not expected.
func (s *State) SixSided() (fate, others bool) {
	q, ok := s.Games[s.Play-1].Rolling()
	if !ok || len(q.Roll.Dice) == 0 || gather.HasFaces(q) {
		return false, true
	}
	return throw.SixSided(q.Roll.Dice)
}
