package companion

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"astragal/engine"
)

// Refuse is a refusal: a code for programs, and a sentence for people with its arguments as fmt has them.
func Refuse(code Code, format string, args ...any) *Refusal {
	return &Refusal{code, fmt.Sprintf(format, args...)}
}

// Malformed refuses what can't be understood.
func Malformed(format string, args ...any) *Refusal { return Refuse(CodeMalformed, format, args...) }

// NotAllowed refuses what this screen may not do.
func NotAllowed(format string, args ...any) *Refusal { return Refuse(CodeNotAllowed, format, args...) }

// Stale refuses what is about something that is not there any more, or not as it was shown.
func Stale(format string, args ...any) *Refusal { return Refuse(CodeStale, format, args...) }

// Illegal refuses what the rules, or the table as it stands, don't let anybody do.
func Illegal(format string, args ...any) *Refusal { return Refuse(CodeIllegal, format, args...) }

// Full refuses what the disk has no room for.
func Full(format string, args ...any) *Refusal { return Refuse(CodeFull, format, args...) }

// Busy refuses what comes too often.
func Busy(format string, args ...any) *Refusal { return Refuse(CodeBusy, format, args...) }

// NoEye refuses what the camera can't do.
func NoEye(format string, args ...any) *Refusal { return Refuse(CodeEye, format, args...) }

// Broken refuses what went wrong in the program or on its disk.
func Broken(format string, args ...any) *Refusal { return Refuse(CodeBroken, format, args...) }

// Withdrawn refuses what its sender took back.
func Withdrawn(format string, args ...any) *Refusal { return Refuse(CodeWithdrawn, format, args...) }

// refusalOf puts what the engine says into a refusal; other errors stay as they are.
func refusalOf(err error) error {
	var no *Refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return no
	case errors.Is(err, engine.ErrStale):
		return Stale("%s", sentence(err))
	case errors.Is(err, engine.ErrIllegal), errors.Is(err, engine.ErrDiverged):
		return Illegal("%s", sentence(err))
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
