package hall

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"astragal/companion/journal"
	"astragal/companion/lobby"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/engine"
)

// noteLobby is a lobby as it is from then on.
const noteLobby = "lobby"

const (
	mostLobbies = 10_000 // of a table's file
	mostOpen    = 20     // at once
)

// lobbies are the games that are about to begin, and those that began or were closed, by number from 1.
type lobbies []lobby.Lobby

// Lobbies decides what may be done about a hall's games that are about to begin.
type Lobbies struct{ hall *Hall }

// LobbiesOf are a hall's games that are about to begin.
func LobbiesOf(h *Hall) Lobbies { return Lobbies{h} }

// of is the lobby with that number, and its kind of game.
func (l Lobbies) of(id int) (lobby.Lobby, rulebook.Kind, error) {
	if id < 1 || id > len(l.hall.lobbies) {
		return lobby.Lobby{}, rulebook.Kind{}, protocol.Stale("There is no game %d that is about to begin", id)
	}
	k, err := l.hall.kind(l.hall.lobbies[id-1].Rulebook)
	return l.hall.lobbies[id-1], k, err
}

// rules are those of a rulebook; empty is the first.
func (l Lobbies) rules(id string) (rulebook.Kind, error) {
	if id == "" {
		return l.hall.kinds[0], nil
	}
	return l.hall.kind(id)
}

// Seats says whether so many can play by a rulebook.
func (l Lobbies) Seats(id string, players int) bool {
	k, err := l.rules(id)
	return err == nil && players >= k.Least && players <= k.Most
}

// Open gathers players for a game. It returns the lobby's number: that of one in which nobody has done anything, or of one that is alike, if there is one.
func (l Lobbies) Open(ctx context.Context, n protocol.NewLobby) (int, error) {
	k, err := l.rules(n.Rulebook)
	if err != nil {
		return 0, protocol.Illegal("%v", err)
	}
	if k.Asked {
		return 0, protocol.Illegal("another program asks for %q: nobody begins it here", k.Name)
	}
	var from map[engine.Seat]string
	if n.Again != 0 {
		g, err := l.hall.Games.Of(n.Again)
		if err != nil {
			return 0, err
		}
		from = g.held
	}
	fresh, err := lobby.New(len(l.hall.lobbies)+1, k, n, from)
	if err != nil {
		return 0, err
	}
	open := 0
	for _, old := range l.hall.lobbies {
		if old.Open() {
			open++
		}
		if old.Open() && (!old.Touched() || old.Like(fresh)) {
			fresh.ID, fresh.Rev = old.ID, old.Rev
		}
	}
	switch {
	case fresh.ID <= len(l.hall.lobbies): // it takes the place of one that nobody has touched
	case open >= mostOpen:
		return 0, protocol.Illegal("%d games are about to begin at this table: begin or close one of them first", open)
	case len(l.hall.lobbies) >= mostLobbies:
		return 0, protocol.Illegal("this table's file has begun %d games, the most that it takes: start the program with another --data-dir, and it begins a new file", mostLobbies)
	}
	return fresh.ID, l.put(ctx, fresh)
}

// Do does what a screen asks of a lobby.
func (l Lobbies) Do(ctx context.Context, who protocol.Who, id int, a protocol.LobbyAct) error {
	was, is, err := l.of(id)
	if err != nil {
		return err
	}
	if a.Do == protocol.LobbyBegin {
		return l.begin(ctx, was, is, l.screen(who))
	}
	to := is
	if a.Rulebook != "" {
		if to, err = l.hall.kind(a.Rulebook); err != nil || to.Asked {
			return protocol.Illegal("this table hosts no game called %.40q", a.Rulebook)
		}
	}
	next, err := was.Do(is, to, l.screen(who), a)
	if err != nil {
		return err
	}
	return l.put(ctx, next)
}

// begin begins a lobby's game: its players sit where they sat.
func (l Lobbies) begin(ctx context.Context, was lobby.Lobby, k rulebook.Kind, who lobby.Screen) error {
	n, err := was.Begin(k, who)
	if err != nil {
		return err
	}
	was.Game = len(l.hall.Games) + 1
	was.Rev++
	id, err := l.hall.Begin(ctx, n, l.hall.note(noteLobby, was))
	if err != nil {
		return err
	}
	if l.hall.lobbies, err = l.hall.lobbies.with(was); err == nil {
		l.hall.lobbies.seat(l.hall.Games[id-1])
	}
	return err
}

// Admit lets a device in that came by a lobby's code.
func (l Lobbies) Admit(ctx context.Context, who protocol.Who, id int) error {
	was, _, err := l.of(id)
	if err != nil {
		return err
	}
	next, err := was.With(who.Device)
	if err != nil || len(next.Guests) == len(was.Guests) {
		return err
	}
	return l.put(ctx, next)
}

// View is a lobby as a screen may see it.
func (l Lobbies) View(id int, who protocol.Who) (protocol.LobbyView, error) {
	is, k, err := l.of(id)
	if err != nil {
		return protocol.LobbyView{}, err
	}
	return is.View(k, l.screen(who)), nil
}

// List are the games that are about to begin, newest first.
func (l Lobbies) List() []protocol.LobbyInfo {
	out := []protocol.LobbyInfo{}
	for i := len(l.hall.lobbies); i > 0; i-- {
		if is, k, err := l.of(i); err == nil && is.Open() && is.Touched() {
			out = append(out, is.Info(k))
		}
	}
	return out
}

func (l Lobbies) screen(who protocol.Who) lobby.Screen {
	return lobby.Screen{Who: who, Here: l.hall.Here.Has}
}

// put writes a lobby down and then changes the hall's.
func (l Lobbies) put(ctx context.Context, is lobby.Lobby) error {
	is.Rev++
	next, err := l.hall.lobbies.with(is)
	if err != nil {
		return err
	}
	if err := l.hall.desk.Write(ctx, []journal.Note{l.hall.note(noteLobby, is)}); err != nil {
		return err
	}
	l.hall.lobbies = next
	return nil
}

// with are the lobbies with one of them replaced.
func (l lobbies) with(is lobby.Lobby) (lobbies, error) {
	switch {
	case is.ID < 1 || is.ID > len(l)+1:
		return l, fmt.Errorf("it is of lobby %d, which can't be", is.ID)
	case is.ID == len(l)+1:
		return append(slices.Clip(l), is), nil
	}
	out := slices.Clone(l)
	out[is.ID-1] = is
	return out, nil
}

// seat lets the devices sit in a game that sat in its lobby.
func (l lobbies) seat(g *Game) {
	for _, is := range l {
		if is.Game == g.ID {
			g.held = is.Held()
		}
	}
}

// again is the open lobby in which a game is played once more; 0 for none.
func (l lobbies) again(game int) int {
	for i := len(l); i > 0; i-- {
		if is := l[i-1]; is.Again == game && is.Open() {
			return is.ID
		}
	}
	return 0
}

func (r Reading) recallLobby(n journal.Note) error {
	var is lobby.Lobby
	err := json.Unmarshal(n.Body, &is)
	if err == nil {
		r.lobbies, err = r.lobbies.with(is)
	}
	return err
}
