package hall

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

const (
	// seatGrace is how long a seat with a secret stays with a device that is out of sight. A phone turns its screen off after half a minute to two
	// minutes, and its page is back as soon as somebody looks at it.
	seatGrace = 2 * time.Minute
	// seatLost is the time out of sight after which nobody needs to agree that another device takes over such a seat: a battery may be empty, or the
	// table goes on another evening with other devices. A player who went out for a moment is back by then.
	seatLost = 30 * time.Minute
)

// seatsOf are the seats that a device holds.
func (g *Game) seatsOf(device string) []engine.Seat {
	var seats []engine.Seat
	for i := range g.Engine.Header().Players {
		if seat := engine.Seat(i + 1); device != "" && g.held[seat] == device {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Sees is the seat as which a screen looks at the game. That is the seat that it asks for, if the screen holds it or nobody does. Else it is the only
// seat that the screen holds. Else it is none. A screen that holds several seats is handed from player to player.
func (g *Game) Sees(who protocol.Who, wanted engine.Seat) engine.Seat {
	mine := g.seatsOf(who.Device)
	switch {
	case slices.Contains(mine, wanted):
		return wanted
	case wanted == engine.Everyone && len(mine) == 1:
		return mine[0]
	case who.May && len(mine) == 0 && wanted > 0 && int(wanted) <= len(g.Engine.Header().Players) && g.held[wanted] == "":
		return wanted // the one screen of the table, handed over
	}
	return engine.Everyone
}

// saying is a sentence about a game that screens show until something else is said. If only names seats, only they read it; the others read the words
// in instead.
type saying struct {
	text    string
	only    []engine.Seat
	instead string
}

// to is what a seat may read of it.
func (x saying) to(sight engine.Sight) string {
	if sight.Fact(engine.Fact{Only: x.only}) {
		return x.text
	}
	return x.instead
}

// actsFor says whether a screen may answer for a seat. The device that sits there may; if nobody sits there, the table's screen may. If dice is true,
// the act says what dice show: they lie open on the table, so every screen that may act may say that.
func (g *Game) actsFor(who protocol.Who, seat engine.Seat, dice bool) error {
	switch {
	case who.Plays && !who.May:
		return g.playsFor(who, seat, dice)
	case !who.May:
		return protocol.NotAllowed(protocol.LooksOn)
	case seat == engine.Everyone || dice:
		return nil
	case g.held[seat] == "" && len(g.seatsOf(who.Device)) == 0:
		return nil
	case g.held[seat] == who.Device:
		return nil
	case g.held[seat] == "":
		return protocol.NotAllowed("This screen is %s's: %s answers on the table's screen, or here once you have pressed “I am %s”", g.Name(g.seatsOf(who.Device)[0]), g.Name(seat), g.Name(seat))
	}
	return protocol.NotAllowed("%s answers on a screen of their own", g.Name(seat))
}

// answers says whether a screen may answer a question: for one of the seats that are asked.
func (g *Game) answers(who protocol.Who, q engine.Question) bool {
	_, err := g.answersAs(who, q)
	return err == nil
}

// answersAs is the seat for which a screen answers a question. If the screen may answer for several, a seat that it holds comes first.
func (g *Game) answersAs(who protocol.Who, q engine.Question) (seat engine.Seat, err error) {
	dice := q.Kind == engine.KindRoll && !q.Secret
	if len(q.Seats) == 0 {
		return engine.Everyone, g.actsFor(who, engine.Everyone, dice)
	}
	asked := slices.Clone(q.Seats)
	slices.SortStableFunc(asked, func(a, b engine.Seat) int { return g.nearness(who, a) - g.nearness(who, b) })
	for _, seat := range asked {
		if err = g.actsFor(who, seat, dice); err == nil {
			return seat, nil
		}
	}
	return engine.Everyone, err
}

// nearness orders seats for a screen: first those that it holds, then those that nobody holds.
func (g *Game) nearness(who protocol.Who, seat engine.Seat) int {
	switch g.held[seat] {
	case "":
		return 1
	case who.Device:
		return 0
	}
	return 2
}

// onlyPlays is said to a device that may only answer for its seat.
const onlyPlays = "this device only plays its own seat: do that on the table's screen, or scan the table's QR code there"

// playsFor says whether a device that came by the code of a seat may answer for a seat.
func (g *Game) playsFor(who protocol.Who, seat engine.Seat, dice bool) error {
	mine := g.seatsOf(who.Device)
	switch {
	case len(mine) == 0:
		return protocol.NotAllowed("This device has no seat in this game: scan the QR code of the seat")
	case slices.Contains(mine, seat), seat == engine.Everyone && dice:
		return nil
	}
	return protocol.NotAllowed("%s answers that, not this device", g.Name(seat))
}

// MayPlay says whether a device that came by the code of a seat may do an act at all. For which seat it answers is checked
// later.
func (s *State) MayPlay(who protocol.Who, a protocol.Act) error {
	switch a.Do {
	case protocol.DoReply, protocol.DoHand, protocol.DoAmend, protocol.DoAgree, protocol.DoObject, protocol.DoCall, protocol.DoUncall:
		return nil
	case protocol.DoLeave:
		if g, err := s.Games.Of(a.Game); err == nil && slices.Contains(g.seatsOf(who.Device), engine.Seat(a.Seat)) {
			return nil
		}
	case protocol.DoUndo:
		if g, err := s.Games.Of(a.Game); err == nil && g.AnswersIn(who) {
			return nil
		}
	case protocol.DoFix, protocol.DoAdd, protocol.DoRemove, protocol.DoConfirm, protocol.DoDiscard, protocol.DoShow:
		if s.throws.Has(a.Throw) && s.playsThrow(who, s.throws.Get(a.Throw)) {
			return nil
		}
	case protocol.DoThrow, protocol.DoLook, protocol.DoTake, protocol.DoPass:
		if s.Play > 0 && s.awaits(who, s.Games[s.Play-1]) {
			return nil
		}
	default: // all that is the table's
	}
	return protocol.NotAllowed("%s", protocol.Sentence(errors.New(onlyPlays)))
}

// playsThrow says whether a throw is one that the device's seat rolls now.
func (s *State) playsThrow(who protocol.Who, t throw.Throw) bool {
	return t.Game > 0 && t.Status == protocol.ThrowAsking && s.awaits(who, s.Games[t.Game-1])
}

// awaits says whether the game waits for a roll of a seat that the device holds.
func (s *State) awaits(who protocol.Who, g *Game) bool {
	q, ok := g.Rolling()
	mine := g.seatsOf(who.Device)
	return ok && len(mine) > 0 && (len(q.Seats) == 0 || slices.ContainsFunc(q.Seats, func(seat engine.Seat) bool { return slices.Contains(mine, seat) }))
}

// AnswersIn says whether a screen may answer something of a game: then its page shows how.
func (g *Game) AnswersIn(who protocol.Who) bool {
	return who.May || who.Plays && len(g.seatsOf(who.Device)) > 0
}

// doSit lets a device take a seat. If another device holds it, that one must leave it or be gone from sight. Then the seat
// is taken over, and the log says so.
func (h *Hall) doSit(ctx context.Context, who protocol.Who, a protocol.Act) error {
	g, err := h.Games.Of(a.Game)
	if err != nil {
		return err
	}
	seat := engine.Seat(a.Seat)
	switch {
	case who.Device == "":
		return protocol.Malformed("only a browser can take a seat: load the page first")
	case seat < 1 || int(seat) > len(g.Engine.Header().Players):
		return protocol.Illegal("this game has no seat %d", a.Seat)
	case g.held[seat] == who.Device:
		return nil
	case g.held[seat] != "" && h.Here.Has(g.held[seat]):
		return protocol.Illegal("%s's screen is connected: leave the seat there first", g.Name(seat))
	}
	return h.moveSeat(ctx, g, who, wish{Do: protocol.DoSit, Seat: seat, Device: who.Device, From: g.deviceWords(who), By: who.Device})
}

// doLeave frees a seat: the table's screen answers for it until somebody sits down again.
func (h *Hall) doLeave(ctx context.Context, who protocol.Who, a protocol.Act) error {
	g, err := h.Games.Of(a.Game)
	if err != nil {
		return err
	}
	seat := engine.Seat(a.Seat)
	holder, held := g.held[seat]
	switch {
	case !held:
		return nil
	case holder != who.Device && h.Here.Has(holder):
		return protocol.NotAllowed("%s's screen is connected: only it can leave the seat", g.Name(seat))
	}
	return h.moveSeat(ctx, g, who, wish{Do: protocol.DoLeave, Seat: seat, From: g.deviceWords(who), By: who.Device})
}

// moveSeat gives a seat to a device, or frees it. If the seat has something secret open and another device holds it, the seat stays for a while, in
// case that device comes back. After that the other seats must agree.
func (h *Hall) moveSeat(ctx context.Context, g *Game, who protocol.Who, w wish) error {
	holder, line := g.held[w.Seat], g.movedWords(w)
	switch {
	case holder == who.Device, holder == "" && !g.knowsSecret(w.Seat):
		return h.setSeat(ctx, g, w, "")
	case holder == "" || !g.knowsSecret(w.Seat) && !g.askedSecretly(w.Seat):
		return h.setSeat(ctx, g, w, line)
	}
	gone := h.Here.GoneFor(holder, h.desk.Now())
	mine, name := g.seatsOf(who.Device), g.Name(w.Seat)
	others := g.seatsBut(append(mine, w.Seat))
	switch {
	case gone < seatGrace:
		return protocol.Illegal("%s's seat has something secret open, and its device was here a moment ago: wake it, or ask again in %s", name, inWords(seatGrace-gone))
	case gone >= seatLost:
		return h.setSeat(ctx, g, w, line+" Nobody was asked: its own device had been gone for half an hour.")
	case len(others) > 0:
		return h.propose(ctx, g, w, others)
	case len(mine) > 0:
		return protocol.Illegal("%s's seat has something secret open, and this is %s's screen: wake %s's device, use the table's screen or another device, or ask again in %s",
			name, g.Name(mine[0]), name, inWords(seatLost-gone))
	}
	return h.setSeat(ctx, g, w, line)
}

// seatsBut are all seats but some.
func (g *Game) seatsBut(some []engine.Seat) []engine.Seat {
	var others []engine.Seat
	for i := range g.Engine.Header().Players {
		if seat := engine.Seat(i + 1); !slices.Contains(some, seat) {
			others = append(others, seat)
		}
	}
	return others
}

// inWords is a duration for people, rounded up.
func inWords(d time.Duration) string {
	if n := int(math.Ceil(d.Minutes())); n > 1 {
		return fmt.Sprintf("%d minutes", n)
	}
	return "a minute"
}

// askedSecretly says whether a seat is asked something that others don't see.
func (g *Game) askedSecretly(seat engine.Seat) bool {
	return slices.ContainsFunc(g.Engine.Pending(), func(q engine.Question) bool { return q.Secret && slices.Contains(q.Seats, seat) })
}

// knowsSecret says whether whoever sits at a seat can read something that not everybody can.
func (g *Game) knowsSecret(seat engine.Seat) bool {
	own, all := g.Engine.As(seat), g.Engine.As(engine.Everyone)
	for i, e := range g.Engine.Log() {
		if own.Answer(i) && !all.Answer(i) || slices.ContainsFunc(e.Told, func(f engine.Fact) bool { return own.Fact(f) && !all.Fact(f) }) {
			return true
		}
	}
	return false
}

// deviceWords say which device asks for a seat.
func (g *Game) deviceWords(who protocol.Who) string {
	name := "another device"
	if mine := g.seatsOf(who.Device); len(mine) > 0 {
		name = g.Name(mine[0]) + "'s device"
	}
	if who.From != "" {
		name += " (" + who.From + ")"
	}
	return name
}

// movedWords is the log's line about a seat that is taken over.
func (g *Game) movedWords(w wish) string {
	name := g.Name(w.Seat)
	switch {
	case w.Do == protocol.DoLeave:
		return fmt.Sprintf("%s's seat was freed by %s: the table's screen answers for %s now.", name, w.From, name)
	case g.held[w.Seat] == "":
		return fmt.Sprintf("%s's seat was taken by %s.", name, w.From)
	}
	return fmt.Sprintf("%s's seat was taken over by %s.", name, w.From)
}

// setSeat gives a seat to a device, or frees it. The line, if there is one, is for the log and for all screens.
func (h *Hall) setSeat(ctx context.Context, g *Game, w wish, line string, others ...journal.Note) error {
	n := seatNote{Game: g.ID, Seat: w.Seat, Device: w.Device, Line: line}
	note := h.note(noteSeat, n)
	if err := h.desk.Write(ctx, append(others, note)); err != nil {
		return err
	}
	g.seatMoved(n, g.Engine.Entries(), note.At)
	if line != "" {
		g.told = saying{text: line}
		h.desk.Log.Warn("a seat was taken over", "game", g.ID, "seat", w.Seat, "said", line)
	}
	return nil
}

// seatMoved takes in who sits at a seat. after is the length of the log then. It ends a proposal about the seat.
func (g *Game) seatMoved(n seatNote, after int, at time.Time) {
	if n.Device == "" {
		delete(g.held, n.Seat)
	} else {
		g.held[n.Seat] = n.Device
	}
	if g.ask != nil && g.ask.Seat == n.Seat {
		g.ask = nil
	}
	if n.Line != "" {
		g.Moved(after, at, n.Line)
	}
}

// keepsSeat ends proposals about the seats of a device that is back.
func (d desk) keepsSeat(ctx context.Context, games Games, device string) {
	for _, g := range games {
		if g.ask == nil || !g.ask.aboutSeat() || g.held[g.ask.Seat] != device {
			continue
		}
		n := consentNote{Game: g.ID, Proposal: g.ask.id, Seat: g.ask.Seat}
		if err := d.Write(ctx, []journal.Note{d.note(noteConsent, n)}); err != nil {
			d.Log.Warn("write down that a device is back at its seat", "err", err)
			continue
		}
		was := *g.ask
		g.consent(n)
		g.told = g.objects(was, n.Seat)
	}
}

// Come counts a device's screen in. It ends proposals about the device's seats.
func (h *Hall) Come(ctx context.Context, device string) {
	h.Here.Come(device)
	h.keepsSeat(ctx, h.Games, device)
}

// Leave counts a device's screen out.
func (h *Hall) Leave(device string) { h.Here.Leave(device, h.desk.Now()) }
