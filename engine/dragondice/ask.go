package dragondice

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// key names a moment of the game; the engine tells repeated ones apart.
func (g *game) key(what string) string {
	if g.turn == 0 {
		return "setup/" + what
	}
	return fmt.Sprintf("turn %d/%s", g.turn, what)
}

// question begins one.
func (g *game) question(seat engine.Seat, r Rule, what, text string) engine.Question {
	q := engine.Question{Key: g.key(what), Text: text, Rule: r.ID, Cite: g.ed.cite(r), About: g.about(seat), Part: g.part()}
	if seat != engine.Everyone {
		q.Seats = []engine.Seat{seat}
	}
	return q
}

// declare asks for one of some options and returns its id.
func (g *game) declare(seat engine.Seat, r Rule, what, text string, options []engine.Option) string {
	q := g.question(seat, r, what, text)
	q.Kind, q.Declare = engine.KindDeclare, &engine.Declare{Options: options}
	return g.table.Ask(q).Chosen[0]
}

// yes asks for yes or no.
func (g *game) yes(seat engine.Seat, r Rule, what, text string) bool {
	return g.declare(seat, r, what, text, engine.YesNo()) == "yes"
}

// pick asks for some of the options.
func (g *game) pick(seat engine.Seat, r Rule, what, text string, p engine.Pick) []string {
	if len(p.Options) == 0 {
		return nil
	}
	p.Max = min(p.Max, len(p.Options))
	p.Min = min(p.Min, p.Max)
	q := g.question(seat, r, what, text)
	q.Kind, q.Pick, q.Counts = engine.KindPick, &p, "health"
	return g.table.Ask(q).Chosen
}

// dieOptions offers dice, weighed by health.
func dieOptions(dice []*die) []engine.Option {
	out := make([]engine.Option, len(dice))
	called := told(dice)
	for i, d := range dice {
		out[i] = engine.Option{ID: d.id, Text: called[i], Weight: d.health(), Die: d.id}
	}
	return out
}

// told are the names of dice. Those of one name are told apart by what they show in the roll that goes on, by where
// they lie, and else by a number: "Red Drake that shows belly", "Oak (2)".
func told(dice []*die) []string {
	out := namesOf(dice)
	apart := func(more func(*die) string) {
		before := slices.Clone(out)
		for i, d := range dice {
			for j, o := range dice {
				if i != j && before[i] == before[j] && more(d) != more(o) && more(d) != "" {
					out[i] = before[i] + more(d)
				}
			}
		}
	}
	apart(func(d *die) string {
		if d.shown == "" {
			return ""
		}
		return " that shows " + d.shown
	})
	apart(func(d *die) string {
		if d.at.area != atTerrain {
			return ""
		}
		return " at " + d.at.terrain
	})
	numbers := map[string]int{}
	for _, name := range out {
		numbers[name]++
	}
	met := map[string]int{}
	for i, name := range out {
		if numbers[name] > 1 {
			met[name]++
			out[i] = fmt.Sprintf("%s (%d)", name, met[name])
		}
	}
	return out
}

// found turns ids of dice into the dice.
func (g *game) found(ids []string) []*die {
	out := make([]*die, len(ids))
	for i, id := range ids {
		out[i] = g.byID[id]
	}
	return out
}

// pickOne asks for one die; nil where there is none to pick, or where none is
// picked and need not be.
func (g *game) pickOne(seat engine.Seat, r Rule, what, text string, dice []*die, must bool) *die {
	least := 0
	if must {
		least = 1
	}
	chosen := g.found(g.pick(seat, r, what, text, engine.Pick{Options: dieOptions(dice), Min: least, Max: 1}))
	if len(chosen) == 0 {
		return nil
	}
	return chosen[0]
}

// pickHealth asks for dice worth up to so much health: as much as possible
// where most is set, as much as one likes else.
func (g *game) pickHealth(seat engine.Seat, r Rule, what, text string, dice []*die, limit int, most bool) []*die {
	if len(dice) == 0 || limit <= 0 {
		return nil
	}
	if most && health(dice) <= limit {
		return dice
	}
	return g.found(g.pick(seat, r, what, text, engine.Pick{Options: dieOptions(dice), Max: len(dice), Limit: &limit, Most: most}))
}

