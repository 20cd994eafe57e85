// Package armies is the list of armies that a table keeps, and what is written down of it.
package armies

import (
	"fmt"
	"slices"
	"strings"

	"astragal/companion/protocol"
)

// Note keeps an army; without a force it is thrown away.
type Note struct {
	Army protocol.Army `json:"army"`
	Gone bool          `json:"gone,omitempty"`
}

// Most is how many armies a table keeps.
const Most = 500

// List are those that a table keeps, by number from 1. One without a name was thrown away.
type List []protocol.Army

// Kept are the armies that are there, by name.
func (l List) Kept() []protocol.Army {
	out := []protocol.Army{}
	for _, a := range l {
		if a.Name != "" {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b protocol.Army) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Keep decides whether an army is kept: a new one with the ID 0, or in the place of the one with its ID.
func (l List) Keep(a protocol.Army) (Note, error) {
	switch {
	case a.ID < 0 || a.ID > len(l):
		return Note{}, protocol.Stale("there is no army %d at this table", a.ID)
	case a.ID == 0 && len(l) >= Most:
		return Note{}, protocol.Illegal("this table keeps %d armies and no more", Most)
	case a.ID == 0:
		a.ID = len(l) + 1
	}
	return Note{Army: a}, nil
}

// Drop decides whether an army is thrown away.
func (l List) Drop(id int) (Note, error) {
	if id < 1 || id > len(l) || l[id-1].Name == "" {
		return Note{}, protocol.Stale("there is no army %d at this table", id)
	}
	return Note{Army: protocol.Army{ID: id}, Gone: true}, nil
}

// With are the armies after a note.
func (l List) With(n Note) (List, error) {
	if n.Army.ID < 1 || n.Army.ID > Most {
		return l, fmt.Errorf("it is army %d, which can't be", n.Army.ID)
	}
	out := slices.Clone(l)
	for len(out) < n.Army.ID {
		out = append(out, protocol.Army{})
	}
	out[n.Army.ID-1] = n.Army
	return out, nil
}
