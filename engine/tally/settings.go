package tally

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"astragal/engine"
)

// Mode is how a roll becomes a result.
type Mode string

// The modes.
const (
	// Sum adds all dice up.
	Sum Mode = "sum"
	// Faces counts how often each face lies up; there is no total.
	Faces Mode = "faces"
	// Pool counts the dice that reach a threshold.
	Pool Mode = "pool"
	// Keep adds the highest or the lowest few up.
	Keep Mode = "keep"
	// Notation counts what dice notation says ("2d20kh1+5").
	Notation Mode = "notation"
)

// Modes lists all modes.
func Modes() []Mode { return []Mode{Sum, Faces, Pool, Keep, Notation} }

// Order says who rolls next.
type Order string

// The orders. The empty one is Free.
const (
	Free  Order = "free"
	Turns Order = "turns"
)

// Again says which dice are rolled a second time. Each is rolled again once at most.
type Again struct {
	// Values are faces that must be rolled again whenever they show.
	Values []int `json:"values,omitempty"`
	// Chosen: the player may choose dice to roll again.
	Chosen bool `json:"chosen,omitempty"`
}

// Preset is dice notation with a name.
type Preset struct {
	Name     string `json:"name"`
	Notation string `json:"notation"`
	// Player is the name of the player whose preset it is. If it is empty, it is everybody's.
	Player string `json:"player,omitempty"`
}

// Settings say how to count. The zero value adds all dice up.
type Settings struct {
	Mode Mode `json:"mode,omitempty"`
	// Target is a Pool's threshold. A die succeeds if it shows Target or more; with Below, Target or less.
	Target int  `json:"target,omitempty"`
	Below  bool `json:"below,omitempty"`
	// Double is a value that makes two successes in a Pool; nil if there is none.
	Double *int `json:"double,omitempty"`
	// Keep is how many dice mode Keep adds up: the highest; with Lowest, the lowest.
	Keep   int  `json:"keep,omitempty"`
	Lowest bool `json:"lowest,omitempty"`
	// Again is nil if dice are rolled once.
	Again *Again `json:"again,omitempty"`
	// Modifier is added to the result of every roll.
	Modifier int `json:"modifier,omitempty"`
	// ByColor counts the dice of each colour (the plastic's main one) for themselves. Then the results are added up.
	ByColor bool `json:"by_color,omitempty"`
	// Tens says how two ten-sided dice count if their faces don't tell. If it is empty, the session asks once.
	Tens Tens `json:"tens,omitempty"`

	// Notation is what is thrown and counted in mode Notation. If it is empty and there are Presets, the first of
	// them counts.
	Notation string `json:"notation,omitempty"`
	// Presets are notations with names. People choose one before a roll.
	Presets []Preset `json:"presets,omitempty"`

	// Order, Rounds, Min, Max and Shapes are about a session, not about one roll.
	Order Order `json:"order,omitempty"`
	// Rounds is how often everybody rolls before the count ends by itself; 0 means that somebody ends it.
	Rounds int `json:"rounds,omitempty"`
	// Min and Max bound the number of dice in a roll; 0 means 1 and engine.MostDice.
	Min int `json:"min,omitempty"`
	Max int `json:"max,omitempty"`
	// Shapes are the shapes that count; empty means all.
	Shapes []string `json:"shapes,omitempty"`
}

// full returns s with defaults for what was left out.
func (s Settings) full() Settings {
	if s.Mode == "" {
		s.Mode = Sum
	}
	if s.Order == "" {
		s.Order = Free
	}
	if s.Min == 0 {
		s.Min = 1
	}
	if s.Max == 0 {
		s.Max = engine.MostDice
	}
	return s
}

// thrown are the shapes that may lie on the table. There a d100 is two ten-sided dice.
func (s Settings) thrown() []string {
	if slices.Contains(s.Shapes, "d100") && !slices.Contains(s.Shapes, "d10") {
		return append(slices.Clone(s.Shapes), "d10")
	}
	return s.Shapes
}

