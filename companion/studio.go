package companion

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Studio is where people teach the table's gallery: dice are laid under the camera or thrown, and named.
type Studio struct {
	Store *gallery.Store
	// Taught is what the gallery holds now, as faces are looked up in it.
	Taught func() *gallery.Index
	// Dice are all definitions that can be taught.
	Dice func() []models.Die
	// Learn takes lessons in, all or none; they are on disk when it returns.
	Learn func(context.Context, []Lesson) error
	// Changed looks the gallery through again after its store was changed.
	Changed func(context.Context) error
}

// tray is what lies before the studio: the last scene, while somebody teaches.
type tray struct {
	// n counts the scenes.
	n     int
	scene vision.Scene
	// until is how long throws are for teaching and not for counting.
	until time.Time
}

// teachingFor is how long a studio page holds the tray after it last asked.
const teachingFor = 12 * time.Second

// StudioView is the gallery in short.
type StudioView struct {
	// Version is the gallery's; it rises with each change.
	Version int `json:"version"`
	Shots   int `json:"shots"`
	Classes int `json:"classes"`
	// Shelves are where dice can be chosen from.
	Shelves []StudioShelf `json:"shelves"`
	// Doubts are shots that look more like another face than like their own.
	Doubts []StudioShot `json:"doubts"`
	// Last says what the last change was; empty where nothing can be undone.
	Last string `json:"last"`
	// Virtual says that the tray is the virtual table's, which throws what it is told to.
	Virtual bool `json:"virtual"`
}

// StudioShelf is a race, or other dice that belong together.
type StudioShelf struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Dice int    `json:"dice"`
}

// StudioShot is a shot of the gallery.
type StudioShot struct {
	ID int `json:"id"`
	// Of is the die's id, Shows its face in words, From how it was learned.
	Of    string `json:"of"`
	Shows string `json:"shows"`
	From  string `json:"from"`
	// Why says what is doubtful about it.
	Why string `json:"why,omitempty"`
}

// StudioDie is a die and how far its faces are taught.
type StudioDie struct {
	ID     string       `json:"id"`
	Name   string       `json:"name"`
	Race   string       `json:"race"`
	Shape  string       `json:"shape"`
	Colors []string     `json:"colors"`
	Faces  []StudioFace `json:"faces"`
}

// StudioFace is a face. Equal faces of a die are one, the first of them.
type StudioFace struct {
	Face  int    `json:"face"`
	Words string `json:"words"`
	// Class names what shots are gathered by: a race's melee icon serves all its dice.
	Class string `json:"class"`
	Shots int    `json:"shots"`
}

// StudioTray is what lies on the tray while somebody teaches.
type StudioTray struct {
	N     int           `json:"n"`
	State vision.State  `json:"state"`
	Dice  []StudioGuess `json:"dice"`
	// Groups are the numbers of dice that look alike and that nobody has named, the largest first.
	Groups [][]int  `json:"groups"`
	Words  []string `json:"words"`
}

// StudioGuess is a die on the tray and what it is taken for.
type StudioGuess struct {
	N int `json:"n"`
	// Box is where it lies, px of the picture.
	Box   vision.Box `json:"box"`
	Shape string     `json:"shape"`
	// Doubt says why the die teaches nothing as it lies; empty where it may.
	Doubt string `json:"doubt,omitempty"`
	// Die, Face and Words are the likeliest; Sure where it would be accepted in a game.
	Die   string  `json:"die,omitempty"`
	Face  int     `json:"face"`
	Words string  `json:"words,omitempty"`
	P     float64 `json:"p"`
	Sure  bool    `json:"sure"`
	// May are the faces that it may show, the likeliest first.
	May []StudioMay `json:"may"`
}

// StudioMay is a face that a die on the tray may show.
type StudioMay struct {
	Words string `json:"words"`
	// Homes are the dice of the army that have such a face.
	Homes []StudioHome `json:"homes"`
}

// StudioHome is a face of a die.
type StudioHome struct {
	Die  string `json:"die"`
	Name string `json:"name"`
	Face int    `json:"face"`
}

