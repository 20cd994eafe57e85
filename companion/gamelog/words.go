package gamelog

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"astragal/companion/rulebook"
	"astragal/engine"
)

// Log is a game and its log as people read it: each entry in words. It remembers words that it had to play the log again for.
type Log struct {
	Kind   rulebook.Kind
	Engine *engine.Game
	// At says when each entry was written.
	At []time.Time
	// moves are the lines about seats that were taken over.
	moves []seatMove
	// words are the words of answers whose questions the game doesn't ask any more, by entry. changes are what amendments changed, by entry; nil if
	// that can't be told.
	words   map[int]words
	changes map[int]*engine.Changes
}

// New is a game's log of which no words are known yet.
func New(k rulebook.Kind, g *engine.Game) Log {
	return Log{Kind: k, Engine: g, words: map[int]words{}, changes: map[int]*engine.Changes{}}
}

// Frozen is a copy that stays as it is.
func (l *Log) Frozen() Log {
	out := *l
	out.Engine, out.At, out.words, out.changes = l.Engine.Frozen(), slices.Clip(l.At), maps.Clone(l.words), maps.Clone(l.changes)
	return out
}

// Said reports whether the last n entries can be said without playing the log again.
func (l *Log) Said(n int) bool {
	return !slices.ContainsFunc(l.last(n), func(e engine.Entry) bool {
		_, change := l.changes[e.N]
		return e.Kind == engine.EntryAmend && !change || e.Answer != nil && !l.hasWords(e)
	})
}

// Say works out how the last n entries are said.
func (l *Log) Say(n int) {
	for _, e := range l.last(n) {
		if e.Kind == engine.EntryAmend {
			l.changesBy(e.N)
		}
		if e.Answer != nil {
			l.wordsOf(e)
		}
	}
}

// TakeWords takes over the words that a copy of the game has worked out.
func (l *Log) TakeWords(was *Log) {
	maps.Copy(l.words, was.words)
	maps.Copy(l.changes, was.changes)
}

// last are the last n entries of the log.
func (l *Log) last(n int) []engine.Entry {
	return l.Engine.Since(max(0, l.Engine.Entries()-n))
}

func (l *Log) hasWords(e engine.Entry) bool {
	if _, ok := l.words[e.N]; ok {
		return true
	}
	_, ok := wordsIn(l.Engine, e)
	return ok
}

// words are an answer's question and the answer.
type words struct {
	asked, answer string
	part          []string
}

// wordsOf says an answer in words. If the game doesn't ask its question any more, the log is played again up to it, once.
func (l *Log) wordsOf(e engine.Entry) words {
	if said, ok := wordsIn(l.Engine, e); ok {
		return said
	}
	if said, ok := l.words[e.N]; ok {
		return said
	}
	l.recallWords(e.N)
	if _, ok := l.words[e.N]; !ok {
		l.words[e.N] = words{answer: plainWords(*e.Answer)}
	}
	return l.words[e.N]
}

// wordsIn says an answer in the words of the question that game asks at that place, if it is the same question.
func wordsIn(game *engine.Game, e engine.Entry) (words, bool) {
	q, _, ok := game.Question(e.N)
	if !ok || q.ID != e.Answer.To {
		return words{}, false
	}
	return words{q.Text, engine.Words(q, *e.Answer), q.Part}, true
}

// recallWords plays the log up to entry n and keeps the words of every answer up to there that has none. One undo takes many entries back, so the next
// ones are mostly wanted too.
func (l *Log) recallWords(n int) {
	log := l.Engine.Log()
	was, err := l.Kind.Reopened(log[:n+1])
	if err != nil {
		return
	}
	defer was.Stop()
	for _, e := range slices.Backward(log[:n+1]) {
		if _, known := l.words[e.N]; known || e.Answer == nil {
			continue
		}
		if said, ok := wordsIn(was, e); ok {
			l.words[e.N] = said
		}
	}
}

// changesBy is what a correction changed when it was made, worked out once; nil if that can't be told.
func (l *Log) changesBy(n int) *engine.Changes {
	c, known := l.changes[n]
	if !known {
		c = l.changesNow(n)
		l.changes[n] = c
	}
	return c
}

// changesNow works out what a correction changed; nil if that can't be told.
func (l *Log) changesNow(n int) *engine.Changes {
	log := l.Engine.Log()
	book, err := l.Kind.Book(log)
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
