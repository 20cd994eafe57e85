package dragondice

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// The steps of setting up. An edition lists those that it has, in its order.

func (g *game) force(s engine.Seat) Force { return g.settings.Forces[s-1] }

// assemble divides each force into three armies, in secret and at the same time. If a force names its
// armies, they are taken as they are.
func assemble(g *game) {
	rule := g.phase
	for s := range g.players {
		f := g.force(engine.Seat(s + 1))
		for _, id := range f.Pool {
			g.byID[id].at = place{area: inPool}
		}
		g.lay(f.Home, "home")
		g.lay(f.Campaign, "campaign")
		g.lay(f.Horde, "horde")
	}
	g.enthrone()
	why := map[engine.Seat]string{}
	for todo := g.undivided(); len(todo) > 0; todo = g.undivided() {
		g.choose(rule, "home", todo, why)
		g.choose(rule, "horde", todo, nil)
		for _, s := range todo {
			why[s] = g.rest(rule, s)
		}
	}
	g.table.Reveal()
	for s := range g.players {
		seat := engine.Seat(s + 1)
		dice := g.where3(seat)
		g.table.Tell(engine.Fact{Kind: engine.FactEvent, Seat: seat, Rule: rule.ID, Cite: g.ed.cite(rule),
			Text: fmt.Sprintf("%s brings %s.", g.name(seat), names(dice)), Lines: slices.Concat(g.itemLines(dice), g.allowances(seat), g.forceLines(seat))})
	}
}

// forceLines returns lines that explain how many dragons a force brings, and what it pays for those
// that it doesn't bring.
func (g *game) forceLines(s engine.Seat) []engine.Line {
	rule, on := g.ed.rule("force/dragons")
	if !on {
		return nil
	}
	size := g.ed.size(g.settings.Size)
	dragons := len(slices.DeleteFunc(slices.Clone(g.force(s).Pool), func(id string) bool { return !g.byID[id].kind.isDragon() }))
	want := g.ed.dragons(size)
	lines := []engine.Line{g.line(rule, "%d of %s for a force of %d", dragons, many(want, "dragon", "dragons"), size)}
	if rule, on := g.ed.rule("force/lacking-dragons"); on && dragons < want {
		lines = append(lines, g.line(rule, "%s fewer", many((want-dragons)*g.ed.Force.LackingDragon, "point", "points")))
	}
	return lines
}

// lay puts dice into an army that isn't placed yet.
func (g *game) lay(ids []string, name string) {
	for _, id := range ids {
		g.byID[id].at = place{atHand, name}
	}
}

// where3 returns the dice of a seat's three armies, before these are placed.
func (g *game) where3(s engine.Seat) []*die {
	var out []*die
	for _, d := range g.dice {
		if d.owner == s && d.at.area == atHand && d.at.terrain != "" {
			out = append(out, d)
		}
	}
	return out
}

// loose returns the units and items of a seat that are in no army yet.
func (g *game) loose(s engine.Seat) []*die {
	return g.at(place{area: atHand}, func(d *die) bool { return d.owner == s && (d.kind.isUnit() || d.kind.isItem()) })
}

func (g *game) undivided() []engine.Seat {
	var out []engine.Seat
	for s := range g.players {
		if len(g.loose(engine.Seat(s+1))) > 0 {
			out = append(out, engine.Seat(s+1))
		}
	}
	return out
}

// choose has each of the seats pick an army, unseen by the others. why says what was wrong with a
// seat's division before.
func (g *game) choose(rule Rule, name string, seats []engine.Seat, why map[engine.Seat]string) {
	qs := make([]engine.Question, len(seats))
	for i, s := range seats {
		half := g.ed.spends(g.settings.Size, g.force(s), g.kindsOfDice()) / 2
		dice := g.loose(s)
		options := dieOptions(dice)
		met := map[string]int{}
		for j := range options {
			options[j].Weight = g.ed.points(dice[j].kind, met)
		}
		q := g.question(s, rule, name+" army "+g.slug(s), fmt.Sprintf("%s: choose your %s army, %d points at the most, at least one unit in it.", g.name(s), name, half))
		if why[s] != "" {
			q.Text = fmt.Sprintf("%s: choose your home army again, %d points at the most, at least one unit in it.", g.name(s), half)
			q.Aside = fmt.Sprintf("Divided so, the force is not allowed: %s.", why[s])
		}
		limit := half
		q.Secret, q.Hold, q.Kind, q.Pick = true, true, engine.KindPick, &engine.Pick{Options: options, Min: 1, Max: len(options), Limit: &limit, Parts: partsAfter(name, half, options, dice)}
		qs[i] = q
	}
	for i, a := range g.table.AskAll(qs) {
		_ = i
		g.lay(a.Chosen, name)
	}
}

