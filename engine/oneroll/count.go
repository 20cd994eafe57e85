// Package oneroll counts one roll of Dragon Dice without a game: by one edition, or by every edition that knows all
// the dice. It reads what the dice show, and the answers to what the rules ask, as people write them.
package oneroll

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"astragal/engine"
	"astragal/engine/dragondice"
	"astragal/engine/library"
	"astragal/engine/scenario"
)

// Counted is what the command count prints. Other programs rely on it: see docs/commands.md.
type Counted struct {
	Edition string `json:"edition"`
	Roll    string `json:"roll"`
	// Result is the result in words ("12 melee"). Results are its numbers, each with its sum.
	Result  string        `json:"result"`
	Results []engine.Fact `json:"results"`
	// Notes are the other facts: SAIs that did something, and what the book leaves open.
	Notes []engine.Fact `json:"notes"`
}

// Countable are the rulebooks that count one roll.
func Countable() []string {
	var out []string
	for _, e := range dragondice.Editions() {
		out = append(out, e.ID)
	}
	return out
}

// Asked is a roll to be counted: its purpose, what each die shows, and the answers to what the rules ask, in order.
type Asked struct {
	dragondice.CountSettings
	Throw, Answers []string
	// Quoted writes a word as the command line takes it, so that errors can say how to answer.
	Quoted func(string) string
}

// Count counts the roll by one rulebook.
func Count(r library.Ruleset, asked Asked) (Counted, error) {
	steps := []scenario.Step{{Verb: scenario.Rolls, Text: strings.Join(asked.Throw, " ")}}
	for _, a := range asked.Answers {
		step, err := answerStep(a)
		if err != nil {
			return Counted{}, err
		}
		steps = append(steps, step)
	}
	raw, err := json.Marshal(map[string]any{"count": asked.CountSettings})
	if err != nil {
		return Counted{}, fmt.Errorf("count: %w", err)
	}
	book, err := r.Open(engine.Header{Format: engine.Format, Rulebook: r.ID, Players: []engine.Player{{Name: "Roll"}}, Settings: raw})
	if err != nil {
		return Counted{}, fmt.Errorf("count: %w", err)
	}
	game, err := engine.New(book)
	if err != nil {
		return Counted{}, fmt.Errorf("count: %w", err)
	}
	defer game.Stop()
	for i, step := range steps {
		switch err := answerNext(game, step); {
		case err != nil && i == 0:
			return Counted{}, fmt.Errorf("--throw: %w", err)
		case err != nil && len(game.Pending()) == 0:
			return Counted{}, fmt.Errorf("--answer %q: %w", asked.Answers[i-1], err)
		case err != nil:
			q := game.Pending()[0]
			return Counted{}, fmt.Errorf("--answer %q: %w; it is asked: %s Answer with --answer %s", asked.Answers[i-1], err, q.Text, asked.Quoted(example(q)))
		}
	}
	if open := game.Pending(); game.Outcome() == nil && len(open) > 0 {
		return Counted{}, fmt.Errorf("the roll isn't done, it is asked: %s Answer with --answer %s", open[0].Text, asked.Quoted(example(open[0])))
	}
	if err := game.Err(); err != nil {
		return Counted{}, fmt.Errorf("count: %w", err)
	}
	out := Counted{Edition: r.ID, Roll: asked.Roll, Result: game.Outcome().Text, Results: []engine.Fact{}, Notes: []engine.Fact{}}
	for _, f := range game.Facts() {
		if f.Kind == engine.FactResult {
			out.Results = append(out.Results, f)
		} else {
			out.Notes = append(out.Notes, f)
		}
	}
	return out, nil
}

// answerNext gives a step's answer to the question that is open.
func answerNext(game *engine.Game, step scenario.Step) error {
	open := game.Pending()
	if len(open) == 0 {
		return fmt.Errorf("nothing is asked any more, leave it out")
	}
	q := open[0]
	if len(q.Seats) > 0 {
		step.Who = &q.Seats[0]
	}
	a, err := scenario.Reply(q, step)
	if err == nil {
		err = game.Answer(a)
	}
	return err
}

// example says how a question is answered on the command line.
func example(q engine.Question) string {
	ids := func(list []engine.Option) []string {
		out := make([]string, len(list))
		for i, o := range list {
			out[i] = o.ID
		}
		return out
	}
	switch q.Kind {
	case engine.KindRoll:
		return "rolls: FACES"
	case engine.KindAllot:
		rows := make([]string, len(q.Allot.Rows))
		for i, r := range q.Allot.Rows {
			rows[i] = strings.ToUpper(strings.ReplaceAll(r.ID, " ", "-"))
		}
		return "allots: " + strings.Join(rows, " ")
	case engine.KindArrange:
		return "chooses: " + strings.Join(ids(q.Arrange.Items), ", ")
	case engine.KindPick:
		return "chooses: " + strings.Join(ids(q.Pick.Options), " / ")
	case engine.KindDeclare:
		return "chooses: " + strings.Join(ids(q.Declare.Options), " / ")
	}
	return ""
}

// answerStep reads an answer of the command line: "rolls: melee".
func answerStep(answer string) (scenario.Step, error) {
	verb, text, ok := strings.Cut(answer, ":")
	v := scenario.Verb(strings.TrimSpace(verb))
	if !ok || v != scenario.Rolls && v != scenario.Chooses && v != scenario.Allots {
		return scenario.Step{}, fmt.Errorf("--answer %q is none: write \"rolls: melee\", \"chooses: combine\" or \"allots: 2 0 1\"", answer)
	}
	text = strings.TrimSpace(text)
	if v == scenario.Allots {
		text = strings.Join(strings.Fields(strings.ReplaceAll(text, ",", " ")), ",")
	}
	return scenario.Step{Verb: v, Text: text}, nil
}

// Write writes the result with its sum. If format is "json", it writes all of it as JSON.
func (c Counted) Write(w io.Writer, format string) error {
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(c)
	}
	return scenario.WriteFacts(w, append(c.Notes, c.Results...))
}
