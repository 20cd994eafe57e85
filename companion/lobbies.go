package companion

import (
	"context"
	"encoding/json"

	"astragal/companion/hall"
	"astragal/companion/protocol"
	"astragal/engine"
)

// Lobbies are the table's games that are about to begin.
type Lobbies struct{ s *Session }

// Lobbies are the table's games that are about to begin.
func (s *Session) Lobbies() Lobbies { return Lobbies{s} }

// change does something to the lobbies, and shows it to all screens.
func (l Lobbies) change(do func(hall.Lobbies) error) error {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	err := do(hall.LobbiesOf(l.s.hall))
	if err == nil {
		l.s.publish()
	}
	return err
}

// Open gathers players for a game. If nobody says who plays, those play whom the event sends to this table. It returns the lobby's number.
func (l Lobbies) Open(ctx context.Context, n protocol.NewLobby) (id int, err error) {
	err = l.change(func(all hall.Lobbies) error {
		if sent := l.s.events.Players(); n.Again == 0 && len(n.Players) == 0 && all.Seats(n.Rulebook, len(sent)) {
			for _, name := range sent {
				n.Players = append(n.Players, engine.Player{Name: name})
			}
		}
		id, err = all.Open(ctx, n)
		return err
	})
	return id, err
}

// Do does what a screen asks of a lobby.
func (l Lobbies) Do(ctx context.Context, who protocol.Who, id int, a protocol.LobbyAct) error {
	return l.change(func(all hall.Lobbies) error { return all.Do(ctx, who, id, a) })
}

// Admit lets a device in that came by a lobby's code.
func (l Lobbies) Admit(ctx context.Context, who protocol.Who, id int) error {
	return l.change(func(all hall.Lobbies) error { return all.Admit(ctx, who, id) })
}

// JSON is a lobby as a screen may see it.
func (l Lobbies) JSON(id int, who protocol.Who) (json.RawMessage, error) {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	v, err := hall.LobbiesOf(l.s.hall).View(id, who)
	if err != nil {
		return nil, err
	}
	v.Page, v.Network = l.s.page, l.s.network
	return json.Marshal(v)
}

// List are the lobbies in which somebody has done something, newest first.
func (l Lobbies) List() []protocol.LobbyInfo {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	return hall.LobbiesOf(l.s.hall).List()
}