// partsAfter says for the question which armies get the dice that aren't chosen.
func partsAfter(name string, half int, options []engine.Option, dice []*die) *engine.Parts {
	sum := 0
	p := &engine.Parts{More: 2, Text: fmt.Sprintf("The others are for your horde and campaign armies: %d points at the most and at least one unit in each.", half)}
	for i, o := range options {
		sum += o.Weight
		if dice[i].kind.isUnit() {
			p.Of = append(p.Of, o.ID)
		}
	}
	if name == "horde" {
		p.More, p.Text = 1, fmt.Sprintf("The others are your campaign army: %d points at the most and at least one unit. So your horde army has at least %d.", half, max(1, sum-half))
	}
	return p
}

// rest makes the campaign army of the dice that are left. If the division isn't legal, it takes it back
// and says why.
func (g *game) rest(rule Rule, s engine.Seat) (why string) {
	for _, d := range g.loose(s) {
		d.at.terrain = "campaign"
	}
	kinds := map[string]*Kind{}
	armies := map[string][]string{}
	for _, d := range g.where3(s) {
		kinds[d.id] = d.kind
		armies[d.at.terrain] = append(armies[d.at.terrain], d.id)
	}
	for _, name := range []string{"home", "horde", "campaign"} {
		if err := g.ed.checkArmy(g.ed.spends(g.settings.Size, g.force(s), g.kindsOfDice()), name, armies[name], kinds); err != nil {
			g.table.Tell(engine.Fact{Kind: engine.FactEvent, Seat: s, Only: []engine.Seat{s}, Rule: rule.ID, Cite: g.ed.cite(rule),
				Text: fmt.Sprintf("%s: divided so, the force is not allowed: %v. Divide it again.", g.name(s), err)})
			for _, d := range g.where3(s) {
				d.at.terrain = ""
			}
			return err.Error()
		}
	}
	return ""
}

// kindsOfDice returns the kinds of the game's dice, by the dice's ids.
func (g *game) kindsOfDice() map[string]*Kind {
	out := make(map[string]*Kind, len(g.dice))
	for _, d := range g.dice {
		out[d.id] = d.kind
	}
	return out
}

// rankByHorde has the horde armies roll maneuvers for the order of play. Whoever rolls most takes the
// first turn and chooses the frontier terrain too.
func rankByHorde(g *game) {
	g.order = g.ranked(g.phase, g.order)
	g.marching, g.frontierBy = g.order[0], g.order[0]
	words := make([]string, len(g.order))
	for i, s := range g.order {
		words[i] = g.name(s)
	}
	g.tell(g.phase, g.marching, "Order of play: %s.", strings.Join(words, ", "))
}

// rollForOrder has the horde armies roll maneuvers for the order of play. Whoever rolls most takes the
// first turn or chooses the frontier terrain, and the second one does the other.
func rollForOrder(g *game) {
	g.order = g.ranked(g.phase, g.order)
	first := g.order[0]
	id := g.declare(first, g.phase, "first", g.name(first)+": take the first turn, or choose the frontier terrain?",
		[]engine.Option{{ID: "turn", Text: "Take the first turn"}, {ID: "frontier", Text: "Choose the frontier terrain"}})
	second := g.order[1]
	g.frontierBy = second
	if id == "frontier" {
		g.frontierBy = first
		g.order[0], g.order[1] = second, first
	}
	g.marching = g.order[0]
	g.tell(g.phase, g.marching, "%s takes the first turn; %s chooses the frontier terrain.", g.name(g.marching), g.name(g.frontierBy))
}

// ranked has seats roll their hordes' maneuvers and returns the seats sorted by them, the most first.
func (g *game) ranked(rule Rule, seats []engine.Seat) []engine.Seat {
	rolls := make([]*roll, len(seats))
	qs := make([]engine.Question, len(seats))
	for i, s := range seats {
		c := cast{purpose: ForManeuver, counts: []Result{Maneuver}, rule: rule, army: army{s, place{atHand, "horde"}}, bare: true, what: "horde"}
		rolls[i] = g.newRoll(c)
		qs[i] = rolls[i].question()
		qs[i].Text = g.name(s) + ": roll your horde army for maneuvers."
	}
	for i, a := range g.table.AskAll(qs) {
		rolls[i].show(faces(rolls[i].units, a))
	}
	totals := map[engine.Seat]int{}
	for i, r := range rolls {
		totals[seats[i]] = r.resolve().total(Maneuver)
	}
	return g.settled(rule, seats, totals)
}

