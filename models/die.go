package models

// Face is one face of a die. On a d4 it is the vertex that points up.
type Face struct {
	// Icon is the name of the picture in the die's definition. It is empty on numbered faces and pips.
	Icon string `json:"icon,omitempty"`
	// Count is how many copies of the icon there are, 1 to 6. It is 0 on numbered faces, and if nobody has said how
	// many there are.
	Count int `json:"count,omitempty"`
	// Value is the printed number or the number of pips. It is nil if there is none. A d10's 0 is 10.
	Value *int `json:"value,omitempty"`
	// ID marks the large picture of a unit.
	ID bool `json:"id,omitempty"`
	// Results is what the face is worth. It is nil if that isn't stated.
	Results *int `json:"results,omitempty"`
	// Art names a drawing of the icon that differs from the race's usual one ("paw"), or the drawn part of a body.
	Art string `json:"art,omitempty"`
	// SAI names the special action icon whose rule a face follows although it has another name (the maker's logo on a
	// champion).
	SAI string `json:"sai,omitempty"`
}

// Die is the definition of one kind of die. Only ID, Shape and Faces are required.
type Die struct {
	ID    string `json:"id"`
	Shape string `json:"shape"`
	// SizeMM is edge to edge in mm. It is nil if it isn't known.
	SizeMM *float64 `json:"size_mm"`
	Faces  []Face   `json:"faces"`
	Race   string   `json:"race,omitempty"`
	// Colors are the colours of the plastic, the main one first. Each is a hex value ("#1c45ad") or one of
	// ColorNames.
	Colors []string `json:"colors,omitempty"`
	Ink    string   `json:"ink,omitempty"`
	// Pattern says in free text how two colours mix: "plain", "marble", "swirl", "speckle".
	Pattern string `json:"pattern,omitempty"`

	// Name is what people call the die.
	Name string `json:"name,omitempty"`
	// Kind is what sort of thing the die is in its game: "unit", "equipment", "major_terrain" …
	Kind string `json:"kind,omitempty"`
	// Class is the game's class within the kind: "heavy_melee", "cavalry" …
	Class string `json:"class,omitempty"`
	// Size is the game's word for the size: "small", "monster" …
	Size string `json:"size,omitempty"`
	// Health is the health of a unit or dragon. It is nil if the die has none or it isn't known.
	Health *int `json:"health,omitempty"`
	// Points is what the die costs when forces are chosen. It is nil if the books give none.
	Points *int `json:"points,omitempty"`
	// Elements are some of "air", "death", "earth", "fire", "water".
	Elements []string `json:"elements,omitempty"`
	// AutomaticSaves are saves that count without a roll. It is nil if the die has none.
	AutomaticSaves *int `json:"automatic_saves,omitempty"`
	// ChampionRole is the class that a champion counts as.
	ChampionRole string `json:"champion_role,omitempty"`
	// TerrainType says which terrain it is ("coastland"), and EighthFace what its eighth face shows ("city").
	TerrainType string `json:"terrain_type,omitempty"`
	EighthFace  string `json:"eighth_face,omitempty"`
	// IDArt lists the drawings that the ID face may have, if there are several.
	IDArt []string `json:"id_art,omitempty"`
	// Layout says which faces lie opposite or beside each other, by the order of Faces. It is nil if nobody knows.
	Layout *Layout `json:"layout,omitempty"`

	// Confidence says how sure the faces are: "high", "medium" or "low". It is empty if nobody judged that.
	Confidence string `json:"confidence,omitempty"`
	// Sources are keys of the file's table of sources.
	Sources []string `json:"sources,omitempty"`
	// Notes are sentences for people: oddities, doubts.
	Notes []string `json:"notes,omitempty"`
}

// Layout says how a die's faces lie to each other.
type Layout struct {
	// Scheme is OppositeSeven or TwoApexes.
	Scheme string `json:"scheme"`
	// Confidence is "high", "medium" or "low".
	Confidence string `json:"confidence"`
}

// The layouts that a definition may claim. Neither says in which direction the faces follow each other.
const (
	// OppositeSeven is a d6 whose faces 0 and 5, 1 and 4, 2 and 3 are opposite.
	OppositeSeven = "d6_opposite_seven"
	// TwoApexes is a d10 whose faces 0 to 4 share one apex and whose faces 5 to 9 share the other. Each five are in
	// the order in which they lie around their apex.
	TwoApexes = "d10_two_apexes"
)

// Dice is a file of definitions.
type Dice struct {
	Dice []Die  `json:"dice"`
	Note string `json:"note,omitempty"`
	// Sources explains the short names in Die.Sources.
	Sources map[string]string `json:"sources,omitempty"`
}

// ColorNames lists the words that a definition may use for a colour in place of a hex value.
func ColorNames() []string {
	return []string{
		"white", "ivory", "grey", "black", "red", "pink", "orange", "brown",
		"yellow", "gold", "green", "teal", "cyan", "light blue", "blue", "purple", "silver",
		"bronze", "metal",
	}
}
