package course

import (
	"cmp"

	"astragal/models"
)

// View is a course as a page draws it.
type View struct {
	// Heard changes with each word that the course hears, and no two courses share a number. With it a page says which state it has seen.
	Heard int `json:"heard"`
	// Back says that a word can be taken back. Presses is how many presses count.
	Back    bool `json:"back"`
	Presses int  `json:"presses"`
	// Left is how many presses are still needed if nothing goes wrong.
	Left   int  `json:"left"`
	Turned int  `json:"turned"`
	Tray   int  `json:"tray"`
	Trays  int  `json:"trays"`
	Done   bool `json:"done"`
	// Shown is how many of the faces were shown and hold.
	Shown  int         `json:"shown"`
	Of     int         `json:"of"`
	Army   []string    `json:"army"`
	Places []PlaceView `json:"places"`
	Said   []Said      `json:"said"`
}

// PlaceView is where a die is to lie and what it is to show.
type PlaceView struct {
	Place  int      `json:"place"`
	Row    int      `json:"row"`
	Column int      `json:"column"`
	Die    string   `json:"die"`
	Name   string   `json:"name"`
	Shape  string   `json:"shape"`
	Colors []string `json:"colors"`
	// Shows is the face to turn up; null if the die may lie as it does.
	Shows *models.Face `json:"shows"`
	// Again says that it was shown before, Wrong that the last press said something against this die.
	Again bool `json:"again"`
	Wrong bool `json:"wrong"`
	// Shown is the last picture that was taken of it; null if there is none.
	Shown *Picture `json:"shown"`
}

// View draws the course.
func (c *Course) View() View {
	at, of, done := c.Tray()
	v := View{Heard: c.Heard(), Back: len(c.steps) > 1, Presses: c.Presses(), Left: c.Left(), Turned: c.Turned(), Tray: at + 1, Trays: of, Done: done, Army: c.Army(), Places: []PlaceView{}, Said: []Said{}}
	wrong := map[int]bool{}
	for _, s := range c.Said() {
		s.Places, s.Pictures = append([]int{}, s.Places...), append([]Picture{}, s.Pictures...)
		v.Said = append(v.Said, s)
		for _, p := range s.Places {
			wrong[p] = true
		}
	}
	for _, w := range c.Wants() {
		p := PlaceView{Place: w.Place, Row: w.Row, Column: w.Column, Die: w.Die.ID, Name: cmp.Or(w.Die.Name, w.Die.ID), Shape: w.Die.Shape,
			Colors: append([]string{}, w.Die.Colors...), Again: w.Again, Wrong: wrong[w.Place], Shown: w.Shown}
		if w.Face >= 0 {
			p.Shows = &w.Die.Faces[w.Face]
		}
		v.Places = append(v.Places, p)
	}
	shown := map[[2]int]bool{}
	for _, t := range c.now().Told {
		shown[[2]int{t.Place, t.Face}] = true
	}
	v.Shown = len(shown)
	for _, faces := range c.faces {
		v.Of += len(faces)
	}
	return v
}
