package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"astragal/companion/chapter"
	"astragal/companion/count"
	"astragal/companion/event/report"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/record"
	"astragal/companion/tray"
)

// The table's own kinds of note in a journal, beside record's and the hall's.
const (
	// noteChain is the journal's own kind: it says where a file's hash chain began.
	noteChain = journal.KindChain
)

func (b *book) note(kind string, body any) journal.Note {
	raw, err := json.Marshal(body)
	if err != nil {
		// Nothing in these types can fail; an empty body is refused when it is read again.
		b.log.Error("write note", "kind", kind, "err", err)
	}
	return journal.Note{At: b.now(), Kind: kind, Body: raw}
}

// entryNotes are the entries of a decision.
func (b *book) entryNotes(d count.Decision) []journal.Note {
	var notes []journal.Note
	for _, e := range d.Entries {
		notes = append(notes, b.note(count.KindEntry, e))
	}
	return notes
}

// checkedAtOnce is the number of notes up to which a file's chain is followed before the table opens. The chain of a longer file is followed while the
// table goes on.
const checkedAtOnce = 5000

// recall makes the evening again from the journal. Counts that were put away stay so; their notes aren't read.
func (s *Session) recall(ctx context.Context) error {
	if newest, _ := s.journal.Head(); newest <= checkedAtOnce && !s.journal.ReadOnly() {
		if err := s.journal.Check(ctx, 0); err != nil {
			return err
		}
		s.checked = true
	}
	runs, err := s.book.recallChapters(ctx)
	if err != nil {
		return err
	}
	from := int64(1)
	for _, run := range append(runs, chapter.Run{From: math.MaxInt64}) {
		if from < run.From {
			if err := s.journal.Between(ctx, from, run.From-1, func(n journal.Note) error { return s.recallNote(ctx, n) }); err != nil {
				return err
			}
		}
		s.book.Throws.Skip(run.Throws)
		from = run.To + 1
	}
	if err := s.hall.Reopen(); err != nil {
		return err
	}
	for i := range s.book.Counts {
		if err := s.book.Play(i); err != nil {
			return err
		}
	}
	for _, t := range s.book.Throws.Waiting() {
		if !t.Asks() {
			t.Blocked = "It waited for another roll."
			s.book.Throws.Put(t)
		}
	}
	return nil
}

// recallChapters finds the counts that were put away, and where their notes lie. It leaves out chapters that are damaged, belong to another log, or
// have an older form. The notes of those counts are read instead.
func (b *book) recallChapters(ctx context.Context) ([]chapter.Run, error) {
	kept, bad, err := b.journal.Chapters(ctx)
	if err != nil {
		return nil, err
	}
	chapters, last := map[int]*chapter.Chapter{}, -1
	for _, k := range kept {
		ch, err := chapter.Parse(k.Body)
		if errors.Is(err, chapter.ErrOlder) {
			continue
		}
		if err != nil || k.N < 0 || len(ch.Notes) == 0 {
			bad++
			continue
		}
		chapters[k.N], last = ch, k.N
		b.offersTo = max(b.offersTo, ch.Offers)
	}
	runs, err := chapter.Runs(chapters)
	if err != nil {
		bad, chapters, runs, last, b.offersTo = bad+len(chapters), nil, nil, -1, 0
	}
	if bad > 0 {
		b.log.Warn("What the table's file keeps of counts that are done with, to open sooner, is not as it was written. It is made anew from its log.", "counts", bad)
	}
	b.Counts = make([]*record.Tallied, last+1)
	for n, ch := range chapters {
		b.Counts[n] = &record.Tallied{Count: count.Count{Settings: ch.Settings, On: ch.On}, Closed: ch}
	}
	return runs, nil
}

// recallNote takes in a note that no chapter has.
func (s *Session) recallNote(ctx context.Context, n journal.Note) error {
	if c, ok := record.ClaimOf(n); ok {
		s.book.ledger = append(s.book.ledger, c)
	}
	switch n.Kind {
	case noteChain:
		return nil // it is about the file, not about dice
	case report.NoteCall:
		return s.events.RecallCall(n)
	case report.NoteRuling:
		return s.recallRuling(n)
	case record.NoteThrow:
		return s.recallThrow(n)
	case record.NoteReread:
		return s.book.recallReread(ctx, n)
	case hall.NoteAct:
		return s.recallAct(ctx, n)
	case tray.KindOffer:
		if n.Seq < s.book.offersTo {
			return nil
		}
		return s.lying.recallOffer(n)
	case count.KindTurn:
		var turn count.Turn
		err := json.Unmarshal(n.Body, &turn)
		s.book.seat = turn.Seat
		return err
	case count.KindEntry:
		return s.book.recallEntry(ctx, n)
	}
	if known, err := s.hall.Recall(n); known {
		return err
	}
	return fmt.Errorf("a note of kind %q is not known: was it written by a newer version of this program?", n.Kind)
}

