package models

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// checkNames refuses a field that is given twice, and one that looks like a misspelt field of the format.
// encoding/json would silently take the last of two, and drop a misspelt one. Other unknown fields are allowed, so
// that a file may hold more than this version reads. raw is valid JSON of a Dice.
func checkNames(raw []byte) error {
	w := walker{json: json.NewDecoder(bytes.NewReader(raw)), fields: map[reflect.Type]map[string]reflect.Type{}}
	return w.value(reflect.TypeFor[Dice](), "")
}

type walker struct {
	json   *json.Decoder
	fields map[reflect.Type]map[string]reflect.Type
}

// value reads one JSON value that is to become a t. If t is nil, anything is allowed.
func (w walker) value(t reflect.Type, where string) error {
	tok, err := w.json.Token()
	if err != nil {
		return err
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch tok {
	case json.Delim('{'):
		return w.object(t, where)
	case json.Delim('['):
		var elem reflect.Type
		if t != nil && t.Kind() == reflect.Slice {
			elem = t.Elem()
		}
		for i := 0; w.json.More(); i++ {
			if err := w.value(elem, within(where, elem, i)); err != nil {
				return err
			}
		}
		_, err = w.json.Token()
	}
	return err
}

func (w walker) object(t reflect.Type, where string) error {
	known, read := w.fields[t]
	if !read {
		known = fields(t)
		w.fields[t] = known
	}
	seen := map[string]bool{}
	for w.json.More() {
		tok, err := w.json.Token()
		if err != nil {
			return err
		}
		name, _ := tok.(string)
		if seen[name] {
			return fmt.Errorf("%sthe field %q is there twice", where, name)
		}
		seen[name] = true
		below, is := known[name]
		if !is {
			if meant := slip(name, known); meant != "" {
				return fmt.Errorf("%sthere is no field %q: was it %q?", where, name, meant)
			}
		}
		if err := w.value(below, where); err != nil {
			return err
		}
	}
	_, err := w.json.Token()
	return err
}

// within names an element of a list for people. Dice count from 1, faces from 0 as everywhere.
func within(where string, elem reflect.Type, i int) string {
	switch elem {
	case reflect.TypeFor[Die]():
		return fmt.Sprintf("die %d: ", i+1)
	case reflect.TypeFor[Face]():
		return fmt.Sprintf("%sface %d: ", where, i)
	}
	return where
}

// fields are a struct's JSON fields with their types. It is nil for anything else.
func fields(t reflect.Type) map[string]reflect.Type {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	out := map[string]reflect.Type{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		out[name] = t.Field(i).Type
	}
	return out
}

// slip is the field that a misspelt name probably means. It is empty if none is near.
func slip(name string, known map[string]reflect.Type) string {
	if len(name) > longestName {
		return ""
	}
	best, least := "", max(1, len(name)/3)+1
	for field := range known {
		if n := Changes(strings.ToLower(name), field); n < least || n == least && best != "" && field < best {
			best, least = field, n
		}
	}
	return best
}

// Changes is the Levenshtein distance of two words, with letters counted in bytes. It says how near a misspelt name
// is to the name that was meant.
func Changes(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost = 1 + min(last, row[j], row[j+1])
			}
			last, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// Nearest is the word of words that is reached from the given word with the fewest changed letters.
func Nearest(word string, words []string) string {
	words = slices.Sorted(slices.Values(words))
	return slices.MinFunc(words, func(a, b string) int { return Changes(word, a) - Changes(word, b) })
}
