package engine

import (
	"encoding/json"
	"slices"
)

// Format is the version of the log's form.
const Format = 1

// EntryKind says what an entry of the log is.
type EntryKind string

// The kinds of entry.
const (
	EntryHeader EntryKind = "header"
	EntryAnswer EntryKind = "answer"
	// EntryAmend gives another answer in place of that of entry Of.
	EntryAmend EntryKind = "amend"
	// EntryUndo takes back entry Of and all entries after it, except those that it keeps. An undo may itself be
	// taken back.
	EntryUndo EntryKind = "undo"
	// EntryAccept: a newer program plays the log differently, and the table goes on with that.
	EntryAccept EntryKind = "accept"
)

// Header opens a log: everything that the game needs besides answers.
type Header struct {
	Format int `json:"format"`
	// Rulebook is the name of the rules or the edition. Revision counts the changes that this program made to how it
	// plays them.
	Rulebook string   `json:"rulebook"`
	Revision int      `json:"revision"`
	Title    string   `json:"title,omitempty"`
	Players  []Player `json:"players,omitempty"`
	// Dice are the dice of the game, if the rulebook knows them.
	Dice []Die `json:"dice,omitempty"`
	// Settings are the rulebook's own.
	Settings json.RawMessage `json:"settings,omitempty"`
}

// Entry is one line of a log.
type Entry struct {
	// N is the entry's place; the header is 0.
	N      int       `json:"n"`
	Kind   EntryKind `json:"kind"`
	Header *Header   `json:"header,omitempty"`
	// Key is the moment that an answer or amendment belongs to.
	Key string `json:"key,omitempty"`
	// Of is the entry that an amendment or undo is about.
	Of int `json:"of,omitempty"`
	// Keep are the later answers that an undo leaves in effect, oldest first: corrections of answers that stay.
	// Logs of older programs have none, and their undos take everything back.
	Keep   []int   `json:"keep,omitempty"`
	Answer *Answer `json:"answer,omitempty"`
	// Revision is the one that an EntryAccept accepts.
	Revision int `json:"revision,omitempty"`
	// Told is what the rules told because of the entry, in the words of the program that wrote it.
	Told []Fact `json:"told,omitempty"`
	// State is a digest of the game after the entry. If a program comes to another digest, it plays differently.
	State string `json:"state,omitempty"`
	// Secret: the answer belongs to a batch that seats answer without seeing each other's.
	Secret bool `json:"secret,omitempty"`
	// Hidden: another seat's answer that may not be seen yet. All that is told of it is Seat (in Answer).
	Hidden bool `json:"hidden,omitempty"`
}

// Clipped is the entry without the spare capacity that reading JSON leaves: a long log holds many entries.
func (e Entry) Clipped() Entry {
	if e.Answer != nil {
		a := *e.Answer
		a.Dice = slices.Clone(a.Dice)
		e.Answer = &a
	}
	e.Told = slices.Clone(e.Told)
	for i := range e.Told {
		e.Told[i].Lines = slices.Clone(e.Told[i].Lines)
	}
	return e
}
