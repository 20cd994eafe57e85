package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// The phases of a turn. An edition lists those that it has, in its order.

// expire ends effects that last until the marching player's turn begins. It marks those
// that end with this turn.
func expire(g *game) {
	g.tell(g.phase, g.marching, "%s begins turn %d.", g.name(g.marching), g.turn)
	for _, e := range g.effects {
		e.closing = e.closing || e.late && e.ends == g.marching
	}
	for _, e := range g.endEffects(func(e *effect) bool {
		return e.ends == g.marching && !e.late || g.gone[e.ends] && g.after(e.ends) == g.marching
	}) {
		g.tell(g.phase, e.by, "%s on %s ends.", e.rule.Name, g.on(e))
	}
}

// expireLate ends effects that last until the end of this turn.
func expireLate(g *game) {
	for _, e := range g.endEffects(func(e *effect) bool { return e.closing && e.ends == g.marching }) {
		g.tell(g.phase, e.by, "%s on %s ends with the turn.", e.rule.Name, g.on(e))
	}
}

// after returns the first seat that still plays, from s on.
func (g *game) after(s engine.Seat) engine.Seat {
	for _, next := range g.seatsFrom(s) {
		if !g.gone[next] {
			return next
		}
	}
	return s
}

// eighthFaces has the marching player use the eighth face of each terrain that they have
// captured.
func eighthFaces(g *game) {
	rule := g.phase
	for _, t := range g.terrains {
		if t.holder != g.marching {
			continue
		}
		if e := g.ed.eighth(t.icon()); e != nil && e.Phase != nil {
			g.tellWith(rule, t.holder, []engine.Line{g.line(e.Rule, "%s", e.Name)}, "%s holds %s (%s).", g.name(t.holder), t.id(), lower(e.Name))
			e.Phase(g, t)
		}
	}
	g.settle()
}

// speciesPhase is the phase for species abilities.
func speciesPhase(g *game) {
	g.tell(g.phase, g.marching, "%s: %s.", g.name(g.marching), g.ed.word("species abilities"))
	for _, a := range g.abilities() {
		if a.Phase != nil {
			a.Phase(g)
		}
	}
	g.settle()
}

// march lets the marching player take a march with an army that has not marched in this
// turn.
func march(g *game) {
	g.march++
	if g.idle {
		return
	}
	options := []engine.Option{}
	able := g.armies(func(a army) bool { return a.seat == g.marching && !slices.Contains(g.marched, a) })
	for _, a := range able {
		options = append(options, engine.Option{ID: g.armyID(a), Text: g.armyName(a), On: []string{g.armyID(a)}})
	}
	options = append(options, engine.Option{ID: "none", Text: "No march"})
	if g.march == 1 && len(able) > 0 {
		options[len(options)-1].Text = "No march now"
		options = append(options, engine.Option{ID: "none-at-all", Text: "No march in this turn"})
	}
	concede, may := g.ed.rule("end/concede")
	if may = may && g.march == 1; may {
		options = append(options, engine.Option{ID: "concede", Text: "Concede the game"})
	}
	q := g.question(g.marching, g.phase, fmt.Sprintf("march %d", g.march), fmt.Sprintf("%s: march with which army?", g.name(g.marching)))
	q.Kind, q.Declare, q.Ways = engine.KindDeclare, &engine.Declare{Options: options}, waysToMarch(g, able)
	id := g.table.Ask(q).Chosen[0]
	if may && id == "concede" {
		g.concede(concede)
		return
	}
	g.idle = id == "none-at-all"
	i := slices.IndexFunc(able, func(a army) bool { return g.armyID(a) == id })
	if i < 0 {
		return
	}
	a := able[i]
	g.marched = append(g.marched, a)
	g.brought = false
	g.scene = a.place
	g.tell(g.phase, a.seat, "%s marches.", g.armyName(a))
	for _, e := range g.inForce() {
		if e.marches != nil && a.place == (place{atTerrain, e.terrain}) && !g.shielded(e, a) {
			e.marches(a, e)
		}
	}
	for _, step := range g.ed.March {
		if len(g.units(a)) > 0 {
			g.step = step.Rule
			step.Do(g, a, step.Rule)
			g.settle()
		}
	}
	g.endEffects(func(e *effect) bool { return e.march })
}

