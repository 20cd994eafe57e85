package tally

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// numbered returns the dice that show a number, and a line about each die that shows none.
func numbered(dice []engine.Thrown) (with []engine.Thrown, lines []engine.Line) {
	for _, d := range dice {
		switch {
		case d.Known() && d.Value == nil:
			lines = append(lines, engine.Line{Rule: ruleNumber, Text: fmt.Sprintf("%s shows %s, which is no number: not counted", Name(d), d.Shows()), Dice: []string{d.ID}})
		case d.Known():
			with = append(with, d)
		}
	}
	return with, lines
}

// counted names the dice, and says if some of them have no number.
func counted(dice []engine.Thrown) string {
	if _, lines := numbered(dice); len(lines) > 0 {
		return fmt.Sprintf("%s, %s without a number", Names(dice), Number(len(lines)))
	}
	return Names(dice)
}

// sum is the result of mode Sum: all dice added up.
func sum(dice []engine.Thrown) part {
	with, lines := numbered(dice)
	total := 0
	for _, d := range with {
		total += *d.Value
	}
	p := part{total: total, text: sumText(total, with, dice) + fmt.Sprintf(" (%s)", counted(dice))}
	lines = append(lines, engine.Line{Rule: ruleSum, Text: p.text, Before: number(0), After: number(total), Dice: names(with)})
	p.lines = lines
	return p
}

// sumText is "14 = 6 + 5 + 3", with a question mark for each die of all that is unread.
func sumText(total int, with, all []engine.Thrown) string {
	unread := 0
	for _, d := range all {
		if !d.Known() {
			unread++
		}
	}
	head, terms := fmt.Sprint(total), ""
	for i, d := range with {
		switch v := *d.Value; {
		case i == 0:
			terms = fmt.Sprint(v)
		default:
			terms += " " + sign(v)
		}
	}
	if unread > 0 {
		head += " + ?"
		terms = strings.TrimPrefix(terms+strings.Repeat(" + ?", unread), " + ")
	}
	if len(with)+unread <= 1 && terms != "" {
		return terms
	}
	if terms == "" {
		return head
	}
	return head + " = " + terms
}

// keep is the result of mode Keep: the highest or lowest dice added up.
func (s Settings) keep(dice []engine.Thrown) part {
	with, lines := numbered(dice)
	order := slices.Clone(with)
	slices.SortStableFunc(order, func(a, b engine.Thrown) int {
		if s.Lowest {
			return *a.Value - *b.Value
		}
		return *b.Value - *a.Value
	})
	kept := order[:min(s.Keep, len(order))]
	total := 0
	for _, d := range kept {
		total += *d.Value
	}
	text := fmt.Sprintf("%s (the %s %s of %s: %s)", sumText(total, kept, nil), s.end(), Number(s.Keep), counted(dice), shows(dice))
	lines = append(lines, engine.Line{Rule: ruleKeep, Text: text, Before: number(0), After: number(total), Dice: names(kept)})
	return part{total: total, text: text, lines: lines}
}

// pool is the result of mode Pool: the number of successes.
func (s Settings) pool(dice []engine.Thrown) part {
	with, lines := numbered(dice)
	var hits []engine.Thrown
	var twice []string
	total := 0
	for _, d := range with {
		if !s.succeeds(*d.Value) {
			continue
		}
		hits, total = append(hits, d), total+1
		if s.Double != nil && *d.Value == *s.Double {
			twice, total = append(twice, d.ID), total+1
		}
	}
	threshold := fmt.Sprintf("threshold %d", s.Target)
	if s.Below {
		threshold += " or less"
	}
	text := fmt.Sprintf("%s (%s)", s.noun(fmt.Sprint(total), total), threshold)
	if len(hits) > 0 {
		text = fmt.Sprintf("%s: %s (%s)", s.noun(fmt.Sprint(total), total), s.hits(hits), threshold)
	}
	first := total - len(twice)
	lines = append(lines, engine.Line{Rule: rulePool, Text: fmt.Sprintf("%d of %s: %s", first, counted(dice), threshold),
		Before: number(0), After: number(first), Dice: names(hits)})
	if len(twice) > 0 {
		lines = append(lines, engine.Line{Rule: ruleDouble, Text: fmt.Sprintf("a %d counts twice", *s.Double),
			Before: number(first), After: number(total), Dice: twice})
	}
	return part{total: total, text: text, lines: lines}
}

// hits lists successes: "5, 6 twice".
func (s Settings) hits(dice []engine.Thrown) string {
	words := make([]string, len(dice))
	for i, d := range dice {
		words[i] = fmt.Sprint(*d.Value)
		if s.Double != nil && *d.Value == *s.Double {
			words[i] += " twice"
		}
	}
	return strings.Join(words, ", ")
}