// Check says what is wrong with s and how to mend it.
func (s Settings) Check() error {
	s = s.full()
	const most = 1000
	switch {
	case !slices.Contains(Modes(), s.Mode):
		return fmt.Errorf("the mode %q is not one of sum, faces, pool, keep, notation", s.Mode)
	case s.Order != Free && s.Order != Turns:
		return fmt.Errorf("the order %q is neither %q nor %q", s.Order, Free, Turns)
	case s.Modifier < -most || s.Modifier > most:
		return fmt.Errorf("the modifier %d is outside -%d to %d", s.Modifier, most, most)
	case s.Modifier != 0 && s.Mode == Faces:
		return errors.New("faces have no total that a modifier could change: leave it out")
	case s.Rounds < 0 || s.Rounds > most:
		return fmt.Errorf("%d rounds are outside 0 to %d (0: until ended)", s.Rounds, most)
	case s.Min < 1 || s.Max < s.Min || s.Max > engine.MostDice:
		return fmt.Errorf("%d to %d dice a roll can't be: 1 to %d are possible", s.Min, s.Max, engine.MostDice)
	}
	if s.Tens != "" && s.Tens != TensPair && s.Tens != TensEach {
		return fmt.Errorf("tens is %q: it must be %q (two ten-sided dice are one d100), %q (each counts for itself) or empty (ask)", s.Tens, TensPair, TensEach)
	}
	for _, shape := range s.Shapes {
		if engine.Sides(shape) == 0 {
			return fmt.Errorf("%q is no shape of a die: %s", shape, strings.Join(engine.AllShapes(), ", "))
		}
	}
	return cmp.Or(s.checkPool(), s.checkKeep(), s.checkAgain(), s.checkNotation())
}

func (s Settings) checkPool() error {
	switch {
	case s.Mode != Pool && (s.Target != 0 || s.Below || s.Double != nil):
		return fmt.Errorf("target, below and double belong to the mode %q, not %q", Pool, s.Mode)
	case s.Mode == Pool && (s.Target < 1 || s.Target > 1000):
		return fmt.Errorf("a pool needs a target of 1 to 1000, not %d", s.Target)
	case s.Mode == Pool && s.Double != nil && !s.succeeds(*s.Double):
		return fmt.Errorf("a %d can't count twice: it is no success with the target %d", *s.Double, s.Target)
	}
	return nil
}

func (s Settings) checkKeep() error {
	switch {
	case s.Mode != Keep && (s.Keep != 0 || s.Lowest):
		return fmt.Errorf("keep and lowest belong to the mode %q, not %q", Keep, s.Mode)
	case s.Mode == Keep && (s.Keep < 1 || s.Keep > engine.MostDice):
		return fmt.Errorf("keep needs 1 to %d dice to keep, not %d", engine.MostDice, s.Keep)
	}
	return nil
}

func (s Settings) checkAgain() error {
	switch {
	case s.Again == nil:
		return nil
	case len(s.Again.Values) == 0 && !s.Again.Chosen:
		return errors.New("to roll again, say which values, or that the player chooses")
	case len(s.Again.Values) > 100:
		return fmt.Errorf("%d values to roll again are too many (100)", len(s.Again.Values))
	}
	return nil
}

// Bounds on presets: how many there are, and how many letters a name has.
const (
	mostPresets = 40
	longestName = 60
)

func (s Settings) checkNotation() error {
	switch {
	case s.Mode != Notation && s.Notation != "":
		return fmt.Errorf("notation belongs to the mode %q, not %q", Notation, s.Mode)
	case s.Mode == Notation && s.Notation == "" && len(s.Presets) == 0:
		return fmt.Errorf("what is thrown? %w", errNoTerm)
	case s.Mode == Notation && (s.Modifier != 0 || s.Again != nil || s.ByColor || len(s.Shapes) > 0 || s.Min > 1 || s.Max != engine.MostDice || s.Tens != ""):
		return errors.New("the notation says which dice are thrown, what is added and what is rolled again: leave modifier, again, by_color, tens, shapes, min and max out")
	case len(s.Presets) > mostPresets:
		return fmt.Errorf("%d rolls with names are more than %d", len(s.Presets), mostPresets)
	}
	if s.Notation != "" {
		if _, err := parseNotation(s.Notation); err != nil {
			return err
		}
	}
	seen := map[string]bool{}
	for i, p := range s.Presets {
		_, err := parseNotation(p.Notation)
		switch {
		case p.Name == "" || utf8.RuneCountInString(p.Name) > longestName || utf8.RuneCountInString(p.Player) > longestName:
			return fmt.Errorf("the roll %d needs a name of 1 to %d letters", i+1, longestName)
		case seen[p.Player+"\x00"+p.Name]:
			return fmt.Errorf("two rolls are called %q: give one another name", p.Name)
		case err != nil:
			return fmt.Errorf("the roll %q: %w", p.Name, err)
		}
		seen[p.Player+"\x00"+p.Name] = true
	}
	return nil
}

