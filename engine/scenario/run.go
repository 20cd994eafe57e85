package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"astragal/engine"
)

// Opener makes the rulebook that a header is about.
type Opener func(engine.Header) (engine.Rulebook, error)

// Report is the result of a run.
type Report struct {
	// Cited counts how often the facts cited each rule.
	Cited map[string]int `json:"cited"`
	Facts []engine.Fact  `json:"facts"`
	Log   []engine.Entry `json:"log"`
	// State is what the rulebook shows at the end.
	State   any             `json:"state,omitempty"`
	Outcome *engine.Outcome `json:"outcome,omitempty"`
	// Pending are the questions that were still open.
	Pending []engine.Question `json:"pending,omitempty"`
}

// Run plays a report. The error names the line where the game differs, what the report expects and what happened.
func (s *Script) Run(open Opener) (Report, error) {
	book, err := open(s.Header)
	if err != nil {
		return Report{}, fmt.Errorf("report: setup: %w", err)
	}
	game, err := engine.New(book)
	if err != nil {
		return Report{}, fmt.Errorf("report: setup: %w", err)
	}
	r := &runner{game: game, report: Report{Cited: map[string]int{}}, asked: -1, told: -1}
	defer game.Stop()
	r.cite(game.Facts())
	for i, step := range s.Steps {
		refused := i+1 < len(s.Steps) && s.Steps[i+1].Verb == Refused
		if err := r.step(step, refused); err != nil {
			return r.end(), fmt.Errorf("report: line %d: %w", step.Line, err)
		}
	}
	return r.end(), r.replays(book)
}

// runner is a report being played.
type runner struct {
	game   *engine.Game
	report Report
	// from is the first fact that "told" may mean. told is the fact that it meant last, line the last line of it
	// that was meant.
	from, told, line int
	// asked is the pending question that "asks" meant last.
	asked int
	// refusal is why the last answer was refused; nil if it was taken.
	refusal error
}

func (r *runner) end() Report {
	r.report.Facts, r.report.Log = r.game.Facts(), r.game.Log()
	r.report.State, r.report.Outcome = r.game.View(engine.Everyone).State, r.game.Outcome()
	r.report.Pending = r.game.Pending()
	return r.report
}

// replays checks that the log gives the same game.
func (r *runner) replays(book engine.Rulebook) error {
	again, err := engine.Replay(book, r.game.Log())
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	defer again.Stop()
	if d := again.Diverged(); d != nil {
		return fmt.Errorf("report: replayed, the game is another one from entry %d on: %s", d.Entry, d.Why)
	}
	if !reflect.DeepEqual(r.game.Facts(), again.Facts()) {
		return errors.New("report: replayed, the game tells other facts")
	}
	return nil
}

func (r *runner) step(s Step, refused bool) error {
	switch s.Verb {
	case Rolls, Chooses, Allots, Undo:
		r.refusal = r.act(s)
		if r.refusal != nil && !refused {
			return r.refusal
		}
		return nil
	case Refused:
		return r.refusedFor(s.Text)
	case Asks:
		return r.asks(s)
	case Offers:
		return r.offers(s)
	case Told:
		return r.tells(s)
	case Line:
		return r.explains(s)
	case State:
		return r.shows(s)
	case Over:
		return r.over(s)
	}
	return fmt.Errorf("the verb %q is not known", s.Verb)
}

// act carries out a step: an answer, an amendment or an undo.
func (r *runner) act(s Step) error {
	r.from, r.told, r.asked = len(r.game.Facts()), -1, -1
	if s.Amend || s.Verb == Undo {
		r.from = 0
	}
	var err error
	switch {
	case s.Verb == Undo:
		err = r.undo(s)
	case s.Amend:
		err = r.amend(s)
	default:
		err = r.answer(s)
	}
	if err == nil {
		r.cite(r.game.Facts()[r.from:])
	}
	return err
}

func (r *runner) answer(s Step) error {
	a, err := said(s)
	if err != nil {
		return err
	}
	a.Seat = *s.Who
	for _, q := range r.game.Pending() {
		if fits(q, a) {
			if a.Dice, err = lay(q, a.Dice); err != nil {
				return err
			}
			a.To = q.ID
			return r.game.Answer(a)
		}
	}
	return fmt.Errorf("%w: seat %d is asked nothing that this answers; asked is: %s", engine.ErrStale, a.Seat, r.pending())
}

