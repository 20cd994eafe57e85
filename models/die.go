package models

// Face is one face of a die (on a d4: the vertex that points up).
type Face struct {
	// Icon is what the die's definition calls the picture; empty on numbered faces and pips.
	Icon string `json:"icon,omitempty"`
	// Count is how many copies of the icon there are, 1 to 6; 0 on numbered faces and where nobody
	// has said how many.
	Count int `json:"count,omitempty"`
	// Value is the printed number or the number of pips; nil where there is none. A d10's 0 is 10.
	Value *int `json:"value,omitempty"`
	// ID marks the large picture of a unit.
	ID bool `json:"id,omitempty"`
	// Results is what the face is worth; nil where not stated.
	Results *int `json:"results,omitempty"`
	// Art names a drawing of the icon that differs from the race's usual one ("paw"), or the part
	// of a body that is drawn.
	Art string `json:"art,omitempty"`
	// SAI names the special action icon whose rule a face follows that is called otherwise (the
	// maker's logo on a champion).
	SAI string `json:"sai,omitempty"`
}

// Die is a definition: one kind of die that somebody may throw. Only ID, Shape
// and Faces must be there.
type Die struct {
	ID    string `json:"id"`
	Shape string `json:"shape"`
	// SizeMM is edge to edge in mm; nil where it is not known.
	SizeMM *float64 `json:"size_mm"`
	Faces  []Face   `json:"faces"`
	Race   string   `json:"race,omitempty"`
	// Colors are those of the plastic, the main one first: hex values ("#1c45ad") or names of
	// ColorNames.
	Colors []string `json:"colors,omitempty"`
	Ink    string   `json:"ink,omitempty"`
	// Pattern is how two colours mix: "plain", "marble", "swirl", "speckle"; free text.
	Pattern string `json:"pattern,omitempty"`

	// Name is what people call the die.
	Name string `json:"name,omitempty"`
	// Kind is what sort of thing the die is in its game: "unit", "equipment", "major_terrain" …
	Kind string `json:"kind,omitempty"`
	// Class is the game's class within the kind: "heavy_melee", "cavalry" …
	Class string `json:"class,omitempty"`
	// Size is the game's word for the size: "small", "monster" …
	Size string `json:"size,omitempty"`
	// Health is a unit's or dragon's; nil where the die has none or it is not known.
	Health *int `json:"health,omitempty"`
	// Points is what the die costs when forces are chosen; nil where the books give none.
	Points *int `json:"points,omitempty"`
	// Elements are some of "air", "death", "earth", "fire", "water".
	Elements []string `json:"elements,omitempty"`
	// AutomaticSaves count without being rolled; nil where the die has none.
	AutomaticSaves *int `json:"automatic_saves,omitempty"`
	// ChampionRole is the class that a champion counts as.
	ChampionRole string `json:"champion_role,omitempty"`
	// TerrainType and EighthFace say which terrain it is ("coastland") and what stands on its
	// eighth face ("city").
	TerrainType string `json:"terrain_type,omitempty"`
	EighthFace  string `json:"eighth_face,omitempty"`
	// IDArt lists the drawings that the ID face is known with, where there are several.
	IDArt []string `json:"id_art,omitempty"`
	// Layout says how the order of Faces tells which lie opposite or beside each other; nil where
	// nobody knows.
	Layout *Layout `json:"layout,omitempty"`

	// Confidence in what is said of the faces: "high", "medium" or "low"; empty where nobody judged.
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

// The layouts that a definition may claim. Neither knows which way round the
// faces turn.
const (
	// OppositeSeven is a d6 whose faces 0 and 5, 1 and 4, 2 and 3 are opposite.
	OppositeSeven = "d6_opposite_seven"
	// TwoApexes is a d10 whose faces 0 to 4 share the one apex and 5 to 9 the other, each in the
	// order in which they lie around it.
	TwoApexes = "d10_two_apexes"
)

// Dice is a file of definitions.
type Dice struct {
	Dice []Die  `json:"dice"`
	Note string `json:"note,omitempty"`
	// Sources says what the short names in Die.Sources stand for.
	Sources map[string]string `json:"sources,omitempty"`
}

// ColorNames lists the words that a definition may use for a colour instead of
// a hex value.
func ColorNames() []string {
	return []string{
		"white", "ivory", "grey", "black", "red", "pink", "orange", "brown",
		"yellow", "gold", "green", "teal", "cyan", "light blue", "blue", "purple", "silver",
		"bronze", "metal",
	}
}
