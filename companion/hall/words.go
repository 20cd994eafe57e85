package hall

import (
	"fmt"
	"maps"
	"slices"

	"astragal/companion/rulebook"
	"astragal/engine"
)

// Wording says the entries of a game's log in words. What it had to play the log again for it remembers.
type Wording struct {
	Kind   rulebook.Kind
	Engine *engine.Game
	// words say the answers, by entry, whose questions the game doesn't ask any more. changes are what amendments changed, by
	// entry; nil if that can't be told.
	words   map[int]words
	changes map[int]*engine.Changes
}

// Said reports whether the last n entries can be said without playing the log again.
func (w *Wording) Said(n int) bool {
	return !slices.ContainsFunc(w.last(n), func(e engine.Entry) bool {
		_, change := w.changes[e.N]
		return e.Kind == engine.EntryAmend && !change || e.Answer != nil && !w.hasWords(e)
	})
}

// Say works out how the last n entries are said.
func (w *Wording) Say(n int) {
	for _, e := range w.last(n) {
		if e.Kind == engine.EntryAmend {
			w.changesBy(e.N)
		}
		if e.Answer != nil {
			w.wordsOf(e)
		}
	}
}

// TakeWords takes over the words that a copy of the game has worked out.
func (w *Wording) TakeWords(was *Wording) {
	maps.Copy(w.words, was.words)
	maps.Copy(w.changes, was.changes)
}

// last are the last n entries of the log.
func (w *Wording) last(n int) []engine.Entry {
	return w.Engine.Since(max(0, w.Engine.Entries()-n))
}

func (w *Wording) hasWords(e engine.Entry) bool {
	if _, ok := w.words[e.N]; ok {
		return true
	}
	_, ok := wordsIn(w.Engine, e)
	return ok
}

// words are an answer's question and the answer.
type words struct {
	asked, answer string
	part          []string
}

// wordsOf says an answer in words. If the game doesn't ask its question now, the log is played up to
// it, once.
func (w *Wording) wordsOf(e engine.Entry) words {
	if said, ok := wordsIn(w.Engine, e); ok {
		return said
	}
	if said, ok := w.words[e.N]; ok {
		return said
	}
	w.recallWords(e.N)
	if _, ok := w.words[e.N]; !ok {
		w.words[e.N] = words{answer: plainWords(*e.Answer)}
	}
	return w.words[e.N]
}

// wordsIn says an answer in the words of the question that a game asks there, if it is the same one.
func wordsIn(game *engine.Game, e engine.Entry) (words, bool) {
	q, _, ok := game.Question(e.N)
	if !ok || q.ID != e.Answer.To {
		return words{}, false
	}
	return words{q.Text, engine.Words(q, *e.Answer), q.Part}, true
}

// recallWords plays the log up to entry n and keeps the words of every answer until then that has none. One undo takes many
// entries back, so the next ones are mostly wanted too.
func (w *Wording) recallWords(n int) {
	log := w.Engine.Log()
	was, err := w.Kind.Reopened(log[:n+1])
	if err != nil {
		return
	}
	defer was.Stop()
	for _, e := range slices.Backward(log[:n+1]) {
		if _, known := w.words[e.N]; known || e.Answer == nil {
			continue
		}
		if said, ok := wordsIn(was, e); ok {
			w.words[e.N] = said
		}
	}
}

// changesBy is what a correction changed when it was made, worked out once; nil where that can't be told.
func (w *Wording) changesBy(n int) *engine.Changes {
	c, known := w.changes[n]
	if !known {
		c = w.changesNow(n)
		w.changes[n] = c
	}
	return c
}

// changesNow works out what a correction changed; nil where that can't be told.
func (w *Wording) changesNow(n int) *engine.Changes {
	log := w.Engine.Log()
	book, err := w.Kind.Book(log)
	if err != nil {
		return nil
	}
	c, err := engine.ChangesBy(book, log, n)
	if err != nil {
		return nil
	}
	return &c
}

// plainWords says an answer whose question nobody knows any more.
func plainWords(a engine.Answer) string {
	kind := engine.KindDeclare
	switch {
	case len(a.Dice) > 0:
		return engine.Words(engine.Question{Kind: engine.KindRoll, Roll: &engine.Roll{}}, a)
	case len(a.Points) > 0:
		return fmt.Sprint(a.Points)
	}
	return engine.Words(engine.Question{Kind: kind, Declare: &engine.Declare{}}, a)
}
