package tabletest

import (
	"encoding/json"
	"errors"
	"fmt"

	"astragal/companion/rulebook"
	"astragal/engine"
)

// duel is a rulebook that asks one of each kind of question, enough to try what the table does with games. Two players choose in secret, roll dice with
// icons of their own, and lose health.
type duel struct{ header engine.Header }

const DuelName = "duel"

// DuelKind is the duel as a table hosts it.
func DuelKind() rulebook.Kind {
	return rulebook.Kind{ID: DuelName, Name: "Duel", Least: 2, Most: 2, Form: "plain",
		New: func(title string, players []engine.Player, setup json.RawMessage) (engine.Rulebook, error) {
			if len(setup) > 0 && string(setup) != "null" {
				return nil, errors.New("a duel has no settings: leave \"setup\" out")
			}
			return OpenDuel(engine.Header{Rulebook: DuelName, Title: title, Players: players, Dice: DuelDice()})
		},
		Open: OpenDuel,
	}
}

// OpenDuel opens the log of a duel.
func OpenDuel(h engine.Header) (engine.Rulebook, error) {
	if h.Rulebook != DuelName {
		return nil, fmt.Errorf("the log is of a game of %q", h.Rulebook)
	}
	h.Revision = 1 // what this program plays, whatever played the log
	return &duel{h}, nil
}

// DuelDice are two swords of one kind and a shield; all d6.
func DuelDice() []engine.Die {
	sword := []engine.Face{{Icon: "id", Count: 1, ID: true}, {Icon: "cut", Count: 1}, {Icon: "cut", Count: 2}, {Icon: "block", Count: 1}, {Icon: "move", Count: 1}, {Icon: "cut", Count: 3}}
	shield := []engine.Face{{Icon: "id", Count: 1, ID: true}, {Icon: "block", Count: 1}, {Icon: "block", Count: 2}, {Icon: "cut", Count: 1}, {Icon: "move", Count: 1}, {Icon: "block", Count: 3}}
	return []engine.Die{
		{ID: "sword-1", Kind: "sword", Shape: "d6", Faces: sword},
		{ID: "sword-2", Kind: "sword", Shape: "d6", Faces: sword},
		{ID: "shield-1", Kind: "shield", Shape: "d6", Faces: shield},
	}
}

// Header is the game's.
func (d *duel) Header() engine.Header { return d.header }

// duelState is what a screen sees of it.
type duelState struct {
	Health map[string]int `json:"health"`
	Stance string         `json:"stance"`
}

// Play asks until somebody has no health left or concedes.
func (d *duel) Play(t *engine.Table) engine.Outcome {
	health := []int{6, 6}
	stance := []string{"", ""}
	t.Show(func(seat engine.Seat) any {
		st := duelState{Health: map[string]int{}}
		for i, p := range d.header.Players {
			st.Health[p.Name] = health[i]
		}
		if seat > 0 {
			st.Stance = stance[seat-1]
		}
		return st
	})
	for round := 1; ; round++ {
		stances := []engine.Option{{ID: "high", Text: "High"}, {ID: "low", Text: "Low"}}
		var qs []engine.Question
		for i, p := range d.header.Players {
			qs = append(qs, engine.Question{Key: fmt.Sprintf("round %d: stance %d", round, i+1), Seats: []engine.Seat{engine.Seat(i + 1)}, Secret: true,
				Text: p.Name + ", choose your stance.", Rule: "duel.stance", Cite: "page 1", Kind: engine.KindDeclare, Declare: &engine.Declare{Options: stances}})
		}
		for i, a := range t.AskAll(qs) {
			stance[i] = a.Chosen[0]
		}
		roll := t.Ask(engine.Question{Key: fmt.Sprintf("round %d: roll", round), Seats: []engine.Seat{1}, Text: d.header.Players[0].Name + ", roll your swords and your shield.",
			Rule: "duel.roll", Cite: "page 2", Kind: engine.KindRoll, Roll: &engine.Roll{Purpose: "cut", Dice: d.header.Dice, Else: []engine.Option{{ID: "concede", Text: "Concede"}}}})
		if len(roll.Chosen) > 0 {
			return engine.Outcome{Winners: []engine.Seat{2}, Text: d.header.Players[1].Name + " wins: " + d.header.Players[0].Name + " conceded."}
		}
		cuts := 0
		var lines []engine.Line
		for _, die := range roll.Dice {
			if die.Icon == "cut" {
				before, after := cuts, cuts+die.Count
				cuts = after
				lines = append(lines, engine.Line{Rule: "duel.cut", Cite: "page 2", Text: die.Shows(), Before: &before, After: &after, Dice: []string{die.ID}})
			}
		}
		t.Tell(engine.Fact{Kind: engine.FactResult, Seat: 1, Rule: "duel.cut", Cite: "page 2", Text: fmt.Sprintf("%d cuts", cuts), Value: &cuts, Lines: lines})
		health[1] -= d.suffer(t, round, cuts)
		if health[1] <= 0 {
			return engine.Outcome{Winners: []engine.Seat{1}, Text: d.header.Players[0].Name + " wins."}
		}
		t.Ask(engine.Question{Key: fmt.Sprintf("round %d: order", round), Seats: []engine.Seat{1}, Text: "In which order do your dice rest?", Kind: engine.KindArrange,
			Arrange: &engine.Arrange{Items: []engine.Option{{ID: "sword-1", Text: "First sword", Die: "sword-1"}, {ID: "sword-2", Text: "Second sword", Die: "sword-2"}, {ID: "shield-1", Text: "Shield", Die: "shield-1"}}}})
	}
}

// suffer lets the second player say what is lost to that many cuts.
func (d *duel) suffer(t *engine.Table, round, cuts int) int {
	if cuts == 0 {
		return 0
	}
	limit := cuts
	armour := []engine.Option{{ID: "arm", Text: "Left arm", Weight: 1}, {ID: "right", Text: "Right arm", Weight: 1}, {ID: "leg", Text: "Leg", Weight: 2}, {ID: "trunk", Text: "Trunk", Weight: 3}}
	a := t.Ask(engine.Question{Key: fmt.Sprintf("round %d: wounds", round), Seats: []engine.Seat{2}, Text: fmt.Sprintf("Where do the %d cuts go?", cuts), Rule: "duel.wounds", Cite: "page 3",
		Kind: engine.KindPick, Pick: &engine.Pick{Options: armour, Min: 0, Max: 4, Limit: &limit, Most: true}})
	lost := 0
	for _, o := range armour {
		for _, id := range a.Chosen {
			if o.ID == id {
				lost += o.Weight
			}
		}
	}
	b := t.Ask(engine.Question{Key: fmt.Sprintf("round %d: balm", round), Seats: []engine.Seat{2}, Text: "Spread 2 drops of balm.", Kind: engine.KindAllot,
		Allot: &engine.Allot{Points: 2, Some: true, Rows: []engine.Row{{ID: "arm", Text: "Arm", Max: 1}, {ID: "leg", Text: "Leg", Max: 2}}}})
	healed := 0
	for _, p := range b.Points {
		healed += p
	}
	return lost - min(lost, healed)
}
