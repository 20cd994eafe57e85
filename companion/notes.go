package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"astragal/companion/chapter"
	"astragal/companion/count"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/companion/tray"
	"astragal/engine"
	"astragal/vision"
)

// The table's own kinds of note in a journal. Their bodies are the types below. The hall's kinds are beside it.
const (
	noteThrow = "throw"
	// noteRuling is a judge's ruling at an event.
	noteRuling = "ruling"
	// noteChain is the journal's own: it says where a file's hash chain began.
	noteChain = journal.KindChain
)

// throwNote is a throw as it was first known: what the camera saw and made of it, or what was typed.
type throwNote struct {
	ID       int                 `json:"id"`
	Seat     int                 `json:"seat,omitempty"`
	Source   string              `json:"source,omitempty"`
	Scene    *vision.Scene       `json:"scene,omitempty"`
	Readings []vision.Reading    `json:"readings,omitempty"`
	Typed    []protocol.TypedDie `json:"typed,omitempty"`
	// Before are the places in the scene, from 0, of what lay there before the throw and is no die of it.
	Before []int `json:"before,omitempty"`
	// Own are the owner's dice that the readings name, as they were defined then.
	Own []engine.Die `json:"own,omitempty"`
	// Crops are the SHA-256 of the dice's pictures as hexadecimal, in the order of the readings; empty
	// for a die without one.
	Crops []string `json:"crops,omitempty"`
	// Game and Question are the game and its roll that the throw was made for; a throw for a game
	// that asked for none doesn't count.
	Game     int    `json:"game,omitempty"`
	Question string `json:"question,omitempty"`
}

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

// checkedAtOnce is how many notes a file has whose chain is followed before the table opens. That of a longer one is followed while the
// table goes on.
const checkedAtOnce = 5000

// recall makes the evening again from the journal. Counts that were put away stay so: of their notes none is read.
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
		s.book.throws.Skip(run.Throws)
		from = run.To + 1
	}
	if err := s.hall.Reopen(); err != nil {
		return err
	}
	for i := range s.book.counts {
		if err := s.book.recallCount(i); err != nil {
			return err
		}
	}
	for _, t := range s.book.throws.Waiting() {
		if !t.Asks() {
			t.Blocked = "It waited for another roll."
			s.book.throws.Put(t)
		}
	}
	return nil
}

// recallChapters finds the counts that were put away, and where their notes lie. What isn't as it was written, or of another log, is left
// out, and so is what has an older form: the notes tell it all.
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
	b.counts = make([]*tallied, last+1)
	for n, ch := range chapters {
		b.counts[n] = &tallied{Count: count.Count{Settings: ch.Settings, On: ch.On}, closed: ch}
	}
	return runs, nil
}

