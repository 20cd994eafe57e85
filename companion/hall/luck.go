package hall

import (
	"astragal/companion/protocol"
	"astragal/engine"
)

// Luck says of a game's rolls, oldest first, what their dice counted and what fair ones would have, as far as a screen may see them.
// Rolls of which the rules don't say what each face counts are not among them.
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
		l := luckOf(q, a)
		l.Entry = n
		out = append(out, l)
	}
	return out, nil
}

// luckOf compares the dice of a roll with fair ones. A die of which it isn't known what it shows is left out.
func luckOf(q engine.Question, a engine.Answer) protocol.RollLuck {
	l := protocol.RollLuck{Seat: q.Seats[0], Counts: q.Counts}
	shown := map[string]engine.Thrown{}
	for _, t := range a.Dice {
		shown[t.ID] = t
	}
	for i, d := range q.Roll.Dice {
		t, thrown := shown[d.ID]
		if !thrown || i >= len(q.Roll.Worth) {
			continue
		}
		at, worth := t.Face, q.Roll.Worth[i]
		if len(d.Faces) == 0 {
			at = t.Value
			worth = worth[min(1, len(worth)):] // no die without faces of its own shows 0
		}
		if at == nil || *at < 0 || *at >= len(q.Roll.Worth[i]) {
			continue
		}
		sum, squares := 0.0, 0.0
		for _, w := range worth {
			sum, squares = sum+float64(w), squares+float64(w*w)
		}
		mean := sum / float64(len(worth))
		l.Got += float64(q.Roll.Worth[i][*at])
		l.Fair += mean
		l.Spread += squares/float64(len(worth)) - mean*mean
	}
	return l
}
