package companion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/engine"
)

// NewGame begins a game and gives it the tray. It returns the game's number.
func (s *Session) NewGame(ctx context.Context, n protocol.NewGame) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, err := s.kind(n.Rulebook)
	if err != nil {
		return 0, protocol.Illegal("%v", err)
	}
	book, err := k.Make(n)
	if err != nil {
		return 0, protocol.Illegal("%v", err)
	}
	e, err := engine.New(book)
	if err != nil {
		return 0, protocol.Illegal("%v", err)
	}
	return s.host(ctx, k, e)
}

// ImportGame takes in a game that was saved, here or at another table.
func (s *Session) ImportGame(ctx context.Context, log []engine.Entry) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(log) == 0 || log[0].Header == nil {
		return 0, protocol.Illegal("This is no saved game: it doesn't begin with a header")
	}
	k, err := s.kind(log[0].Header.Rulebook)
	if err != nil {
		return 0, protocol.Illegal("%v", err)
	}
	e, err := k.Reopened(log)
	if err != nil {
		return 0, protocol.Illegal("%s", protocol.Sentence(err))
	}
	return s.host(ctx, k, e)
}

// host writes a game down and puts it on the table.
func (s *Session) host(ctx context.Context, k rulebook.Kind, e *engine.Game) (int, error) {
	if len(s.games) >= mostGames {
		e.Stop()
		return 0, protocol.Illegal("this table has %d games: begin a new table's file", mostGames)
	}
	g := newGame(len(s.games)+1, k, e)
	if err := s.writeGame(ctx, g, gameNote{}, []Note{s.note(noteTray, trayNote{Game: g.id})}); err != nil {
		e.Stop()
		return 0, err
	}
	s.games = append(s.games, g)
	s.takeTray(g, "")
	s.publish()
	return g.id, nil
}

// mostGames is how many games one table's file takes.
const mostGames = 1000

// kind finds a rulebook that the table hosts.
func (s *Session) kind(id string) (rulebook.Kind, error) {
	i := slices.IndexFunc(s.kinds, func(k rulebook.Kind) bool { return k.ID == id })
	if i < 0 {
		var known []string
		for _, k := range s.kinds {
			known = append(known, k.ID)
		}
		return rulebook.Kind{}, fmt.Errorf("this table has no rulebook called %.40q: it knows %s", id, strings.Join(known, ", "))
	}
	return s.kinds[i], nil
}
