package count

import (
	"errors"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/tally"
)

// KindEntry is the kind of the note of an Entry, KindTurn that of a Turn.
const (
	KindEntry = "entry"
	KindTurn  = "turn"
)

// Entry is an entry of a count's log. Throw is the throw that made it, 0 if there is none.
type Entry struct {
	Count int          `json:"count"`
	Throw int          `json:"throw,omitempty"`
	Entry engine.Entry `json:"entry"`
	// As are the ids of dice rolled again, by their number in the throw.
	As map[int]string `json:"as,omitempty"`
	// Zero says that totals begin at 0 with this count.
	Zero bool `json:"zero,omitempty"`
	// On says that it is the count before it, in a new log.
	On bool `json:"on,omitempty"`
}

// Turn says whose roll the next one is.
type Turn struct {
	Seat int `json:"seat"`
}

// Counts is the throw of an entry, marked as counted; false if the entry counts no throw.
func (e Entry) Counts(t throw.Throw) (throw.Throw, bool) {
	if e.Throw == 0 || e.Entry.Kind != engine.EntryAnswer {
		return t, false
	}
	t.Status, t.Count, t.Entry, t.Key, t.As, t.Blocked = protocol.ThrowCounted, e.Count, e.Entry.N, e.Entry.Key, e.As, ""
	return t, true
}

// FirstSeat is the seat of the first roll of the count that begins with this entry; 0 if it has no players.
func (e Entry) FirstSeat() int {
	if e.Entry.Header == nil {
		return 0
	}
	return min(1, len(e.Entry.Header.Players))
}

// Decision is what the rules make of an act: entries that aren't on disk yet. The caller writes them down and calls Taken, or calls Drop.
type Decision struct {
	Entries []Entry
	of      *Count
}

// Taken takes in that the entries are on disk.
func (d Decision) Taken() { d.of.disk += len(d.Entries) }

// Drop takes back entries that could not be written down.
func (d Decision) Drop() error {
	if d.of.disk == 0 { // it never began
		d.of.Game.Stop()
		return nil
	}
	return d.of.back()
}

// fresh are the entries of count n that are not on disk yet. t is the throw that made them; it may be the zero Throw.
func (c *Count) fresh(n int, t throw.Throw) Decision {
	d := Decision{of: c}
	for _, e := range c.Game.Since(c.disk) {
		d.Entries = append(d.Entries, Entry{Count: n, Throw: t.ID, Entry: e, As: t.As, Zero: c.Settings.Zero && e.N == 0, On: c.On && e.N == 0})
	}
	return d
}

// Begins decides to begin the count as number n.
func (c *Count) Begins(n int) Decision { return c.fresh(n, throw.Throw{}) }

// Turn gives the next roll to a seat, if the rules allow that.
func (c *Count) Turn(seat int) (Turn, error) {
	if n := len(c.Settings.Players); seat < 0 || seat > n || n > 0 && seat == 0 {
		return Turn{}, protocol.Illegal("there is no seat %d", seat)
	}
	if c.Seat(seat) != seat {
		return Turn{}, protocol.Illegal("the players roll in turn: it is not theirs yet")
	}
	return Turn{Seat: seat}, nil
}

// Answer answers a question of the rules themselves, in count n.
func (c *Count) Answer(n int, a protocol.Act) (Decision, error) {
	err := c.Game.Answer(engine.Answer{To: a.Question, Seat: c.answerer(a.Question), Chosen: a.Chosen, By: throw.ByHand})
	if err != nil {
		return Decision{}, err
	}
	return c.fresh(n, throw.Throw{}), nil
}

// Roll gives a throw to the rules as the roll that count n waits for. If dice are rolled again, lying gives the roll's dice as they lay before. It
// returns the throw with the marks that it has once the decision is on disk.
func (c *Count) Roll(n int, t throw.Throw, lying func(engine.Question) []throw.Die) (throw.Throw, Decision, error) {
	q, err := c.AsksFor()
	if err != nil {
		return t, Decision{}, err
	}
	if len(q.Roll.Dice) > 0 {
		if t, err = t.Again(q, lying(q)); err != nil {
			return t, Decision{}, err
		}
	}
	err = c.Game.Answer(engine.Answer{To: q.ID, Seat: engine.Seat(c.Seat(t.Seat)), Dice: t.Thrown(), By: t.By})
	if err != nil {
		return t, Decision{}, err
	}
	d := c.fresh(n, t)
	for _, e := range d.Entries {
		if counted, is := e.Counts(t); is {
			return counted, d, nil
		}
	}
	return t, Decision{}, errors.Join(errors.New("the roll made no entry"), d.Drop())
}

// Correct replaces a counted throw. The rules compute everything after it again.
func (c *Count) Correct(t throw.Throw) (Decision, error) {
	if err := c.correct(t); err != nil {
		return Decision{}, err
	}
	return c.fresh(t.Count, t), nil
}

// Outdated says whether the count should begin anew, so that new rolls are counted by this program's rules: an older program began it. What was counted
// stays as it is, and totals go on. A count is played to its end as it was begun if it has a number of rounds, waits for an answer, or can't begin
// anew.
func (c *Count) Outdated() bool {
	q, err := c.AsksFor()
	rules := c.Settings.Rules
	return err == nil && c.old && len(q.Roll.Dice) == 0 && rules.Rounds == 0 && rules.Order != tally.Turns
}

// ToThrowAgain are the roll's dice that are to be rolled again, and the question that asks for them; no dice if the count waits for a new roll.
func (c *Count) ToThrowAgain() (dice []engine.Die, q engine.Question) {
	q, err := c.AsksFor()
	if err != nil {
		return nil, q
	}
	return slices.DeleteFunc(slices.Clone(q.Roll.Dice), func(d engine.Die) bool {
		return slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == d.ID })
	}), q
}

// Frozen is a copy that stays as it is.
func (c *Count) Frozen() Count {
	out := Count{Settings: c.Settings, On: c.On, Game: c.Game.Frozen(), book: c.book, disk: c.disk, old: c.old, stood: &tally.State{}}
	*out.stood, _ = tally.StateOf(c.Game)
	return out
}
