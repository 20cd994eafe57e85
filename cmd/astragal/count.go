package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
	"astragal/engine/dragondice"
	"astragal/engine/scenario"

	"github.com/spf13/cobra"
)

// counted is what count prints: a contract, see docs/commands.md.
type counted struct {
	Edition string `json:"edition"`
	Roll    string `json:"roll"`
	// Result is the whole in words ("12 melee"), Results each number with its sum.
	Result  string        `json:"result"`
	Results []engine.Fact `json:"results"`
	// Notes are what else was told: SAIs that did something, what the book leaves open.
	Notes []engine.Fact `json:"notes"`
}

// newCountCommand counts one roll of dice.
func (p *program) newCountCommand() *cobra.Command {
	var edition, format string
	var dice, throw, spells, answers []string
	var s dragondice.CountSettings
	var compare bool
	c := &cobra.Command{
		Use:   "count --edition EDITION --roll ROLL --dice DICE --throw FACES",
		Short: "count one roll by an edition's rules, without a game",
		Long: `Counts one roll: which edition, what the roll is for, which dice, what they show,
on which terrain and under which spells. It prints the result with its sum.

    astragal count --edition starter --roll melee --dice oak,strangle_vine --throw 2*melee,rend --again melee

Dice are ids of the catalogue, with or without the race. --throw says what each
shows, in their order: an icon (save), several of it (2*melee) or a terrain's
number. Where the rules ask something, --answer answers: one flag for each answer,
in the order of asking. What is put in order is listed with commas.

With --compare every edition counts the roll that knows its dice, line by line;
an answer for one of them begins with its name: --answer "1996: allots: 2 0".`,
		Args: needs(cobra.NoArgs, "count takes flags only"),
	}
	f := c.Flags()
	f.StringVar(&edition, "edition", "", "which rulebook: "+strings.Join(countable(), ", "))
	f.StringVar(&s.Roll, "roll", "", "melee, missile, magic, maneuver, save or dragon; charge where the edition has that")
	f.StringVar(&s.Against, "against", "", "what a save roll answers: melee, missile, magic, dragon or charge")
	f.BoolVar(&s.Counter, "counter", false, "it is a counter-attack or counter-maneuver")
	f.StringSliceVar(&dice, "dice", nil, `the dice: "oak", "2 oak"`)
	f.StringSliceVar(&throw, "throw", nil, `what each shows: "melee", "2*melee"`)
	f.StringArrayVar(&answers, "answer", nil, `an answer to what is asked, one for each flag: "rolls: melee", "chooses: sleep 1, smite 2", "allots: 2 0 1"`)
	f.StringVar(&s.Terrain, "terrain", "", "the terrain; in reserves without one")
	f.IntVar(&s.Face, "face", 0, "the number that the terrain shows")
	f.BoolVar(&s.Holder, "holder", false, "the army has captured the terrain")
	f.StringSliceVar(&spells, "spell", nil, `spells on the army: "stone_skin", "stone_skin 2"`)
	f.BoolVar(&compare, "compare", false, "count it by every edition that knows its dice, and say where they part; without --edition")
	f.StringVar(&format, "format", "text", "text or json")
	c.RunE = func(*cobra.Command, []string) error {
		if format != "text" && format != "json" {
			return misuse("--format is %q: count prints text or json", format)
		}
		s.Dice, s.Spells = dice, spells
		if compare {
			if edition != "" {
				return misuse("--compare counts by every edition: leave --edition out")
			}
			out, err := compareOnce(s, throw, answers)
			if err != nil {
				return misuse("%w", err)
			}
			return p.printComparison(out, format)
		}
		r, err := findRuleset(edition, func(r ruleset) bool { return slices.Contains(countable(), r.id) })
		if err != nil {
			return misuse("--edition: %w", err)
		}
		out, err := countOnce(r, s, throw, answers)
		if err != nil {
			return misuse("%w", err)
		}
		return p.printCounted(out, format)
	}
	return c
}

// countable are the rulebooks that count one roll.
func countable() []string {
	var out []string
	for _, e := range dragondice.Editions() {
		out = append(out, e.ID)
	}
	return out
}

// countOnce counts the one roll.
func countOnce(r ruleset, s dragondice.CountSettings, throw, answers []string) (counted, error) {
	steps := []scenario.Step{{Verb: scenario.Rolls, Text: strings.Join(throw, " ")}}
	for _, a := range answers {
		step, err := answerStep(a)
		if err != nil {
			return counted{}, err
		}
		steps = append(steps, step)
	}
	raw, err := json.Marshal(map[string]any{"count": s})
	if err != nil {
		return counted{}, fmt.Errorf("count: %w", err)
	}
	book, err := r.open(engine.Header{Format: engine.Format, Rulebook: r.id, Players: []engine.Player{{Name: "Roll"}}, Settings: raw})
	if err != nil {
		return counted{}, fmt.Errorf("count: %w", err)
	}
	game, err := engine.New(book)
	if err != nil {
		return counted{}, fmt.Errorf("count: %w", err)
	}
	defer game.Stop()
	for i, step := range steps {
		switch err := answerNext(game, step); {
		case err != nil && i == 0:
			return counted{}, fmt.Errorf("--throw: %w", err)
		case err != nil && len(game.Pending()) == 0:
			return counted{}, fmt.Errorf("--answer %q: %w", answers[i-1], err)
		case err != nil:
			q := game.Pending()[0]
			return counted{}, fmt.Errorf("--answer %q: %w; it is asked: %s Answer with --answer %s", answers[i-1], err, q.Text, quoted(example(q)))
		}
	}
	if open := game.Pending(); game.Outcome() == nil && len(open) > 0 {
		return counted{}, fmt.Errorf("the roll isn't done, it is asked: %s Answer with --answer %s", open[0].Text, quoted(example(open[0])))
	}
	if err := game.Err(); err != nil {
		return counted{}, fmt.Errorf("count: %w", err)
	}
	out := counted{Edition: r.id, Roll: s.Roll, Result: game.Outcome().Text, Results: []engine.Fact{}, Notes: []engine.Fact{}}
	for _, f := range game.Facts() {
		if f.Kind == engine.FactResult {
			out.Results = append(out.Results, f)
		} else {
			out.Notes = append(out.Notes, f)
		}
	}
	return out, nil
}

// answerNext gives a step's answer to what is asked now.
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

// example is how a question is answered on the command line.
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

func (p *program) printCounted(out counted, format string) error {
	if format == "json" {
		e := json.NewEncoder(p.out)
		e.SetIndent("", " ")
		return e.Encode(out)
	}
	for _, f := range append(out.Notes, out.Results...) {
		if _, err := fmt.Fprintln(p.out, f.Text); err != nil {
			return err
		}
		for _, l := range f.Lines {
			if _, err := fmt.Fprintf(p.out, "    %s (%s)\n", l.Text, l.Cite); err != nil {
				return err
			}
		}
	}
	return nil
}
