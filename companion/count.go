package companion

import (
	"maps"
	"slices"

	"astragal/companion/chapter"
	"astragal/companion/count"
	"astragal/companion/names"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/tally"
)

// tallied is a count with what the table knows of its throws.
type tallied struct {
	count.Count
	// counted are the IDs of its throws, in the order in which they were counted.
	counted []int
	// stand are the rolls that stand, of the first looked that were counted.
	stand  [][]int
	looked int
	// numbers are the numbers in the count of the rolls that stand; begun is how many rolls began, those that were taken out since too.
	numbers []int
	begun   int
	kept    kept
	// log is its log while the journal is read, before it is played.
	log []engine.Entry
	// closed is what is kept of it since it was put away; else nil. Then it has no game, and its throws are away too.
	closed *chapter.Chapter
	// carried is what it goes on from, by the keys of names; nil where that isn't added up yet.
	carried map[string]tally.Standing
}

// results are the count's rolls as they stand.
func (c *tallied) results() *count.Results {
	if c.closed != nil {
		return &count.Results{State: tally.State{Standings: c.closed.Stands()}}
	}
	return c.Results()
}

// standings are where everybody stands in this count alone.
func (c *tallied) standings() []tally.Standing { return c.results().Standings }

func seatView(p tally.Standing) protocol.SeatView {
	v := protocol.SeatView{Seat: int(p.Seat), Name: p.Name, Team: p.Team, Total: p.Total, Rolls: p.Rolls}
	if p.Total == nil && len(p.Faces) > 0 {
		v.Faces = tally.FacesText(p.Faces)
	}
	return v
}

// before are the standings that count n goes on from, by the keys of names: those of the counts before it that have the same rules.
func (r *record) before(n int) map[string]tally.Standing {
	first := n
	for first > 0 && r.counts[first].carried == nil {
		first--
	}
	for i := first; i <= n; i++ {
		c := r.counts[i]
		if c.carried != nil {
			continue
		}
		c.carried = map[string]tally.Standing{}
		if i > 0 && c.GoesOn(&r.counts[i-1].Count) {
			c.carried = maps.Clone(r.counts[i-1].carried)
			standings := r.counts[i-1].standings()
			for _, p := range slices.Concat(standings, tally.Teams(standings)) {
				if was, ok := c.carried[carryKey(p)]; ok {
					p = p.Plus(was)
				}
				c.carried[carryKey(p)] = p
			}
		}
	}
	return r.counts[n].carried
}

// carryKey tells players, and teams, apart by what people take for one name.
func carryKey(p tally.Standing) string {
	if p.Name == p.Team && p.Seat == 0 && p.Name != "" {
		return "team " + names.Key(p.Name)
	}
	return "player " + names.Key(p.Name)
}

// carryAnew has what counts behind n go on from added up anew: what counts in n is something else now.
func (r *record) carryAnew(n int) {
	for i := n + 1; i < len(r.counts); i++ {
		r.counts[i].carried = nil
	}
}

// stands is where everybody stands in count n, with what it goes on from.
func (r *record) stands(n int) (seats, teams []tally.Standing) {
	seats = slices.Clone(r.counts[n].standings())
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

// countView is how things stand, with the totals of earlier counts that this one goes on from.
func (b *book) countView() protocol.CountView {
	c := b.count()
	n, waits := b.waits()
	v := protocol.CountView{Settings: c.Settings, Words: c.Settings.Rules.Words(), Over: c.Game.Outcome() != nil, Seats: []protocol.SeatView{}, Teams: []protocol.SeatView{}}
	if v.Settings.Players == nil {
		v.Settings.Players = []engine.Player{}
	}
	seats, teams := b.stands(len(b.counts) - 1)
	for _, p := range seats {
		v.Seats = append(v.Seats, seatView(p))
	}
	for _, t := range teams {
		v.Teams = append(v.Teams, seatView(t))
	}
	if q, err := waits.AsksFor(); err == nil && n == len(b.counts)-1 {
		v.Question = q.ID
		if len(q.Roll.Exactly) > 0 {
			v.Asks = q.Text
		}
	}
	if st, ok := c.State(); ok {
		v.Words, v.Preset = st.Words, st.Preset
	}
	up := waits.Seat(b.seat)
	for i := range v.Seats {
		v.Seats[i].Up = v.Seats[i].Seat == up && !v.Over
	}
	return v
}
