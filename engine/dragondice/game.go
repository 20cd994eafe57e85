package dragondice

import (
	"fmt"
	"strings"

	"astragal/engine"
)

// game is one game being played: everything in it that changes.
type game struct {
	ed       *Edition
	settings Settings
	table    *engine.Table
	players  []engine.Player
	dice     []*die
	byID     map[string]*die
	terrains []*terrain
	// order is the turn order. marching is the player whose turn it is.
	order    []engine.Seat
	marching engine.Seat
	turn     int
	// phase and step say where the turn is, for screens and keys. march counts the marches of the turn.
	phase Rule
	march int
	// step is a step of a march; it is empty outside of one. scene is the place where something goes
	// on; it is empty if that is no one place.
	step  Rule
	scene place
	// marched are the armies that have marched this turn.
	marched []army
	// idle: the marching player takes no march in this turn.
	idle    bool
	effects []*effect
	// brought: the marching army brought a minor terrain, so it doesn't maneuver in this march.
	brought bool
	// rulings are what the table ruled on uncertain items, by the item's id.
	rulings map[string]string
	// rolling is the roll whose SAIs are being applied; nil if there is none.
	rolling *roll
	// frontierBy is the player who chooses the frontier terrain and rolls it.
	frontierBy engine.Seat
	// begun: the game has gone on from the described position.
	begun bool
	// routed are the armies that are routed in the action that goes on.
	routed []rout
	// owed is how much black magic must be spent in the magic action that goes on.
	owed int
	// gone are the seats that have conceded or been eliminated.
	gone map[engine.Seat]bool
}

// over is the panic that ends the game from wherever its procedure is.
type over struct{ outcome engine.Outcome }

// Play plays the whole game.
func (b Book) Play(t *engine.Table) (out engine.Outcome) {
	g := b.begin(t)
	defer func() {
		switch p := recover().(type) {
		case nil:
		case over:
			g.phase, g.step, g.scene = Rule{}, Rule{}, place{}
			out = p.outcome
		default:
			panic(p) // not an end of the game: the engine's
		}
	}()
	t.Show(g.view)
	return g.play()
}

func (b Book) begin(t *engine.Table) *game {
	g := &game{ed: &b.edition, settings: b.settings, table: t, players: b.header.Players,
		byID: make(map[string]*die, len(b.header.Dice)), rulings: map[string]string{}, gone: map[engine.Seat]bool{}}
	for i, spec := range b.header.Dice {
		d := &die{id: spec.ID, kind: b.kinds[spec.Kind], owner: b.owners[spec.ID], spec: spec, order: i, at: place{area: atHand}}
		g.dice = append(g.dice, d)
		g.byID[d.id] = d
	}
	for s := range g.players {
		g.order = append(g.order, engine.Seat(s+1))
	}
	return g
}

func (g *game) play() engine.Outcome {
	switch {
	case g.settings.Count != nil:
		return g.countOne()
	case g.settings.Position != nil:
		g.take(*g.settings.Position)
	default:
		for _, s := range g.ed.Setup {
			g.phase = s.Rule
			s.Do(g)
		}
	}
	for {
		g.turns()
	}
}

// turns plays one turn. It takes the marching player through the phases and hands the turn on.
func (g *game) turns() {
	phases := g.ed.Phases
	if p := g.settings.Position; p != nil && g.turn == max(p.Turn, 1) && p.Phase != "" && !g.begun {
		g.begun = true
		for len(phases) > 1 && strings.TrimPrefix(phases[0].ID, "step/") != p.Phase {
			phases = phases[1:]
		}
	}
	if !g.gone[g.marching] {
		for _, s := range phases {
			if g.gone[g.marching] {
				break
			}
			g.phase, g.step, g.scene = s.Rule, Rule{}, place{}
			s.Do(g)
		}
	}
	g.step, g.scene = Rule{}, place{}
	g.next()
}

// next hands the turn to the next player.
func (g *game) next() {
	for _, e := range g.endEffects(func(e *effect) bool { return e.closing && e.ends == g.marching }) {
		g.tell(e.rule, e.by, "%s on %s ends.", e.rule.Name, g.on(e))
	}
	g.marching = g.seatsFrom(g.marching)[1%len(g.order)]
	g.turn++
	g.march, g.marched, g.idle = 0, nil, false
	for _, t := range g.terrains {
		t.dropped = false
	}
}

// name returns the name of a seat's player.
func (g *game) name(s engine.Seat) string {
	if s < 1 || int(s) > len(g.players) {
		return "the table"
	}
	return g.players[s-1].Name
}

