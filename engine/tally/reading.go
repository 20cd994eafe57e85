package tally

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"astragal/engine"
)

// read asks what each of the dice that nobody has read shows.
func (s *session) read(dice []engine.Thrown) {
	for _, d := range dice {
		if d.Known() {
			continue
		}
		doubt := Count(s.rules(), s.open.Dice)
		s.open.Result = doubt
		s.tell(s.open.Seat, engine.Fact{Kind: engine.FactDoubt, Rule: ruleRead, Text: doubt.Text, Lines: doubt.Lines})
		s.readOne(d)
	}
}

func (s *session) readOne(d engine.Thrown) {
	a := s.table.Ask(engine.Question{
		Key: fmt.Sprintf("%s: read %s", s.open.Key, d.ID), Kind: engine.KindDeclare, Rule: ruleRead,
		Text: fmt.Sprintf("What does %s show?", Name(d)), Declare: &engine.Declare{Options: values(d)},
	})
	at := slices.IndexFunc(s.open.Dice, func(x engine.Thrown) bool { return x.ID == d.ID })
	if v, err := strconv.Atoi(a.Chosen[0]); err == nil {
		d.Value, d.How = &v, engine.Typed
		s.open.Dice[at] = d
		s.note(engine.Line{Rule: ruleRead, Text: fmt.Sprintf("%s shows %d, as somebody says who sees it", Name(d), v), Dice: []string{d.ID}})
		return
	}
	s.open.Dice = slices.Delete(s.open.Dice, at, at+1)
	s.note(engine.Line{Rule: ruleLeft, Text: Name(d) + " is left out", Dice: []string{d.ID}})
}

// note adds a line before those of the count.
func (s *session) note(l engine.Line) { s.open.before = append(s.open.before, l) }

// values are the options for what a die may show, and one to leave it out.
func values(d engine.Thrown) []engine.Option {
	shape := d.Shape
	if engine.Sides(shape) == 0 {
		shape = "d20"
	}
	low, high := engine.Bounds(shape)
	var list []int
	for v := low; v <= high; v++ {
		list = append(list, v)
	}
	if d.Shape == "d10" || d.Shape == "" {
		list = append(list, 0)
		for v := 20; v <= 90; v += 10 {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	options := make([]engine.Option, 0, len(list)+1)
	for _, v := range slices.Compact(list) {
		if d.Kind == engine.TensKind && !engine.IsTens(v) {
			continue
		}
		options = append(options, engine.Option{ID: fmt.Sprint(v), Text: engine.ShowValue(d.Shape, d.Kind, v), Die: d.ID})
	}
	return append(options, engine.Option{ID: optionOut, Text: "Leave it out", Die: d.ID})
}

// again asks for the re-rolls of the settings. Each die is rolled again once at most.
func (s *session) again() {
	again := s.book.settings.Again
	if again == nil {
		return
	}
	var forced, free []engine.Thrown
	for _, d := range s.open.Dice {
		if d.Value != nil && slices.Contains(again.Values, *d.Value) {
			forced = append(forced, d)
		} else {
			free = append(free, d)
		}
	}
	s.rollAgain(forced, "must", "")
	if !again.Chosen || len(free) == 0 {
		return
	}
	pick := engine.Question{Key: s.open.Key + ": choose", Kind: engine.KindPick, Rule: ruleAgain, Seats: s.roller(),
		Text: "Which dice are rolled again?", Pick: &engine.Pick{Max: len(free)}}
	for _, d := range free {
		pick.Pick.Options = append(pick.Pick.Options, engine.Option{ID: d.ID, Text: fmt.Sprintf("%s shows %s", Name(d), d.Shows()), Die: d.ID})
	}
	chosen := s.table.Ask(pick).Chosen
	s.rollAgain(slices.DeleteFunc(free, func(d engine.Thrown) bool { return !slices.Contains(chosen, d.ID) }), "chosen", "")
}

// roller is the seat that rolls, as a question wants it.
func (s *session) roller() []engine.Seat {
	if s.open.Seat == engine.Everyone {
		return nil
	}
	return []engine.Seat{s.open.Seat}
}

// rollAgain asks people to throw the dice once more. The new faces count. text is the question; if it is empty, the
// question is made from why.
func (s *session) rollAgain(dice []engine.Thrown, why, text string) {
	if len(dice) == 0 {
		return
	}
	q := engine.Question{Key: s.open.Key + ": again, " + why, Kind: engine.KindRoll, Rule: ruleAgain, Seats: s.roller(),
		Text: cmp.Or(text, fmt.Sprintf("Roll %s again.", Names(dice))), Roll: &engine.Roll{Purpose: "again", Unread: true, Lying: dice}}
	for _, d := range dice {
		q.Roll.Dice = append(q.Roll.Dice, engine.Die{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Colors: d.Colors})
	}
	thrown := s.table.Ask(q).Dice
	for i, d := range thrown {
		at := slices.IndexFunc(s.open.Dice, func(x engine.Thrown) bool { return x.ID == d.ID })
		s.open.Dice[at] = d
		s.note(engine.Line{Rule: ruleAgain, Text: fmt.Sprintf("%s: %s is rolled again: %s", Name(d), dice[i].Shows(), d.Shows()),
			Before: dice[i].Value, After: d.Value, Dice: []string{d.ID}})
	}
	s.read(thrown)
}
