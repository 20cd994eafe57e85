package rulebook

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/dragondice"
	"astragal/models/catalog"
)

// FormDragons is the name of the page's form and board of Dragon Dice.
const FormDragons = "dragondice"

// dragonKinds are the dice of the catalogue, as the rules take them.
var dragonKinds = sync.OnceValues(func() ([]dragondice.Kind, error) {
	dice, err := catalog.DragonDice()
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(dice)
	if err != nil {
		return nil, fmt.Errorf("the built-in Dragon Dice: %w", err)
	}
	return dragondice.ParseKinds(raw)
})

// dragonGames are the editions of Dragon Dice that are played. Without players they count one roll.
func dragonGames() []Kind {
	var out []Kind
	for _, e := range dragondice.Editions() {
		out = append(out, Kind{ID: e.ID, Name: e.Title, Least: e.Force.MinPlayers, Most: e.Force.MaxPlayers, Form: FormDragons, Single: true, Brings: "forces", Judge: judges(e),
			New: func(title string, players []engine.Player, setup json.RawMessage) (engine.Rulebook, error) {
				kinds, err := dragonKinds()
				if err != nil {
					return nil, err
				}
				if len(players) == 0 {
					players = []engine.Player{{Name: "Roller"}}
				}
				return dragondice.New(e.ID, title, players, setup, kinds)
			},
			Open: func(h engine.Header) (engine.Rulebook, error) { return dragondice.Open(h) },
		})
	}
	return out
}

// judges makes the function that says what is wrong with a player's force by an edition.
func judges(e dragondice.Edition) func(setup, own json.RawMessage) (string, error) {
	return func(setup, own json.RawMessage) (string, error) {
		c := ForceCheck{Edition: e.ID}
		for _, part := range []struct {
			raw json.RawMessage
			to  any
		}{{setup, &struct {
			Size *int `json:"size"`
		}{&c.Size}}, {own, &c.Force}} {
			if len(part.raw) == 0 {
				continue
			}
			if err := json.Unmarshal(part.raw, part.to); err != nil {
				return "", protocol.Unreadable(err)
			}
		}
		v, err := c.Judge()
		return v.Why, err
	}
}

// EditionView is what the army builder wants to know of an edition, with the dice that it has rules for.
type EditionView struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Book  string `json:"book"`
	// Sizes are suggested force sizes; Size is the usual one, Fixed says that there is no other.
	Sizes []int `json:"sizes"`
	Size  int   `json:"size"`
	Fixed bool  `json:"fixed"`
	// Least and Most bound the players.
	Least  int         `json:"least"`
	Most   int         `json:"most"`
	Kinds  []KindOfDie `json:"kinds"`
	Spells []SpellView `json:"spells"`
	// Rolls are what one roll may be counted for; Words are the book's own names for things ("species": "race").
	Rolls []string `json:"rolls"`
	// Refuses are sentences: which dice it has no rules for.
	Refuses []string          `json:"refuses"`
	Words   map[string]string `json:"words"`
}

// KindOfDie is a die of the catalogue.
type KindOfDie struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Race  string `json:"race"`
	Class string `json:"class"`
	// Kind is unit, dragonkin, drake, wyrm, major_terrain, minor_terrain, equipment, artifact, medallion or relic.
	Kind string `json:"kind"`
	Size string `json:"size"`
	// Health and Points are what the die has and costs; 0 where it has none.
	Health   int      `json:"health"`
	Points   int      `json:"points"`
	Elements []string `json:"elements"`
	Colors   []string `json:"colors"`
	Shape    string   `json:"shape"`
	// Home says that it is a terrain that may be a home terrain.
	Home  bool              `json:"home"`
	Faces []dragondice.Face `json:"faces" js:"Face[]"`
}

// SpellView is a spell that can be in force on a roll.
type SpellView struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Element string `json:"element"`
}

