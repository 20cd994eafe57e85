package gallery

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"astragal/models"
)

// readDice reads the definitions of the taught dice, if the gallery holds them.
func (s *Store) readDice() error {
	path := filepath.Join(s.dir, diceName)
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if s.dice, err = models.ParseDice(raw); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	// The file is written anew when dice change, so that what this program doesn't know would be lost.
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&models.Dice{}); err != nil && strings.HasPrefix(err.Error(), unknownField) {
		return fmt.Errorf("%s: %w (its field %s is not known)", path, ErrNewer, strings.TrimPrefix(err.Error(), unknownField))
	}
	return Check(s.shots, s.dice)
}

// Dice are the definitions of the taught dice that the gallery holds.
func (s *Store) Dice() []models.Die {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.dice)
}

// KeepDice stores definitions in the gallery, so that the gallery can be used without their file. If a die is stored
// already, the definition must be the same.
func (s *Store) KeepDice(dice []models.Die) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := joined(s.dice, dice)
	if err != nil {
		return fmt.Errorf("keep dice with the gallery: %w", err)
	}
	if err := Check(s.shots, all); err != nil {
		return fmt.Errorf("keep dice with the gallery: %w", err)
	}
	if len(all) == len(s.dice) {
		return nil
	}
	if err := s.writeDice(all); err != nil {
		return fmt.Errorf("keep dice with the gallery: %w", err)
	}
	return nil
}

// ChangeDice replaces the definitions with the same ids, adds new ones, and drops others. It does all of this or
// nothing. A die with shots can't be dropped, and it can't lose a face that its shots show.
func (s *Store) ChangeDice(put []models.Die, drop []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(s.dice), func(d models.Die) bool { return slices.Contains(drop, d.ID) })
	for _, d := range put {
		if i := slices.IndexFunc(all, func(o models.Die) bool { return o.ID == d.ID }); i >= 0 {
			all[i] = d
		} else {
			all = append(all, d)
		}
	}
	for _, shot := range s.shots {
		if slices.Contains(drop, shot.Die) {
			return fmt.Errorf("the die %q was taught: remove its shots first (%s is one)", shot.Die, shot.name())
		}
	}
	err := models.CheckDice(all)
	if err == nil {
		err = Check(s.shots, all)
	}
	if err == nil {
		err = s.writeDice(all)
	}
	if err != nil {
		return fmt.Errorf("change the dice of the gallery: %w", err)
	}
	return nil
}

// writeDice writes the definitions to disk. If that succeeds, the store uses them.
func (s *Store) writeDice(all []models.Die) error {
	if len(all) == 0 { // without dice there is no file
		if err := os.Remove(filepath.Join(s.dir, diceName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		s.dice = nil
		return syncDir(s.dir)
	}
	raw, err := json.MarshalIndent(models.Dice{Dice: all}, "", " ")
	if err == nil {
		err = writeWhole(filepath.Join(s.dir, diceName), raw)
	}
	if err != nil {
		return err
	}
	s.dice = all
	return syncDir(s.dir)
}

func joined(known, more []models.Die) ([]models.Die, error) {
	out := slices.Clone(known)
	for _, d := range more {
		i := slices.IndexFunc(out, func(o models.Die) bool { return o.ID == d.ID })
		switch {
		case i < 0:
			out = append(out, d)
		case !reflect.DeepEqual(out[i], d):
			return nil, fmt.Errorf("the die %q is known already, with other faces or properties: give yours another id", d.ID)
		}
	}
	return out, nil
}
