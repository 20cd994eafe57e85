package veradiscordia

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Start describes one side of a position.
type Start struct {
	Faction string `json:"faction"`
	General string `json:"general,omitempty"`
	// Motivation is 10 if it is left out.
	Motivation *int `json:"motivation,omitempty"`
	// Destroyed is how many units the side has lost since the game began.
	Destroyed int `json:"destroyed,omitempty"`
	// Hand is how many cards the player holds. Discarded are the orders in the discard pile. All other cards are in
	// the deck.
	Hand      int           `json:"hand,omitempty"`
	Discarded map[Order]int `json:"discarded,omitempty"`
	// Vanguard and Rearguard list the spaces of the four columns, from the first player's left. An opening is "-".
	// Any other space begins with the unit's name, or with ? for a face-down unit that isn't known. Behind commas
	// follow any of: closed, general, holds (its terrain), enraged, chaotic, "lp 3", "has rage", an order's name for
	// a face-down order that has been seen, "order" for one that has not, "support up", "defense up".
	Vanguard  []string `json:"vanguard,omitempty"`
	Rearguard []string `json:"rearguard,omitempty"`
}

func (s Settings) checkStart() error {
	if s.First == nil && s.Second == nil {
		if len(s.Terrain) > 0 || s.Begin != "" || s.Round != 0 || s.Initiative != 0 {
			return errors.New("terrain, begin, round and initiative belong to a described position: give first and second too")
		}
		return nil
	}
	switch {
	case s.First == nil || s.Second == nil:
		return errors.New("a described position needs both sides, first and second")
	case s.Begin != "" && s.Begin != AtBeginning && s.Begin != AtResolution:
		return fmt.Errorf("begin: %q is neither %q nor %q", short(string(s.Begin)), AtBeginning, AtResolution)
	case s.Round < 0 || s.Round > 1000 || s.Initiative < 0 || s.Initiative > 2:
		return fmt.Errorf("round %d with the initiative of seat %d can't be", s.Round, s.Initiative)
	case len(s.Terrain) != 0 && len(s.Terrain) != columns:
		return fmt.Errorf("terrain: it is given for %d of %d columns", len(s.Terrain), columns)
	}
	for _, t := range s.Terrain {
		if !slices.Contains(Terrains(), t) {
			return fmt.Errorf("terrain: %q is none of %s", short(string(t)), inARow(Terrains()))
		}
	}
	if _, err := s.First.side(s.factions(), 1); err != nil {
		return fmt.Errorf("the first side: %w", err)
	}
	if _, err := s.Second.side(s.factions(), 2); err != nil {
		return fmt.Errorf("the second side: %w", err)
	}
	return nil
}

// side makes the side that st describes.
func (st *Start) side(factions []Faction, seat int) (*side, error) {
	f := slices.IndexFunc(factions, func(x Faction) bool { return x.Name == st.Faction })
	if f < 0 {
		return nil, fmt.Errorf("there is no faction %q", short(st.Faction))
	}
	sd := &side{faction: &factions[f], motivation: motivationAtStart, destroyed: st.Destroyed, hand: st.Hand, discard: map[Order]int{}, loose: true}
	if st.General != "" {
		k := slices.IndexFunc(sd.faction.Generals, func(x General) bool { return x.Name == st.General })
		if k < 0 {
			return nil, fmt.Errorf("the faction %q has no general %q", st.Faction, short(st.General))
		}
		sd.general = &sd.faction.Generals[k]
	}
	if st.Motivation != nil {
		sd.motivation = *st.Motivation
	}
	if sd.motivation < 1 || sd.motivation > motivationAtStart || st.Destroyed < 0 || st.Destroyed > unitsEach || st.Hand < 0 {
		return nil, fmt.Errorf("motivation %d, destroyed %d and hand %d can't be", sd.motivation, st.Destroyed, st.Hand)
	}
	for row, spaces := range [][]string{st.Vanguard, st.Rearguard} {
		if len(spaces) != 0 && len(spaces) != columns {
			return nil, fmt.Errorf("%s: it has %d of %d spaces", rowName(row), len(spaces), columns)
		}
		for col, text := range spaces {
			if strings.TrimSpace(text) == "-" || strings.TrimSpace(text) == "" {
				continue
			}
			u, err := st.unit(sd, text)
			if err != nil {
				return nil, fmt.Errorf("in space %s: %w", spaceName(row, col), err)
			}
			u.seat, u.row, u.col, u.id = seatOf(seat), row, col, len(sd.units)
			if u.hold != 0 {
				u.hold = col + 1
			}
			if u.hold > 0 && row != vanguard {
				return nil, fmt.Errorf("in space %s: only a unit in the vanguard holds a terrain", spaceName(row, col))
			}
			sd.units = append(sd.units, u)
		}
	}
	return sd, st.deck(sd)
}

