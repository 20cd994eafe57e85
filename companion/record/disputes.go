package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"astragal/companion/hall"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// Dispute is a roll that was changed after it had been counted.
type Dispute struct {
	// Game is the game's title, empty if dice were only counted. Entry is the roll's entry in its log.
	Game  string `json:"game"`
	Entry int    `json:"entry"`
	// Asked is what the roll was for. Player is who rolled.
	Asked  string `json:"asked"`
	Player string `json:"player"`
	// At is when it was counted, Changed when it was last changed, RFC 3339; empty if not known.
	At      string `json:"at"`
	Changed string `json:"changed"`
	// By says who or what changed it.
	By string `json:"by"`
	// Dice are all dice of the roll, including those that were not changed.
	Dice []DisputedDie `json:"dice"`
}

// DisputedDie is a die of a roll that was changed.
type DisputedDie struct {
	ID string `json:"id"`
	// Was is what was counted first, Is what counts in the end; each is empty if the roll lacked the die then.
	Was string `json:"was"`
	Is  string `json:"is"`
	// Other says that Was and Is differ.
	Other bool `json:"other"`
	// How says how the first result was known, Confidence how sure the camera was of it, 0 to 1.
	How        engine.How `json:"how"`
	Confidence float64    `json:"confidence"`
	// Crop is the address of its picture; empty if no camera saw it.
	Crop string `json:"crop"`
}

// DisputedRolls are the rolls of the copy that were changed after they had counted, newest first, at most so many.
func (r *Copy) DisputedRolls(most int) []Dispute {
	out := []Dispute{}
	for _, c := range r.Counts {
		out = append(out, r.disputesIn(c)...)
	}
	for _, g := range r.games {
		out = append(out, r.disputesOf(g.Engine, g.Title(), g.At, g.Name, func(entry int, die string) throw.Place { return g.Seen[entry][die] })...)
	}
	slices.SortStableFunc(out, func(a, b Dispute) int { return compareTimes(b.At, a.At) })
	return out[:min(most, len(out))]
}

// disputesIn are the rolls of a count that were changed after they had counted.
func (r *Record) disputesIn(c *Tallied) []Dispute {
	if c.Closed == nil {
		return r.disputesOf(c.Game, "", nil, func(seat engine.Seat) string { return c.Name(seat) }, r.seenInCount(c))
	}
	if c.Closed.Disputes == nil {
		return nil
	}
	var out []Dispute
	_ = json.Unmarshal(c.Closed.Disputes, &out) // it was checked when it was read
	return out
}

func compareTimes(a, b string) int {
	ta, _ := time.Parse(time.RFC3339, a)
	tb, _ := time.Parse(time.RFC3339, b)
	return ta.Compare(tb)
}

// seenInCount finds where a die of a counted roll lay.
func (r *Record) seenInCount(c *Tallied) func(int, string) throw.Place {
	var at map[int][]int // the throws by their entries; filled at the first call
	return func(entry int, die string) throw.Place {
		if at == nil {
			at = map[int][]int{}
			for _, id := range c.Counted {
				entry := r.Throws.Get(id).Entry
				at[entry] = append(at[entry], id)
			}
		}
		for _, id := range at[entry] {
			t := r.Throws.Get(id)
			for _, d := range t.Dice {
				if id := t.IDOf(d); id == die {
					return throw.Place{Throw: t.ID, Die: d.N}
				}
			}
		}
		return throw.Place{}
	}
}

