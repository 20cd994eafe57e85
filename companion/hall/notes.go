package hall

import (
	"encoding/json"
	"fmt"
	"time"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
)

// The hall's kinds of note in a journal. Their bodies are the types of this file and of the files about armies, dyes and
// consent. The body of NoteAct is the act.
const (
	NoteAct = "act" // what somebody said of a throw

	noteGame    = "game"
	noteSeat    = "seat"
	noteHand    = "hand"
	noteTray    = "tray"
	notePause   = "pause"
	noteAsk     = "ask"     // a proposal that seats must agree to
	noteConsent = "consent" // what one of them said of it
	noteArmy    = "army"
	noteDyes    = "dyes"
)

// gameNote is an entry of a game's log. The first entry is the header, and begins the game. Throws are the throws that the
// entry counts, Seen says where a camera saw its dice.
type gameNote struct {
	Game   int                    `json:"game"`
	Entry  engine.Entry           `json:"entry"`
	Throws []int                  `json:"throws,omitempty"`
	Seen   map[string]throw.Place `json:"seen,omitempty"`
}

// seatNote says which device holds a seat from then on. An empty device frees the seat.
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

// trayNote says which game the tray is for. If it is 0, the dice are only counted.
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

// RecallThrow takes in a throw of the journal.
func (r Reading) RecallThrow(t throw.Throw) {
	if t.Game > 0 && t.Game <= len(r.reading) {
		r.reading[t.Game-1].recallThrow(t)
	}
}

// RecallAct takes in what somebody said of a throw. was is the throw before that, next the throw after it.
func (r Reading) RecallAct(a protocol.Act, was, next throw.Throw) {
	if was.Status == protocol.ThrowAsking && was.Game >= 1 && was.Game <= len(r.reading) {
		r.follow(r.reading[was.Game-1].Game, a, next)
	}
}

// Reading puts a hall together from the notes of a table's file, in their order. Each note is applied to the state of its time. Once all notes are
// applied, Reopen plays the games.
type Reading struct {
	*State
	kinds
}

// recalled is a game of the journal until all notes are read.
type recalled struct {
	log []engine.Entry
	at  []time.Time
	// refused is the last proposal if somebody said no to it and nothing was done since.
	refused refused
	*Game
}

// recallThrow takes in a throw that was made for the game.
func (r *recalled) recallThrow(t throw.Throw) {
	r.refused = refused{}
	if r.showing != nil && t.Question == "" {
		r.shown = t.ID
	}
}

// Recall takes in a note about a game; known is false if the note is about something else.
func (r Reading) Recall(n journal.Note) (known bool, err error) {
	switch n.Kind {
	case noteGame:
		return true, r.recallGameEntry(n)
	case noteSeat:
		var b seatNote
		g, err := r.recallOf(n, &b, func() int { return b.Game })
		if err == nil {
			g.seatMoved(b, len(g.log), n.At)
		}
		return true, err
	case noteHand:
		var b handNote
		g, err := r.recallOf(n, &b, func() int { return b.Game })
		if err == nil {
			g.typed.Hand(b.Question, b.Shown, r.throws.Len())
		}
		return true, err
	case notePause:
		var b pauseNote
		g, err := r.recallOf(n, &b, func() int { return b.Game })
		if err == nil {
			r.applyPause(g.Game, b)
		}
		return true, err
	case noteTray:
		var b trayNote
		if err := json.Unmarshal(n.Body, &b); err != nil {
			return true, err
		}
		r.applyTray(b)
		return true, nil
	case noteAsk:
		return true, r.recallAsk(n)
	case noteConsent:
		return true, r.recallConsent(n)
	case noteArmy:
		return true, r.recallArmy(n)
	case noteLobby:
		return true, r.recallLobby(n)
	case noteDyes:
		return true, r.recallDyes(n)
	}
	return false, nil
}

// applyTray takes in which game the tray is for. A game's first note comes after the note that gives it the tray, so the game may not be there yet.
func (s *State) applyTray(n trayNote) {
	s.Play, s.ahead = n.Game, n
	if g := s.find(n.Game); g != nil {
		g.wanted, g.back, g.showing, g.shown = n.Question, n.Back, n.Showing, 0
	}
}

// applyPause takes in that a game is laid aside, or that it goes on and has the tray.
func (s *State) applyPause(g *Game, n pauseNote) {
	g.paused = n.Paused
	switch {
	case !n.Paused:
		s.applyTray(trayNote{Game: g.ID, Back: g.back})
	case s.Play == g.ID:
		s.Play = 0
	}
}

// find is the game with that number, also while the journal is being read; nil if there is none.
func (s *State) find(id int) *Game {
	switch {
	case id >= 1 && id <= len(s.reading):
		return s.reading[id-1].Game
	case id >= 1 && id <= len(s.Games):
		return s.Games[id-1]
	}
	return nil
}

// recallOf reads a note's body and finds the game that it is about.
func (r Reading) recallOf(n journal.Note, body any, game func() int) (*recalled, error) {
	if err := json.Unmarshal(n.Body, body); err != nil {
		return nil, err
	}
	if id := game(); id < 1 || id > len(r.reading) {
		return nil, fmt.Errorf("it belongs to game %d of the table, which is not there", id)
	}
	return r.reading[game()-1], nil
}

func (r Reading) recallGameEntry(n journal.Note) error {
	var b gameNote
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	if b.Game == len(r.reading)+1 && b.Entry.Header != nil {
		r.reading = append(r.reading, &recalled{Game: newGame(b.Game, rulebook.Kind{}, nil)})
		if r.ahead.Game == b.Game {
			r.applyTray(r.ahead)
		}
		r.lobbies.seat(r.reading[b.Game-1].Game)
	}
	if b.Game < 1 || b.Game > len(r.reading) {
		return fmt.Errorf("it belongs to game %d of the table, which is not there", b.Game)
	}
	g := r.reading[b.Game-1]
	g.log, g.at = append(g.log, b.Entry.Clipped()), append(g.at, n.At)
	g.goesOn()
	g.refused = refused{}
	for _, id := range b.Throws {
		if !r.throws.Has(id) {
			return fmt.Errorf("it counts throw %d, which is not there", id)
		}
	}
	for _, at := range b.Seen {
		if !r.throws.Has(at.Throw) {
			return fmt.Errorf("it has dice of throw %d, which is not there", at.Throw)
		}
	}
	if len(b.Throws) > 0 || len(b.Seen) > 0 {
		r.countThrows(g.Game, b.Entry.N, b.Throws, b.Seen)
	}
	if b.Entry.Answer != nil {
		delete(g.typed, b.Entry.Answer.To)
	}
	return nil
}

// Reopen plays the logs of the journal's games, once all notes were read.
func (r Reading) Reopen() error {
	for _, was := range r.reading {
		k, err := r.kind(was.log[0].Header.Rulebook)
		if err != nil {
			return fmt.Errorf("go on with game %d of the table: %w", was.ID, err)
		}
		e, err := k.Reopened(was.log)
		if err != nil {
			return fmt.Errorf("go on with game %d of the table: %w", was.ID, err)
		}
		g := was.Game
		g.Kind, g.Engine, g.disk, g.At = k, e, len(was.log), was.at
		r.Games = append(r.Games, g)
		r.name(g)
		g.reopenAsk(was.refused)
		if q, ok := g.Rolling(); ok {
			r.identify(r.Gather(g, q))
		}
	}
	r.reading = nil
	if r.Play > len(r.Games) {
		r.Play = 0
	}
	return nil
}
