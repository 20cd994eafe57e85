package dragondice

import (
	"fmt"
	"strings"

	"astragal/engine"
)

// What a screen needs besides the state: which part of the board a question is about, what each die
// counts by itself, the stages of the turn, and a result in one line.

// about returns the ids of what a question to a seat is about. That is the seat's army at the scene.
// If the seat has none there, it is the terrain of the scene.
func (g *game) about(seat engine.Seat) []string {
	if g.scene == (place{}) {
		return nil
	}
	if a := (army{seat, g.scene}); seat != engine.Everyone && len(g.members(a)) > 0 {
		return []string{g.armyID(a)}
	}
	if g.scene.area == atTerrain {
		return []string{g.scene.terrain}
	}
	return nil
}

// part names the part of the game that goes on: the turn and its phase.
func (g *game) part() []string {
	if g.turn == 0 || g.marching == 0 {
		return []string{"Before the game", g.phase.Name}
	}
	return []string{fmt.Sprintf("Turn %d, %s", g.turn, g.name(g.marching)), g.phase.Name}
}

// track returns the stages of the turn, and which of them goes on. Before the first turn it returns
// the steps of setting up.
func (g *game) track() []engine.Stage {
	if g.settings.Count != nil || g.phase.ID == "" {
		return nil
	}
	var out []engine.Stage
	if g.turn == 0 || g.marching == 0 {
		for _, s := range g.ed.Setup {
			out = append(out, stageOf(s.Rule, g.phase))
		}
		return out
	}
	for _, s := range g.ed.Phases {
		stage := stageOf(s.Rule, g.phase)
		if stage.Now && g.step.ID != "" {
			for _, m := range g.ed.March {
				stage.Within = append(stage.Within, stageOf(m.Rule, g.step))
			}
		}
		out = append(out, stage)
	}
	return out
}

func stageOf(r, now Rule) engine.Stage {
	name := strings.TrimSuffix(strings.TrimSuffix(r.Name, " phase"), " step")
	return engine.Stage{Rule: r.ID, Name: name, Now: r.ID == now.ID}
}

// worths returns for each die of the roll what each of its faces counts by itself.
func (r *roll) worths() [][]int {
	out := make([][]int, len(r.units))
	for i, d := range r.units {
		out[i] = make([]int, len(d.kind.Faces))
		for k, f := range d.kind.Faces {
			if of, plain := resultOf(f.Icon); plain && r.wants(of) || f.Icon == idIcon {
				out[i][k] = f.worth()
			}
		}
	}
	return out
}

// inOneLine returns the result of a roll in one line: "5 from icons + 2 from IDs = 7 melee". It is
// nil for a combination roll.
func (r *roll) inOneLine() *engine.Sum {
	if len(r.counts) != 1 {
		return nil
	}
	of := r.counts[0]
	s := &engine.Sum{Terms: []engine.Term{}, Makes: result(r.total(of), of)}
	for p, name := range []string{"icons", "IDs", "special icons", "added"} {
		n := r.pools[p][of]
		if n == 0 {
			continue
		}
		op := "+"
		if n < 0 {
			op, n = "−", -n
		}
		if len(s.Terms) == 0 && op == "+" {
			op = ""
		}
		s.Terms = append(s.Terms, engine.Term{Op: op, N: &n, Of: name})
	}
	return s
}

// result returns a number of results as a term of a sum. Zero becomes "no melee".
func result(n int, of Result) engine.Term {
	if n == 0 {
		return engine.Term{Of: "no " + of.plural()}
	}
	return engine.Many("", n, of.String(), of.plural())
}

// leaves says what a spell costs and how much magic it leaves. It is empty if some of the magic may
// still be doubled.
func leaves(list []source, spells []*casting, cost int) string {
	left := -cost
	for _, s := range list {
		if s.ids > 0 {
			return ""
		}
		left += s.points
	}
	for _, c := range spells {
		left -= c.n * c.spell.Cost
	}
	return fmt.Sprintf("costs %d, leaves %d magic", cost, left)
}

// struck returns an attack in one line: "7 melee − 4 saves = 3 damage".
func struck(attack, save *roll, damage int) *engine.Sum {
	of := attack.counts[0]
	s := &engine.Sum{Terms: []engine.Term{result(attack.total(of), of)}, Makes: engine.Term{Of: "no damage"}}
	if save != nil {
		s.Terms = append(s.Terms, engine.Many("−", save.total(Save), "save", "saves"))
	}
	if damage > 0 {
		s.Makes = engine.Term{N: &damage, Of: "damage"}
	}
	return s
}

// contest returns a maneuver against another in one line: "3 maneuvers against 5 = it fails".
func contest(mine, theirs int, comes string) *engine.Sum {
	return &engine.Sum{Terms: []engine.Term{engine.Many("", mine, "maneuver", "maneuvers"), {Op: "against", N: &theirs}}, Makes: engine.Term{Of: comes}}
}

// tellSum is tell with a sum in one line.
func (g *game) tellSum(r Rule, seat engine.Seat, sum *engine.Sum, format string, args ...any) {
	g.table.Tell(engine.Fact{Kind: engine.FactEvent, Seat: seat, Rule: r.ID, Cite: g.ed.cite(r), Text: fmt.Sprintf(format, args...), Sum: sum})
}
