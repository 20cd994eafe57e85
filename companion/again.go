package companion

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"astragal/engine"
)

// again ties the dice of a throw to those dice of a roll that are to be rolled again. On the tray lie
// either just these, or beside them other dice of the roll: before are those as they lay.
func (t throw) again(q engine.Question, before []die) (throw, error) {
	wanted := slices.DeleteFunc(slices.Clone(q.Roll.Dice), func(d engine.Die) bool {
		return slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == d.ID })
	})
	lies := slices.DeleteFunc(slices.Clone(t.dice), func(d die) bool { return d.gone })
	rolled := func(id string) bool {
		return slices.ContainsFunc(wanted, func(w engine.Die) bool { return w.ID == id })
	}
	free := thrownAmong(lies, before, rolled, len(wanted), true)
	switch {
	case len(free) > len(wanted):
		return t, fmt.Errorf("%s again, and %s on the tray: tap those that were thrown", rolledWords(len(wanted)), lieWords(len(lies)))
	case len(free) < len(wanted):
		return t, fmt.Errorf("%s again, and only %s on the tray: add what is missing, or forget this throw and throw again", rolledWords(len(wanted)), lieWords(len(free)))
	}
	t.as = map[int]string{}
	for _, w := range wanted {
		i := alike(free, w)
		t.as[free[i].n] = w.ID
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
func alike(free []die, w engine.Die) int {
	same := func(d die) bool {
		return d.shape == w.Shape && len(d.colors) > 0 && len(w.Colors) > 0 && d.colors[0] == w.Colors[0]
	}
	if i := slices.IndexFunc(free, same); i >= 0 {
		return i
	}
	return max(0, slices.IndexFunc(free, func(d die) bool { return d.shape == w.Shape }))
}

// lyingFor are the dice of the roll that q belongs to as they lay when they were last seen there, each with its id in the roll.
func (s *Session) lyingFor(q engine.Question) []die {
	last := map[string]die{}
	for _, i := range s.counted {
		t := s.throws[i]
		if t.count != len(s.counts)-1 || rollKey(t.key) != rollKey(q.Key) {
			continue
		}
		for _, d := range t.dice {
			d.is = "d" + strconv.Itoa(d.n)
			if t.as != nil {
				d.is = t.as[d.n]
			}
			if d.is != "" && !d.gone {
				last[d.is] = d
			}
		}
	}
	var before []die
	for _, id := range slices.Sorted(maps.Keys(last)) {
		if d := last[id]; d.lying && d.box[2] > 0 {
			before = append(before, d)
		}
	}
	return before
}

// rollKey is the key of the roll that a question is a part of: "roll 3: again, must" is one of "roll 3".
func rollKey(key string) string {
	head, _, _ := strings.Cut(key, ":")
	head, _, _ = strings.Cut(head, "#")
	return head
}
