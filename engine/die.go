package engine

// Face is one face of a die (on a d4: the vertex that points up).
type Face struct {
	Icon  string `json:"icon,omitempty"`
	Count int    `json:"count,omitempty"`
	// Value is the printed number or the number of pips; nil where there is none.
	Value *int `json:"value,omitempty"`
	// ID marks the large picture of a unit.
	ID bool `json:"id,omitempty"`
}

// Die is a die of a game's header: the thing itself with all its faces, so
// that a log is understood without any catalogue. Its JSON is that of a die
// definition.
type Die struct {
	// ID tells this die from every other of the game ("ann-oak-2").
	ID string `json:"id"`
	// Kind is the definition's name; equal for dice that are the same.
	Kind   string   `json:"kind,omitempty"`
	Shape  string   `json:"shape"`
	SizeMM *float64 `json:"size_mm,omitempty"`
	Colors []string `json:"colors,omitempty"`
	Race   string   `json:"race,omitempty"`
	Faces  []Face   `json:"faces"`
}

// How says where a die's result comes from.
type How string

// The ways in which a result is known.
const (
	// Unread: nobody knows yet what the die shows.
	Unread How = "unread"
	// Read: the camera read it and was sure enough.
	Read How = "read"
	// Confirmed: the camera read it and a person said that it is right.
	Confirmed How = "confirmed"
	// Typed: a person gave it.
	Typed How = "typed"
)

// Thrown is one die lying on the table.
type Thrown struct {
	// ID is the die's identity in its roll: the id of a die of the header, or "d1", "d2" … for
	// dice that the game doesn't know. It stays with the die when its reading is corrected.
	ID string `json:"id"`
	// Kind names a die definition. It is empty if the die is just any die of its shape.
	Kind string `json:"kind,omitempty"`
	// Shape is d4, d6, d8, d10, d12 or d20, or one of those that only their faces tell: d100, d3, dF, coin. It is
	// empty if the shape is not known. A d10 of kind "d%" is the one with tens, of kind "d10" the one without.
	Shape string `json:"shape,omitempty"`
	// Colors are the plastic's colours, the main one first.
	Colors []string `json:"colors,omitempty"`
	// Face counts from 0; nil where not known.
	Face *int `json:"face,omitempty"`
	// Icon and Count are what an icon face shows.
	Icon  string `json:"icon,omitempty"`
	Count int    `json:"count,omitempty"`
	// Value is the number shown. A d10's 0 is 10; a percentile die shows 0, 10 … 90. It is nil if the face has no
	// number or it is not known.
	Value *int `json:"value"`
	How   How  `json:"how"`
	// Throw says with which of the roll's throws the die was thrown, from 0. A tray may hold fewer dice than an army
	// has.
	Throw int `json:"throw,omitempty"`
}

// Known reports whether it is known what the die shows.
func (d Thrown) Known() bool {
	return d.How != Unread && (d.Value != nil || d.Face != nil || d.Icon != "")
}
