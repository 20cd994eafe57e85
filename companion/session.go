package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"astragal/companion/alike"
	"astragal/companion/event/outbox"
	"astragal/companion/event/report"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/newest"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/rulebook"
	"astragal/companion/studio/lesson"
	"astragal/companion/throw"
	"astragal/companion/tray"
	"astragal/companion/trouble"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Session is one table's evening: what was thrown, what was asked and answered, and what it counts to. Before Do returns, everything that the person
// did is in the journal. A Session is safe for concurrent use; the owner calls Close.
type Session struct {
	// Views holds the newest view for every screen, Previews the newest picture of the tray.
	Views    newest.Value[Snapshot]
	Previews newest.Value[Frame]
	// Changes holds the number of the newest version, for screens that show a game: each seat has a view of its own.
	Changes newest.Value[int]

	journal *journal.Journal
	log     *slog.Logger
	now     func() time.Time

	mu sync.Mutex
	// recalling is held while a game's log is played again to put it into words. It is locked before mu.
	recalling sync.Mutex
	version   int
	page      string
	network   bool
	trouble   *trouble.Told
	eye       vision.Eye
	frames    int // the number of pictures of the tray so far
	// chosen is what somebody told the eye to look at since the program began; empty if nobody did.
	chosen string
	book   *book
	// hall is the games of the table.
	hall *hall.Hall
	// copied is the newest copy of the record. Questions of those who only look are answered from it.
	copied *record.Copy
	// ofGames is what the dice of games showed.
	ofGames record.OfGames
	// checked says that the chain of the file was followed. stopCheck ends following it.
	checked   bool
	stopCheck func()

	lying *lying
	// drawn are the views of games at version drawnAt.
	drawn   map[string]Drawing
	drawnAt int
	aired   *aired
	events  *report.Reporter
}

// Snapshot is a View as it is sent.
type Snapshot struct {
	Version int
	JSON    json.RawMessage
	Ready   *alike.Message
}

// Frame is one picture of the tray.
type Frame struct {
	Seq  int
	JPEG []byte
}

// SessionOptions are what a session needs.
type SessionOptions struct {
	Journal *journal.Journal
	Log     *slog.Logger
	// Eye takes orders; nil if there is none and rolls are typed. Blind then says why, and how to get one.
	Eye   vision.Eye
	Blind string
	// Now is the clock; nil means the wall's.
	Now func() time.Time
	// Games are the rulebooks that the table hosts; nil means all that the program knows.
	Games []rulebook.Kind
	// Taught is what the table was taught of dice; nil if nothing can be taught.
	Taught func() *gallery.Index
	// Own are the dice that an owner defined; nil if nothing can be taught.
	Own func() []models.Die
	// Learn takes in what a person said of a die; nil if nothing is learned. It must not block.
	Learn func(lesson.Lesson)
	// Outbox is where an event is told of every roll; nil if the table is at none. Table is the table's name there, Event the event's.
	Outbox       *outbox.Outbox
	Table, Event string
	// Chapter is the number of rolls after which a count goes on in a log of its own; 0 means chapterRolls.
	Chapter int
}

// chapterRolls is the number of rolls after which a count goes on in a log of its own, unless SessionOptions say another. An act, or a correction of an
// old roll, goes through at most so many rolls.
const chapterRolls = 500

// OpenSession goes on where the journal ends, or begins a new evening in an empty one.
func OpenSession(ctx context.Context, o SessionOptions) (*Session, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Games == nil {
		o.Games = rulebook.All()
	}
	s := newSession(o)
	if err := s.recall(ctx); err != nil {
		s.Close()
		return nil, err
	}
	if len(s.book.Counts) == 0 {
		if err := s.book.begin(ctx, protocol.CountSettings{}); err != nil {
			s.Close()
			return nil, err
		}
	}
	s.trouble.Warn()
	s.lying.evening = eveningOf(&s.book.Throws)
	s.book.renew(ctx)
	s.book.goOn(ctx)
	s.book.drain(ctx)
	s.hold(ctx, protocol.DoFix)
	if err := s.book.tellAway(ctx); err != nil {
		s.Close()
		return nil, err
	}
	s.events.Inform(ctx)
	s.book.putAway(ctx, len(s.book.Counts))
	s.book.tellOfOldCounts()
	s.publish()
	s.checkBehind()
	return s, nil
}

// newSession is a session that has read nothing of its journal yet.
func newSession(o SessionOptions) *Session {
	told := trouble.New(o.Journal.Damages, o.Log)
	b := &book{Record: record.Record{Shelf: record.NewShelf(o.Journal)}, journal: o.Journal, log: o.Log, now: o.Now, trouble: told, chapter: cmp.Or(o.Chapter, chapterRolls)}
	s := &Session{journal: o.Journal, log: o.Log, now: o.Now, trouble: told, book: b, eye: o.Eye, stopCheck: func() {}}
	lessons := lesson.NewMemory(&b.Throws, o.Learn, o.Log)
	write := func(ctx context.Context, notes []journal.Note) error { return b.write(ctx, notes, nil) }
	s.hall = hall.New(hall.Desk{Write: write, Now: o.Now, Log: o.Log, Learn: lessons.Teach}, o.Games, &b.Throws)
	s.lying = &lying{tray: tray.New(o.Eye != nil, o.Blind), book: b, hall: s.hall, owned: owned{o.Own, o.Taught}, lessons: lessons, trouble: told, log: o.Log, now: o.Now}
	s.aired = &aired{book: b, hall: s.hall, draw: func(g *hall.Game) protocol.GameView { return s.Games().view(g, hall.Reader{}) }, log: o.Log, now: o.Now}
	b.events = report.New(report.Options{Record: &b.Record, Hall: s.hall, Journal: o.Journal, Log: o.Log, Now: o.Now, Trouble: told, Outbox: o.Outbox, Event: o.Event, Table: o.Table})
	s.events = b.events
	return s
}

