package companion

import (
	"context"
	"fmt"
	"slices"

	"astragal/engine"
)

// proposal is something that others must agree to: taking back what let a secret be seen.
type proposal struct {
	id     int
	text   string
	entry  int
	open   []engine.Seat // have not agreed yet
	agreed func(context.Context) error
}

// ProposalView is a proposal as screens show it.
type ProposalView struct {
	ID    int    `json:"id"`
	Entry int    `json:"entry"`
	Text  string `json:"text"`
	// Open are the seats that have not agreed yet.
	Open []engine.Seat `json:"open"`
}

// secretSince says whether taking back entry n, or changing it, would use what somebody has seen:
// another seat's secret answer, or a fact that not everybody was told, at or after it.
func (g *game) secretSince(n int, mine []engine.Seat) bool {
	log := g.game.Log()
	in := stands(log)
	for i := n; i < len(log); i++ {
		e := log[i]
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
func (g *game) ownSince(n int, mine []engine.Seat) bool {
	log := g.game.Log()
	in := stands(log)
	for i := max(0, n); i < len(log); i++ {
		if in[i] && log[i].Answer != nil && !slices.Contains(mine, log[i].Answer.Seat) {
			return false
		}
	}
	return true
}

// withConsent does something at once where no secret is touched; otherwise it asks the others. It
// asks them too when a device that only plays its seat reaches back past what others answered.
func (s *Session) withConsent(ctx context.Context, g *game, who Who, entry int, text string, do func(context.Context) error) error {
	mine := g.seatsOf(who.Device)
	if !g.secretSince(entry, mine) && (who.May || g.ownSince(entry, mine)) {
		return do(ctx)
	}
	var others []engine.Seat
	for i := range g.game.Header().Players {
		if seat := engine.Seat(i + 1); !slices.Contains(mine, seat) {
			others = append(others, seat)
		}
	}
	if len(others) == 0 {
		return do(ctx)
	}
	s.proposals++
	g.ask = &proposal{id: s.proposals, text: text, entry: entry, open: others, agreed: do}
	return nil
}

// doConsent is a seat's yes or no to what is proposed.
func (s *Session) doConsent(ctx context.Context, who Who, a Act) error {
	g, err := s.gameOf(a.Game)
	if err != nil {
		return err
	}
	p := g.ask
	if p == nil || p.id != a.Proposal {
		return &Refusal{CodeStale, "This isn't asked any more"}
	}
	seat := engine.Seat(a.Seat)
	if err := g.actsFor(who, seat, false); err != nil {
		return err
	}
	if !slices.Contains(p.open, seat) {
		return &Refusal{CodeStale, fmt.Sprintf("%s isn't asked", g.name(seat))}
	}
	if a.Do == DoObject {
		g.ask, g.told = nil, fmt.Sprintf("%s doesn't agree, so nothing is taken back.", g.name(seat))
		return nil
	}
	p.open = slices.DeleteFunc(p.open, func(x engine.Seat) bool { return x == seat })
	if len(p.open) > 0 {
		return nil
	}
	g.ask = nil
	return p.agreed(ctx)
}
