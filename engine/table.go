package engine

import (
	"fmt"
	"reflect"
	"slices"
)

// Rulebook plays one game.
type Rulebook interface {
	// Header returns what the game needs besides answers. A new game's log begins with it.
	Header() Header
	// Play asks and tells until the game is over. It may be called many times and begins anew each time. So what
	// happens in a game lives in local variables of Play, never in the rulebook. The same answers must bring the
	// same questions and facts.
	Play(t *Table) Outcome
}

// Table is what a rulebook talks to.
type Table struct {
	yield  func(struct{}) bool
	memory memory
	audit  *audit
	uses   map[string]int
	// now is the batch that is being asked. The rules get the answers to all its questions together.
	now   []asking
	steps []step
	// shared: a copy of the game reads the steps too, so no step may be changed in place.
	shared bool
	facts  []Fact
	// apart are the places of the facts that not everybody may know.
	apart []int
	// revealed is how many steps there were at the last Reveal.
	revealed int
	// batches counts the batches asked.
	batches int
	show    func(Seat) any
	sum     *digest
	// hashed is how many facts sum has taken in.
	hashed int
}

// held is the latest answer for one key.
type held struct {
	// answer belongs to the log and is never changed.
	answer *Answer
	// entry is where the answer stands in the log. origin is the answer that it amends, or itself.
	entry, origin int
	// as is the ID of the question to which the answer counts, if a program with other rules asked it with another ID; else it is empty.
	as string
}

// asking is a question of the batch being asked, and its answer once there is one.
type asking struct {
	question Question
	answer   *Answer
	// entry is the answer's entry in the log; 0 if the engine answered the question because only one answer was
	// legal.
	entry int
	self  bool
	// kept: the answer is made of dice that were rolled before the question changed.
	kept bool
	// moment is the key that the rules gave the question.
	moment string
}

// step is an answered question.
type step struct {
	question Question
	answer   Answer
	entry    int
	// fact is how many facts had been told before. hidden: the question was asked hiddenly.
	fact   int
	hidden bool
	// batch is the number of the question's batch, from 1.
	batch int
	// moment is the key that the rules gave the question. open: everybody may see the answer.
	moment string
	open   bool
}

// stopped unwinds a procedure that is not needed any more.
type stopped struct{}

// Ask puts one question and returns its answer.
func (t *Table) Ask(q Question) Answer { return t.AskAll([]Question{q})[0] }

// AskAll asks questions that are answered at the same time: no seat sees another's answer before all are in. The
// answers come in the order of the questions, not in the order in which they were given.
func (t *Table) AskAll(qs []Question) []Answer {
	t.batches++
	t.now = make([]asking, 0, len(qs))
	for _, q := range qs {
		t.now = append(t.now, asking{moment: q.Key, question: t.prepare(q)})
	}
	for first := true; ; first = false {
		t.settle(first)
		if !slices.ContainsFunc(t.now, func(a asking) bool { return a.answer == nil }) {
			return t.take()
		}
		if !t.yield(struct{}{}) {
			panic(stopped{})
		}
	}
}

// prepare gives q its key and ID and checks that it can be answered.
func (t *Table) prepare(q Question) Question {
	t.uses[q.Key]++
	if n := t.uses[q.Key]; n > 1 {
		q.Key = fmt.Sprintf("%s#%d", q.Key, n)
	}
	if err := q.check(); err != nil {
		panic(err)
	}
	q.ID, q.Before, q.Kept = identify(q), nil, nil
	return q
}

// settle looks in the memory for answers to the questions that are open.
func (t *Table) settle(first bool) {
	if first {
		for i := range t.now {
			a := &t.now[i]
			if only, ok := Only(a.question); ok {
				only = plain(a.question, only)
				a.answer, a.self = &only, true
			}
		}
	}
	if t.audit != nil && !t.audit.fits(t) {
		return
	}
	for i := range t.now {
		a := &t.now[i]
		if h, ok := t.memory.at(a.question.Key); ok && a.answer == nil {
			a.settle(h)
		}
	}
}

// settle takes the held answer. If the question has changed since, it shows the answer with the question instead.
func (a *asking) settle(h held) {
	q := &a.question
	if answer, ok := h.stays(*q); ok {
		a.kept = answer.To != h.answer.To
		answer = plain(*q, answer)
		a.answer, a.entry = &answer, h.entry
		if reflect.DeepEqual(answer, *h.answer) {
			a.answer = h.answer // that is the answer as the log holds it
		}
		return
	}
	before := *h.answer
	q.Before = &before
	if q.Kind == KindRoll {
		q.Kept = keep(*q, before)
	}
}

// take hands the answers of the batch to the rules.
func (t *Table) take() []Answer {
	answers, hidden := make([]Answer, len(t.now)), t.hidden()
	told := len(t.facts)
	for i, a := range t.now {
		answers[i] = *a.answer
		a.question.Before, a.question.Kept = nil, nil
		t.sum.answer(*a.answer)
		t.steps = append(t.steps, step{question: a.question, answer: *a.answer, entry: a.entry, fact: told, hidden: hidden, batch: t.batches,
			moment: a.moment, open: !a.question.Hold})
		switch {
		case a.self:
			t.Tell(selfAnswered(a.question, *a.answer))
		case a.kept:
			t.Tell(Fact{Kind: FactSelf, Seat: a.answer.Seat, Rule: a.question.Rule, Cite: a.question.Cite, Only: secretFor(a.question),
				Text: fmt.Sprintf("%s The dice rolled before stay as they lie.", a.question.Text)})
		}
	}
	t.now = nil
	return answers
}

// hidden says whether nobody sees the others' answers of the batch until all are in.
func (t *Table) hidden() bool {
	return len(t.now) > 1 || len(t.now) == 1 && t.now[0].question.Secret
}

func secretFor(q Question) []Seat {
	if q.Secret {
		return q.Seats
	}
	return nil
}

func selfAnswered(q Question, a Answer) Fact {
	return Fact{Kind: FactSelf, Seat: a.Seat, Only: secretFor(q), Rule: q.Rule, Cite: q.Cite,
		Text: fmt.Sprintf("%s There is only one answer: %s.", q.Text, Words(q, a))}
}

// Tell tells the table a fact.
func (t *Table) Tell(f Fact) {
	if len(f.Only) > 0 {
		t.apart = append(t.apart, len(t.facts))
	}
	t.facts = append(t.facts, f)
}

// Reveal opens the answers that were given since the last Reveal to questions that hold them. If the rules asked a
// question again, only the last answer is opened: answers that they refused stay secret.
func (t *Table) Reveal() {
	last := map[string]int{}
	for i := t.revealed; i < len(t.steps); i++ {
		last[t.steps[i].moment] = i
	}
	if t.shared && len(last) > 0 {
		t.steps, t.shared = slices.Clone(t.steps), false
	}
	for _, i := range last {
		t.steps[i].open = true
	}
	t.revealed = len(t.steps)
}

// Show sets how the state is shown to a seat (Everyone: a spectator). The engine calls state only between questions.
// state must not change anything, and what it returns must become JSON.
func (t *Table) Show(state func(Seat) any) { t.show = state }

// state is a digest of all answers and facts of the game so far.
func (t *Table) state() string {
	for ; t.hashed < len(t.facts); t.hashed++ {
		t.sum.fact(t.facts[t.hashed])
	}
	return t.sum.sum()
}