// Reply is the answer that a step gives to a question. The error says why the step can't mean this question.
func Reply(q engine.Question, s Step) (engine.Answer, error) {
	a, err := said(s)
	if err != nil {
		return a, err
	}
	if s.Who != nil {
		a.Seat = *s.Who
	}
	if !fits(q, a) {
		wants := Chooses
		switch q.Kind {
		case engine.KindRoll:
			wants = Rolls
		case engine.KindAllot:
			wants = Allots
		case engine.KindPick, engine.KindArrange, engine.KindDeclare:
		}
		return a, fmt.Errorf("%w: %q is no answer here, begin it with \"%s:\"", engine.ErrStale, s.Text, wants)
	}
	a.To = q.ID
	a.Dice, err = lay(q, a.Dice)
	return a, err
}

// fits says whether the answer may be meant for q.
func fits(q engine.Question, a engine.Answer) bool {
	if len(q.Seats) > 0 && !slices.Contains(q.Seats, a.Seat) {
		return false
	}
	switch q.Kind {
	case engine.KindRoll:
		return len(a.Points) == 0
	case engine.KindAllot:
		return len(a.Dice) == 0 && len(a.Chosen) == 0
	default:
		return len(a.Dice) == 0 && len(a.Points) == 0
	}
}

// said reads the answer that a step gives.
func said(s Step) (engine.Answer, error) {
	var a engine.Answer
	switch s.Verb {
	case Rolls:
		dice, err := engine.ParseDice(s.Text)
		return engine.Answer{Dice: dice}, err
	case Allots:
		for _, word := range list(s.Text) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return a, fmt.Errorf("%q is no number of points", word)
			}
			a.Points = append(a.Points, n)
		}
		return a, nil
	default:
		if s.Text != "nothing" {
			a.Chosen = list(s.Text)
		}
		return a, nil
	}
}

func list(text string) []string {
	words := strings.Split(text, ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return words
}

// entry finds the latest entry with a key.
func (r *runner) entry(key string) (int, error) {
	log := r.game.Log()
	for n := len(log) - 1; n > 0; n-- {
		if log[n].Key == key {
			return n, nil
		}
	}
	return 0, fmt.Errorf("nothing was answered at %q", key)
}

func (r *runner) amend(s Step) error {
	a, err := said(s)
	if err != nil {
		return err
	}
	n, err := r.entry(s.Key)
	if err != nil {
		return err
	}
	q, was, _ := r.game.Question(n)
	if a.Dice, err = lay(q, a.Dice); err != nil {
		return err
	}
	a.Seat = was.Seat
	if s.Who != nil {
		a.Seat = *s.Who
	}
	return r.game.Amend(n, a)
}

func (r *runner) undo(s Step) error {
	if s.Key == "" {
		return r.game.Undo(len(r.game.Log()) - 1)
	}
	n, err := r.entry(s.Key)
	if err != nil {
		return err
	}
	return r.game.Undo(n)
}

func (r *runner) cite(facts []engine.Fact) {
	for _, f := range facts {
		r.report.Cited[f.Rule]++
		for _, l := range f.Lines {
			r.report.Cited[l.Rule]++
		}
	}
	delete(r.report.Cited, "")
}

// state looks up a path in what the rulebook shows, as JSON.
func (r *runner) state(path string) (any, error) {
	raw, err := json.Marshal(r.game.View(engine.Everyone).State)
	if err != nil {
		return nil, fmt.Errorf("the state is no JSON: %w", err)
	}
	var at any
	if err := json.Unmarshal(raw, &at); err != nil {
		return nil, fmt.Errorf("the state is no JSON: %w", err)
	}
	for part := range strings.SplitSeq(path, "/") {
		switch v := at.(type) {
		case map[string]any:
			next, ok := v[part]
			if !ok {
				return nil, fmt.Errorf("the state has no %q in %q", part, path)
			}
			at = next
		case []any:
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 || n >= len(v) {
				return nil, fmt.Errorf("the state has no place %q of %d in %q", part, len(v), path)
			}
			at = v[n]
		default:
			return nil, fmt.Errorf("the state ends before %q in %q", part, path)
		}
	}
	return at, nil
}
