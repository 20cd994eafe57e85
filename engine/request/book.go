package request

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"astragal/engine"
)

// Rulebook is the name by which a log's header knows this rulebook. The number counts the changes to what it makes
// of the same answers.
const (
	Rulebook = "request"
	revision = 1
)

// Bounds on what may be asked for.
const (
	mostDice = 40
	mostText = 200
)

// cancelled is what is declared instead of rolling.
const cancelled = "cancel"

// Settings say which dice are wanted, and why.
type Settings struct {
	// Dice are what to roll: "d20", "2d6", "d100", "d3", "4dF", "coin".
	Dice []string `json:"dice"`
	// For is what the roll is for, in the asker's words.
	For string `json:"for,omitempty"`
	// From is who asks: the name of the other program.
	From string `json:"from,omitempty"`
	// Ref is the asker's own name for the request. If the same Ref is asked for twice, that is one request.
	Ref string `json:"ref,omitempty"`
}

// Book is one request.
type Book struct {
	header   engine.Header
	settings Settings
	dice     []engine.Die
}

// New makes a request. players may name who rolls.
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
		return nil, fmt.Errorf("request: the log is of a game of %q, not of %q: a newer version of this program may know it", h.Rulebook, Rulebook)
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

// The two dice of a d100 on the tray.
const (
	Tens = "d100 tens"
	Ones = "d100 ones"
)

// wanted are the dice that are asked for, each with an id.
func wanted(asked []string) ([]engine.Die, error) {
	var out []engine.Die
	for _, text := range asked {
		n, shape, err := named(text)
		switch {
		case err != nil:
			return nil, err
		case len(out)+n > mostDice:
			return nil, fmt.Errorf("more than %d dice are asked for", mostDice)
		case shape == "d100":
			if n > 1 || of(out, "d10") > 0 {
				return nil, errBeside
			}
			out = append(out, hundred()...)
			continue
		case shape == "d10" && slices.ContainsFunc(out, func(d engine.Die) bool { return d.ID == Tens }):
			return nil, errBeside
		}
		for range n {
			// Dice of one shape are of one kind: it makes no difference which of them shows what.
			out = append(out, engine.Die{ID: fmt.Sprintf("%s %d", shape, of(out, shape)+1), Kind: shape, Shape: shape})
		}
	}
	if len(out) == 0 {
		return nil, errors.New(`no dice are asked for: "dice" is a list like ["d20", "2d6", "d100", "4dF", "coin"]`)
	}
	return out, nil
}

var errBeside = errors.New("a d100 is two ten-sided dice on the tray, and with further ones there nobody can tell which two belong together: ask for one d100 at a time, without d10")

// named reads "2d6": how many of which shape.
func named(text string) (n int, shape string, err error) {
	word := strings.ToLower(strings.TrimSpace(text))
	name := strings.TrimLeft(word, "0123456789")
	count := word[:len(word)-len(name)]
	switch name = strings.TrimSpace(name); name {
	case "df":
		name = "dF"
	case "d%":
		name = "d100"
	case "coins":
		name = "coin"
	}
	n = 1
	if count != "" {
		n, err = strconv.Atoi(count)
	}
	switch {
	case err != nil || n < 1 || name == "" || !strings.HasPrefix(name, "d") && name != "coin":
		return 0, "", fmt.Errorf("%.20q is no dice: write \"d20\", \"2d6\", \"d100\", \"4dF\" or \"coin\"", text)
	case engine.Sides(name) == 0:
		return 0, "", fmt.Errorf("%.20q is no shape of a die: it must be %s", text, strings.Join(engine.AllShapes(), ", "))
	}
	return n, name, nil
}

// hundred are the two dice of a d100: the one with tens, and the one with ones, whose 0 is kept as 10.
func hundred() []engine.Die {
	tens := engine.Die{ID: Tens, Kind: engine.TensKind, Shape: "d10"}
	ones := engine.Die{ID: Ones, Kind: engine.OnesKind, Shape: "d10"}
	for v := range 10 {
		ten, one := 10*v, v
		if one == 0 {
			one = 10
		}
		tens.Faces = append(tens.Faces, engine.Face{Value: &ten})
		ones.Faces = append(ones.Faces, engine.Face{Value: &one})
	}
	return []engine.Die{tens, ones}
}

// Hundred is what the two dice of a d100 show together.
func Hundred(tens, ones int) int {
	if v := tens + ones%10; v > 0 {
		return v
	}
	return 100
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

// Play asks for the roll. It is the only question.
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
	text, ok := result(a.Dice)
	if !ok { // a die without a number has no sum
		return engine.Outcome{Text: engine.Words(q, a)}
	}
	t.Tell(engine.Fact{Kind: engine.FactResult, Rule: "request.roll", Text: text})
	return engine.Outcome{Text: text}
}

// result says what the dice come to: "24 = 17 + 3 + 4". It is false if a die has no number.
func result(dice []engine.Thrown) (string, bool) {
	sum, tens := 0, 0
	var terms, shows []string
	words := false
	for _, d := range dice {
		if d.Value == nil {
			return "", false
		}
		v := *d.Value
		switch d.ID {
		case Tens: // its ones die comes next
			tens = v
			continue
		case Ones:
			v = Hundred(tens, v)
		}
		sum += v
		terms, shows = append(terms, strconv.Itoa(v)), append(shows, d.Shows())
		words = words || d.Shape == "coin" || d.Shape == "dF"
	}
	text := strconv.Itoa(sum)
	if len(terms) > 1 {
		text += " = " + strings.ReplaceAll(strings.Join(terms, " + "), "+ -", "− ")
	}
	if words {
		text += " (" + strings.Join(shows, ", ") + ")"
	}
	return text, true
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
