package companion

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"astragal/companion/alike"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// requestsListed is how many requests that are done stay in the list of games, to be corrected there.
const requestsListed = 5

// GameList are the games of the table, newest first.
func (s *Session) GameList() []protocol.GameInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []protocol.GameInfo{}
	done := 0
	for _, g := range slices.Backward(s.games) {
		if g.kind.Asked && g.status() == protocol.GameOver {
			if done++; done > requestsListed {
				continue
			}
		}
		out = append(out, s.info(g))
	}
	return out
}

func (s *Session) info(g *game) protocol.GameInfo {
	v := protocol.GameInfo{ID: g.id, Title: g.title(), Rulebook: g.kind.ID, Kind: g.kind.Name, Form: g.kind.Form, Status: g.status(),
		Players: []string{}, Entries: g.disk, Tray: s.play == g.id,
		Single: g.kind.Single && len(g.game.Header().Players) == 1}
	for _, p := range g.game.Header().Players {
		v.Players = append(v.Players, p.Name)
	}
	if n := len(g.at); n > 0 {
		v.Begun, v.Last = g.at[0].Format(time.RFC3339), g.at[n-1].Format(time.RFC3339)
	}
	if o := g.game.Outcome(); o != nil {
		v.Outcome = o.Text
	}
	return v
}

// drawing is a view of a game as it is sent.
type drawing struct {
	JSON  json.RawMessage
	Ready *alike.Message
	// May says whether the screen may answer something of it.
	May bool
}

// GameJSON is a game as a screen sees it. Wanted is the seat that it asks to see as.
func (s *Session) GameJSON(id int, who protocol.Who, wanted engine.Seat) (json.RawMessage, error) {
	d, err := s.Drawing(id, who, wanted)
	return d.JSON, err
}

// Drawing is a game as a screen sees it, written once for each change.
func (s *Session) Drawing(id int, who protocol.Who, wanted engine.Seat) (drawing, error) {
	g, err := s.lockSaid(id)
	defer s.mu.Unlock()
	if err != nil {
		return drawing{}, err
	}
	seat := g.sees(who, wanted)
	mine := g.seatsOf(who.Device)
	key := fmt.Sprint(id, seat, mine, who.May, who.Plays, g.ask != nil && g.ask.askedBy(who.Device))
	if got, ok := s.drawn[key]; ok && s.drawnAt == s.version {
		got.May = g.answersIn(who)
		return got, nil
	}
	raw, err := json.Marshal(s.gameView(g, reader{who, seat}))
	if err != nil {
		return drawing{}, fmt.Errorf("write the view of game %d: %w", id, err)
	}
	if s.drawnAt != s.version || s.drawn == nil {
		s.drawn, s.drawnAt = map[string]drawing{}, s.version
	}
	s.drawn[key] = drawing{raw, &alike.Message{}, false}
	return drawing{raw, s.drawn[key].Ready, g.answersIn(who)}, nil
}

func (s *Session) gameView(g *game, r reader) protocol.GameView {
	seat, mine, sight := r.seat, g.seatsOf(r.who.Device), g.game.As(r.seat)
	v := protocol.GameView{Version: s.version, Page: s.page, Network: s.network, Trouble: s.notices(), Eye: s.eyeView(), Link: s.events.linkView(), Game: s.info(g),
		Seat: seat, Mine: append([]engine.Seat{}, mine...), Seats: []protocol.GameSeat{}, Play: g.game.View(seat), Told: g.told.to(sight),
		Showing: append([]string{}, g.showing...), Shown: g.shown, Dyes: s.dyes.Views(s.cropAt), Table: r.who.May, Own: []string{}}
	if v.Play.Pending == nil || g.paused {
		v.Play.Pending = []engine.Question{}
	}
	for _, q := range v.Play.Pending {
		if g.answers(r.who, q) {
			v.Own = append(v.Own, q.ID)
		}
	}
	v.Play.Trail = append([]engine.Fact{}, v.Play.Trail...)
	v.Play.Waiting = append([]engine.Seat{}, v.Play.Waiting...)
	v.Play.Players = append([]engine.Player{}, v.Play.Players...)
	for i, p := range g.game.Header().Players {
		v.Seats = append(v.Seats, s.gameSeat(g, engine.Seat(i+1), p))
	}
	v.Log, v.Older = g.lines(r, 0, logLines)
	if q, ok := g.rolling(); ok && s.play == g.id {
		v.Roll = s.rollOf(g, q)
	}
	if s.offer != nil && v.Roll != nil {
		tray := s.offer.view()
		v.Tray = &tray
	} else if n := len(s.throws); n > 0 && s.throws[n-1].Game == g.id {
		tray := s.throws[n-1].View()
		s.named(g, sight, &tray)
		v.Tray = &tray
		v.Told = cmp.Or(v.Told, s.otherwise())
	}
	if p := g.ask; p != nil {
		v.Ask = p.view(sight, r.who.Device)
	}
	return v
}

// noQuestion is said to a screen that answers what isn't asked, or what it may not know to be asked.
const noQuestion = "This isn't asked any more: look at the game again"

