package veradiscordia

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"astragal/engine"
)

// The id of this rulebook in a log's header, and its version. The version goes up when the same answers lead to
// another game.
const (
	Rulebook = "vera-discordia"
	revision = 2
)

// Book is a game of Vera Discordia, as a rulebook.
type Book struct {
	header   engine.Header
	settings Settings
	items    map[string]Item
	// factions and rulings are those of the settings, with defaults for what was left out.
	factions []Faction
	rulings  map[string]string
}

// New makes a game for two players. The error says which setting or name is wrong.
func New(title string, players []engine.Player, s Settings) (*Book, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("vera discordia: settings: %w", err)
	}
	return Open(engine.Header{Rulebook: Rulebook, Title: title, Players: players, Settings: raw})
}

// Open makes the game that a log's header describes.
func Open(h engine.Header) (*Book, error) {
	if h.Rulebook != Rulebook {
		return nil, fmt.Errorf("vera discordia: the log is of a game of %q, not of %q: a newer version of this program may know it", short(h.Rulebook), Rulebook)
	}
	if len(h.Players) != 2 {
		return nil, fmt.Errorf("vera discordia: it is a game for 2 players, not %d", len(h.Players))
	}
	for i, p := range h.Players {
		if strings.TrimSpace(p.Name) == "" || utf8.RuneCountInString(p.Name) > longest {
			return nil, fmt.Errorf("vera discordia: player %d needs a name of 1 to %d letters", i+1, longest)
		}
	}
	if h.Players[0].Name == h.Players[1].Name {
		return nil, fmt.Errorf("vera discordia: two players are called %q: give one another name", h.Players[0].Name)
	}
	if n := utf8.RuneCountInString(h.Title); n > 200 {
		return nil, fmt.Errorf("vera discordia: the title has %d letters, 200 at the most", n)
	}
	s, err := ParseSettings(h.Settings)
	if err != nil {
		return nil, err
	}
	// The log must be readable without this program's own cards.
	if len(s.Cards) == 0 {
		s.Cards = Demo()
		if h.Settings, err = json.Marshal(s); err != nil {
			return nil, fmt.Errorf("vera discordia: settings: %w", err)
		}
	}
	h.Revision = revision
	b := &Book{header: h, settings: s, items: map[string]Item{}, factions: s.factions(), rulings: map[string]string{}}
	for _, item := range Items() {
		b.items[item.ID] = item
		if item.Uncertain {
			b.rulings[item.ID] = s.ruling(item)
		}
	}
	return b, nil
}

// Header is the header of the game's log.
func (b *Book) Header() engine.Header { return b.header }

// Settings are what the table agreed on.
func (b *Book) Settings() Settings { return b.settings }

// Play plays the game.
func (b *Book) Play(t *engine.Table) engine.Outcome {
	g := newGame(b, t)
	t.Show(func(engine.Seat) any { return g.state() })
	if b.settings.First != nil {
		g.fromPosition()
	} else {
		g.setup()
	}
	for g.over == nil {
		g.playRound()
	}
	g.phase, g.turn = "over", engine.Everyone
	return *g.over
}
