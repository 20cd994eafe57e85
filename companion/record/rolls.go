package record

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/count"
	"astragal/companion/protocol"
	"astragal/companion/sheet"
	"astragal/companion/throw"
	"astragal/engine"
)

// Standing is how many counted rolls stand.
func (r *Record) Standing() int {
	n := 0
	for _, c := range r.Counts {
		n += r.Size(c)
	}
	return n
}

// StandingIn are the rolls of a count that nobody took out, oldest first. Each is the ID of its throw and of the throws in which dice of it were rolled
// again.
func (r *Record) StandingIn(c *Tallied) [][]int {
	for ; c.looked < len(c.Counted); c.looked++ {
		t := r.Throws.Get(c.Counted[c.looked])
		if t.As == nil || c.begun == 0 {
			c.begun++
		}
		switch {
		case t.Status != protocol.ThrowCounted:
		case t.As != nil && len(c.stand) > 0:
			n := r.rollOf(c, t)
			c.stand[n] = append(c.stand[n], t.ID)
		default:
			c.stand, c.Numbers = append(c.stand, []int{t.ID}), append(c.Numbers, c.begun)
		}
	}
	return c.stand
}

// rollOf is the index of the standing roll whose dice t rolled again: mostly the last, or an older one that was corrected.
func (r *Record) rollOf(c *Tallied, t throw.Throw) int {
	for n := len(c.stand) - 1; n >= 0; n-- {
		if count.RollKey(r.Throws.Get(c.stand[n][0]).Key) == count.RollKey(t.Key) {
			return n
		}
	}
	return len(c.stand) - 1
}

// BegunIn is how many rolls began in a count, including those that were taken out: a roll keeps its number for good.
func (r *Record) BegunIn(c *Tallied) int {
	if c.Closed != nil {
		return c.Closed.Begun
	}
	r.StandingIn(c)
	return c.begun
}

// RollViews are at most n counted rolls with numbers below before, newest first. 0 means no bound.
func (r *Record) RollViews(ctx context.Context, before, n int) ([]protocol.RollView, error) {
	out := []protocol.RollView{}
	first := 0 // how many rolls began in the counts before
	for _, c := range r.Counts {
		first += r.BegunIn(c)
	}
	for i, c := range slices.Backward(r.Counts) {
		first -= r.BegunIn(c)
		if r.Size(c) == 0 || before > 0 && first >= before-1 {
			continue
		}
		err := r.within(ctx, i, func(r *Record, c *Tallied) {
			standing, came := r.StandingIn(c), c.Results()
			for k, throws := range slices.Backward(standing) {
				number := first + c.Numbers[k]
				if before > 0 && number >= before {
					continue
				}
				if n > 0 && len(out) == n {
					break
				}
				out = append(out, r.RollView(number, throws, came))
			}
		})
		if err != nil {
			return out, err
		}
		if n > 0 && len(out) == n {
			break
		}
	}
	return out, nil
}

// EachRoll calls each with the counted rolls of the copy, oldest first, until it returns an error. Only some of the rolls are in memory at a time.
func (c *Copy) EachRoll(ctx context.Context, each func(protocol.RollView) error) error {
	first := 0
	for i := range c.Counts {
		var rolls []protocol.RollView
		err := c.within(ctx, i, func(r *Record, of *Tallied) {
			came := of.Results()
			for k, throws := range r.StandingIn(of) {
				rolls = append(rolls, r.RollView(first+of.Numbers[k], throws, came))
			}
		})
		if err != nil {
			return err
		}
		for _, roll := range rolls {
			if err := each(roll); err != nil {
				return err
			}
		}
		first += c.BegunIn(c.Counts[i])
	}
	return nil
}

