package tally

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"astragal/engine"
)

// Rulebook is the name by which a log's header knows this rulebook. The number counts the changes to what it makes
// of the same answers.
const (
	Rulebook = "tally"
	revision = 3
	// By this revision, every ten-sided die counted for itself.
	eachRevision = 1
)

// Book is a session of counting, as a rulebook.
type Book struct {
	header   engine.Header
	settings Settings
	// old: the session began by eachRevision. It goes on counting that way.
	old bool
	// said is what was answered about ten-sided dice in the session that this one continues.
	said map[string]string
	// preset is the preset in use there, from 1. 0 means the settings' own notation.
	preset int
}

// opening is what a header says of a session: how it counts, and what it continues.
type opening struct {
	Settings
	Said map[string]string `json:"said,omitempty"`
	// Preset is the number of the preset in use, from 1.
	Preset int `json:"preset,omitempty"`
}

// New makes a session for players. Without players it is one tray without names. The error says which setting or
// name is wrong.
func New(title string, players []engine.Player, s Settings) (*Book, error) {
	return newBook(title, players, opening{Settings: s})
}

func newBook(title string, players []engine.Player, o opening) (*Book, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("count: settings: %w", err)
	}
	return Open(engine.Header{Rulebook: Rulebook, Revision: revision, Title: title, Players: players, Settings: raw})
}

// Next is a session that continues a game of this one in a log of its own. It has the same players, the answers
// about ten-sided dice, and the preset in use. Its totals begin at nothing: whoever shows totals adds those before.
// There is no Next in two cases:
//   - the game waits for anything else than a new roll of the player who comes first
//   - the settings end the session after a number of rounds
func (b *Book) Next(g *engine.Game) (*Book, bool) {
	st, ok := StateOf(g)
	if !ok || st.Open != nil || b.old || b.settings.Rounds > 0 || g.Outcome() != nil || g.Diverged() != nil {
		return nil, false
	}
	if len(st.Next) == 0 || b.settings.Order == Turns && st.Next[0] > 1 {
		return nil, false
	}
	next, err := newBook(b.header.Title, b.header.Players, opening{b.Settings(), st.said, st.Preset})
	return next, err == nil
}

// Open makes the session that a log's header is about.
func Open(h engine.Header) (*Book, error) {
	if h.Rulebook != Rulebook {
		return nil, fmt.Errorf("count: the log is of a game of %q, not of %q: a newer version of this program may know it", h.Rulebook, Rulebook)
	}
	if err := checkPlayers(h.Players); err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	if n := utf8.RuneCountInString(h.Title); n > 200 {
		return nil, fmt.Errorf("count: the title has %d letters, 200 at the most", n)
	}
	var o opening
	if err := parse(h.Settings, &o, &o.Settings); err != nil {
		return nil, err
	}
	b := &Book{header: h, settings: o.full(), said: o.Said, preset: o.Preset}
	if h.Revision == eachRevision { // it goes on counting as it began
		b.old, b.settings.Tens = true, TensEach
		return b, nil
	}
	b.header.Revision = revision
	return b, nil
}

func checkPlayers(players []engine.Player) error {
	const most, longest = 100, 60
	if len(players) > most {
		return fmt.Errorf("%d players are more than %d", len(players), most)
	}
	seen := map[string]bool{}
	for i, p := range players {
		switch {
		case p.Name == "" || utf8.RuneCountInString(p.Name) > longest || utf8.RuneCountInString(p.Team) > longest:
			return fmt.Errorf("player %d needs a name of 1 to %d letters", i+1, longest)
		case seen[p.Name]:
			return fmt.Errorf("two players are called %q: give one another name", p.Name)
		}
		seen[p.Name] = true
	}
	return nil
}

// Header is what the log begins with.
func (b *Book) Header() engine.Header { return b.header }

// Settings are how the session counts.
func (b *Book) Settings() Settings {
	s := b.settings
	if b.old {
		s.Tens = ""
	}
	return s
}

// Old reports whether the session began by eachRevision, when every ten-sided die counted for itself.
func (b *Book) Old() bool { return b.old }

// Play asks for rolls until somebody ends the count.
func (b *Book) Play(t *engine.Table) engine.Outcome {
	s := newSession(b, t)
	t.Show(func(engine.Seat) any { return s.state() })
	for n := 1; len(s.seats()) > 0; n++ {
		if s.roll(n) == optionEnd {
			break
		}
	}
	s.next = nil
	outcome := engine.Outcome{Text: s.standings()}
	t.Tell(engine.Fact{Kind: engine.FactEvent, Rule: ruleEnd, Text: "The count is over: " + outcome.Text})
	return outcome
}
