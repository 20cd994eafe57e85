package companion

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"astragal/engine"
)

// again ties the dice of a throw to those dice of a roll that are to be rolled again. On the tray lie
// either just these, or beside them the roll's other dice, untouched: before says where those lay.
func (t throw) again(q engine.Question, before map[string]die) (throw, error) {
	wanted := slices.Clone(q.Roll.Dice)
	wanted = slices.DeleteFunc(wanted, func(d engine.Die) bool {
		return slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == d.ID })
	})
	var free []die
	for _, d := range t.dice {
		if !d.gone {
			free = append(free, d)
		}
	}
	lay := len(free)
	if lay > len(wanted) {
		free = withoutUntouched(free, wanted, before)
	}
	if len(free) != len(wanted) {
		return t, fmt.Errorf("%s, but %d lie there: mark those that only lay there as “not a die”, or add what is missing", q.Text, lay)
	}
	t.as = map[int]string{}
	for _, w := range wanted {
		i := alike(free, w)
		t.as[free[i].n] = w.ID
		free = slices.Delete(free, i, i+1)
	}
	return t, nil
}

// withoutUntouched leaves out the dice that lie where they lay before and show what they showed.
func withoutUntouched(free []die, wanted []engine.Die, before map[string]die) []die {
	for id, was := range before {
		if slices.ContainsFunc(wanted, func(w engine.Die) bool { return w.ID == id }) || was.box[2] == 0 {
			continue
		}
		i := slices.IndexFunc(free, func(d die) bool {
			return apart(d.box, was.box) < leastMove*was.box[2] && d.value != nil && was.value != nil && *d.value == *was.value
		})
		if i >= 0 {
			free = slices.Delete(free, i, i+1)
		}
	}
	return free
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

// lyingFor are the dice of the roll that q belongs to as they were last seen, by their id in it.
func (s *Session) lyingFor(q engine.Question) map[string]die {
	before := map[string]die{}
	for _, i := range s.counted {
		t := s.throws[i]
		if t.count != len(s.counts)-1 || rollKey(t.key) != rollKey(q.Key) {
			continue
		}
		for _, d := range t.dice {
			id := "d" + strconv.Itoa(d.n)
			if t.as != nil {
				id = t.as[d.n]
			}
			if id != "" && !d.gone {
				before[id] = d
			}
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