// askedOf finds an open question that a screen may see: as nobody, or as a seat that it has or may be
// handed. A question's id is a digest of what is offered, so trying one must tell nothing either.
func (g *game) askedOf(who protocol.Who, id string) (engine.Question, bool) {
	for seat := range engine.Seat(len(g.game.Header().Players) + 1) {
		if q, ok := g.game.As(g.sees(who, seat)).Open(id); ok {
			return q, true
		}
	}
	return engine.Question{}, false
}

// notAsked says why a screen's answer for a seat is to nothing that it may know of.
func (g *game) notAsked(who protocol.Who, seat engine.Seat) error {
	if err := g.actsFor(who, seat, false); err != nil {
		return err
	}
	if o := g.game.Outcome(); o != nil {
		return protocol.Stale("The game is over: %s", o.Text)
	}
	return protocol.Stale(noQuestion)
}

func (s *Session) gameSeat(g *game, seat engine.Seat, p engine.Player) protocol.GameSeat {
	v := protocol.GameSeat{Seat: seat, Name: p.Name, Team: p.Team, Held: g.held[seat] != "", Here: s.present[g.held[seat]] > 0}
	for _, q := range g.game.Pending() {
		if slices.Contains(q.Seats, seat) {
			v.Waiting = true
			v.Secret = v.Secret || q.Secret
		}
	}
	return v
}

// rollOf is the roll being made, as screens show it.
func (s *Session) rollOf(g *game, q engine.Question) *protocol.GameRoll {
	r := s.gather(g, q)
	v := &protocol.GameRoll{Question: q.ID, Dice: []protocol.RollDie{}, Missing: append([]string{}, r.Missing()...), Strays: s.strays(r.Strays), Unnamed: s.strays(r.Unnamed),
		Left: r.Left, Doubts: append([]string{}, r.Doubts...), Countable: r.Countable(), Again: r.Again, Earlier: []protocol.ThrowRef{}, Loose: []protocol.ThrowView{}}
	for _, d := range r.Dice {
		out := protocol.RollDie{ID: d.Die.ID, Shows: d.Shows, Throw: d.At.Throw, N: d.At.Die, Kept: d.Kept, Why: d.Why, Likely: append([]int{}, d.Likely...)}
		if d.At.Throw > 0 {
			out.Rev, out.Crop = s.throws[d.At.Throw-1].Rev, s.cropAt(d.At)
		}
		v.Dice = append(v.Dice, out)
	}
	throws := s.throwsFor(g, q)
	v.Throws = len(throws)
	for _, t := range throws {
		if len(q.Roll.Dice) == 0 {
			v.Loose = append(v.Loose, t.View())
		}
	}
	if n := len(throws); n > 0 {
		v.Throw, v.Rev = throws[n-1].ID, throws[n-1].Rev
		for _, t := range throws[:n-1] {
			v.Earlier = append(v.Earlier, protocol.ThrowRef{Throw: t.ID, Rev: t.Rev})
		}
	}
	return v
}

func (s *Session) strays(list []throw.Place) []protocol.StrayDie {
	out := []protocol.StrayDie{}
	for _, at := range list {
		t := s.throws[at.Throw-1]
		i := slices.IndexFunc(t.Dice, func(d throw.Die) bool { return d.N == at.Die })
		out = append(out, protocol.StrayDie{Throw: t.ID, Rev: t.Rev, N: at.Die, Shape: t.Dice[i].Shape, Crop: s.cropAt(at)})
	}
	return out
}

func (s *Session) cropAt(at throw.Place) string {
	t := s.throws[at.Throw-1]
	i := slices.IndexFunc(t.Dice, func(d throw.Die) bool { return d.N == at.Die })
	if i < 0 || !t.Dice[i].Crop {
		return ""
	}
	return fmt.Sprintf("/crop/%d/%d", at.Throw, at.Die)
}

// named says for the dice on the tray which dice of the game they are, and what they show there.
func (s *Session) named(g *game, sight engine.Sight, tray *protocol.ThrowView) {
	t := s.throws[tray.ID-1]
	shown := map[throw.Place]engine.Thrown{}
	doubt := map[throw.Place]bool{}
	if q, ok := g.asked(t.Question); ok && t.Status == protocol.ThrowAsking && q.Kind == engine.KindRoll {
		if len(q.Roll.Dice) == 0 {
			return // any dice will do: each shows what was read
		}
		r := s.gather(g, q)
		for _, at := range r.Unnamed {
			doubt[at] = true
		}
		for _, d := range r.Dice {
			if d.At.Throw == t.ID {
				doubt[d.At] = d.Shows == nil
				if d.Shows != nil {
					shown[d.At] = *d.Shows
				}
			}
		}
	} else if _, a, ok := sight.Asked(t.Entry); ok && t.Status == protocol.ThrowCounted {
		for _, x := range a.Dice {
			if at, ok := g.seen[t.Entry][x.ID]; ok {
				shown[at] = x
			}
		}
	}
	for i := range tray.Dice {
		d := &tray.Dice[i]
		at := throw.Place{Throw: tray.ID, Die: d.N}
		k := slices.IndexFunc(t.Dice, func(x throw.Die) bool { return x.N == d.N })
		d.As = t.Dice[k].Is
		if x, ok := shown[at]; ok {
			d.Shows, d.Asks = x.Shows(), false
		} else if asks, ok := doubt[at]; ok {
			d.Asks = asks
		} else if t.Question != "" {
			d.Asks = false // a stray: the roll says what to do about it
		}
	}
}