// disputesOf finds the changed rolls in a log, by its amendments of dice.
func (r *Record) disputesOf(g *engine.Game, title string, at []time.Time, name func(engine.Seat) string, seen func(int, string) throw.Place) []Dispute {
	log, sight := g.LogFor(engine.Everyone), g.As(engine.Everyone)
	first := func(n int) int {
		for log[n].Kind == engine.EntryAmend {
			n = log[n].Of
		}
		return n
	}
	byEntry := map[int]*Dispute{}
	var order []int
	for _, e := range log {
		if e.Kind != engine.EntryAmend || e.Answer == nil || e.Hidden {
			continue
		}
		n := first(e.N)
		was := log[n].Answer
		if was == nil || len(was.Dice)+len(e.Answer.Dice) == 0 {
			continue
		}
		d := &Dispute{Game: title, Entry: n, By: e.Answer.By, Player: SeatName(name, was.Seat)}
		if q, _, ok := sight.Asked(n); ok {
			d.Asked = q.Text
		}
		if e.N < len(at) {
			d.At, d.Changed = at[n].Format(time.RFC3339), at[e.N].Format(time.RFC3339)
		}
		r.compare(d, n, was.Dice, e.Answer.Dice, seen)
		if byEntry[n] == nil {
			order = append(order, n)
		}
		byEntry[n] = d
	}
	var out []Dispute
	for _, n := range order {
		out = append(out, *byEntry[n])
	}
	return out
}

// SeatName is the name of a seat; empty if nobody in particular sits there.
func SeatName(name func(engine.Seat) string, seat engine.Seat) string {
	if seat < 1 {
		return ""
	}
	return name(seat)
}

// compare lists all dice of a roll with what they were and what they are now.
func (r *Record) compare(d *Dispute, entry int, was, is []engine.Thrown, seen func(int, string) throw.Place) {
	d.Dice = []DisputedDie{}
	add := func(id string) {
		if slices.ContainsFunc(d.Dice, func(x DisputedDie) bool { return x.ID == id }) {
			return
		}
		x := DisputedDie{ID: id}
		if i := slices.IndexFunc(was, func(t engine.Thrown) bool { return t.ID == id }); i >= 0 {
			x.Was, x.How = was[i].Shows(), was[i].How
		}
		if i := slices.IndexFunc(is, func(t engine.Thrown) bool { return t.ID == id }); i >= 0 {
			x.Is = is[i].Shows()
		}
		x.Other = x.Was != x.Is
		if at := seen(entry, id); at.Throw > 0 {
			t := r.Throws.Get(at.Throw)
			if d.At == "" {
				d.At = t.At.Format(time.RFC3339)
			}
			if d.Changed == "" && !t.Changed.IsZero() {
				d.Changed = t.Changed.Format(time.RFC3339)
			}
			if i := slices.IndexFunc(t.Dice, func(y throw.Die) bool { return y.N == at.Die }); i >= 0 && t.Dice[i].Crop {
				x.Confidence, x.Crop = throw.Rounded(t.Dice[i].Confidence, 4), fmt.Sprintf("/crop/%d/%d", at.Throw, at.Die)
			}
		}
		d.Dice = append(d.Dice, x)
	}
	for _, t := range was {
		add(t.ID)
	}
	for _, t := range is {
		add(t.ID)
	}
}

// Disputed are the throws whose rolls were changed after they had counted.
func Disputed(r *Record, games hall.Games) []int {
	amended := map[*engine.Game]map[int]bool{}
	changed := func(g *engine.Game, entry int) bool {
		if amended[g] == nil {
			amended[g] = map[int]bool{}
			log := g.Log()
			for _, e := range log {
				if e.Kind == engine.EntryAmend {
					amended[g][e.Of], amended[g][e.N] = true, true
				}
			}
		}
		return amended[g][entry]
	}
	var ids []int
	for _, id := range r.Throws.IDs() {
		switch t := r.Throws.Get(id); {
		case t.By != throw.ByCamera || t.Status == protocol.ThrowAsking && !t.Corrected:
		case t.Corrected,
			t.Game > 0 && t.Game <= len(games) && t.Entry > 0 && changed(games[t.Game-1].Engine, t.Entry),
			t.Game == 0 && t.Count < len(r.Counts) && t.Entry > 0 && changed(r.Counts[t.Count].Game, t.Entry):
			ids = append(ids, t.ID)
		}
	}
	return ids
}
