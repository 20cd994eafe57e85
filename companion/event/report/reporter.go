// Package report is what a table tells its event: every roll as it stands, results, what became of judges' rulings, calls for a judge. It compares the
// table's record and games with what was told, and writes the difference to the outbox.
package report

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"astragal/companion/chapter"
	"astragal/companion/count"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/trouble"
)

// Reporter tells an event. The table's lock guards it.
type Reporter struct {
	*record.Record
	hall    *hall.Hall
	journal *journal.Journal
	log     *slog.Logger
	now     func() time.Time
	trouble *trouble.Told

	box *outbox.Outbox
	// unsaid says that something was written down since the event was last told.
	unsaid bool
	// said has, for each counted roll that was told whole, the revisions of its throws at that time. games is how much of each game's log was told.
	said  map[string]string
	games map[int]int
	// ends is how long each game's log was when its result was last looked at.
	ends map[int]int
	// ruled is what became of judges' rulings, by id. rulings are those that changed a roll, by the roll.
	ruled   map[string]event.Ruled
	rulings map[string]event.RulingRef
	link    protocol.EventLink
	// players are who the event sends to this table, one a line.
	players string
	call    calling
	// older is the number of the newest note that is older than the event; 0 if that isn't known.
	older int64
	// heard is the time of hearing of the hub that the screens were last told.
	heard time.Time
}

// Options are what a Reporter needs.
type Options struct {
	Record  *record.Record
	Hall    *hall.Hall
	Journal *journal.Journal
	Log     *slog.Logger
	Now     func() time.Time
	Trouble *trouble.Told
	// Outbox is where the event is told; nil if the table is at none.
	Outbox *outbox.Outbox
	// Event and Table are their names.
	Event, Table string
}

// New is a Reporter. What was told already it finds in the outbox.
func New(o Options) *Reporter {
	return &Reporter{Record: o.Record, hall: o.Hall, journal: o.Journal, log: o.Log, now: o.Now, trouble: o.Trouble, box: o.Outbox, unsaid: true,
		said: map[string]string{}, games: map[int]int{}, ends: map[int]int{}, ruled: map[string]event.Ruled{}, rulings: map[string]event.RulingRef{},
		link: protocol.EventLink{Event: o.Event, Table: o.Table, Rulings: []protocol.JudgeRuling{}}, call: calling{soon: make(chan struct{}, 1)}}
}

// Tells says whether there is an event to tell.
func (e *Reporter) Tells() bool { return e.box != nil }

// Event is the event's name; empty if the table is at none.
func (e *Reporter) Event() string { return e.link.Event }

// Wrote takes in that something was written down. The next Inform tells it.
func (e *Reporter) Wrote() { e.unsaid = true }

// Behind says whether something was not told yet.
func (e *Reporter) Behind() bool { return e.box != nil && e.unsaid }

// PutAway takes in that a throw has left the memory.
func (e *Reporter) PutAway(id int) {
	key := rollOf(id)
	delete(e.said, key)
	if e.box != nil {
		e.box.PutAway(key)
	}
}

// rollOf is the id of the roll that begins with a throw.
func rollOf(throw int) string { return fmt.Sprintf("t%d", throw) }

// Recall reads from the outbox what the event was told of rolls that are in memory.
func (e *Reporter) Recall(ctx context.Context) error {
	return e.journal.Explain(e.box.Recall(ctx, e.IsAway))
}

// Untold says whether the event must still be told of a count that was put away: it never was, and the count is not older than the event.
func (e *Reporter) Untold(ch *chapter.Chapter) bool {
	return !slices.Contains(ch.Told, e.link.Event) && ch.Notes[len(ch.Notes)-1].To > e.older
}

// Fresh says whether the event was told nothing yet. Then the first Inform marks all rolls so far as told.
func (e *Reporter) Fresh() bool { return e.box.Fresh() }

// Inform writes down for the event what has changed since it was last told. What it can't write it writes the next time: the journal has it all. The
// caller holds the lock.
func (e *Reporter) Inform(ctx context.Context) {
	if e.box == nil || !e.unsaid {
		return
	}
	items := e.news()
	tell := e.box.Tell
	if e.box.Fresh() {
		tell = e.box.Skip // all rolls so far are older than the event
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

// FindOlder finds out which notes of the file are older than the event, once for each event.
func (e *Reporter) FindOlder(ctx context.Context) error {
	raw, err := e.journal.Secret(ctx, "older than the event "+e.link.Event, func() []byte {
		newest, _ := e.journal.Head()
		if !e.box.Fresh() {
			newest = 0 // each older roll was told, or marked as told
		}
		return strconv.AppendInt(nil, newest, 10)
	})
	if err == nil {
		e.older, err = strconv.ParseInt(string(raw), 10, 64)
	}
	return err
}

// TakeBack takes in that the throws of count n are in memory again. claims are those of the count's notes.
func (e *Reporter) TakeBack(ctx context.Context, n int, claims []record.Claim) error {
	if e.box == nil {
		return nil
	}
	var keys []string
	for _, id := range e.ThrowsOf(e.Counts[n]) {
		keys = append(keys, rollOf(id))
	}
	if err := e.box.TakeBack(ctx, keys); err != nil {
		return e.journal.Explain(err)
	}
	return e.PassOver(ctx, n, claims)
}

// PassOver marks the rolls of a count as told that are older than the event, before anybody changes them. claims include those of the count's notes.
func (e *Reporter) PassOver(ctx context.Context, n int, claims []record.Claim) error {
	if e.box == nil || e.older == 0 {
		return nil
	}
	old := map[string]bool{}
	for _, c := range claims {
		if c.Kind == count.KindEntry && c.Throw > 0 && c.Seq <= e.older {
			old[rollOf(c.Throw)] = true
		}
	}
	if len(old) == 0 {
		return nil
	}
	of := news{Reporter: e, seen: map[string]bool{}, stay: map[int]int{}}
	of.ofCount(e.Counts[n], 0, e.StandingIn(e.Counts[n])) // the numbers don't matter here
	items := slices.DeleteFunc(of.out, func(it outbox.Item) bool {
		delete(e.said, it.Key) // it wasn't told yet
		_, told := e.box.Of(it.Key)
		return told || !old[it.Key]
	})
	if len(items) == 0 {
		return nil
	}
	return e.journal.Explain(e.box.Skip(ctx, items))
}

func (e *Reporter) forget() {
	e.said, e.games, e.ends = map[string]string{}, map[int]int{}, map[int]int{}
}
