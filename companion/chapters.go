package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"astragal/companion/chapter"
	"astragal/companion/count"
	"astragal/companion/evidence"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/companion/tray"
	"astragal/engine"
)

// rollsAtHand is how many rolls that stand come after a count that is put away: screens show that many and more.
const rollsAtHand = 2 * rollsInView

// claim is a note that belongs to a count, or to a throw: a chapter has it once these are put away.
type claim struct {
	seq          int64
	kind         string
	throw, count int
	// camera: a camera saw the throw.
	camera bool
}

// claimOf reads what a note is about; false where no chapter will ever have it.
func claimOf(n journal.Note) (claim, bool) {
	c := claim{seq: n.Seq, kind: n.Kind, count: -1}
	switch n.Kind {
	case noteThrow:
		var b struct {
			ID, Game int
			Scene    json.RawMessage
		}
		err := json.Unmarshal(n.Body, &b)
		c.throw, c.camera = b.ID, len(b.Scene) > 0
		return c, err == nil && b.Game == 0
	case hall.NoteAct:
		var b struct{ Throw int }
		err := json.Unmarshal(n.Body, &b)
		c.throw = b.Throw
		return c, err == nil
	case count.KindEntry:
		var b struct{ Count, Throw int }
		err := json.Unmarshal(n.Body, &b)
		c.count, c.throw = b.Count, b.Throw
		return c, err == nil
	case count.KindTurn, tray.KindOffer:
		return c, true
	}
	return c, false
}

// putAway has counts leave the memory that are done with, at most so many.
func (b *book) putAway(ctx context.Context, most int) (n int) {
	for i, c := range b.counts[:len(b.counts)-1] {
		if n == most {
			return n
		}
		if c.closed == nil && b.putCountAway(ctx, i) {
			n++
		}
	}
	return n
}

// putCountAway puts a count away, where it is done with: what is needed of it is kept as a chapter, and the rest lies in the journal.
func (b *book) putCountAway(ctx context.Context, n int) bool {
	c := b.counts[n]
	ids := b.throwsOf(c)
	if !b.doneWith(n, c, ids) {
		return false
	}
	ch := b.chapterOf(n, c, ids)
	body, err := ch.Bytes()
	if err == nil && !b.journal.ReadOnly() {
		err = b.journal.KeepChapter(ctx, journal.Chapter{N: n, Body: body})
	}
	if err != nil {
		b.log.Warn("put a count away", "count", n, "err", err)
		return false
	}
	b.throws.Away(ids)
	b.ledger = slices.DeleteFunc(b.ledger, func(l claim) bool { return inRuns(ch.Notes, l.seq) })
	for _, id := range ids {
		delete(b.events.said, fmt.Sprintf("t%d", id))
	}
	c.Game.Stop()
	b.counts[n] = &tallied{Count: count.Count{Settings: c.Settings, On: c.On}, carried: c.carried, closed: ch}
	return true
}

// tellOfOldCounts says in the program's log that a file of an older program, whose counts are long, is being brought up to date.
func (b *book) tellOfOldCounts() {
	for _, c := range b.counts[:len(b.counts)-1] {
		if c.closed == nil && len(c.counted) > 2*b.chapter {
			b.log.Warn("The table's file was written by an older version. It is being brought up to date: once some rolls more are counted, it opens sooner and takes less memory.", "rolls", len(c.counted))
			return
		}
	}
}

func inRuns(runs []chapter.Run, seq int64) bool {
	_, there := slices.BinarySearchFunc(runs, seq, func(r chapter.Run, seq int64) int {
		switch {
		case seq < r.From:
			return 1
		case seq > r.To:
			return -1
		}
		return 0
	})
	return there
}

