package engine

import (
	"fmt"
	"slices"
)

// Standing is what has become of an answer that the log holds.
type Standing struct {
	// Reached: the game as it is now rests on the answer. If not, the game waits for an answer before it, or doesn't
	// ask for it.
	Reached bool
	// By is the later entry that took its place, 0 if none did.
	By int
	// Told is what the rules tell because of the answer now.
	Told []Fact
}

// Standing says what has become of an answer or amendment in effect, with the facts that the seat may know. It is
// false for other entries, and if the log is played differently than it was.
func (s Sight) Standing(n int) (Standing, bool) {
	g := s.game
	if n <= 0 || n >= len(g.log) || g.diverged != nil || g.log[n].Answer == nil {
		return Standing{}, false
	}
	if in, _ := g.InEffect(); !in[n] {
		return Standing{}, false
	}
	t, key := g.run.table, g.log[n].Key
	if slices.ContainsFunc(t.now, func(a asking) bool { return a.answer != nil && a.entry == n }) {
		return Standing{Reached: true}, true
	}
	if i, ok := g.run.stepAt(key); ok && t.steps[i].entry == n {
		out := Standing{Reached: true}
		if told := g.run.tellingAt(i); told.by == n {
			out.Told = s.Facts(told.facts)
		}
		return out, true
	}
	if by := t.memory.entry(key); by != n {
		return Standing{By: by}, true
	}
	return Standing{}, true
}

// Replaced says whether entry n's question was asked again later, and another entry answers it.
func (g *Game) Replaced(n int) bool {
	if n <= 0 || n >= len(g.log) || g.log[n].Answer == nil {
		return false
	}
	h, ok := g.run.table.memory.at(g.log[n].Key)
	return ok && h.origin != g.origin(n)
}

// telling is what the rules told between one batch of answers that somebody gave and the next.
type telling struct {
	// keys are the keys of the batch's questions, entries its answers in the log. by is the answer that was given
	// last.
	keys    []string
	entries []int
	by      int
	facts   []Fact
}

// tellings are all of a game's tellings, in order. The first is what was told before any answer.
func (r *run) tellings() []telling {
	t := r.table
	out, from, batch, last := []telling{{}}, 0, 0, 0
	for _, s := range t.steps {
		if s.entry == 0 {
			continue
		}
		if s.batch != batch {
			out[len(out)-1].facts = t.facts[from:s.fact]
			out, from, batch, last = append(out, telling{}), s.fact, s.batch, -1
		}
		now := &out[len(out)-1]
		now.keys, now.entries = append(now.keys, s.question.Key), append(now.entries, s.entry)
		if origin := t.memory.origin(s.question.Key); origin > last {
			last, now.by = origin, s.entry
		}
	}
	out[len(out)-1].facts = t.facts[from:]
	return out
}

// tellingAt is what was told after the batch of step i. Somebody answered that step.
func (r *run) tellingAt(i int) telling {
	t := r.table
	batch, last := t.steps[i].batch, -1
	for i > 0 && t.steps[i-1].batch == batch {
		i--
	}
	var now telling
	from, to := t.steps[i].fact, len(t.facts)
	for _, s := range t.steps[i:] {
		if s.entry == 0 {
			continue
		}
		if s.batch != batch {
			to = s.fact
			break
		}
		now.keys, now.entries = append(now.keys, s.question.Key), append(now.entries, s.entry)
		if origin := t.memory.origin(s.question.Key); origin > last {
			last, now.by = origin, s.entry
		}
	}
	now.facts = t.facts[from:to]
	return now
}

// Changes is what an amendment changed in the game at once.
type Changes struct {
	// Question is the question that was answered, Was its answer before the amendment.
	Question Question
	Was      Answer
	// Open: everybody could see that answer.
	Open bool
	// Gone was told before and isn't true any more; New is told now. Facts that wait for an answer are in neither.
	Gone, New []Fact
	// Asked are questions that the amendment brings.
	Asked []Question
}

// ChangesBy plays a log up to its entry n, which is an amendment, and says what that changed.
func ChangesBy(b Rulebook, log []Entry, n int) (Changes, error) {
	if n <= 0 || n >= len(log) || log[n].Kind != EntryAmend {
		return Changes{}, fmt.Errorf("%w: entry %d is no correction", ErrStale, n)
	}
	before, err := Replay(b, log[:n])
	if err != nil {
		return Changes{}, err
	}
	defer before.Stop()
	after, err := Replay(b, log[:n+1])
	if err != nil {
		return Changes{}, err
	}
	defer after.Stop()
	c := Changes{}
	c.Question, c.Was, _ = before.Question(log[n].Of)
	_, _, c.Open = before.As(Everyone).Asked(log[n].Of)
	for _, q := range after.Pending() {
		if !slices.ContainsFunc(before.Pending(), func(o Question) bool { return o.ID == q.ID }) {
			c.Asked = append(c.Asked, q)
		}
	}
	c.Gone, c.New = differ(before.run.tellings(), after.run.tellings(), len(c.Asked) == 0)
	return c, nil
}

// differ compares what was told, moment by moment. If whole is set, moments that only one of the two has count too;
// otherwise these wait.
func differ(before, after []telling, whole bool) (gone, fresh []Fact) {
	of := func(list []telling, t telling) ([]Fact, bool) {
		i := slices.IndexFunc(list, func(o telling) bool { return slices.Equal(o.keys, t.keys) })
		if i < 0 {
			return nil, whole
		}
		return list[i].facts, true
	}
	for _, t := range before {
		if now, ok := of(after, t); ok {
			gone = append(gone, Without(t.facts, now)...)
		}
	}
	for _, t := range after {
		if was, ok := of(before, t); ok {
			fresh = append(fresh, Without(t.facts, was)...)
		}
	}
	return gone, fresh
}

// Without returns the facts of list that others doesn't hold. Facts are compared by what they say to people.
func Without(list, others []Fact) []Fact {
	left := map[string]int{}
	says := func(f Fact) string { return fmt.Sprint(f.Seat, f.Only, f.Text) }
	for _, f := range others {
		left[says(f)]++
	}
	var out []Fact
	for _, f := range list {
		if left[says(f)]--; left[says(f)] < 0 {
			out = append(out, f)
		}
	}
	return out
}
