package hall

import (
	"astragal/companion/evidence"
	"astragal/companion/protocol"
	"astragal/engine"
)

// Luck says what the dice of a game's rolls counted and what fair dice would have counted, oldest roll first. It leaves out rolls that the screen may
// not see, and rolls of which the rules don't say what each face counts.
func (s *State) Luck(id int, who protocol.Who, wanted engine.Seat) ([]protocol.RollLuck, error) {
	g, err := s.Games.Of(id)
	if err != nil {
		return nil, err
	}
	sight, out, met := g.Engine.As(g.Sees(who, wanted)), []protocol.RollLuck{}, map[string]bool{}
	for n := range g.Engine.Entries() {
		q, a, ok := sight.Asked(n)
		if !ok || met[q.Key] || q.Roll == nil || len(q.Roll.Worth) == 0 || len(q.Seats) == 0 {
			continue
		}
		met[q.Key] = true
		l := evidence.LuckOf(q.Roll, a.Dice)
		out = append(out, protocol.RollLuck{Entry: n, Seat: q.Seats[0], Counts: q.Counts, Got: l.Got, Fair: l.Fair, Spread: l.Spread})
	}
	return out, nil
}
