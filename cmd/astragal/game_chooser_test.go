package main

import (
	"slices"
	"strings"

	"astragal/engine"
)

// decided is the answer of a scripted player. The first seat marches, attacks and rolls well. The second does little
// and rolls badly. That makes a game short.
func decided(q engine.Question) engine.Answer {
	a := engine.Answer{To: q.ID, Seat: q.Seats[0]}
	first := a.Seat == 1
	switch q.Kind {
	case engine.KindRoll:
		for _, d := range q.Roll.Dice {
			f := faceFor(d, q.Roll.Purpose, first)
			a.Dice = append(a.Dice, engine.Thrown{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Face: &f, Icon: d.Faces[f].Icon, Count: d.Faces[f].Count, Value: d.Faces[f].Value, How: engine.Typed})
		}
	case engine.KindDeclare:
		o := q.Declare.Options[0]
		if !first || strings.Contains(q.Text, "oppose") {
			o = q.Declare.Options[len(q.Declare.Options)-1]
		}
		a.Chosen = []string{o.ID}
	case engine.KindPick:
		a.Chosen = pickedOf(q)
	default:
		return engine.Random(q, firstChance{})
	}
	if engine.Legal(q, a) != nil {
		return engine.Random(q, firstChance{})
	}
	return a
}

// pickedOf picks nothing if that is allowed. Otherwise it picks options in their order, at the setup about a third of
// a force.
func pickedOf(q engine.Question) []string {
	const third = 10
	limit, army := 1<<20, strings.Contains(q.Key, "army")
	if q.Pick.Limit != nil {
		limit = *q.Pick.Limit
	}
	if army {
		limit = min(limit, third)
	}
	var chosen []string
	sum := 0
	for _, o := range q.Pick.Options {
		more := q.Pick.Most || army || len(chosen) < q.Pick.Min
		if more && len(chosen) < q.Pick.Max && sum+o.Weight <= limit {
			chosen, sum = append(chosen, o.ID), sum+o.Weight
		}
	}
	return chosen
}

// faceFor is the first face that is best, or worst, for a roll. It leaves out special icons.
func faceFor(d engine.Die, purpose string, good bool) int {
	plain := []string{"melee", "missile", "magic", "save", "maneuver", "id"}
	best, score := 0, -1
	for i, f := range d.Faces {
		worth := 0
		switch {
		case f.Value != nil && *f.Value == 6:
			worth = 10
		case f.Value != nil:
		case !slices.Contains(plain, f.Icon):
			continue
		case f.Icon == purpose, f.Icon == "id":
			worth = 5 + f.Count
		}
		if !good && f.Value == nil {
			worth = 20 - worth
		}
		if worth > score {
			best, score = i, worth
		}
	}
	return best
}

// firstChance always takes the first choice.
type firstChance struct{}

func (firstChance) IntN(int) int     { return 0 }
func (firstChance) Float64() float64 { return 0 }
