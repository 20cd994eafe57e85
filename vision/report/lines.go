package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"astragal/vision"
)

// Happening is a line that watch prints. Its form is a contract: see docs/commands.md.
type Happening struct {
	Event string  `json:"event"`
	Frame int     `json:"frame"`
	TimeS float64 `json:"time_s"`
	// Dice are the dice of a settled throw, and those that earlier throws left where they lie. LayBefore is how many
	// other things lie where they lay before the throw. They aren't among the dice.
	Dice      []vision.Reading `json:"dice"`
	LayBefore int              `json:"lay_before,omitempty"`
	// Problem is one sentence. It is empty if the event is no problem.
	Problem string `json:"problem,omitempty"`
}

// ended is the event of the child's last line if it couldn't go on. It isn't printed.
const ended = "ended"

// Relay prints the child's lines until there are no more. Its error is what the child said last, or that nothing can
// be printed.
func Relay(to io.Writer, from io.Reader) error {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("hear the eye: %w", err)
		}
		var h Happening
		if err := json.Unmarshal(line, &h); err != nil {
			return fmt.Errorf("understand the eye: %w", err)
		}
		if h.Event == ended {
			return errors.New(h.Problem)
		}
		if _, err := to.Write(line); err != nil {
			return fmt.Errorf("print: %w", err)
		}
	}
}

// Teller turns what an eye tells into lines.
type Teller struct {
	to     *json.Encoder
	active bool         // something moves
	dice   []vision.Box // of the last throw that was told
	err    error
}

// TellTo makes a teller that writes lines.
func TellTo(to io.Writer) *Teller { return &Teller{to: json.NewEncoder(to)} }

// Err is the error of writing lines.
func (t *Teller) Err() error { return t.err }

// Over writes the last line of a child that couldn't go on.
func (t *Teller) Over(why error) error {
	return t.to.Encode(Happening{Event: ended, Problem: why.Error(), Dice: []vision.Reading{}})
}

// Tell writes a line if people are told of the event.
func (t *Teller) Tell(e vision.Event) {
	h := Happening{Frame: e.Frame, TimeS: e.Time.Seconds(), Dice: []vision.Reading{}}
	switch e.Kind {
	case vision.EventState:
		begins := (e.State == vision.Moving || e.State == vision.HandInTray) && !t.active
		if e.State == vision.Settled || e.State == vision.Empty {
			t.active = false
		}
		if !begins {
			return
		}
		t.active = true
		h.Event = "moving"
	case vision.EventSettled:
		h.Event = "settled"
		if e.Scene != nil {
			thrown, left := t.thrown(*e.Scene)
			h.Dice, h.LayBefore = Whole(vision.Read(thrown)), left
		}
	case vision.EventCleared:
		h.Event = "cleared"
	case vision.EventProblem:
		if e.Problem == "" {
			return // the problem is over
		}
		h.Event, h.Problem = "problem", e.Problem
	default:
		return
	}
	if err := t.to.Encode(h); err != nil && t.err == nil {
		t.err = err
	}
}

// thrown is a scene without what lay there before and is no die of an earlier throw. left is how many such things
// there are.
func (t *Teller) thrown(s vision.Scene) (_ vision.Scene, left int) {
	var dice []vision.Sighting
	var places []vision.Box
	for _, d := range s.Sightings {
		if d.Lay && !slices.ContainsFunc(t.dice, func(b vision.Box) bool { return vision.Apart(b, d.Box) < samePlace }) {
			left++
			continue
		}
		dice, places = append(dice, d), append(places, d.Box)
	}
	s.Sightings, t.dice = dice, places
	return s, left
}

// samePlace is how many die sizes apart two looks may place a die that hasn't moved.
const samePlace = .45
