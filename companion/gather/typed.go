package gather

import (
	"fmt"
	"maps"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// Typed is the face that somebody typed of a die, and how many throws there were by then.
type Typed struct{ Face, After int }

// TypedDice are dice of rolls that are not whole yet, by question and die.
type TypedDice map[string]map[string]Typed

// Hand takes in what somebody typed of a roll. after is how many throws there were by then.
func (d TypedDice) Hand(question string, shown []protocol.ShownDie, after int) {
	if d[question] == nil {
		d[question] = map[string]Typed{}
	}
	for _, s := range shown {
		d[question][s.Die] = Typed{Face: s.Face, After: after}
	}
}

// Forget forgets what was typed of a roll since that throw.
func (d TypedDice) Forget(question string, since int) {
	maps.DeleteFunc(d[question], func(_ string, t Typed) bool { return t.After >= since })
}

// Before is what was typed of a roll before that throw.
func (d TypedDice) Before(question string, id int) map[string]Typed {
	typed := maps.Clone(d[question])
	maps.DeleteFunc(typed, func(_ string, t Typed) bool { return t.After >= id })
	return typed
}

// Changed is a die of a counted roll with what a person says that it shows.
func Changed(q engine.Question, was engine.Thrown, d throw.Die) (engine.Thrown, error) {
	i := slices.IndexFunc(q.Roll.Dice, func(w engine.Die) bool { return w.ID == was.ID })
	if i < 0 {
		was.Value, was.How, was.Shape = d.Value, d.How, d.Shape
		return was, nil
	}
	face, how, why := d.FaceOn(q.Roll.Dice[i])
	if why != "" {
		return was, fmt.Errorf("say which of its faces is up: %s", why)
	}
	now, err := throw.Showing(q.Roll.Dice[i], face, how)
	now.Throw = was.Throw
	return now, err
}
