package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"astragal/engine"
	"astragal/vision"
)

// Session is one table's evening: what was thrown, what was asked and answered, and what it
// counts to. Everything that a person did is in the journal before Do returns. It is safe for
// concurrent use; the owner calls Close.
type Session struct {
	// Views holds the newest view for every screen, Previews the newest picture of the tray.
	Views    Hub[Snapshot]
	Previews Hub[Frame]

	journal *Journal
	log     *slog.Logger
	now     func() time.Time

	mu      sync.Mutex
	version int
	page    string
	network bool
	trouble string
	looking looking
	throws  []throw
	counted []int // indices of throws, in the order in which they were counted
	counts  []*count
	seat    int
}

// Snapshot is a View as it is sent.
type Snapshot struct {
	Version int
	JSON    json.RawMessage
}

// Frame is one picture of the tray.
type Frame struct {
	Seq  int
	JPEG []byte
}

// SessionOptions are what a session needs.
type SessionOptions struct {
	Journal *Journal
	Log     *slog.Logger
	// Eye takes orders; nil where there is none and rolls are typed.
	Eye vision.Eye
	// Now is the clock; nil means the wall's.
	Now func() time.Time
}

// OpenSession goes on where the journal ends, or begins a new evening in an empty one.
func OpenSession(ctx context.Context, o SessionOptions) (*Session, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Session{journal: o.Journal, log: o.Log, now: o.Now}
	s.looking = looking{eye: o.Eye, view: EyeView{State: vision.NoCamera}, again: true}
	if err := s.recall(ctx); err != nil {
		s.Close()
		return nil, err
	}
	if len(s.counts) == 0 {
		if err := s.begin(ctx, CountSettings{}); err != nil {
			s.Close()
			return nil, err
		}
	}
	s.drain(ctx)
	s.publish()
	return s, nil
}

// Close stops the games. The journal is its owner's.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.counts {
		c.game.Stop()
	}
}

