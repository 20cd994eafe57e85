// Package trouble is what a table can't keep, can't tell or has lost, in the sentences that its screens show.
package trouble

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"astragal/companion/fault"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// Told is what screens are told. Its table guards it.
type Told struct {
	// damages are what was lost of the table's file.
	damages func() []string
	log     *slog.Logger
	// warned: so many damages were told to the log.
	warned int
	said   string
	// away says of other programs why they can't be told of rolls now.
	away map[string]string
}

// What can be done. Each is a sentence of its own, so that the catalogues of the pages know it behind any other.
const (
	makeRoom  = "Free some space."
	lookAtLog = "Look at the program's log."
)

// New is no trouble; damages are what was lost of the table's file.
func New(damages func() []string, log *slog.Logger) *Told {
	return &Told{damages: damages, log: log, away: map[string]string{}}
}

// Unwritten takes in why notes can't be put on disk. It returns the refusal of what was to be written.
func (t *Told) Unwritten(err error) error {
	if errors.Is(err, journal.ErrFull) {
		t.said = "The disk is full: nothing more is counted until there is room. " + makeRoom
		return protocol.Full("%v", journal.ErrFull)
	}
	why := sentence(err)
	t.said = "Nothing more is counted. " + why
	t.log.Error("write journal", "err", err, "cause", fault.Cause(err))
	return protocol.Broken("this was not written down, so it was not done. %s", why)
}

// Untold takes in why an event can't be told of what was rolled, though it is kept.
func (t *Told) Untold(err error) {
	if errors.Is(err, journal.ErrFull) {
		t.said = "The disk is full: what was rolled is kept, but the event isn't told of it until there is room. " + makeRoom
		return
	}
	t.said = "The event isn't told of the last rolls. " + sentence(err)
	t.log.Error("write outbox", "err", err, "cause", fault.Cause(err))
}

// Lost says that what lies on the tray was not counted. A refusal is no fault, so the log has only other reasons.
func (t *Told) Lost(err error) {
	var no *protocol.Refusal
	if errors.As(protocol.RefusalOf(err), &no) {
		if t.said == "" {
			t.said = fmt.Sprintf("The last throw was not counted: %s", no.Why)
		}
		return
	}
	t.said = "The last throw was not counted: look at the program's log."
	t.log.Error("count a throw", "err", err)
}

// Unread says that older rolls can't be shown.
func (t *Told) Unread(err error) {
	t.said = "Older rolls can't be read. " + lookAtLog
	t.log.Error("read older rolls", "err", err)
}

// Over says that things are kept again.
func (t *Told) Over() { t.said = "" }

// sentence says why the table's file can't be written, and how to mend that.
func sentence(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Sentence("The table's file")
	}
	return "The table's file can't be written. " + lookAtLog
}

// Warn says in the log what became of the table's file, once. It says whether there was something new.
func (t *Told) Warn() bool {
	damages := t.damages()
	fresh := damages[t.warned:]
	for _, d := range fresh {
		t.log.Warn("table's file", "damage", d)
	}
	t.warned = len(damages)
	return len(fresh) > 0
}

// Now is what can't be kept or told now; empty when all is well.
func (t *Told) Now() string { return t.said }

// OfFile is what screens are told of the table's file: what was lost of it, and what can't be kept now.
func (t *Told) OfFile() string {
	said := slices.Clone(t.damages())
	if t.said != "" {
		said = append(said, t.said)
	}
	return strings.Join(said, " ")
}

// All is what is told of the file, and which other programs can't be told of rolls.
func (t *Told) All() string {
	said := slices.Sorted(maps.Values(t.away))
	if file := t.OfFile(); file != "" {
		said = append([]string{file}, said...)
	}
	return strings.Join(said, " ")
}

// Away takes in why another program can't be told of rolls now, as a sentence; empty once it can. It says whether that is news.
func (t *Told) Away(program, why string) bool {
	if t.away[program] == why {
		return false
	}
	if t.away[program] = why; why == "" {
		delete(t.away, program)
	}
	return true
}
