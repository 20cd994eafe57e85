// Package studio is where people teach a table's dice. It says what lies on the tray and what it is taken for. It teaches an army that is laid out or
// thrown, and a new die, and tests what is known. The table says what lies under the camera.
package studio

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"astragal/companion/studio/course"
	"astragal/companion/studio/lesson"
	"astragal/companion/studio/thrown"
	"astragal/models"
	"astragal/models/gallery"
)

// Studio is where people teach the table's gallery: dice are laid under the camera or thrown, and named.
type Studio struct {
	Store *gallery.Store
	// Taught is the gallery, in the form in which faces are looked up in it.
	Taught func() *gallery.Index
	// Dice are all definitions that can be taught.
	Dice func() []models.Die
	// Learn takes lessons in, all or none. They are on disk when it returns.
	Learn func(context.Context, []lesson.Lesson) error
	// Own are the dice that are kept with the gallery, without those that are built in.
	Own func() []models.Die
	// Define keeps the owner's dice in put, each in place of an older one with its id, and drops the dice of drop. It does all of that, or nothing.
	Define func(ctx context.Context, put []models.Die, drop []string) error
	// Changed reads the gallery again after its store was changed.
	Changed func(context.Context) error

	Importing sync.Mutex // held while a gallery is imported: each may be large

	// Folder keeps what is being taught: the army that is laid out or thrown, and the new die.
	Folder   string
	teaching sync.Mutex // guards course, heap and fresh
	course   *course.Course
	heap     *thrown.Heap
	fresh    *thrown.Fresh
}

// View is the gallery in short.
type View struct {
	// Version is the gallery's version; it rises with each change.
	Version int `json:"version"`
	Shots   int `json:"shots"`
	Classes int `json:"classes"`
	// Shelves are where dice can be chosen from.
	Shelves []Shelf `json:"shelves"`
	// Armies are the armies that the table keeps, each with its dice that can be taught.
	Armies []Army `json:"armies"`
	// Own are the ids of dice that are kept with the gallery and aren't built in.
	Own []string `json:"own"`
	// Doubts are shots that look more like another face than like their own.
	Doubts []Shot `json:"doubts"`
	// Taken is what a gallery that was just taken in brought; it is missing if none was.
	Taken *Taken `json:"taken,omitempty"`
	// Last says what the last change was; empty if nothing can be undone.
	Last string `json:"last"`
	// Virtual says that the tray is the virtual table's, which throws the dice that it is told to.
	Virtual bool `json:"virtual"`
}

// Shelf is a race, or other dice that belong together.
type Shelf struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Dice int    `json:"dice"`
}

// Shot is a shot of the gallery.
type Shot struct {
	ID int `json:"id"`
	// Of is the die's id, Shows its face in words, From how it was learned.
	Of    string `json:"of"`
	Shows string `json:"shows"`
	From  string `json:"from"`
	// Why says what is doubtful about it, Like is a shot of the face that it looks like; empty and 0 if nothing is.
	Why  string `json:"why,omitempty"`
	Like int    `json:"like,omitempty"`
}

// Die is a die and how far its faces are taught.
type Die struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Race   string   `json:"race"`
	Shape  string   `json:"shape"`
	Colors []string `json:"colors"`
	Faces  []Face   `json:"faces"`
}

// Face is a face of a die. Equal faces are listed once, as the first of them.
type Face struct {
	Face  int    `json:"face"`
	Words string `json:"words"`
	// Icon is the picture in words, empty for a number. Count is how many of it the face shows, 0 if nobody has said. ID says that it is the large
	// picture of the die.
	Icon  string `json:"icon"`
	Count int    `json:"count"`
	ID    bool   `json:"id"`
	// Class names what shots are gathered by. For example, a race's melee icon is one class for all its dice.
	Class string `json:"class"`
	Shots int    `json:"shots"`
}

// View is the gallery in short.
func (t *Studio) View() View {
	shots := t.Taught()
	v := View{Shots: len(shots.Shots), Classes: len(shots.Classes()), Shelves: []Shelf{}, Armies: []Army{}, Own: []string{}, Doubts: []Shot{}}
	at := map[string]int{}
	for _, d := range t.Dice() {
		id := ShelfOf(d)
		i, ok := at[id]
		if !ok {
			i = len(v.Shelves)
			at[id] = i
			v.Shelves = append(v.Shelves, Shelf{ID: id, Name: shelfName(id)})
		}
		v.Shelves[i].Dice++
	}
	for _, d := range t.Own() {
		v.Own = append(v.Own, d.ID)
	}
	for _, c := range shots.Contradictions() {
		s := ShotOf(c.Shot)
		s.Why, s.Like = doubted(c), c.Like.ID
		v.Doubts = append(v.Doubts, s)
	}
	if h := t.Store.History(); len(h) > 0 {
		last := h[len(h)-1]
		v.Version = last.Version
		added, removed := last.Counts()
		v.Last = changeWords(last.Did, added, removed)
	}
	return v
}

