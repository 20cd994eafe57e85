package veradiscordia

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// The size of the play area (1.5) and what each player begins with (0.1, 2.3).
const (
	columns           = 4
	unitsEach         = 8
	motivationAtStart = 10
)

// The rows of a player's own area.
const (
	vanguard  = 0
	rearguard = 1
	nowhere   = -1
)

func rowName(row int) string {
	if row == vanguard {
		return "vanguard"
	}
	return "rearguard"
}

// spaceName names a space of a player's own area: v1 to v4, r1 to r4.
func spaceName(row, col int) string { return fmt.Sprintf("%c%d", rowName(row)[0], col+1) }

func seatOf(n int) engine.Seat { return engine.Seat(n) }

// unit is a unit card of an army.
type unit struct {
	// id is the unit's number within its side. It never changes.
	id   int
	seat engine.Seat
	// card is the card that the unit fights as. It is nil while the card isn't known. printed is the unit's own card,
	// which differs from card after a Metamorphosis.
	card, printed *Card
	closed        bool
	general       bool
	row, col      int
	lost          int
	order         *laid
	// must are abilities that the owner has announced of a closed unit. mustNot are those that the owner would have
	// had to announce and didn't.
	must, mustNot map[Ability]bool
	// ranks are the ranks that the unit can have. They are empty if nothing is known about its rank.
	ranks []Rank
	// hold is 1 + the column whose terrain the unit has captured. It is 0 if it holds none.
	hold int
	// These hold for the round.
	enraged, chaotic, autonomous, bombed, ambushing bool
	// These hold for the game. paid says that the unit's Motivation was lost when it was decimated with the general.
	paid, destroyed bool
}

// side is one player's side.
type side struct {
	faction    *Faction
	general    *General
	units      []*unit
	motivation int
	destroyed  int
	// vision and stealth are the counts that the player announced (2.5). They are -1 before that.
	vision, stealth int
	// loose says that the army was described and not recruited, so nothing follows from its composition.
	loose bool
	// draw, hand and discard count the cards of the order deck.
	draw, hand int
	discard    map[Order]int
	// top is the uppermost card of the discards. It is empty if it isn't known.
	top Order
	// named is the order that the Tactic is this round.
	named Order
	// bound says that in this round the player has executed, in an own turn, an order that was no aerial attack.
	bound bool
	// spent says that the Diamond of the general's Strategy has been used.
	spent bool
	// bare says that the table was told that the side has no unit left.
	bare bool
	// drawLess is how many cards fewer the player draws this round.
	drawLess int
}

// game is one playing of a book.
type game struct {
	book    *Book
	set     Settings
	table   *engine.Table
	off     map[string]bool
	items   map[string]Item
	sides   [2]*side
	terrain [columns]Terrain
	// hidden says that the terrains lie face down.
	hidden     bool
	initiative engine.Seat
	round      int
	phase      string
	turn       engine.Seat
	moment     string
	over       *engine.Outcome
	fighting   *fight
	// active is the unit that executes its order.
	active *unit
	last   *RollState
}

func newGame(b *Book, t *engine.Table) *game {
	g := &game{book: b, set: b.settings, table: t, off: map[string]bool{}, items: b.items}
	for _, id := range b.settings.Without {
		g.off[id] = true
	}
	for i := range g.terrain {
		g.terrain[i] = Plains
	}
	return g
}

// on says whether the table plays with an item.
func (g *game) on(id string) bool { return !g.off[id] }

func (g *game) side(seat engine.Seat) *side { return g.sides[seat-1] }

func other(seat engine.Seat) engine.Seat { return 3 - seat }

func (g *game) name(seat engine.Seat) string { return g.book.header.Players[seat-1].Name }

// label names a unit for people: "Ann's Pikemen (v2)".
func (g *game) label(u *unit) string {
	what := "closed unit"
	if u.card != nil && !u.closed {
		what = u.card.Name
	}
	return fmt.Sprintf("%s's %s (%s)", g.name(u.seat), what, u.at())
}

func (u *unit) at() string {
	if u.row == nowhere {
		return "not deployed"
	}
	return spaceName(u.row, u.col)
}

// key is the unit's seat and place, as keys of questions have it.
func (u *unit) key() string { return fmt.Sprintf("%d.%s", u.seat, u.at()) }

func (u *unit) inPlay() bool { return !u.destroyed && u.row != nowhere }

