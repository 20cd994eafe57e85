package veradiscordia

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Color is a type of attack die, or a shield (1.2).
type Color string

// The five colours of attack dice. Orange is only a shield: red and yellow dice are compared with it.
const (
	White  Color = "white"  // Melee
	Blue   Color = "blue"   // Range
	Purple Color = "purple" // Magic
	Red    Color = "red"    // Breaker
	Yellow Color = "yellow" // Artillery
	Orange Color = "orange" // a shield only
)

// Colors lists the attack dice.
func Colors() []Color { return []Color{White, Blue, Purple, Red, Yellow} }

// Shield returns the shield that a die of this colour is compared with.
func (c Color) Shield() Color {
	if c == Red || c == Yellow {
		return Orange
	}
	return c
}

// Rank is the rank of a unit (1.2).
type Rank string

// The ranks.
const (
	Basic     Rank = "basic"
	Elite     Rank = "elite"
	Legendary Rank = "legendary"
)

// Ranks lists the ranks, the lowest first.
func Ranks() []Rank { return []Rank{Basic, Elite, Legendary} }

// composition is how a faction is made up, for one rank: how many cards, how many copies of each type, and how many
// units are recruited (1.2, 2.4).
type composition struct{ cards, copies, recruited int }

func compositionOf(r Rank) composition {
	switch r {
	case Basic:
		return composition{9, 3, 5}
	case Elite:
		return composition{6, 2, 2}
	case Legendary:
		return composition{2, 1, 1}
	}
	return composition{}
}

// Composition says how many cards of the rank a faction has, how many copies of each type it usually has, and how
// many units are recruited (1.2, 2.4).
func (r Rank) Composition() (cards, copies, recruited int) {
	c := compositionOf(r)
	return c.cards, c.copies, c.recruited
}

// Immune is a shield with an X: a die of its colour can't harm the unit (1.2).
const Immune Shield = 0

// Shield is the least number on a die that hits, 1 to 6, or Immune for an X. In JSON it is the number or "X".
type Shield int

// MarshalJSON writes the number or "X".
func (s Shield) MarshalJSON() ([]byte, error) {
	if s == Immune {
		return []byte(`"X"`), nil
	}
	return json.Marshal(int(s))
}

// UnmarshalJSON reads the number or "X".
func (s *Shield) UnmarshalJSON(raw []byte) error {
	var word string
	if err := json.Unmarshal(raw, &word); err == nil {
		if word == "X" || word == "x" {
			*s = Immune
			return nil
		}
		return fmt.Errorf("the shield %q is neither a number from 1 to 6 nor \"X\"", short(word))
	}
	var n int
	if err := json.Unmarshal(raw, &n); err != nil || n < 1 || n > 6 {
		return fmt.Errorf("the shield %s is neither a number from 1 to 6 nor \"X\"", short(string(raw)))
	}
	*s = Shield(n)
	return nil
}

// Shields are a unit's four.
type Shields struct {
	White  Shield `json:"white"`
	Blue   Shield `json:"blue"`
	Purple Shield `json:"purple"`
	Orange Shield `json:"orange"`
}

// Against returns the shield that a die of this colour meets.
func (s Shields) Against(c Color) Shield {
	switch c.Shield() {
	case White:
		return s.White
	case Blue:
		return s.Blue
	case Purple:
		return s.Purple
	default:
		return s.Orange
	}
}

// UnmarshalJSON reads all four shields. A missing one is an error: as 0 it would mean an X.
func (s *Shields) UnmarshalJSON(raw []byte) error {
	var all map[string]Shield
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	for _, c := range []Color{White, Blue, Purple, Orange} {
		if _, ok := all[string(c)]; !ok {
			return fmt.Errorf("the %s shield is missing", c)
		}
	}
	if len(all) != 4 {
		return errors.New("there are four shields: white, blue, purple and orange")
	}
	*s = Shields{White: all["white"], Blue: all["blue"], Purple: all["purple"], Orange: all["orange"]}
	return nil
}

// Card is a unit card.
type Card struct {
	Name string `json:"name"`
	// Number is printed on some cards (1.2 "Identification"). The rules don't use it.
	Number int  `json:"number,omitempty"`
	Rank   Rank `json:"rank"`
	// Copies is how many of this card the faction has. 0 means the number of its rank: 3, 2 or 1.
	Copies int `json:"copies,omitempty"`
	// Dice are the attack dice from left to right.
	Dice      []Color   `json:"dice"`
	Shields   Shields   `json:"shields"`
	Abilities []Ability `json:"abilities,omitempty"`
	// Life is the number of life points; 0 means 6 (1.2.1).
	Life int `json:"life,omitempty"`
}

// Faction is a deck of units and generals (1.1).
type Faction struct {
	Name string `json:"name"`
	// MadeUp marks cards that nobody printed.
	MadeUp   bool      `json:"made_up,omitempty"`
	Units    []Card    `json:"units"`
	Generals []General `json:"generals,omitempty"`
}

const (
	plainLife  = 6
	mostLife   = 12
	mostOnCard = 12
	longest    = 60
)

// LifePoints returns the card's life points. A card without printed life points has 6.
func (c Card) LifePoints() int {
	if c.Life == 0 {
		return plainLife
	}
	return c.Life
}

// copies returns how many of the card the faction has.
func (c Card) copies() int {
	if c.Copies == 0 {
		return compositionOf(c.Rank).copies
	}
	return c.Copies
}

