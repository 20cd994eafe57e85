package dragondice

import (
	"fmt"
	"strings"

	"astragal/engine"
)

// line returns a line of the trail.
func (g *game) line(rule Rule, format string, args ...any) engine.Line {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	return engine.Line{Rule: rule.ID, Cite: g.ed.cite(rule), Text: text}
}

// words returns a face in words: "ID (3)", "2 melee", "4 rend", "Belly".
func (f Face) words() string {
	switch {
	case f.Icon == idIcon:
		return fmt.Sprintf("ID (%d)", f.worth())
	case f.Value != nil:
		return fmt.Sprintf("%d %s", *f.Value, plainIcon(f.rule()))
	case f.worth() > 0:
		return fmt.Sprintf("%d %s", f.worth(), plainIcon(f.rule()))
	}
	return plainIcon(f.rule())
}

// plainIcon returns an icon's name for people: "standing stones", "belly" for
// "dragon_belly".
func plainIcon(icon string) string {
	return strings.ReplaceAll(strings.TrimPrefix(icon, "dragon_"), "_", " ")
}

// raceName returns a race's name for people: "Coral Elf". Items have no race: "items".
func raceName(race string) string {
	if race == "" {
		return "items"
	}
	words := strings.Split(race, "_")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// listed returns words in a row: "gold", "gold and blue", "gold, blue and red". last is the
// word before the last one.
func listed(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// title returns the sentence that asks for the roll.
func (r *roll) title() string {
	who := r.g.armyName(r.army)
	switch {
	case r.counter:
		return fmt.Sprintf("%s: roll for %s (%s).", who, wordsOf(r.counts, r.purpose), lower(r.rule.Name))
	case r.purpose == ForSave && r.against != "":
		return fmt.Sprintf("%s: roll for saves against %s.", who, r.against)
	}
	return fmt.Sprintf("%s: roll for %s.", who, wordsOf(r.counts, r.purpose))
}

func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// tellResult tells the roll's result and the lines that led to it.
func (r *roll) tellResult() {
	who := r.g.armyName(r.army)
	if r.individual && len(r.units) == 1 {
		who = r.units[0].kind.Name
	}
	if len(r.counts) == 0 {
		faces := make([]string, len(r.dice))
		for i, d := range r.dice {
			faces[i] = d.shows().words()
		}
		r.g.table.Tell(engine.Fact{Kind: engine.FactResult, Seat: r.seat(), Rule: r.rule.ID, Cite: r.g.ed.cite(r.rule),
			Text: who + ": " + strings.Join(faces, ", ") + ".", Lines: r.lines})
		return
	}
	parts := make([]string, len(r.counts))
	for i, of := range r.counts {
		parts[i] = fmt.Sprintf("%d %s", r.total(of), of)
	}
	n := r.total(r.counts[0])
	r.g.table.Tell(engine.Fact{Kind: engine.FactResult, Seat: r.seat(), Rule: r.rule.ID, Cite: r.g.ed.cite(r.rule),
		Text: fmt.Sprintf("%s: %s%s.", who, strings.Join(parts, ", "), r.sum()), Value: &n, Lines: r.lines, Sum: r.inOneLine()})
}

// sum says in short where the result of a roll for one type comes from: " = 7 icons + 3 ID
// + 4 SAI".
func (r *roll) sum() string {
	if len(r.counts) != 1 {
		return ""
	}
	of := r.counts[0]
	var parts []string
	for p, name := range []string{"icons", "ID", "SAI", "added"} {
		if n := r.pools[p][of]; n == 1 && pool(p) == fromIcon {
			parts = append(parts, "1 icon")
		} else if n != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, name))
		}
	}
	if len(parts) < 2 {
		return ""
	}
	return " = " + strings.Join(parts, " + ")
}

// sofarWords returns the numbers so far in words: "5 melee, 2 missile".
func (r *roll) sofarWords() string {
	var parts []string
	for _, of := range r.reckoned() {
		if r.wants(of) {
			parts = append(parts, fmt.Sprintf("%d %s", r.sofar(of), of))
		} else if n := r.sofar(of); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s that will count as %s", n, of, r.becomes(of)))
		}
	}
	return strings.Join(parts, ", ")
}

// many returns the number and the noun of things: "1 unit", "3 units".
func many(n int, one, more string) string {
	if n == 1 || n == -1 {
		more = one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// noneOr is many, but with "no" for 0.
func noneOr(n int, one, more string) string {
	if n == 0 {
		return "no " + more
	}
	return many(n, one, more)
}
