package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/engine"
	"astragal/engine/tally"
)

// events is what a table tells its event. The session's lock guards it.
type events struct {
	box *outbox.Outbox
	// unsaid: something was written down since the event was told last.
	unsaid bool
	// said is, for each counted roll, the revisions of its throws when it was told whole; games is how
	// much of each game's log was.
	said  map[string]string
	games map[int]int
	// ruled is what became of judges' rulings, by id; rulings are those that rolls stand on.
	ruled   map[string]event.Ruled
	rulings map[string]event.RulingRef
	link    EventLink
}

// EventLink is how a table stands with its event.
type EventLink struct {
	// Event is what the event is called, Table what the table is called there.
	Event string `json:"event"`
	Table string `json:"table"`
	// Connected: the hub can be reached. Behind is how many messages it has not confirmed.
	Connected bool  `json:"connected"`
	Behind    int64 `json:"behind"`
	// Problem is a sentence; empty when all is well.
	Problem string `json:"problem"`
}

// Outbox is the table's outbox for an event, in the table's own file.
func (j *Journal) Outbox(ctx context.Context, name string) (*outbox.Outbox, error) {
	source, err := j.Secret(ctx, "source", func() []byte { return []byte(fmt.Sprintf("%x", NewSecret()[:12])) })
	if err != nil {
		return nil, err
	}
	box, err := outbox.Open(ctx, j.db, name, string(source))
	if err != nil {
		return nil, fmt.Errorf("read the table's file %s: %w", j.path, explain(err))
	}
	return box, nil
}

// usual is how many messages may be on their way without the screens being told.
const usual = 2

// Linked takes in how the table stands with its event.
func (s *Session) Linked(st outbox.Status) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.events.link
	s.events.link.Connected, s.events.link.Behind, s.events.link.Problem = st.Connected, st.Behind, st.Problem
	if st.Behind <= usual {
		s.events.link.Behind = 0
	}
	if off := st.ClockOff; st.Connected && off.Abs() > clockSlack {
		s.events.link.Problem = fmt.Sprintf("This machine's clock is off from the hub's by %s: set it, so that rolls count for the right round.", off.Abs())
	}
	if s.events.link != was {
		s.publish()
	}
}

// inform writes down for the event what has changed since it was told last. What it can't write now it
// writes the next time: the journal has it all. The caller holds the lock.
func (s *Session) inform(ctx context.Context) {
	e := &s.events
	if e.box == nil || !e.unsaid {
		return
	}
	items := s.news()
	tell := e.box.Tell
	if e.box.Fresh() {
		tell = e.box.Skip // what lies there is older than the event
	} else if len(items) == 0 {
		e.unsaid = false
		return
	}
	err := explain(tell(ctx, items))
	switch {
	case errors.Is(err, ErrFull):
		s.trouble = "The disk is full: what was rolled is kept, but the event isn't told of it until there is room. Free some space."
		e.forget()
	case err != nil:
		s.trouble = "The event isn't told of the last rolls: the table's file can't be written. Look at the program's log."
		s.log.Error("write outbox", "err", err)
		e.forget()
	default:
		e.unsaid = false
	}
}

func (e *events) forget() { e.said, e.games = map[string]string{}, map[int]int{} }

// news are the messages that the event has not been told, in the order in which they came about.
func (s *Session) news() []outbox.Item {
	var out []outbox.Item
	seen := map[string]bool{}
	s.countNews(seen, &out)
	for _, g := range s.games {
		s.gameNews(g, seen, &out)
	}
	s.goneNews(seen, &out)
	for i, c := range s.counts {
		s.resultNews(fmt.Sprintf("c%d", i+1), c.game, c.result(), &out)
	}
	for _, g := range s.games {
		s.resultNews(fmt.Sprintf("g%d", g.id), g.game, event.Result{Game: g.title(), Rules: g.kind.Name, Seats: places(g.game, nil)}, &out)
	}
	for id, ruled := range s.events.ruled {
		s.item("ruled "+id, event.Message{Kind: event.KindRuled, Ruled: &ruled}, &out)
	}
	return out
}