// recallEntry takes in an entry of a count's log and ties it to its throw.
func (b *book) recallEntry(ctx context.Context, n journal.Note) error {
	var e count.Entry
	if err := json.Unmarshal(n.Body, &e); err != nil {
		return err
	}
	if e.Count < 0 || e.Count > len(b.Counts) || !b.Throws.Has(max(e.Throw, 1)) && e.Throw != 0 {
		return fmt.Errorf("it belongs to game %d and throw %d, which are not there", e.Count, e.Throw)
	}
	if e.Count == len(b.Counts) {
		b.Counts = append(b.Counts, nil)
	}
	switch c := b.Counts[e.Count]; {
	case c == nil:
		b.Counts[e.Count] = &record.Tallied{Count: count.Count{On: e.On}}
		b.Counts[e.Count].Settings.Zero = e.Zero
		b.seat = e.FirstSeat()
		b.makeRoom(ctx, e.Count)
	case c.Closed != nil, c.Game != nil:
		if err := b.recallAgain(ctx, e.Count); err != nil {
			return err
		}
	}
	c := b.Counts[e.Count]
	c.Log = append(c.Log, e.Entry.Clipped())
	if t, is := e.Counts(b.Throws.Get(e.Throw)); is {
		b.Throws.Put(t)
		c.Counted = append(c.Counted, t.ID)
	}
	return nil
}

// recallAgain is called if a note comes for a count that was put away, or played, already. It puts the count back into the state of reading.
func (b *book) recallAgain(ctx context.Context, n int) error {
	if b.Counts[n].Closed != nil {
		if err := b.takeBack(ctx, n); err != nil {
			return err
		}
	}
	b.Counts[n].Unplay()
	return nil
}

// makeRoom puts an old count away while the journal is read, so that a long journal without chapters fits into the memory. n is the number of the count
// that begins.
func (b *book) makeRoom(ctx context.Context, n int) {
	old := n - 3
	if old < 0 || b.Counts[old] == nil || b.Counts[old].Closed != nil || b.Play(old) != nil {
		return
	}
	if b.putCountAway(ctx, old) && n%50 == 0 {
		b.log.Info("the table's file is being brought up to date, so that it opens sooner from then on", "counts", n)
	}
}

func (s *Session) recallThrow(n journal.Note) error {
	t, body, err := record.ThrownIn(n)
	if err != nil {
		return err
	}
	if t.ID != s.book.Throws.Len()+1 {
		return fmt.Errorf("it is throw %d where throw %d should be", t.ID, s.book.Throws.Len()+1)
	}
	s.hall.RecallThrow(t)
	if body.Scene != nil {
		s.lying.tray.Recalled() // the offered dice were taken as a roll, or a later throw was made
	}
	s.book.Throws.Put(t)
	return nil
}

func (b *book) recallReread(ctx context.Context, n journal.Note) error {
	body, err := record.RereadIn(n)
	if err != nil {
		return err
	}
	if !b.Throws.Has(body.Throw) {
		return fmt.Errorf("it is about throw %d, which is not there", body.Throw)
	}
	if err := b.reach(ctx, body.Throw); err != nil {
		return err
	}
	b.Throws.Put(b.Throws.Get(body.Throw).Anew(body.Readings, body.Own...))
	return nil
}

func (s *Session) recallAct(ctx context.Context, n journal.Note) error {
	a, err := record.ActIn(n)
	if err != nil {
		return err
	}
	if !s.book.Throws.Has(a.Throw) {
		return fmt.Errorf("it is about throw %d, which is not there", a.Throw)
	}
	if err := s.book.reach(ctx, a.Throw); err != nil {
		return err
	}
	t := s.book.Throws.Get(a.Throw)
	next, err := record.Acted(t, a, n.At)
	if err != nil {
		return err
	}
	s.book.Throws.Put(next)
	s.hall.RecallAct(a, t, next)
	return nil
}

// VerifyJournal checks the chain of a table's file from its first entry to its last, and the pictures that are kept.
func VerifyJournal(ctx context.Context, path string, known ...journal.Known) (journal.LogVerdict, error) {
	return journal.Verify(ctx, path, record.SealsOf, known...)
}

// VerifyRunning is VerifyJournal for the file of a table that runs.
func VerifyRunning(ctx context.Context, j *journal.Journal) (journal.LogVerdict, error) {
	return j.Verify(ctx, record.SealsOf)
}
