package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"astragal/companion/air"
	"astragal/companion/alike"
	"astragal/companion/event/outbox"
	"astragal/companion/fault"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/newest"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/studio/lesson"
	"astragal/companion/throw"
	"astragal/companion/tray"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Session is one table's evening: what was thrown, what was asked and answered, and what it
// counts to. Everything that a person did is in the journal before Do returns. It is safe for
// concurrent use; the owner calls Close.
type Session struct {
	// Views holds the newest view for every screen, Previews the newest picture of the tray.
	Views    newest.Value[Snapshot]
	Previews newest.Value[Frame]
	// Changes holds the number of the newest version, for screens that show a game: each seat has a
	// view of its own.
	Changes newest.Value[int]

	journal *journal.Journal
	log     *slog.Logger
	now     func() time.Time

	mu sync.Mutex
	// recalling is held while a game's log is played again to say it. It is locked before mu.
	recalling sync.Mutex
	version   int
	page      string
	network   bool
	trouble   string
	// away says of other programs why they can't be told of rolls now.
	away   map[string]string
	warned int // so many damages of the journal were told to the log
	eye    vision.Eye
	frames int // so many pictures of the tray came
	// chosen is what somebody told the eye to look at since the program began; empty while nobody did.
	chosen string
	tray   tray.Tray
	record
	// hall is the games of the table.
	hall *hall.Hall
	// copied is the record as lookers' questions are answered from it.
	copied *Copy
	// ofGames is what the dice of games showed.
	ofGames ofGames
	seat    int
	// chapter is how many rolls a count has when it goes on in a log of its own.
	chapter int
	// ledger are the notes of what is in memory, oldest first, for the chapters that it will be.
	ledger []claim
	// offersTo is the number up to which notes about dice that lay there are done with.
	offersTo int64
	// checked: the chain of the file was followed. stopCheck ends following it.
	checked   bool
	stopCheck func()

	taught func() *gallery.Index
	owned  owned
	// lessons are learned of the last throws.
	lessons *lesson.Memory
	// drawn are the views of games of version drawnAt.
	drawn   map[string]Drawing
	drawnAt int
	// reel are the newest pictures of the tray, and the last throws cut from them.
	reel air.Reel
	// onAir is what overlays may show.
	onAir  air.Line
	events events
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
	// Eye takes orders; nil where there is none and rolls are typed. Blind says why then, and how to get one.
	Eye   vision.Eye
	Blind string
	// Now is the clock; nil means the wall's.
	Now func() time.Time
	// Games are the rulebooks that the table hosts; nil means all that the program knows.
	Games []rulebook.Kind
	// Taught is what the table was taught of dice now; nil where nothing is.
	Taught func() *gallery.Index
	// Own are the dice that an owner defined; nil where nothing is taught.
	Own func() []models.Die
	// Learn takes in what a person said of a die; nil where nothing is learned. It must not block.
	Learn func(lesson.Lesson)
	// Outbox is where an event is told of every roll; nil where there is none. Table is the table's
	// name there, Event the event's.
	Outbox       *outbox.Outbox
	Table, Event string
	// Chapter is how many rolls a count has when it goes on in a log of its own; 0 means a few hundred.
	Chapter int
}

// chapterRolls is how many rolls a count has, unless somebody says otherwise, when it goes on in a log of its own: an act, or a correction
// of an old roll, goes through at most so many.
const chapterRolls = 500

// OpenSession goes on where the journal ends, or begins a new evening in an empty one.
func OpenSession(ctx context.Context, o SessionOptions) (*Session, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Games == nil {
		o.Games = rulebook.All()
	}
	s := &Session{journal: o.Journal, log: o.Log, now: o.Now, taught: o.Taught, owned: owned{o.Own, o.Taught}, chapter: cmp.Or(o.Chapter, chapterRolls), stopCheck: func() {}}
	s.shelf = &shelf{journal: o.Journal}
	s.lessons = lesson.NewMemory(&s.throws, o.Learn, o.Log)
	s.hall = s.newHall(o.Games)
	s.events = events{box: o.Outbox, unsaid: true, said: map[string]string{}, games: map[int]int{}, link: protocol.EventLink{Event: o.Event, Table: o.Table}}
	s.eye, s.tray = o.Eye, tray.New(o.Blind)
	if err := s.recall(ctx); err != nil {
		s.Close()
		return nil, err
	}
	if len(s.counts) == 0 {
		if err := s.begin(ctx, protocol.CountSettings{}); err != nil {
			s.Close()
			return nil, err
		}
	}
	s.warnOfDamage()
	s.renew(ctx)
	s.goOn(ctx)
	s.drain(ctx)
	s.hold(ctx, protocol.DoFix)
	if err := s.tellAway(ctx); err != nil {
		s.Close()
		return nil, err
	}
	s.inform(ctx)
	s.putAway(ctx, len(s.counts))
	s.tellOfOldCounts()
	s.publish()
	s.checkBehind()
	return s, nil
}