// item adds a message when something else was told under its key, or nothing.
func (s *Session) item(key string, m event.Message, out *[]outbox.Item) {
	raw, err := json.Marshal(weight(m))
	if err != nil {
		s.log.Error("write message", "err", err)
		return
	}
	sum := fnv.New64a()
	_, _ = sum.Write(raw)
	mark := fmt.Sprintf("%x", sum.Sum64())
	was, told := s.events.box.Of(key)
	if told && was.Mark == mark {
		return
	}
	it := outbox.Item{Key: key, Told: outbox.Told{Rev: was.Rev + 1, Mark: mark}, Message: m}
	it.Message.At = s.now()
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
	*out = append(*out, fit(it))
}

// weight is what of a message makes it another one: not its words, which a newer program may choose
// otherwise, nor what is known of its pictures.
func weight(m event.Message) event.Message {
	if m.Roll == nil {
		return m
	}
	roll := *m.Roll
	roll.At, roll.Lines, roll.Asked = time.Time{}, nil, ""
	if roll.Total != nil || roll.Game != "" {
		roll.Text = ""
	}
	roll.Dice = slices.Clone(roll.Dice)
	for i := range roll.Dice {
		roll.Dice[i].Seen, roll.Dice[i].Confidence, roll.Dice[i].Colors = false, 0, nil
	}
	m.Roll = &roll
	return m
}

// fit cuts a message that is too long: what explains a roll goes before what it is.
func fit(it outbox.Item) outbox.Item {
	if raw, err := json.Marshal(it.Message); err != nil || len(raw) < event.MaxBytes-1024 || it.Message.Roll == nil {
		return it
	}
	it.Message.Roll.Lines, it.Message.Roll.Cut = nil, true
	if r := []rune(it.Message.Roll.Text); len(r) > 2000 {
		it.Message.Roll.Text = string(r[:2000]) + "…"
	}
	return it
}

// countNews are the rolls that were counted without a game.
func (s *Session) countNews(seen map[string]bool, out *[]outbox.Item) {
	results := map[int]map[string]tally.Roll{}
	for i, throws := range s.standing() {
		first := s.throws[throws[0]]
		key := fmt.Sprintf("t%d", first.id)
		seen[key] = true
		revs := s.revisions(throws)
		if s.events.said[key] == revs {
			continue
		}
		c := s.counts[first.count]
		if results[first.count] == nil {
			results[first.count] = c.rollsByKey()
		}
		if open, ok := c.open(); ok && open == first.key {
			continue // dice of it are to be rolled again
		}
		v := s.rollView(i+1, throws, results[first.count])
		roll := event.Roll{ID: key, At: first.at, Status: event.RollCounted, Player: v.Seat, By: first.by, Dice: []event.Die{},
			Total: v.Total, Text: v.Text, Corrected: v.Corrected, Ruling: s.rulingOn(key)}
		for _, l := range v.Lines {
			roll.Lines = append(roll.Lines, l.Text)
		}
		for _, d := range v.Dice {
			roll.Dice = append(roll.Dice, s.toldDie(d, s.dieOf(throws, d.ID)))
		}
		s.item(key, event.Message{Kind: event.KindRoll, Roll: &roll}, out)
		if v.Total != nil {
			s.events.said[key] = revs
		}
	}
}

// revisions tells whether something was said about a roll since.
func (s *Session) revisions(throws []int) string {
	var b strings.Builder
	for _, i := range throws {
		fmt.Fprintf(&b, "%d.%d ", s.throws[i].id, s.throws[i].rev)
	}
	return b.String()
}

// open is the key of the roll that is not whole yet.
func (c *count) open() (string, bool) {
	st, ok := tally.StateOf(c.game)
	if !ok || st.Open == nil {
		return "", false
	}
	return st.Open.Key, true
}

// dieOf finds where a die of a counted roll lies: in the last throw that it was part of.
func (s *Session) dieOf(throws []int, id string) place {
	for _, i := range slices.Backward(throws) {
		t := s.throws[i]
		for _, d := range t.dice {
			if !d.gone && t.idOf(d) == id {
				return place{t.id, d.n}
			}
		}
	}
	return place{}
}

// toldDie is a die as the event is told of it.
func (s *Session) toldDie(d engine.Thrown, at place) event.Die {
	out := event.Die{ID: d.ID, Shape: d.Shape, Value: d.Value, Face: d.Face, How: string(d.How), Colors: d.Colors}
	if d.Icon != "" || d.Value == nil {
		out.Shows = d.Shows()
	}
	if at.Throw > 0 {
		t := s.throws[at.Throw-1]
		if i := slices.IndexFunc(t.dice, func(x die) bool { return x.n == at.Die }); i >= 0 {
			out.Confidence, out.Seen = rounded(t.dice[i].confidence, 4), t.dice[i].crop
		}
	}
	return out
}

