package veradiscordia

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// mostCards is how many bytes a file of cards may have.
const mostCards = 1 << 20

// ParseFactions reads a file of cards: a JSON list of factions, or one faction. An unknown key is an error, and so is
// a card that fails its check.
func ParseFactions(raw []byte) ([]Faction, error) {
	if len(raw) > mostCards {
		return nil, fmt.Errorf("cards: %w", fmt.Errorf("the file has %d bytes, %d at the most", len(raw), mostCards))
	}
	var list []Faction
	text := bytes.TrimSpace(raw)
	if len(text) > 0 && text[0] == '{' {
		list = make([]Faction, 1)
		if err := strict(text, &list[0]); err != nil {
			return nil, fmt.Errorf("cards: %w", err)
		}
	} else if err := strict(text, &list); err != nil {
		return nil, fmt.Errorf("cards: %w", err)
	}
	if err := checkFactions(list); err != nil {
		return nil, fmt.Errorf("cards: %w", err)
	}
	return list, nil
}

func checkFactions(list []Faction) error {
	if len(list) == 0 {
		return errors.New("there is no faction in it")
	}
	for i, f := range list {
		if err := f.Check(); err != nil {
			return err
		}
		if slices.ContainsFunc(list[:i], func(x Faction) bool { return strings.EqualFold(x.Name, f.Name) }) {
			return fmt.Errorf("two factions are called %q", f.Name)
		}
	}
	return nil
}

// strict reads one JSON value. Anything behind it is an error. Errors say where the text is wrong.
func strict(raw []byte, into any) error {
	in := json.NewDecoder(bytes.NewReader(raw))
	in.DisallowUnknownFields()
	err := in.Decode(into)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: a character is missing there, or there is one too many (%w)", lineOf(raw, syntax.Offset), err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends before all brackets are closed, or is empty")
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("line %d: %s can't stand there", lineOf(raw, kind.Offset), kindOf(kind.Value))
	case errors.As(err, &kind):
		return fmt.Errorf("line %d: %q can't be %s", lineOf(raw, kind.Offset), kind.Field, kindOf(kind.Value))
	case err != nil && strings.HasPrefix(err.Error(), unknownKey):
		return fmt.Errorf("before line %d: there is no key %s; a newer version of this program may know it", lineOf(raw, in.InputOffset())+1, strings.TrimPrefix(err.Error(), unknownKey))
	case err != nil:
		return fmt.Errorf("before line %d: %w", lineOf(raw, in.InputOffset())+1, err)
	case in.More():
		return fmt.Errorf("line %d: something stands behind the end", lineOf(raw, in.InputOffset()))
	}
	return nil
}

// unknownKey begins the error of encoding/json for a key that has no place.
const unknownKey = "json: unknown field "

// kindOf says in words what stands where another kind of value belongs. kind is encoding/json's word; a number has its digits behind it.
func kindOf(kind string) string {
	kind, _, _ = strings.Cut(kind, " ")
	switch kind {
	case "string":
		return "a text"
	case "array":
		return "a list"
	case "object":
		return "an object with keys"
	case "bool":
		return "true or false"
	}
	return "this number"
}

func lineOf(raw []byte, offset int64) int {
	return 1 + bytes.Count(raw[:min(max(offset, 0), int64(len(raw)))], []byte("\n"))
}

// short cuts a text that a stranger wrote, so that it can't fill an error message.
func short(s string) string {
	const most = 40
	if letters := []rune(s); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return s
}

// inARow joins words with commas: "basic, elite, legendary".
func inARow[T ~string](list []T) string {
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = string(w)
	}
	return strings.Join(words, ", ")
}
