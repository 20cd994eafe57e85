package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"astragal/engine"
	"astragal/vision"
)

// Act is what a screen asks the table to do. Do says what; which other fields count depends on it.
type Act struct {
	// ID comes back with the reply.
	ID string `json:"id,omitempty"`
	// Once is a mark that the sender gives to this act only. If an act comes again with its mark, it is not done again: the reply is the one to the
	// first.
	Once string `json:"once,omitempty"`
	Do   Deed   `json:"do"`
	// Throw and Rev say which throw is meant and which revision of it the screen showed; Die is the die's n.
	Throw int `json:"throw,omitempty"`
	Rev   int `json:"rev,omitempty"`
	Die   int `json:"die,omitempty"`
	// Value and Shape are what the die shows and is; At is where a missed die lies, px.
	Value *int         `json:"value,omitempty"`
	Shape string       `json:"shape,omitempty"`
	At    vision.Point `json:"at,omitzero"`
	// Dice is a roll typed by hand.
	Dice []TypedDie `json:"dice,omitempty"`
	// Question is the id of the rules' question that Chosen answers.
	Question string   `json:"question,omitempty"`
	Chosen   []string `json:"chosen,omitempty"`
	// Seat is the one whose turn it is, from 1; 0 for nobody's.
	Seat int `json:"seat,omitempty"`
	// Count is the way of counting and who plays.
	Count *CountSettings `json:"count,omitempty"`
	// Reason is what a judge is called for.
	Reason string `json:"reason,omitempty"`
	// Source is what to look at.
	Source string `json:"source,omitempty"`
	// Game is a game of the table; 0 for the count.
	Game int `json:"game,omitempty"`
	// As and Face say which die of the game a die on the tray is, and which of its faces is up (from 0).
	As   string `json:"as,omitempty"`
	Face *int   `json:"face,omitempty"`
	// Answer answers a question of the game, or replaces Entry's answer.
	Answer *engine.Answer `json:"answer,omitempty"`
	// Way is the id of one of the question's ways. It replaces Answer's Chosen, and answers the questions that follow too.
	Way string `json:"way,omitempty"`
	// Shown are dice of a roll with the faces that are up.
	Shown []ShownDie `json:"shown,omitempty"`
	// Colors are names of colours as the game gives them to its dice.
	Colors []string `json:"colors,omitempty"`
	// Dyes say of which colour dice on the tray are.
	Dyes []DyedDie `json:"dyes,omitempty"`
	// Entry is the entry of the game's log that is meant, Proposal what a seat agrees to or objects to.
	Entry    int `json:"entry,omitempty"`
	Proposal int `json:"proposal,omitempty"`
}

// DyedDie says of which colour, by its name in the game, a die on the tray is; Die is its n.
type DyedDie struct {
	Die   int    `json:"die"`
	Color string `json:"color"`
}

// ShownDie says which face of a die of the game is up, counted from 0. For a die without faces of its own it says the value.
type ShownDie struct {
	Die  string `json:"die"`
	Face int    `json:"face"`
}

// TypedDie is a die that somebody typed.
type TypedDie struct {
	Shape string `json:"shape"`
	Value int    `json:"value"`
}

// Deed is what an Act does.
type Deed string

