package protocol

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"astragal/engine"
)

// Refuse is a refusal: a code for programs, and a sentence for people. format and args are those of fmt.
func Refuse(code Code, format string, args ...any) *Refusal {
	return &Refusal{code, fmt.Sprintf(format, args...)}
}

// Malformed refuses what can't be understood.
func Malformed(format string, args ...any) *Refusal { return Refuse(CodeMalformed, format, args...) }

// NotAllowed refuses an act that this screen may not do.
func NotAllowed(format string, args ...any) *Refusal { return Refuse(CodeNotAllowed, format, args...) }

// Stale refuses an act on something that isn't there any more, or that has changed since it was shown.
func Stale(format string, args ...any) *Refusal { return Refuse(CodeStale, format, args...) }

// Illegal refuses an act against the rules, or one that the table's state doesn't allow.
func Illegal(format string, args ...any) *Refusal { return Refuse(CodeIllegal, format, args...) }

// Full refuses an act for which the disk has no room.
func Full(format string, args ...any) *Refusal { return Refuse(CodeFull, format, args...) }

// Busy refuses an act that comes too often.
func Busy(format string, args ...any) *Refusal { return Refuse(CodeBusy, format, args...) }

// NoEye refuses an act that needs the camera.
func NoEye(format string, args ...any) *Refusal { return Refuse(CodeEye, format, args...) }

// Broken refuses an act that failed in the program or on its disk.
func Broken(format string, args ...any) *Refusal { return Refuse(CodeBroken, format, args...) }

// Withdrawn refuses an act that its sender took back.
func Withdrawn(format string, args ...any) *Refusal { return Refuse(CodeWithdrawn, format, args...) }

// RefusalOf puts what the engine says into a refusal; other errors stay as they are.
func RefusalOf(err error) error {
	var no *Refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return no
	case errors.Is(err, engine.ErrStale):
		return Stale("%s", Sentence(err))
	case errors.Is(err, engine.ErrIllegal), errors.Is(err, engine.ErrDiverged):
		return Illegal("%s", Sentence(err))
	}
	return err
}

// Sentence is an error as people read it.
func Sentence(err error) string {
	text := err.Error()
	for _, of := range []error{engine.ErrIllegal, engine.ErrStale} {
		text = strings.TrimPrefix(text, of.Error()+": ")
	}
	return Capital(text)
}

// Capital makes a text's first letter large.
func Capital(text string) string {
	if text == "" {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Code is why something was refused, for programs.
type Code string

// The codes of refusal.
const (
	CodeMalformed  Code = "malformed"
	CodeNotAllowed Code = "not allowed"
	CodeStale      Code = "stale"
	CodeIllegal    Code = "illegal"
	CodeFull       Code = "disk full"
	CodeBusy       Code = "busy"
	CodeEye        Code = "eye"
	CodeBroken     Code = "broken"
	CodeWithdrawn  Code = "withdrawn"
)

// Refusal is an act that was not done, and changed nothing.
type Refusal struct {
	Code Code
	Why  string
}

func (r *Refusal) Error() string { return r.Why }

// LooksOn is the sentence for a screen that only looks on.
const LooksOn = "this screen only looks on: scan the QR code at the table to answer from here"
