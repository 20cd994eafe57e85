package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"astragal/companion/count"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/evidence"
	"astragal/companion/hall"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/tally"
)

// news collects messages that the event has not been told.
type news struct {
	*Reporter
	// seen are the keys of the rolls that count.
	seen map[string]bool
	// stay is, by game, how many entries of its log were told and haven't changed.
	stay map[int]int
	out  []outbox.Item
}

// news are the messages that the event has not been told, in the order in which they came about.
func (e *Reporter) news() []outbox.Item {
	n := news{Reporter: e, seen: map[string]bool{}, stay: map[int]int{}}
	n.ofCounts()
	for _, g := range e.hall.Games {
		n.game(g)
	}
	n.gone()
	for i, c := range e.Counts {
		if c.Closed != nil {
			continue
		}
		ended := c.Game.Outcome()
		if !e.rolled(i) {
			ended = nil // a count that ends before anybody rolls is no draw
		}
		n.result(countOf(i), ended, func() (event.Result, string) { return e.countResult(i) })
	}
	for _, g := range e.hall.Games {
		if e.ends[g.ID] == g.Engine.Entries() {
			continue // its result is as it was
		}
		e.ends[g.ID] = g.Engine.Entries()
		ended, totals := g.Engine.Outcome(), map[engine.Seat]*int(nil)
		if st, counts := counted(g); counts {
			if totals = totalsOf(st.Standings); len(st.All()) == 0 || len(totals) == 0 {
				ended = nil // nobody has rolled, or only faces were counted: nobody can say who has won
			}
		}
		n.result(gameOf(g), ended, func() (event.Result, string) {
			r := event.Result{Of: gameOf(g), Game: g.Title(), Rules: g.Kind.Name, Seats: places(g.Engine, totals)}
			if len(g.At) > 0 {
				r.Begun = g.At[0]
			}
			return r, ""
		})
	}
	for id, ruled := range e.ruled {
		n.item("ruled "+id, event.Message{Kind: event.KindRuled, Ruled: &ruled})
	}
	return n.out
}

// countOf and gameOf name a count and a game among the table's.
func countOf(n int) string       { return fmt.Sprintf("c%d", n+1) }
func gameOf(g *hall.Game) string { return fmt.Sprintf("g%d", g.ID) }

// item adds a message, unless the same was told under its key.
func (n *news) item(key string, m event.Message) {
	w := weight(m)
	raw, err := json.Marshal(marked{V: w.V, Table: w.Table, Message: w})
	if err != nil {
		n.log.Error("write message", "err", err)
		return
	}
	sum := fnv.New64a()
	_, _ = sum.Write(raw)
	mark := fmt.Sprintf("%x", sum.Sum64())
	was, told := n.box.Of(key)
	if told && was.Mark == mark {
		return
	}
	it := outbox.Item{Key: key, Told: outbox.Told{Rev: was.Rev + 1, Mark: mark}, Message: m}
	it.Message.At = n.now()
	switch {
	case m.Roll != nil:
		roll := *m.Roll
		roll.Rev = it.Rev
		if it.Message.Roll = &roll; told {
			it.Message.Kind = event.KindCorrection
		}
	case m.Result != nil:
		result := *m.Result
		result.Rev, it.Message.Result = it.Rev, &result
	}
	n.out = append(n.out, fit(it))
}

// marked is a message as marks are made of it. An empty name of the table stands in it, though messages leave that out: a mark that changes with the program
// would tell everything once more.
type marked struct {
	V     int    `json:"v"`
	Table string `json:"table"`
	event.Message
}

// weight is the part of a message that makes it a new one. That leaves out its words, which a newer program may choose otherwise, what it belongs to,
// and what is known of its pictures.
func weight(m event.Message) event.Message {
	if m.Result != nil {
		result := *m.Result
		result.Of, result.Begun = "", time.Time{}
		m.Result = &result
	}
	if m.Roll == nil {
		return m
	}
	roll := *m.Roll
	roll.At, roll.Lines, roll.Asked, roll.No, roll.Of = time.Time{}, nil, "", 0, ""
	if roll.Total != nil || roll.Game != "" {
		roll.Text = ""
	}
	roll.Dice = slices.Clone(roll.Dice)
	for i := range roll.Dice {
		roll.Dice[i].Seen, roll.Dice[i].Confidence, roll.Dice[i].Colors, roll.Dice[i].Faces = false, 0, nil, nil
	}
	m.Roll = &roll
	return m
}

// fit shortens a message that is too long. It drops what explains a roll before what the roll is.
func fit(it outbox.Item) outbox.Item {
	if raw, err := json.Marshal(it.Message); err != nil || len(raw) < event.MaxBytes-1024 || it.Message.Roll == nil {
		return it
	}
	it.Message.Roll.Lines, it.Message.Roll.Cut = nil, true
	for i := range it.Message.Roll.Dice {
		it.Message.Roll.Dice[i].Faces = nil
	}
	if raw, err := json.Marshal(it.Message); err != nil || len(raw) >= event.MaxBytes-1024 {
		it.Message.Roll.Fallen = nil
	}
	if r := []rune(it.Message.Roll.Text); len(r) > 2000 {
		it.Message.Roll.Text = string(r[:2000]) + "…"
	}
	return it
}

