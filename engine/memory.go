package engine

import "maps"

// memory holds the latest answer to what was asked at each key. What was answered lately lies beside what was answered before, so that a
// copy for somebody who looks costs little, however long the game is.
type memory struct {
	old, late map[string]held
}

const fewLate = 500

func remember(all map[string]held) memory { return memory{old: all, late: map[string]held{}} }

func (m memory) at(key string) (held, bool) {
	if h, ok := m.late[key]; ok {
		return h, true
	}
	h, ok := m.old[key]
	return h, ok
}

// entry is the entry that answers at that key, 0 where none does.
func (m memory) entry(key string) int {
	h, _ := m.at(key)
	return h.entry
}

func (m memory) origin(key string) int {
	h, _ := m.at(key)
	return h.origin
}

// put takes an answer in. Copies that were made before don't see it.
func (m *memory) put(key string, h held) {
	m.late[key] = h
	if len(m.late) < fewLate || len(m.late) < len(m.old)/4 {
		return
	}
	all := make(map[string]held, len(m.old)+2*len(m.late))
	maps.Copy(all, m.old)
	maps.Copy(all, m.late)
	m.old, m.late = all, map[string]held{}
}

func (m memory) frozen() memory { return memory{old: m.old, late: maps.Clone(m.late)} }
