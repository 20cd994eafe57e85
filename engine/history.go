package engine

import (
	"fmt"
	"slices"
)

// history says which entries of a log are in effect: an undo leads back past
// the entry that it takes back, and so does an undo of an undo. What an undo
// keeps stays in effect.
//
// It returns the answers, amendments and acceptances in effect and the undos
// that keep some, oldest first, and whether each entry of the log stands on the
// way (undos included; what an undo keeps stands beside it).
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
			i = e.Of // the loop goes on before it
			continue
		}
		effect = append(effect, i)
	}
	slices.Reverse(effect)
	return effect, stands
}

// InEffect says for each entry of a log whether it is in effect, and which of
// those would be taken back if an undo didn't keep them.
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

// corrections are the entries that going back to before entry n leaves in
// effect: the amendments of answers that stay, and where play is taken back,
// the answers given again to what stays. What rests on entry n goes with it.
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

// recall makes the memory of the entries in effect: the latest answer at each key.
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
