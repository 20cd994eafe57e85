// Package event is the messages between a table and the hub of an event. A table sends every roll, correction and result; the hub sends words back.
// They are JSON and carry the version of their form.
package event

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Version is the version of the messages' form. A hub refuses a table that speaks a newer one.
const Version = 1

// MaxBytes is the most bytes of a message. A picture for the judge may have PictureBytes.
const (
	MaxBytes     = 128 << 10
	PictureBytes = 512 << 10
)

// MostTotal is the largest total that a roll or a player may have, and MostDice the most dice of a roll. Both are far more than anybody throws, and so
// small that no sum of an event overflows.
const (
	MostTotal = 1_000_000_000
	MostDice  = 1000
)

// CheckTotal says what is wrong with a total; null is allowed.
func CheckTotal(total *int) error {
	if total != nil && (*total > MostTotal || *total < -MostTotal) {
		return fmt.Errorf("the total %d is larger than any roll's: it must be within %d", *total, MostTotal)
	}
	return nil
}

// CheckAt says what is wrong with a time of a table's clock. The clock of a machine without one begins in 1970. A year that can't be written is
// refused.
func CheckAt(at time.Time) error {
	if year := at.UTC().Year(); year < 1970 || year > 9998 {
		return fmt.Errorf("the time is in the year %d: it must be from 1970 to 9998", year)
	}
	return nil
}

// Kind says what a message is about.
type Kind string

// The kinds of message.
const (
	// KindRoll says that a roll counts. KindCorrection says that a roll that was sent before counts otherwise, or doesn't count any more.
	KindRoll       Kind = "roll"
	KindCorrection Kind = "correction"
	// KindResult says that a game or a count is over, or that its result has changed.
	KindResult Kind = "result"
	// KindRuled says what became of a judge's ruling at the table.
	KindRuled Kind = "ruled"
)

// Message is one entry of what a table tells an event. Source and Seq name it: if the same pair comes twice, it is one message.
type Message struct {
	V int `json:"v"`
	// Table is the table's name: at the event, or that of its settings. It is left out if the table has no name; Source tells such tables apart.
	Table string `json:"table,omitempty"`
	// Source is the table's file: random, and the same as long as the file exists.
	Source string `json:"source"`
	// Seq counts the source's messages to this event from 1, without gaps.
	Seq int64 `json:"seq"`
	// At is when it happened, by the table's clock.
	At   time.Time `json:"at"`
	Kind Kind      `json:"kind"`

	// Roll is set with KindRoll and KindCorrection, Result with KindResult, Ruled with KindRuled.
	Roll   *Roll   `json:"roll,omitempty"`
	Result *Result `json:"result,omitempty"`
	Ruled  *Ruled  `json:"ruled,omitempty"`
}

// RollStatus says whether a roll counts.
type RollStatus string

// Whether a roll counts at its table.
const (
	RollCounted  RollStatus = "counted"
	RollAnnulled RollStatus = "annulled"
)

// Roll is a whole roll, as it counts at its table.
type Roll struct {
	// ID names the roll among its source's. Corrections have the same ID.
	ID string `json:"id"`
	// No is the roll's number at its table, for good. It is 0 for a roll of a game, whose ID has a number, and from older programs.
	No int `json:"no,omitempty"`
	// Of names the game or the count that it is a part of, as a Result's Of does. It is empty from older programs.
	Of string `json:"of,omitempty"`
	// Rev grows with every correction, from 1.
	Rev int `json:"rev"`
	// At is when it was counted.
	At     time.Time  `json:"at"`
	Status RollStatus `json:"status"`
	// Game is the title of the game, Rules the rulebook's name; both are empty at a table that counts.
	Game  string `json:"game,omitempty"`
	Rules string `json:"rules,omitempty"`
	// Asked is what the roll was for, in the rules' words.
	Asked string `json:"asked,omitempty"`
	// Player is who rolled; empty if that player has no name.
	Player string `json:"player,omitempty"`
	// By says where the result comes from: "camera", "typed", "camera and typed".
	By   string `json:"by"`
	Dice []Die  `json:"dice"`
	// Fallen is how the dice fell that were rolled for it. A die that was rolled again is there once for each time; dice that only lay there are not.
	// Statistics count these.
	Fallen []Fallen `json:"fallen,omitempty"`
	// Total is what it counts; null if it is no number or isn't known.
	Total *int `json:"total"`
	// Text says the result, Lines how it came about.
	Text  string   `json:"text"`
	Lines []string `json:"lines,omitempty"`
	// Corrected says that somebody changed it after it was counted.
	Corrected bool `json:"corrected,omitempty"`
	// Ruling is the judge's ruling that changed it; null if there is none.
	Ruling *RulingRef `json:"ruling,omitempty"`
	// Cut says that the message was too long: its lines were left out, and perhaps how the dice fell.
	Cut bool `json:"cut,omitempty"`
}