// Do does one act. A *Refusal says why it was not done; then nothing has changed.
func (s *Session) Do(ctx context.Context, a Act) error {
	if order, ok := orderOf(a); ok {
		return s.doOrder(ctx, a, order)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.do(ctx, a)
	if err == nil {
		s.drain(ctx)
	}
	s.publish()
	return refusalOf(err)
}

func (s *Session) do(ctx context.Context, a Act) error {
	switch a.Do {
	case DoFix, DoAdd, DoRemove, DoConfirm, DoDiscard:
		return s.doThrow(ctx, a)
	case DoType:
		t, err := typedThrow(len(s.throws)+1, s.now(), a.Dice)
		if err != nil {
			return &Refusal{CodeIllegal, err.Error()}
		}
		t.seat = s.count().seat(s.seat)
		return s.enter(ctx, t, throwNote{ID: t.id, Seat: t.seat, Typed: a.Dice}, nil)
	case DoAnswer:
		return s.doAnswer(ctx, a)
	case DoTurn:
		return s.doTurn(ctx, a)
	case DoCount:
		if a.Count == nil {
			return &Refusal{CodeMalformed, "the act \"count\" needs \"count\": how to count and who plays"}
		}
		return s.begin(ctx, *a.Count)
	default:
		return &Refusal{CodeMalformed, fmt.Sprintf("%q is nothing that can be done", a.Do)}
	}
}

// doThrow is an act on one throw: while it asks, or as a correction after it was counted.
func (s *Session) doThrow(ctx context.Context, a Act) error {
	if a.Throw < 1 || a.Throw > len(s.throws) {
		return &Refusal{CodeStale, fmt.Sprintf("there is no throw %d", a.Throw)}
	}
	t := s.throws[a.Throw-1]
	if a.Rev != t.rev {
		return &Refusal{CodeStale, "somebody else changed this throw a moment ago: look at it again"}
	}
	if t.status == ThrowDiscarded {
		return &Refusal{CodeStale, "this throw was taken out of the count"}
	}
	next, err := t.with(a)
	if err != nil {
		return &Refusal{CodeIllegal, err.Error()}
	}
	notes := []Note{s.note(noteAct, a)}
	if t.status == ThrowCounted {
		next.corrected = true
		return s.recount(ctx, next, notes)
	}
	return s.settle(ctx, next, notes, nil)
}

// enter takes a new throw in: written down, and counted when nothing is open about it.
func (s *Session) enter(ctx context.Context, t throw, n throwNote, crops []Crop) error {
	return s.settle(ctx, t, []Note{s.note(noteThrow, n)}, crops)
}

// settle writes a throw's notes and counts it when nothing is open about it.
func (s *Session) settle(ctx context.Context, t throw, notes []Note, crops []Crop) error {
	if t.status == ThrowDiscarded || t.asks() || len(t.thrown()) == 0 {
		return s.keep(ctx, t, notes, crops)
	}
	c := s.count()
	counted, err := s.answer(c, t)
	if errors.Is(err, errOver) {
		return &Refusal{CodeIllegal, err.Error()}
	}
	if err != nil {
		// It stays with the throws that wait, and says why.
		t.blocked = sentence(err)
		return s.keep(ctx, t, notes, crops)
	}
	counted.count = len(s.counts) - 1
	notes = append(notes, s.entryNotes(counted)...)
	if err := s.keep(ctx, counted, notes, crops); err != nil {
		return errors.Join(err, c.restore())
	}
	c.kept()
	s.counted = append(s.counted, t.id-1)
	return nil
}

// answer hands a throw to the rules as what they wait for.
func (s *Session) answer(c *count, t throw) (throw, error) {
	q, err := c.asksFor()
	if err != nil {
		return t, err
	}
	if len(q.Roll.Dice) > 0 {
		if t, err = t.again(q, s.lyingFor(q)); err != nil {
			return t, err
		}
	}
	return c.roll(t, q)
}

// drain counts the throws that only waited for something else to be answered.
func (s *Session) drain(ctx context.Context) {
	for i := range s.throws {
		t := s.throws[i]
		if t.status != ThrowAsking || t.blocked == "" || t.asks() {
			continue
		}
		if err := s.settle(ctx, t, nil, nil); err != nil {
			return
		}
		if s.throws[i].status != ThrowCounted {
			return
		}
	}
}

// recount puts a corrected throw in the place of the one that was counted.
func (s *Session) recount(ctx context.Context, t throw, notes []Note) error {
	c := s.counts[t.count]
	if err := c.correct(t); err != nil {
		return err
	}
	notes = append(notes, s.entryNotes(t)...)
	if err := s.keep(ctx, t, notes, nil); err != nil {
		return errors.Join(err, c.restore())
	}
	c.kept()
	return nil
}

// keep writes the notes and then takes the throw over.
func (s *Session) keep(ctx context.Context, t throw, notes []Note, crops []Crop) error {
	if err := s.write(ctx, notes, crops); err != nil {
		return err
	}
	if t.id > len(s.throws) {
		s.throws = append(s.throws, t)
	} else {
		s.throws[t.id-1] = t
	}
	return nil
}

// write puts notes on disk, and tells every screen when that is not possible.
func (s *Session) write(ctx context.Context, notes []Note, crops []Crop) error {
	err := s.journal.Append(ctx, notes, crops)
	switch {
	case errors.Is(err, ErrFull):
		s.trouble = "The disk is full: nothing more is counted until there is room. Free some space."
		return &Refusal{CodeFull, ErrFull.Error()}
	case err != nil:
		s.trouble = "The table's file can't be written: nothing more is counted. Look at the program's log."
		s.log.Error("write journal", "err", err)
		return &Refusal{CodeBroken, "this could not be written down, so it was not done: look at the program's log"}
	}
	s.trouble = ""
	return nil
}

// begin starts to count in another way, or with other players.
func (s *Session) begin(ctx context.Context, settings CountSettings) error {
	c, err := newCount(settings)
	if err != nil {
		return &Refusal{CodeIllegal, err.Error()}
	}
	seat := s.seat
	s.counts, s.seat = append(s.counts, c), min(1, len(settings.Players))
	if err := s.write(ctx, s.entryNotes(throw{count: len(s.counts) - 1}), nil); err != nil {
		c.game.Stop()
		s.counts, s.seat = s.counts[:len(s.counts)-1], seat
		return err
	}
	c.kept()
	return nil
}

func (s *Session) count() *count { return s.counts[len(s.counts)-1] }

// doTurn says whose roll the next one is.
func (s *Session) doTurn(ctx context.Context, a Act) error {
	if n := len(s.count().settings.Players); a.Seat < 0 || a.Seat > n || n > 0 && a.Seat == 0 {
		return &Refusal{CodeIllegal, fmt.Sprintf("there is no seat %d", a.Seat)}
	}
	if s.count().seat(a.Seat) != a.Seat {
		return &Refusal{CodeIllegal, "the players roll in turn: it is not theirs yet"}
	}
	if err := s.write(ctx, []Note{s.note(noteTurn, turnNote{Seat: a.Seat})}, nil); err != nil {
		return err
	}
	s.seat = a.Seat
	return nil
}

// doAnswer answers a question of the rules themselves.
func (s *Session) doAnswer(ctx context.Context, a Act) error {
	c := s.count()
	if err := c.game.Answer(engine.Answer{To: a.Question, Seat: c.answerer(a.Question), Chosen: a.Chosen, By: byHand}); err != nil {
		return err
	}
	if err := s.write(ctx, s.entryNotes(throw{count: len(s.counts) - 1}), nil); err != nil {
		return errors.Join(err, c.restore())
	}
	c.kept()
	return nil
}

// refusalOf puts what the engine says into a refusal; other errors stay as they are.
func refusalOf(err error) error {
	var no *Refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return no
	case errors.Is(err, engine.ErrStale):
		return &Refusal{CodeStale, sentence(err)}
	case errors.Is(err, engine.ErrIllegal), errors.Is(err, engine.ErrDiverged):
		return &Refusal{CodeIllegal, sentence(err)}
	}
	return err
}

// sentence is an error as people read it.
func sentence(err error) string {
	text := err.Error()
	for _, of := range []error{engine.ErrIllegal, engine.ErrStale} {
		text = strings.TrimPrefix(text, of.Error()+": ")
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
