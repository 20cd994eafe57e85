package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/request"
)

// mostRequests is how many requests one table's file takes.
const mostRequests = 2000

// AskForRoll puts a request on the table, behind those that wait already. One with the same ref from the
// same program is the same request: fresh is false then.
func (s *Session) AskForRoll(ctx context.Context, n protocol.NewRequest) (v protocol.RequestView, fresh bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := n.Tidy(); err != nil {
		return v, false, protocol.Illegal("%v", err)
	}
	requests := 0
	for _, g := range s.games {
		set, ok := requestOf(g)
		if ok && n.Ref != "" && set.Ref == n.Ref && set.From == n.From {
			if !slices.Equal(set.Dice, n.Dice) {
				return v, false, protocol.Stale("the request %.60q was for other dice: give another one another ref", n.Ref)
			}
			return s.requestView(g, set), false, nil
		}
		if ok {
			requests++
		}
	}
	if requests >= mostRequests {
		return v, false, protocol.Illegal("this table has had %d requests: begin a new table's file", mostRequests)
	}
	var players []engine.Player
	if n.Player != "" {
		players = []engine.Player{{Name: n.Player}}
	}
	k := rulebook.Request()
	raw, err := json.Marshal(request.Settings{Dice: n.Dice, For: n.For, From: n.From, Ref: n.Ref})
	if err != nil {
		return v, false, fmt.Errorf("request: %w", err)
	}
	book, err := k.Make(protocol.NewGame{Players: players, Setup: raw})
	if err != nil {
		return v, false, protocol.Illegal("%v", err)
	}
	e, err := engine.New(book)
	if err != nil {
		return v, false, protocol.Illegal("%v", err)
	}
	g := newGame(len(s.games)+1, k, e)
	var notes []Note
	now, behind := s.atTray()
	if !behind {
		g.back = s.play
		notes = append(notes, s.note(noteTray, trayNote{Game: g.id, Back: g.back}))
	} else {
		g.back = now.back
	}
	if err := s.writeGame(ctx, g, gameNote{}, notes); err != nil {
		e.Stop()
		return v, false, err
	}
	s.games = append(s.games, g)
	if !behind {
		s.takeTray(g, "")
	}
	s.publish()
	set, _ := requestOf(g)
	return s.requestView(g, set), true, nil
}

// requestOf are a game's settings where it is a request.
func requestOf(g *game) (request.Settings, bool) {
	if !g.kind.Asked {
		return request.Settings{}, false
	}
	var set request.Settings
	err := json.Unmarshal(g.game.Header().Settings, &set)
	return set, err == nil
}

// atTray is the request that has the tray, if one has that isn't done.
func (s *Session) atTray() (*game, bool) {
	if s.play == 0 || !s.games[s.play-1].kind.Asked {
		return nil, false
	}
	g := s.games[s.play-1]
	return g, g.status() == protocol.GamePlaying
}

// afterRequest gives the tray to the next request when one is done, and back when there is none.
func (s *Session) afterRequest(ctx context.Context, done *game) {
	if !done.kind.Asked || s.play != done.id || done.status() == protocol.GamePlaying {
		return
	}
	var next *game
	back := 0
	if i := slices.IndexFunc(s.games, func(g *game) bool { return g.kind.Asked && g.status() == protocol.GamePlaying }); i >= 0 {
		next, back = s.games[i], done.back
	} else if done.back > 0 && done.back <= len(s.games) && s.games[done.back-1].status() == protocol.GamePlaying {
		next = s.games[done.back-1]
	}
	id := 0
	if next != nil {
		id = next.id
	}
	if err := s.write(ctx, []Note{s.note(noteTray, trayNote{Game: id, Back: back})}, nil); err != nil {
		s.log.Error("give the tray back", "request", done.id, "err", err)
		return
	}
	s.takeTray(next, "")
	if next != nil && next.kind.Asked {
		next.back = back
	}
}

var ErrNoRequest = errors.New("there is no such request")

// Request is a request as it stands.
func (s *Session) Request(id int) (protocol.RequestView, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id < 1 || id > len(s.games) {
		return protocol.RequestView{}, ErrNoRequest
	}
	set, ok := requestOf(s.games[id-1])
	if !ok {
		return protocol.RequestView{}, ErrNoRequest
	}
	return s.requestView(s.games[id-1], set), nil
}

// CancelRequest says that a request will not be rolled. One that is done stays as it is.
func (s *Session) CancelRequest(ctx context.Context, id int) (protocol.RequestView, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id < 1 || id > len(s.games) {
		return protocol.RequestView{}, ErrNoRequest
	}
	g := s.games[id-1]
	set, ok := requestOf(g)
	if !ok {
		return protocol.RequestView{}, ErrNoRequest
	}
	if open := g.game.Pending(); len(open) > 0 {
		if err := s.reply(ctx, g, request.Cancel(open[0]), nil); err != nil {
			return protocol.RequestView{}, protocol.RefusalOf(err)
		}
		s.publish()
	}
	return s.requestView(g, set), nil
}

