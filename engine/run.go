package engine

import (
	"fmt"
	"iter"
)

// run is a rulebook's procedure, waiting at its question or at its end.
type run struct {
	table   *Table
	next    func() (struct{}, bool)
	cease   func()
	outcome *Outcome
	fault   error
	// at finds answered steps by their keys. indexed is how many steps it has taken in.
	at      byKey[int]
	indexed int
	// renamed are the IDs of questions to which answers count that were given to other IDs, by entry.
	renamed map[int]string
}

// start plays from the beginning with the answers in memory. It stops at the first question that they don't answer.
func start(b Rulebook, answers memory, a *audit) *run {
	r := &run{table: &Table{memory: answers, audit: a, uses: map[string]int{}, sum: newDigest()}}
	r.next, r.cease = iter.Pull(iter.Seq[struct{}](func(yield func(struct{}) bool) {
		defer r.catch()
		r.table.yield = yield
		outcome := b.Play(r.table)
		r.outcome = &outcome
	}))
	r.next()
	return r
}

// catch stops a fault in rules code from ending more than its own procedure.
func (r *run) catch() {
	switch p := recover().(type) {
	case nil, stopped:
	case error:
		r.fault = fmt.Errorf("%w after %s: %w", ErrRules, r.table.place(), p)
	default:
		r.fault = fmt.Errorf("%w after %s: %v", ErrRules, r.table.place(), p)
	}
}

// place names the last step that went well.
func (t *Table) place() string {
	if len(t.steps) == 0 {
		return "the start"
	}
	return fmt.Sprintf("%q", t.steps[len(t.steps)-1].question.Key)
}

// open returns the questions that wait for an answer.
func (r *run) open() []Question {
	if r.outcome != nil || r.fault != nil {
		return nil
	}
	var open []Question
	for _, a := range r.table.now {
		if a.answer == nil {
			open = append(open, a.question)
		}
	}
	return open
}

// inEffect returns the question at that key, as the game asks it now, and its answer.
func (r *run) inEffect(key string) (Question, Answer, bool) {
	for _, a := range r.table.now {
		if a.question.Key == key && a.answer != nil && !a.self {
			return a.question, *a.answer, true
		}
	}
	if i, ok := r.stepAt(key); ok {
		return r.table.steps[i].question, r.table.steps[i].answer, true
	}
	return Question{}, Answer{}, false
}

// stepAt finds the first step with that key that somebody answered.
func (r *run) stepAt(key string) (int, bool) {
	for ; r.indexed < len(r.table.steps); r.indexed++ {
		s := r.table.steps[r.indexed]
		if _, known := r.at.at(s.question.Key); !known && s.entry > 0 {
			r.at.put(s.question.Key, r.indexed)
		}
	}
	return r.at.at(key)
}

// toldBy returns the facts told between the answer at that key and the next question.
func (r *run) toldBy(key string) []Fact {
	t := r.table
	for i, s := range t.steps {
		if s.question.Key != key {
			continue
		}
		for _, later := range t.steps[i+1:] {
			if later.fact > s.fact {
				return t.facts[s.fact:later.fact]
			}
		}
		return t.facts[s.fact:]
	}
	return nil
}
