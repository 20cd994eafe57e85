package veradiscordia

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// layTerrain lays four terrains face down and tells how many of them each player may look at (2.7).
func (g *game) layTerrain() {
	if g.set.NoTerrain && g.on(itemNoTerrain) {
		g.tell(engine.Everyone, itemNoTerrain, "There is no terrain: every column is Plains.")
		return
	}
	g.hidden = true
	if g.on(itemLayTerrain) {
		g.tell(g.initiative, itemLayTerrain, fmt.Sprintf("%s shuffles the terrains, %s cuts, four are laid face down in a row.", g.name(g.initiative), g.name(other(g.initiative))))
	}
	if !g.on(itemExplore) {
		return
	}
	for _, seat := range []engine.Seat{other(g.initiative), g.initiative} {
		n := min(1+max(g.side(seat).vision, 0), columns)
		var lines []engine.Line
		if v := g.side(seat).vision; v > 0 {
			lines = append(lines, g.line(Vision.item(), fmt.Sprintf("+%d for Vision", v)))
		}
		g.tell(seat, itemExplore, fmt.Sprintf("%s may look at %d of the terrains, unseen.", g.name(seat), n), lines...)
	}
}

// deploy lets the players place their units in turns. A player deploys the general together with a unit (3.1, 3.2).
func (g *game) deploy() {
	g.phase = "deployment"
	next := other(g.initiative)
	if !g.on(itemDeploy) {
		next = g.initiative
	} else {
		g.tell(next, itemDeploy, fmt.Sprintf("%s deploys first, having no initiative.", g.name(next)))
	}
	for k := range 2 * unitsEach {
		g.turn, g.moment = next, fmt.Sprintf("deployment %d", k+1)
		g.deployOne(next)
		next = other(next)
	}
	g.turn, g.moment = engine.Everyone, ""
	if g.set.NoGenerals && g.on(itemNoGenerals) || !g.on(itemForgotten) || !g.on(itemAssign) || !g.on(itemGeneral) {
		return
	}
	var lost []engine.Seat
	for _, seat := range seats {
		if !slices.ContainsFunc(g.side(seat).units, func(u *unit) bool { return u.general }) {
			lost = append(lost, seat)
		}
	}
	switch len(lost) {
	case 1:
		g.end(itemForgotten, fmt.Sprintf("%s has deployed no general and loses before the battle begins.", g.name(lost[0])), other(lost[0]))
	case 2:
		g.end(itemForgotten, "Nobody has deployed a general: both lose before the battle begins.")
	}
}

// waiting are the units of a seat that aren't deployed yet.
func (g *game) waiting(seat engine.Seat) []*unit {
	return slices.DeleteFunc(slices.Clone(g.side(seat).units), func(u *unit) bool { return u.row != nowhere })
}

func (g *game) deployOne(seat engine.Seat) {
	u := g.whichUnit(seat)
	var spaces []engine.Option
	for row := vanguard; row <= rearguard; row++ {
		for col := range columns {
			if g.unitAt(seat, row, col) == nil {
				spaces = append(spaces, optAt(spaceName(row, col), fmt.Sprintf("%s of column %d", rowName(row), col+1), spaceKey(seat, spaceName(row, col))))
			}
		}
	}
	what := "closed unit"
	if !u.closed {
		what = strings.TrimPrefix(u.card.Name, "The ") // the sentences say "the"
	}
	at := g.declare(seat, "space", itemDeploy, fmt.Sprintf("%s, where do you deploy the %s?", g.name(seat), what), spaces...)
	general := g.withGeneral(seat, u, what)
	u.row, u.col = spaceOf(at)
	if g.on(itemDeploy) {
		g.tell(seat, itemDeploy, fmt.Sprintf("%s deploys the %s on %s.", g.name(seat), what, at))
	}
	if !general {
		return
	}
	u.general = true
	g.tell(seat, itemAssign, fmt.Sprintf("%s's general %s is with it.", g.name(seat), g.side(seat).general.Name))
	if u.card == nil {
		u.ranks = g.generalRanks(seat)
		return
	}
	g.heroism(u)
}

