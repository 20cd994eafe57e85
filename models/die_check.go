package models

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// No die exceeds these limits. More is a typing mistake.
const (
	longestName = 100
	longestNote = 1000
	mostColors  = 8
	mostCount   = 6
	mostWorth   = 100
)

var sides = map[string]int{"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}

// Sides is how many faces a die of a shape has. It is 0 if the shape isn't known.
func Sides(shape string) int { return sides[shape] }

// CheckDice checks definitions that are used together. Its error says which die is wrong and how.
func CheckDice(dice []Die) error {
	seen := map[string]int{}
	for i, d := range dice {
		if err := d.Check(); err != nil {
			return fmt.Errorf("die %d (%q): %w", i+1, d.ID, err)
		}
		if first, twice := seen[d.ID]; twice {
			return fmt.Errorf("die %d: the id %q is used twice: die %d has it too", i+1, d.ID, first)
		}
		seen[d.ID] = i + 1
	}
	return nil
}

// Check checks one definition by itself.
func (d Die) Check() error {
	n, ok := sides[d.Shape]
	switch {
	case d.ID == "":
		return errors.New("it has no id")
	case !ok:
		return fmt.Errorf("shape %q is not one of d4, d6, d8, d10, d12, d20", d.Shape)
	case len(d.Faces) != n:
		return fmt.Errorf("a %s has %d faces, not %d", d.Shape, n, len(d.Faces))
	case d.SizeMM != nil && (*d.SizeMM < 3 || *d.SizeMM > 200):
		return fmt.Errorf("size_mm %g is outside 3 to 200", *d.SizeMM)
	}
	for i, f := range d.Faces {
		if err := f.check(); err != nil {
			return fmt.Errorf("face %d: %w", i, err)
		}
	}
	for _, check := range []func() error{d.checkWords, d.checkColors, d.checkNumbers, d.checkLists, d.checkLayout, d.checkWorth} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (f Face) check() error {
	for _, w := range [][2]string{{"icon", f.Icon}, {"art", f.Art}, {"sai", f.SAI}} {
		if err := word(w[0], w[1]); err != nil {
			return err
		}
	}
	switch {
	case f.Count < 0 || f.Count > mostCount:
		return fmt.Errorf("count %d is outside 0 to %d", f.Count, mostCount)
	case f.Icon == "" && f.Count > 0:
		return fmt.Errorf("count %d says how often an icon is printed, but no icon is named", f.Count)
	case f.Icon == "" && (f.ID || f.Art != "" || f.SAI != ""):
		return errors.New("it speaks of a picture (id, art or sai), but no icon is named")
	case f.Results != nil && (*f.Results < 0 || *f.Results > mostWorth):
		return fmt.Errorf("results %d is outside 0 to %d", *f.Results, mostWorth)
	}
	return nil
}

func (d Die) checkWords() error {
	for _, w := range [][2]string{
		{"id", d.ID}, {"race", d.Race}, {"pattern", d.Pattern}, {"name", d.Name}, {"kind", d.Kind}, {"class", d.Class}, {"size", d.Size},
		{"champion_role", d.ChampionRole}, {"terrain_type", d.TerrainType}, {"eighth_face", d.EighthFace},
	} {
		if err := word(w[0], w[1]); err != nil {
			return err
		}
	}
	for _, note := range d.Notes {
		if len(note) > longestNote {
			return fmt.Errorf("a note of %d bytes is longer than %d", len(note), longestNote)
		}
	}
	return nil
}

func (d Die) checkColors() error {
	if len(d.Colors) > mostColors {
		return fmt.Errorf("%d colors are more than %d", len(d.Colors), mostColors)
	}
	for _, c := range d.Colors {
		if !color(c) {
			return fmt.Errorf(`color %q is neither of the form "#rrggbb" nor one of %s`, c, strings.Join(ColorNames(), ", "))
		}
	}
	if d.Ink != "" && !color(d.Ink) {
		return fmt.Errorf(`ink %q is neither of the form "#rrggbb" nor one of %s`, d.Ink, strings.Join(ColorNames(), ", "))
	}
	return nil
}

func (d Die) checkNumbers() error {
	for _, n := range []struct {
		name  string
		value *int
		least int
	}{{"health", d.Health, 1}, {"points", d.Points, 0}, {"automatic_saves", d.AutomaticSaves, 0}} {
		if n.value != nil && (*n.value < n.least || *n.value > mostWorth) {
			return fmt.Errorf("%s %d is outside %d to %d", n.name, *n.value, n.least, mostWorth)
		}
	}
	return nil
}

func (d Die) checkLists() error {
	elements := []string{"air", "death", "earth", "fire", "water"}
	for _, e := range d.Elements {
		if !slices.Contains(elements, e) {
			return fmt.Errorf("element %q is not one of %s", e, strings.Join(elements, ", "))
		}
	}
	for _, l := range []struct {
		name string
		list []string
	}{{"elements", d.Elements}, {"sources", d.Sources}, {"id_art", d.IDArt}} {
		for i, text := range l.list {
			if err := word(l.name, text); err != nil {
				return err
			}
			if text == "" || slices.Contains(l.list[:i], text) {
				return fmt.Errorf("%s: %q is empty or there twice", l.name, text)
			}
		}
	}
	return grade("confidence", d.Confidence, true)
}

func (d Die) checkLayout() error {
	if d.Layout == nil {
		return nil
	}
	shape, known := map[string]string{OppositeSeven: "d6", TwoApexes: "d10"}[d.Layout.Scheme]
	switch {
	case !known:
		return fmt.Errorf("layout: scheme %q is neither %s nor %s", d.Layout.Scheme, OppositeSeven, TwoApexes)
	case shape != d.Shape:
		return fmt.Errorf("layout: scheme %s is for a %s, not for a %s", d.Layout.Scheme, shape, d.Shape)
	}
	return grade("layout: confidence", d.Layout.Confidence, false)
}

// checkWorth refuses faces that contradict each other or the die.
func (d Die) checkWorth() error {
	for i, f := range d.Faces {
		if f.Results == nil {
			continue
		}
		if f.ID && d.Health != nil && *f.Results != *d.Health {
			return fmt.Errorf("face %d: the ID is worth %d, but the die's health is %d", i, *f.Results, *d.Health)
		}
		for j, g := range d.Faces[:i] {
			same := g.Icon == f.Icon && g.Count == f.Count && g.Count > 0 && g.Art == f.Art && g.SAI == f.SAI && sameNumber(f.Value, g.Value)
			if same && !sameNumber(f.Results, g.Results) {
				return fmt.Errorf("faces %d and %d show the same (%d × %s) but aren't worth the same", j, i, f.Count, f.Icon)
			}
		}
	}
	return nil
}

func sameNumber(a, b *int) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// word refuses what can't be a name: blanks around it, characters that don't print, a long text.
func word(field, text string) error {
	switch {
	case utf8.RuneCountInString(text) > longestName:
		return fmt.Errorf("%s of %d letters is longer than %d", field, utf8.RuneCountInString(text), longestName)
	case strings.TrimSpace(text) != text:
		return fmt.Errorf("%s %q has blanks around it", field, text)
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("%s %q holds signs that don't print", field, text)
	}
	return nil
}

func grade(field, text string, mayMiss bool) error {
	if text == "" && mayMiss || slices.Contains([]string{"high", "medium", "low"}, text) {
		return nil
	}
	return fmt.Errorf("%s %q is not high, medium or low", field, text)
}

func color(text string) bool {
	if slices.Contains(ColorNames(), text) {
		return true
	}
	hex, is := strings.CutPrefix(text, "#")
	return is && len(hex) == 6 && strings.Trim(strings.ToLower(hex), "0123456789abcdef") == ""
}
