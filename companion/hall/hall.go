package hall

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"astragal/companion/armies"
	"astragal/companion/gather"
	"astragal/companion/journal"
	"astragal/companion/presence"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
)

// Hall is the games of a table: it decides what may be done about them, and writes each change down before it makes it. The table lets it do one act at
// a time.
type Hall struct {
	*State
	Reading
	desk
	kinds
}

// State is how the games of a table stand: who sits where, which game has the tray, what is proposed, and the dice that were shown. It writes nothing.
// The Hall applies a note to it once the note is on disk; Reading applies the notes of the table's file.
type State struct {
	Games Games
	// requests are the requests that have names, by number from 1.
	requests map[named]int
	// throws are the table's; the games' rolls are made of them.
	throws *throw.Pile
	// Play is the game that the tray is for, 0 if the dice are only counted. ahead is the note that says so.
	Play      int
	ahead     trayNote
	proposals int
	Armies    armies.List
	// lobbies are the games that are about to begin, by number from 1.
	lobbies lobbies
	// dyes are the table's coloured dice as they were shown.
	dyes gather.Dyes
	Here presence.Devices
	// reading are the games of the journal until all of its notes are read.
	reading []*recalled
}

// Desk is what a hall asks of the table that it is part of.
type Desk struct {
	// Write puts notes on disk. An error says why that was not possible; then nothing has changed.
	Write func(context.Context, []journal.Note) error
	Now   func() time.Time
	Log   *slog.Logger
	// Learn takes in that somebody said which die lies at a place and which of its faces is up.
	Learn func(at throw.Place, d engine.Die, face int)
}

// desk writes notes by way of the table.
type desk struct{ Desk }

// kinds are the rulebooks that a table hosts.
type kinds []rulebook.Kind

// New is a hall without games, at a table with these throws.
func New(d Desk, hosted []rulebook.Kind, throws *throw.Pile) *Hall {
	s := &State{requests: map[named]int{}, throws: throws, Here: presence.New(d.Now())}
	return &Hall{State: s, Reading: Reading{s, hosted}, desk: desk{d}, kinds: hosted}
}

// note is a note of the journal.
func (d desk) note(kind string, body any) journal.Note {
	raw, err := json.Marshal(body)
	if err != nil {
		// Nothing in these types can fail; an empty body is refused when it is read again.
		d.Log.Error("write note", "kind", kind, "err", err)
	}
	return journal.Note{At: d.Now(), Kind: kind, Body: raw}
}

// Games are a table's games, by number from 1.
type Games []*Game

// Of is the game with that number.
func (l Games) Of(id int) (*Game, error) {
	if id < 1 || id > len(l) {
		return nil, protocol.Stale("%s", protocol.Sentence(errNoGame))
	}
	return l[id-1], nil
}

// Stop ends the games.
func (l Games) Stop() {
	for _, g := range l {
		g.Engine.Stop()
	}
}

// Frozen are copies that stay as they are.
func (l Games) Frozen() Games {
	var out Games
	for _, g := range l {
		out = append(out, g.Frozen())
	}
	return out
}

// Lines are older lines of a game's log.
func (l Games) Lines(id int, who protocol.Who, wanted engine.Seat, before int) ([]protocol.LogLine, int, error) {
	g, err := l.Of(id)
	if err != nil {
		return nil, 0, err
	}
	lines, older := g.lines(Reader{who, g.Sees(who, wanted)}, before, linesAtOnce)
	return lines, older, nil
}
