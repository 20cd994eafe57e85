package record

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

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

// Claim says what a note is about: a count, or a throw. If the count or the throw is put away, its chapter gets the note.
type Claim struct {
	Seq          int64
	Kind         string
	Throw, Count int
	// camera says that a camera saw the throw.
	camera bool
}

// ClaimOf reads what a note is about; false if no chapter ever gets such a note.
func ClaimOf(n journal.Note) (Claim, bool) {
	c := Claim{Seq: n.Seq, Kind: n.Kind, Count: -1}
	switch n.Kind {
	case NoteThrow:
		var b struct {
			ID, Game int
			Scene    json.RawMessage
		}
		err := json.Unmarshal(n.Body, &b)
		c.Throw, c.camera = b.ID, len(b.Scene) > 0
		return c, err == nil && b.Game == 0
	case hall.NoteAct, NoteReread:
		var b struct{ Throw int }
		err := json.Unmarshal(n.Body, &b)
		c.Throw = b.Throw
		return c, err == nil
	case count.KindEntry:
		var b struct{ Count, Throw int }
		err := json.Unmarshal(n.Body, &b)
		c.Count, c.Throw = b.Count, b.Throw
		return c, err == nil
	case count.KindTurn, tray.KindOffer:
		return c, true
	}
	return c, false
}

// ThrowsOf are the IDs of a count's throws, in order, including throws that somebody discarded before they counted.
func (r *Record) ThrowsOf(c *Tallied) []int {
	ids := slices.Sorted(slices.Values(c.Counted))
	if len(ids) == 0 {
		return nil
	}
	for _, id := range r.Throws.IDs() {
		if t := r.Throws.Get(id); id < ids[len(ids)-1] && t.Game == 0 && t.Status == protocol.ThrowDiscarded && t.Entry == 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Size is how many rolls of a count stand.
func (r *Record) Size(c *Tallied) int {
	if c == nil { // while the journal is read
		return 0
	}
	if c.Closed != nil {
		return c.Closed.Rolls
	}
	return len(r.StandingIn(c))
}

// Chapter is what is kept of count n once it is done with. ids are its throws. ledger are the claims of all notes in memory, oldest first.
func (r *Record) Chapter(n int, ids []int, ledger []Claim) *chapter.Chapter {
	c := r.Counts[n]
	ch := &chapter.Chapter{Settings: c.Settings, On: c.On, Rolls: r.Size(c), Begun: r.BegunIn(c), First: first(r, c), Over: c.over(), Standings: chapter.Stood(c.Standings()), Throws: chapter.Spans(ids)}
	var observed []evidence.Observed
	came := c.Results()
	for i := range c.Counted {
		observed = append(observed, r.observedAt(c, i, came)...)
	}
	ch.Dice = evidence.NewPart(observed)
	if disputes := r.disputesIn(c); len(disputes) > 0 {
		ch.Disputes, _ = json.Marshal(disputes) // these types can't fail
	}
	for _, id := range ids {
		read, doubted := ReadBy(r.Throws.Get(id))
		ch.Read, ch.Doubted = ch.Read+read, ch.Doubted+doubted
	}
	r.claimNotes(ch, n, ledger)
	return ch
}

// claimNotes gives a chapter its notes: those about its throws, those of its log, and those about whose turn it was and about dice on the tray that
// newer notes replace.
func (r *Record) claimNotes(ch *chapter.Chapter, n int, ledger []Claim) {
	var newest int64 // the note with which the newest count began: it replaces what older notes say of whose turn it is
	for _, l := range ledger {
		if l.Kind == count.KindEntry && l.Count == len(r.Counts)-1 && newest == 0 {
			newest = l.Seq
		}
		if l.camera && ch.Has(l.Throw) {
			ch.Offers = l.Seq
		}
	}
	for _, l := range ledger {
		switch {
		case l.Kind == count.KindEntry && l.Count == n,
			l.Throw > 0 && ch.Has(l.Throw),
			l.Kind == count.KindTurn && l.Seq < newest,
			l.Kind == tray.KindOffer && l.Seq < ch.Offers:
			ch.Add(l.Seq, l.Kind == NoteThrow)
		}
	}
}

// InRuns says whether a note is one of a chapter's.
func InRuns(runs []chapter.Run, seq int64) bool {
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

// ReadBy is how many dice of a throw a camera saw, and of how many of them a person was asked or said something.
func ReadBy(t throw.Throw) (read, doubted int) {
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

// TakeBack puts count n, which was put away, into memory again. It returns what its notes are about.
func (r *Record) TakeBack(ctx context.Context, j *journal.Journal, n int) ([]Claim, error) {
	o, err := reopen(ctx, j, n, r.Counts[n].Closed)
	if err != nil {
		return nil, err
	}
	o.count.Carried = r.Counts[n].Carried
	for _, t := range o.throws {
		r.Throws.Put(t)
	}
	r.Counts[n] = o.count
	return o.claims, nil
}

// CountWith is the number of the count that was put away with a throw; -1 if there is none.
func (r *Record) CountWith(id int) int {
	return slices.IndexFunc(r.Counts, func(c *Tallied) bool { return c.Closed != nil && c.Closed.Has(id) })
}

// reopened is a count that was put away and made again from its notes.
type reopened struct {
	count  *Tallied
	log    []engine.Entry
	throws map[int]throw.Throw
	claims []Claim
}

// reopen plays the notes of a chapter again.
func reopen(ctx context.Context, j *journal.Journal, n int, ch *chapter.Chapter) (*reopened, error) {
	o := &reopened{throws: map[int]throw.Throw{}}
	var counted []int
	for _, run := range ch.Notes {
		err := j.Between(ctx, run.From, run.To, func(note journal.Note) error {
			if c, ok := ClaimOf(note); ok {
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
	o.count = &Tallied{Count: *c, Counted: counted}
	return o, nil
}

// take takes in a note of a chapter.
func (o *reopened) take(note journal.Note, n int, counted *[]int) error {
	switch note.Kind {
	case NoteThrow:
		t, _, err := ThrownIn(note)
		o.throws[t.ID] = t
		return err
	case NoteReread:
		b, err := RereadIn(note)
		if err != nil {
			return err
		}
		o.throws[b.Throw] = o.throws[b.Throw].Anew(b.Readings, b.Own...)
	case hall.NoteAct:
		a, err := ActIn(note)
		if err != nil {
			return err
		}
		o.throws[a.Throw], err = Acted(o.throws[a.Throw], a, note.At)
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
