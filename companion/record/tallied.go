package record

import (
	"fmt"

	"astragal/companion/chapter"
	"astragal/companion/count"
	"astragal/companion/gather"
	"astragal/engine"
	"astragal/engine/tally"
)

// Tallied is a count with what the table knows of its throws.
type Tallied struct {
	count.Count
	// Counted are the IDs of its throws, in the order in which they were counted.
	Counted []int
	// stand are the rolls that stand among the first looked throws of Counted.
	stand  [][]int
	looked int
	// Numbers are the numbers, in the count, of the rolls that stand. begun is how many rolls began, including those that were taken out.
	Numbers []int
	begun   int
	kept    kept
	// Log is its log while the journal is read; the game isn't there yet.
	Log []engine.Entry
	// Closed is what is kept of a count that was put away; nil if it is in memory. A count that was put away has no game, and its throws are away too.
	Closed *chapter.Chapter
	// Carried are the totals from which it goes on, by carryKey; nil if they aren't added up yet.
	Carried map[string]tally.Standing
}

// Results are the count's rolls as they stand.
func (c *Tallied) Results() *count.Results {
	if c.Closed != nil {
		return &count.Results{State: tally.State{Standings: c.Closed.Stands()}}
	}
	return c.Count.Results()
}

// Standings are where everybody stands in this count alone.
func (c *Tallied) Standings() []tally.Standing { return c.Results().Standings }

// restand forgets which rolls stand, because a throw of the count changed. They are looked for again when they are asked for.
func (c *Tallied) restand() { c.stand, c.looked, c.Numbers, c.begun = nil, 0, nil, 0 }

// OpenKey is the key of the roll that is not whole yet.
func (c *Tallied) OpenKey() (string, bool) {
	st, ok := tally.StateOf(c.Game)
	if !ok || st.Open == nil {
		return "", false
	}
	return st.Open.Key, true
}

// Waits is the count that waits for an answer or a roll, and its number. That is the newest count, unless a correction made an older one ask again that
// goes on in the newer one's log.
func (r *Record) Waits() (int, *Tallied) {
	last := len(r.Counts) - 1
	for n, c := range r.Counts[:last] {
		if c.Closed == nil && r.Counts[n+1].On && len(c.Asks()) > 0 {
			return n, c
		}
	}
	return last, r.Counts[last]
}

// Newest is the count that began last.
func (r *Record) Newest() *Tallied { return r.Counts[len(r.Counts)-1] }

// ToThrow are the dice that the virtual table throws next for the count: those of its roll that are to be rolled again, or those of a new roll. The list is
// empty if the count takes any dice. The error says why no dice may be thrown.
func (r *Record) ToThrow() ([]string, error) {
	_, c := r.Waits()
	again, q := c.ToThrowAgain()
	if q.Roll == nil {
		return nil, nil
	}
	return gather.OnVirtual(append(again, gather.Shaped(q.Roll.Exactly)...))
}

// Play plays the log of a count that was read.
func (r *Record) Play(n int) error {
	c := r.Counts[n]
	switch {
	case c == nil:
		return fmt.Errorf("game %d of the table's file is missing", n+1)
	case c.Closed != nil || c.Game != nil:
		return nil
	}
	played, err := count.Open(c.Log)
	if err != nil {
		return fmt.Errorf("go on with game %d of the table's file: %w", n+1, err)
	}
	played.Settings.Zero, played.On = c.Settings.Zero, c.On
	r.Counts[n] = &Tallied{Count: *played, Counted: c.Counted}
	return nil
}

// Unplay puts a count back into the state of reading. It was played before all its notes were read.
func (c *Tallied) Unplay() {
	c.Log = c.Game.Log()
	c.Game.Stop()
	c.Game = nil
	c.restand()
	c.kept.back(0)
}