// pickArmy asks for one of some armies; false where there is none.
func (g *game) pickArmy(seat engine.Seat, r Rule, what, text string, from []army) (army, bool) {
	if len(from) == 0 {
		return army{}, false
	}
	options := make([]engine.Option, len(from))
	for i, a := range from {
		options[i] = engine.Option{ID: g.armyID(a), Text: g.armyName(a), On: []string{g.armyID(a)}}
	}
	id := g.declare(seat, r, what, text, options)
	for _, a := range from {
		if g.armyID(a) == id {
			return a, true
		}
	}
	return army{}, false
}

// pickTerrain asks for one of some terrains; nil where there is none.
func (g *game) pickTerrain(seat engine.Seat, r Rule, what, text string, from []*terrain) *terrain {
	if len(from) == 0 {
		return nil
	}
	options := make([]engine.Option, len(from))
	for i, t := range from {
		options[i] = engine.Option{ID: t.id(), Text: fmt.Sprintf("%s (%s, at %d)", t.id(), t.die.kind.Name, t.number()), Die: t.id()}
	}
	id := g.declare(seat, r, what, text, options)
	for _, t := range from {
		if t.id() == id {
			return t
		}
	}
	return nil
}

// allot asks to spread points over rows and returns one number for each row.
// Nothing is asked where it can be done in one way only.
func (g *game) allot(seat engine.Seat, r Rule, what, text string, points int, rows []engine.Row, some bool) []int {
	room := 0
	for _, row := range rows {
		room += row.Max
	}
	out := make([]int, len(rows))
	switch {
	case points <= 0 || room == 0:
		return out
	case len(rows) == 1 && !some:
		out[0] = min(points, rows[0].Max)
		return out
	case room <= points && !some:
		for i, row := range rows {
			out[i] = row.Max
		}
		return out
	}
	q := g.question(seat, r, what, text)
	q.Kind, q.Allot, q.Counts = engine.KindAllot, &engine.Allot{Points: min(points, room), Rows: rows, Some: some}, "points"
	return g.table.Ask(q).Points
}

// throw asks a seat to roll dice and returns the face of each, in their order.
func (g *game) throw(seat engine.Seat, r Rule, purpose Purpose, what, text string, dice []*die) []int {
	return faces(dice, g.table.Ask(g.throwing(seat, r, purpose, what, text, dice)))
}

// throwing is the question that throw asks.
func (g *game) throwing(seat engine.Seat, r Rule, purpose Purpose, what, text string, dice []*die) engine.Question {
	q := g.question(seat, r, what, text)
	roll := &engine.Roll{Purpose: string(purpose), Dice: make([]engine.Die, len(dice))}
	for i, d := range dice {
		roll.Dice[i] = d.spec
	}
	q.Kind, q.Roll = engine.KindRoll, roll
	return q
}

// faces reads the answer to throwing: the dice come in the order asked for.
func faces(dice []*die, a engine.Answer) []int {
	out := make([]int, len(dice))
	for i := range dice {
		out[i] = *a.Dice[i].Face
		dice[i].shown = dice[i].kind.Faces[out[i]].words()
	}
	return out
}

// ruling asks the table once in a game how an uncertain rule is to be played.
func (g *game) ruling(r Rule, text string, options []engine.Option) string {
	if said, ok := g.rulings[r.ID]; ok {
		return said
	}
	said := g.declare(engine.Everyone, r, "ruling "+r.ID, text, options)
	g.rulings[r.ID] = said
	words := said
	if i := slices.IndexFunc(options, func(o engine.Option) bool { return o.ID == said }); i >= 0 {
		words = lower(options[i].Text)
	}
	g.table.Tell(engine.Fact{Kind: engine.FactDoubt, Rule: r.ID, Cite: g.ed.cite(r),
		Text: fmt.Sprintf("%s: the book leaves it open (%s); the table rules: %s.", r.Name, r.Uncertain, strings.TrimSuffix(words, "."))})
	return said
}
