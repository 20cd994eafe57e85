package dragondice

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// Kind is the definition of a die, with all that the rules ask about it. Its JSON is that of a
// catalogue of Dragon Dice.
type Kind struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Race is the species ("treefolk"), "dragonkin", "eldarim", "dragon", "terrain" or "item".
	Race  string `json:"race,omitempty"`
	Class string `json:"class,omitempty"`
	// Kind is unit, dragonkin, drake, wyrm, major_terrain, minor_terrain, equipment, artifact,
	// medallion, relic or royalty.
	Kind string `json:"kind"`
	Size string `json:"size,omitempty"`
	// Shape is d4, d6, d8, d10 or d12.
	Shape string `json:"shape"`
	// Health is the damage that kills it; 0 if it can't be killed.
	Health int `json:"health,omitempty"`
	// Points is what it costs of a force; 0 if the dice list leaves that to the rulebook.
	Points   int      `json:"points,omitempty"`
	Elements []string `json:"elements,omitempty"`
	Colors   []string `json:"colors,omitempty"`
	SizeMM   *float64 `json:"size_mm,omitempty"`
	// AutomaticSaves is how many a dragon or Dragonkin has.
	AutomaticSaves int    `json:"automatic_saves,omitempty"`
	ChampionRole   string `json:"champion_role,omitempty"`
	TerrainType    string `json:"terrain_type,omitempty"`
	EighthFace     string `json:"eighth_face,omitempty"`
	Faces          []Face `json:"faces"`
}

// Face is one face of a die.
type Face struct {
	// Value is a terrain's printed number; nil elsewhere.
	Value *int   `json:"value,omitempty"`
	Icon  string `json:"icon"`
	// Count is how many copies of the icon are printed.
	Count int `json:"count,omitempty"`
	// Results is what the face is worth, X for an SAI. It is nil if the catalogue gives none.
	Results *int   `json:"results,omitempty"`
	Art     string `json:"art,omitempty"`
	// SAI is the rule that applies, if the icon alone doesn't tell it (the logo).
	SAI string `json:"sai,omitempty"`
}

// idIcon is the large picture that names a unit.
const idIcon = "id"

// worth returns what the face counts: Results, or Count if there are none.
func (f Face) worth() int {
	if f.Results != nil {
		return *f.Results
	}
	return f.Count
}

// rule returns the icon's name among the SAIs.
func (f Face) rule() string {
	if f.SAI != "" {
		return f.SAI
	}
	return f.Icon
}

// ParseKinds reads a catalogue: a JSON list of definitions, or an object with that list as "dice".
// The error names the die that is wrong.
func ParseKinds(raw []byte) ([]Kind, error) {
	var list []Kind
	if err := json.Unmarshal(raw, &list); err != nil {
		var file struct {
			Dice []Kind `json:"dice"`
		}
		if again := json.Unmarshal(raw, &file); again != nil {
			return nil, fmt.Errorf("dice: not the JSON of Dragon Dice definitions: %w", err)
		}
		list = file.Dice
	}
	seen := map[string]bool{}
	for i, k := range list {
		if err := k.check(); err != nil {
			return nil, fmt.Errorf("dice: entry %d (%q): %w", i+1, k.ID, err)
		}
		if seen[k.ID] {
			return nil, fmt.Errorf("dice: the id %q is there twice", k.ID)
		}
		seen[k.ID] = true
	}
	return list, nil
}

var kindsOfDice = []string{"unit", "dragonkin", "drake", "wyrm", "major_terrain", "minor_terrain", "equipment", "artifact", "medallion", "relic", "royalty"}

func (k Kind) check() error {
	switch {
	case k.ID == "":
		return errors.New("it has no id")
	case !slices.Contains(kindsOfDice, k.Kind):
		return fmt.Errorf("its kind %q is none of %s", k.Kind, strings.Join(kindsOfDice, ", "))
	case engine.Sides(k.Shape) == 0 || len(k.Faces) != engine.Sides(k.Shape):
		return fmt.Errorf("it has %d faces and says that it is a %s", len(k.Faces), k.Shape)
	case (k.isUnit() || k.isDragon()) && k.Health < 1:
		return errors.New("it has no health")
	case k.Health < 0 || k.Health > 100 || k.Points < 0 || k.Points > 100:
		return errors.New("its health or points are out of any measure")
	}
	if k.isTerrain() {
		for i, f := range k.Faces {
			if f.Value == nil || *f.Value != i+1 {
				return fmt.Errorf("face %d doesn't show the number %d", i, i+1)
			}
		}
	}
	for i, f := range k.Faces {
		if f.Icon == "" || f.Count < 0 || f.Count > 12 || f.worth() < 0 || f.worth() > 100 {
			return fmt.Errorf("face %d shows nothing that a die can show", i)
		}
	}
	return nil
}

func (k Kind) isUnit() bool      { return k.Kind == "unit" || k.Kind == "dragonkin" }
func (k Kind) isDragonkin() bool { return k.Kind == "dragonkin" }
func (k Kind) isDragon() bool    { return k.Kind == "drake" || k.Kind == "wyrm" }
func (k Kind) isTerrain() bool   { return k.Kind == "major_terrain" }
func (k Kind) isMinor() bool     { return k.Kind == "minor_terrain" }
func (k Kind) isRoyalty() bool   { return k.Kind == "royalty" }
func (k Kind) isItem() bool {
	return slices.Contains([]string{"equipment", "artifact", "medallion", "relic"}, k.Kind)
}

// has reports whether the die contains an element.
func (k Kind) has(element string) bool { return slices.Contains(k.Elements, element) }

// magics returns the elements that its magic may be of: those that it contains. For a Dracolem they
// are alloy and its metal.
func (k Kind) magics() []string {
	if k.Race == "dracolem" {
		return append([]string{"alloy"}, k.Colors...)
	}
	return k.Elements
}

// die makes the die with an id, for a game's header.
func (k Kind) die(id string) engine.Die {
	d := engine.Die{ID: id, Kind: k.ID, Shape: k.Shape, SizeMM: k.SizeMM, Colors: k.Colors, Race: k.Race}
	for _, f := range k.Faces {
		d.Faces = append(d.Faces, engine.Face{Icon: f.Icon, Count: f.Count, Value: f.Value, ID: f.Icon == idIcon})
	}
	return d
}
