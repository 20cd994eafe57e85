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
	// accepted is the latest acceptance, 0 if there is none. Choices that were made before it stand by the rules of this program, if they are still legal.
	accepted int
	// own is the first entry that this program's rules played, as far as the log tells.
	own   int
	used  map[int]bool
	told  int
	found *Divergence
	// renamed are the answers to questions that a program with other rules asked with another ID, by entry: the ID that each counts to now.
	renamed map[int]string
}

func newAudit(log []Entry, effect []int, revision int) *audit {
	a := &audit{log: log, effect: effect, clean: len(log), renamed: map[int]string{}, before: make(map[int]int, len(effect)), used: make(map[int]bool, len(effect))}
	if log[0].Header.Revision != revision {
		a.own = len(log)
	}
	prev := 0
	for _, n := range effect {
		a.before[n], prev = prev, n
		switch log[n].Kind {
		case EntryAmend:
			a.clean, a.last = min(a.clean, log[n].Of), n
		case EntryAccept:
			a.clean, a.last, a.accepted = 0, n, n
			if log[n].Revision == revision {
				a.own = n
			}
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
		answer, ok := h.stays(now.question)
		if h.entry < a.own && (a.sure(h.entry) || h.entry < a.accepted) && !ok && counts(now.question, *h.answer) {
			a.renamed[h.entry] = now.question.ID
			h.as = now.question.ID
			t.memory.put(now.question.Key, h)
			continue
		}
		if a.sure(h.entry) && (!ok || answer.To != h.answer.To) {
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
