package rulebook

import (
	"encoding/json"
	"fmt"

	"astragal/companion/names"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/request"
	"astragal/engine/tally"
)

// Kind is a rulebook that a table can host: everything that the table needs to know of it.
type Kind struct {
	// ID is the rulebook's name in the header of a log.
	ID string
	// Name is what people call it.
	Name string
	// Least and Most bound the players; Least may be 0.
	Least, Most int
	// Form names the page's form for a new game and its board: "plain" where it has none of its own.
	Form string
	// Single says that without players it counts one roll.
	Single bool
	// Asked says that another program asks for it: nobody at the table begins one.
	Asked bool
	// Brings is the key in a setup for what the players bring, in their order; empty if they bring nothing.
	Brings string
	// Judge says in a sentence what is wrong with what a player brings to a game with such a setup; empty if it may be played. The error says that it,
	// or the setup, can't be read. Judge is nil if players bring nothing.
	Judge func(setup, own json.RawMessage) (why string, err error)
	// New makes the rulebook of a new game. Setup is what the form says.
	New func(title string, players []engine.Player, setup json.RawMessage) (engine.Rulebook, error)
	// Open makes the rulebook that a log's header is about.
	Open func(engine.Header) (engine.Rulebook, error)
}

// All are the rulebooks that this program knows.
func All() []Kind {
	return append(dragonGames(), veraGame(), tallyGame(), Request())
}

// tallyGame counts what players roll, as a game with a log of its own.
func tallyGame() Kind {
	return Kind{ID: tally.Rulebook, Name: "Count dice", Least: 0, Most: 12, Form: "tally",
		New: func(title string, players []engine.Player, setup json.RawMessage) (engine.Rulebook, error) {
			s, err := tally.ParseSettings(setup)
			if err != nil {
				return nil, err
			}
			return tally.New(title, players, s)
		},
		Open: func(h engine.Header) (engine.Rulebook, error) { return tally.Open(h) },
	}
}

// Make is the rulebook of a new game.
func (k Kind) Make(n protocol.NewGame) (engine.Rulebook, error) {
	switch {
	case k.Single && len(n.Players) == 0: // one roll is counted
	case len(n.Players) < k.Least || len(n.Players) > k.Most:
		return nil, fmt.Errorf("%s is for %d to %d players, not %d", k.Name, k.Least, k.Most, len(n.Players))
	}
	title, err := names.Optional("the game", n.Title, protocol.MostTitle)
	if err != nil {
		return nil, err
	}
	players, err := protocol.TidyPlayers(n.Players)
	if err != nil {
		return nil, err
	}
	setup, err := protocol.TidyNames(n.Setup)
	if err != nil {
		return nil, err
	}
	return k.New(title, players, setup)
}

// Reopened is the engine's game of a log.
func (k Kind) Reopened(log []engine.Entry) (*engine.Game, error) {
	book, err := k.Book(log)
	if err != nil {
		return nil, err
	}
	return engine.Replay(book, log)
}

// Book is the rulebook that a log is played by.
func (k Kind) Book(log []engine.Entry) (engine.Rulebook, error) {
	if len(log) == 0 || log[0].Header == nil {
		return nil, fmt.Errorf("%w: it doesn't begin with a header", engine.ErrLog)
	}
	return k.Open(*log[0].Header)
}

// Request is a roll that another program asks for. People don't begin one.
func Request() Kind {
	return Kind{ID: request.Rulebook, Name: "Roll for another program", Least: 0, Most: 1, Form: "plain", Single: true, Asked: true,
		New: func(_ string, players []engine.Player, setup json.RawMessage) (engine.Rulebook, error) {
			var s request.Settings
			if err := json.Unmarshal(setup, &s); err != nil {
				return nil, fmt.Errorf("request: its settings: %w", err)
			}
			return request.New(players, s)
		},
		Open: func(h engine.Header) (engine.Rulebook, error) { return request.Open(h) },
	}
}
