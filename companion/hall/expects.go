package hall

import (
	"astragal/companion/gather"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/models"
)

// Expects are the dice that a game waits for: the name of each, and what each kind of them looks like. False where it waits
// for none, or for plain dice.
func (s *State) Expects() (names []string, dice []models.Die, ok bool) {
	if s.Play == 0 {
		return nil, nil, false
	}
	g := s.Games[s.Play-1]
	q, ok := g.Rolling()
	if !ok || !gather.HasFaces(q) {
		return nil, nil, false
	}
	names, dice = s.Gather(g, q).Expected()
	return names, dice, true
}

// ToThrow are the dice that the game with the tray waits for, for the virtual table; none where any will do. Its error says why none
// may be thrown now.
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
	open := r.Open()
	var dice []string
	for _, i := range open[len(open)-r.Left:] { // the first ones were thrown first
		if len(dice) < gather.Trayful {
			dice = append(dice, gather.OnVirtual(r.Dice[i].Die))
		}
	}
	return dice, nil
}

// Waits is the game that has the tray; false where it waits for no roll, or none has it.
func (s *State) Waits() (protocol.GameInfo, bool) {
	if s.Play == 0 {
		return protocol.GameInfo{}, false
	}
	g := s.Games[s.Play-1]
	_, ok := g.Rolling()
	return s.Info(g), ok
}

// SixSided is which dice with six faces the game that has the tray waits for: Fate dice, others. Where any dice will do, and in games whose dice have faces
// of their own, no Fate dice are thrown.
func (s *State) SixSided() (fate, others bool) {
	q, ok := s.Games[s.Play-1].Rolling()
	if !ok || len(q.Roll.Dice) == 0 || gather.HasFaces(q) {
		return false, true
	}
	return throw.SixSided(q.Roll.Dice)
}