// Die is one die of a roll.
type Die struct {
	// ID names the die in its roll.
	ID    string `json:"id"`
	Shape string `json:"shape,omitempty"`
	// Value is the number up; null if there is none or nobody knows it.
	Value *int `json:"value"`
	// Shows is what is up in words, if that is more than a number.
	Shows string `json:"shows,omitempty"`
	// Face is the index of the face that is up, from 0; null if the die has no faces of its own.
	Face *int `json:"face,omitempty"`
	// Faces are what its faces show, in words and in order, so that a judge can say which is up; none if the die has no faces of its own.
	Faces []string `json:"faces,omitempty"`
	// How is "read" (by the camera alone), "confirmed", "typed" or "unread".
	How string `json:"how"`
	// Confidence is how sure the camera was of what it read, 0 to 1; 0 if no camera saw it.
	Confidence float64  `json:"confidence,omitempty"`
	Colors     []string `json:"colors,omitempty"`
	// Seen says that the table has a picture of it.
	Seen bool `json:"seen,omitempty"`
}

// Fallen is how dice of one name fell.
type Fallen struct {
	// Die names them: the die's definition, or colour and shape.
	Die string `json:"die"`
	// Sides are what such a die can show. Shows has, for each die, the index among them of what it showed, from 0.
	Sides []Side `json:"sides"`
	Shows []int  `json:"shows"`
	// How is as in Die. By says who rolled and who saw it: "camera", "virtual table" or "typed".
	How string `json:"how"`
	By  string `json:"by"`
}

// Side is something that a die can show, and on how many of its sides.
type Side struct {
	Text string `json:"text"`
	On   int    `json:"on"`
}

// Result is how a game or a count ended.
type Result struct {
	// ID names the game among its source's. Rev grows with every change.
	ID  string `json:"id"`
	Rev int    `json:"rev"`
	// Of names the game or the count. A count that goes on from another one before that was over has the other one's.
	Of string `json:"of,omitempty"`
	// Begun is when it was begun: a count when the first roll of its totals fell. It is zero if that isn't known.
	Begun time.Time `json:"begun,omitzero"`
	// Over says that it has ended. A correction may open it again.
	Over  bool    `json:"over"`
	Game  string  `json:"game,omitempty"`
	Rules string  `json:"rules,omitempty"`
	Text  string  `json:"text"`
	Seats []Place `json:"seats"`
}

// Place is where one player ended.
type Place struct {
	Player string `json:"player"`
	Team   string `json:"team,omitempty"`
	Won    bool   `json:"won"`
	// Total is the sum of the player's rolls; null if nothing is added up.
	Total *int `json:"total"`
}

// Ruled is what became of a ruling at its table.
type Ruled struct {
	ID string `json:"id"`
	// Done says that the ruling was carried out. If it wasn't, Why says why.
	Done bool   `json:"done"`
	Why  string `json:"why,omitempty"`
}

// ID is the message's id for the transport, which keeps only one of two with the same id within its window.
func (m Message) ID() string { return fmt.Sprintf("%s.%d", m.Source, m.Seq) }

