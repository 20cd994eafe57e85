package veradiscordia

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// StrategyKind is the icon of a general's Strategy (1.3).
type StrategyKind string

// The two icons.
const (
	// Star marks a Strategy that is added to the player's Tactic order each time that it is executed.
	Star StrategyKind = "star"
	// Diamond marks a Strategy that is used once per game, at the time that the card names.
	Diamond StrategyKind = "diamond"
)

// When is the time at which a Diamond may be used.
type When string

// The times of a Diamond.
const (
	// AtRound is the beginning of a round.
	AtRound When = "round"
	// AtTurn is the beginning of the player's turn, before the order.
	AtTurn When = "turn"
)

// General is a general card (1.3).
type General struct {
	Name       string     `json:"name"`
	Heroism    Heroism    `json:"heroism,omitzero"`
	Leadership Leadership `json:"leadership,omitzero"`
	Strategy   *Strategy  `json:"strategy,omitempty"`
}

// Heroism is what the general's unit gains.
type Heroism struct {
	Abilities []Ability `json:"abilities,omitempty"`
	Dice      []Color   `json:"dice,omitempty"`
}

// Leadership changes the army. What these fields can't say stands in Text. The table is told the text before
// recruiting and applies it itself.
type Leadership struct {
	// Ranks are ranks of unit that may hold the general besides elite units.
	Ranks []Rank `json:"ranks,omitempty"`
	// Recruit replaces how many units of a rank are recruited. All ranks together must still make 8.
	Recruit map[Rank]int `json:"recruit,omitempty"`
	// Without lists types of units that may not be recruited.
	Without []string `json:"without,omitempty"`
	// Closed is added to the number of closed units.
	Closed int    `json:"closed,omitempty"`
	Text   string `json:"text,omitempty"`
}

// Strategy is the special power of a general.
type Strategy struct {
	Kind StrategyKind `json:"kind"`
	// When is set for a Diamond only.
	When When `json:"when,omitempty"`
	// Dice is how many dice are added to the attack for which the Tactic is executed.
	Dice int `json:"dice,omitempty"`
	// Life is how many life points a unit gains, up to its maximum: the unit with the Tactic, or for a Diamond the
	// general's unit.
	Life int `json:"life,omitempty"`
	// Motivation is how much Motivation the army gains, up to its 10.
	Motivation int `json:"motivation,omitempty"`
	// Text is read out. If no number stands above, the table decides what the Strategy does.
	Text string `json:"text,omitempty"`
}

// ruled says that the table decides what the Strategy does.
func (s Strategy) ruled() bool { return s.Dice == 0 && s.Life == 0 && s.Motivation == 0 }

const mostText = 500

// Check says what is wrong on the card of a general of f.
func (n General) Check(f Faction) error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("general %q: %w", short(n.Name), fmt.Errorf(format, args...))
	}
	if strings.TrimSpace(n.Name) == "" || utf8.RuneCountInString(n.Name) > longest {
		return fmt.Errorf("a general needs a name of 1 to %d letters", longest)
	}
	if err := checkDice(n.Heroism.Dice); err != nil {
		return wrong("%w", err)
	}
	if err := checkAbilities(n.Heroism.Abilities); err != nil {
		return wrong("%w", err)
	}
	if len(n.Heroism.Dice) > mostOnCard {
		return wrong("%d dice are more than %d", len(n.Heroism.Dice), mostOnCard)
	}
	for _, a := range []Ability{MaximumLife, Metamorphosis} {
		if slices.Contains(n.Heroism.Abilities, a) {
			return wrong("%s belongs on a unit", a)
		}
	}
	if err := n.Leadership.check(f); err != nil {
		return wrong("%w", err)
	}
	if n.Strategy != nil {
		if err := n.Strategy.check(); err != nil {
			return wrong("%w", err)
		}
	}
	return nil
}

func (l Leadership) check(f Faction) error {
	for _, r := range l.Ranks {
		if !slices.Contains(Ranks(), r) {
			return fmt.Errorf("leadership: the rank %q is none of %s", short(string(r)), inARow(Ranks()))
		}
	}
	if l.Closed < -unitsEach || l.Closed > unitsEach || len(l.Text) > mostText {
		return fmt.Errorf("leadership: %d closed units more or a text of %d letters can't be", l.Closed, len(l.Text))
	}
	for _, name := range l.Without {
		if !slices.ContainsFunc(f.Units, func(c Card) bool { return c.Name == name }) {
			return fmt.Errorf("leadership: there is no unit %q to do without", short(name))
		}
	}
	for r := range l.Recruit {
		if !slices.Contains(Ranks(), r) {
			return fmt.Errorf("leadership: the rank %q is none of %s", short(string(r)), inARow(Ranks()))
		}
	}
	total := 0
	for _, r := range Ranks() {
		n := l.recruited(r)
		room := 0
		for _, c := range f.Units {
			if c.Rank == r && !slices.Contains(l.Without, c.Name) {
				room += c.copies()
			}
		}
		if n < 0 || n > room {
			return fmt.Errorf("leadership: %d %s units can't be recruited from %d", n, r, room)
		}
		total += n
	}
	if total != unitsEach {
		return fmt.Errorf("leadership: it recruits %d units, an army has %d", total, unitsEach)
	}
	return nil
}

// recruited is how many units of a rank are drawn (2.4).
func (l Leadership) recruited(r Rank) int {
	if n, ok := l.Recruit[r]; ok {
		return n
	}
	return compositionOf(r).recruited
}

func (s Strategy) check() error {
	switch {
	case s.Kind != Star && s.Kind != Diamond:
		return fmt.Errorf("strategy: the kind %q is neither %q nor %q", short(string(s.Kind)), Star, Diamond)
	case s.Kind == Star && s.When != "":
		return fmt.Errorf("strategy: a star belongs to the Tactic and names no other time")
	case s.Kind == Diamond && s.When != AtRound && s.When != AtTurn:
		return fmt.Errorf("strategy: a diamond is used at %q or %q, not %q", AtRound, AtTurn, short(string(s.When)))
	case s.Kind == Diamond && s.Dice != 0:
		return fmt.Errorf("strategy: only a star adds dice to an attack")
	case s.Dice < -5 || s.Dice > 5 || s.Life < 0 || s.Life > mostLife || s.Motivation < 0 || s.Motivation > motivationAtStart:
		return fmt.Errorf("strategy: %d dice, %d life points, %d motivation can't be", s.Dice, s.Life, s.Motivation)
	case len(s.Text) > mostText:
		return fmt.Errorf("strategy: the text has %d letters, %d at the most", len(s.Text), mostText)
	case s.ruled() && strings.TrimSpace(s.Text) == "":
		return fmt.Errorf("strategy: it does nothing: give dice, life or motivation, or a text that the table rules on")
	}
	return nil
}
