package engine

import (
	"fmt"
	"reflect"
	"slices"
)

// keep returns the dice of an earlier answer that belong to the roll that q asks for now. These dice stay as they
// were rolled.
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

// stays returns the earlier answer if it is legal for the question as it is now. If the question has changed, it
// returns what the earlier dice say to it, if that is legal.
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

// stays is stays for an answer of the memory. An answer that counts to the question by another ID stays as the log has it, so that the states after it can
// be compared.
func (h held) stays(q Question) (Answer, bool) {
	if h.as != q.ID {
		return stays(q, *h.answer)
	}
	return *h.answer, counts(q, *h.answer)
}

// counts says whether a choice is still legal for a question with the same key that offers other choices than when it was made. Dice are no choice: what
// they mean depends on the question.
func counts(q Question, before Answer) bool {
	if q.Kind == KindRoll || len(before.Dice) > 0 {
		return false
	}
	before.To = q.ID
	return Legal(q, before) == nil
}

// withKept adds to an answer the dice that stay rolled, if the answer leaves them out.
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

// honours refuses an answer that changes dice which stay rolled.
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
