package engine

import "fmt"

// history says which entries of a log are in effect: an undo leads back past
// the entry that it takes back, and so does an undo of an undo.
//
// It returns the answers, amendments and acceptances in effect, oldest first,
// and whether each entry of the log stands on the way (undos included).
func history(log []Entry) (effect []int, stands []bool) {
	stands = make([]bool, len(log))
	for i := len(log) - 1; i > 0; i-- {
		stands[i] = true
		if log[i].Kind == EntryUndo {
			i = log[i].Of // the loop goes on before it
			continue
		}
		effect = append(effect, i)
	}
	for i, j := 0, len(effect)-1; i < j; i, j = i+1, j-1 {
		effect[i], effect[j] = effect[j], effect[i]
	}
	return effect, stands
}

// recall makes the memory of the entries in effect: the latest answer at each key.
func recall(log []Entry, effect []int) (map[string]held, error) {
	memory := make(map[string]held, len(effect))
	origin := make(map[int]int, len(effect))
	for _, n := range effect {
		e := log[n]
		switch e.Kind {
		case EntryAnswer:
			memory[e.Key] = held{answer: *e.Answer, entry: n, origin: n}
			origin[n] = n
		case EntryAmend:
			from, ok := origin[e.Of]
			if h := memory[e.Key]; !ok || h.origin != from || log[from].Key != e.Key {
				return nil, fmt.Errorf("%w: entry %d amends entry %d, whose answer at %q doesn't stand", ErrLog, n, e.Of, clip(e.Key))
			}
			memory[e.Key] = held{answer: *e.Answer, entry: n, origin: from}
			origin[n] = from
		default: // the others answer nothing
		}
	}
	return memory, nil
}