// army returns the units in play, the vanguard first, from left to right.
func (g *game) army(seat engine.Seat) []*unit {
	var list []*unit
	for _, u := range g.side(seat).units {
		if u.inPlay() {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(x, y *unit) int { return (x.row*columns + x.col) - (y.row*columns + y.col) })
	return list
}

// unitAt returns the unit on a space, nil for an opening.
func (g *game) unitAt(seat engine.Seat, row, col int) *unit {
	for _, u := range g.side(seat).units {
		if u.inPlay() && u.row == row && u.col == col {
			return u
		}
	}
	return nil
}

// adjacent says whether two spaces of one area touch at a side (6.1.2).
func adjacent(row, col, otherRow, otherCol int) bool {
	dr, dc := abs(row-otherRow), abs(col-otherCol)
	return dr+dc == 1
}

func abs(n int) int { return max(n, -n) }

// cite says where the rulebook states an item.
func (g *game) cite(id string) string {
	if section := g.items[id].Section; section != "" {
		return "Vera Discordia " + section
	}
	return ""
}

// tell tells the table what has happened.
func (g *game) tell(seat engine.Seat, rule, text string, lines ...engine.Line) {
	g.table.Tell(engine.Fact{Kind: engine.FactEvent, Seat: seat, Rule: rule, Cite: g.cite(rule), Text: text, Lines: lines})
}

// tellIf tells the table what has happened, if the table plays with the rule.
func (g *game) tellIf(seat engine.Seat, rule, text string, lines ...engine.Line) {
	if g.on(rule) {
		g.tell(seat, rule, text, lines...)
	}
}

// line is one step of an explanation.
func (g *game) line(rule, text string) engine.Line {
	return engine.Line{Rule: rule, Cite: g.cite(rule), Text: text}
}

func opt(id, text string) engine.Option { return engine.Option{ID: id, Text: text} }

func (g *game) key(what string) string {
	if g.moment == "" {
		return what
	}
	return g.moment + ": " + what
}

func (g *game) question(seat engine.Seat, key, rule, text string) engine.Question {
	q := engine.Question{Key: g.key(key), Text: text, About: g.about(), Part: g.part()}
	if g.on(rule) {
		q.Rule, q.Cite = rule, g.cite(rule)
	}
	if seat != engine.Everyone {
		q.Seats = []engine.Seat{seat}
	}
	return q
}

// declare asks a player to choose one of some options, and returns the option's id.
func (g *game) declare(seat engine.Seat, key, rule, text string, options ...engine.Option) string {
	q := g.question(seat, key, rule, text)
	q.Kind, q.Declare = engine.KindDeclare, &engine.Declare{Options: options}
	return g.table.Ask(q).Chosen[0]
}

func (g *game) yes(seat engine.Seat, key, rule, text string) bool {
	return g.declare(seat, key, rule, text, engine.YesNo()...) == "yes"
}

// d6 is a die of no colour.
func d6(id string) engine.Die { return engine.Die{ID: id, Shape: "d6"} }

// die asks for one plain die and returns what it shows.
func (g *game) die(seat engine.Seat, key, rule, purpose, text string) int {
	q := g.question(seat, key, rule, text)
	q.Kind, q.Roll = engine.KindRoll, &engine.Roll{Purpose: purpose, Dice: []engine.Die{d6("d1")}}
	return *g.table.Ask(q).Dice[0].Value
}

// bothRoll asks both seats for a die at once.
func (g *game) bothRoll(key, rule, purpose, text string) [2]int {
	var qs []engine.Question
	for seat := engine.Seat(1); seat <= 2; seat++ {
		q := g.question(seat, fmt.Sprintf("%s %d", key, seat), rule, g.name(seat)+", "+text)
		q.Kind, q.Roll = engine.KindRoll, &engine.Roll{Purpose: purpose, Dice: []engine.Die{d6("d1")}}
		qs = append(qs, q)
	}
	answers := g.table.AskAll(qs)
	return [2]int{*answers[0].Dice[0].Value, *answers[1].Dice[0].Value}
}

// end ends the game, if it isn't over yet.
func (g *game) end(rule, text string, winners ...engine.Seat) {
	if g.over != nil {
		return
	}
	g.tell(engine.Everyone, rule, text)
	g.over = &engine.Outcome{Winners: winners, Text: text}
}