// settled returns the seats sorted by totals, the highest first. Seats with equal totals roll again
// among themselves.
func (g *game) settled(rule Rule, seats []engine.Seat, totals map[engine.Seat]int) []engine.Seat {
	sorted := slices.Clone(seats)
	slices.SortStableFunc(sorted, func(a, b engine.Seat) int { return totals[b] - totals[a] })
	var out []engine.Seat
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && totals[sorted[n]] == totals[sorted[0]] {
			n++
		}
		equal := sorted[:n]
		sorted = sorted[n:]
		if n > 1 {
			g.tell(rule, engine.Everyone, "Equal totals roll again.")
			equal = g.ranked(rule, equal)
		}
		out = append(out, equal...)
	}
	return out
}

// chooseFrontier brings the home terrains into play, and one of the proposed frontier terrains.
func chooseFrontier(g *game) {
	var proposed []*terrain
	for s := range g.players {
		f := g.force(engine.Seat(s + 1))
		home := &terrain{die: g.byID[f.Terrain], home: engine.Seat(s + 1)}
		home.die.at = place{area: onField}
		g.terrains = append(g.terrains, home)
		t := &terrain{die: g.byID[f.Frontier]}
		t.die.at = place{area: outOfGame}
		proposed = append(proposed, t)
	}
	options := make([]engine.Option, len(proposed))
	for i, t := range proposed {
		options[i] = engine.Option{ID: t.id(), Text: t.die.kind.Name, Die: t.id()}
	}
	id := g.declare(g.frontierBy, g.phase, "frontier", g.name(g.frontierBy)+": which proposed terrain is the frontier?", options)
	for _, t := range proposed {
		if t.id() == id {
			t.die.at = place{area: onField}
			g.terrains = append(g.terrains, t)
			g.tell(g.phase, g.frontierBy, "%s is the frontier.", t.die.kind.Name)
		}
	}
}

// placeArmies puts each player's armies at terrains, in turn order.
func placeArmies(g *game) {
	for _, s := range g.order {
		var homes []*terrain
		for _, t := range g.terrains {
			if t.home != 0 && t.home != s {
				homes = append(homes, t)
			}
		}
		horde := stand(g.pickTerrain(s, g.phase, "horde", g.name(s)+": at whose home does your horde army stand?", g.roomy(homes)))
		var free []*terrain
		for _, t := range g.terrains {
			if t.home != s && t.place() != horde {
				free = append(free, t)
			}
		}
		campaign := stand(g.pickTerrain(s, g.phase, "campaign", g.name(s)+": where does your campaign army stand?", g.roomy(free)))
		for _, d := range g.where3(s) {
			switch d.at.terrain {
			case "home":
				d.at = place{atTerrain, g.force(s).Terrain}
			case "horde":
				d.at = horde
			case "campaign":
				d.at = campaign
			}
		}
		g.tell(g.phase, s, "%s: home army at %s, horde army at %s, campaign army at %s.", g.name(s), g.force(s).Terrain, where(horde), where(campaign))
	}
}

// stand returns where an army is placed: at a terrain, or in the reserves if there is none with room
// for it.
func stand(t *terrain) place {
	if t == nil {
		return place{area: inReserve}
	}
	return t.place()
}

// roomy returns the terrains that have room for another army, if the edition says how many may be
// placed at one.
func (g *game) roomy(list []*terrain) []*terrain {
	rule, on := g.ed.rule("setup/crowd")
	if !on {
		return list
	}
	var out []*terrain
	for _, t := range list {
		armies := map[engine.Seat]bool{}
		if t.home != 0 {
			armies[t.home] = true
		}
		for _, d := range g.dice {
			if d.at == t.place() {
				armies[d.owner] = true
			}
		}
		if len(armies) < g.ed.Force.Crowd {
			out = append(out, t)
		} else {
			g.tell(rule, t.home, "%s is full: %d armies stand there.", t.id(), len(armies))
		}
	}
	return out
}

// rollDistances rolls the distance of each terrain. An eight is rolled again. A seven is turned down to
// six, unless the edition allows it.
func rollDistances(g *game) {
	for _, t := range g.terrains {
		by := t.home
		if by == 0 {
			by = g.frontierBy
		}
		for {
			t.die.up = g.throw(by, g.phase, "terrain", "distance "+t.id(), fmt.Sprintf("%s: roll %s for its distance.", g.name(by), t.id()), []*die{t.die})[0]
			if t.number() != 8 {
				break
			}
			g.tell(g.phase, by, "%s shows an eight: roll again.", t.id())
		}
		if t.number() == 7 && !g.ed.Force.Sevens {
			t.turnTo(6)
		}
		g.tell(g.phase, by, "%s stands at %d (%s).", t.id(), t.number(), plainIcon(t.icon()))
	}
	g.turn = 1
}
