package hub

import (
	"cmp"
	"slices"

	"astragal/companion/event"
	"astragal/companion/names"
)

// Order says what the standings go by.
type Order string

// What the standings go by: the sum of the rolls, or games won.
const (
	ByTotal Order = "total"
	ByWins  Order = "wins"
)

// score is a player's sums in one round, or over all.
type score struct {
	rolls, total, games, wins, losses, draws int
	// totals counts the rolls by their total, for the best one.
	totals map[int]int
}

// scores are the players' sums; round 0 in rounds is what was rolled outside any.
type scores struct {
	all    map[string]*score
	rounds map[int]map[string]*score
}

func newScores() *scores {
	return &scores{all: map[string]*score{}, rounds: map[int]map[string]*score{}}
}

func (s *scores) of(round int, player string) []*score {
	if s.rounds[round] == nil {
		s.rounds[round] = map[string]*score{}
	}
	out := make([]*score, 0, 2)
	for _, m := range []map[string]*score{s.all, s.rounds[round]} {
		if m[player] == nil {
			m[player] = &score{totals: map[int]int{}}
		}
		out = append(out, m[player])
	}
	return out
}

// count adds a roll, or with sign -1 takes it out.
func (s *scores) count(c counting, sign int) {
	if !c.counts {
		return
	}
	for _, p := range s.of(c.round, c.player) {
		p.rolls += sign
		if c.total == nil {
			continue
		}
		p.total += sign * *c.total
		if p.totals[*c.total] += sign; p.totals[*c.total] == 0 {
			delete(p.totals, *c.total)
		}
	}
}

// finish adds a result, or with sign -1 takes it out.
func (s *scores) finish(r resultRow, sign int) {
	if !r.result.Over || r.out() {
		return
	}
	won := slices.ContainsFunc(r.result.Seats, func(p event.Place) bool { return p.Won })
	for _, seat := range r.result.Seats {
		if seat.Player == "" {
			continue
		}
		for _, p := range s.of(r.round, short(names.Kept(seat.Player), playerRunes)) {
			p.games += sign
			switch {
			case !won:
				p.draws += sign
			case seat.Won:
				p.wins += sign
			default:
				p.losses += sign
			}
		}
	}
}

// list are the standings of a round, 0 for the whole event, best first. Equal players share a place.
func (s *scores) list(order Order, round int) []Standing {
	from := s.all
	if round > 0 {
		from = s.rounds[round]
	}
	out := make([]Standing, 0, len(from))
	for player, p := range from {
		if p.rolls == 0 && p.games == 0 {
			continue
		}
		st := Standing{Player: player, Rolls: p.rolls, Total: p.total, Games: p.games, Wins: p.wins, Losses: p.losses, Draws: p.draws}
		for total := range p.totals {
			if st.Best == nil || total > *st.Best {
				st.Best = &total
			}
		}
		out = append(out, st)
	}
	rank := func(a, b Standing) int {
		if order == ByWins {
			return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Draws, a.Draws), cmp.Compare(b.Total, a.Total))
		}
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(b.Wins, a.Wins))
	}
	slices.SortFunc(out, func(a, b Standing) int { return cmp.Or(rank(a, b), cmp.Compare(a.Player, b.Player)) })
	for i := range out {
		out[i].Place = i + 1
		if i > 0 && rank(out[i-1], out[i]) == 0 {
			out[i].Place = out[i-1].Place
		}
	}
	return out
}