// throwsOf are the IDs of a count's throws, in their order; with those that were taken out meanwhile before they counted.
func (r *record) throwsOf(c *tallied) []int {
	ids := slices.Sorted(slices.Values(c.counted))
	if len(ids) == 0 {
		return nil
	}
	for _, id := range r.throws.IDs() {
		if t := r.throws.Get(id); id < ids[len(ids)-1] && t.Game == 0 && t.Status == protocol.ThrowDiscarded && t.Entry == 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// doneWith says whether a count may leave the memory: nothing is open in it, no screen shows it, and the event was told all of it.
func (b *book) doneWith(n int, c *tallied, ids []int) bool {
	if c.Game == nil || b.events.box != nil && b.events.unsaid || c.Game.Diverged() != nil || len(c.Asks()) > 0 {
		return false
	}
	if st, ok := c.State(); !ok || st.Open != nil {
		return false
	}
	later := 0
	for _, l := range b.counts[n+1:] {
		later += b.size(l)
	}
	if later < rollsAtHand {
		return false
	}
	has := func(id int) bool { _, there := slices.BinarySearch(ids, id); return there }
	return !has(b.throws.Len()) && !slices.ContainsFunc(b.throws.Open(), func(t throw.Throw) bool { return has(t.ID - 1) })
}

// size is how many rolls of a count stand.
func (r *record) size(c *tallied) int {
	if c == nil { // the journal is still read
		return 0
	}
	if c.closed != nil {
		return c.closed.Rolls
	}
	return len(r.standingIn(c))
}

// chapterOf is what is kept of a count that is done with.
func (b *book) chapterOf(n int, c *tallied, ids []int) *chapter.Chapter {
	ch := &chapter.Chapter{Settings: c.Settings, On: c.On, Rolls: b.size(c), Begun: b.begunIn(c), Standings: chapter.Stood(c.standings()), Throws: chapter.Spans(ids)}
	var observed []Observed
	came := c.results()
	for i := range c.counted {
		observed = append(observed, b.observedAt(c, i, came)...)
	}
	ch.Dice = evidence.NewPart(observed)
	if disputes := b.disputesIn(c); len(disputes) > 0 {
		ch.Disputes, _ = json.Marshal(disputes) // nothing in them can fail
	}
	for _, id := range ids {
		read, doubted := readBy(b.throws.Get(id))
		ch.Read, ch.Doubted = ch.Read+read, ch.Doubted+doubted
	}
	if b.events.box != nil {
		ch.Told = []string{b.events.link.Event}
	}
	b.claimNotes(ch, n)
	return ch
}

// claimNotes gives a chapter its notes: those of its throws and of its log, and those of whose turn it was and of dice that lay there that
// nobody needs since.
func (b *book) claimNotes(ch *chapter.Chapter, n int) {
	var newest int64 // the note with which the newest count began: it says anew whose turn it is
	for _, l := range b.ledger {
		if l.kind == count.KindEntry && l.count == len(b.counts)-1 && newest == 0 {
			newest = l.seq
		}
		if l.camera && ch.Has(l.throw) {
			ch.Offers = l.seq
		}
	}
	for _, l := range b.ledger {
		switch {
		case l.kind == count.KindEntry && l.count == n,
			l.throw > 0 && ch.Has(l.throw),
			l.kind == count.KindTurn && l.seq < newest,
			l.kind == tray.KindOffer && l.seq < ch.Offers:
			ch.Add(l.seq, l.kind == noteThrow)
		}
	}
}

// readBy is how many dice of a throw a camera saw, and how many of those a person looked at.
func readBy(t throw.Throw) (read, doubted int) {
	if t.By != throw.ByCamera {
		return 0, 0
	}
	for _, d := range t.Dice {
		if d.Asked() {
			doubted++
		}
	}
	return len(t.Dice), doubted
}

// reach has a throw here that was put away with its count.
func (b *book) reach(ctx context.Context, id int) error {
	if b.throws.Here(id) || !b.throws.Has(id) {
		return nil
	}
	n := slices.IndexFunc(b.counts, func(c *tallied) bool { return c.closed != nil && c.closed.Has(id) })
	if n < 0 {
		return fmt.Errorf("throw %d is in no count", id)
	}
	return b.takeBack(ctx, n)
}

// takeBack has a count in memory again that was put away.
func (b *book) takeBack(ctx context.Context, n int) error {
	ch := b.counts[n].closed
	o, err := reopen(ctx, b.journal, n, ch)
	if err != nil {
		return err
	}
	o.count.carried = b.counts[n].carried
	for _, t := range o.throws {
		b.throws.Put(t)
	}
	b.counts[n] = o.count
	b.ledger = append(b.ledger, o.claims...)
	slices.SortFunc(b.ledger, func(a, b claim) int { return int(a.seq - b.seq) })
	return b.events.passOver(ctx, n, o.claims)
}

// reopened is a count that was put away, as its notes make it again.
type reopened struct {
	count  *tallied
	log    []engine.Entry
	throws map[int]throw.Throw
	claims []claim
}

// reopen plays the notes of a chapter again.
func reopen(ctx context.Context, j *journal.Journal, n int, ch *chapter.Chapter) (*reopened, error) {
	o := &reopened{throws: map[int]throw.Throw{}}
	var counted []int
	for _, run := range ch.Notes {
		err := j.Between(ctx, run.From, run.To, func(note journal.Note) error {
			if c, ok := claimOf(note); ok {
				o.claims = append(o.claims, c)
			}
			return o.take(note, n, &counted)
		})
		if err != nil {
			return nil, err
		}
	}
	c, err := count.Open(o.log)
	if err != nil {
		return nil, fmt.Errorf("count %d: %w", n, err)
	}
	for _, id := range ch.IDs() {
		if _, there := o.throws[id]; !there {
			c.Game.Stop()
			return nil, fmt.Errorf("count %d: its notes don't tell of throw %d", n, id)
		}
	}
	c.Settings.Zero, c.On = ch.Settings.Zero, ch.On
	o.count = &tallied{Count: *c, counted: counted}
	return o, nil
}

// take takes in a note of a chapter.
func (o *reopened) take(note journal.Note, n int, counted *[]int) error {
	switch note.Kind {
	case noteThrow:
		t, _, err := thrownIn(note)
		o.throws[t.ID] = t
		return err
	case hall.NoteAct:
		a, err := actIn(note)
		if err != nil {
			return err
		}
		o.throws[a.Throw], err = acted(o.throws[a.Throw], a, note.At)
		return err
	case count.KindEntry:
		var e count.Entry
		if err := json.Unmarshal(note.Body, &e); err != nil {
			return err
		}
		if e.Count != n {
			return fmt.Errorf("it is of count %d and not of %d", e.Count, n)
		}
		o.log = append(o.log, e.Entry)
		if t, is := e.Counts(o.throws[e.Throw]); is {
			o.throws[t.ID] = t
			*counted = append(*counted, t.ID)
		}
	default: // whose turn it was, and what lay there
	}
	return nil
}

// shelf reads counts that were put away, for those who look. It keeps those that were looked at last.
type shelf struct {
	journal *journal.Journal
	mu      sync.Mutex
	lately  []lately
}

type lately struct {
	of     *chapter.Chapter
	record *record
}

// shelved is how many counts that were put away are kept for the next look.
const shelved = 3

// with calls do with a count that was put away, in a record of its own.
func (s *shelf) with(ctx context.Context, n int, ch *chapter.Chapter, do func(*record, *tallied)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.lately, func(l lately) bool { return l.of == ch })
	if at < 0 {
		o, err := reopen(ctx, s.journal, n, ch)
		if err != nil {
			return err
		}
		r := &record{counts: make([]*tallied, n+1)}
		for _, t := range o.throws {
			r.throws.Put(t)
		}
		r.counts[n] = o.count.frozen()
		o.count.Game.Stop()
		s.lately = append(s.lately[max(0, len(s.lately)-shelved+1):], lately{ch, r})
		at = len(s.lately) - 1
	}
	do(s.lately[at].record, s.lately[at].record.counts[n])
	return nil
}

// within calls do with a count, wherever it is.
func (r *record) within(ctx context.Context, n int, do func(*record, *tallied)) error {
	if ch := r.counts[n].closed; ch != nil {
		return r.shelf.with(ctx, n, ch, do)
	}
	do(r, r.counts[n])
	return nil
}
