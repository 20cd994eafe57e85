package gallery

import (
	"cmp"
	"fmt"
	"strings"

	"astragal/models"
)

// Drawing is an icon as it is drawn on the dice of its owner. The dice of a race share their drawings, so a race's
// icon is taught once. Other dice have their own drawings.
type Drawing struct {
	// Owner is "race " and the race's name, or "die " and the die's id.
	Owner string
	Icon  string
	// Art names a drawing of the icon that differs from the owner's usual one.
	Art string
}

// Class is what a face shows: a drawing, how often, and the number beside it. Faces of one class can't be told apart,
// and nobody needs to. An empty icon means that only a number is printed.
type Class struct {
	Drawing
	Count int
	// Numbered says that Value, the printed number, counts.
	Numbered bool
	Value    int
}

// ClassOf is the class of a die's face. The large picture of a unit belongs to its own die, even if the race shares
// the other drawings.
func ClassOf(d models.Die, face int) Class {
	f := d.Faces[face]
	return classOf(d.ID, d.Race, f)
}

func classOf(die, race string, f models.Face) Class {
	c := Class{Drawing: Drawing{Owner: "die " + die, Icon: f.Icon, Art: f.Art}, Count: f.Count}
	if race != "" && !f.ID && f.Icon != "" {
		c.Owner = "race " + race
	}
	if f.Value != nil {
		c.Numbered, c.Value = true, *f.Value
	}
	return c
}

// String names the class for people: "melee ×3 of race goblins".
func (c Class) String() string {
	return cmp.Or(c.Words(), "a blank face") + " of " + c.Owner
}

// Words say what the face shows: "melee ×3", "bow 4", "7".
func (c Class) Words() string {
	var parts []string
	if c.Icon != "" {
		parts = append(parts, c.Icon)
	}
	if c.Art != "" {
		parts = append(parts, "("+c.Art+")")
	}
	if c.Count > 1 {
		parts = append(parts, fmt.Sprintf("×%d", c.Count))
	}
	if c.Numbered {
		parts = append(parts, fmt.Sprint(c.Value))
	}
	return strings.Join(parts, " ")
}

// Result is the part of a class that counts in play: the icon and how many, or the number.
type Result struct {
	Icon     string
	Count    int
	Numbered bool
	Value    int
}

// Result is the result of the class.
func (c Class) Result() Result { return Result{c.Icon, c.Count, c.Numbered, c.Value} }
