package veradiscordia

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

var seats = [2]engine.Seat{1, 2}

// setup prepares a game up to its first round (sections 2 and 3).
func (g *game) setup() {
	g.phase = "setup"
	g.sides = [2]*side{newSide(), newSide()}
	g.chooseGenerals()
	g.motivate()
	g.recruit()
	g.countSight()
	g.firstMarker()
	g.openUnits()
	g.layTerrain()
	g.deploy()
	if g.over == nil {
		g.revealTerrain()
	}
}

// motivate gives each player the points of Motivation (2.3).
func (g *game) motivate() {
	if !g.on(itemMotivation) {
		for _, sd := range g.sides {
			sd.motivation = 0
		}
		return
	}
	g.tell(engine.Everyone, itemMotivation, fmt.Sprintf("Each player has %d points of Motivation.", motivationAtStart))
}

func newSide() *side {
	return &side{motivation: motivationAtStart, vision: -1, stealth: -1, draw: deckSize, discard: map[Order]int{}}
}

// recruit tells what each player draws, and asks for the exchange (2.4).
func (g *game) recruit() {
	for _, seat := range seats {
		sd := g.side(seat)
		sd.loose = !g.on(itemRecruit)
		var words []string
		for _, r := range Ranks() {
			if n := g.recruits(sd, r); n > 0 {
				words = append(words, fmt.Sprintf("%d %s", n, r))
			}
		}
		for i := range unitsEach {
			sd.units = append(sd.units, &unit{id: i, seat: seat, row: nowhere, closed: true, must: map[Ability]bool{}, mustNot: map[Ability]bool{}})
		}
		rule := itemRecruit
		if g.set.NoLegendary && g.on(itemNoLegendary) {
			rule = itemNoLegendary
		}
		if g.on(rule) {
			g.tell(seat, rule, fmt.Sprintf("%s draws for %s, unseen: %s.", g.name(other(seat)), g.name(seat), strings.Join(words, ", ")))
		}
		if l := g.leadership(seat); l.Text != "" {
			g.tell(seat, itemLeadership, fmt.Sprintf("%s's Leadership, for the table to apply: %s", sd.general.Name, l.Text))
		}
		if l := g.leadership(seat); len(l.Recruit)+len(l.Without)+len(l.Ranks) > 0 || l.Closed != 0 {
			g.tell(seat, itemLeadership, fmt.Sprintf("%s's Leadership changes %s's army.", sd.general.Name, g.name(seat)))
		}
	}
	if g.on(itemExchange) {
		g.exchange()
	}
}

// leadership returns the Leadership of the seat's general. It is empty without a general.
func (g *game) leadership(seat engine.Seat) Leadership {
	if n := g.side(seat).general; n != nil && g.on(itemLeadership) {
		return n.Leadership
	}
	return Leadership{}
}

func (g *game) exchange() {
	var qs []engine.Question
	for _, seat := range seats {
		q := g.question(seat, fmt.Sprintf("exchange %d", seat), itemExchange, g.name(seat)+", which rank do you give back and draw again, once?")
		q.Kind, q.Declare = engine.KindDeclare, &engine.Declare{Options: []engine.Option{opt("none", "None")}}
		for _, r := range Ranks() {
			if g.recruits(g.side(seat), r) > 0 {
				q.Declare.Options = append(q.Declare.Options, opt(string(r), "The "+string(r)+" units"))
			}
		}
		qs = append(qs, q)
	}
	for i, a := range g.table.AskAll(qs) {
		if a.Chosen[0] != "none" {
			g.tell(seats[i], itemExchange, fmt.Sprintf("%s gives the %s units back, they are shuffled, and as many are drawn.", g.name(seats[i]), a.Chosen[0]))
		}
	}
}

// sight lists the pairs of Vision and Stealth that an army of the side can have.
func (g *game) sight(sd *side) [][2]int {
	v, s := g.generalSight(sd)
	type left struct{ n, vision, stealth int }
	total := map[[2]int]bool{{v, s}: true}
	for _, r := range Ranks() {
		states := map[left]bool{}
		for at := range total {
			states[left{0, at[0], at[1]}] = true
		}
		for _, c := range sd.faction.Units {
			if c.Rank != r {
				continue
			}
			next := map[left]bool{}
			for st := range states {
				for k := 0; k <= g.available(sd, c); k++ {
					next[left{st.n + k, st.vision + k*g.gives(c.Abilities, Vision), st.stealth + k*g.gives(c.Abilities, Stealth)}] = true
				}
			}
			states = next
		}
		total = map[[2]int]bool{}
		for st := range states {
			if st.n == g.recruits(sd, r) {
				total[[2]int{st.vision, st.stealth}] = true
			}
		}
	}
	list := make([][2]int, 0, len(total))
	for at := range total {
		list = append(list, at)
	}
	slices.SortFunc(list, func(x, y [2]int) int { return (x[0]*100 + x[1]) - (y[0]*100 + y[1]) })
	return list
}

