package hub

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/names"
)

// Order says what the standings go by.
type Order string

// What the standings are ordered by: the sum of the rolls, the best one, how many dice were hits, games won, or the points of the contest.
const (
	ByTotal  Order = "total"
	ByBest   Order = "best"
	ByHits   Order = "hits"
	ByWins   Order = "wins"
	ByPoints Order = "points"
)

// Orders are the orders that can be chosen if nobody sets the contest up.
var Orders = []Order{ByTotal, ByBest, ByHits, ByWins}

// score is a player's sums in one round, or over all.
type score struct {
	rolls, total, games int
	// named are games whose tables said who won, summed those in which the totals say it.
	named, summed outcomes
	// totals counts the rolls by their total, for the best one.
	totals map[int]int
	// shown counts the dice by the number that they showed.
	shown map[int]int
}

// outcomes are how games ended.
type outcomes struct{ wins, losses, draws int }

// outcomes are how a player's games ended, if the standings go by order. Totals name no winner if they go by the best roll or by hits.
func (p *score) outcomes(order Order) outcomes {
	if order == ByBest || order == ByHits {
		return p.named
	}
	return outcomes{p.named.wins + p.summed.wins, p.named.losses + p.summed.losses, p.named.draws + p.summed.draws}
}

// scores are the players' sums. Round 0 in rounds is what was rolled outside every round.
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
			m[player] = &score{totals: map[int]int{}, shown: map[int]int{}}
		}
		out = append(out, m[player])
	}
	return out
}

// count adds so many rolls that count the same, or with a negative number takes them out.
func (s *scores) count(c counting, rolls int) {
	if !c.counts {
		return
	}
	for _, p := range s.of(c.round, c.player) {
		p.rolls += rolls
		for face := range strings.FieldsSeq(c.faces) {
			if n, err := strconv.Atoi(face); err == nil {
				p.shown[n] += rolls
			}
		}
		if c.total == nil {
			continue
		}
		p.total += rolls * *c.total
		if p.totals[*c.total] += rolls; p.totals[*c.total] == 0 {
			delete(p.totals, *c.total)
		}
	}
}

// best is the highest roll; null before the first with a total.
func (p *score) best() *int {
	var best *int
	for total := range p.totals {
		if best == nil || total > *best {
			best = &total
		}
	}
	return best
}

// hits is how many dice showed so much or more.
func (p *score) hits(from int) int {
	return contest.Rolled{Shown: p.shown}.Hits(from)
}

// finish adds a result, or with sign -1 takes it out.
func (s *scores) finish(r resultRow, sign int, called func(string) string) {
	if !r.result.Over || r.out() {
		return
	}
	seats, how := contest.Judge(r.result)
	summed := contest.Summed(r.result.Seats)
	for _, seat := range seats {
		if seat.Player == "" {
			continue
		}
		for _, p := range s.of(r.round, called(short(names.Kept(seat.Player), playerRunes))) {
			p.games += sign
			ended := &p.named
			if summed {
				ended = &p.summed
			}
			switch {
			case how == "": // nobody can say
			case how == contest.Drawn:
				ended.draws += sign
			case seat.Won:
				ended.wins += sign
			default:
				ended.losses += sign
			}
		}
	}
}