// Now is the session's time.
func (s *Session) Now() time.Time { return s.now() }

// Crop is the picture of a die of a throw.
func (s *Session) Crop(ctx context.Context, id, die int) ([]byte, error) {
	return s.journal.Crop(ctx, id, die)
}

// Verify checks the chain of the table's file from its first entry to its last.
func (s *Session) Verify(ctx context.Context) (journal.LogVerdict, error) {
	return VerifyRunning(ctx, s.journal)
}

// Close stops the games. The journal is its owner's.
func (s *Session) Close() {
	s.stopCheck()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.book.Counts {
		if c != nil && c.Game != nil {
			c.Game.Stop()
		}
	}
	s.hall.Games.Stop()
}

// Do does one act as the table's own screen does. If it was not done, the error is a *Refusal that says why, and nothing has changed.
func (s *Session) Do(ctx context.Context, a protocol.Act) error {
	return s.DoAs(ctx, protocol.Who{May: true}, a)
}

// DoAs does one act of a screen.
func (s *Session) DoAs(ctx context.Context, who protocol.Who, a protocol.Act) error {
	if who.Plays && !who.May {
		if err := s.Games().mayPlay(who, a); err != nil {
			return err
		}
	}
	if order, ok := orderOf(a); ok {
		return s.doOrder(ctx, a, order)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.do(ctx, who, a)
	if err == nil {
		s.book.drain(ctx)
		s.hold(ctx, a.Do)
	}
	s.events.Inform(ctx)
	s.book.putAway(ctx, 1)
	s.publish()
	return protocol.RefusalOf(err)
}

func (s *Session) do(ctx context.Context, who protocol.Who, a protocol.Act) error {
	switch a.Do {
	case protocol.DoFix, protocol.DoAdd, protocol.DoRemove, protocol.DoConfirm, protocol.DoDiscard, protocol.DoShow:
		return s.doThrow(ctx, a)
	case protocol.DoReply, protocol.DoHand, protocol.DoAmend, protocol.DoUndo, protocol.DoAgree, protocol.DoObject, protocol.DoSit, protocol.DoLeave, protocol.DoPause, protocol.DoResume, protocol.DoAccept, protocol.DoTray, protocol.DoShowing, protocol.DoDyes:
		return s.hall.Do(ctx, who, a)
	case protocol.DoTake:
		return s.lying.doTake(ctx)
	case protocol.DoPass:
		return s.lying.doPass(ctx)
	case protocol.DoType:
		t, err := throw.Typed(s.book.Throws.Len()+1, s.now(), a.Dice)
		if err != nil {
			return protocol.Illegal("%v", err)
		}
		t.Seat = s.book.Newest().Seat(s.book.seat)
		return s.lying.enter(ctx, t, record.ThrowNote{ID: t.ID, Seat: t.Seat, Typed: a.Dice}, nil)
	case protocol.DoCall:
		return s.Event().call(ctx, a.Reason)
	case protocol.DoUncall:
		return s.Event().uncall(ctx)
	case protocol.DoHeard:
		s.lying.tray.Eye.Why = ""
		return nil
	case protocol.DoAnswer:
		return s.book.doAnswer(ctx, a)
	case protocol.DoTurn:
		return s.book.doTurn(ctx, a)
	case protocol.DoCount:
		if a.Count == nil {
			return protocol.Malformed("the act \"count\" needs \"count\": how to count and who plays")
		}
		return s.book.begin(ctx, *a.Count)
	default:
		return protocol.Malformed("%q is nothing that can be done", a.Do)
	}
}

// write puts notes on disk. If that isn't possible, it tells every screen.
func (b *book) write(ctx context.Context, notes []journal.Note, crops []journal.Crop) error {
	err := b.journal.Append(ctx, notes, crops)
	if err != nil {
		return b.trouble.Unwritten(err)
	}
	b.trouble.Over()
	b.events.Wrote()
	newest, _ := b.journal.Head()
	for i, n := range notes {
		n.Seq = newest - int64(len(notes)-1-i)
		if c, ok := record.ClaimOf(n); ok {
			b.ledger = append(b.ledger, c)
		}
	}
	b.trouble.Warn()
	return nil
}

// Away takes in why another program can't be told of rolls, as a sentence; empty once it can.
func (s *Session) Away(program, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.trouble.Away(program, why) {
		s.publish()
	}
}
