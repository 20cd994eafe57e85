// Package report is what a table tells the event that it is at: every roll as it stands, results, what became of judges' rulings, calls for a judge. It
// compares what the table's record and games say with what was told, and writes the difference to the outbox.
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

// Options are what a Reporter needs.
type Options struct {
	Record  *record.Record
	Hall    *hall.Hall
	Journal *journal.Journal
	Log     *slog.Logger
	Now     func() time.Time
	Trouble *trouble.Told
	// Outbox is where the event is told; nil where there is none.
	Outbox *outbox.Outbox
	// Event and Table are their names.
	Event, Table string
}

// New is a Reporter that knows nothing yet of what was told; the outbox does.
func New(o Options) *Reporter {
	return &Reporter{Record: o.Record, hall: o.Hall, journal: o.Journal, log: o.Log, now: o.Now, trouble: o.Trouble, box: o.Outbox, unsaid: true,
		said: map[string]string{}, games: map[int]int{}, ruled: map[string]event.Ruled{}, rulings: map[string]event.RulingRef{},
		link: protocol.EventLink{Event: o.Event, Table: o.Table}, call: calling{soon: make(chan struct{}, 1)}}
}

// Tells says whether there is an event to tell.
func (e *Reporter) Tells() bool { return e.box != nil }

// Event is the event's name; empty where the table is at none.
func (e *Reporter) Event() string { return e.link.Event }

// Wrote hears that something was written down: it is told with the next Inform.
func (e *Reporter) Wrote() { e.unsaid = true }

// Behind says whether something is to be told that was not.
func (e *Reporter) Behind() bool { return e.box != nil && e.unsaid }

// PutAway hears that a throw has left the memory.
func (e *Reporter) PutAway(id int) { delete(e.said, fmt.Sprintf("t%d", id)) }

// Untold says whether the event is to be told yet of a count that was put away: it never was, and the count is not older than the event.
func (e *Reporter) Untold(ch *chapter.Chapter) bool {
	return !slices.Contains(ch.Told, e.link.Event) && ch.Notes[len(ch.Notes)-1].To > e.older
}

// Fresh says whether the event was told nothing yet: then the first Inform passes over all that lies there.
func (e *Reporter) Fresh() bool { return e.box.Fresh() }

// Inform writes down for the event what has changed since it was told last. What it can't write now it
// writes the next time: the journal has it all. The caller holds the lock.
func (e *Reporter) Inform(ctx context.Context) {
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

// FindOlder finds out what in the file is older than the event, once for each event.
func (e *Reporter) FindOlder(ctx context.Context) error {
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

// PassOver remembers the rolls of a count as told that are older than the event, before anybody changes them. Claims are of its notes, and
// may be of others.
func (e *Reporter) PassOver(ctx context.Context, n int, claims []record.Claim) error {
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
	of := news{Reporter: e, seen: map[string]bool{}, stay: map[int]int{}}
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

func (e *Reporter) forget() { e.said, e.games = map[string]string{}, map[int]int{} }
