package hall

import (
	"context"
	"fmt"
	"slices"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
)

// wish is a change of a game's log, or of who sits at a seat, that others may have to agree to.
type wish struct {
	// Do is DoAmend or DoUndo; Entry is what is changed, or where the game goes back to.
	Do    protocol.Deed `json:"do"`
	Entry int           `json:"entry,omitempty"`
	// Answer takes the place of Entry's.
	Answer *engine.Answer `json:"answer,omitempty"`
	// Seat is, for DoSit and DoLeave, the seat that Device takes over, or that becomes free. From says in words which device asks.
	Seat   engine.Seat `json:"seat,omitempty"`
	Device string      `json:"device,omitempty"`
	From   string      `json:"from,omitempty"`
	// By is the device that asks for a seat. It may not agree for other seats.
	By string `json:"by,omitempty"`
}

// askedBy says whether it was that device that asks for a seat.
func (w wish) askedBy(device string) bool { return w.aboutSeat() && w.By == device }

func (w wish) aboutSeat() bool { return w.Do == protocol.DoSit || w.Do == protocol.DoLeave }

// refused is a proposal to which a seat said no.
type refused struct {
	proposal
	by engine.Seat
}

// proposal is a wish that others must agree to: taking back what let a secret be seen.
type proposal struct {
	wish
	id   int
	text saying
	open []engine.Seat // have not agreed yet
}

// askNote is a proposal when it was made. It stands until all in Open agreed, one objected, or the
// game's log goes on.
type askNote struct {
	Game int `json:"game"`
	ID   int `json:"id"`
	wish
	Open []engine.Seat `json:"open"`
}

// consentNote is what a seat said of a proposal.
type consentNote struct {
	Game     int         `json:"game"`
	Proposal int         `json:"proposal"`
	Seat     engine.Seat `json:"seat"`
	Agrees   bool        `json:"agrees"`
}

// secretSince says whether something secret happened at or after entry n: another seat's secret answer, or a fact that not
// everybody was told. Who saw it could use it after going back.
func secretSince(g *engine.Game, n int, mine []engine.Seat) bool {
	in, _ := g.InEffect()
	for i := n; i < g.Entries(); i++ {
		e := g.Entry(i)
		if !in[i] {
			continue
		}
		if e.Secret && e.Answer != nil && !slices.Contains(mine, e.Answer.Seat) {
			return true
		}
		if slices.ContainsFunc(e.Told, func(f engine.Fact) bool { return len(f.Only) > 0 }) {
			return true
		}
	}
	return false
}

// ownSince says whether all that was answered at or after entry n was answered by these seats.
func ownSince(g *engine.Game, n int, mine []engine.Seat) bool {
	in, _ := g.InEffect()
	for i := max(0, n); i < g.Entries(); i++ {
		if e := g.Entry(i); in[i] && e.Answer != nil && !slices.Contains(mine, e.Answer.Seat) {
			return false
		}
	}
	return true
}

// withConsent does something at once if no secret is touched. Otherwise it asks the others. It also asks them if a device
// that only plays its own seat wants to change what others answered.
func (h *Hall) withConsent(ctx context.Context, g *Game, who protocol.Who, w wish) error {
	mine := g.seatsOf(who.Device)
	if !secretSince(g.Engine, w.Entry, mine) && (who.May || ownSince(g.Engine, w.Entry, mine)) {
		return h.grant(ctx, g, w)
	}
	others := g.seatsBut(mine)
	if len(others) == 0 {
		return h.grant(ctx, g, w)
	}
	return h.propose(ctx, g, w, others)
}

// propose asks seats whether they agree. A new proposal about the log takes the place of an older one. A proposal about a seat
// has to be answered first.
func (h *Hall) propose(ctx context.Context, g *Game, w wish, others []engine.Seat) error {
	if p := g.ask; p != nil && (p.aboutSeat() || w.aboutSeat()) {
		if p.aboutSeat() && w.aboutSeat() && p.Do == w.Do && p.Seat == w.Seat && p.Device == w.Device {
			return nil // that is what is asked
		}
		return protocol.Illegal("The players are asked whether they agree to something else: answer that first")
	}
	text, err := g.wording(w)
	if err != nil {
		return err
	}
	n := askNote{Game: g.ID, ID: h.proposals + 1, wish: w, Open: others}
	if err := h.desk.Write(ctx, []journal.Note{h.note(noteAsk, n)}); err != nil {
		return err
	}
	h.applyAsk(g, n, text)
	return nil
}

// grant does what was wished. It is called once no seat has to agree any more.
func (h *Hall) grant(ctx context.Context, g *Game, w wish, others ...journal.Note) error {
	switch {
	case w.Do == protocol.DoAmend:
		return h.amend(ctx, g, w.Entry, *w.Answer, nil, others...)
	case w.Do == protocol.DoUndo:
		return h.goBack(ctx, g, w.Entry, others...)
	case h.Here.Has(g.held[w.Seat]):
		return protocol.Illegal("%s's screen is connected again", g.Name(w.Seat))
	}
	return h.setSeat(ctx, g, w, g.movedWords(w)+" The other players agreed.", others...)
}