// tell tells the table that something happened.
func (g *game) tell(r Rule, seat engine.Seat, format string, args ...any) {
	g.table.Tell(engine.Fact{Kind: engine.FactEvent, Seat: seat, Rule: r.ID, Cite: g.ed.cite(r), Text: fmt.Sprintf(format, args...)})
}

// tellWith is tell with lines that explain.
func (g *game) tellWith(r Rule, seat engine.Seat, lines []engine.Line, format string, args ...any) {
	g.table.Tell(engine.Fact{Kind: engine.FactEvent, Seat: seat, Rule: r.ID, Cite: g.ed.cite(r), Text: fmt.Sprintf(format, args...), Lines: lines})
}

// names returns the names of dice in a row: "Oak, Naiad".
func names(dice []*die) string { return strings.Join(namesOf(dice), ", ") }

func namesOf(dice []*die) []string {
	words := make([]string, len(dice))
	for i, d := range dice {
		words[i] = d.kind.Name
	}
	return words
}

// verb returns a verb for n things: "shows" for one, "show" for several.
func verb(n int, of string) string {
	if n == 1 {
		return of + "s"
	}
	return of
}

// where returns the words for a place.
func where(p place) string {
	switch p.area {
	case atTerrain:
		return p.terrain
	case inReserve:
		return "reserves"
	case inDUA:
		return "the dead"
	case inBUA:
		return "the buried"
	case inPool:
		return "the summoning pool"
	default:
		return string(p.area)
	}
}

// armyName returns an army's name for sentences: "Ann's army at frontier".
func (g *game) armyName(a army) string {
	if a.place.area == inReserve {
		return g.name(a.seat) + "'s reserves"
	}
	if a.place.area == atHand {
		return fmt.Sprintf("%s's %s army", g.name(a.seat), a.place.terrain)
	}
	return fmt.Sprintf("%s's army at %s", g.name(a.seat), where(a.place))
}

// armyID returns an army's id: "ann@frontier".
func (g *game) armyID(a army) string {
	at := a.place.terrain
	if a.place.area != atTerrain {
		at = string(a.place.area)
	}
	return g.slug(a.seat) + "@" + at
}

// slug returns a seat's name for ids.
func (g *game) slug(s engine.Seat) string { return slug(g.players, int(s)-1) }

// checkEnd ends the game if a player holds two terrains, or if at most one player has units.
func (g *game) checkEnd() {
	held := map[engine.Seat]int{}
	for _, t := range g.terrains {
		if t.holder != 0 {
			held[t.holder]++
		}
	}
	for _, s := range g.order {
		if r, on := g.ed.rule("end/capture"); on && held[s] >= 2 {
			g.win(r, []engine.Seat{s}, fmt.Sprintf("%s wins: two terrains captured.", g.name(s)))
		}
	}
	r, on := g.ed.rule("end/last-units")
	if !on {
		return
	}
	var left []engine.Seat
	for _, s := range g.order {
		switch {
		case g.gone[s]:
		case g.hasUnits(s):
			left = append(left, s)
		default:
			g.gone[s] = true
			g.tell(r, s, "%s has no unit left and is out of the game.", g.name(s))
			g.dethrone(s)
			g.lapse(s)
		}
	}
	switch len(left) {
	case 0:
		g.win(r, nil, "Nobody has a unit left: the game is drawn.")
	case 1:
		if r.Uncertain != "" && g.ruling(r, "Only "+g.name(left[0])+" has units left. Is the game won so, or only by two captured terrains?",
			[]engine.Option{{ID: "won", Text: "It is won"}, {ID: "captures", Text: "It goes on until two terrains are captured"}}) == "captures" {
			return
		}
		g.win(r, left, g.name(left[0])+" wins: nobody else has a unit left.")
	}
}

// lapse ends the spells of a seat that is out of the game, if the edition says so.
func (g *game) lapse(s engine.Seat) {
	rule, on := g.ed.rule("end/spells")
	if !on {
		return
	}
	for _, e := range g.endEffects(func(e *effect) bool { return e.by == s && g.ed.spell(e.rule.ID) != nil }) {
		g.tell(rule, s, "%s on %s ends: %s is out of the game.", e.rule.Name, g.on(e), g.name(s))
	}
}

func (g *game) hasUnits(s engine.Seat) bool {
	for _, d := range g.dice {
		if d.owner == s && d.kind.isUnit() && (d.inPlay() || d.at.area == atHand) {
			return true
		}
	}
	return false
}

func (g *game) win(r Rule, winners []engine.Seat, text string) {
	g.tell(r, engine.Everyone, "%s", text)
	panic(over{engine.Outcome{Winners: winners, Text: text}})
}
