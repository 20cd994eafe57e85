package request

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"astragal/engine"
)

// The name by which a log's header knows this rulebook, and the number of the latest change to what it
// makes of the same answers.
const (
	Rulebook = "request"
	revision = 1
)

// Bounds on what may be asked for.
const (
	mostDice = 40
	mostText = 200
)

// cancelled is what is declared in place of rolling.
const cancelled = "cancel"

// Settings say what is wanted.
type Settings struct {
	// Dice are what to roll: "d20", "2d6".
	Dice []string `json:"dice"`
	// For is what the roll is for, in the asker's words.
	For string `json:"for,omitempty"`
	// From is who asks: the name of the other program.
	From string `json:"from,omitempty"`
	// Ref is the asker's own name for the request: the same one asked twice is one request.
	Ref string `json:"ref,omitempty"`
}

// Book is one request.
type Book struct {
	header   engine.Header
	settings Settings
	dice     []engine.Die
}

// New makes a request; who rolls may be named.
func New(players []engine.Player, s Settings) (*Book, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	title := s.For
	if title == "" {
		title = strings.Join(s.Dice, " + ")
	}
	return Open(engine.Header{Rulebook: Rulebook, Revision: revision, Title: title, Players: players, Settings: raw})
}

// Open makes the request that a log's header is about.
func Open(h engine.Header) (*Book, error) {
	if h.Rulebook != Rulebook {
		return nil, fmt.Errorf("request: the log is of a game of %q, not of %q", h.Rulebook, Rulebook)
	}
	if len(h.Players) > 1 {
		return nil, fmt.Errorf("request: one player rolls, not %d", len(h.Players))
	}
	var s Settings
	if err := json.Unmarshal(h.Settings, &s); err != nil {
		return nil, fmt.Errorf("request: its settings: %w", err)
	}
	for name, text := range map[string]string{"for": s.For, "from": s.From, "ref": s.Ref} {
		if utf8.RuneCountInString(text) > mostText || !utf8.ValidString(text) {
			return nil, fmt.Errorf("request: %q is longer than %d letters, or no text", name, mostText)
		}
	}
	dice, err := wanted(s.Dice)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	h.Revision = revision
	return &Book{header: h, settings: s, dice: dice}, nil
}

// wanted are the dice that are asked for, each with an id.
func wanted(asked []string) ([]engine.Die, error) {
	var out []engine.Die
	for _, text := range asked {
		count, shape, found := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "d")
		n := 1
		var err error
		if count != "" {
			n, err = strconv.Atoi(count)
		}
		shape = "d" + shape
		switch {
		case !found || err != nil || n < 1:
			return nil, fmt.Errorf("%.20q is no dice: write \"d20\" or \"2d6\"", text)
		case shape == "d100" || shape == "d%":
			return nil, errors.New(`a d100 is two dice on the tray: ask for "2d10" and put them together`)
		case engine.Sides(shape) == 0:
			return nil, fmt.Errorf("%.20q is no shape of a die: it must be d4, d6, d8, d10, d12 or d20", text)
		case len(out)+n > mostDice:
			return nil, fmt.Errorf("more than %d dice are asked for", mostDice)
		}
		for range n {
			// Dice of one shape are one kind: it makes no difference which of them shows what.
			out = append(out, engine.Die{ID: fmt.Sprintf("%s %d", shape, of(out, shape)+1), Kind: shape, Shape: shape})
		}
	}
	if len(out) == 0 {
		return nil, errors.New(`no dice are asked for: "dice" is a list like ["d20", "2d6"]`)
	}
	return out, nil
}

func of(dice []engine.Die, shape string) int {
	n := 0
	for _, d := range dice {
		if d.Shape == shape {
			n++
		}
	}
	return n
}

// Header is what the log begins with.
func (b *Book) Header() engine.Header { return b.header }

// Settings are what is wanted.
func (b *Book) Settings() Settings { return b.settings }

// State is the request as a screen sees it.
type State struct {
	For  string `json:"for"`
	From string `json:"from"`
}

// Play asks for the one roll.
func (b *Book) Play(t *engine.Table) engine.Outcome {
	t.Show(func(engine.Seat) any { return State{b.settings.For, b.settings.From} })
	q := engine.Question{Key: "roll", Text: b.question(), Rule: "request.roll", Kind: engine.KindRoll,
		Roll: &engine.Roll{Purpose: "request", Dice: b.dice, Else: []engine.Option{{ID: cancelled, Text: "Don't roll"}}}}
	if len(b.header.Players) == 1 {
		q.Seats = []engine.Seat{1}
	}
	a := t.Ask(q)
	if len(a.Chosen) > 0 {
		return engine.Outcome{Text: "Not rolled."}
	}
	sum, terms := 0, []string{}
	for _, d := range a.Dice {
		if d.Value == nil { // such a die has no number, and no sum
			return engine.Outcome{Text: engine.Words(q, a)}
		}
		sum += *d.Value
		terms = append(terms, strconv.Itoa(*d.Value))
	}
	text := fmt.Sprintf("%d = %s", sum, strings.Join(terms, " + "))
	if len(terms) == 1 {
		text = strconv.Itoa(sum)
	}
	t.Tell(engine.Fact{Kind: engine.FactResult, Rule: "request.roll", Text: text})
	return engine.Outcome{Text: text}
}

func (b *Book) question() string {
	text := "Roll " + strings.Join(b.settings.Dice, " + ")
	if b.settings.For != "" {
		text += " for " + b.settings.For
	}
	if b.settings.From != "" {
		text += " (" + b.settings.From + " asks)"
	}
	return text + "."
}

// Cancel answers the request's question without a roll.
func Cancel(q engine.Question) engine.Answer {
	a := engine.Answer{To: q.ID, Chosen: []string{cancelled}}
	if len(q.Seats) > 0 {
		a.Seat = q.Seats[0]
	}
	return a
}
