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
number. Where the rules ask something, --answer answers, in the order of asking.

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
	f.StringSliceVar(&answers, "answer", nil, `answers to what is asked: "rolls: melee", "chooses: combine", "allots: 2 0 1"`)
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

// countOnce plays the one roll as a report of it.
func countOnce(r ruleset, s dragondice.CountSettings, throw, answers []string) (counted, error) {
	raw, err := json.Marshal(map[string]any{"count": s})
	if err != nil {
		return counted{}, fmt.Errorf("count: %w", err)
	}
	seat := engine.Seat(1)
	script := scenario.Script{Header: engine.Header{Format: engine.Format, Rulebook: r.id, Players: []engine.Player{{Name: "Roll"}}, Settings: raw}}
	script.Steps = append(script.Steps, scenario.Step{Verb: scenario.Rolls, Who: &seat, Text: strings.Join(throw, " ")})
	for i, a := range answers {
		step, err := answerStep(i, a)
		if err != nil {
			return counted{}, err
		}
		script.Steps = append(script.Steps, step)
	}
	report, err := script.Run(r.open)
	if err != nil {
		return counted{}, fmt.Errorf("count: %w", err)
	}
	out := counted{Edition: r.id, Roll: s.Roll, Results: []engine.Fact{}, Notes: []engine.Fact{}}
	if report.Outcome == nil {
		asked := "something more"
		if len(report.Pending) > 0 {
			asked = report.Pending[0].Text
		}
		return counted{}, fmt.Errorf("count: the roll isn't done, it is asked: %s (answer with --answer)", asked)
	}
	out.Result = report.Outcome.Text
	for _, f := range report.Facts {
		if f.Kind == engine.FactResult {
			out.Results = append(out.Results, f)
		} else {
			out.Notes = append(out.Notes, f)
		}
	}
	return out, nil
}

// answerStep reads an answer of the command line: "rolls: melee".
func answerStep(i int, answer string) (scenario.Step, error) {
	seat := engine.Seat(1)
	verb, text, ok := strings.Cut(answer, ":")
	v := scenario.Verb(strings.TrimSpace(verb))
	if !ok || v != scenario.Rolls && v != scenario.Chooses && v != scenario.Allots {
		return scenario.Step{}, fmt.Errorf("the answer %q is none: write \"rolls: melee\", \"chooses: combine\" or \"allots: 2 0 1\"", answer)
	}
	text = strings.TrimSpace(text)
	if v == scenario.Allots {
		text = strings.Join(strings.Fields(text), ",")
	}
	return scenario.Step{Line: i + 1, Verb: v, Who: &seat, Text: text}, nil
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
