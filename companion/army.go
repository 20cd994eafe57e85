package companion

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"astragal/companion/names"
)

// Army is what somebody keeps for another evening: the dice of a force, in the form that its
// rulebook's pages give it.
type Army struct {
	// ID is the table's number for it; 0 for one that is not kept yet.
	ID int `json:"id"`
	// Rulebook is the id of the kind of game that it is for.
	Rulebook string `json:"rulebook"`
	Name     string `json:"name"`
	// Force is the rulebook's own.
	Force json.RawMessage `json:"force" js:"any"`
}

// armyNote keeps an army; without a force it is thrown away.
type armyNote struct {
	Army Army `json:"army"`
	Gone bool `json:"gone,omitempty"`
}

const (
	armyBytes  = 256 << 10
	mostArmies = 500
)

// ParseArmy reads an army as it was saved. Its error is one sentence.
func ParseArmy(raw []byte) (Army, error) {
	var a Army
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return a, malformed(err)
	}
	var err error
	if a.Name, err = names.Given("an army", a.Name, mostTitle); err != nil {
		return a, err
	}
	switch {
	case a.Rulebook == "" || len(a.Rulebook) > mostName:
		return a, errors.New("an army needs the \"rulebook\" that it is for")
	case len(bytes.TrimSpace(a.Force)) == 0:
		return a, errors.New("an army needs a \"force\": its dice")
	}
	a.Force, err = tidyNames(a.Force)
	return a, err
}

// Armies are those that the table keeps, by name.
func (s *Session) Armies() []Army {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []Army{}
	for _, a := range s.armies {
		if a.Name != "" {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Army) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// KeepArmy keeps an army: a new one with the ID 0, or in the place of the one with its ID.
func (s *Session) KeepArmy(ctx context.Context, a Army) (Army, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case a.ID < 0 || a.ID > len(s.armies):
		return a, Stale("there is no army %d at this table", a.ID)
	case a.ID == 0 && len(s.armies) >= mostArmies:
		return a, Illegal("this table keeps %d armies and no more", mostArmies)
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
		return Stale("there is no army %d at this table", id)
	}
	if err := s.write(ctx, []Note{s.note(noteArmy, armyNote{Army: Army{ID: id}, Gone: true})}, nil); err != nil {
		return err
	}
	s.setArmy(Army{ID: id})
	return nil
}

func (s *Session) setArmy(a Army) {
	for len(s.armies) < a.ID {
		s.armies = append(s.armies, Army{})
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