// asked is the request that people at the table are to see: the one that has the tray, else the one that
// the last throw was for; nil where there is none.
func (s *Session) asked() *protocol.RequestView {
	id := s.play
	if g, ok := s.atTray(); ok {
		id = g.id
	} else if n := len(s.throws); n > 0 && s.play == 0 {
		id = s.throws[n-1].Game
	}
	if id == 0 {
		return nil
	}
	set, ok := requestOf(s.games[id-1])
	if !ok {
		return nil
	}
	v := s.requestView(s.games[id-1], set)
	return &v
}

func (s *Session) requestView(g *game, set request.Settings) protocol.RequestView {
	v := protocol.RequestView{Request: g.id, Ref: set.Ref, For: set.For, From: set.From, Rev: g.disk, Dice: []protocol.RequestDie{}, State: protocol.RequestWaiting}
	if len(g.game.Header().Players) == 1 {
		v.Player = g.name(1)
	}
	if open := g.game.Pending(); len(open) > 0 {
		r := s.gather(g, open[0])
		for _, d := range r.Dice {
			v.Dice = append(v.Dice, s.requestDie(d.Die.ID, d.Die.Shape, d.Shows, d.At))
		}
		v.Dice = together(v.Dice)
		switch {
		case g.paused:
			v.State = protocol.RequestPaused
		case s.play != g.id:
			v.State = protocol.RequestQueued
		case r.Asks():
			v.State = protocol.RequestAsking
		}
		return v
	}
	q, a, ok := g.game.Question(1)
	if !ok || len(a.Chosen) > 0 {
		v.State = protocol.RequestCancelled
		return v
	}
	v.State, v.Roll, v.Corrected = protocol.RequestRolled, fmt.Sprintf("g%d.1", g.id), len(g.game.Log()) > 2
	if len(g.at) > 1 {
		v.At = g.at[1].Format(time.RFC3339)
	}
	for _, w := range q.Roll.Dice {
		i := slices.IndexFunc(a.Dice, func(d engine.Thrown) bool { return d.ID == w.ID })
		if i < 0 {
			continue
		}
		v.Dice = append(v.Dice, s.requestDie(w.ID, w.Shape, &a.Dice[i], g.seen[1][w.ID]))
	}
	v.Dice = together(v.Dice)
	sum := 0
	for _, d := range v.Dice {
		if d.Value != nil {
			sum += *d.Value
		}
	}
	v.Total = &sum
	if o := g.game.Outcome(); o != nil {
		v.Text = o.Text
	}
	return v
}

func (s *Session) requestDie(id, shape string, shows *engine.Thrown, at throw.Place) protocol.RequestDie {
	out := protocol.RequestDie{ID: id, Shape: shape, How: engine.Unread}
	if shows != nil {
		out.Value, out.How, out.Shows = shows.Value, shows.How, shows.Shows()
	}
	if at.Throw < 1 {
		return out
	}
	t := s.throws[at.Throw-1]
	if i := slices.IndexFunc(t.Dice, func(d throw.Die) bool { return d.N == at.Die }); i >= 0 {
		out.Confidence = throw.Rounded(t.Dice[i].Confidence, 4)
		if t.Dice[i].Crop {
			out.Crop = fmt.Sprintf("/crop/%d/%d", at.Throw, at.Die)
		}
	}
	return out
}

// together makes one die of the two of a d100.
func together(dice []protocol.RequestDie) []protocol.RequestDie {
	out := []protocol.RequestDie{}
	for i, d := range dice {
		switch {
		case d.ID == request.Tens && i+1 < len(dice):
			out = append(out, hundredOf(d, dice[i+1]))
		case d.ID != request.Ones:
			out = append(out, d)
		}
	}
	return out
}

// hundredOf is a d100 of its two dice. It is as sure as the less sure of them.
func hundredOf(tens, ones protocol.RequestDie) protocol.RequestDie {
	d := protocol.RequestDie{ID: "d100", Shape: "d100", How: tens.How, Confidence: min(tens.Confidence, ones.Confidence), Crop: tens.Crop, Of: []protocol.RequestDie{tens, ones}}
	for _, how := range []engine.How{engine.Typed, engine.Confirmed} {
		if ones.How == how && tens.How != engine.Typed {
			d.How = how
		}
	}
	if tens.Value == nil || ones.Value == nil {
		d.How = engine.Unread
		return d
	}
	v := request.Hundred(*tens.Value, *ones.Value)
	d.Value, d.Shows = &v, fmt.Sprint(v)
	return d
}
