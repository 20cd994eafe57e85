package main

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

// ruleset is a rulebook as commands know it.
type ruleset struct {
	// id is what headers, scripts and --edition call it.
	id string
	// open makes the rulebook of a header, with dice of the catalogue where the header names some.
	open scenario.Opener
	// items lists its rule items, reports its scenarios; nil where it has no such list.
	items   func() []dragondice.Item
	reports func() []dragondice.Report
}

// rulesets are all rulebooks of this program. A new one is added here.
func rulesets() []ruleset {
	out := []ruleset{{id: tally.Rulebook, open: func(h engine.Header) (engine.Rulebook, error) { return tally.Open(h) }}}
	open := dragonDiceOpener()
	for _, e := range dragondice.Editions() {
		out = append(out, ruleset{id: e.ID, open: open, items: e.Items,
			reports: func() []dragondice.Report { return dragondice.Reports(e.ID) }})
	}
	return append(out, ruleset{id: veradiscordia.Rulebook, items: veraItems, reports: veraReports,
		open: func(h engine.Header) (engine.Rulebook, error) { return veradiscordia.Open(h) }})
}

// veraItems and veraReports are Vera Discordia's, in the form that lists have.
// Its rulebook is cited by section.
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

// findRuleset returns the one with that id, among those that f wants.
func findRuleset(id string, f func(ruleset) bool) (ruleset, error) {
	var ids []string
	for _, r := range rulesets() {
		if r.id == id && f(r) {
			return r, nil
		}
		if f(r) {
			ids = append(ids, r.id)
		}
	}
	slices.Sort(ids)
	return ruleset{}, fmt.Errorf("there is no rulebook %q: there are %s", id, strings.Join(ids, ", "))
}

// openRuleset makes the rulebook that a header is about.
func openRuleset(h engine.Header) (engine.Rulebook, error) {
	r, err := findRuleset(h.Rulebook, func(ruleset) bool { return true })
	if err != nil {
		return nil, err
	}
	return r.open(h)
}

// dragonDice are the dice of the catalogue as Dragon Dice's rules know them.
func dragonDice() ([]dragondice.Kind, error) {
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

// dragonDiceOpener opens Dragon Dice of any edition; it reads the catalogue once, as soon as it is needed.
func dragonDiceOpener() scenario.Opener {
	catalogue := sync.OnceValues(dragonDice)
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
