package count

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"astragal/companion/names"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/tally"
)

// Count is one way of counting: the same rules and players from its first roll to its last.
type Count struct {
	Settings protocol.CountSettings
	// On says that it is the count before it, in a new log.
	On   bool
	Game *engine.Game
	book *tally.Book
	disk int // how many entries of the log are on disk
	// old says that an older program began it. It is counted as that program did.
	old bool
	// stood is how a copy stands. It is nil if this is no copy: then the game knows.
	stood *tally.State
}

// ErrOver says that the count takes no more rolls.
var ErrOver = errors.New("the count is over: begin another one to count this roll")

// errBlocked says that something else must be answered first.
var errBlocked = errors.New("the roll before it still asks something: answer that first")

func New(s protocol.CountSettings) (*Count, error) {
	var err error
	if s.Players, err = protocol.TidyPlayers(s.Players); err != nil {
		return nil, err
	}
	book, err := tally.New("", s.Players, s.Rules)
	if err != nil {
		return nil, err
	}
	game, err := engine.New(book)
	if err != nil {
		return nil, err
	}
	s.Rules = book.Settings()
	return &Count{Settings: s, Game: game, book: book}, nil
}

// Next is a count that goes on from this one, in a log of its own; false if it can't go on that way.
func (c *Count) Next() (*Count, bool) {
	book, ok := c.book.Next(c.Game)
	if !ok {
		return nil, false
	}
	game, err := engine.New(book)
	if err != nil {
		return nil, false
	}
	return &Count{Settings: c.Settings, Game: game, book: book, On: true}, true
}

// Open goes on with a log.
func Open(log []engine.Entry) (*Count, error) {
	if len(log) == 0 || log[0].Header == nil {
		return nil, errors.New("its log has no header")
	}
	book, err := tally.Open(*log[0].Header)
	if err != nil {
		return nil, err
	}
	game, err := engine.Replay(book, log)
	if err != nil {
		return nil, err
	}
	settings := protocol.CountSettings{Players: log[0].Header.Players, Rules: book.Settings()}
	return &Count{Settings: settings, Game: game, book: book, disk: len(log), old: book.Old()}, nil
}

// back goes back to what is on disk.
func (c *Count) back() error {
	back, err := Open(c.Game.Log()[:c.disk])
	if err != nil {
		return fmt.Errorf("go back to what is on disk: %w", err)
	}
	c.Game.Stop()
	c.Game = back.Game
	return nil
}

// AsksFor is the roll that is waited for; an error says why there is none.
func (c *Count) AsksFor() (engine.Question, error) {
	open := c.Game.Pending()
	switch {
	case len(open) == 0 && c.Game.Outcome() != nil:
		return engine.Question{}, ErrOver
	case c.Game.Diverged() != nil:
		return engine.Question{}, errors.New(c.Game.Diverged().Why)
	case len(open) == 0:
		return engine.Question{}, cmp.Or(c.Game.Err(), errBlocked)
	case open[0].Kind != engine.KindRoll:
		return engine.Question{}, errBlocked
	}
	return open[0], nil
}

// SixSided says whether the next roll has Fate dice, and whether it has other dice with six faces. Both are false if it takes any dice.
func (c *Count) SixSided() (fate, others bool) {
	q, err := c.AsksFor()
	if err != nil {
		return false, false
	}
	dice := slices.Clone(q.Roll.Dice)
	for _, e := range q.Roll.Exactly {
		dice = append(dice, engine.Die{Shape: e.Shape})
	}
	if len(dice) == 0 {
		return false, false
	}
	return throw.SixSided(dice)
}

// Seat is the seat that the next roll counts for. It is wanted, unless the rules ask for another one.
func (c *Count) Seat(wanted int) int {
	q, err := c.AsksFor()
	if err != nil || len(q.Seats) == 0 || slices.Contains(q.Seats, engine.Seat(wanted)) {
		return min(wanted, len(c.Settings.Players))
	}
	return int(q.Seats[0])
}

// answerer is the seat that answers a question.
func (c *Count) answerer(question string) engine.Seat {
	for _, q := range c.Game.Pending() {
		if q.ID == question && len(q.Seats) > 0 {
			return q.Seats[0]
		}
	}
	return engine.Everyone
}

// correct replaces a counted throw's dice. A throw that was taken out counts nothing.
func (c *Count) correct(t throw.Throw) error {
	_, was, ok := c.Game.Question(t.Entry)
	if !ok {
		return fmt.Errorf("%w: a correction has made this throw count for nothing", engine.ErrStale)
	}
	a := engine.Answer{Seat: was.Seat, Dice: t.Thrown(), By: throw.ByHand}
	if t.Status == protocol.ThrowDiscarded || len(a.Dice) == 0 {
		a.Dice, a.Chosen = nil, []string{"skip"}
	}
	return c.Game.Amend(t.Entry, a)
}

// Asks are the questions that a person answers: all but "throw the dice".
func (c *Count) Asks() []engine.Question {
	return slices.DeleteFunc(c.Game.Pending(), func(q engine.Question) bool {
		return q.Kind == engine.KindRoll && len(q.Roll.Dice) == 0
	})
}

func (c *Count) State() (tally.State, bool) {
	if c.stood != nil {
		return *c.stood, true
	}
	return tally.StateOf(c.Game)
}

// Results are a count's rolls as they stand.
type Results struct{ tally.State }

func (c *Count) Results() *Results {
	st, _ := c.State()
	return &Results{st}
}

// Of is the roll that the question with that key asked for; empty if no such roll counts.
func (r *Results) Of(key string) tally.Roll {
	if r.Open != nil && r.Open.Key == key {
		open := *r.Open
		open.Result.Total = nil // it is not whole yet
		return open
	}
	return r.Roll(key)
}

func (c *Count) Name(seat engine.Seat) string {
	if seat < 1 || int(seat) > len(c.Settings.Players) {
		return ""
	}
	return names.Kept(c.Settings.Players[seat-1].Name)
}

// GoesOn says whether the totals of an earlier count carry over into c.
func (c *Count) GoesOn(earlier *Count) bool {
	return c.On || !c.Settings.Zero && reflect.DeepEqual(c.Settings.Rules, earlier.Settings.Rules)
}

// Standings are where everybody stands in this count alone.
func (c *Count) Standings() []tally.Standing {
	st, _ := c.State()
	return st.Standings
}

// RollKey is the key of the roll that a question is a part of: "roll 3: again, must" is one of "roll 3".
func RollKey(key string) string {
	head, _, _ := strings.Cut(key, ":")
	head, _, _ = strings.Cut(head, "#")
	return head
}
