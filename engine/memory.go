package engine

import "maps"

// byKey holds one thing for each key. Recent things lie beside the older ones, so that a copy for somebody who only
// reads is cheap, even in a long game.
type byKey[V any] struct {
	old, late map[string]V
}

const fewLate = 500

func (m byKey[V]) at(key string) (V, bool) {
	if v, ok := m.late[key]; ok {
		return v, true
	}
	v, ok := m.old[key]
	return v, ok
}

// put takes v in. Copies that were made before don't see it.
func (m *byKey[V]) put(key string, v V) {
	if m.late == nil {
		m.late = map[string]V{}
	}
	m.late[key] = v
	if len(m.late) < fewLate || len(m.late) < len(m.old)/4 {
		return
	}
	all := make(map[string]V, len(m.old)+2*len(m.late))
	maps.Copy(all, m.old)
	maps.Copy(all, m.late)
	m.old, m.late = all, nil
}

func (m byKey[V]) frozen() byKey[V] { return byKey[V]{m.old, maps.Clone(m.late)} }

// memory holds the latest answer for each key.
type memory struct{ byKey[held] }

func remember(all map[string]held) memory { return memory{byKey[held]{old: all}} }

// entry is the log entry that answers at that key, 0 if none does.
func (m memory) entry(key string) int {
	h, _ := m.at(key)
	return h.entry
}

func (m memory) origin(key string) int {
	h, _ := m.at(key)
	return h.origin
}