// deck counts the cards of the order deck, and checks that the position has none too many.
func (st *Start) deck(sd *side) error {
	rest := deckSize - st.Hand
	for kind, n := range st.Discarded {
		if n < 0 || n > deckOf(kind) {
			return fmt.Errorf("discarded: %d of the order %q can't be", n, short(string(kind)))
		}
		sd.discard[kind] = n
		rest -= n
	}
	for _, u := range sd.units {
		if u.order != nil {
			rest--
		}
	}
	if sd.draw = rest; rest < 0 {
		return fmt.Errorf("there are more than %d orders in hand, on units and discarded", deckSize)
	}
	for _, kind := range Orders() {
		if sd.unseen(kind) < 0 {
			return fmt.Errorf("the order %q is there more than %d times", kind, deckOf(kind))
		}
	}
	generals := 0
	for _, u := range sd.units {
		if u.general {
			generals++
		}
	}
	switch {
	case generals > 1:
		return fmt.Errorf("%d units are the general: only one can be", generals)
	case generals == 1 && sd.general == nil:
		return errors.New("a unit is the general, but the side names none")
	case len(sd.units) > unitsEach:
		return fmt.Errorf("there are %d units: %d at the most", len(sd.units), unitsEach)
	}
	return nil
}

// unit reads one space.
func (st *Start) unit(sd *side, text string) (*unit, error) {
	words := strings.Split(text, ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	u := &unit{must: map[Ability]bool{}, mustNot: map[Ability]bool{}}
	if words[0] == "?" {
		u.closed = true
	} else {
		k := slices.IndexFunc(sd.faction.Units, func(c Card) bool { return c.Name == words[0] })
		if k < 0 {
			return nil, fmt.Errorf("the faction %q has no unit %q", sd.faction.Name, short(words[0]))
		}
		u.card, u.printed = &sd.faction.Units[k], &sd.faction.Units[k]
	}
	for _, word := range words[1:] {
		if err := u.describe(sd, word); err != nil {
			return nil, err
		}
	}
	if u.card == nil && !slices.ContainsFunc(sd.faction.Units, u.fits) {
		return nil, fmt.Errorf("the faction %q has no unit with all that is announced of the closed one", sd.faction.Name)
	}
	return u, nil
}

// describe reads one word that follows the unit's name.
func (u *unit) describe(sd *side, word string) error {
	switch word {
	case "closed":
		u.closed = true
	case "general":
		u.general = true
	case "holds":
		u.hold = -1
	case "enraged":
		u.enraged = true
	case "chaotic":
		u.chaotic = true
	case "order":
		u.order = &laid{}
	case "support up", "defense up":
		u.order = &laid{kind: Order(strings.TrimSuffix(word, " up")), up: true}
	default:
		return u.describeMore(sd, word)
	}
	return nil
}

func (u *unit) describeMore(sd *side, word string) error {
	if slices.Contains(Orders(), Order(word)) && Order(word) != Tactic {
		u.order = &laid{kind: Order(word)}
		return nil
	}
	if name, ok := strings.CutPrefix(word, "has "); ok {
		if !slices.Contains(Abilities(), Ability(name)) || u.card != nil {
			return fmt.Errorf("%q: only a unit that is not known announces an ability", short(word))
		}
		u.must[Ability(name)] = true
		return nil
	}
	number, ok := strings.CutPrefix(word, "lp ")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || u.card == nil {
		return fmt.Errorf("%q says nothing about a unit", short(word))
	}
	most := u.card.LifePoints()
	if u.general && sd.general != nil && slices.Contains(sd.general.Heroism.Abilities, Guards) {
		most++
	}
	if n < 1 || n > most {
		return fmt.Errorf("lp %d is outside 1 to %d", n, most)
	}
	u.lost = most - n
	return nil
}
