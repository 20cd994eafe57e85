package oneroll

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"astragal/engine"
	"astragal/engine/dragondice"
	"astragal/engine/library"
	"astragal/engine/scenario"
)

// saidFor is an answer of the command line: for one edition, or for every edition that asks.
type saidFor struct {
	edition string
	step    scenario.Step
}

// Compare counts the roll by every edition that knows all its dice.
func Compare(asked Asked) (dragondice.Comparison, error) {
	said := make([]saidFor, len(asked.Answers))
	for i, a := range asked.Answers {
		one := saidFor{}
		if id, rest, ok := strings.Cut(a, ":"); ok && slices.Contains(Countable(), strings.TrimSpace(id)) {
			one.edition, a = strings.TrimSpace(id), rest
		}
		step, err := answerStep(a)
		if err != nil {
			return dragondice.Comparison{}, err
		}
		one.step = step
		said[i] = one
	}
	kinds, err := library.DragonDice()
	if err != nil {
		return dragondice.Comparison{}, err
	}
	raw, err := json.Marshal(map[string]any{"count": asked.CountSettings})
	if err != nil {
		return dragondice.Comparison{}, fmt.Errorf("count: %w", err)
	}
	h, err := dragondice.Prepare(engine.Header{Format: engine.Format, Rulebook: "count", Players: []engine.Player{{Name: "Roll"}}, Settings: raw}, kinds)
	if err != nil {
		return dragondice.Comparison{}, err
	}
	thrown, err := thrownDice(h, asked.Throw)
	if err != nil {
		return dragondice.Comparison{}, err
	}
	used := map[string]map[int]bool{}
	out, err := dragondice.Compare(h, thrown, func(edition string, q engine.Question) []engine.Answer {
		if used[edition] == nil {
			used[edition] = map[int]bool{}
		}
		for i, one := range said {
			if used[edition][i] || one.edition != "" && one.edition != edition {
				continue
			}
			if len(q.Seats) > 0 {
				one.step.Who = &q.Seats[0]
			}
			if a, err := scenario.Reply(q, one.step); err == nil {
				used[edition][i] = true
				return []engine.Answer{a}
			}
		}
		return nil
	})
	if err != nil {
		return out, fmt.Errorf("count: %w", err)
	}
	return out, nil
}

// thrownDice reads what the dice of the roll show, in order.
func thrownDice(h engine.Header, throw []string) ([]engine.Thrown, error) {
	roll := engine.Roll{}
	for _, d := range h.Dice {
		if d.ID != "terrain" {
			roll.Dice = append(roll.Dice, d)
		}
	}
	a, err := scenario.Reply(engine.Question{Kind: engine.KindRoll, Roll: &roll}, scenario.Step{Verb: scenario.Rolls, Text: strings.Join(throw, " ")})
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	return a.Dice, nil
}

// WriteComparison writes each edition's result with its sum, and then where the editions differ. If format is
// "json", it writes all of it as JSON.
func WriteComparison(w io.Writer, c dragondice.Comparison, format string) error {
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(c)
	}
	var b strings.Builder
	for _, e := range c.Editions {
		switch {
		case len(e.Unknown) > 0:
			fmt.Fprintf(&b, "%s: not counted, it doesn't know\n", e.Title)
			for _, u := range e.Unknown {
				fmt.Fprintf(&b, "    %s\n", u)
			}
		case e.Asks != nil:
			fmt.Fprintf(&b, "%s: not counted yet, it asks: %s (answer with --answer \"%s: …\")\n", e.Title, e.Asks.Text, e.Edition)
		default:
			fmt.Fprintf(&b, "%s: %s\n", e.Title, e.Result)
			for _, f := range e.Facts {
				for _, l := range f.Lines {
					fmt.Fprintf(&b, "    %s (%s)\n", l.Text, l.Cite)
				}
			}
		}
	}
	if len(c.Why) == 0 {
		b.WriteString("No rule changed the number in one edition and not in another.\n")
	} else {
		b.WriteString("Where they part:\n")
		for _, why := range c.Why {
			fmt.Fprintf(&b, "    %s\n", why)
		}
	}
	_, err := fmt.Fprint(w, b.String())
	return err
}
