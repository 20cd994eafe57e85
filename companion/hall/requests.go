package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"astragal/companion/gather"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/request"
)

// mostWaiting is how many requests may wait at once. One that is done makes room, so that a file never refuses for good.
const mostWaiting = 200

// named is the name that a program gave a request.
type named struct{ from, ref string }

// name keeps a request's name, if it has one.
func (s *State) name(g *Game) {
	if set, ok := requestOf(g); ok && set.Ref != "" {
		s.requests[named{set.From, set.Ref}] = g.ID
	}
}

// Ask puts a request on the table, behind those that wait already. If the same program asked with the same ref before, Ask returns that request, and
// fresh is false.
func (h *Hall) Ask(ctx context.Context, n protocol.NewRequest) (v protocol.RequestView, fresh bool, err error) {
	if err := n.Tidy(); err != nil {
		return v, false, protocol.Illegal("%v", err)
	}
	if id := h.RequestNamed(n.From, n.Ref); id > 0 {
		set, _ := requestOf(h.Games[id-1])
		if !slices.Equal(set.Dice, n.Dice) {
			return v, false, protocol.Stale("the request %.60q was for other dice: give another one another ref", n.Ref)
		}
		return h.requestView(h.Games[id-1], set), false, nil
	}
	waits := func(g *Game) bool {
		return g.Kind.Asked && (g.status() == protocol.GamePlaying || g.status() == protocol.GamePaused)
	}
	if h.Games.count(waits) >= mostWaiting {
		return v, false, protocol.Illegal("%d rolls for other programs wait at this table, the most at once: roll them or take them back first", mostWaiting)
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
	g := newGame(len(h.Games)+1, k, e)
	var notes []journal.Note
	now, behind := h.atTray()
	tray := trayNote{Game: g.ID, Back: h.Play}
	if behind {
		g.back = now.back
	} else {
		notes = append(notes, h.note(noteTray, tray))
	}
	if err := h.writeGame(ctx, g, gameNote{}, notes); err != nil {
		e.Stop()
		return v, false, err
	}
	h.Games = append(h.Games, g)
	h.name(g)
	if !behind {
		h.applyTray(tray)
	}
	set, _ := requestOf(g)
	return h.requestView(g, set), true, nil
}

// RequestNamed is the number of the request to which a program gave that ref; 0 if there is none.
func (s *State) RequestNamed(from, ref string) int { return s.requests[named{from, ref}] }

// requestOf are a request's settings; false if the game is no request.
func requestOf(g *Game) (request.Settings, bool) {
	if !g.Kind.Asked {
		return request.Settings{}, false
	}
	var set request.Settings
	err := json.Unmarshal(g.Engine.Header().Settings, &set)
	return set, err == nil
}

// atTray is the request that has the tray and isn't done; false if there is none.
func (s *State) atTray() (*Game, bool) {
	if s.Play == 0 || !s.Games[s.Play-1].Kind.Asked {
		return nil, false
	}
	g := s.Games[s.Play-1]
	return g, g.status() == protocol.GamePlaying
}

// afterRequest gives the tray to the next request when one is done. If no request waits, it gives the tray back to the game that had it before.
func (h *Hall) afterRequest(ctx context.Context, done *Game) {
	if !done.Kind.Asked || h.Play != done.ID || done.status() == protocol.GamePlaying {
		return
	}
	var next *Game
	back := 0
	if i := slices.IndexFunc(h.Games, func(g *Game) bool { return g.Kind.Asked && g.status() == protocol.GamePlaying }); i >= 0 {
		next, back = h.Games[i], done.back
	} else if done.back > 0 && done.back <= len(h.Games) && h.Games[done.back-1].status() == protocol.GamePlaying {
		next = h.Games[done.back-1]
	}
	id := 0
	if next != nil {
		id = next.ID
	}
	if err := h.giveTray(ctx, trayNote{Game: id, Back: back}); err != nil {
		h.desk.Log.Error("give the tray back", "request", done.ID, "err", err)
	}
}

// ErrNoRequest says that a request that is asked about is not there.
var ErrNoRequest = errors.New("there is no such request")

// Request is a request as it stands.
func (s *State) Request(id int) (protocol.RequestView, error) {
	if id < 1 || id > len(s.Games) {
		return protocol.RequestView{}, ErrNoRequest
	}
	set, ok := requestOf(s.Games[id-1])
	if !ok {
		return protocol.RequestView{}, ErrNoRequest
	}
	return s.requestView(s.Games[id-1], set), nil
}

// Cancel takes a request back. cancelled is false if it was done already: then it stays as it is.
func (h *Hall) Cancel(ctx context.Context, id int) (v protocol.RequestView, cancelled bool, err error) {
	if id < 1 || id > len(h.Games) {
		return v, false, ErrNoRequest
	}
	g := h.Games[id-1]
	set, ok := requestOf(g)
	if !ok {
		return v, false, ErrNoRequest
	}
	if open := g.Engine.Pending(); len(open) > 0 {
		if err := h.reply(ctx, g, request.Cancel(open[0]), nil); err != nil {
			return v, false, protocol.RefusalOf(err)
		}
		cancelled = true
	}
	return h.requestView(g, set), cancelled, nil
}

// Asked is the request that people at the table are to see: the one that has the tray, else the one that the last throw was for. It is nil if there is
// neither.
func (s *State) Asked() *protocol.RequestView {
	id := s.Play
	if g, ok := s.atTray(); ok {
		id = g.ID
	} else if t, ok := s.throws.Last(); ok && s.Play == 0 {
		id = t.Game
	}
	if id == 0 {
		return nil
	}
	set, ok := requestOf(s.Games[id-1])
	if !ok {
		return nil
	}
	v := s.requestView(s.Games[id-1], set)
	return &v
}

// requestView is a request as it stands, with a mark that changes with anything that it says.
func (s *State) requestView(g *Game, set request.Settings) protocol.RequestView {
	v := s.requestStands(g, set)
	h := fnv.New64a()
	_ = json.NewEncoder(h).Encode(v) // plain data: it can be written
	v.Mark = strconv.FormatUint(h.Sum64(), 36)
	return v
}

func (s *State) requestStands(g *Game, set request.Settings) protocol.RequestView {
	v := protocol.RequestView{Doubts: []string{}, Strays: []protocol.RequestDie{}, Request: g.ID, Ref: set.Ref, For: set.For, From: set.From, Rev: g.disk, Dice: []protocol.RequestDie{}, State: protocol.RequestWaiting}
	if len(g.Engine.Header().Players) == 1 {
		v.Player = g.Name(1)
	}
	if open := g.Engine.Pending(); len(open) > 0 {
		r := s.Gather(g, open[0])
		for _, d := range r.Dice {
			v.Dice = append(v.Dice, s.requestDie(d.Die.ID, d.Die.Shape, d.Shows, d.At))
		}
		v.Dice = gather.Together(v.Dice)
		v.Doubts = append(v.Doubts, r.Doubts...)
		for _, at := range r.Strays {
			if d, ok := s.throws.Die(at); ok {
				v.Strays = append(v.Strays, s.strayDie(d, at))
			}
		}
		switch {
		case g.paused:
			v.State = protocol.RequestPaused
		case s.Play != g.ID:
			v.State = protocol.RequestQueued
		case r.Asks() || len(r.Doubts) > 0:
			v.State = protocol.RequestAsking
		}
		return v
	}
	q, a, ok := g.Engine.Question(1)
	if !ok || len(a.Chosen) > 0 {
		v.State = protocol.RequestCancelled
		return v
	}
	v.State, v.Roll, v.Corrected = protocol.RequestRolled, fmt.Sprintf("g%d.1", g.ID), g.Engine.Entries() > 2
	if len(g.At) > 1 {
		v.At = g.At[1].Format(time.RFC3339)
	}
	for _, w := range q.Roll.Dice {
		i := slices.IndexFunc(a.Dice, func(d engine.Thrown) bool { return d.ID == w.ID })
		if i < 0 {
			continue
		}
		v.Dice = append(v.Dice, s.requestDie(w.ID, w.Shape, &a.Dice[i], g.Seen[1][w.ID]))
	}
	v.Dice = gather.Together(v.Dice)
	sum := 0
	for _, d := range v.Dice {
		if d.Value != nil {
			sum += *d.Value
		}
	}
	v.Total = &sum
	if o := g.Engine.Outcome(); o != nil {
		v.Text = o.Text
	}
	return v
}

func (s *State) requestDie(id, shape string, shows *engine.Thrown, at throw.Place) protocol.RequestDie {
	out := protocol.RequestDie{ID: id, Shape: shape, How: engine.Unread}
	if shows != nil {
		out.Value, out.How, out.Shows = shows.Value, shows.How, shows.Shows()
	}
	if at.Throw < 1 {
		return out
	}
	if d, ok := s.throws.Die(at); ok {
		out.Confidence, out.Crop = throw.Rounded(d.Confidence, 4), s.throws.Crop(at)
	}
	return out
}

// strayDie is a die on the tray that nobody asked for.
func (s *State) strayDie(d throw.Die, at throw.Place) protocol.RequestDie {
	shows := engine.Thrown{Kind: d.Tens(), Shape: d.Shape, Value: d.Value}
	out := s.requestDie(fmt.Sprintf("stray %d.%d", at.Throw, at.Die), d.Shape, &shows, at)
	out.How = d.How
	return out
}
