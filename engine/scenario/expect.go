package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"astragal/engine"
)

func (r *runner) refusedFor(why string) error {
	err := r.refusal
	r.refusal = nil
	switch {
	case err == nil:
		return errors.New("nothing was refused just before")
	case !strings.Contains(err.Error(), why):
		return fmt.Errorf("refused it was, but so: %w", err)
	}
	return nil
}

func (r *runner) asks(s Step) error {
	open := r.game.Pending()
	if s.Text == "" {
		if len(open) > 0 {
			return fmt.Errorf("asked is: %s", r.pending())
		}
		return nil
	}
	for i, q := range open {
		if q.Text == s.Text && i > r.asked && (s.Who == nil || slices.Contains(q.Seats, *s.Who)) {
			r.asked = i
			return nil
		}
	}
	return fmt.Errorf("that is not asked; asked is: %s", r.pending())
}

func (r *runner) pending() string {
	var texts []string
	for _, q := range r.game.Pending() {
		texts = append(texts, fmt.Sprintf("%q of %v (%s at %q)", q.Text, q.Seats, q.Kind, q.Key))
	}
	if len(texts) == 0 {
		return "nothing"
	}
	return strings.Join(texts, "; ")
}

func (r *runner) offers(s Step) error {
	open := r.game.Pending()
	if r.asked < 0 || r.asked >= len(open) {
		return errors.New(`say what is asked before, with "asks: …"`)
	}
	var ids []string
	for _, o := range options(open[r.asked]) {
		ids = append(ids, o.ID)
	}
	if !slices.Equal(ids, list(s.Text)) {
		return fmt.Errorf("offered are: %s", strings.Join(ids, ", "))
	}
	return nil
}

func options(q engine.Question) []engine.Option {
	switch q.Kind {
	case engine.KindRoll:
		return q.Roll.Else
	case engine.KindPick:
		return q.Pick.Options
	case engine.KindArrange:
		return q.Arrange.Items
	case engine.KindDeclare:
		return q.Declare.Options
	case engine.KindAllot:
		var rows []engine.Option
		for _, row := range q.Allot.Rows {
			rows = append(rows, engine.Option{ID: row.ID, Text: row.Text})
		}
		return rows
	}
	return nil
}

func (r *runner) tells(s Step) error {
	facts := r.game.Facts()
	for i := max(r.from, r.told+1); i < len(facts); i++ {
		if facts[i].Text == s.Text {
			r.told, r.line = i, -1
			return nil
		}
	}
	var texts []string
	for _, f := range facts[min(max(r.from, r.told+1), len(facts)):] {
		texts = append(texts, "told: "+f.Text)
	}
	return fmt.Errorf("that wasn't told; since then:\n%s", strings.Join(texts, "\n"))
}

func (r *runner) explains(s Step) error {
	if r.told < 0 {
		return errors.New(`say which fact it explains before, with "told: …"`)
	}
	lines := r.game.Facts()[r.told].Lines
	var texts []string
	for i, l := range lines {
		if i > r.line && l.Text == s.Text && (s.Name == "" || s.Name == l.Rule) {
			r.line = i
			return nil
		}
		texts = append(texts, fmt.Sprintf("line %s: %s", l.Rule, l.Text))
	}
	return fmt.Errorf("there is no such line, or not in that place:\n%s", strings.Join(texts, "\n"))
}

func (r *runner) shows(s Step) error {
	got, err := r.state(s.Name)
	if err != nil {
		return err
	}
	var want any
	if err := json.Unmarshal([]byte(s.Text), &want); err != nil {
		return fmt.Errorf("%q is no JSON: %w", s.Text, err)
	}
	if !reflect.DeepEqual(want, got) {
		raw, err := json.Marshal(got)
		return errors.Join(fmt.Errorf("%s is %s", s.Name, raw), err)
	}
	return nil
}

func (r *runner) over(s Step) error {
	switch o := r.game.Outcome(); {
	case o == nil:
		return fmt.Errorf("it is not over; asked is: %s", r.pending())
	case o.Text != s.Text:
		return fmt.Errorf("it ended so: %s", o.Text)
	}
	return nil
}