// Editions are the editions of Dragon Dice that games can be played by, without their dice.
func Editions() []EditionView {
	var out []EditionView
	for _, e := range dragondice.Editions() {
		out = append(out, EditionView{ID: e.ID, Title: e.Title, Book: e.Book, Sizes: e.Force.Sizes, Size: e.Force.Default, Fixed: e.Force.Fixed,
			Least: e.Force.MinPlayers, Most: e.Force.MaxPlayers, Kinds: []KindOfDie{}, Spells: []SpellView{}, Rolls: e.Rolls(), Refuses: e.Refuses(), Words: e.Words})
	}
	return out
}

// EditionOf is an edition with the dice that it has rules for.
func EditionOf(id string) (EditionView, error) {
	e, err := dragondice.Find(id)
	if err != nil {
		return EditionView{}, protocol.Stale("%v", err)
	}
	kinds, err := dragonKinds()
	if err != nil {
		return EditionView{}, err
	}
	all := Editions()
	v := all[slices.IndexFunc(all, func(v EditionView) bool { return v.ID == id })]
	for i := range kinds {
		if k := &kinds[i]; playable(e, k) {
			v.Kinds = append(v.Kinds, kindOfDie(e, k))
		}
	}
	for _, s := range e.Spells {
		v.Spells = append(v.Spells, SpellView{ID: s.ID, Name: s.Name, Element: s.Element})
	}
	return v, nil
}

// playable says whether an edition has rules for a die.
func playable(e dragondice.Edition, k *dragondice.Kind) bool {
	switch k.Kind {
	case "drake", "wyrm":
		return e.KnowsDragon(k)
	case "major_terrain":
		return e.KnowsTerrain(k)
	}
	return e.Knows(k)
}

func kindOfDie(e dragondice.Edition, k *dragondice.Kind) KindOfDie {
	return KindOfDie{ID: k.ID, Name: k.Name, Race: k.Race, Class: k.Class, Kind: k.Kind, Size: k.Size, Health: k.Health,
		Points: e.Points([]*dragondice.Kind{k}), Elements: append([]string{}, k.Elements...), Colors: append([]string{}, k.Colors...),
		Shape: k.Shape, Home: k.Kind == "major_terrain" && e.CanBeHome(k), Faces: k.Faces}
}

// ForceCheck is a force to be judged: whether it may be played.
type ForceCheck struct {
	Edition string           `json:"edition"`
	Size    int              `json:"size"`
	Force   dragondice.Force `json:"force" js:"any"`
}

// ForceView says what a force costs and what is wrong with it.
type ForceView struct {
	Points int `json:"points"`
	Size   int `json:"size"`
	// Dragons is how many dragons it needs.
	Dragons int `json:"dragons"`
	// Why is what it breaks; empty when it may be played.
	Why string `json:"why"`
}

// Judge says what a force costs and what is wrong with it.
func (c ForceCheck) Judge() (ForceView, error) {
	e, err := dragondice.Find(c.Edition)
	if err != nil {
		return ForceView{}, protocol.Stale("%v", err)
	}
	kinds, err := dragonKinds()
	if err != nil {
		return ForceView{}, err
	}
	byID := make(map[string]*dragondice.Kind, len(kinds))
	for i := range kinds {
		byID[kinds[i].ID] = &kinds[i]
	}
	size := c.Size
	if size == 0 || e.Force.Fixed {
		size = e.Force.Default
	}
	if size < 1 || size > mostForce {
		return ForceView{}, protocol.Illegal("a force of %d points can't be: 1 to %d", size, mostForce)
	}
	v := ForceView{Size: size, Dragons: e.DragonsOf(size)}
	var list []*dragondice.Kind
	for _, ids := range [][]string{c.Force.Dice, c.Force.Home, c.Force.Campaign, c.Force.Horde} {
		for _, id := range ids {
			k := byID[id]
			if k == nil {
				return ForceView{}, protocol.Illegal("no die is called %.60q in the catalogue", id)
			}
			list = append(list, k)
		}
	}
	v.Points = e.Points(list)
	if err := e.CheckForce(size, c.Force, byID); err != nil {
		v.Why = protocol.Capital(err.Error())
	}
	return v, nil
}

const mostForce = 300 // points