// using are the settings with the notation of a preset, from 0; -1 leaves their own.
func (s Settings) using(preset int) Settings {
	if s.Mode == Notation && preset < 0 && s.Notation == "" {
		preset = 0
	}
	if preset >= 0 && preset < len(s.Presets) {
		s.Notation = s.Presets[preset].Notation
	}
	return s
}

// tens says how two ten-sided dice count in these settings.
func (s Settings) tens() Tens {
	if s.Mode != Notation {
		return s.Tens
	}
	if slices.ContainsFunc(s.formulaOf().terms, func(t term) bool { return t.shape == "d100" }) {
		return TensPair
	}
	return TensEach
}

// succeeds says whether a value is a success of a pool.
func (s Settings) succeeds(value int) bool {
	if s.Below {
		return value <= s.Target
	}
	return value >= s.Target
}

// ParseSettings reads settings from JSON. An unknown key is an error.
func ParseSettings(raw []byte) (Settings, error) {
	var s Settings
	if err := parse(raw, &s, &s); err != nil {
		return Settings{}, err
	}
	return s, nil
}

// parse reads JSON into a value that holds the settings s, and checks them.
func parse(raw []byte, into any, s *Settings) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	in := json.NewDecoder(bytes.NewReader(raw))
	in.DisallowUnknownFields()
	if err := in.Decode(into); err != nil {
		if field, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
			return fmt.Errorf("settings of a count: there is no setting %s: a newer version of this program may know it", field)
		}
		return fmt.Errorf("settings of a count: %w", err)
	}
	if err := s.Check(); err != nil {
		return fmt.Errorf("settings of a count: %w", err)
	}
	return nil
}

// Words says in a few words how the settings count ("pool, 5 or more, a 6 counts twice").
func (s Settings) Words() string {
	s = s.full().using(-1)
	words := []string{string(s.Mode)}
	switch s.Mode {
	case Pool:
		words = append(words, s.threshold())
		if s.Double != nil {
			words = append(words, fmt.Sprintf("a %d counts twice", *s.Double))
		}
	case Keep:
		words = append(words, fmt.Sprintf("the %s %d", s.end(), s.Keep))
	case Notation:
		words = []string{s.formulaOf().words()}
	default: // the mode's name says it all
	}
	if s.ByColor {
		words = append(words, "by colour")
	}
	switch s.Tens {
	case TensPair:
		words = append(words, "two ten-sided dice are one d100")
	case TensEach:
		words = append(words, "each ten-sided die for itself")
	}
	if s.Again != nil {
		words = append(words, s.Again.words())
	}
	if s.Modifier != 0 {
		words = append(words, fmt.Sprintf("%+d", s.Modifier))
	}
	return strings.Join(words, ", ")
}

func (s Settings) threshold() string {
	if s.Below {
		return fmt.Sprintf("%d or less", s.Target)
	}
	return fmt.Sprintf("%d or more", s.Target)
}

func (s Settings) end() string {
	if s.Lowest {
		return "lowest"
	}
	return "highest"
}

func (a Again) words() string {
	var which []string
	for _, v := range a.Values {
		which = append(which, fmt.Sprint(v))
	}
	if a.Chosen {
		which = append(which, "chosen dice")
	}
	return "rolled again once: " + strings.Join(which, ", ")
}
