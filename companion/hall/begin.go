package hall

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/engine"
)

// Begin begins a game and gives it the tray. It returns the game's number. others are notes that are written down with it,
// before its own.
func (h *Hall) Begin(ctx context.Context, n protocol.NewGame, others ...journal.Note) (int, error) {
	k, err := h.kind(n.Rulebook)
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
	return h.host(ctx, k, e, others...)
}

// Import takes in a game that was saved, here or at another table.
func (h *Hall) Import(ctx context.Context, log []engine.Entry) (int, error) {
	if len(log) == 0 || log[0].Header == nil {
		return 0, protocol.Illegal("This is no saved game: it doesn't begin with a header")
	}
	k, err := h.kind(log[0].Header.Rulebook)
	if err != nil {
		return 0, protocol.Illegal("%v", err)
	}
	e, err := k.Reopened(log)
	if err != nil {
		return 0, protocol.Illegal("%s", protocol.Sentence(err))
	}
	return h.host(ctx, k, e)
}

// host writes a game down and puts it on the table.
func (h *Hall) host(ctx context.Context, k rulebook.Kind, e *engine.Game, others ...journal.Note) (int, error) {
	played := func(g *Game) bool { return !g.Kind.Asked && !(g.Kind.Single && len(g.Engine.Header().Players) == 1) }
	if h.Games.count(played) >= mostGames {
		e.Stop()
		return 0, protocol.Illegal("this table's file holds %d games, the most that it takes: start the program with another --data-dir, and it begins a new file", mostGames)
	}
	g := newGame(len(h.Games)+1, k, e)
	tray := trayNote{Game: g.ID}
	if err := h.writeGame(ctx, g, gameNote{}, append(others, h.note(noteTray, tray))); err != nil {
		e.Stop()
		return 0, err
	}
	h.Games = append(h.Games, g)
	h.applyTray(tray)
	return g.ID, nil
}

// mostGames is how many games one table's file takes. Single rolls are none, so that they never use a file up.
const mostGames = 1000

// count is how many of the games are so.
func (l Games) count(so func(*Game) bool) (n int) {
	for _, g := range l {
		if so(g) {
			n++
		}
	}
	return n
}

// kind finds a rulebook that the table hosts.
func (l kinds) kind(id string) (rulebook.Kind, error) {
	i := slices.IndexFunc(l, func(k rulebook.Kind) bool { return k.ID == id })
	if i < 0 {
		var known []string
		for _, k := range l {
			known = append(known, k.ID)
		}
		return rulebook.Kind{}, fmt.Errorf("this table has no rulebook called %.40q: it knows %s; a newer version of this program may know more", id, strings.Join(known, ", "))
	}
	return l[i], nil
}