// doubted says why a shot may be wrong.
func doubted(c gallery.Contradiction) string {
	return fmt.Sprintf("It says %s, but looks more like %s: look at both, and remove it if it is wrong", c.Shot.Class().Words(), c.Like.Class().Words())
}

func changeWords(did string, added, removed int) string {
	switch {
	case did == "undo":
		return "the last change was taken back"
	case removed == 0 && added == 1:
		return "one shot learned"
	case removed == 0:
		return fmt.Sprintf("%d shots learned", added)
	case added == 0 && removed == 1:
		return "one shot removed"
	case added == 0:
		return fmt.Sprintf("%d shots removed", removed)
	}
	return fmt.Sprintf("shots learned: %d, removed: %d", added, removed)
}

// ShelfOf is the shelf of a die in the studio.
func ShelfOf(d models.Die) string {
	if d.Race != "" {
		return d.Race
	}
	return "other"
}

func shelfName(id string) string {
	if id == "other" {
		return "Other dice"
	}
	words := strings.ReplaceAll(id, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

func ShotOf(s gallery.Shot) Shot {
	return Shot{ID: s.ID, Of: s.Die, Shows: s.Class().Words(), From: s.From}
}

// Listed are the definitions for which keep is true, with how far they are taught.
func (t *Studio) Listed(keep func(models.Die) bool) []Die {
	count := map[gallery.Class]int{}
	for _, s := range t.Taught().Shots {
		count[s.Class()]++
	}
	out := []Die{}
	for _, d := range t.Dice() {
		if keep(d) {
			out = append(out, dieOf(d, count))
		}
	}
	return out
}

func dieOf(d models.Die, count map[gallery.Class]int) Die {
	out := Die{ID: d.ID, Name: nameOf(d), Race: d.Race, Shape: d.Shape, Colors: append([]string{}, d.Colors...), Faces: []Face{}}
	var seen []gallery.Class
	for i, f := range d.Faces {
		c := gallery.ClassOf(d, i)
		if f.Icon == "" && f.Value == nil || slices.Contains(seen, c) {
			continue
		}
		seen = append(seen, c)
		icon := gallery.Class{Drawing: c.Drawing}.Words()
		out.Faces = append(out.Faces, Face{Face: i, Words: shows(d, i), Icon: icon, Count: f.Count, ID: f.ID, Class: c.String(), Shots: count[c]})
	}
	return out
}

// find is the definition of a die that can be taught.
func (t *Studio) find(id string) (models.Die, error) {
	for _, d := range t.Dice() {
		if d.ID == id {
			return d, nil
		}
	}
	return models.Die{}, fmt.Errorf("no die is called %.60q here: choose one of those listed, or add it to a file of dice", id)
}

// shows says what a face shows. If only one die has the picture, it says whose it is: "id of Warlord".
func shows(d models.Die, face int) string {
	words := gallery.ClassOf(d, face).Words()
	if d.Faces[face].ID && d.Race != "" && words != "" {
		words += " of " + nameOf(d)
	}
	return words
}

func nameOf(d models.Die) string {
	if d.Name != "" {
		return d.Name
	}
	return d.ID
}

// named are the definitions of the dice with these ids; all if no id is given.
func (t *Studio) named(ids []string) []models.Die {
	if len(ids) == 0 {
		return nil
	}
	var out []models.Die
	for _, d := range t.Dice() {
		if slices.Contains(ids, d.ID) {
			out = append(out, d)
		}
	}
	return out
}

// OwnedOnly refuses dice that would replace built-in ones, which games know.
func (t *Studio) OwnedOnly(dice []models.Die) error {
	own := t.Own()
	for _, d := range dice {
		if slices.ContainsFunc(own, func(o models.Die) bool { return o.ID == d.ID }) {
			continue
		}
		if _, err := t.find(d.ID); err == nil {
			return fmt.Errorf("a built-in die has the id %q: give yours another one", d.ID)
		}
	}
	return nil
}
