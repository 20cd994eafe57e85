package companion

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"astragal/engine"
)

// refusalOf puts what the engine says into a refusal; other errors stay as they are.
func refusalOf(err error) error {
	var no *Refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return no
	case errors.Is(err, engine.ErrStale):
		return &Refusal{CodeStale, sentence(err)}
	case errors.Is(err, engine.ErrIllegal), errors.Is(err, engine.ErrDiverged):
		return &Refusal{CodeIllegal, sentence(err)}
	}
	return err
}

// sentence is an error as people read it.
func sentence(err error) string {
	text := err.Error()
	for _, of := range []error{engine.ErrIllegal, engine.ErrStale} {
		text = strings.TrimPrefix(text, of.Error()+": ")
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
