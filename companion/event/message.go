// Package event holds the messages between a table and the hub of an event: what a table sends of
// every roll, correction and result, and what the hub sends back. They are JSON, and carry the
// version of their form.
package event

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Version is the version of the messages' form. A hub refuses a table that speaks a newer one.
const Version = 1

// MaxBytes is how long a message may be, in bytes; a picture for the judge has PictureBytes.
const (
	MaxBytes     = 128 << 10
	PictureBytes = 512 << 10
)

// MostTotal is the largest total that a roll or a player may have, and MostDice how many dice a roll: far
// more than anybody throws, and so little that no sum of an event overflows.
const (
	MostTotal = 1_000_000_000
	MostDice  = 1000
)

// CheckTotal says what is wrong with a total; null is right.
func CheckTotal(total *int) error {
	if total != nil && (*total > MostTotal || *total < -MostTotal) {
		return fmt.Errorf("the total %d is larger than any roll's: it must be within %d", *total, MostTotal)
	}
	return nil
}

// CheckAt says what is wrong with a time of a table's clock. A machine that has no clock begins in 1970; a year
// that can't be written is nobody's.
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
	// KindRoll: a roll counts. KindCorrection: one that was sent before counts otherwise now, or no more.
	KindRoll       Kind = "roll"
	KindCorrection Kind = "correction"
	// KindResult: a game or a count is over, or its result is another one now.
	KindResult Kind = "result"
	// KindRuled: what became of a judge's ruling at the table.
	KindRuled Kind = "ruled"
)

// Message is one entry of what a table tells an event. Source and Seq name it: whoever gets the same
// pair twice has got one message.
type Message struct {
	V int `json:"v"`
	// Table is the table's name at the event.
	Table string `json:"table"`
	// Source is the table's file: random, and the same for as long as the file lives.
	Source string `json:"source"`
	// Seq counts the source's messages to this event from 1, without gaps.
	Seq int64 `json:"seq"`
	// At is when it happened, by the table's clock.
	At   time.Time `json:"at"`
	Kind Kind      `json:"kind"`

	// Roll is there with KindRoll and KindCorrection, Result with KindResult, Ruled with KindRuled.
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

// Roll is a roll as it counts at its table now, whole.
type Roll struct {
	// ID names the roll among its source's; corrections carry the same one.
	ID string `json:"id"`
	// No is the roll's number at its table, for good; 0 for a roll of a game, which its ID numbers, and from older programs.
	No int `json:"no,omitempty"`
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
	// Player is who rolled; empty where nobody has a name.
	Player string `json:"player,omitempty"`
	// By says where it comes from: "camera", "typed", "camera and typed".
	By   string `json:"by"`
	Dice []Die  `json:"dice"`
	// Fallen is how the dice fell that were rolled for it, each once for each time it was rolled: those
	// that were rolled again since are there, those that only lay there are not. Statistics count them.
	Fallen []Fallen `json:"fallen,omitempty"`
	// Total is what it counts; null where it is no number or not known.
	Total *int `json:"total"`
	// Text says what it comes to, Lines how.
	Text  string   `json:"text"`
	Lines []string `json:"lines,omitempty"`
	// Corrected: somebody has changed it after it was counted.
	Corrected bool `json:"corrected,omitempty"`
	// Ruling is the judge's ruling that it stands on; null where there is none.
	Ruling *RulingRef `json:"ruling,omitempty"`
	// Cut: the message was too long, and its lines were left out, or how the dice fell too.
	Cut bool `json:"cut,omitempty"`
}

// Die is one die of a roll.
type Die struct {
	// ID names the die in its roll.
	ID    string `json:"id"`
	Shape string `json:"shape,omitempty"`
	// Value is the number up; null where there is none or nobody knows.
	Value *int `json:"value"`
	// Shows is what is up in words, where that is more than a number.
	Shows string `json:"shows,omitempty"`
	// Face counts the die's faces from 0; null where it has none of its own.
	Face *int `json:"face,omitempty"`
	// Faces are what its faces show, in words and in their order, so that a judge can say which is up; none where it has none of its own.
	Faces []string `json:"faces,omitempty"`
	// How is "read" (by the camera alone), "confirmed", "typed" or "unread".
	How string `json:"how"`
	// Confidence is the camera's for what it read, 0 to 1; 0 where no camera saw it.
	Confidence float64  `json:"confidence,omitempty"`
	Colors     []string `json:"colors,omitempty"`
	// Seen: the table has a picture of it.
	Seen bool `json:"seen,omitempty"`
}

// Fallen is how dice of one name fell.
type Fallen struct {
	// Die names them: the die's definition, or colour and shape.
	Die string `json:"die"`
	// Sides are what such a die can show. Shows has the place among them, from 0, of what each die showed.
	Sides []Side `json:"sides"`
	Shows []int  `json:"shows"`
	// How is as a Die's; By says who rolled and who saw it: "camera", "virtual table" or "typed".
	How string `json:"how"`
	By  string `json:"by"`
}

// Side is something that a die can show, on so many of its sides.
type Side struct {
	Text string `json:"text"`
	On   int    `json:"on"`
}

// Result is how a game or a count ended.
type Result struct {
	// ID names the game among its source's, Rev grows with every change.
	ID  string `json:"id"`
	Rev int    `json:"rev"`
	// Over: it has ended. A correction may open it again.
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
	// Total is what the player's rolls came to; null where nothing is added up.
	Total *int `json:"total"`
}

// Ruled is what became of a ruling at its table.
type Ruled struct {
	ID string `json:"id"`
	// Done: it was carried out. Else Why says why it was not.
	Done bool   `json:"done"`
	Why  string `json:"why,omitempty"`
}

// ID is the message's id for the transport, so that one sent twice within its window is kept once.
func (m Message) ID() string { return fmt.Sprintf("%s.%d", m.Source, m.Seq) }

// Parse reads a message and checks it. Its error is one sentence.
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

// About is the id of what the message is about.
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