// Parse reads a message and checks it. The error is one sentence.
func Parse(raw []byte) (Message, error) {
	var m Message
	if len(raw) > MaxBytes {
		return m, fmt.Errorf("the message has %d bytes: %d are allowed", len(raw), MaxBytes)
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return Message{}, fmt.Errorf("the message is not JSON of the right form: %w", err)
	}
	return m, m.check()
}

func (m Message) check() error {
	switch {
	case m.V > Version:
		return fmt.Errorf("the message has the form %d, this program knows %d: update the hub", m.V, Version)
	case m.V < 1:
		return errors.New("the message doesn't say its version \"v\"")
	case m.Source == "" || len(m.Source) > 64:
		return errors.New("the message's \"source\" must have 1 to 64 characters")
	case m.Seq < 1:
		return fmt.Errorf("the message's \"seq\" is %d: it must be 1 or more", m.Seq)
	case m.At.IsZero():
		return errors.New("the message doesn't say when it was: \"at\" is missing")
	}
	if err := CheckAt(m.At); err != nil {
		return fmt.Errorf("the message's \"at\": %w", err)
	}
	if err := CheckName(m.Table); err != nil {
		return fmt.Errorf("the message's \"table\": %w", err)
	}
	return m.checkBody()
}

func (m Message) checkBody() error {
	bodies := 0
	for _, there := range []bool{m.Roll != nil, m.Result != nil, m.Ruled != nil} {
		if there {
			bodies++
		}
	}
	var id string
	switch {
	case bodies != 1:
		return errors.New("the message must have one of \"roll\", \"result\" and \"ruled\"")
	case (m.Kind == KindRoll || m.Kind == KindCorrection) && m.Roll != nil:
		id = m.Roll.ID
		if m.Roll.Status != RollCounted && m.Roll.Status != RollAnnulled {
			return fmt.Errorf("the roll's \"status\" is %.20q: it must be counted or annulled", m.Roll.Status)
		}
		if err := CheckTotal(m.Roll.Total); err != nil {
			return err
		}
		if err := CheckAt(m.Roll.At); err != nil && !m.Roll.At.IsZero() { // older programs may leave it out
			return fmt.Errorf("the roll's \"at\": %w", err)
		}
		if m.Roll.No < 0 {
			return fmt.Errorf("the roll's \"no\" is %d: it must be 1 or more", m.Roll.No)
		}
		if len(m.Roll.Dice) > MostDice {
			return fmt.Errorf("the roll has %d dice: %d are allowed", len(m.Roll.Dice), MostDice)
		}
		for _, f := range m.Roll.Fallen {
			if err := f.check(); err != nil {
				return err
			}
		}
	case m.Kind == KindResult && m.Result != nil:
		id = m.Result.ID
		if err := CheckAt(m.Result.Begun); err != nil && !m.Result.Begun.IsZero() {
			return fmt.Errorf("the result's \"begun\": %w", err)
		}
		for _, p := range m.Result.Seats {
			if err := CheckTotal(p.Total); err != nil {
				return err
			}
		}
	case m.Kind == KindRuled && m.Ruled != nil:
		id = m.Ruled.ID
	default:
		return fmt.Errorf("the message's \"kind\" is %.20q, which doesn't fit what it holds", m.Kind)
	}
	if id == "" || len(id) > 64 {
		return errors.New("what the message is about must have an \"id\" of 1 to 64 characters")
	}
	return nil
}

func (f Fallen) check() error {
	for _, s := range f.Sides {
		if s.On < 1 {
			return fmt.Errorf("the side %.20q of the die %.40q is on %d of its sides: it must be 1 or more", s.Text, f.Die, s.On)
		}
	}
	for _, k := range f.Shows {
		if k < 0 || k >= len(f.Sides) {
			return fmt.Errorf("the die %.40q shows the side %d: it has %d", f.Die, k, len(f.Sides))
		}
	}
	return nil
}

// About is the id of the roll, the game or the ruling that the message is about.
func (m Message) About() string {
	switch {
	case m.Roll != nil:
		return m.Roll.ID
	case m.Result != nil:
		return m.Result.ID
	case m.Ruled != nil:
		return m.Ruled.ID
	}
	return ""
}
