package engine

import (
	"fmt"
	"slices"
)

// history says which entries of a log are in effect. It goes through the log from its end. An undo takes it back to
// before the entry that the undo is of; so does an undo of an undo. What an undo keeps stays in effect.
//
// It returns two things:
//   - effect: the answers, amendments and acceptances in effect, and the undos that keep some, oldest first
//   - stands: whether each entry of the log lies on that way, undos included; entries that an undo keeps don't
func history(log []Entry) (effect []int, stands []bool) {
	stands = make([]bool, len(log))
	for i := len(log) - 1; i > 0; i-- {
		stands[i] = true
		if e := log[i]; e.Kind == EntryUndo {
			if len(e.Keep) > 0 {
				effect = append(effect, i)
			}
			for _, kept := range slices.Backward(e.Keep) {
				effect = append(effect, kept)
			}
			i = e.Of // the loop goes on with the entry before it
			continue
		}
		effect = append(effect, i)
	}
	slices.Reverse(effect)
	return effect, stands
}

// InEffect says for each entry of a log whether it is in effect, and which of these are in effect only because an
// undo keeps them.
func InEffect(log []Entry) (in, kept []bool) {
	effect, in := history(log)
	kept = make([]bool, len(log))
	if len(in) > 0 {
		in[0] = true
	}
	for _, n := range effect {
		kept[n] = !in[n]
	}
	for n := range kept {
		in[n] = in[n] || kept[n]
	}
	return in, kept
}

// corrections are the entries that stay in effect if the game goes back to before entry n. They are the amendments
// of answers that stay. If entry n is an answer, they are also the answers that were given again to questions before
// it. What rests on entry n isn't among them.
func corrections(log []Entry, n int) []int {
	now, _ := history(log)
	then, _ := history(log[:n])
	stay, keys := make(map[int]bool, len(then)), make(map[string]bool, len(then))
	for _, k := range then {
		stay[k], keys[log[k].Key] = true, true
	}
	var keep []int
	for _, k := range now {
		e := log[k]
		if k == n || stay[k] {
			continue
		}
		again := e.Kind == EntryAnswer && log[n].Kind == EntryAnswer && keys[e.Key]
		if again || e.Kind == EntryAmend && stay[e.Of] {
			stay[k] = true
			keep = append(keep, k)
		}
	}
	return keep
}

// recall makes a memory of the entries in effect: the latest answer for each key.
func recall(log []Entry, effect []int) (map[string]held, error) {
	memory := make(map[string]held, len(effect))
	origin := make(map[int]int, len(effect))
	for _, n := range effect {
		e := log[n]
		switch e.Kind {
		case EntryAnswer:
			memory[e.Key] = held{answer: e.Answer, entry: n, origin: n}
			origin[n] = n
		case EntryAmend:
			from, ok := origin[e.Of]
			if h := memory[e.Key]; !ok || h.origin != from || log[from].Key != e.Key {
				return nil, fmt.Errorf("%w: entry %d amends entry %d, whose answer at %q doesn't stand", ErrLog, n, e.Of, clip(e.Key))
			}
			memory[e.Key] = held{answer: e.Answer, entry: n, origin: from}
			origin[n] = from
		default: // acceptances and undos answer nothing
		}
	}
	return memory, nil
}
