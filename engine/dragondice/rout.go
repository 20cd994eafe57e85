package dragondice

import "astragal/engine"

// rout is an army that is routed, and the army at the same terrain that it runs from.
type rout struct{ army, from army }

func yesNo() []engine.Option { return engine.YesNo() }

// agreed reports whether the table plays an optional rule. It asks the table once in a game.
func (g *game) agreed(id string) bool {
	rule, on := g.ed.rule(id)
	if !on {
		return false
	}
	if _, asked := g.rulings[id]; !asked {
		g.rulings[id] = g.declare(engine.Everyone, rule, "option "+id, "Does the table play the optional rule: "+lower(rule.Name)+"?", yesNo())
		g.tell(rule, engine.Everyone, "Optional rule, %s: %s.", lower(rule.Name), g.rulings[id])
	}
	return g.rulings[id] == "yes"
}

// agreeOnOptions asks for each optional rule before the game.
func agreeOnOptions(g *game) {
	g.tell(g.phase, engine.Everyone, "The table agrees on optional rules.")
	g.agreed("rout/routing")
}

// routs notes that an army is routed, if the table plays that rule. It is routed if its roll shows
// more IDs than saves, the other army is at the same terrain, and the terrain doesn't show its
// first face. IDs and saves count as the dice show them, before anything doubles them. Saves that
// spells made don't count.
func (g *game) routs(r *roll, from army) {
	t := g.terrainOf(r.army.place)
	if t == nil || from.place != r.army.place || from.seat == r.seat() || t.number() == 1 {
		return
	}
	ids, saves := len(r.showing(idIcon)), r.saveIcons()
	if ids <= saves || len(g.units(r.army)) == 0 || !g.agreed("rout/routing") {
		return
	}
	rule, _ := g.ed.rule("rout/routing")
	g.routed = append(g.routed, rout{r.army, from})
	g.tell(rule, r.seat(), "%s is routed: %s, %s.", g.armyName(r.army), many(ids, "ID", "IDs"), many(saves, "save", "saves"))
}

// saveIcons returns the saves that the dice show, with those of SAIs and of species abilities.
func (r *roll) saveIcons() int {
	n := 0
	for _, d := range r.dice {
		if !d.void && d.shows().Icon == Save.String() {
			n += d.shows().worth()
		}
	}
	for _, s := range r.shares {
		if s.of == Save && s.from == fromSAI {
			n += s.n
		}
	}
	for _, h := range r.hidden {
		if h.to == Save {
			n += h.n
		}
	}
	return n
}

// isRouted reports whether an army is routed in the action that goes on.
func (g *game) isRouted(a army) bool {
	for _, r := range g.routed {
		if r.army == a {
			return true
		}
	}
	return false
}

// pursue lets the army that routed another turn the terrain down and act again. If both sides of a
// charge are routed, the terrain turns down by itself and nobody acts.
func (g *game) pursue(rule Rule) {
	routs := g.routed
	g.routed = nil
	if len(routs) == 0 {
		return
	}
	t := g.terrainOf(routs[0].army.place)
	for _, r := range routs[1:] {
		if both, on := g.ed.rule("rout/both"); on && r.army == routs[0].from {
			g.tell(both, r.army.seat, "Both armies are routed.")
			g.turnFace(g.marching, t, t.number()-1, both)
			return
		}
	}
	pursuit, on := g.ed.rule("rout/pursuit")
	by := routs[0].from
	if !on || len(g.units(by)) == 0 || len(g.units(routs[0].army)) == 0 || t.number() == 1 ||
		!g.yes(by.seat, pursuit, "pursue", g.armyName(by)+": pursue, turn "+t.id()+" down and act again?") {
		return
	}
	g.tell(pursuit, by.seat, "%s pursues.", g.armyName(by))
	g.turnFace(by.seat, t, t.number()-1, pursuit)
	act(g, by, rule)
}
