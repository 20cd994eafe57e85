package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// ParseDice reads dice as people write them down:
//
//	3d6: 6 5 3            three d6
//	red d6: 5; d20: 17    groups, with or without how many and which colour
//	d6: 5 ?               one that nobody has read
//	d6: d2=5              the die called d2
//	d6: melee 3*melee     icons, one and three of them
//	d%: 20; d10: 0        a d100: the ten-sided die with tens, and the one with 0 (10) to 9
//	2d10: 00 0            the same, written as the dice show it
//	d100: 57; d3: 2       what is known by its faces alone
//	4dF: + - 0 +; coin: heads
//	6 5 3                 dice of a shape that isn't said
//
// Dice without a name of their own are called d1, d2 … in order. Dice whose result is given count as typed.
func ParseDice(text string) ([]Thrown, error) {
	var dice []Thrown
	for group := range strings.SplitSeq(text, ";") {
		some, err := parseGroup(strings.TrimSpace(group), len(dice))
		if err != nil {
			return nil, fmt.Errorf("dice %q: %w", clip(strings.TrimSpace(group)), err)
		}
		dice = append(dice, some...)
	}
	if len(dice) > MostDice {
		return nil, fmt.Errorf("%d dice are more than the %d of one roll", len(dice), MostDice)
	}
	seen := make(map[string]bool, len(dice))
	for _, d := range dice {
		if seen[d.ID] {
			return nil, fmt.Errorf("the die %q is there twice", clip(d.ID))
		}
		seen[d.ID] = true
		if err := d.possible(); err != nil {
			return nil, err
		}
	}
	return dice, nil
}

func parseGroup(group string, before int) ([]Thrown, error) {
	head, values, named := strings.Cut(group, ":")
	if !named {
		head, values = "", group
	}
	model, count, err := parseHead(strings.Fields(head))
	if err != nil {
		return nil, err
	}
	var dice []Thrown
	for _, word := range strings.FieldsFunc(values, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		d, err := parseDie(model, word)
		if err != nil {
			return nil, err
		}
		if d.ID == "" {
			d.ID = fmt.Sprintf("d%d", before+len(dice)+1)
		}
		dice = append(dice, d)
	}
	switch {
	case len(dice) == 0:
		return nil, errors.New(`no die in it: expected something like "2d6: 5 3"`)
	case count > 0 && count != len(dice):
		return nil, fmt.Errorf("it says %d dice and lists %d", count, len(dice))
	}
	return dice, nil
}

// parseHead reads "red/white 3d6".
func parseHead(words []string) (model Thrown, count int, err error) {
	if len(words) == 0 {
		return model, 0, nil
	}
	last := words[len(words)-1]
	number, shape, kind := headShape(last)
	if shape != "" {
		model.Shape, model.Kind, words = shape, kind, words[:len(words)-1]
		if number != "" {
			if count, err = strconv.Atoi(number); err != nil || count < 1 {
				return model, 0, fmt.Errorf("%q doesn't say how many dice", clip(last))
			}
		}
	}
	if len(words) > 0 {
		model.Colors = strings.Split(strings.Join(words, " "), "/")
	}
	if slices.Contains(model.Colors, "") {
		return model, 0, fmt.Errorf("a colour is missing in %q", clip(strings.Join(words, " ")))
	}
	return model, count, nil
}

// headShape takes "3d6" apart into the number, the shape, and the kind if the name says it. The shape is empty if
// the word names none.
func headShape(word string) (number, shape, kind string) {
	name := strings.TrimLeft(word, "0123456789")
	number = word[:len(word)-len(name)]
	if strings.EqualFold(name, "dF") {
		name = "dF"
	}
	if shape, kind = ShapeOf(name); Sides(shape) == 0 {
		return "", "", ""
	}
	return number, shape, kind
}

// shownOn is the value that a word on a die stands for. A d10's 0 is 10; its 00 is the 0 of the die with tens.
func shownOn(shape, word string) (value int, tens, ok bool) {
	switch {
	case shape == "d10" && word == "0":
		return 10, false, true
	case shape == "d10" && word == "00":
		return 0, true, true
	case shape == "dF" && (word == "-" || word == "−"):
		return -1, false, true
	case shape == "dF" && word == "+":
		return 1, false, true
	case shape == "coin" && word == "heads":
		return 1, false, true
	case shape == "coin" && word == "tails":
		return 0, false, true
	}
	v, err := strconv.Atoi(word)
	return v, false, err == nil && !(shape == "d10" && v == 0) // a d10's two zeros are handled above
}

// parseDie reads "5", "?", "d2=5", "melee" or "3*melee".
func parseDie(model Thrown, word string) (Thrown, error) {
	d := model
	d.How = Typed
	if id, shows, ok := strings.Cut(word, "="); ok {
		if id == "" || strings.Contains(id, ":") {
			return d, fmt.Errorf("%q names no die", clip(word))
		}
		d.ID, word = id, shows
	}
	if word == "?" {
		d.How = Unread
		return d, nil
	}
	if v, tens, ok := shownOn(d.Shape, word); ok {
		if tens || d.Kind == TensKind && word == "0" {
			v, d.Kind = 0, TensKind
		}
		d.Value = &v
		return d, nil
	}
	d.Count, d.Icon = 1, word
	if copies, icon, ok := strings.Cut(word, "*"); ok {
		n, err := strconv.Atoi(copies)
		if err != nil || n < 1 {
			return d, fmt.Errorf("%q doesn't say how many icons", clip(word))
		}
		d.Count, d.Icon = n, icon
	}
	if _, err := strconv.Atoi(d.Icon); err == nil || d.Icon == "" || strings.ContainsAny(d.Icon, "=*?:") {
		return d, fmt.Errorf("%q is not what a die shows", clip(word))
	}
	return d, nil
}

// WriteDice writes dice so that ParseDice reads the same dice again. How a result is known, a die's kind and the
// place of its face are not written.
func WriteDice(dice []Thrown) string {
	var groups []string
	for i := 0; i < len(dice); {
		head := headOf(dice[i])
		var values []string
		for ; i < len(dice) && headOf(dice[i]) == head; i++ {
			values = append(values, wordOf(dice[i], i))
		}
		if head != "" {
			head += ": "
		}
		groups = append(groups, head+strings.Join(values, " "))
	}
	return strings.Join(groups, "; ")
}

func headOf(d Thrown) string {
	shape := d.Shape
	if d.Kind == TensKind && shape == "d10" {
		shape = TensKind
	}
	return strings.TrimSpace(strings.Join(d.Colors, "/") + " " + shape)
}

func wordOf(d Thrown, place int) string {
	name := ""
	if d.ID != "" && d.ID != fmt.Sprintf("d%d", place+1) {
		name = d.ID + "="
	}
	switch {
	case !d.Known():
		return name + "?"
	case d.Icon != "" && d.Count > 1:
		return fmt.Sprintf("%s%d*%s", name, d.Count, d.Icon)
	case d.Icon != "":
		return name + d.Icon
	case d.Value != nil && d.Shape == "d10" && *d.Value == 0:
		return name + "00"
	case d.Value != nil && *d.Value >= 0 && (d.Shape == "coin" || d.Shape == "dF"):
		return name + ShowValue(d.Shape, d.Kind, *d.Value)
	case d.Value != nil:
		return name + strconv.Itoa(*d.Value)
	}
	return name + "?"
}
