package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"astragal/companion/names"
	"astragal/engine"
	"astragal/engine/request"
)

// mostRequests is how many requests one table's file takes.
const mostRequests = 2000

// requestGame is a roll that another program asks for. People don't begin one.
func requestGame() GameKind {
	return GameKind{ID: request.Rulebook, Name: "Roll for another program", Least: 0, Most: 1, Form: "plain", Single: true, Asked: true,
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

// NewRequest is what another program asks for.
type NewRequest struct {
	// Dice are what to roll: "d20", "2d6", "d100", "d3", "4dF", "coin". A d100 is two ten-sided dice on the tray.
	Dice []string `json:"dice"`
	// For is what the roll is for, From the name of the program that asks, Player who should roll.
	For    string `json:"for,omitempty"`
	From   string `json:"from,omitempty"`
	Player string `json:"player,omitempty"`
	// Ref is the asker's own name for the request. The same one asked twice is one request.
	Ref string `json:"ref,omitempty"`
}

// RequestState says how a request stands.
type RequestState string

// How a request stands.
const (
	RequestQueued    RequestState = "queued"    // another one is rolled first
	RequestWaiting   RequestState = "waiting"   // the tray waits for its dice
	RequestAsking    RequestState = "asking"    // dice lie there, and somebody at the table must say what they show
	RequestRolled    RequestState = "rolled"    // it is rolled; a correction may come later
	RequestCancelled RequestState = "cancelled" // it will not be rolled
	RequestPaused    RequestState = "paused"    // somebody at the table laid it aside
)

// RequestView is a request and what came of it.
type RequestView struct {
	Request int    `json:"request"`
	Ref     string `json:"ref"`
	For     string `json:"for"`
	From    string `json:"from"`
	Player  string `json:"player"`
	// State says how it stands. Rev grows with every answer and every correction.
	State RequestState `json:"state"`
	Rev   int          `json:"rev"`
	// Roll is the roll's id in messages about it; empty before it is rolled.
	Roll string `json:"roll"`
	// At is when it was rolled, RFC 3339; empty before.
	At   string       `json:"at"`
	Dice []RequestDie `json:"dice"`
	// Total is the sum of what the dice show, Text the same with its terms; null and empty before.
	Total *int   `json:"total"`
	Text  string `json:"text"`
	// Corrected: somebody has changed it after it was rolled.
	Corrected bool `json:"corrected"`
}

// RequestDie is a die of a request.
type RequestDie struct {
	// ID names it in its roll, Shape is what was asked for.
	ID    string `json:"id"`
	Shape string `json:"shape"`
	// Value is what it shows; null before it is known. Shows is the same as it is printed on the die: a
	// coin's heads, a dF's plus.
	Value *int   `json:"value"`
	Shows string `json:"shows"`
	// How says how that is known, Confidence how sure the camera was, 0 to 1; 0 where none saw it.
	How        engine.How `json:"how"`
	Confidence float64    `json:"confidence"`
	// Crop is the address of its picture; empty where no camera saw it.
	Crop string `json:"crop"`
	// Of are the two dice of a d100, the one with tens first; none for other dice.
	Of []RequestDie `json:"of,omitempty"`
}

// AskForRoll puts a request on the table, behind those that wait already. One with the same ref from the
// same program is the same request: fresh is false then.
func (s *Session) AskForRoll(ctx context.Context, n NewRequest) (v RequestView, fresh bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := n.tidy(); err != nil {
		return v, false, Illegal("%v", err)
	}
	requests := 0
	for _, g := range s.games {
		set, ok := requestOf(g)
		if ok && n.Ref != "" && set.Ref == n.Ref && set.From == n.From {
			if !slices.Equal(set.Dice, n.Dice) {
				return v, false, Stale("the request %.60q was for other dice: give another one another ref", n.Ref)
			}
			return s.requestView(g, set), false, nil
		}
		if ok {
			requests++
		}
	}
	if requests >= mostRequests {
		return v, false, Illegal("this table has had %d requests: begin a new table's file", mostRequests)
	}
	var players []engine.Player
	if n.Player != "" {
		players = []engine.Player{{Name: n.Player}}
	}
	k := requestGame()
	raw, err := json.Marshal(request.Settings{Dice: n.Dice, For: n.For, From: n.From, Ref: n.Ref})
	if err != nil {
		return v, false, fmt.Errorf("request: %w", err)
	}
	book, err := k.make(NewGame{Players: players, Setup: raw})
	if err != nil {
		return v, false, Illegal("%v", err)
	}
	e, err := engine.New(book)
	if err != nil {
		return v, false, Illegal("%v", err)
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

// tidy tidies what the request names, once for a request that comes twice.
func (n *NewRequest) tidy() error {
	const mostSaid = 200
	for _, said := range []struct {
		what string
		name *string
		most int
	}{{"what the roll is for", &n.For, mostSaid}, {"the program that asks", &n.From, mostSaid}, {"the player", &n.Player, mostName}} {
		var err error
		if *said.name, err = names.Optional(said.what, *said.name, said.most); err != nil {
			return err
		}
	}
	return nil
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
	return g, g.status() == GamePlaying
}

// afterRequest gives the tray to the next request when one is done, and back when there is none.
func (s *Session) afterRequest(ctx context.Context, done *game) {
	if !done.kind.Asked || s.play != done.id || done.status() == GamePlaying {
		return
	}
	var next *game
	back := 0
	if i := slices.IndexFunc(s.games, func(g *game) bool { return g.kind.Asked && g.status() == GamePlaying }); i >= 0 {
		next, back = s.games[i], done.back
	} else if done.back > 0 && done.back <= len(s.games) && s.games[done.back-1].status() == GamePlaying {
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

var errNoRequest = errors.New("there is no such request")

// Request is a request as it stands.
func (s *Session) Request(id int) (RequestView, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id < 1 || id > len(s.games) {
		return RequestView{}, errNoRequest
	}
	set, ok := requestOf(s.games[id-1])
	if !ok {
		return RequestView{}, errNoRequest
	}
	return s.requestView(s.games[id-1], set), nil
}

// CancelRequest says that a request will not be rolled. One that is done stays as it is.
func (s *Session) CancelRequest(ctx context.Context, id int) (RequestView, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id < 1 || id > len(s.games) {
		return RequestView{}, errNoRequest
	}
	g := s.games[id-1]
	set, ok := requestOf(g)
	if !ok {
		return RequestView{}, errNoRequest
	}
	if open := g.game.Pending(); len(open) > 0 {
		if err := s.reply(ctx, g, request.Cancel(open[0]), nil); err != nil {
			return RequestView{}, refusalOf(err)
		}
		s.publish()
	}
	return s.requestView(g, set), nil
}

// asked is the request that people at the table are to see: the one that has the tray, else the one that
// the last throw was for; nil where there is none.
func (s *Session) asked() *RequestView {
	id := s.play
	if g, ok := s.atTray(); ok {
		id = g.id
	} else if n := len(s.throws); n > 0 && s.play == 0 {
		id = s.throws[n-1].game
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

func (s *Session) requestView(g *game, set request.Settings) RequestView {
	v := RequestView{Request: g.id, Ref: set.Ref, For: set.For, From: set.From, Rev: g.disk, Dice: []RequestDie{}, State: RequestWaiting}
	if len(g.game.Header().Players) == 1 {
		v.Player = g.name(1)
	}
	if open := g.game.Pending(); len(open) > 0 {
		r := s.gather(g, open[0])
		for _, d := range r.dice {
			v.Dice = append(v.Dice, s.requestDie(d.die.ID, d.die.Shape, d.shows, d.at))
		}
		v.Dice = together(v.Dice)
		switch {
		case g.paused:
			v.State = RequestPaused
		case s.play != g.id:
			v.State = RequestQueued
		case r.asks():
			v.State = RequestAsking
		}
		return v
	}
	q, a, ok := g.game.Question(1)
	if !ok || len(a.Chosen) > 0 {
		v.State = RequestCancelled
		return v
	}
	v.State, v.Roll, v.Corrected = RequestRolled, fmt.Sprintf("g%d.1", g.id), len(g.game.Log()) > 2
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

func (s *Session) requestDie(id, shape string, shows *engine.Thrown, at place) RequestDie {
	out := RequestDie{ID: id, Shape: shape, How: engine.Unread}
	if shows != nil {
		out.Value, out.How, out.Shows = shows.Value, shows.How, shows.Shows()
	}
	if at.Throw < 1 {
		return out
	}
	t := s.throws[at.Throw-1]
	if i := slices.IndexFunc(t.dice, func(d die) bool { return d.n == at.Die }); i >= 0 {
		out.Confidence = rounded(t.dice[i].confidence, 4)
		if t.dice[i].crop {
			out.Crop = fmt.Sprintf("/crop/%d/%d", at.Throw, at.Die)
		}
	}
	return out
}

// together makes one die of the two of a d100.
func together(dice []RequestDie) []RequestDie {
	out := []RequestDie{}
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
func hundredOf(tens, ones RequestDie) RequestDie {
	d := RequestDie{ID: "d100", Shape: "d100", How: tens.How, Confidence: min(tens.Confidence, ones.Confidence), Crop: tens.Crop, Of: []RequestDie{tens, ones}}
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