// concede takes the marching player's dice out of the game, but no terrains and dragons.
// Their effects end when their next turn would begin. The others play on.
func (g *game) concede(rule Rule) {
	g.tell(rule, g.marching, "%s concedes.", g.name(g.marching))
	for _, d := range g.dice {
		if d.owner == g.marching && !d.kind.isTerrain() && !d.kind.isDragon() {
			g.put(d, place{area: outOfGame})
		}
	}
	g.settle()
}

// settle runs when an action or phase has come to its end. Effects on what is gone end. If
// the holder of a terrain has left it, the terrain turns back. Items that nobody can carry
// are buried. The game may be over.
func (g *game) settle() {
	for _, d := range g.dice {
		d.shown = ""
	}
	g.settleCasters()
	g.settleEffects()
	g.settleItems()
	g.settleMinors()
	g.settleTerrains()
	g.checkEnd()
}

// settleTerrains turns captured terrains back to seven if their holder has no army there.
func (g *game) settleTerrains() {
	for _, a := range g.abilities() {
		if a.Settled != nil {
			a.Settled(g)
		}
	}
	rule, on := g.ed.rule("eighth/lost")
	for _, t := range g.terrains {
		if on && t.holder != 0 && len(g.units(army{t.holder, t.place()})) == 0 {
			g.lose(t, rule)
		}
	}
}

// lose turns a captured terrain back to seven. Nobody holds it then.
func (g *game) lose(t *terrain, rule Rule) {
	g.tell(rule, t.holder, "%s loses %s: it turns back to seven.", g.name(t.holder), t.id())
	t.holder = 0
	t.turnTo(7)
}

// reinforce lets the marching player move units from the reserves to terrains.
func reinforce(g *game) {
	g.shift(slices.DeleteFunc(g.of(g.marching, inReserve), func(d *die) bool { return d.kind.isRoyalty() }), "reinforce", "reinforce from reserves", g.terrainPlaces())
}

// retreat lets the marching player move units from terrains to the reserves. Species
// abilities and rides have their time here too.
func retreat(g *game) {
	for _, a := range g.abilities() {
		if a.Retreat != nil {
			a.Retreat(g)
		}
	}
	g.rides()
	rule := g.phase
	var able []*die
	for _, a := range g.armies(func(a army) bool { return a.seat == g.marching && a.place.area == atTerrain }) {
		for _, d := range g.members(a) {
			if g.bound(d) == nil && g.staying(d) == nil && !d.kind.isMinor() && !d.kind.isDragonkin() {
				able = append(able, d)
			}
		}
	}
	if len(able) == 0 {
		return
	}
	back := g.found(g.pick(g.marching, rule, "retreat", g.name(g.marching)+": which units retreat to reserves?", engine.Pick{Options: dieOptions(able), Max: len(able)}))
	if len(back) > 0 {
		g.moveTo(back, place{area: inReserve}, rule)
	}
	g.settle()
}

func (g *game) terrainPlaces() []place {
	out := make([]place, len(g.terrains))
	for i, t := range g.terrains {
		out[i] = t.place()
	}
	return out
}

// shift asks, terrain by terrain, which of the dice go there. The others stay.
func (g *game) shift(dice []*die, what, doing string, to []place) {
	for i, p := range to {
		dice = slices.DeleteFunc(slices.Clone(dice), func(d *die) bool { return d.at.area != inReserve })
		if len(dice) == 0 {
			break
		}
		q := g.question(g.marching, g.phase, what+" "+p.terrain, fmt.Sprintf("%s: which units %s to %s?", g.name(g.marching), doing, where(p)))
		q.Kind, q.Pick, q.Counts = engine.KindPick, &engine.Pick{Options: dieOptions(dice), Max: len(dice)}, "health"
		if i < len(to)-1 {
			none := engine.Way{ID: "nowhere", Text: "None, at any terrain"}
			for _, later := range to[i+1:] {
				none.Then = append(none.Then, engine.Said{Key: g.key(what + " " + later.terrain)})
			}
			q.Ways = []engine.Way{none}
		}
		chosen := g.found(g.table.Ask(q).Chosen)
		if len(chosen) > 0 {
			g.moveTo(chosen, p, g.phase)
		}
	}
	g.settle()
}
