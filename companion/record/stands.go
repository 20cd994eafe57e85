package record

import (
	"maps"
	"slices"
	"time"

	"astragal/companion/names"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/tally"
)

func seatView(p tally.Standing) protocol.SeatView {
	v := protocol.SeatView{Seat: int(p.Seat), Name: p.Name, Team: p.Team, Total: p.Total, Rolls: p.Rolls}
	if p.Total == nil && len(p.Faces) > 0 {
		v.Faces = tally.FacesText(p.Faces)
	}
	return v
}

// before are the standings from which count n goes on, by carryKey: the sums of the counts before it that have the same rules.
func (r *Record) before(n int) map[string]tally.Standing {
	first := n
	for first > 0 && r.Counts[first].Carried == nil {
		first--
	}
	for i := first; i <= n; i++ {
		c := r.Counts[i]
		if c.Carried != nil {
			continue
		}
		c.Carried = map[string]tally.Standing{}
		if i > 0 && c.GoesOn(&r.Counts[i-1].Count) {
			c.Carried = maps.Clone(r.Counts[i-1].Carried)
			standings := r.Counts[i-1].Standings()
			for _, p := range slices.Concat(standings, tally.Teams(standings)) {
				if was, ok := c.Carried[carryKey(p)]; ok {
					p = p.Plus(was)
				}
				c.Carried[carryKey(p)] = p
			}
		}
	}
	return r.Counts[n].Carried
}

// carryKey is the same for players, or teams, whose names people take for one name.
func carryKey(p tally.Standing) string {
	if p.Name == p.Team && p.Seat == 0 && p.Name != "" {
		return "team " + names.Key(p.Name)
	}
	return "player " + names.Key(p.Name)
}

// CarryAnew forgets the totals from which the counts after n go on, because count n changed. They are added up again when they are asked for.
func (r *Record) CarryAnew(n int) {
	for i := n + 1; i < len(r.Counts); i++ {
		r.Counts[i].Carried = nil
	}
}

// Stands is where everybody stands in count n, with the totals from which it goes on.
func (r *Record) Stands(n int) (seats, teams []tally.Standing) {
	seats = slices.Clone(r.Counts[n].Standings())
	teams = tally.Teams(seats)
	before := r.before(n)
	for _, list := range [][]tally.Standing{seats, teams} {
		for i, p := range list {
			if was, ok := before[carryKey(p)]; ok {
				list[i] = p.Plus(was)
			}
		}
	}
	return seats, teams
}

// first is when the first roll of a count that stands fell; zero if none stands, or if that isn't known.
func first(r *Record, c *Tallied) time.Time {
	if c.Closed != nil {
		return c.Closed.First
	}
	standing := r.StandingIn(c)
	if len(standing) == 0 {
		return time.Time{}
	}
	return r.Throws.Get(standing[0][0]).At
}

// over says whether a count has ended.
func (c *Tallied) over() bool {
	if c.Closed != nil {
		return c.Closed.Over
	}
	return c.Game.Outcome() != nil
}

// FirstRoll is when the first roll fell that is in the totals of count n; zero if there is none, or if that isn't known.
func FirstRoll(r *Record, n int) time.Time {
	players := map[string]bool{}
	for _, p := range r.Counts[n].Standings() {
		players[carryKey(p)] = true
	}
	since := first(r, r.Counts[n])
	for ; n > 0 && r.Counts[n].GoesOn(&r.Counts[n-1].Count); n-- {
		was := r.Counts[n-1]
		if !slices.ContainsFunc(was.Standings(), func(p tally.Standing) bool { return p.Rolls > 0 && players[carryKey(p)] }) {
			continue
		}
		if since = first(r, was); since.IsZero() {
			return since
		}
	}
	return since
}

// Began is the count in which began what count n counts: n itself, or an earlier one from which n goes on. A count that was over goes on in none.
func Began(r *Record, n int) int {
	for n > 0 && r.Counts[n].GoesOn(&r.Counts[n-1].Count) && (r.Counts[n].On || !r.Counts[n-1].over()) {
		n--
	}
	return n
}

// CountView is how things stand, with the totals of earlier counts from which this one goes on. seat is whose turn it is, 0 for nobody's.
func (r *Record) CountView(seat int) protocol.CountView {
	c := r.Newest()
	n, waits := r.Waits()
	v := protocol.CountView{Settings: c.Settings, Words: c.Settings.Rules.Words(), Over: c.Game.Outcome() != nil, Seats: []protocol.SeatView{}, Teams: []protocol.SeatView{}}
	if v.Settings.Players == nil {
		v.Settings.Players = []engine.Player{}
	}
	seats, teams := r.Stands(len(r.Counts) - 1)
	for _, p := range seats {
		v.Seats = append(v.Seats, seatView(p))
	}
	for _, t := range teams {
		v.Teams = append(v.Teams, seatView(t))
	}
	if q, err := waits.AsksFor(); err == nil && n == len(r.Counts)-1 {
		v.Question = q.ID
		if len(q.Roll.Exactly) > 0 {
			v.Asks = q.Text
		}
	}
	if st, ok := c.State(); ok {
		v.Words, v.Preset = st.Words, st.Preset
	}
	up := waits.Seat(seat)
	for i := range v.Seats {
		v.Seats[i].Up = v.Seats[i].Seat == up && !v.Over
	}
	return v
}
