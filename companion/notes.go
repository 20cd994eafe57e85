package companion

import (
	"context"
	"encoding/json"
	"fmt"

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
	noteEntry = "entry"
	noteTurn  = "turn"
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
	// Crops are the SHA-256 of the dice's pictures as hexadecimal, in the order of the readings; empty
	// for a die without one.
	Crops []string `json:"crops,omitempty"`
	// Game and Question are the game and its roll that the throw was made for; a throw for a game
	// that asked for none doesn't count.
	Game     int    `json:"game,omitempty"`
	Question string `json:"question,omitempty"`
}

// entryNote is an entry of a game's log; Throw is the throw behind it, 0 where there is none.
type entryNote struct {
	Count int          `json:"count"`
	Throw int          `json:"throw,omitempty"`
	Entry engine.Entry `json:"entry"`
	// As are the ids of dice rolled again, by their number in the throw.
	As map[int]string `json:"as,omitempty"`
	// Zero: the game begins the totals again.
	Zero bool `json:"zero,omitempty"`
	// On: the game is the one before it, which had grown long, in a log of its own.
	On bool `json:"on,omitempty"`
}

type turnNote struct {
	Seat int `json:"seat"`
}

func (s *Session) note(kind string, body any) journal.Note {
	raw, err := json.Marshal(body)
	if err != nil {
		// Nothing in these types can fail; an empty body is refused when it is read again.
		s.log.Error("write note", "kind", kind, "err", err)
	}
	return journal.Note{At: s.now(), Kind: kind, Body: raw}
}

// entryNotes are the entries of t's game that are not on disk yet.
func (s *Session) entryNotes(t throw.Throw) []journal.Note {
	var notes []journal.Note
	c := s.counts[t.Count]
	for _, e := range c.fresh() {
		notes = append(notes, s.note(noteEntry, entryNote{Count: t.Count, Throw: t.ID, Entry: e, As: t.As, Zero: c.settings.Zero && e.N == 0, On: c.goesOnWith && e.N == 0}))
	}
	return notes
}

// recall makes the evening again from the journal.
func (s *Session) recall(ctx context.Context) error {
	var logs [][]engine.Entry
	var zero, on []bool
	counted := map[int][]int{}
	err := s.journal.Notes(ctx, func(n journal.Note) error {
		switch n.Kind {
		case noteChain:
			return nil // it is about the file, not about dice
		case noteRuling:
			return s.recallRuling(n)
		case noteThrow:
			return s.recallThrow(n)
		case hall.NoteAct:
			return s.recallAct(n)
		case tray.KindOffer:
			return s.recallOffer(n)
		case noteTurn:
			var turn turnNote
			err := json.Unmarshal(n.Body, &turn)
			s.seat = turn.Seat
			return err
		case noteEntry:
			var e entryNote
			if err := json.Unmarshal(n.Body, &e); err != nil {
				return err
			}
			if e.Count < 0 || e.Count > len(logs) || e.Throw < 0 || e.Throw > s.throws.Len() {
				return fmt.Errorf("it belongs to game %d and throw %d, which are not there", e.Count, e.Throw)
			}
			if e.Count == len(logs) {
				logs, zero, on = append(logs, nil), append(zero, e.Zero), append(on, e.On)
				s.seat = min(1, len(players(e.Entry)))
			}
			logs[e.Count] = append(logs[e.Count], e.Entry)
			s.recallEntry(e, counted)
			return nil
		}
		if known, err := s.hall.Recall(n); known {
			return err
		}
		return fmt.Errorf("a note of kind %q is not known: was it written by a newer version of this program?", n.Kind)
	})
	if err != nil {
		return err
	}
	if err := s.hall.Reopen(); err != nil {
		return err
	}
	for i, log := range logs {
		c, err := openCount(log)
		if err != nil {
			return fmt.Errorf("go on with game %d of the table's file: %w", i+1, err)
		}
		c.settings.Zero, c.goesOnWith, c.counted = zero[i], on[i], counted[i]
		s.counts = append(s.counts, c)
	}
	for _, t := range s.throws.Waiting() {
		if !t.Asks() {
			t.Blocked = "It waited for another roll."
			s.throws.Put(t)
		}
	}
	return nil
}

func players(e engine.Entry) []engine.Player {
	if e.Header == nil {
		return nil
	}
	return e.Header.Players
}

func (s *Session) recallThrow(n journal.Note) error {
	var body throwNote
	if err := json.Unmarshal(n.Body, &body); err != nil {
		return err
	}
	if body.ID != s.throws.Len()+1 {
		return fmt.Errorf("it is throw %d where throw %d should be", body.ID, s.throws.Len()+1)
	}
	var t throw.Throw
	var err error
	if body.Scene != nil {
		t = throw.Saw(body.ID, n.At, *body.Scene, body.Readings)
	} else if t, err = throw.Typed(body.ID, n.At, body.Typed); err != nil {
		return err
	}
	t.Seat, t.Game, t.Question, t.Source = body.Seat, body.Game, body.Question, body.Source
	if t.Game > 0 && t.Question == "" {
		t.Status = protocol.ThrowDiscarded
	}
	s.hall.RecallThrow(t)
	if body.Scene != nil {
		s.tray.Recalled() // it was taken, or a later one was thrown
	}
	for i := range t.Dice {
		// Scenes are kept without their crops, which may have gone by quota: the address tells.
		t.Dice[i].Crop = body.Scene != nil
	}
	s.throws.Put(t)
	return nil
}

func (s *Session) recallAct(n journal.Note) error {
	var a protocol.Act
	if err := json.Unmarshal(n.Body, &a); err != nil {
		return err
	}
	if !s.throws.Has(a.Throw) {
		return fmt.Errorf("it is about throw %d, which is not there", a.Throw)
	}
	t := s.throws.Get(a.Throw)
	next, err := t.With(a)
	if err != nil {
		return err
	}
	if a.Do == protocol.DoShow {
		next = next.Alone(a)
	}
	if t.Status == protocol.ThrowCounted && !next.Same(t) {
		next.Corrected, next.Changed = true, n.At
	}
	s.throws.Put(next)
	s.hall.RecallAct(a, t, next)
	return nil
}

// recallEntry ties an entry of a game to its throw.
func (s *Session) recallEntry(e entryNote, counted map[int][]int) {
	if e.Throw == 0 || e.Entry.Kind != engine.EntryAnswer {
		return
	}
	t := s.throws.Get(e.Throw)
	t.Status, t.Count, t.Entry, t.Key, t.As = protocol.ThrowCounted, e.Count, e.Entry.N, e.Entry.Key, e.As
	s.throws.Put(t)
	counted[e.Count] = append(counted[e.Count], t.ID)
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
