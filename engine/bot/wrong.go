package bot

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// wrong gives q an answer that isn't legal and checks that nothing changes.
func (p *play) wrong(q engine.Question) error {
	a := spoil(engine.Random(q, p.chance), p.chance)
	if engine.Legal(q, a) == nil {
		return nil // the spoilt answer is still legal
	}
	before, entries := snap(p.game), len(p.game.Log())
	if err := p.game.Answer(a); err == nil {
		return fmt.Errorf("the wrong answer %+v to %q was taken", a, q.Key)
	}
	p.result.Wrong++
	if len(p.game.Log()) != entries || !snap(p.game).same(before) {
		return fmt.Errorf("the wrong answer %+v to %q changed the game", a, q.Key)
	}
	return nil
}

// spoil changes one thing about a legal answer.
func spoil(a engine.Answer, c engine.Chance) engine.Answer {
	a.Dice, a.Chosen, a.Points = slices.Clone(a.Dice), slices.Clone(a.Chosen), slices.Clone(a.Points)
	switch c.IntN(9) {
	case 0:
		a.To = "0" + a.To
	case 1:
		a.Seat = engine.Seat(c.IntN(9) - 2)
	case 2:
		a.Chosen = append(a.Chosen, "nonsense")
	case 3:
		a.Points = append(a.Points, c.IntN(5)-2)
	case 4:
		a.Dice = append(a.Dice, engine.Thrown{ID: fmt.Sprintf("d%d", c.IntN(3)), How: engine.Typed, Value: number(c.IntN(9))})
	case 5:
		a.Chosen = a.Chosen[:len(a.Chosen)/2]
		a.Dice = a.Dice[:len(a.Dice)/2]
	case 6:
		for i := range a.Dice {
			a.Dice[i].Value = number(c.IntN(200) - 50)
		}
		for i := range a.Points {
			a.Points[i] += c.IntN(3) - 1
		}
	case 7:
		for i := range a.Dice {
			a.Dice[i].How = engine.How("guessed")
		}
		a.Chosen = append(a.Chosen, a.Chosen...)
	case 8:
		for i := range a.Dice {
			a.Dice[i].ID, a.Dice[i].Shape = "d1", "d7"
		}
		slices.Reverse(a.Points)
	}
	return a
}

func number(n int) *int { return &n }
