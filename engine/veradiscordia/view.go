package veradiscordia

import (
	"astragal/engine"
)

// State is what a screen shows of a game. It holds no card that lies face down, so every seat sees the same.
type State struct {
	// Phase is setup, deployment, beginning, initiative, drawing, orders, keeping, resolution, clean up or over.
	Phase string `json:"phase"`
	Round int    `json:"round"`
	// Track lists the phases of the round, or before the first round those of the setup, and marks the current one.
	Track []engine.Stage `json:"track"`
	// Turn is the seat whose turn it is. It is 0 while both seats act.
	Turn       engine.Seat   `json:"turn"`
	Initiative engine.Seat   `json:"initiative"`
	Columns    []ColumnState `json:"columns"`
	Sides      []SideState   `json:"sides"`
	// Fight is the attack being resolved.
	Fight *FightState `json:"fight,omitempty"`
	// Last is the latest attack or counterattack that was rolled.
	Last *RollState `json:"last,omitempty"`
	// Dice gives the table's own colour of each attack die. It is empty if dice are rolled by type.
	Dice map[Color]string `json:"dice,omitempty"`
}

// ColumnState is a terrain and who holds it.
type ColumnState struct {
	// Terrain is empty while the card lies face down.
	Terrain Terrain     `json:"terrain,omitempty"`
	Holder  engine.Seat `json:"holder,omitempty"`
	// Hinders lists the kinds of attack that lose a die in this column.
	Hinders []AttackKind `json:"hinders"`
}

// SideState is one player's side.
type SideState struct {
	Seat         engine.Seat `json:"seat"`
	Name         string      `json:"name"`
	Faction      string      `json:"faction,omitempty"`
	MadeUp       bool        `json:"made_up,omitempty"`
	General      *General    `json:"general,omitempty"`
	StrategyUsed bool        `json:"strategy_used,omitempty"`
	Motivation   int         `json:"motivation"`
	Destroyed    int         `json:"destroyed"`
	// Vision and Stealth are the counts that the player announced. They are nil before that.
	Vision  *int `json:"vision,omitempty"`
	Stealth *int `json:"stealth,omitempty"`
	// Deck, Hand and Discards count the order cards. Top is the uppermost card of the discards, the only one that may
	// be seen (1.4). Top is empty if nothing is discarded, or if it isn't known which of several cards lies on top.
	Deck     int   `json:"deck"`
	Hand     int   `json:"hand"`
	Discards int   `json:"discards"`
	Top      Order `json:"top,omitempty"`
	// Vanguard and Rearguard are four spaces each. An opening is null.
	Vanguard  []*UnitState `json:"vanguard"`
	Rearguard []*UnitState `json:"rearguard"`
	// Waiting are the units that aren't deployed yet. Lost are the names of the destroyed units.
	Waiting []*UnitState `json:"waiting,omitempty"`
	Lost    []string     `json:"lost,omitempty"`
}

// UnitState is a unit. If the unit is closed, what isn't known of it is left out.
type UnitState struct {
	At      string `json:"at,omitempty"`
	Closed  bool   `json:"closed,omitempty"`
	General bool   `json:"general,omitempty"`
	Name    string `json:"name,omitempty"`
	Rank    Rank   `json:"rank,omitempty"`
	// Dice are the attack dice from left to right, with the general's.
	Dice    []Color  `json:"dice,omitempty"`
	Shields *Shields `json:"shields,omitempty"`
	// Abilities are the abilities that the unit has. If it is closed, they are those that its owner has announced.
	Abilities []Ability `json:"abilities,omitempty"`
	Life      *int      `json:"life,omitempty"`
	MostLife  *int      `json:"most_life,omitempty"`
	Decimated bool      `json:"decimated,omitempty"`
	Enraged   bool      `json:"enraged,omitempty"`
	Chaotic   bool      `json:"chaotic,omitempty"`
	Holds     bool      `json:"holds,omitempty"`
	// Status is prepared, busy or exhausted. Order is the unit's order if it was seen.
	Status string `json:"status,omitempty"`
	Order  Order  `json:"order,omitempty"`
	Tactic bool   `json:"tactic,omitempty"`
	// Marker is true if a marker stands in for the order card that Charge gives.
	Marker bool `json:"marker,omitempty"`
	// Attacks are the attacks that an Attack order would allow at this moment.
	Attacks []AttackState `json:"attacks,omitempty"`
}

// AttackState is an attack that can be made. Its dice are those before any morale check.
type AttackState struct {
	Kind AttackKind `json:"kind"`
	// On is the space of the enemy unit.
	On string `json:"on"`
	// Dice are the dice that are rolled without Supports. Lines explain them.
	Dice  []Color       `json:"dice"`
	Lines []engine.Line `json:"lines"`
	// Supports is how many units could add a Support.
	Supports int `json:"supports,omitempty"`
}

// FightState is who fights whom.
type FightState struct {
	Kind    AttackKind  `json:"kind"`
	Seat    engine.Seat `json:"seat"`
	By      string      `json:"by"`
	On      string      `json:"on"`
	Through bool        `json:"through,omitempty"`
	Counter bool        `json:"counter,omitempty"`
	// Dice are the dice to be rolled, and Lines explain them. Both are empty until the number of dice is settled.
	Dice  []Color       `json:"dice,omitempty"`
	Lines []engine.Line `json:"lines,omitempty"`
}

