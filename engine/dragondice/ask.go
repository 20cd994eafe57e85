package dragondice

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// key names a moment of the game. If the same name comes again, the engine tells the moments apart.
func (g *game) key(what string) string {
	if g.turn == 0 {
		return "setup/" + what
	}
	return fmt.Sprintf("turn %d/%s", g.turn, what)
}

// question starts a question to a seat. The caller adds its kind.
func (g *game) question(seat engine.Seat, r Rule, what, text string) engine.Question {
	q := engine.Question{Key: g.key(what), Text: text, Rule: r.ID, Cite: g.ed.cite(r), About: g.about(seat), Part: g.part()}
	if seat != engine.Everyone {
		q.Seats = []engine.Seat{seat}
	}
	return q
}

// declare asks a seat to choose one option and returns the option's id.
func (g *game) declare(seat engine.Seat, r Rule, what, text string, options []engine.Option) string {
	q := g.question(seat, r, what, text)
	q.Kind, q.Declare = engine.KindDeclare, &engine.Declare{Options: options}
	return g.table.Ask(q).Chosen[0]
}

// yes asks a seat yes or no.
func (g *game) yes(seat engine.Seat, r Rule, what, text string) bool {
	return g.declare(seat, r, what, text, engine.YesNo()) == "yes"
}

// pick asks a seat to choose some of the options and returns their ids.
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

// dieOptions returns an option for each die. Its weight is the die's health.
func dieOptions(dice []*die) []engine.Option {
	out := make([]engine.Option, len(dice))
	called := told(dice)
	for i, d := range dice {
		out[i] = engine.Option{ID: d.id, Text: called[i], Weight: d.health(), Die: d.id}
	}
	return out
}

// told returns names for dice. Dice of the same name are told apart: first by what they show in the roll that goes
// on, then by where they lie, then by a number ("Red Drake that shows belly", "Oak (2)").
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

// found returns the dice that have the ids.
func (g *game) found(ids []string) []*die {
	out := make([]*die, len(ids))
	for i, id := range ids {
		out[i] = g.byID[id]
	}
	return out
}

// pickOne asks a seat for one die. It returns nil if there is nothing to pick. If must is false, the seat may pick
// none, and pickOne returns nil.
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

// pickHealth asks a seat for dice worth up to limit health. If most is true, the seat must pick as much health as
// possible, otherwise as much as it likes.
func (g *game) pickHealth(seat engine.Seat, r Rule, what, text string, dice []*die, limit int, most bool) []*die {
	if len(dice) == 0 || limit <= 0 {
		return nil
	}
	if most && health(dice) <= limit {
		return dice
	}
	return g.found(g.pick(seat, r, what, text, engine.Pick{Options: dieOptions(dice), Max: len(dice), Limit: &limit, Most: most}))
}

// pickArmy asks a seat for one of the armies. It returns false if there is none.
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

// pickTerrain asks a seat for one of the terrains. It returns nil if there is none.
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

// allot asks a seat to spread points over rows and returns one number for each row. It asks nothing if there is
// only one way to spread them. If some is true, the seat may leave points unused.
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

// throw asks a seat to roll dice. It returns the face of each die, in the order of dice.
func (g *game) throw(seat engine.Seat, r Rule, purpose Purpose, what, text string, dice []*die) []int {
	return faces(dice, g.table.Ask(g.throwing(seat, r, purpose, what, text, dice)))
}

// throwing returns the question that throw asks.
func (g *game) throwing(seat engine.Seat, r Rule, purpose Purpose, what, text string, dice []*die) engine.Question {
	q := g.question(seat, r, what, text)
	roll := &engine.Roll{Purpose: string(purpose), Dice: make([]engine.Die, len(dice))}
	for i, d := range dice {
		roll.Dice[i] = d.spec
	}
	q.Kind, q.Roll = engine.KindRoll, roll
	return q
}

// faces reads the faces from an answer to throwing. The answer has the dice in the order of the question.
func faces(dice []*die, a engine.Answer) []int {
	out := make([]int, len(dice))
	for i := range dice {
		out[i] = *a.Dice[i].Face
		dice[i].shown = dice[i].kind.Faces[out[i]].words()
	}
	return out
}

// ruling asks the table how an uncertain rule is played, once in a game.
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
