package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Face is one face of a die (on a d4: the vertex that points up).
type Face struct {
	// Icon is what the die's definition calls the picture; empty on numbered faces and pips.
	Icon string `json:"icon,omitempty"`
	// Count is how many copies of the icon there are, 1 to 6; 0 on numbered faces.
	Count int `json:"count,omitempty"`
	// Value is the printed number or the number of pips; nil where there is none. A d10's 0 is 10.
	Value *int `json:"value,omitempty"`
	// ID marks the large picture of a unit.
	ID bool `json:"id,omitempty"`
}

// Die is a definition: one kind of die that somebody may throw.
type Die struct {
	ID    string `json:"id"`
	Shape string `json:"shape"`
	// SizeMM is edge to edge in mm; nil where it is not known.
	SizeMM *float64 `json:"size_mm"`
	Faces  []Face   `json:"faces"`
	Race   string   `json:"race,omitempty"`
	// Colors are hex values of the plastic, the main one first.
	Colors []string `json:"colors,omitempty"`
	Ink    string   `json:"ink,omitempty"`
	// Pattern is how two colours mix: "plain", "marble", "swirl", "speckle"; free text.
	Pattern string `json:"pattern,omitempty"`
}

// Dice is a file of definitions.
type Dice struct {
	Dice []Die  `json:"dice"`
	Note string `json:"note,omitempty"`
}

// LoadDice reads and checks a file of die definitions. Its error names the
// file, the die and what is wrong with it.
func LoadDice(path string) ([]Die, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read die definitions: %w", err)
	}
	dice, err := ParseDice(raw)
	if err != nil {
		return nil, fmt.Errorf("die definitions in %s: %w", path, err)
	}
	return dice, nil
}

// ParseDice reads and checks die definitions.
func ParseDice(raw []byte) ([]Die, error) {
	var file Dice
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("not the JSON of die definitions: %w", err)
	}
	if len(file.Dice) == 0 {
		return nil, errors.New(`no dice in it: expected {"dice": [{"id": …, "shape": "d6", "faces": […]}]}`)
	}
	seen := map[string]bool{}
	for i, d := range file.Dice {
		if err := d.check(); err != nil {
			return nil, fmt.Errorf("die %d (%q): %w", i+1, d.ID, err)
		}
		if seen[d.ID] {
			return nil, fmt.Errorf("die %d: the id %q is used twice", i+1, d.ID)
		}
		seen[d.ID] = true
	}
	return file.Dice, nil
}

func (d Die) check() error {
	sides := map[string]int{"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
	n, ok := sides[d.Shape]
	switch {
	case d.ID == "":
		return errors.New("it has no id")
	case !ok:
		return fmt.Errorf("shape %q is not one of d4, d6, d8, d10, d12, d20", d.Shape)
	case len(d.Faces) != n:
		return fmt.Errorf("a %s has %d faces, not %d", d.Shape, n, len(d.Faces))
	case d.SizeMM != nil && (*d.SizeMM < 3 || *d.SizeMM > 200):
		return fmt.Errorf("size_mm %g is outside 3 to 200", *d.SizeMM)
	}
	for i, f := range d.Faces {
		if f.Count < 0 || f.Count > 6 {
			return fmt.Errorf("face %d: count %d is outside 0 to 6", i, f.Count)
		}
	}
	return nil
}