// RollState is an attack that was rolled, colour by colour.
type RollState struct {
	Seat engine.Seat `json:"seat"`
	// By and On name the units for people.
	By     string      `json:"by"`
	On     string      `json:"on"`
	Hits   int         `json:"hits"`
	Colors []ColorHits `json:"colors"`
}

// ColorHits are the dice of one colour, with the shield that they are compared with.
type ColorHits struct {
	Color  Color  `json:"color"`
	Shield Shield `json:"shield"`
	Values []int  `json:"values"`
	Hits   int    `json:"hits"`
}

// state makes what a screen shows. It shares no memory with the game, so it doesn't change later.
func (g *game) state() State {
	s := State{Phase: g.phase, Track: g.track(), Round: g.round, Turn: g.turn, Initiative: g.initiative, Sides: []SideState{}}
	if !g.set.DiceByType {
		s.Dice = map[Color]string{}
		for _, c := range Colors() {
			s.Dice[c] = g.set.color(c)
		}
	}
	for col := range columns {
		c := ColumnState{Hinders: []AttackKind{}}
		if !g.hidden {
			c.Terrain = g.terrain[col]
			for _, k := range []AttackKind{Direct, Indirect, Aerial} {
				if c.Terrain.hinders(k) {
					c.Hinders = append(c.Hinders, k)
				}
			}
		}
		for _, seat := range seats {
			if g.sides[seat-1] != nil && g.holder(seat, col) != nil {
				c.Holder = seat
			}
		}
		s.Columns = append(s.Columns, c)
	}
	for _, seat := range seats {
		if g.sides[seat-1] != nil {
			s.Sides = append(s.Sides, g.sideState(seat))
		}
	}
	if f := g.fighting; f != nil {
		s.Fight = &FightState{Kind: f.kind, Seat: f.by.seat, By: f.by.at(), On: f.on.at(), Through: f.through, Counter: f.counter, Dice: f.dice, Lines: f.lines}
	}
	s.Last = g.last
	return s
}

func (g *game) sideState(seat engine.Seat) SideState {
	sd := g.side(seat)
	s := SideState{Seat: seat, Name: g.name(seat), General: sd.general, StrategyUsed: sd.spent, Motivation: sd.motivation,
		Destroyed: sd.destroyed, Deck: sd.draw, Hand: sd.hand, Discards: sd.discards(), Top: sd.top}
	if sd.faction != nil {
		s.Faction, s.MadeUp = sd.faction.Name, sd.faction.MadeUp
	}
	if vision, stealth := sd.vision, sd.stealth; vision >= 0 {
		s.Vision = &vision
		if stealth >= 0 {
			s.Stealth = &stealth
		}
	}
	for col := range columns {
		s.Vanguard = append(s.Vanguard, g.unitState(g.unitAt(seat, vanguard, col)))
		s.Rearguard = append(s.Rearguard, g.unitState(g.unitAt(seat, rearguard, col)))
	}
	for _, u := range sd.units {
		switch {
		case u.destroyed && u.printed != nil:
			s.Lost = append(s.Lost, u.printed.Name)
		case u.row == nowhere:
			s.Waiting = append(s.Waiting, g.unitState(u))
		}
	}
	return s
}

func (g *game) unitState(u *unit) *UnitState {
	if u == nil {
		return nil
	}
	s := &UnitState{Closed: u.closed, General: u.general, Enraged: u.enraged, Chaotic: u.chaotic, Holds: u.hold > 0}
	if u.row != nowhere {
		s.At = u.at()
		s.Status = "exhausted"
		if u.order != nil {
			s.Order, s.Tactic, s.Marker, s.Status = u.order.kind, u.order.tactic, u.order.standIn, "prepared"
			if u.order.up {
				s.Status = "busy"
			}
		}
	}
	if u.closed {
		for _, a := range Abilities() {
			if u.must[a] {
				s.Abilities = append(s.Abilities, a)
			}
		}
		return s
	}
	shields, life, most := u.card.Shields, max(g.lp(u), 0), g.mostLP(u)
	s.Name, s.Rank, s.Dice, s.Shields, s.Life, s.MostLife = u.card.Name, u.card.Rank, g.cardDice(u), &shields, &life, &most
	s.Decimated = g.decimated(u)
	for _, a := range Abilities() {
		if g.has(u, a) || a == AffinityMountains && g.on(itemMountainHeld) && g.held(u) == Mountain {
			s.Abilities = append(s.Abilities, a)
		}
	}
	if u.row != nowhere && g.phase != "deployment" && g.phase != "setup" {
		s.Attacks = g.attacks(u)
	}
	return s
}

// attacks are what the unit could do with an Attack order, before any check.
func (g *game) attacks(u *unit) []AttackState {
	var list []AttackState
	for _, x := range g.targets(u, false) {
		f := &fight{kind: x.kind, by: u, on: x.unit, col: u.col}
		f.through = x.kind == Direct && g.unitAt(other(u.seat), vanguard, u.col) == nil
		if x.kind == Aerial && g.on(itemAirTerrain) {
			f.col = x.unit.col
		}
		a := AttackState{Kind: x.kind, On: x.unit.at()}
		a.Dice, a.Lines = g.pool(f)
		if x.kind == Direct {
			a.Supports = len(g.supporters(u))
		}
		list = append(list, a)
	}
	return list
}