// mostMay is how many faces are offered for a die before the list of all.
const mostMay = 8

// view is the gallery in short.
func (t *Studio) view() StudioView {
	shots := t.Taught()
	v := StudioView{Shots: len(shots.Shots), Classes: len(shots.Classes()), Shelves: []StudioShelf{}, Doubts: []StudioShot{}}
	at := map[string]int{}
	for _, d := range t.Dice() {
		id := shelfOf(d)
		i, ok := at[id]
		if !ok {
			i = len(v.Shelves)
			at[id] = i
			v.Shelves = append(v.Shelves, StudioShelf{ID: id, Name: shelfName(id)})
		}
		v.Shelves[i].Dice++
	}
	for _, c := range shots.Contradictions() {
		s := studioShot(c.Shot)
		s.Why = c.Words()
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

func changeWords(did string, added, removed int) string {
	switch {
	case did == "undo":
		return "the last change was taken back"
	case removed == 0:
		return fmt.Sprintf("%s learned", shotWords(added))
	case added == 0:
		return fmt.Sprintf("%s removed", shotWords(removed))
	}
	return fmt.Sprintf("%s learned, %d removed", shotWords(added), removed)
}

func shotWords(n int) string {
	if n == 1 {
		return "1 shot"
	}
	return fmt.Sprintf("%d shots", n)
}

// shelfOf is where a die stands in the studio.
func shelfOf(d models.Die) string {
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

func studioShot(s gallery.Shot) StudioShot {
	return StudioShot{ID: s.ID, Of: s.Die, Shows: s.Class().Words(), From: s.From}
}

// dice are the definitions that keep says yes to, with how far they are taught.
func (t *Studio) dice(keep func(models.Die) bool) []StudioDie {
	count := map[gallery.Class]int{}
	for _, s := range t.Taught().Shots {
		count[s.Class()]++
	}
	out := []StudioDie{}
	for _, d := range t.Dice() {
		if keep(d) {
			out = append(out, studioDie(d, count))
		}
	}
	return out
}

func studioDie(d models.Die, count map[gallery.Class]int) StudioDie {
	out := StudioDie{ID: d.ID, Name: nameOf(d), Race: d.Race, Shape: d.Shape, Colors: append([]string{}, d.Colors...), Faces: []StudioFace{}}
	var seen []gallery.Class
	for i, f := range d.Faces {
		c := gallery.ClassOf(d, i)
		if f.Icon == "" && f.Value == nil || slices.Contains(seen, c) {
			continue
		}
		seen = append(seen, c)
		out.Faces = append(out.Faces, StudioFace{Face: i, Words: shows(d, i), Class: c.String(), Shots: count[c]})
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

// tray says what lies on the tray. army narrows what nobody has named; it may be empty.
func (t *Studio) tray(lies tray, state vision.State, army []string) StudioTray {
	out := StudioTray{N: lies.n, State: state, Dice: []StudioGuess{}, Groups: [][]int{}, Words: []string{}}
	if lies.n == 0 {
		return out
	}
	dice := t.named(army)
	m := vision.NewMatcher(dice, t.Taught())
	matched := m.Read(lies.scene, nil)
	for i, r := range matched.Readings {
		out.Dice = append(out.Dice, t.guess(i, lies.scene.Sightings[i], r))
		out.Dice[i].May = mayShow(dice, r)
	}
	for _, g := range m.Groups(lies.scene, matched.Readings, army) {
		var ns []int
		for _, i := range g.Dice {
			ns = append(ns, i+1)
			for _, c := range g.May {
				out.Dice[i].May = withFace(out.Dice[i].May, dice, c)
			}
		}
		out.Groups = append(out.Groups, ns)
	}
	out.Words = append(out.Words, matched.Problems...)
	return out
}

// mayShow are the faces that a reading names, as faces of the dice given.
func mayShow(dice []models.Die, r vision.Reading) []StudioMay {
	out := []StudioMay{}
	add := func(id *string, face *int) {
		for _, d := range dice {
			if id != nil && face != nil && d.ID == *id && *face < len(d.Faces) {
				out = withFace(out, dice, gallery.ClassOf(d, *face))
			}
		}
	}
	add(r.Die, r.Face)
	for _, a := range r.Alternatives {
		add(a.Die, a.Face)
	}
	return out
}

// withFace adds a face to those offered, if it is new and there is room.
func withFace(may []StudioMay, dice []models.Die, c gallery.Class) []StudioMay {
	m := StudioMay{}
	for _, d := range dice {
		for i := range d.Faces {
			if gallery.ClassOf(d, i) == c {
				m.Words = shows(d, i)
				m.Homes = append(m.Homes, StudioHome{Die: d.ID, Name: nameOf(d), Face: i})
				break
			}
		}
	}
	if len(m.Homes) == 0 || len(may) >= mostMay || slices.ContainsFunc(may, func(o StudioMay) bool { return o.Words == m.Words }) {
		return may
	}
	return append(may, m)
}

// shows says what a face shows, and of a picture that is one die's alone whose it is: "id of Warlord".
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

// named are the definitions of the dice with these ids; all where none is given.
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

func (t *Studio) guess(i int, d vision.Sighting, r vision.Reading) StudioGuess {
	g := StudioGuess{N: i + 1, Box: d.Box, P: r.Confidence, Sure: r.Accepted, May: []StudioMay{}}
	if r.Shape != nil {
		g.Shape = string(*r.Shape)
	}
	if len(d.Doubts) > 0 {
		g.Doubt = d.Doubts[0]
	}
	die, face := r.Die, r.Face
	if die == nil && len(r.Alternatives) > 0 {
		die, face, g.P = r.Alternatives[0].Die, r.Alternatives[0].Face, r.Alternatives[0].Confidence
	}
	if die == nil || face == nil {
		return g
	}
	if def, err := t.find(*die); err == nil && *face < len(def.Faces) {
		g.Die, g.Face, g.Words = def.ID, *face, shows(def, *face)
	}
	return g
}

// lessons are what a person says of dice on the tray.
func (t *Studio) lessons(lies tray, said []Naming) ([]Lesson, error) {
	var out []Lesson
	for _, n := range said {
		if n.N < 1 || n.N > len(lies.scene.Sightings) {
			return nil, fmt.Errorf("there is no die %d on the tray now", n.N)
		}
		d := lies.scene.Sightings[n.N-1]
		def, err := t.find(n.Die)
		switch {
		case err != nil:
			return nil, err
		case n.Face < 0 || n.Face >= len(def.Faces):
			return nil, fmt.Errorf("%s has no face %d", def.ID, n.Face)
		case len(d.Doubts) > 0:
			return nil, fmt.Errorf("die %d teaches nothing as it lies: %s", n.N, d.Doubts[0])
		case len(d.Crop) == 0:
			return nil, fmt.Errorf("die %d has no picture: look again", n.N)
		}
		if n.Any {
			d.SizeMM = 0
		}
		out = append(out, Lesson{Die: def, Face: n.Face, Seen: d, How: "taught"})
	}
	return out, nil
}

// Naming is what a person says of one die on the tray.
type Naming struct {
	N    int    `json:"n"`
	Die  string `json:"die"`
	Face int    `json:"face"`
	// Any says that it may be another die with the same drawing: its size teaches nothing then.
	Any bool `json:"any,omitempty"`
}

// holdTray keeps throws for teaching for a moment more, and returns what lies there.
func (s *Session) holdTray() (tray, vision.State, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.study.until = s.now().Add(teachingFor)
	return s.study, s.looking.view.State, s.looking.view.Virtual
}

// studied takes a scene for the studio; true while it is for teaching alone.
func (s *Session) studied(scene *vision.Scene) bool {
	if scene == nil || !s.now().Before(s.study.until) {
		return false
	}
	s.study.n++
	s.study.scene = *scene
	return true
}
