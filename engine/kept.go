package engine

import (
	"fmt"
	"reflect"
	"slices"
)

// keep returns those dice of an earlier answer that belong to the roll which q
// asks for now: they stay rolled.
func keep(q Question, before Answer) []Thrown {
	var kept []Thrown
	for _, t := range before.Dice {
		i := slices.IndexFunc(q.Roll.Dice, func(d Die) bool { return d.ID == t.ID })
		if i >= 0 && t.Known() && q.Roll.shows(t, q.Roll.Dice[i]) == nil {
			kept = append(kept, t)
		}
	}
	return kept
}

// stays returns the earlier answer, or what its dice say to the question as it
// is now, where that is legal.
func stays(q Question, before Answer) (Answer, bool) {
	if before.To == q.ID {
		return before, Legal(q, before) == nil
	}
	if q.Kind != KindRoll || len(before.Dice) == 0 {
		return Answer{}, false
	}
	before.To = q.ID
	if Legal(q, before) == nil {
		return before, true
	}
	before.Dice = keep(q, before)
	return before, Legal(q, before) == nil
}

// withKept adds the dice that stay rolled to an answer that leaves them out.
func withKept(q Question, a Answer) Answer {
	if len(q.Kept) == 0 || len(a.Chosen) > 0 {
		return a
	}
	dice := slices.Clone(a.Dice)
	for _, k := range q.Kept {
		if !slices.ContainsFunc(a.Dice, func(t Thrown) bool { return t.ID == k.ID }) {
			dice = append(dice, k)
		}
	}
	a.Dice = dice
	return a
}

// honours says whether a leaves the dice that stay rolled as they lie.
func honours(q Question, a Answer) error {
	for _, t := range a.Dice {
		i := slices.IndexFunc(q.Kept, func(k Thrown) bool { return k.ID == t.ID })
		if i >= 0 && !sameResult(q.Kept[i], t) {
			return fmt.Errorf("the die %q was rolled already and stays as it lies", t.ID)
		}
	}
	return nil
}

func sameResult(x, y Thrown) bool {
	return x.Icon == y.Icon && x.Count == y.Count &&
		reflect.DeepEqual(x.Face, y.Face) && reflect.DeepEqual(x.Value, y.Value)
}
