package hall

import (
	"fmt"
	"slices"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// requestsListed is how many finished requests stay in the list of games, so that people can correct them there.
const requestsListed = 5

// List are the games of the table, newest first.
func (s *State) List() []protocol.GameInfo {
	out := []protocol.GameInfo{}
	done := 0
	for _, g := range slices.Backward(s.Games) {
		if g.Kind.Asked && g.status() == protocol.GameOver {
			if done++; done > requestsListed {
				continue
			}
		}
		out = append(out, s.Info(g))
	}
	return out
}

// Info is a game as a list shows it.
func (s *State) Info(g *Game) protocol.GameInfo {
	v := protocol.GameInfo{ID: g.ID, Title: g.Title(), Rulebook: g.Kind.ID, Kind: g.Kind.Name, Form: g.Kind.Form, Status: g.status(),
		Players: []string{}, Entries: g.disk, Tray: s.Play == g.ID, Again: s.lobbies.again(g.ID),
		Single: g.Kind.Single && len(g.Engine.Header().Players) == 1}
	for _, p := range g.Engine.Header().Players {
		v.Players = append(v.Players, p.Name)
	}
	if n := len(g.At); n > 0 {
		v.Begun, v.Last = g.At[0].Format(time.RFC3339), g.At[n-1].Format(time.RFC3339)
	}
	if o := g.Engine.Outcome(); o != nil {
		v.Outcome = o.Text
	}
	return v
}

// noQuestion is said to a screen that answers what isn't asked, or a question that it may not know of.
const noQuestion = "This isn't asked any more: look at the game again"

// askedOf finds an open question that a screen may see: as nobody, or as a seat that it holds or may be handed. It doesn't find other questions,
// because a question's id says what the question offers.
func (g *Game) askedOf(who protocol.Who, id string) (engine.Question, bool) {
	for seat := range engine.Seat(len(g.Engine.Header().Players) + 1) {
		if q, ok := g.Engine.As(g.Sees(who, seat)).Open(id); ok {
			return q, true
		}
	}
	return engine.Question{}, false
}

// notAsked says why a screen's answer for a seat fits no question that the screen may know of.
func (g *Game) notAsked(who protocol.Who, seat engine.Seat) error {
	if err := g.actsFor(who, seat, false); err != nil {
		return err
	}
	if o := g.Engine.Outcome(); o != nil {
		return protocol.Stale("The game is over: %s", o.Text)
	}
	return protocol.Stale(noQuestion)
}

func (s *State) gameSeat(g *Game, seat engine.Seat, p engine.Player) protocol.GameSeat {
	v := protocol.GameSeat{Seat: seat, Name: p.Name, Team: p.Team, Held: g.held[seat] != "", Here: s.Here.Has(g.held[seat])}
	for _, q := range g.Engine.Pending() {
		if slices.Contains(q.Seats, seat) {
			v.Waiting = true
			v.Secret = v.Secret || q.Secret
		}
	}
	return v
}

// rollOf is the roll being made, as screens show it.
func (s *State) rollOf(g *Game, q engine.Question) *protocol.GameRoll {
	r := s.Gather(g, q)
	v := &protocol.GameRoll{Question: q.ID, Dice: []protocol.RollDie{}, Missing: append([]string{}, r.Missing()...), Strays: s.strays(r.Strays), Unnamed: s.strays(r.Unnamed),
		Left: r.Left, Doubts: append([]string{}, r.Doubts...), Countable: r.Countable(), Again: r.Again, Earlier: []protocol.ThrowRef{}, Loose: []protocol.ThrowView{}}
	for _, d := range r.Dice {
		out := protocol.RollDie{ID: d.Die.ID, Shows: d.Shows, Throw: d.At.Throw, N: d.At.Die, Kept: d.Kept, Why: d.Why, Likely: append([]int{}, d.Likely...)}
		if d.At.Throw > 0 {
			out.Rev, out.Crop = s.throws.Get(d.At.Throw).Rev, s.throws.Crop(d.At)
		}
		v.Dice = append(v.Dice, out)
	}
	throws := s.throws.Asking(g.ID, q.ID)
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

func (s *State) strays(list []throw.Place) []protocol.StrayDie {
	out := []protocol.StrayDie{}
	for _, at := range list {
		t := s.throws.Get(at.Throw)
		i := slices.IndexFunc(t.Dice, func(d throw.Die) bool { return d.N == at.Die })
		out = append(out, protocol.StrayDie{Throw: t.ID, Rev: t.Rev, N: at.Die, Shape: t.Dice[i].Shape, Crop: s.throws.Crop(at)})
	}
	return out
}

// named says for the dice on the tray which dice of the game they are, and what they show there.
func (s *State) named(g *Game, sight engine.Sight, tray *protocol.ThrowView) {
	t := s.throws.Get(tray.ID)
	shown := map[throw.Place]engine.Thrown{}
	doubt := map[throw.Place]bool{}
	if q, ok := g.asked(t.Question); ok && t.Status == protocol.ThrowAsking && q.Kind == engine.KindRoll {
		if len(q.Roll.Dice) == 0 {
			return // any dice will do: each shows what was read
		}
		r := s.Gather(g, q)
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
			if at, ok := g.Seen[t.Entry][x.ID]; ok {
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

// Named says of a throw for a game, as everybody may see it, which dice of the game its dice are and what they show.
func (s *State) Named(game int, tray *protocol.ThrowView) {
	g := s.Games[game-1]
	s.named(g, g.Engine.As(engine.Everyone), tray)
}

// ViewKey differs between two screens if they get different views of the same game.
func (g *Game) ViewKey(who protocol.Who, seat engine.Seat) string {
	return fmt.Sprint(g.ID, seat, g.seatsOf(who.Device), who.May, who.Plays, g.ask != nil && g.ask.askedBy(who.Device))
}

// View is a game as one seat may see it, without what belongs to the whole table.
func (s *State) View(g *Game, r Reader) protocol.GameView {
	seat, mine, sight := r.Seat, g.seatsOf(r.Who.Device), g.Engine.As(r.Seat)
	v := protocol.GameView{Game: s.Info(g),
		Seat: seat, Mine: append([]engine.Seat{}, mine...), Seats: []protocol.GameSeat{}, Play: g.Engine.View(seat), Told: g.told.to(sight),
		Showing: append([]string{}, g.showing...), Shown: g.shown, Dyes: s.dyes.Views(s.throws.Crop), Table: r.Who.May, Own: []string{}}
	if v.Play.Pending == nil || g.paused {
		v.Play.Pending = []engine.Question{}
	}
	for _, q := range v.Play.Pending {
		if g.answers(r.Who, q) {
			v.Own = append(v.Own, q.ID)
		}
	}
	v.Play.Trail = append([]engine.Fact{}, v.Play.Trail...)
	v.Play.Waiting = append([]engine.Seat{}, v.Play.Waiting...)
	v.Play.Players = append([]engine.Player{}, v.Play.Players...)
	for i, p := range g.Engine.Header().Players {
		v.Seats = append(v.Seats, s.gameSeat(g, engine.Seat(i+1), p))
	}
	v.Log, v.Older = g.lines(r, 0, LogLines)
	if q, ok := g.Rolling(); ok && s.Play == g.ID {
		v.Roll = s.rollOf(g, q)
	}
	if t, ok := s.throws.Last(); ok && t.Game == g.ID {
		tray := t.View()
		s.named(g, sight, &tray)
		v.Tray = &tray
	}
	if p := g.ask; p != nil {
		v.Ask = p.view(sight, r.Who.Device)
	}
	return v
}

// Reader is a screen that reads a game's log: who it is, and as which seat.
type Reader struct {
	Who  protocol.Who
	Seat engine.Seat
}

// lines are a game's lines as a screen reads them.
func (g *Game) lines(r Reader, before, n int) ([]protocol.LogLine, int) {
	return g.Lines(r.Seat, func(e engine.Entry) bool { return g.mayChange(r.Who, e) }, before, n)
}

// mayChange says whether a screen may change an entry's answer.
func (g *Game) mayChange(who protocol.Who, e engine.Entry) bool {
	q, was, ok := g.Engine.Question(e.N)
	return ok && g.actsFor(who, was.Seat, q.Kind == engine.KindRoll && !q.Secret) == nil
}

// LogLines is how many lines of the log a view holds; the rest is fetched.
const LogLines = 40