// recallNote takes in a note that no chapter has.
func (s *Session) recallNote(ctx context.Context, n journal.Note) error {
	if c, ok := claimOf(n); ok {
		s.book.ledger = append(s.book.ledger, c)
	}
	switch n.Kind {
	case noteChain:
		return nil // it is about the file, not about dice
	case noteCall:
		return s.events.recallCall(n)
	case noteRuling:
		return s.recallRuling(n)
	case noteThrow:
		return s.recallThrow(n)
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

// recallEntry takes in an entry of a count's log, and ties it to its throw.
func (b *book) recallEntry(ctx context.Context, n journal.Note) error {
	var e count.Entry
	if err := json.Unmarshal(n.Body, &e); err != nil {
		return err
	}
	if e.Count < 0 || e.Count > len(b.counts) || !b.throws.Has(max(e.Throw, 1)) && e.Throw != 0 {
		return fmt.Errorf("it belongs to game %d and throw %d, which are not there", e.Count, e.Throw)
	}
	if e.Count == len(b.counts) {
		b.counts = append(b.counts, nil)
	}
	switch c := b.counts[e.Count]; {
	case c == nil:
		b.counts[e.Count] = &tallied{Count: count.Count{On: e.On}}
		b.counts[e.Count].Settings.Zero = e.Zero
		b.seat = e.FirstSeat()
		b.makeRoom(ctx, e.Count)
	case c.closed != nil, c.Game != nil:
		if err := b.recallAgain(ctx, e.Count); err != nil {
			return err
		}
	}
	c := b.counts[e.Count]
	c.log = append(c.log, e.Entry.Clipped())
	if t, is := e.Counts(b.throws.Get(e.Throw)); is {
		b.throws.Put(t)
		c.counted = append(c.counted, t.ID)
	}
	return nil
}

// recallAgain has a count read on that was put away, or played, before all its notes were read.
func (b *book) recallAgain(ctx context.Context, n int) error {
	if b.counts[n].closed != nil {
		if err := b.takeBack(ctx, n); err != nil {
			return err
		}
	}
	c := b.counts[n]
	c.log = c.Game.Log()
	c.Game.Stop()
	c.Game = nil
	c.restand()
	c.kept.back(0)
	return nil
}

// makeRoom puts an old count away while the journal is read whose first count that isn't there yet is n, so that a long journal of which
// nothing was kept fits into the memory.
func (b *book) makeRoom(ctx context.Context, n int) {
	old := n - 3
	if old < 0 || b.counts[old] == nil || b.counts[old].closed != nil || b.recallCount(old) != nil {
		return
	}
	if b.putCountAway(ctx, old) && n%50 == 0 {
		b.log.Info("the table's file is being brought up to date, so that it opens sooner from then on", "counts", n)
	}
}

// recallCount plays the log of a count that was read.
func (r *record) recallCount(n int) error {
	c := r.counts[n]
	switch {
	case c == nil:
		return fmt.Errorf("game %d of the table's file is missing", n+1)
	case c.closed != nil || c.Game != nil:
		return nil
	}
	played, err := count.Open(c.log)
	if err != nil {
		return fmt.Errorf("go on with game %d of the table's file: %w", n+1, err)
	}
	played.Settings.Zero, played.On = c.Settings.Zero, c.On
	r.counts[n] = &tallied{Count: *played, counted: c.counted}
	return nil
}

// thrownIn is the throw that a note tells of.
func thrownIn(n journal.Note) (throw.Throw, throwNote, error) {
	var body throwNote
	var t throw.Throw
	err := json.Unmarshal(n.Body, &body)
	switch {
	case err != nil:
		return t, body, err
	case body.Scene != nil:
		t = throw.Saw(body.ID, n.At, *body.Scene, body.Readings, body.Own...).Without(body.Before)
	default:
		if t, err = throw.Typed(body.ID, n.At, body.Typed); err != nil {
			return t, body, err
		}
	}
	t.Seat, t.Game, t.Question, t.Source = body.Seat, body.Game, body.Question, body.Source
	if t.Game > 0 && t.Question == "" {
		t.Status = protocol.ThrowDiscarded
	}
	for i := range t.Dice {
		// Scenes are kept without their crops, which may have gone by quota: the address tells.
		t.Dice[i].Crop = body.Scene != nil
	}
	return t, body, nil
}

func (s *Session) recallThrow(n journal.Note) error {
	t, body, err := thrownIn(n)
	if err != nil {
		return err
	}
	if t.ID != s.book.throws.Len()+1 {
		return fmt.Errorf("it is throw %d where throw %d should be", t.ID, s.book.throws.Len()+1)
	}
	s.hall.RecallThrow(t)
	if body.Scene != nil {
		s.lying.tray.Recalled() // it was taken, or a later one was thrown
	}
	s.book.throws.Put(t)
	return nil
}

func actIn(n journal.Note) (protocol.Act, error) {
	var a protocol.Act
	err := json.Unmarshal(n.Body, &a)
	return a, err
}

// acted is a throw after what somebody said of it at a time.
func acted(t throw.Throw, a protocol.Act, at time.Time) (throw.Throw, error) {
	next, err := t.With(a)
	if err != nil {
		return t, err
	}
	if a.Do == protocol.DoShow {
		next = next.Alone(a)
	}
	if t.Status == protocol.ThrowCounted && !next.Same(t) {
		next.Corrected, next.Changed = true, at
	}
	return next, nil
}

func (s *Session) recallAct(ctx context.Context, n journal.Note) error {
	a, err := actIn(n)
	if err != nil {
		return err
	}
	if !s.book.throws.Has(a.Throw) {
		return fmt.Errorf("it is about throw %d, which is not there", a.Throw)
	}
	if err := s.book.reach(ctx, a.Throw); err != nil {
		return err
	}
	t := s.book.throws.Get(a.Throw)
	next, err := acted(t, a, n.At)
	if err != nil {
		return err
	}
	s.book.throws.Put(next)
	s.hall.RecallAct(a, t, next)
	return nil
}

// VerifyJournal checks the chain of a table's file from its first entry to its last, and the pictures
// that are kept.
func VerifyJournal(ctx context.Context, path string, known ...journal.Known) (journal.LogVerdict, error) {
	return journal.Verify(ctx, path, sealsOf, known...)
}

// sealsOf are the hashes of the pictures that a throw's note tells.
func sealsOf(n journal.Note) (id int, sums []string) {
	var b throwNote
	if n.Kind != noteThrow || json.Unmarshal(n.Body, &b) != nil {
		return 0, nil
	}
	return b.ID, b.Crops
}

// VerifyRunning is VerifyJournal for the file of a table that runs.
func VerifyRunning(ctx context.Context, j *journal.Journal) (journal.LogVerdict, error) {
	return j.Verify(ctx, sealsOf)
}