// wording is a wish in words. Each seat reads what it may know of it.
func (g *Game) wording(w wish) (saying, error) {
	switch w.Do {
	case protocol.DoUndo:
		return saying{text: fmt.Sprintf("go back to before entry %d", w.Entry)}, nil
	case protocol.DoSit:
		return saying{text: fmt.Sprintf("give %s's seat to %s", g.Name(w.Seat), w.From)}, nil
	case protocol.DoLeave:
		return saying{text: fmt.Sprintf("free %s's seat from %s, so that the table's screen answers for %s", g.Name(w.Seat), w.From, g.Name(w.Seat))}, nil
	default: // another answer
	}
	q, _, ok := g.Engine.Question(w.Entry)
	if !ok || w.Answer == nil {
		return saying{}, protocol.Stale("Entry %d is no answer that the game stands on now", w.Entry)
	}
	return g.changing(w.Entry, q, *w.Answer)
}

// doConsent is a seat's yes or no to what is proposed. A seat that agreed or proposed it may still say no.
func (h *Hall) doConsent(ctx context.Context, who protocol.Who, a protocol.Act) error {
	g, err := h.Games.Of(a.Game)
	if err != nil {
		return err
	}
	p := g.ask
	if p == nil || p.id != a.Proposal {
		return protocol.Stale("This isn't asked any more")
	}
	seat, agrees := engine.Seat(a.Seat), a.Do == protocol.DoAgree
	if err := g.actsFor(who, seat, false); err != nil {
		return err
	}
	if seat < 1 || int(seat) > len(g.Engine.Header().Players) || agrees && !slices.Contains(p.open, seat) {
		return protocol.Stale("%s isn't asked", g.Name(seat))
	}
	if agrees && p.askedBy(who.Device) {
		return protocol.NotAllowed("This device asks for %s's seat, so %s agrees on another screen", g.Name(p.Seat), g.Name(seat))
	}
	n := consentNote{Game: g.ID, Proposal: p.id, Seat: seat, Agrees: agrees}
	if agrees && len(p.open) == 1 {
		return h.grant(ctx, g, p.wish, h.note(noteConsent, n))
	}
	if err := h.desk.Write(ctx, []journal.Note{h.note(noteConsent, n)}); err != nil {
		return err
	}
	was := *p
	if g.consent(n) {
		g.told = g.objects(was, seat)
	}
	return nil
}

// consent takes in what a seat said of the proposal that stands. It tells whether that ended it.
func (g *Game) consent(n consentNote) (ended bool) {
	if !n.Agrees {
		g.ask = nil
		return true
	}
	g.ask.open = slices.DeleteFunc(slices.Clone(g.ask.open), func(x engine.Seat) bool { return x == n.Seat })
	return false
}

// objects says who said no to what.
func (g *Game) objects(p proposal, seat engine.Seat) saying {
	switch {
	case !p.aboutSeat():
		return saying{text: fmt.Sprintf("%s doesn't agree, so nothing is taken back.", g.Name(seat))}
	case p.Seat == seat:
		return saying{text: fmt.Sprintf("%s is back and keeps the seat.", g.Name(seat))}
	}
	return saying{text: fmt.Sprintf("%s doesn't agree, so %s keeps the seat.", g.Name(seat), g.Name(p.Seat))}
}

// view is a proposal as a seat may see it.
func (p proposal) view(sight engine.Sight, device string) *protocol.ProposalView {
	v := &protocol.ProposalView{Asks: p.askedBy(device), ID: p.id, Entry: p.Entry, Text: p.text.to(sight), Why: "Something secret has been seen since", Open: slices.Clone(p.open)}
	if p.aboutSeat() {
		v.Why = "Something secret is open in that seat, and its device is gone from sight"
	}
	return v
}

// recallAsk and recallConsent take in what was proposed, and what was said of that, before the program ended.
func (r Reading) recallAsk(n journal.Note) error {
	var b askNote
	g, err := r.recallOf(n, &b, func() int { return b.Game })
	if err != nil {
		return err
	}
	if b.Do != protocol.DoUndo && !b.aboutSeat() && (b.Do != protocol.DoAmend || b.Answer == nil) {
		return fmt.Errorf("it proposes %.20q, which this program doesn't know", b.Do)
	}
	r.applyAsk(g.Game, b, saying{}) // its words need the game, which isn't there yet
	g.refused = refused{}
	return nil
}

// applyAsk takes in what is proposed.
func (s *State) applyAsk(g *Game, n askNote, text saying) {
	s.proposals = max(s.proposals, n.ID)
	g.ask = &proposal{wish: n.wish, id: n.ID, text: text, open: n.Open}
}

func (r Reading) recallConsent(n journal.Note) error {
	var b consentNote
	g, err := r.recallOf(n, &b, func() int { return b.Game })
	if err != nil {
		return err
	}
	if g.ask == nil || g.ask.id != b.Proposal {
		return fmt.Errorf("it is about proposal %d, which doesn't stand", b.Proposal)
	}
	was := *g.ask
	if g.consent(b) {
		g.refused = refused{was, b.Seat}
	}
	return nil
}

// reopenAsk asks the seats again what they were asked when the program ended.
func (g *Game) reopenAsk(no refused) {
	if no.by != engine.Everyone {
		g.told = g.objects(no.proposal, no.by)
	}
	if g.ask == nil {
		return
	}
	var err error
	if g.ask.text, err = g.wording(g.ask.wish); err != nil {
		g.ask, g.told = nil, saying{text: fmt.Sprintf("What was proposed about entry %d can't be done any more.", g.ask.Entry)}
	}
}