func (s *Session) rulingOn(roll string) *event.RulingRef {
	if ref, ok := s.events.rulings[roll]; ok {
		return &ref
	}
	return nil
}

// gameNews are a game's rolls. What a seat may not see is not told.
func (s *Session) gameNews(g *game, seen map[string]bool, out *[]outbox.Item) {
	log := g.game.LogFor(engine.Everyone)
	fresh := s.events.games[g.id] != len(log)
	in, changed := stands(log), amendments(log)
	for i, e := range log {
		if e.Kind != engine.EntryAnswer || e.Hidden || e.Answer == nil || len(e.Answer.Dice) == 0 || !in[i] {
			continue
		}
		key := fmt.Sprintf("g%d.%d", g.id, e.N)
		seen[key] = true
		if !fresh {
			continue
		}
		q, a, ok := g.game.Question(e.N)
		if !ok || q.Secret || len(a.Dice) == 0 {
			seen[key] = !ok || q.Secret
			continue
		}
		roll := event.Roll{ID: key, Status: event.RollCounted, Game: g.title(), Rules: g.kind.Name, Asked: q.Text, Player: seatName(g.name, a.Seat),
			By: a.By, Dice: []event.Die{}, Text: engine.Words(q, a), Corrected: changed[i] > 0, Ruling: s.rulingOn(key)}
		if i < len(g.at) {
			roll.At = g.at[i]
		}
		for _, f := range log[cmp.Or(changed[i], i)].Told {
			if len(f.Only) == 0 {
				roll.Lines = append(roll.Lines, f.Text)
			}
		}
		for _, d := range a.Dice {
			roll.Dice = append(roll.Dice, s.toldDie(d, g.seen[e.N][d.ID]))
		}
		s.item(key, event.Message{Kind: event.KindRoll, Roll: &roll}, out)
	}
	s.events.games[g.id] = len(log)
}

// goneNews are the rolls that were told and count no more: taken out, or gone back past.
func (s *Session) goneNews(seen map[string]bool, out *[]outbox.Item) {
	var gone []string
	s.events.box.Keys(func(key string, t outbox.Told) {
		if !seen[key] && !strings.HasPrefix(key, "result ") && !strings.HasPrefix(key, "ruled ") {
			gone = append(gone, key)
		}
	})
	slices.Sort(gone)
	for _, key := range gone {
		roll := event.Roll{ID: key, At: s.rolledAt(key), Status: event.RollAnnulled, Dice: []event.Die{}, Text: "It counts no more.", Corrected: true, Ruling: s.rulingOn(key)}
		if t, ok := s.throwOf(key); ok {
			roll.By, roll.Player = t.by, s.counts[t.count].name(engine.Seat(t.seat))
			for _, d := range t.thrown() {
				roll.Dice = append(roll.Dice, s.toldDie(d, s.dieOf([]int{t.id - 1}, d.ID)))
			}
		}
		s.item(key, event.Message{Kind: event.KindRoll, Roll: &roll}, out)
		delete(s.events.said, key)
	}
}

// resultNews is how a game or a count ended, or that it goes on after all.
func (s *Session) resultNews(id string, g *engine.Game, r event.Result, out *[]outbox.Item) {
	o := g.Outcome()
	if _, told := s.events.box.Of("result " + id); o == nil && !told {
		return
	}
	r.ID, r.Over = id, o != nil
	if o != nil {
		r.Text = o.Text
		for i := range r.Seats {
			r.Seats[i].Won = slices.Contains(o.Winners, engine.Seat(i+1))
		}
	}
	s.item("result "+id, event.Message{Kind: event.KindResult, Result: &r}, out)
}

// places are a game's players; totals are theirs, by seat, where there are some.
func places(g *engine.Game, totals map[engine.Seat]*int) []event.Place {
	out := []event.Place{}
	for i, p := range g.Header().Players {
		out = append(out, event.Place{Player: p.Name, Team: p.Team, Total: totals[engine.Seat(i+1)]})
	}
	return out
}

func (c *count) result() event.Result {
	totals := map[engine.Seat]*int{}
	if st, ok := tally.StateOf(c.game); ok {
		for _, p := range st.Standings {
			totals[p.Seat] = p.Total
		}
	}
	return event.Result{Seats: places(c.game, totals)}
}
