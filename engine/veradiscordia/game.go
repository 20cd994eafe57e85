package veradiscordia

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// The play area (1.5) and what each player has (0.1, 2.3).
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
	// id counts the units of the side; it never changes.
	id   int
	seat engine.Seat
	// card is what the unit fights as, nil while it is not known; printed the card itself, which
	// differs after a Metamorphosis.
	card, printed *Card
	closed        bool
	general       bool
	row, col      int
	lost          int
	order         *laid
	// must and mustNot are abilities that the owner has announced of a closed unit, or would have had to.
	must, mustNot map[Ability]bool
	// ranks are the ranks that it can have, where something is known of it.
	ranks []Rank
	// hold is 1 + the column whose terrain it has captured, 0 for none.
	hold int
	// of this round:
	enraged, chaotic, autonomous, bombed, ambushing bool
	// of the game: paid, its Motivation was lost when it was decimated with the general.
	paid, destroyed bool
}

// side is one player's.
type side struct {
	faction    *Faction
	general    *General
	units      []*unit
	motivation int
	destroyed  int
	// vision and stealth are the counts announced (2.5); -1 before that.
	vision, stealth int
	// loose: the army was described, not recruited; nothing follows from its composition.
	loose bool
	// the order deck: cards to draw, in hand, and discarded.
	draw, hand int
	discard    map[Order]int
	// top is the uppermost of the discards, as far as it is known.
	top Order
	// named is what the Tactic is this round.
	named Order
	// bound: an order that was no aerial attack has been executed in an own turn of the round.
	bound bool
	// spent: the diamond of the general's Strategy has been used.
	spent bool
	// bare: it was told that no unit is left.
	bare bool
	// drawLess is how many cards less are drawn this round.
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
	// hidden: the terrains lie face down.
	hidden     bool
	initiative engine.Seat
	round      int
	phase      string
	turn       engine.Seat
	moment     string
	over       *engine.Outcome
	fighting   *fight
	// active executes its order.
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

// key names the unit's place in a question's key, with its seat.
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

// cite says where the rulebook stands on an item.
func (g *game) cite(id string) string {
	if section := g.items[id].Section; section != "" {
		return "Vera Discordia " + section
	}
	return ""
}

// tell tells the table something that has happened.
func (g *game) tell(seat engine.Seat, rule, text string, lines ...engine.Line) {
	g.table.Tell(engine.Fact{Kind: engine.FactEvent, Seat: seat, Rule: rule, Cite: g.cite(rule), Text: text, Lines: lines})
}

// tellIf is tell for a rule that is played with.
func (g *game) tellIf(seat engine.Seat, rule, text string, lines ...engine.Line) {
	if g.on(rule) {
		g.tell(seat, rule, text, lines...)
	}
}

// line is a step of a sum.
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

// declare asks for one of some options and returns its id.
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

// end ends the game, once.
func (g *game) end(rule, text string, winners ...engine.Seat) {
	if g.over != nil {
		return
	}
	g.tell(engine.Everyone, rule, text)
	g.over = &engine.Outcome{Winners: winners, Text: text}
}
