package engine

import (
	"errors"
	"fmt"
)

// Why something was refused. Every error of this package wraps one of them.
var (
	// ErrStale: the question is not asked any more, or not yet.
	ErrStale = errors.New("not asked now")
	// ErrIllegal: the rules don't allow the answer. Nothing has changed.
	ErrIllegal = errors.New("not allowed")
	// ErrRules: the rules code itself went wrong. The game stays as it was and readable.
	ErrRules = errors.New("the rules stopped by a mistake in the program")
	// ErrDiverged: this program plays the log differently. People accept that, or undo, before the game goes on.
	ErrDiverged = errors.New("this program plays the log differently")
	// ErrLog: a log that can't be read or followed.
	ErrLog = errors.New("unreadable log")
)

// errEnded: somebody called Stop.
var errEnded = fmt.Errorf("%w: this game has been stopped; replay its log to go on", ErrStale)

// refuse says why an answer to q isn't legal, with the rule that asked.
func refuse(q Question, reason error) error {
	switch {
	case q.Rule != "" && q.Cite != "":
		return fmt.Errorf("%w: %w (%s)", ErrIllegal, reason, q.Cite)
	case q.Rule != "":
		return fmt.Errorf("%w: %w (rule %s)", ErrIllegal, reason, q.Rule)
	}
	return fmt.Errorf("%w: %w", ErrIllegal, reason)
}