// list are the standings of a round, 0 for the whole event, best first. Equal players share a place. said is how games ended for the players of the
// round's pairings; it replaces what their tables sent.
func (s *scores) list(order Order, round, hitsFrom int, said map[string]contest.Placed) []Standing {
	from := s.all
	if round > 0 {
		from = s.rounds[round]
	}
	out := make([]Standing, 0, len(from))
	for player, p := range from {
		if _, paired := said[player]; p.rolls == 0 && p.games == 0 && !paired {
			continue
		}
		ended := p.outcomes(order)
		out = append(out, Standing{Player: player, Rolls: p.rolls, Total: p.total, Best: p.best(), Hits: p.hits(hitsFrom), Games: p.games, Wins: ended.wins, Losses: ended.losses, Draws: ended.draws})
	}
	for player := range said {
		if from[player] == nil {
			out = append(out, Standing{Player: player})
		}
	}
	for i := range out {
		if how, paired := said[out[i].Player]; paired {
			out[i].Games, out[i].Wins, out[i].Draws, out[i].Losses = 0, 0, 0, 0
			out[i].Total, out[i].Hits, out[i].Best = figure(how.Total, out[i].Total), figure(how.Hits, out[i].Hits), cmp.Or(how.Best, out[i].Best)
			switch how.Result {
			case contest.Won:
				out[i].Games, out[i].Wins = 1, 1
			case contest.Drawn:
				out[i].Games, out[i].Draws = 1, 1
			case contest.Lost:
				out[i].Games, out[i].Losses = 1, 1
			}
		}
	}
	rank := func(a, b Standing) int {
		switch order {
		case ByWins, ByPoints:
			return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Draws, a.Draws), cmp.Compare(b.Total, a.Total))
		case ByBest:
			return cmp.Or(cmp.Compare(bestOr(b.Best), bestOr(a.Best)), cmp.Compare(b.Total, a.Total))
		case ByHits:
			return cmp.Or(cmp.Compare(b.Hits, a.Hits), cmp.Compare(b.Total, a.Total))
		default:
			return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(b.Wins, a.Wins))
		}
	}
	byName := names.Order()
	slices.SortFunc(out, func(a, b Standing) int { return cmp.Or(rank(a, b), byName(a.Player, b.Player)) })
	for i := range out {
		out[i].Place = i + 1
		if i > 0 && rank(out[i-1], out[i]) == 0 {
			out[i].Place = out[i-1].Place
		}
	}
	return out
}

// figure is the number that a judge entered, or else the one that was rolled.
func figure(entered *int, rolled int) int {
	if entered != nil {
		return *entered
	}
	return rolled
}

// bestOr is a best roll for ordering; less than any where there is none.
func bestOr(best *int) int {
	if best == nil {
		return -event.MostTotal - 1
	}
	return *best
}

// without is what a player's rolls come to without those of rounds for which a judge entered figures. name is what the contest calls the player.
func (s *scores) without(player, name string, entered map[int]map[string]contest.Placed) *score {
	p := s.all[player]
	whole := true
	for round, said := range entered {
		x, ok := said[name]
		in := s.rounds[round][player]
		if !ok || in == nil {
			continue
		}
		if whole {
			rest := *p
			rest.totals, rest.shown, p, whole = maps.Clone(p.totals), maps.Clone(p.shown), &rest, false
		}
		if x.Total != nil {
			p.total -= in.total
		}
		for total, n := range in.totals {
			if x.Best == nil {
				break
			}
			if p.totals[total] -= n; p.totals[total] == 0 {
				delete(p.totals, total)
			}
		}
		for face, n := range in.shown {
			if x.Hits != nil {
				p.shown[face] -= n
			}
		}
	}
	return p
}

// enter adds the figures that a judge entered for a player.
func enter(r contest.Rolled, x contest.Placed) contest.Rolled {
	r.Total += figure(x.Total, 0)
	r.Entered += figure(x.Hits, 0)
	if bestOr(x.Best) > bestOr(r.Best) {
		r.Best = x.Best
	}
	return r
}

// rolled is what everybody's rolls come to, by the names of the contest, if the standings go by order. entered are figures of judges, by round and name; they take the rolls'
// place.
func (s *scores) rolled(order Order, canon func(string) string, entered map[int]map[string]contest.Placed) map[string]contest.Rolled {
	out := make(map[string]contest.Rolled, len(s.all))
	for player := range s.all {
		name := canon(player)
		p := s.without(player, name, entered)
		r, twice := out[name]
		ended := p.outcomes(order)
		if !twice {
			out[name] = contest.Rolled{Rolls: p.rolls, Total: p.total, Best: p.best(), Shown: p.shown, Games: p.games, Wins: ended.wins, Draws: ended.draws, Losses: ended.losses}
			continue
		}
		// The player has another name now.
		r.Rolls, r.Total, r.Games, r.Wins, r.Draws, r.Losses = r.Rolls+p.rolls, r.Total+p.total, r.Games+p.games, r.Wins+ended.wins, r.Draws+ended.draws, r.Losses+ended.losses
		if best := p.best(); bestOr(best) > bestOr(r.Best) {
			r.Best = best
		}
		shown := map[int]int{}
		for _, one := range []map[int]int{r.Shown, p.shown} {
			for face, n := range one {
				shown[face] += n
			}
		}
		r.Shown = shown
		out[name] = r
	}
	for _, said := range entered {
		for name, x := range said {
			out[name] = enter(out[name], x)
		}
	}
	return out
}
