package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"astragal/companion/count"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/trouble"
)

// events is what a table tells its event. The table's lock guards it.
type events struct {
	*record.Record
	hall    *hall.Hall
	journal *journal.Journal
	log     *slog.Logger
	now     func() time.Time
	trouble *trouble.Told

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
	link    protocol.EventLink
	call    calling
	// older is the newest note that is older than the event; 0 where that isn't known.
	older int64
	// heard is when the hub had been heard of when the screens were told last.
	heard time.Time
}

// inform writes down for the event what has changed since it was told last. What it can't write now it
// writes the next time: the journal has it all. The caller holds the lock.
func (e *events) inform(ctx context.Context) {
	if e.box == nil || !e.unsaid {
		return
	}
	items := e.news()
	tell := e.box.Tell
	if e.box.Fresh() {
		tell = e.box.Skip // what lies there is older than the event
	} else if len(items) == 0 {
		e.unsaid = false
		return
	}
	err := e.journal.Explain(tell(ctx, items))
	if err != nil {
		e.trouble.Untold(err)
		e.forget()
		return
	}
	e.unsaid = false
}

// tellAway tells the event of counts that were put away when the table told another one, or none. Of those that are older than the event it
// is never told.
func (b *book) tellAway(ctx context.Context) error {
	if b.events.box == nil || b.journal.ReadOnly() {
		return nil
	}
	if err := b.events.findOlder(ctx); err != nil {
		return err
	}
	for n, c := range b.Counts {
		if c.Closed != nil || b.events.box.Fresh() { // then inform passes all of it over
			continue
		}
		if err := b.events.passOver(ctx, n, b.ledger); err != nil {
			return err
		}
	}
	b.events.inform(ctx)
	for n, c := range b.Counts {
		if ch := c.Closed; ch == nil || slices.Contains(ch.Told, b.events.link.Event) || ch.Notes[len(ch.Notes)-1].To <= b.events.older {
			continue
		}
		if err := b.takeBack(ctx, n); err != nil {
			return err
		}
		b.events.unsaid = true
		b.events.inform(ctx)
		b.putCountAway(ctx, n)
	}
	return nil
}

// findOlder finds out what in the file is older than the event, once for each event.
func (e *events) findOlder(ctx context.Context) error {
	raw, err := e.journal.Secret(ctx, "older than the event "+e.link.Event, func() []byte {
		newest, _ := e.journal.Head()
		if !e.box.Fresh() {
			newest = 0 // all of it was told, or passed over one by one
		}
		return strconv.AppendInt(nil, newest, 10)
	})
	if err == nil {
		e.older, err = strconv.ParseInt(string(raw), 10, 64)
	}
	return err
}

// passOver remembers the rolls of a count as told that are older than the event, before anybody changes them. Claims are of its notes, and
// may be of others.
func (e *events) passOver(ctx context.Context, n int, claims []record.Claim) error {
	if e.box == nil || e.older == 0 {
		return nil
	}
	old := map[string]bool{}
	for _, c := range claims {
		if c.Kind == count.KindEntry && c.Throw > 0 && c.Seq <= e.older {
			old[fmt.Sprintf("t%d", c.Throw)] = true
		}
	}
	if len(old) == 0 {
		return nil
	}
	of := news{events: e, seen: map[string]bool{}, stay: map[int]int{}}
	of.ofCount(e.Counts[n], 0, e.StandingIn(e.Counts[n])) // numbers weigh nothing
	items := slices.DeleteFunc(of.out, func(it outbox.Item) bool {
		delete(e.said, it.Key) // it wasn't said yet
		_, told := e.box.Of(it.Key)
		return told || !old[it.Key]
	})
	if len(items) == 0 {
		return nil
	}
	return e.journal.Explain(e.box.Skip(ctx, items))
}

func (e *events) forget() { e.said, e.games = map[string]string{}, map[int]int{} }

// news are messages that the event has not been told, as they are put together.
type news struct {
	*events
	// seen are the rolls that count, by the keys that they are told under.
	seen map[string]bool
	// stay is, by game, how much of its log was told and is as it was.
	stay map[int]int
	out  []outbox.Item
}

// news are the messages that the event has not been told, in the order in which they came about.
func (e *events) news() []outbox.Item {
	n := news{events: e, seen: map[string]bool{}, stay: map[int]int{}}
	n.ofCounts()
	for _, g := range e.hall.Games {
		n.game(g)
	}
	n.gone()
	for i, c := range e.Counts {
		if c.Closed != nil {
			continue
		}
		n.result(fmt.Sprintf("c%d", i+1), c.Game, func() (event.Result, string) { return e.countResult(i) })
	}
	for _, g := range e.hall.Games {
		n.result(fmt.Sprintf("g%d", g.ID), g.Engine, func() (event.Result, string) {
			return event.Result{Game: g.Title(), Rules: g.Kind.Name, Seats: places(g.Engine, nil)}, ""
		})
	}
	for id, ruled := range e.ruled {
		n.item("ruled "+id, event.Message{Kind: event.KindRuled, Ruled: &ruled})
	}
	return n.out
}

// item adds a message when something else was told under its key, or nothing.
func (n *news) item(key string, m event.Message) {
	raw, err := json.Marshal(weight(m))
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

// weight is what of a message makes it another one: not its words, which a newer program may choose
// otherwise, nor what is known of its pictures.
func weight(m event.Message) event.Message {
	if m.Roll == nil {
		return m
	}
	roll := *m.Roll
	roll.At, roll.Lines, roll.Asked, roll.No = time.Time{}, nil, "", 0
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
	if raw, err := json.Marshal(it.Message); err != nil || len(raw) >= event.MaxBytes-1024 {
		it.Message.Roll.Fallen = nil
	}
	if r := []rune(it.Message.Roll.Text); len(r) > 2000 {
		it.Message.Roll.Text = string(r[:2000]) + "…"
	}
	return it
}