// ofCounts adds the rolls that were counted without a game.
func (n *news) ofCounts() {
	number := 0
	for _, c := range n.Counts {
		if c.Closed != nil { // the event was told of it
			number += c.Closed.Begun
			continue
		}
		standing := n.StandingIn(c)
		n.ofCount(c, number, standing)
		number += n.BegunIn(c)
	}
}

// ofCount adds the rolls of one count. number is how many rolls began before them.
func (n *news) ofCount(c *record.Tallied, number int, standing [][]int) {
	var came *count.Results
	of := ""
	for i, throws := range standing {
		first := n.Throws.Get(throws[0])
		key := rollOf(first.ID)
		n.seen[key] = true
		revs := n.Revisions(throws)
		if n.said[key] == revs {
			continue
		}
		if came == nil {
			came, of = c.Results(), countOf(record.Began(n.Record, slices.Index(n.Counts, c)))
		}
		if open, ok := c.OpenKey(); ok && open == first.Key {
			continue // some of its dice are to be rolled again
		}
		v := n.RollView(number+c.Numbers[i], throws, came)
		roll := event.Roll{ID: key, No: v.N, Of: of, At: first.At, Status: event.RollCounted, Player: v.Seat, By: first.By, Dice: []event.Die{},
			Total: v.Total, Text: v.Text, Corrected: v.Corrected, Ruling: n.Ruling(key)}
		for _, l := range v.Lines {
			roll.Lines = append(roll.Lines, l.Text)
		}
		for _, d := range v.Dice {
			roll.Dice = append(roll.Dice, n.toldDie(d, n.DieOf(throws, d.ID)))
		}
		var rolled []evidence.Observed
		for _, id := range throws {
			if t := n.Throws.Get(id); t.Status == protocol.ThrowCounted {
				rolled = append(rolled, n.ObservedCount(t, came)...)
			}
		}
		roll.Fallen = fallenOf(rolled)
		n.item(key, event.Message{Kind: event.KindRoll, Roll: &roll})
		if v.Total != nil {
			n.said[key] = revs
		}
	}
}

// toldDie is a die in the form for the event.
func (n *news) toldDie(d engine.Thrown, at throw.Place) event.Die {
	out := event.Die{ID: d.ID, Shape: d.Shape, Value: d.Value, Face: d.Face, How: string(d.How), Colors: d.Colors}
	if d.Icon != "" || d.Value == nil || d.Shows() != strconv.Itoa(*d.Value) {
		out.Shows = d.Shows()
	}
	if at.Throw > 0 {
		t := n.Throws.Get(at.Throw)
		if i := slices.IndexFunc(t.Dice, func(x throw.Die) bool { return x.N == at.Die }); i >= 0 {
			out.Confidence, out.Seen = throw.Rounded(t.Dice[i].Confidence, 4), t.Dice[i].Crop
		}
	}
	return out
}

// game adds a game's rolls. The event isn't told what a seat may not see.
func (n *news) game(g *hall.Game) {
	told, sight := n.games[g.ID], g.Engine.As(engine.Everyone)
	if told == g.Engine.Entries() {
		n.stay[g.ID] = told
		return
	}
	st, counts := counted(g)
	results := &count.Results{State: st}
	from := 1
	if g.Engine.Grew(told) && !counts { // a roll of a count has its total only once the last of its dice are rolled again
		from, n.stay[g.ID] = told, told
	}
	in, _ := g.Engine.InEffect()
	for i := from; i < g.Engine.Entries(); i++ {
		e := sight.Entry(i)
		if e.Kind != engine.EntryAnswer || !in[i] || g.Engine.Replaced(i) {
			continue
		}
		q, a, ok := sight.Asked(i)
		if !ok && (e.Hidden || len(e.Answer.Dice) == 0) || ok && len(a.Dice) == 0 {
			continue // it may not be seen, or is no roll
		}
		key := fmt.Sprintf("g%d.%d", g.ID, e.N)
		n.seen[key] = true
		if !ok || q.Secret {
			continue
		}
		roll := event.Roll{ID: key, Of: gameOf(g), Status: event.RollCounted, Game: g.Title(), Rules: g.Kind.Name, Asked: q.Text, Player: record.SeatName(g.Name, a.Seat),
			By: a.By, Dice: []event.Die{}, Text: engine.Words(q, a), Corrected: g.Engine.Amended(i) > 0, Ruling: n.Ruling(key)}
		if r := results.Of(q.Key); counts && r.Result.Total != nil {
			roll.Total, roll.Text = r.Result.Total, r.Result.Text
		}
		if i < len(g.At) {
			roll.At = g.At[i]
		}
		for _, f := range sight.Entry(cmp.Or(g.Engine.Amended(i), i)).Told {
			if len(f.Only) == 0 {
				roll.Lines = append(roll.Lines, f.Text)
			}
		}
		for _, d := range a.Dice {
			die := n.toldDie(d, g.Seen[e.N][d.ID])
			die.Faces = record.FacesIn(q, d)
			roll.Dice = append(roll.Dice, die)
		}
		if q.Kind == engine.KindRoll {
			roll.Fallen = fallenOf(n.ObservedAnswer(g, q, a, e.N, roll.At))
		}
		n.item(key, event.Message{Kind: event.KindRoll, Roll: &roll})
	}
	n.games[g.ID] = g.Engine.Entries()
}

