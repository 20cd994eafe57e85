// Package names says what a player, a team, a table, a game, an army or a round may be called, and when
// two names are one. Every entrance of a name uses it.
package names

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Tidy is a name as it is kept: composed (NFC), without blanks at its ends, with one plain blank where it
// has several or another kind. It refuses what nobody can see: control characters, line breaks, marks of
// direction, zero-width characters. Its error is a clause like "has a line break: …", to stand behind what
// is named. An empty name stays empty.
func Tidy(name string) (string, error) {
	if !utf8.ValidString(name) || strings.ContainsRune(name, utf8.RuneError) {
		return "", errors.New("has a letter that was lost on the way: type it anew")
	}
	composed := norm.NFC.String(name)
	var before rune
	for i, r := range composed {
		after, _ := utf8.DecodeRuneInString(composed[i+utf8.RuneLen(r):])
		if err := seen(before, r, after); err != nil {
			return "", err
		}
		before = r
	}
	return strings.Join(strings.FieldsFunc(composed, blank), " "), nil
}

// Given is a name that somebody gives a thing, tidied: there must be one, of most letters at the most.
// Its error is a sentence that begins with what, like "player 2".
func Given(what, name string, most int) (string, error) {
	tidy, err := Optional(what, name, most)
	if err == nil && tidy == "" {
		return "", fmt.Errorf("%s needs a name of 1 to %d letters", what, most)
	}
	return tidy, err
}

// Optional is Given for what may have no name.
func Optional(what, name string, most int) (string, error) {
	tidy, err := Tidy(name)
	switch {
	case err != nil:
		return "", fmt.Errorf("the name of %s %w", what, err)
	case Letters(tidy) > most:
		return "", fmt.Errorf("the name of %s has %d letters: %d are possible", what, Letters(tidy), most)
	}
	return tidy, nil
}

// Letters is how long a name is: how many characters it has, whatever they take in memory.
func Letters(name string) int { return utf8.RuneCountInString(name) }

// Key is equal for two names exactly if people would take them for one: they differ in blanks, in how they
// are composed, or in what can't be seen. Names of files that older programs wrote are compared by it.
func Key(name string) string {
	name = strings.Map(func(r rune) rune {
		if !blank(r) && (invisible(r) || joiner(r) || unicode.Is(unicode.Variation_Selector, r)) {
			return -1
		}
		return r
	}, norm.NFC.String(name))
	return strings.Join(strings.FieldsFunc(name, blank), " ")
}

// Same says whether two names are one.
func Same(a, b string) bool { return a == b || Key(a) == Key(b) }

// blank says whether a character is an empty space that takes room in a line.
func blank(r rune) bool { return r == '\t' || unicode.Is(unicode.Zs, r) }

// joiner says whether a character ties its neighbours together: U+200C and U+200D.
func joiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// invisible says whether nobody can see a character, wherever it stands.
func invisible(r rune) bool {
	return unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point) || r == '\u2800'
}

// seen says what is wrong with a character between its neighbours (0 at the ends).
func seen(before, r, after rune) error {
	switch {
	case blank(r):
		return nil
	case strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r):
		return errors.New("has a line break: write it in one line")
	case unicode.Is(unicode.Bidi_Control, r):
		return fmt.Errorf("has a mark of direction that can't be seen (%U): leave it out", r)
	case joiner(r) && joins(before) && joins(after):
		return nil
	case unicode.Is(unicode.Variation_Selector, r) && varies(before, after):
		return nil
	case unicode.Is(unicode.Cc, r):
		return fmt.Errorf("has a control character (%U): leave it out", r)
	case invisible(r), joiner(r), unicode.Is(unicode.Variation_Selector, r):
		return fmt.Errorf("has a character that can't be seen (%U): leave it out", r)
	}
	return nil
}

// joins says whether a joiner beside a character can be seen: in pictures of several parts and in scripts
// whose letters change their shapes.
func joins(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sk, unicode.Variation_Selector, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
		unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar) || r == '\u2640' || r == '\u2642'
}

// varies says whether a variation selector between two characters can be seen: it makes a picture of a
// symbol, another form of an ideograph, or a key's cap of a digit.
func varies(before, after rune) bool {
	return unicode.In(before, unicode.So, unicode.Sm, unicode.Po, unicode.Han, unicode.Mongolian) && before > unicode.MaxASCII || after == '\u20e3'
}

// Kept is Tidy for what is in a file or comes from an older program, where refusing helps nobody: what
// can't be seen is left out.
func Kept(name string) string {
	tidy, err := Tidy(name)
	if err != nil {
		return Key(strings.Map(spaced, strings.ToValidUTF8(name, "")))
	}
	return tidy
}

// spaced makes a blank of a line break.
func spaced(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}

// Order makes a function that compares names as people list them: "Table 10" behind "Table 9", "Émile" beside "Emil". Names that differ in nothing that
// counts so are in the order of their bytes. The function is for one goroutine.
func Order() func(x, y string) int {
	c := collate.New(language.Und, collate.Numeric)
	return func(x, y string) int { return cmp.Or(c.CompareString(x, y), cmp.Compare(x, y)) }
}
