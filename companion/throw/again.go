package throw

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Again ties the dice of a throw to those dice of a roll that are rolled again. Other dice of the roll may lie beside them on the tray: before are the
// dice that lay there before the throw.
func (t Throw) Again(q engine.Question, before []Die) (Throw, error) {
	wanted := slices.DeleteFunc(slices.Clone(q.Roll.Dice), func(d engine.Die) bool {
		return slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == d.ID })
	})
	lies := slices.DeleteFunc(slices.Clone(t.Dice), func(d Die) bool { return d.Gone })
	rolled := func(id string) bool {
		return slices.ContainsFunc(wanted, func(w engine.Die) bool { return w.ID == id })
	}
	free := Among(lies, before, rolled, len(wanted), true)
	switch {
	case len(free) > len(wanted):
		return t, fmt.Errorf("%s again, and %s on the tray: tap those that were thrown", rolledWords(len(wanted)), lieWords(len(lies)))
	case len(free) < len(wanted):
		return t, fmt.Errorf("%s again, and only %s on the tray: add what is missing, or forget this throw and throw again", rolledWords(len(wanted)), lieWords(len(free)))
	}
	t.As = map[int]string{}
	for _, w := range wanted {
		i := alike(free, w)
		t.As[free[i].N] = w.ID
		free = slices.Delete(free, i, i+1)
	}
	return t, nil
}

func rolledWords(n int) string {
	if n == 1 {
		return "1 die is rolled"
	}
	return fmt.Sprintf("%d dice are rolled", n)
}

func lieWords(n int) string {
	if n == 1 {
		return "1 die lies"
	}
	return fmt.Sprintf("%d dice lie", n)
}

// alike is the die of free that is most like w: of its shape and colour, of its shape, or any.
func alike(free []Die, w engine.Die) int {
	same := func(d Die) bool {
		return d.Shape == w.Shape && len(d.Colors) > 0 && len(w.Colors) > 0 && d.Colors[0] == w.Colors[0]
	}
	if i := slices.IndexFunc(free, same); i >= 0 {
		return i
	}
	return max(0, slices.IndexFunc(free, func(d Die) bool { return d.Shape == w.Shape }))
}