// stays says whether a roll belongs to the part of a game's log that hasn't changed since it was told. Such a roll counts as it did.
func (n *news) stays(roll string) bool {
	id, place, _ := strings.Cut(strings.TrimPrefix(roll, "g"), ".")
	game, err := strconv.Atoi(id)
	entry, bad := strconv.Atoi(place)
	return err == nil && bad == nil && entry < n.stay[game]
}

// gone adds the rolls that were told and don't count any more: they were taken out, or the game went back past them.
func (n *news) gone() {
	var gone []string
	n.box.Keys(func(key string, t outbox.Told) {
		if !n.seen[key] && !n.stays(key) && !n.IsAway(key) && !strings.HasPrefix(key, "result ") && !strings.HasPrefix(key, "ruled ") {
			gone = append(gone, key)
		}
	})
	slices.Sort(gone)
	for _, key := range gone {
		roll := event.Roll{ID: key, At: n.rolledAt(key), Status: event.RollAnnulled, Dice: []event.Die{}, Text: "It counts no more.", Corrected: true, Ruling: n.Ruling(key)}
		if t, ok := n.ThrowOf(key); ok {
			roll.By, roll.Player = t.By, n.Counts[t.Count].Name(engine.Seat(t.Seat))
			for _, d := range t.Thrown() {
				roll.Dice = append(roll.Dice, n.toldDie(d, n.DieOf([]int{t.ID}, d.ID)))
			}
		}
		n.item(key, event.Message{Kind: event.KindRoll, Roll: &roll})
		delete(n.said, key)
	}
}

// result adds how a game or a count ended. If o is nil, it goes on after all.
func (n *news) result(id string, o *engine.Outcome, stands func() (event.Result, string)) {
	if _, told := n.box.Of("result " + id); o == nil && !told {
		return
	}
	r, words := stands()
	r.ID, r.Over = id, o != nil
	if o != nil {
		r.Text = cmp.Or(words, o.Text)
		for i := range r.Seats {
			r.Seats[i].Won = slices.Contains(o.Winners, engine.Seat(i+1))
		}
	}
	n.item("result "+id, event.Message{Kind: event.KindResult, Result: &r})
}

// places are a game's players with their totals, by seat; totals may be empty.
func places(g *engine.Game, totals map[engine.Seat]*int) []event.Place {
	out := []event.Place{}
	for i, p := range g.Header().Players {
		out = append(out, event.Place{Player: p.Name, Team: p.Team, Total: totals[engine.Seat(i+1)]})
	}
	return out
}

// rolled says whether anybody has rolled in count n, or in one from which it goes on.
func (e *Reporter) rolled(n int) bool {
	seats, _ := e.Stands(n)
	return slices.ContainsFunc(seats, func(p tally.Standing) bool { return p.Rolls > 0 })
}

// countResult is how count n stands, with the totals from which it goes on.
func (e *Reporter) countResult(n int) (res event.Result, words string) {
	totals := map[engine.Seat]*int{}
	var said []string
	seats, _ := e.Stands(n)
	for _, p := range seats {
		totals[p.Seat] = p.Total
		said = append(said, p.Words())
	}
	return event.Result{Of: countOf(record.Began(e.Record, n)), Begun: record.FirstRoll(e.Record, n), Seats: places(e.Counts[n].Game, totals)}, strings.Join(said, ", ")
}

// counted is how a count stands that was begun as a game; false for every other game.
func counted(g *hall.Game) (tally.State, bool) {
	if g.Engine.Header().Rulebook != tally.Rulebook {
		return tally.State{}, false
	}
	return tally.StateOf(g.Engine)
}

// totalsOf are the totals of those who count, by seat; empty if only faces are counted.
func totalsOf(standings []tally.Standing) map[engine.Seat]*int {
	out := map[engine.Seat]*int{}
	for _, p := range standings {
		if p.Total != nil {
			out[p.Seat] = p.Total
		}
	}
	return out
}

// fallenOf groups dice in the event's form. Dice of one group differ only in what they show.
func fallenOf(observed []evidence.Observed) []event.Fallen {
	var out []event.Fallen
	for _, o := range observed {
		sides := make([]event.Side, len(o.Sides))
		for i, s := range o.Sides {
			sides[i] = event.Side(s)
		}
		i := slices.IndexFunc(out, func(f event.Fallen) bool {
			return f.Die == o.Die && f.How == string(o.How) && f.By == string(o.By) && slices.Equal(f.Sides, sides)
		})
		if i < 0 {
			i, out = len(out), append(out, event.Fallen{Die: o.Die, Sides: sides, How: string(o.How), By: string(o.By)})
		}
		out[i].Shows = append(out[i].Shows, o.Shows)
	}
	return out
}