// The deeds. The first five are about one throw, counted or not.
const (
	DoFix     Deed = "fix"     // the die shows Value (and is a Shape)
	DoAdd     Deed = "add"     // a die was missed: it shows Value and lies At
	DoRemove  Deed = "remove"  // there is no such die
	DoConfirm Deed = "confirm" // all dice are marked, the problems notwithstanding
	DoDiscard Deed = "discard" // the throw was no roll

	DoType   Deed = "type"   // a roll of Dice
	DoAnswer Deed = "answer" // answer the rules' Question
	DoTurn   Deed = "turn"   // it is Seat's turn
	DoCount  Deed = "count"  // count in another way, or with other players
	DoThrow  Deed = "throw"  // the virtual table throws
	DoLook   Deed = "look"   // read the tray now
	DoSource Deed = "source" // look at Source
	DoAgain  Deed = "again"  // show the file that is looked at from its start
	DoNext   Deed = "next"   // show the folder's next picture
	DoHeard  Deed = "heard"  // close the sentence that says why this source is looked at
	DoLock   Deed = "lock"   // hold exposure and white balance
	DoUnlock Deed = "unlock" // release exposure and white balance
	DoTake   Deed = "take"   // the dice that are offered are a roll
	DoPass   Deed = "pass"   // they are no roll
	DoCall   Deed = "call"   // a judge of the event is called, for Reason
	DoUncall Deed = "uncall" // take that call back

	// About a Game. DoShow is about one throw, like the first five.
	DoShow   Deed = "show"   // the die on the tray is As and shows Face
	DoReply  Deed = "reply"  // Answer
	DoHand   Deed = "hand"   // dice of the roll Question show what Shown says
	DoAmend  Deed = "amend"  // Answer, or Shown, replaces Entry's answer
	DoUndo   Deed = "undo"   // Entry and all after it are taken back
	DoAgree  Deed = "agree"  // Seat agrees to Proposal
	DoObject Deed = "object" // Seat doesn't agree to Proposal
	DoSit    Deed = "sit"    // this device takes Seat
	DoLeave  Deed = "leave"  // this device leaves Seat
	DoPause  Deed = "pause"  // the game is laid aside
	DoResume Deed = "resume" // the game goes on
	DoAccept Deed = "accept" // go on by this program's rules with a log that it plays differently
	DoTray   Deed = "tray"   // the dice on the tray are for Game (and the roll Question)

	DoShowing Deed = "showing" // the next throw shows the table's dice of Colors and is no roll
	DoDyes    Deed = "dyes"    // the dice of Throw are of the colours that Dyes says

	// DoWithdraw takes back an act that may not have arrived: the one with the mark Once. The reply is that act's. If the act never came, it will not
	// be done.
	DoWithdraw Deed = "withdraw"

	// Only a judge's ruling does these with a counted throw; no message may.
	DoAnnul   Deed = "annul"   // it doesn't count
	DoRestore Deed = "restore" // it counts after all
)

func deeds() []Deed {
	return []Deed{DoFix, DoAdd, DoRemove, DoConfirm, DoDiscard, DoType, DoAnswer, DoTurn, DoCount,
		DoThrow, DoLook, DoSource, DoAgain, DoNext, DoHeard, DoLock, DoUnlock, DoTake, DoPass, DoCall, DoUncall,
		DoShow, DoReply, DoHand, DoAmend, DoUndo, DoAgree, DoObject, DoSit, DoLeave, DoPause, DoResume, DoAccept, DoTray, DoShowing, DoDyes, DoWithdraw}
}

// ParseAct reads one act. The error is one sentence.
func ParseAct(raw []byte) (Act, error) {
	var a Act
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return a, Unreadable(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return a, errors.New("the message goes on after its JSON object: send one object at a time")
	}
	if len(a.ID) > 64 {
		return Act{}, errors.New("the message's id is longer than 64 characters")
	}
	if len(a.Once) > 64 {
		return Act{ID: a.ID}, errors.New("the message's mark \"once\" is longer than 64 characters")
	}
	if a.Do == DoWithdraw && a.Once == "" {
		return a, errors.New("\"withdraw\" needs \"once\": the mark of the act that is taken back")
	}
	for _, known := range deeds() {
		if a.Do == known {
			return a, nil
		}
	}
	return a, fmt.Errorf("the message's \"do\" is %.40q: it must be one of %s", a.Do, deedList())
}

// Unreadable says in one sentence why JSON is no message for the table.
func Unreadable(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Errorf("the message's %q must be a %s, not a %s", wrong.Field, wrong.Type.Kind(), wrong.Value)
	case strings.Contains(err.Error(), "unknown field"):
		return fmt.Errorf("the message has a field that means nothing here: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return fmt.Errorf("the message is not a JSON object as docs/api.md describes it: %w", err)
}

func deedList() string {
	var words []string
	for _, d := range deeds() {
		words = append(words, string(d))
	}
	return strings.Join(words, ", ")
}
