package dragondice

// Rule says what a rule item is called and where the book states it. Every row of an edition's tables
// begins with one. The trail cites it by its ID.
type Rule struct {
	// ID is in plain words: "sai/rend", "spell/hailstorm", "eighth/city".
	ID   string
	Name string
	// Page is where the edition's book states it. If the book leaves it to a reference sheet, Page says
	// which.
	Page string
	// Uncertain says what is not known of the rule. It is empty if nothing is missing. If it isn't
	// empty, the table is asked for a ruling.
	Uncertain string
}

// Item is a rule item as a list shows it.
type Item struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Kind is sai, spell, species, icon, eighth, minor, dragon, dragon icon, breath, item, champion or step.
	Kind string `json:"kind"`
	Page string `json:"page"`
	// Says is what it does, in this project's words. Open is what the book leaves open; it is empty for
	// nothing. Details are a spell's color, its cost, who casts it and from where.
	Says    string `json:"says"`
	Open    string `json:"open,omitempty"`
	Details string `json:"details,omitempty"`
	// Scenarios are the reports that show it. Whoever lists items fills them in.
	Scenarios []string `json:"scenarios"`
	Uncertain bool     `json:"uncertain"`
}

func (r Rule) item(kind string) Item {
	return Item{ID: r.ID, Name: r.Name, Kind: kind, Page: r.Page, Open: r.Uncertain, Scenarios: []string{}, Uncertain: r.Uncertain != ""}
}