// countSight asks how much Vision and Stealth each army has (2.5). The numbers are public. Only numbers that an army
// can have are offered.
func (g *game) countSight() {
	if !g.on(itemCount) {
		return
	}
	ask := func(what string, fits func(*side, [2]int) (int, bool)) [2]int {
		var qs []engine.Question
		for _, seat := range seats {
			q := g.question(seat, fmt.Sprintf("%s %d", what, seat), itemCount, fmt.Sprintf("%s, how often does your army (units and general) have %s?", g.name(seat), what))
			q.Kind, q.Declare = engine.KindDeclare, &engine.Declare{}
			for _, pair := range g.sight(g.side(seat)) {
				n, ok := fits(g.side(seat), pair)
				id := fmt.Sprint(n)
				if ok && !slices.ContainsFunc(q.Declare.Options, func(o engine.Option) bool { return o.ID == id }) {
					q.Declare.Options = append(q.Declare.Options, opt(id, id))
				}
			}
			qs = append(qs, q)
		}
		var out [2]int
		for i, a := range g.table.AskAll(qs) {
			if _, err := fmt.Sscan(a.Chosen[0], &out[i]); err != nil {
				panic(err)
			}
		}
		return out
	}
	vision := ask("Vision", func(_ *side, pair [2]int) (int, bool) { return pair[0], true })
	for i := range seats {
		g.sides[i].vision = vision[i]
	}
	stealth := ask("Stealth", func(sd *side, pair [2]int) (int, bool) { return pair[1], pair[0] == sd.vision })
	for i, seat := range seats {
		g.sides[i].stealth = stealth[i]
		g.tell(seat, itemCount, fmt.Sprintf("%s: Vision %d, Stealth %d.", g.name(seat), vision[i], stealth[i]))
	}
}

// firstMarker gives the initiative to the army with more Stealth (2.7).
func (g *game) firstMarker() {
	g.initiative = 1
	if !g.on(itemFirstMarker) {
		return
	}
	one, two := max(g.side(1).stealth, 0), max(g.side(2).stealth, 0)
	switch {
	case one == two:
		g.initiative = g.higherDie("initiative", itemFirstMarker, "both have the same Stealth: roll for the initiative.")
	case two > one:
		g.initiative = 2
	}
	if g.on(Stealth.item()) && one != two {
		g.tell(g.initiative, Stealth.item(), fmt.Sprintf("%s has more Stealth: %d to %d.", g.name(g.initiative), max(one, two), min(one, two)))
	}
	g.tell(g.initiative, itemFirstMarker, fmt.Sprintf("%s has the initiative.", g.name(g.initiative)))
}

// closedUnits is how many units of a seat lie face down (2.6), with the lines that explain the number.
func (g *game) closedUnits(seat engine.Seat) (int, []engine.Line) {
	own, foe := g.side(seat), g.side(other(seat))
	n := 4
	lines := []engine.Line{g.line(itemClosed, "4 to begin with")}
	add := func(by int, rule, text string) {
		if by != 0 {
			before, after := n, n+by
			n = after
			lines = append(lines, engine.Line{Rule: rule, Cite: g.cite(rule), Text: fmt.Sprintf("%+d %s", by, text), Before: &before, After: &after})
		}
	}
	add(max(own.stealth, 0), Stealth.item(), "own Stealth")
	add(-max(foe.vision, 0), Vision.item(), "the other army's Vision")
	add(g.leadership(seat).Closed, itemLeadership, "Leadership")
	if limited := min(max(n, 0), unitsEach); limited != n {
		add(limited-n, itemClosed, fmt.Sprintf("kept between 0 and %d", unitsEach))
	}
	return n, lines
}

// openUnits asks which units lie open (2.6). Both players show theirs at the same time.
func (g *game) openUnits() {
	if !g.on(itemShowOpen) {
		return
	}
	var open [2]int
	for i, seat := range seats {
		n := 4
		if g.on(itemClosed) {
			var lines []engine.Line
			n, lines = g.closedUnits(seat)
			g.table.Tell(engine.Fact{Kind: engine.FactResult, Seat: seat, Rule: itemClosed, Cite: g.cite(itemClosed), Value: &n, Lines: lines,
				Text: fmt.Sprintf("%s has %d closed and %d open units.", g.name(seat), n, unitsEach-n)})
		}
		open[i] = unitsEach - n
	}
	for k := range max(open[0], open[1]) {
		var qs []engine.Question
		for i, seat := range seats {
			if k < open[i] {
				u := g.sides[i].units[k]
				q := g.question(seat, fmt.Sprintf("open %d.%d", seat, k+1), itemShowOpen, fmt.Sprintf("%s, which is your open unit %d of %d?", g.name(seat), k+1, open[i]))
				q.Kind, q.Declare = engine.KindDeclare, &engine.Declare{Options: g.cardOptions(u, func(Card) bool { return true })}
				qs = append(qs, q)
			}
		}
		for _, a := range g.table.AskAll(qs) {
			u := g.side(a.Seat).units[k]
			g.become(u, a.Chosen[0])
			u.closed = false
		}
	}
	for i, seat := range seats {
		var names []string
		for _, u := range g.sides[i].units[:open[i]] {
			names = append(names, u.card.Name)
		}
		g.tell(seat, itemShowOpen, fmt.Sprintf("%s's open units: %s.", g.name(seat), orNone(strings.Join(names, ", "))))
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// cardOptions are the cards that a unit can be.
func (g *game) cardOptions(u *unit, pred func(Card) bool) []engine.Option {
	var options []engine.Option
	for _, i := range g.candidates(u, pred, false) {
		c := g.side(u.seat).faction.Units[i]
		options = append(options, opt(c.Name, fmt.Sprintf("%s (%s)", c.Name, c.Rank)))
	}
	return options
}

// become makes a unit the card of that name.
func (g *game) become(u *unit, name string) {
	list := g.side(u.seat).faction.Units
	i := slices.IndexFunc(list, func(c Card) bool { return c.Name == name })
	u.card, u.printed = &list[i], &list[i]
	u.must, u.mustNot = map[Ability]bool{}, map[Ability]bool{}
}
