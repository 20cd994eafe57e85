package dragondice

// Rule says what a rule item is called and where it stands. Every row of an
// edition's tables begins with one; the trail cites it by its ID.
type Rule struct {
	// ID is in plain words: "sai/rend", "spell/hailstorm", "eighth/city".
	ID   string
	Name string
	// Page is where the edition's book states it; for what the book leaves to its reference
	// sheets, which sheet.
	Page string
	// Uncertain says what is not known of the rule; empty where nothing is missing. The table is
	// asked to rule then.
	Uncertain string
}

// Item is a rule item as a list shows it.
type Item struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Kind is sai, spell, species, icon, eighth, minor, dragon, dragon icon, breath, item, champion or step.
	Kind string `json:"kind"`
	Page string `json:"page"`
	// Says is what it does, in this project's words; Open what the book leaves open of it, empty for
	// nothing. Details are a spell's color, cost and who casts it from where.
	Says    string `json:"says"`
	Open    string `json:"open,omitempty"`
	Details string `json:"details,omitempty"`
	// Scenarios are the reports that show it; whoever lists items fills them in.
	Scenarios []string `json:"scenarios"`
	Uncertain bool     `json:"uncertain"`
}

func (r Rule) item(kind string) Item {
	return Item{ID: r.ID, Name: r.Name, Kind: kind, Page: r.Page, Open: r.Uncertain, Scenarios: []string{}, Uncertain: r.Uncertain != ""}
}
