package veradiscordia

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// This file makes what a screen needs besides the state: where on the board a choice lies, the phases of the round,
// and results in one line. A space is "1.v2": the first seat's second vanguard space. A terrain is "land 3".

// optAt is an option that stands for things on the board.
func optAt(id, text string, on ...string) engine.Option {
	return engine.Option{ID: id, Text: text, On: on}
}

// optOn is an option that stands for units.
func optOn(id, text string, units ...*unit) engine.Option {
	o := opt(id, text)
	for _, u := range units {
		o.On = append(o.On, u.key())
	}
	return o
}

// spaceKey names a space of a seat's area on the board.
func spaceKey(seat engine.Seat, space string) string { return fmt.Sprintf("%d.%s", seat, space) }

func landKey(col int) string { return fmt.Sprintf("land %d", col+1) }

// about are the units that a question is about: those that fight, or the one that executes its order.
func (g *game) about() []string {
	units := []*unit{g.active}
	if g.fighting != nil {
		units = []*unit{g.fighting.by, g.fighting.on}
	}
	var out []string
	for _, u := range units {
		if u != nil && u.inPlay() {
			out = append(out, u.key())
		}
	}
	return out
}

// stages are the phases of a round, in order.
func stages() []engine.Stage {
	return []engine.Stage{{Rule: "beginning", Name: "Beginning"}, {Rule: "initiative", Name: "Initiative"}, {Rule: "drawing", Name: "Draw orders"}, {Rule: "orders", Name: "Lay orders"},
		{Rule: "keeping", Name: "Keep a card"}, {Rule: "resolution", Name: "Execute"}, {Rule: "clean up", Name: "Clean up"}}
}

// track lists the phases of the round, or before the first round those of the setup, and marks the current one.
func (g *game) track() []engine.Stage {
	list := stages()
	if g.round == 0 {
		list = []engine.Stage{{Rule: "setup", Name: "Choose armies"}, {Rule: "deployment", Name: "Deploy"}}
	}
	for i := range list {
		list[i].Now = list[i].Rule == g.phase
		list[i].Rule = ""
	}
	return list
}

// part names the current part of the game, for people.
func (g *game) part() []string {
	if g.round == 0 {
		return []string{"Before the game"}
	}
	out := []string{fmt.Sprintf("Round %d", g.round)}
	list := stages()
	if i := slices.IndexFunc(list, func(s engine.Stage) bool { return s.Rule == g.phase }); i >= 0 {
		out = append(out, list[i].Name)
	}
	if g.turn != engine.Everyone {
		out[len(out)-1] += ", " + g.name(g.turn)
	}
	return out
}

// scored is an attack's roll in one line: "2 white + 1 blue = 3 hits".
func scored(colors []ColorHits, hits int) *engine.Sum {
	s := &engine.Sum{Terms: []engine.Term{}, Makes: engine.Many("", hits, "hit", "hits")}
	if hits == 0 {
		s.Makes = engine.Term{Of: "no hit"}
	}
	for i, c := range colors {
		n, op := c.Hits, "+"
		if i == 0 {
			op = ""
		}
		s.Terms = append(s.Terms, engine.Term{Op: op, N: &n, Of: string(c.Color)})
	}
	return s
}

// worths says what each die scores against a unit, for every number that the die can show.
func (g *game) worths(on *unit, colors []Color) [][]int {
	if on == nil || on.card == nil {
		return nil
	}
	out := make([][]int, len(colors))
	for i, c := range colors {
		out[i] = make([]int, 7)
		for v := 1; v <= 6; v++ {
			if g.strikes(c, v, on.card.Shields.Against(c)) {
				out[i][v] = 1
			}
		}
	}
	return out
}