// newHall is the hall of the table's games. It writes and learns by way of the session.
func (s *Session) newHall(kinds []rulebook.Kind) *hall.Hall {
	write := func(ctx context.Context, notes []journal.Note) error { return s.write(ctx, notes, nil) }
	return hall.New(hall.Desk{Write: write, Now: s.now, Log: s.log, Learn: s.lessons.Teach}, kinds, &s.throws)
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

// Clip is the pictures of one of the last throws; false when they are not kept (any more).
func (s *Session) Clip(id int) (air.Clip, bool) { return s.reel.Clip(id) }

// Close stops the games. The journal is its owner's.
func (s *Session) Close() {
	s.stopCheck()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.counts {
		if c != nil && c.Game != nil {
			c.Game.Stop()
		}
	}
	s.hall.Games.Stop()
}

// Do does one act as the table's own screen does. A *Refusal says why it was not done; then nothing
// has changed.
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
		s.drain(ctx)
		s.hold(ctx, a.Do)
	}
	s.inform(ctx)
	s.putAway(ctx, 1)
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
		return s.doTake(ctx)
	case protocol.DoPass:
		return s.doPass(ctx)
	case protocol.DoType:
		t, err := throw.Typed(s.throws.Len()+1, s.now(), a.Dice)
		if err != nil {
			return protocol.Illegal("%v", err)
		}
		t.Seat = s.count().Seat(s.seat)
		return s.enter(ctx, t, throwNote{ID: t.ID, Seat: t.Seat, Typed: a.Dice}, nil)
	case protocol.DoHeard:
		s.tray.Eye.Why = ""
		return nil
	case protocol.DoAnswer:
		return s.doAnswer(ctx, a)
	case protocol.DoTurn:
		return s.doTurn(ctx, a)
	case protocol.DoCount:
		if a.Count == nil {
			return protocol.Malformed("the act \"count\" needs \"count\": how to count and who plays")
		}
		return s.begin(ctx, *a.Count)
	default:
		return protocol.Malformed("%q is nothing that can be done", a.Do)
	}
}

// write puts notes on disk, and tells every screen when that is not possible.
func (s *Session) write(ctx context.Context, notes []journal.Note, crops []journal.Crop) error {
	err := s.journal.Append(ctx, notes, crops)
	switch {
	case errors.Is(err, journal.ErrFull):
		s.trouble = "The disk is full: nothing more is counted until there is room. Free some space."
		return protocol.Full("%v", journal.ErrFull)
	case err != nil:
		why := unwritten(err)
		s.trouble = "Nothing more is counted. " + why
		s.log.Error("write journal", "err", err, "cause", fault.Cause(err))
		return protocol.Broken("this was not written down, so it was not done. %s", why)
	}
	s.trouble, s.events.unsaid = "", true
	newest, _ := s.journal.Head()
	for i, n := range notes {
		n.Seq = newest - int64(len(notes)-1-i)
		if c, ok := claimOf(n); ok {
			s.ledger = append(s.ledger, c)
		}
	}
	s.warnOfDamage()
	return nil
}

// unwritten says why the table's file can't be written, and how to mend that.
func unwritten(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Sentence("The table's file")
	}
	return "The table's file can't be written. Look at the program's log."
}

// warnOfDamage says in the log what became of the table's file, once.
func (s *Session) warnOfDamage() {
	damages := s.journal.Damages()
	for _, d := range damages[s.warned:] {
		s.log.Warn("table's file", "damage", d)
	}
	s.warned = len(damages)
}

// troubles is what screens are told of the table's file: what was lost of it, and what can't be kept now.
func (s *Session) troubles() string {
	said := s.journal.Damages()
	if s.trouble != "" {
		said = append(said, s.trouble)
	}
	return strings.Join(said, " ")
}

// notices are the troubles, and which other programs can't be told of rolls.
func (s *Session) notices() string {
	said := slices.Sorted(maps.Values(s.away))
	if trouble := s.troubles(); trouble != "" {
		said = append([]string{trouble}, said...)
	}
	return strings.Join(said, " ")
}

// Away takes in why another program can't be told of rolls now, as a sentence; empty once it can.
func (s *Session) Away(program, why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.away[program] == why:
		return
	case why == "":
		delete(s.away, program)
	default:
		if s.away == nil {
			s.away = map[string]string{}
		}
		s.away[program] = why
	}
	s.publish()
}
