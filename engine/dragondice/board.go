package dragondice

import (
	"fmt"
	"strings"

	"astragal/engine"
)

// What a screen needs besides the state: where on the board a question lies, what its dice count by
// themselves, the way through the turn, and results in one line.

// about are the things on the board that a question to a seat is about: its army where something goes
// on, or the terrain there.
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

// part names the part of the game that goes on.
func (g *game) part() []string {
	if g.turn == 0 || g.marching == 0 {
		return []string{"Before the game", g.phase.Name}
	}
	return []string{fmt.Sprintf("Turn %d, %s", g.turn, g.name(g.marching)), g.phase.Name}
}

// track is the way through the turn.
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

// worths is what each face of a roll's dice counts by itself.
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

// inOneLine is the result in one line: "5 from icons + 2 from IDs = 7 melee".
func (r *roll) inOneLine() *engine.Sum {
	if len(r.counts) != 1 {
		return nil
	}
	of := r.counts[0]
	s := &engine.Sum{Makes: result(r.total(of), of)}
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

// result is a number of results as a term; none says that there are none.
func result(n int, of Result) engine.Term {
	if n == 0 {
		return engine.Term{Of: "no " + of.plural()}
	}
	return engine.Many("", n, of.String(), of.plural())
}

// leaves says what a spell leaves of the magic; empty where some of it may still be doubled.
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

// struck is an attack in one line: "7 melee − 4 saves = 3 damage".
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

// contest is one in one line: "3 maneuvers against 5 = it fails".
func contest(mine, theirs int, comes string) *engine.Sum {
	return &engine.Sum{Terms: []engine.Term{engine.Many("", mine, "maneuver", "maneuvers"), {Op: "against", N: &theirs}}, Makes: engine.Term{Of: comes}}
}

// tellSum is tell with the whole in one line.
func (g *game) tellSum(r Rule, seat engine.Seat, sum *engine.Sum, format string, args ...any) {
	g.table.Tell(engine.Fact{Kind: engine.FactEvent, Seat: seat, Rule: r.ID, Cite: g.ed.cite(r), Text: fmt.Sprintf(format, args...), Sum: sum})
}
