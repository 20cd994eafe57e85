package scenario

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"astragal/engine"
)

// Script is a report, read but not run.
type Script struct {
	Header engine.Header
	Steps  []Step
}

// Verb is what a step does.
type Verb string

// The verbs. The first three give answers.
const (
	Rolls   Verb = "rolls"
	Chooses Verb = "chooses"
	Allots  Verb = "allots"
	Refused Verb = "refused"
	Undo    Verb = "undo"
	Asks    Verb = "asks"
	Offers  Verb = "offers"
	Told    Verb = "told"
	Line    Verb = "line"
	State   Verb = "state"
	Over    Verb = "over"
)

// Step is one line of what happens or is expected.
type Step struct {
	// Line counts the report's lines from 1.
	Line int
	Verb Verb
	// Who is the seat that answers or is asked; nil if the line names nobody.
	Who *engine.Seat
	// Amend says that the answer replaces the one at Key. For an undo, Key says what is taken back; an empty Key
	// means the last entry.
	Amend bool
	Key   string
	// Name is the rule of a "line", or the path of a "state".
	Name string
	// Text is the rest of the line.
	Text string
}

// mostText bounds a report, in bytes.
const mostText = 1 << 20

// Parse reads a report. Its error names the line and what is wrong with it.
func Parse(r io.Reader) (*Script, error) {
	p := &parser{settings: map[string]json.RawMessage{}}
	lines := bufio.NewScanner(io.LimitReader(r, mostText+1))
	lines.Buffer(nil, mostText)
	read := 0
	for n := 1; lines.Scan(); n++ {
		if read += len(lines.Bytes()) + 1; read > mostText {
			return nil, fmt.Errorf("report: line %d: it is longer than %d bytes", n, mostText)
		}
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if err := p.line(n, text); err != nil {
			return nil, fmt.Errorf("report: line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return p.finish()
}

type parser struct {
	script   Script
	settings map[string]json.RawMessage
	// position are the lines that describe the position in which the game begins.
	position []string
}

func (p *parser) finish() (*Script, error) {
	h := &p.script.Header
	if h.Rulebook == "" {
		return nil, errors.New(`report: it doesn't say which game it is of: begin with a line like "game: tally"`)
	}
	if len(p.position) > 0 {
		raw, err := json.Marshal(p.position)
		if err != nil {
			return nil, fmt.Errorf("report: position: %w", err)
		}
		if _, twice := p.settings["position"]; twice {
			return nil, errors.New("report: it has both position lines and a setting called position")
		}
		p.settings["position"] = raw
	}
	if len(p.settings) > 0 {
		raw, err := json.Marshal(p.settings)
		if err != nil {
			return nil, fmt.Errorf("report: settings: %w", err)
		}
		h.Settings = raw
	}
	h.Format = engine.Format
	return &p.script, nil
}

func (p *parser) line(n int, text string) error {
	if setup, err := p.setup(text); setup || err != nil {
		return err
	}
	s, err := p.step(text)
	if err != nil {
		return err
	}
	s.Line = n
	p.script.Steps = append(p.script.Steps, s)
	return nil
}

// setup reads a line of the setup. It is false if text is no such line.
func (p *parser) setup(text string) (bool, error) {
	word, rest, _ := strings.Cut(text, ":")
	rest = strings.TrimSpace(rest)
	if !slices.Contains([]string{"game", "title", "player", "setting", "position"}, word) {
		return false, nil
	}
	if len(p.script.Steps) > 0 {
		return true, fmt.Errorf("%q belongs to the setup, before anything happens", word)
	}
	if rest == "" {
		return true, fmt.Errorf("%q says nothing", word)
	}
	h := &p.script.Header
	switch word {
	case "game":
		h.Rulebook = rest
	case "title":
		h.Title = rest
	case "player":
		name, team, _ := strings.Cut(rest, ", team ")
		h.Players = append(h.Players, engine.Player{Name: strings.TrimSpace(name), Team: strings.TrimSpace(team)})
	case "setting":
		return true, p.setting(rest)
	case "position":
		p.position = append(p.position, rest)
	}
	return true, nil
}

func (p *parser) setting(text string) error {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" || value == "" {
		return fmt.Errorf("%q is no setting: write name = value", text)
	}
	if _, twice := p.settings[name]; twice {
		return fmt.Errorf("the setting %q is there twice", name)
	}
	if json.Valid([]byte(value)) {
		p.settings[name] = json.RawMessage(value)
		return nil
	}
	quoted, err := json.Marshal(value)
	p.settings[name] = quoted
	return err
}

// step reads a line of what happens or is expected.
func (p *parser) step(text string) (Step, error) {
	if text == "undo last" || strings.HasPrefix(text, "undo ") {
		return undo(strings.TrimPrefix(text, "undo "))
	}
	if rest, ok := strings.CutPrefix(text, "state "); ok {
		path, value, ok := strings.Cut(rest, "=")
		if value = strings.TrimSpace(value); !ok || !json.Valid([]byte(value)) {
			return Step{}, fmt.Errorf("%q: write state path = value, and the value as JSON", text)
		}
		return Step{Verb: State, Name: strings.TrimSpace(path), Text: value}, nil
	}
	if text == "asks nothing" {
		return Step{Verb: Asks}, nil
	}
	if rest, ok := strings.CutPrefix(text, "amend "); ok {
		return p.amend(rest)
	}
	head, rest, ok := strings.Cut(text, ":")
	if !ok || strings.TrimSpace(rest) == "" {
		return Step{}, fmt.Errorf("%q is no line of a report", text)
	}
	return p.said(head, strings.TrimSpace(rest))
}

// said reads "Ann rolls: …", "asks Ann: …", "line tally.sum: …", "told: …".
func (p *parser) said(head, rest string) (Step, error) {
	s := Step{Text: rest}
	switch first, second, _ := strings.Cut(head, " "); Verb(first) {
	case Refused, Offers, Told, Over:
		s.Verb = Verb(first)
		if second != "" {
			return s, fmt.Errorf("%q: nothing stands between %q and the colon", head, first)
		}
		return s, nil
	case Line:
		s.Verb, s.Name = Line, second
		return s, nil
	case Asks:
		s.Verb = Asks
		if second == "" {
			return s, nil
		}
		who, err := p.seat(second)
		s.Who = &who
		return s, err
	default: // somebody's name
	}
	name, verb, ok := cutLast(head, " ")
	if !ok {
		return s, fmt.Errorf("%q is no word of a report", head)
	}
	who, err := p.seat(name)
	if err != nil {
		return s, err
	}
	s.Who = &who
	s.Verb, err = answerVerb(verb)
	return s, err
}

func answerVerb(word string) (Verb, error) {
	if v := Verb(word); v == Rolls || v == Chooses || v == Allots {
		return v, nil
	}
	return "", fmt.Errorf("%q is none of rolls, chooses, allots", word)
}

// amend reads `"roll 1" for Bob rolls: …`.
func (p *parser) amend(text string) (Step, error) {
	key, rest, err := quoted(text)
	if err != nil {
		return Step{}, err
	}
	head, rest, ok := strings.Cut(rest, ":")
	if !ok || strings.TrimSpace(rest) == "" {
		return Step{}, fmt.Errorf("the amendment of %q says no answer", key)
	}
	s := Step{Amend: true, Key: key, Text: strings.TrimSpace(rest)}
	verb := strings.TrimSpace(head)
	if other, isOther := strings.CutPrefix(verb, "for "); isOther {
		name, last, _ := cutLast(other, " ")
		who, err := p.seat(name)
		if err != nil {
			return s, err
		}
		s.Who, verb = &who, last
	}
	s.Verb, err = answerVerb(verb)
	return s, err
}

func undo(what string) (Step, error) {
	if what == "last" {
		return Step{Verb: Undo}, nil
	}
	key, rest, err := quoted(what)
	if err == nil && strings.TrimSpace(rest) != "" {
		err = fmt.Errorf("%q stands behind the undo", strings.TrimSpace(rest))
	}
	return Step{Verb: Undo, Key: key}, err
}

// quoted takes a key in quotation marks off the front of text.
func quoted(text string) (key, rest string, err error) {
	body, ok := strings.CutPrefix(text, `"`)
	key, rest, closed := strings.Cut(body, `"`)
	if !ok || !closed || key == "" {
		return "", "", fmt.Errorf("%q: the answer is named by its key in quotation marks, like \"roll 1\"", text)
	}
	return key, rest, nil
}

func (p *parser) seat(name string) (engine.Seat, error) {
	if name == "table" {
		return engine.Everyone, nil
	}
	at := slices.IndexFunc(p.script.Header.Players, func(x engine.Player) bool { return x.Name == name })
	if at < 0 {
		return 0, fmt.Errorf("nobody is called %q", name)
	}
	return engine.Seat(at + 1), nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	at := strings.LastIndex(s, sep)
	if at < 0 {
		return "", s, false
	}
	return s[:at], s[at+len(sep):], true
}
