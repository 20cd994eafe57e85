package companion

import (
	"encoding/json"
	"fmt"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
)

// gameNote is an entry of a game's log; the first one is its header and begins it. Throws are those
// that it counts, Seen says where a camera saw its dice.
type gameNote struct {
	Game   int                    `json:"game"`
	Entry  engine.Entry           `json:"entry"`
	Throws []int                  `json:"throws,omitempty"`
	Seen   map[string]throw.Place `json:"seen,omitempty"`
}

// seatNote says which device holds a seat from then on; none when it was left.
type seatNote struct {
	Game   int         `json:"game"`
	Seat   engine.Seat `json:"seat"`
	Device string      `json:"device,omitempty"`
	// Line is for the log, where the seat was taken over.
	Line string `json:"line,omitempty"`
}

// handNote are dice of a roll that were typed before it was whole.
type handNote struct {
	Game     int                 `json:"game"`
	Question string              `json:"question"`
	Shown    []protocol.ShownDie `json:"shown"`
}

// trayNote says which game the tray is for; 0 counts.
type trayNote struct {
	Game     int    `json:"game"`
	Question string `json:"question,omitempty"`
	// Back is, for a request, the game that has the tray again when it is done.
	Back int `json:"back,omitempty"`
	// Showing are the colours that the next throw shows: it is no roll.
	Showing []string `json:"showing,omitempty"`
}

type pauseNote struct {
	Game   int  `json:"game"`
	Paused bool `json:"paused"`
}

// recalled is a game of the journal while that is being read.
type recalled struct {
	log []engine.Entry
	at  []time.Time
	// refused is the last proposal and who said no to it, where nothing was done since.
	refused refused
	*game
}

// recallThrow takes in a throw that was made for the game.
func (r *recalled) recallThrow(t throw.Throw) {
	r.refused = refused{}
	if r.showing != nil && t.Question == "" {
		r.shown = t.ID
	}
}

// recallGame takes in a note about a game; false when it is about something else.
func (s *Session) recallGame(n Note) (known bool, err error) {
	switch n.Kind {
	case noteGame:
		return true, s.recallGameEntry(n)
	case noteSeat:
		var b seatNote
		g, err := s.recallOf(n, &b, func() int { return b.Game })
		if err == nil {
			g.seatMoved(b, len(g.log), n.At)
		}
		return true, err
	case noteHand:
		var b handNote
		g, err := s.recallOf(n, &b, func() int { return b.Game })
		if err == nil {
			g.hand(b.Question, b.Shown, len(s.throws))
		}
		return true, err
	case notePause:
		var b pauseNote
		g, err := s.recallOf(n, &b, func() int { return b.Game })
		if err == nil {
			g.paused = b.Paused
			if b.Paused && s.play == b.Game {
				s.play = 0
			} else if !b.Paused {
				s.takeTray(g.game, "")
			}
		}
		return true, err
	case noteTray:
		var b trayNote
		if err := json.Unmarshal(n.Body, &b); err != nil {
			return true, err
		}
		s.play = b.Game
		if b.Game >= 1 && b.Game <= len(s.reading) {
			g := s.reading[b.Game-1]
			g.wanted, g.back, g.showing, g.shown = b.Question, b.Back, b.Showing, 0
		}
		return true, nil
	case noteAsk:
		return true, s.recallAsk(n)
	case noteConsent:
		return true, s.recallConsent(n)
	case noteArmy:
		return true, s.recallArmy(n)
	case noteDyes:
		return true, s.recallDyes(n)
	}
	return false, nil
}

// recallOf reads a note's body and finds the game that it is about.
func (s *Session) recallOf(n Note, body any, game func() int) (*recalled, error) {
	if err := json.Unmarshal(n.Body, body); err != nil {
		return nil, err
	}
	if id := game(); id < 1 || id > len(s.reading) {
		return nil, fmt.Errorf("it belongs to game %d of the table, which is not there", id)
	}
	return s.reading[game()-1], nil
}

func (s *Session) recallGameEntry(n Note) error {
	var b gameNote
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	if b.Game == len(s.reading)+1 && b.Entry.Header != nil {
		s.reading = append(s.reading, &recalled{game: newGame(b.Game, rulebook.Kind{}, nil)})
	}
	if b.Game < 1 || b.Game > len(s.reading) {
		return fmt.Errorf("it belongs to game %d of the table, which is not there", b.Game)
	}
	g := s.reading[b.Game-1]
	g.log, g.at = append(g.log, b.Entry), append(g.at, n.At)
	g.goesOn()
	g.refused = refused{}
	for _, id := range b.Throws {
		if id < 1 || id > len(s.throws) {
			return fmt.Errorf("it counts throw %d, which is not there", id)
		}
	}
	for _, at := range b.Seen {
		if at.Throw < 1 || at.Throw > len(s.throws) {
			return fmt.Errorf("it has dice of throw %d, which is not there", at.Throw)
		}
	}
	if len(b.Throws) > 0 || len(b.Seen) > 0 {
		s.countThrows(g.game, b.Entry.N, b.Throws, b.Seen)
	}
	if b.Entry.Answer != nil {
		delete(g.typed, b.Entry.Answer.To)
	}
	return nil
}

// reopenGames plays the logs of the journal's games.
func (s *Session) reopenGames() error {
	for _, r := range s.reading {
		k, err := s.kind(r.log[0].Header.Rulebook)
		if err != nil {
			return fmt.Errorf("go on with game %d of the table: %w", r.id, err)
		}
		e, err := k.Reopened(r.log)
		if err != nil {
			return fmt.Errorf("go on with game %d of the table: %w", r.id, err)
		}
		g := r.game
		g.kind, g.game, g.disk, g.at = k, e, len(r.log), r.at
		s.games = append(s.games, g)
		g.reopenAsk(r.refused)
		if q, ok := g.rolling(); ok {
			s.identify(s.gather(g, q))
		}
	}
	s.reading = nil
	if s.play > len(s.games) {
		s.play = 0
	}
	return nil
}
