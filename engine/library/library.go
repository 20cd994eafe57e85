// Package library is all rulebooks of this program: how each is opened from a log's header, which rule items it has,
// and the reports of games that show these items.
package library

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"astragal/engine"
	"astragal/engine/dragondice"
	"astragal/engine/scenario"
	"astragal/engine/tally"
	"astragal/engine/veradiscordia"
	"astragal/models/catalog"
)

// Ruleset is a rulebook as commands know it.
type Ruleset struct {
	// ID is its name in headers, scripts and --edition.
	ID string
	// Open makes the rulebook of a header. Dice that the header names come from the catalogue.
	Open scenario.Opener
	// Items lists its rule items, Reports its scenarios. Both are nil if the rulebook has no such list.
	Items   func() []dragondice.Item
	Reports func() []dragondice.Report
}

// All are all rulebooks of this program. A new one is added here.
func All() []Ruleset {
	out := []Ruleset{{ID: tally.Rulebook, Open: func(h engine.Header) (engine.Rulebook, error) { return tally.Open(h) }}}
	open := dragonDiceOpener()
	for _, e := range dragondice.Editions() {
		out = append(out, Ruleset{ID: e.ID, Open: open, Items: e.Items,
			Reports: func() []dragondice.Report { return dragondice.Reports(e.ID) }})
	}
	return append(out, Ruleset{ID: veradiscordia.Rulebook, Items: veraItems, Reports: veraReports,
		Open: func(h engine.Header) (engine.Rulebook, error) { return veradiscordia.Open(h) }})
}

// veraItems and veraReports are Vera Discordia's, in the form that Dragon Dice's have. Vera Discordia's rulebook is
// cited by section.
func veraItems() []dragondice.Item {
	var out []dragondice.Item
	for _, i := range veradiscordia.Items() {
		out = append(out, dragondice.Item{ID: i.ID, Name: i.Name, Kind: string(i.Kind), Page: "section " + i.Section, Scenarios: []string{}, Uncertain: i.Uncertain})
	}
	return out
}

func veraReports() []dragondice.Report {
	var out []dragondice.Report
	for _, r := range veradiscordia.Reports() {
		out = append(out, dragondice.Report{Path: r.Path, Text: r.Text})
	}
	return out
}

// Find returns the rulebook with that id, if f wants it.
func Find(id string, f func(Ruleset) bool) (Ruleset, error) {
	var ids []string
	for _, r := range All() {
		if r.ID == id && f(r) {
			return r, nil
		}
		if f(r) {
			ids = append(ids, r.ID)
		}
	}
	slices.Sort(ids)
	return Ruleset{}, fmt.Errorf("there is no rulebook %q: there are %s", id, strings.Join(ids, ", "))
}

// Open makes the rulebook that a header is about.
func Open(h engine.Header) (engine.Rulebook, error) {
	r, err := Find(h.Rulebook, func(Ruleset) bool { return true })
	if err != nil {
		return nil, err
	}
	return r.Open(h)
}

// DragonDice are the dice of the catalogue as Dragon Dice's rules know them.
func DragonDice() ([]dragondice.Kind, error) {
	dice, err := catalog.DragonDice()
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(dice)
	if err != nil {
		return nil, fmt.Errorf("the catalogue: %w", err)
	}
	return dragondice.ParseKinds(raw)
}

// dragonDiceOpener opens Dragon Dice of any edition. It reads the catalogue once, when the first game is opened.
func dragonDiceOpener() scenario.Opener {
	catalogue := sync.OnceValues(DragonDice)
	return func(h engine.Header) (engine.Rulebook, error) {
		kinds, err := catalogue()
		if err != nil {
			return nil, err
		}
		if h, err = dragondice.Prepare(h, kinds); err != nil {
			return nil, err
		}
		return dragondice.Open(h)
	}
}
