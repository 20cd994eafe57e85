package bot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"astragal/engine"
)

// wrongs are things that no sentence for people may have, each with its name.
var wrongs = []struct {
	what string
	// any is a quick test: only a sentence with one of these letters can match.
	any string
	is  *regexp.Regexp
}{
	{"an id", "_@-", regexp.MustCompile(`[A-Za-z]+_[A-Za-z0-9_]+|\w+@\w+|\b[a-z]+-[a-z_]+-[0-9]+\b`)},
	{"a list in brackets", "[", regexp.MustCompile(`\[[^\]]*\]|map\[`)},
	{"one of several", "1", regexp.MustCompile(`(^|[^\d.,:+−-])1 ((ID|SAI|attack|black|blue|dead|gold|green|life|melee|missile|magic|minor|maneuver|order|purple|red|save|white|yellow) )?(dice|armies|[A-Za-z]*[b-hj-rt-z]s)\b`)},
	{"nothing counted", "0", regexp.MustCompile(`[+−-]0\b|\b0 (units|dice|points)\b`)},
}

// hollow is a sentence with a gap: "0 ()", "0 of : threshold 1", "Ann: ".
var hollow = regexp.MustCompile(`\(\)| :|: $|^\s*$`)

// numbered is a 1 that doesn't count things: "a 1 makes it chaotic", "1 always fails", "Round 1 begins".
var numbered = regexp.MustCompile(`\b(a|round|turn|Round|Turn) 1 |1 always`)

var numberWords = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// Wording says what is wrong with a sentence for people: an id, a list in brackets, a number word twice in a row, "1
// dice", or a gap. It is empty if nothing is wrong.
func Wording(text string) string {
	for _, w := range wrongs {
		if !strings.ContainsAny(text, w.any) {
			continue
		}
		if found := w.is.FindString(numbered.ReplaceAllString(text, "")); found != "" {
			return fmt.Sprintf("%s (%q) in %q", w.what, found, text)
		}
	}
	if hollow.MatchString(text) {
		return fmt.Sprintf("something is missing in %q", text)
	}
	for _, n := range numberWords {
		if strings.Contains(text, n+" "+n) {
			return fmt.Sprintf("a number word twice (%q) in %q", n, text)
		}
	}
	return ""
}

// Told is Wording of all that a log tells. A sum that stands alone has a list of no terms, as those who read it expect.
func Told(log []engine.Entry) string {
	for _, e := range log {
		for _, f := range e.Told {
			if wrong := Wording(f.Text); wrong != "" {
				return wrong
			}
			if f.Sum != nil && f.Sum.Terms == nil {
				return "the sum of " + strconv.Quote(f.Text) + " has no list of terms"
			}
			for _, l := range f.Lines {
				if wrong := Wording(l.Text); wrong != "" {
					return wrong
				}
			}
		}
	}
	return ""
}

// Asked is Wording of the pending questions and of what they offer.
func Asked(g *engine.Game) string {
	for _, q := range g.Pending() {
		for _, text := range texts(q) {
			if wrong := Wording(text); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

// texts are a question's sentences.
func texts(q engine.Question) []string {
	out := []string{q.Text}
	var options []engine.Option
	switch {
	case q.Roll != nil:
		options = q.Roll.Else
	case q.Pick != nil:
		options = q.Pick.Options
	case q.Arrange != nil:
		options = q.Arrange.Items
	case q.Declare != nil:
		options = q.Declare.Options
	case q.Allot != nil:
		for _, r := range q.Allot.Rows {
			out = append(out, r.Text)
		}
	}
	for _, o := range options {
		out = append(out, o.Text)
	}
	return out
}
