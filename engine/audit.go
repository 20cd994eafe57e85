package engine

import (
	"fmt"
	"slices"
)

// audit compares a replay with what the log says of the game that was played. An amendment changes what comes after
// it, so only two parts of a log can be compared: the entries before the first amended answer, and those from the
// last amendment on.
type audit struct {
	log    []Entry
	effect []int
	// before holds, for each entry, the entry in effect before it.
	before map[int]int
	// clean: entries before this one are older than any amended answer. last is the latest amendment, acceptance or
	// undo.
	clean, last int
	used        map[int]bool
	told        int
	found       *Divergence
}

func newAudit(log []Entry, effect []int) *audit {
	a := &audit{log: log, effect: effect, clean: len(log), before: make(map[int]int, len(effect)), used: make(map[int]bool, len(effect))}
	prev := 0
	for _, n := range effect {
		a.before[n], prev = prev, n
		switch log[n].Kind {
		case EntryAmend:
			a.clean, a.last = min(a.clean, log[n].Of), n
		case EntryAccept:
			a.clean, a.last = 0, n
		case EntryUndo: // what it keeps was said in another course of the game: only what comes from here on can be compared
			a.clean, a.last = min(a.clean, log[n].Of), n
		default: // an answer changes nothing that came before it
		}
	}
	// An amendment may amend an amendment: what counts is the first answer, which they all amend.
	for _, n := range effect {
		if log[n].Kind == EntryAmend {
			for at := n; log[at].Kind == EntryAmend; at = log[at].Of {
				a.clean = min(a.clean, log[at].Of)
			}
		}
	}
	return a
}

// sure says whether the replay must come to entry n, and to the state after it, exactly.
func (a *audit) sure(n int) bool { return n < a.clean || n >= a.last }

// fits compares the log with t, which is about to ask its batch.
func (a *audit) fits(t *Table) bool {
	if a.found != nil {
		return false
	}
	for _, now := range t.now {
		h, ok := t.memory.at(now.question.Key)
		if !ok || now.answer != nil {
			continue
		}
		if !a.sameState(a.before[h.entry], t) {
			return false
		}
		a.used[h.entry] = true
		if answer, ok := stays(now.question, *h.answer); a.sure(h.entry) && (!ok || answer.To != h.answer.To) {
			a.found = &Divergence{Entry: h.entry, Why: fmt.Sprintf("the question at %q is another one now, or the answer to it not allowed any more", now.question.Key)}
			if !now.question.Secret {
				a.found.Why += ": " + now.question.Text
			}
			return false
		}
	}
	a.told = len(t.facts)
	return true
}

// sameState compares the state after entry n.
func (a *audit) sameState(n int, t *Table) bool {
	if was := a.log[n].State; !a.sure(n) || was == "" || was == t.state() {
		return true
	}
	a.found = &Divergence{Entry: n, Why: "what the rules made of it is not what they make of it now",
		Was: a.log[n].Told, Now: slices.Clone(t.facts[a.told:])}
	return false
}

// end looks at what the replay has left over when the procedure has stopped.
func (a *audit) end(r *run) {
	if a.found != nil {
		return
	}
	if r.fault != nil {
		at := 0
		for n := range a.used {
			at = max(at, n)
		}
		a.found = &Divergence{Entry: at, Why: r.fault.Error(), Was: a.log[at].Told}
		return
	}
	for _, n := range a.effect {
		kind := a.log[n].Kind
		if kind == EntryAccept || kind == EntryUndo || a.used[n] || !a.sure(n) || r.table.memory.entry(a.log[n].Key) != n {
			continue
		}
		a.found = &Divergence{Entry: n, Why: fmt.Sprintf("it answers %q, which is not asked now", clip(a.log[n].Key)), Was: a.log[n].Told}
		return
	}
	last := 0
	if len(a.effect) > 0 {
		last = a.effect[len(a.effect)-1]
	}
	a.sameState(last, r.table)
}
