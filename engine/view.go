package engine

import (
	"fmt"
	"slices"
)

// viewTrail is how many facts a view holds at most; Trail returns all.
const viewTrail = 50

// View is what one seat may see of a game. It becomes JSON for a screen.
type View struct {
	Seat     Seat     `json:"seat"`
	Rulebook string   `json:"rulebook"`
	Title    string   `json:"title,omitempty"`
	Players  []Player `json:"players"`
	// Entries is the log's length. Of two views, the one with more entries is newer.
	Entries int `json:"entries"`
	// Pending are the open questions that the seat may see, whoever answers them.
	Pending []Question `json:"pending"`
	// Waiting are the seats that the game waits for.
	Waiting []Seat `json:"waiting"`
	// Trail are the latest facts, oldest first. Told is how many facts there are in all.
	Trail []Fact `json:"trail"`
	Told  int    `json:"told"`
	// State is what the rulebook shows of the game; each rulebook has its own type.
	State    any         `json:"state,omitempty"`
	Outcome  *Outcome    `json:"outcome,omitempty"`
	Diverged *Divergence `json:"diverged,omitempty"`
	// Problem says what went wrong in the rules; empty if nothing did.
	Problem string `json:"problem,omitempty"`
}

// Stage is a step of the way through a turn or a round, as a screen draws it.
type Stage struct {
	// Rule is the id of the rule item behind it; empty for none.
	Rule string `json:"rule,omitempty"`
	Name string `json:"name"`
	// Now: the game is in this stage.
	Now bool `json:"now,omitempty"`
	// Within are the stage's own steps, if the game is in it.
	Within []Stage `json:"within,omitempty"`
}

// View returns what seat may see (Everyone: what somebody without a seat may).
func (g *Game) View(seat Seat) View {
	h, sight := g.Header(), g.As(seat)
	v := View{Seat: seat, Rulebook: h.Rulebook, Title: h.Title, Players: slices.Clone(h.Players), Entries: len(g.log), Outcome: g.Outcome()}
	for _, q := range g.Pending() {
		v.Waiting = append(v.Waiting, q.Seats...)
		if q, ok := sight.Question(q); ok {
			v.Pending = append(v.Pending, q)
		}
	}
	slices.Sort(v.Waiting)
	v.Waiting = slices.Compact(v.Waiting)
	v.Trail, v.Told = sight.latest(g.run.table.facts, viewTrail), sight.told()
	if d := g.diverged; d != nil {
		v.Diverged = &Divergence{Entry: d.Entry, Why: d.Why, Was: sight.Facts(d.Was), Now: sight.Facts(d.Now)}
	}
	if g.run.fault != nil {
		v.Problem = g.run.fault.Error()
	}
	var err error
	if v.State, err = g.state(seat); err != nil {
		v.Problem = err.Error()
	}
	return v
}

// state asks the rulebook how it shows itself.
func (g *Game) state(seat Seat) (state any, err error) {
	if g.run.table.show == nil {
		return nil, nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w while showing the state: %v", ErrRules, p)
		}
	}()
	return g.run.table.show(seat), nil
}

// Facts returns everything told so far, oldest first. It holds secrets: like Log, it is not for people.
func (g *Game) Facts() []Fact { return slices.Clone(g.run.table.facts) }

// Trail returns everything told so far that seat may know, oldest first.
func (g *Game) Trail(seat Seat) []Fact { return g.As(seat).Facts(g.run.table.facts) }

// LogFor returns the log as seat may see it (see Sight.Entry).
func (g *Game) LogFor(seat Seat) []Entry {
	sight, log := g.As(seat), g.Log()
	for i := range log {
		log[i] = sight.Entry(i)
	}
	return log
}
