package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"astragal/companion/protocol"
)

// armyNote keeps an army; without a force it is thrown away.
type armyNote struct {
	Army protocol.Army `json:"army"`
	Gone bool          `json:"gone,omitempty"`
}

const (
	mostArmies = 500
)

// Armies are those that the table keeps, by name.
func (s *Session) Armies() []protocol.Army {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []protocol.Army{}
	for _, a := range s.armies {
		if a.Name != "" {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b protocol.Army) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// KeepArmy keeps an army: a new one with the ID 0, or in the place of the one with its ID.
func (s *Session) KeepArmy(ctx context.Context, a protocol.Army) (protocol.Army, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case a.ID < 0 || a.ID > len(s.armies):
		return a, protocol.Stale("there is no army %d at this table", a.ID)
	case a.ID == 0 && len(s.armies) >= mostArmies:
		return a, protocol.Illegal("this table keeps %d armies and no more", mostArmies)
	case a.ID == 0:
		a.ID = len(s.armies) + 1
	}
	if err := s.write(ctx, []Note{s.note(noteArmy, armyNote{Army: a})}, nil); err != nil {
		return a, err
	}
	s.setArmy(a)
	return a, nil
}

// DropArmy throws an army away.
func (s *Session) DropArmy(ctx context.Context, id int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id < 1 || id > len(s.armies) || s.armies[id-1].Name == "" {
		return protocol.Stale("there is no army %d at this table", id)
	}
	if err := s.write(ctx, []Note{s.note(noteArmy, armyNote{Army: protocol.Army{ID: id}, Gone: true})}, nil); err != nil {
		return err
	}
	s.setArmy(protocol.Army{ID: id})
	return nil
}

func (s *Session) setArmy(a protocol.Army) {
	for len(s.armies) < a.ID {
		s.armies = append(s.armies, protocol.Army{})
	}
	s.armies[a.ID-1] = a
}

func (s *Session) recallArmy(n Note) error {
	var b armyNote
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	if b.Army.ID < 1 || b.Army.ID > mostArmies {
		return fmt.Errorf("it is army %d, which can't be", b.Army.ID)
	}
	s.setArmy(b.Army)
	return nil
}