// heroism tells what an open unit gains by its general's Heroism.
func (g *game) heroism(u *unit) {
	h := g.side(u.seat).general.Heroism
	if !g.on(itemHeroism) || len(h.Abilities)+len(h.Dice) == 0 {
		return
	}
	var lines []engine.Line
	for _, a := range h.Abilities {
		if slices.Contains(u.card.Abilities, a) && g.on(itemRedundant) {
			lines = append(lines, g.line(itemRedundant, fmt.Sprintf("%s: the unit has it already, it isn't doubled", g.items[a.item()].Name)))
			continue
		}
		rule := itemHeroism
		if a == Guards && g.on(Guards.item()) {
			rule = Guards.item()
		}
		lines = append(lines, g.line(rule, g.items[a.item()].Name))
	}
	if len(h.Dice) > 0 && g.on(itemDiceGeneral) {
		lines = append(lines, g.line(itemDiceGeneral, fmt.Sprintf("dice: %s", colorWords(h.Dice))))
	}
	g.tell(u.seat, itemHeroism, fmt.Sprintf("%s gains by the Heroism of %s.", g.label(u), g.side(u.seat).general.Name), lines...)
	if slices.Contains(u.card.Abilities, Flying) && g.on(itemGrounded) {
		g.tell(u.seat, itemGrounded, fmt.Sprintf("With the general %s glides and makes no aerial attacks.", g.label(u)))
	}
}

func colorWords(dice []Color) string {
	words := make([]string, len(dice))
	for i, d := range dice {
		words[i] = string(d)
	}
	return strings.Join(words, " ")
}

// whichUnit asks which of the units is deployed next.
func (g *game) whichUnit(seat engine.Seat) *unit {
	var options []engine.Option
	pick := map[string]*unit{}
	for _, u := range g.waiting(seat) {
		id, text := "closed", "A closed unit"
		if !u.closed {
			id, text = u.card.Name, u.card.Name
		}
		if pick[id] == nil {
			pick[id] = u
			options = append(options, opt(id, text))
		}
	}
	return pick[g.declare(seat, "unit", itemDeploy, g.name(seat)+", which unit do you deploy?", options...)]
}

// generalRanks are the ranks of unit that may hold the general of a seat (3.2).
func (g *game) generalRanks(seat engine.Seat) []Rank {
	return append([]Rank{Elite}, g.leadership(seat).Ranks...)
}

// withGeneral asks whether the general is deployed with this unit.
func (g *game) withGeneral(seat engine.Seat, u *unit, what string) bool {
	sd := g.side(seat)
	if sd.general == nil || !g.on(itemAssign) || slices.ContainsFunc(sd.units, func(x *unit) bool { return x.general }) {
		return false
	}
	ranks := g.generalRanks(seat)
	if !g.possible(u, func(c Card) bool { return slices.Contains(ranks, c.Rank) }) {
		return false
	}
	return g.yes(seat, "general", itemAssign, fmt.Sprintf("%s, is %s with the %s?", g.name(seat), sd.general.Name, what))
}

// spaceOf reads a space's name.
func spaceOf(name string) (row, col int) {
	if name[0] == 'r' {
		row = rearguard
	}
	return row, int(name[1] - '1')
}

// revealTerrain asks which terrains the four cards are (3.3).
func (g *game) revealTerrain() {
	if !g.hidden {
		return
	}
	g.hidden = false
	if !g.on(itemRevealTerrain) {
		return
	}
	left := map[Terrain]int{}
	for _, t := range Terrains() {
		left[t] = terrainCards(t)
	}
	for col := range columns {
		var options []engine.Option
		for _, t := range Terrains() {
			if left[t] > 0 {
				options = append(options, optAt(string(t), t.Name(), landKey(col)))
			}
		}
		t := Terrain(g.declare(engine.Everyone, fmt.Sprintf("terrain %d", col+1), itemRevealTerrain, fmt.Sprintf("Which terrain is column %d?", col+1), options...))
		g.terrain[col] = t
		left[t]--
	}
	var names []string
	for _, t := range g.terrain {
		names = append(names, t.Name())
	}
	g.tell(engine.Everyone, itemRevealTerrain, "The terrains from the left: "+strings.Join(names, ", ")+".")
}

// fromPosition begins with the position that the settings describe.
func (g *game) fromPosition() {
	for i, st := range []*Start{g.set.First, g.set.Second} {
		sd, err := st.side(g.book.factions, i+1)
		if err != nil {
			panic(err) // the settings were checked before
		}
		sd.vision, sd.stealth = -1, -1
		g.sides[i] = sd
	}
	for col, t := range g.set.Terrain {
		if !g.set.NoTerrain || !g.on(itemNoTerrain) {
			g.terrain[col] = t
		}
	}
	if g.set.NoTerrain && g.on(itemNoTerrain) {
		g.tell(engine.Everyone, itemNoTerrain, "There is no terrain: every column is Plains.")
	}
	g.initiative, g.round = engine.Seat(max(g.set.Initiative, 1)), max(g.set.Round, 1)-1
	for _, seat := range seats {
		for _, u := range g.army(seat) {
			if u.general && u.card != nil {
				g.heroism(u)
			}
		}
	}
	if g.set.Begin != AtBeginning {
		g.round++
		g.moment = fmt.Sprintf("round %d", g.round)
		g.resolution()
		if g.over == nil {
			g.cleanUp()
		}
	}
}
