package rulebook

import (
	"astragal/companion/protocol"
	"astragal/engine/dragondice"
	"astragal/engine/veradiscordia"
)

// ReferenceView is what an edition of Dragon Dice, or Vera Discordia, has rules for, each told in a few sentences of our
// own words.
type ReferenceView struct {
	Edition string `json:"edition"`
	Book    string `json:"book"`
	// Words are the book's own names for things ("species abilities": "racial abilities").
	Words map[string]string `json:"words"`
	Rules []RuleView        `json:"rules"`
}

// RuleView is a rule item for people to read.
type RuleView struct {
	// ID is what questions, facts and lines name as their rule.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Kind is sai, spell, species, icon, eighth, minor, dragon, dragon icon, breath, item, champion, force,
	// magic, roll, end or step; of Vera Discordia phase step, order, attack step, check, terrain, ability,
	// general or victory.
	Kind string `json:"kind"`
	// Page is where the book states it.
	Page string `json:"page"`
	// Says is what it does.
	Says string `json:"says"`
	// Open is what the book leaves open of it; empty for nothing.
	Open string `json:"open"`
	// Details are a spell's color, cost and who casts it from where; empty for other things.
	Details string `json:"details"`
}

// Reference is the reference of an edition.
func Reference(id string) (ReferenceView, error) {
	if id == veradiscordia.Rulebook {
		return referenceOfVera(), nil
	}
	e, err := dragondice.Find(id)
	if err != nil {
		return ReferenceView{}, protocol.Stale("%v", err)
	}
	v := ReferenceView{Edition: e.ID, Book: e.Book, Words: e.Words, Rules: []RuleView{}}
	for _, i := range e.Items() {
		v.Rules = append(v.Rules, RuleView{ID: i.ID, Name: i.Name, Kind: i.Kind, Page: i.Page, Says: i.Says, Open: i.Open, Details: i.Details})
	}
	return v, nil
}

func referenceOfVera() ReferenceView {
	v := ReferenceView{Edition: veradiscordia.Rulebook, Book: "Vera Discordia", Words: map[string]string{}, Rules: []RuleView{}}
	for _, i := range veradiscordia.Items() {
		v.Rules = append(v.Rules, RuleView{ID: i.ID, Name: i.Name, Kind: string(i.Kind), Page: "section " + i.Section, Says: i.Says})
	}
	return v
}