// count returns how many dice of a colour the card has.
func count(dice []Color, c Color) int {
	n := 0
	for _, d := range dice {
		if d == c {
			n++
		}
	}
	return n
}

// Check says what is wrong on the card.
func (c Card) Check() error {
	switch {
	case strings.TrimSpace(c.Name) == "" || utf8.RuneCountInString(c.Name) > longest:
		return fmt.Errorf("a unit needs a name of 1 to %d letters", longest)
	case strings.ContainsAny(c.Name, ",:|\n"):
		return fmt.Errorf("unit %q: a name has no comma, colon, bar or line break", short(c.Name))
	case !slices.Contains(Ranks(), c.Rank):
		return fmt.Errorf("unit %q: the rank %q is none of %s", c.Name, short(string(c.Rank)), inARow(Ranks()))
	case c.Copies < 0 || c.Copies > compositionOf(c.Rank).cards:
		return fmt.Errorf("unit %q: %d copies can't be", c.Name, c.Copies)
	case len(c.Dice) > mostOnCard:
		return fmt.Errorf("unit %q: %d dice are more than %d", c.Name, len(c.Dice), mostOnCard)
	case c.Life < 0 || c.Life > mostLife:
		return fmt.Errorf("unit %q: %d life points are outside 1 to %d", c.Name, c.Life, mostLife)
	case c.Number < 0:
		return fmt.Errorf("unit %q: the number %d is less than 0", c.Name, c.Number)
	}
	for _, s := range []Shield{c.Shields.White, c.Shields.Blue, c.Shields.Purple, c.Shields.Orange} {
		if s < Immune || s > 6 {
			return fmt.Errorf("unit %q: a shield of %d is neither 1 to 6 nor X", c.Name, int(s))
		}
	}
	if err := checkDice(c.Dice); err != nil {
		return fmt.Errorf("unit %q: %w", c.Name, err)
	}
	if err := checkAbilities(c.Abilities); err != nil {
		return fmt.Errorf("unit %q: %w", c.Name, err)
	}
	return c.checkTogether()
}

// checkTogether says which abilities can't stand together on one card.
func (c Card) checkTogether() error {
	has := func(a Ability) bool { return slices.Contains(c.Abilities, a) }
	switch {
	case has(Guards):
		return fmt.Errorf("unit %q: Guards stands in a general's Heroism only (section 10)", c.Name)
	case has(Bravery) && has(Cowardice):
		return fmt.Errorf("unit %q: Bravery and Cowardice contradict each other", c.Name)
	case has(Expendable) && has(Prominent):
		return fmt.Errorf("unit %q: Expendable and Prominent contradict each other", c.Name)
	case has(MaximumLife) && c.Life == 0:
		return fmt.Errorf("unit %q: Maximum Life says how many life points there are: give \"life\" too", c.Name)
	case has(Metamorphosis) && (count(c.Dice, Blue)+count(c.Dice, Yellow) > 0 || has(Flying)):
		return fmt.Errorf("unit %q: a unit with Metamorphosis makes direct attacks only: no blue or yellow dice, no Flying (section 10)", c.Name)
	}
	return nil
}

func checkDice(dice []Color) error {
	for _, d := range dice {
		if !slices.Contains(Colors(), d) {
			return fmt.Errorf("%q is no attack die: they are %s", short(string(d)), inARow(Colors()))
		}
	}
	return nil
}

func checkAbilities(list []Ability) error {
	for i, a := range list {
		switch {
		case !slices.Contains(Abilities(), a):
			return fmt.Errorf("%q is no ability; they are %s", short(string(a)), inARow(Abilities()))
		case slices.Contains(list[:i], a):
			return fmt.Errorf("the ability %q is there twice", a)
		}
	}
	return nil
}

// Check says what is wrong in the faction. Its 17 units must be 9 basic, 6 elite and 2 legendary ones (1.2), and it
// has three generals at most (1.3).
func (f Faction) Check() error {
	switch {
	case strings.TrimSpace(f.Name) == "" || utf8.RuneCountInString(f.Name) > longest:
		return fmt.Errorf("a faction needs a name of 1 to %d letters", longest)
	case len(f.Units) > mostTypes:
		return fmt.Errorf("faction %q: %d types of units are more than %d", f.Name, len(f.Units), mostTypes)
	case len(f.Generals) > 3:
		return fmt.Errorf("faction %q: %d generals are more than 3", f.Name, len(f.Generals))
	}
	cards := map[Rank]int{}
	for i, c := range f.Units {
		if err := c.Check(); err != nil {
			return fmt.Errorf("faction %q: %w", f.Name, err)
		}
		if slices.ContainsFunc(f.Units[:i], func(x Card) bool { return strings.EqualFold(x.Name, c.Name) }) {
			return fmt.Errorf("faction %q: two types of units are called %q", f.Name, c.Name)
		}
		cards[c.Rank] += c.copies()
	}
	for _, r := range Ranks() {
		if want := compositionOf(r).cards; cards[r] != want {
			return fmt.Errorf("faction %q: it has %d %s units, there must be %d", f.Name, cards[r], r, want)
		}
	}
	for i, g := range f.Generals {
		if err := g.Check(f); err != nil {
			return fmt.Errorf("faction %q: %w", f.Name, err)
		}
		if slices.ContainsFunc(f.Generals[:i], func(x General) bool { return strings.EqualFold(x.Name, g.Name) }) {
			return fmt.Errorf("faction %q: two generals are called %q", f.Name, g.Name)
		}
	}
	return nil
}
