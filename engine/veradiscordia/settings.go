package veradiscordia

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Begin says at which phase a game with a described position begins.
type Begin string

// The beginnings.
const (
	// AtBeginning begins with the beginning of a round.
	AtBeginning Begin = "beginning"
	// AtResolution begins with the resolution of orders that lie already. An empty Begin means the same.
	AtResolution Begin = "resolution"
)

// Settings are what a table agreed on before the game.
type Settings struct {
	// Cards are the factions to choose from. If they are empty, the made-up pair of Demo is used.
	Cards []Faction `json:"cards,omitempty"`
	// Dice gives the table's own colour of an attack die ("yellow": "black"). A die that is left out has its own
	// colour.
	Dice map[Color]string `json:"dice,omitempty"`
	// DiceByType says that the table has no coloured dice and rolls one type after the other.
	DiceByType bool `json:"dice_by_type,omitempty"`
	// TwoCopies says that the table has two copies of the game, so both armies may be of one faction (2.1).
	TwoCopies bool `json:"two_copies,omitempty"`

	// Competitive says that generals are chosen secretly (2.1).
	Competitive bool `json:"competitive,omitempty"`
	// Championship names the general that each seat plays for a whole event (2.1).
	Championship []string `json:"championship,omitempty"`
	// HurryUp says that the time for laying orders is limited (4.3.1).
	HurryUp bool `json:"hurry_up,omitempty"`
	// The introductory games (8.1).
	NoGenerals      bool `json:"no_generals,omitempty"`
	NoFlyingAttacks bool `json:"no_flying_attacks,omitempty"`
	NoTerrain       bool `json:"no_terrain,omitempty"`
	NoLegendary     bool `json:"no_legendary,omitempty"`

	// Rulings are the table's choices where the rulebook is unclear. The key is the item's id without "vera.ruling.".
	Rulings map[string]string `json:"rulings,omitempty"`
	// Without lists the ids of the items that the table plays without.
	Without []string `json:"without,omitempty"`
	// MostRounds ends a longer game. The army with more Motivation then wins. 0 means no limit. This limit is the
	// table's, not the rulebook's.
	MostRounds int `json:"most_rounds,omitempty"`

	// First and Second describe the two sides of a game that doesn't begin with recruiting.
	First  *Start `json:"first,omitempty"`
	Second *Start `json:"second,omitempty"`
	// Terrain lists the four columns' terrains, from the first player's left.
	Terrain []Terrain `json:"terrain,omitempty"`
	// Begin, Round and Initiative (a seat) are set for a described position only.
	Begin      Begin `json:"begin,omitempty"`
	Round      int   `json:"round,omitempty"`
	Initiative int   `json:"initiative,omitempty"`
}

// Check says what is wrong with s and how to mend it.
func (s Settings) Check() error {
	if len(s.Cards) > 0 {
		if err := checkFactions(s.Cards); err != nil {
			return err
		}
	}
	for c, name := range s.Dice {
		if !slices.Contains(Colors(), c) || name == "" || len(name) > longest {
			return fmt.Errorf("dice: %q as the table's colour for %q can't be; the attack dice are %s", short(name), short(string(c)), inARow(Colors()))
		}
	}
	if err := s.checkColors(); err != nil {
		return err
	}
	for _, id := range s.Without {
		if !slices.ContainsFunc(Items(), func(x Item) bool { return x.ID == id }) {
			return fmt.Errorf("without: there is no item %q", short(id))
		}
	}
	if s.MostRounds < 0 || s.MostRounds > 1000 {
		return fmt.Errorf("%d rounds are outside 0 to 1000 (0: no limit)", s.MostRounds)
	}
	return errors.Join(s.checkRulings(), s.checkGenerals(), s.checkEnough(), s.checkStart())
}

// checkColors makes sure that no two attack dice have one colour on the table.
func (s Settings) checkColors() error {
	if s.DiceByType {
		return nil
	}
	seen := map[string]Color{}
	for _, c := range Colors() {
		name := s.color(c)
		if other, twice := seen[name]; twice {
			return fmt.Errorf("dice: %s and %s dice are both %q on the table: choose five colours, or roll by type (dice_by_type)", other, c, short(name))
		}
		seen[name] = c
	}
	return nil
}

// color is the table's own colour of an attack die.
func (s Settings) color(c Color) string {
	if name, ok := s.Dice[c]; ok {
		return name
	}
	return string(c)
}

func (s Settings) checkGenerals() error {
	if len(s.Championship) == 0 {
		return nil
	}
	switch {
	case len(s.Championship) != 2:
		return fmt.Errorf("championship: it notes %d generals, one for each of two seats is wanted", len(s.Championship))
	case s.Competitive || s.NoGenerals:
		return errors.New("championship: the generals are noted already; leave competitive and no_generals out")
	case s.Championship[0] == s.Championship[1]:
		return fmt.Errorf("championship: both seats have noted %q, and no two may play with one general (2.1)", short(s.Championship[0]))
	}
	for _, name := range s.Championship {
		if f, _ := findGeneral(s.factions(), name); f < 0 {
			return fmt.Errorf("championship: no faction has a general %q", short(name))
		}
	}
	one, _ := findGeneral(s.factions(), s.Championship[0])
	if two, _ := findGeneral(s.factions(), s.Championship[1]); one == two && !s.TwoCopies {
		return errors.New("championship: both generals are of one faction: that takes two copies of the game (two_copies)")
	}
	return nil
}

// checkEnough makes sure that there are enough cards for two players.
func (s Settings) checkEnough() error {
	if s.First != nil || s.Second != nil || len(s.Championship) > 0 {
		return nil
	}
	led, generals := 0, 0
	for _, f := range s.factions() {
		generals += len(f.Generals)
		if len(f.Generals) > 0 {
			led++
		}
	}
	none := s.NoGenerals && !slices.Contains(s.Without, itemNoGenerals) || slices.Contains(s.Without, itemGeneral)
	switch {
	case none && len(s.factions()) < 2 && !s.TwoCopies:
		return errors.New("cards: there is one faction for two players: give another, or play with two copies of the game (two_copies)")
	case !none && generals < 2, !none && led < 2 && !s.TwoCopies && !s.Competitive:
		return errors.New("cards: there are too few generals for two players to choose from: give each faction its own, or play without (no_generals)")
	}
	return nil
}

// factions are the factions that players choose from.
func (s Settings) factions() []Faction {
	if len(s.Cards) > 0 {
		return s.Cards
	}
	return Demo()
}

// findGeneral returns the indexes of a general's faction and of the general in it, or -1 twice.
func findGeneral(list []Faction, name string) (faction, general int) {
	for i, f := range list {
		for k, n := range f.Generals {
			if n.Name == name {
				return i, k
			}
		}
	}
	return -1, -1
}

// ParseSettings reads settings from JSON. An unknown key is an error.
func ParseSettings(raw []byte) (Settings, error) {
	var s Settings
	if len(bytes.TrimSpace(raw)) == 0 {
		return s, nil
	}
	if err := strict(raw, &s); err != nil {
		return Settings{}, fmt.Errorf("settings of Vera Discordia: %w", err)
	}
	if err := s.Check(); err != nil {
		return Settings{}, fmt.Errorf("settings of Vera Discordia: %w", err)
	}
	return s, nil
}