// RollView is a roll that counts, by the IDs of its throws.
func (r *Record) RollView(n int, throws []int, results *count.Results) protocol.RollView {
	t := r.Throws.Get(throws[0])
	c := r.Counts[t.Count]
	came := results.Of(t.Key)
	v := protocol.RollView{N: n, Throw: t.Brief(), Again: []protocol.ThrowView{}, Seat: c.Name(came.Seat), Corrected: t.Corrected,
		Dice: append([]engine.Thrown{}, came.Dice...), Total: came.Result.Total, Text: came.Result.Text, Lines: append([]engine.Line{}, came.Result.Lines...)}
	for _, id := range throws[1:] {
		again := r.Throws.Get(id)
		v.Again = append(v.Again, again.Brief())
		v.Corrected = v.Corrected || again.Corrected
	}
	return v
}

// ThrowOf is the throw that a counted roll began with.
func (r *Record) ThrowOf(roll string) (throw.Throw, bool) {
	var id int
	if n, err := fmt.Sscanf(roll, "t%d", &id); n != 1 || err != nil || !r.Throws.Has(id) || roll != fmt.Sprintf("t%d", id) {
		return throw.Throw{}, false
	}
	t := r.Throws.Get(id)
	return t, t.Game == 0
}

// ThrowsWith are the IDs of the throws of the roll that began with t.
func (r *Record) ThrowsWith(t throw.Throw) []int {
	for _, throws := range r.StandingIn(r.Counts[t.Count]) {
		if throws[0] == t.ID {
			return throws
		}
	}
	return []int{t.ID}
}

// Revisions is a text that changes each time somebody says something of one of these throws.
func (r *Record) Revisions(throws []int) string {
	var b strings.Builder
	for _, id := range throws {
		fmt.Fprintf(&b, "%d.%d ", id, r.Throws.Get(id).Rev)
	}
	return b.String()
}

// DieOf finds where a die of a counted roll lies: in the last throw that it was part of.
func (r *Record) DieOf(throws []int, id string) throw.Place {
	for _, of := range slices.Backward(throws) {
		t := r.Throws.Get(of)
		for _, d := range t.Dice {
			if !d.Gone && t.IDOf(d) == id {
				return throw.Place{Throw: t.ID, Die: d.N}
			}
		}
	}
	return throw.Place{}
}

// IsAway says whether a roll is one of a count that was put away.
func (r *Record) IsAway(roll string) bool {
	t, is := strings.CutPrefix(roll, "t")
	id, err := strconv.Atoi(t)
	return is && err == nil && r.Throws.Has(id) && !r.Throws.Here(id)
}

// LyingFor are the dice of the roll that q belongs to, at the places where they were last seen, each with its id in the roll.
func (r *Record) LyingFor(c *Tallied, q engine.Question) []throw.Die {
	last := map[string]throw.Die{}
	for _, id := range c.Counted {
		t := r.Throws.Get(id)
		if count.RollKey(t.Key) != count.RollKey(q.Key) {
			continue
		}
		for _, d := range t.Dice {
			d.Is = "d" + strconv.Itoa(d.N)
			if t.As != nil {
				d.Is = t.As[d.N]
			}
			if d.Is != "" && !d.Gone {
				last[d.Is] = d
			}
		}
	}
	var before []throw.Die
	for _, id := range slices.Sorted(maps.Keys(last)) {
		if d := last[id]; d.Lying && d.Box[2] > 0 {
			before = append(before, d)
		}
	}
	return before
}

// RollHead is the head of a sheet of rolls. If local is set, there is one more column, for a spreadsheet that uses this machine's clock.
func RollHead(local bool) []string {
	head := []string{"roll", "time", "player", "dice", "result", "how", "corrected"}
	if local {
		head = append(head, "local time")
	}
	return head
}

// RollRow is a roll as a line of a sheet.
func RollRow(r protocol.RollView, local bool) []string {
	total, corrected := "", "no"
	if r.Total != nil {
		total = strconv.Itoa(*r.Total)
	}
	if r.Corrected {
		corrected = "yes"
	}
	row := []string{strconv.Itoa(r.N), r.Throw.At, sheet.Plain(r.Seat), sheet.Plain(engine.WriteDice(r.Dice)), total, sheet.Plain(r.Text), corrected}
	if local {
		row = append(row, sheet.Local(r.Throw.At))
	}
	return row
}
