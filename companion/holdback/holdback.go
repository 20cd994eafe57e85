// Package holdback delays what a broadcast shows. It shows a state only if everything in it has stood for a while. It never shows a state that was
// corrected in that time.
package holdback

import (
	"slices"
	"time"
)

// Item is one thing that a state tells: a roll, an entry of a log.
type Item struct {
	// Key names it and grows: later things have larger keys.
	Key int
	// As is what is told of it. Another As for the same Key is a correction.
	As string
	// At is when it was written down. It counts only in the first state of a Line: when its items were first told isn't known.
	At time.Time
}

// Line is a queue of states. The zero value is ready. It belongs to one goroutine at a time.
type Line[T any] struct {
	states []state[T]
	// told says when each item of the subject was first told.
	told    map[int]time.Time
	subject string
	serial  int
}

// state is what was known from some moment on.
type state[T any] struct {
	serial  int
	subject string
	items   map[int]string
	// since is when the newest of its items was first told.
	since time.Time
	wrong bool
	value T
}

// Longest is the longest time that a state can be held back.
const Longest = 60 * time.Second

// most is how many states are kept. A table changes a few times a second at most.
const most = 1024

// Add takes in what is known at this time. Keys belong to the subject: states of another subject don't contradict each other. An item that was told
// before and is missing from items was taken back, unless its key is lower than all keys in items.
func (l *Line[T]) Add(now time.Time, subject string, items []Item, value T) {
	first := l.told == nil
	if first || l.subject != subject {
		l.told, l.subject = map[int]time.Time{}, subject
	}
	s := state[T]{serial: l.serial + 1, subject: subject, items: make(map[int]string, len(items)), value: value}
	l.serial++
	oldest := 0
	for i, it := range items {
		s.items[it.Key] = it.As
		if i == 0 || it.Key < oldest {
			oldest = it.Key
		}
		if _, ok := l.told[it.Key]; !ok {
			l.told[it.Key] = now
			if first && it.At.Before(now) {
				l.told[it.Key] = it.At
			}
		}
		if at := l.told[it.Key]; at.After(s.since) {
			s.since = at
		}
	}
	for key := range l.told {
		if _, ok := s.items[key]; !ok {
			delete(l.told, key)
		}
	}
	for i := range l.states {
		l.states[i].wrong = l.states[i].wrong || contradicted(l.states[i], s, oldest)
	}
	l.states = append(l.states, s)
	l.forget(now)
}

// contradicted says whether a state tells something that a newer one tells otherwise.
func contradicted[T any](was, now state[T], oldest int) bool {
	if was.subject != now.subject {
		return false
	}
	for key, as := range was.items {
		if key < oldest {
			continue // older items drop out of the list
		}
		if is, ok := now.items[key]; !ok || is != as {
			return true
		}
	}
	return false
}

// forget drops the states that nobody can want any more: those before a state that is due at the longest delay.
func (l *Line[T]) forget(now time.Time) {
	if i := l.due(now, Longest); i > 0 {
		l.states = slices.Delete(l.states, 0, i)
	}
	if over := len(l.states) - most; over > 0 {
		l.states = slices.Delete(l.states, 0, over)
	}
}

// due is the index of the newest state that may be shown if states are delayed by hold; -1 if there is none.
func (l *Line[T]) due(now time.Time, hold time.Duration) int {
	for i, s := range slices.Backward(l.states) {
		if !s.wrong && !s.since.Add(hold).After(now) {
			return i
		}
	}
	return -1
}

// Shown is what may be shown.
type Shown[T any] struct {
	Value T
	// Serial tells states apart; 0 if nothing may be shown.
	Serial int
	// Held says that more is known than is shown. Next is when the next state may be due; zero if none waits.
	Held bool
	Next time.Time
}

// Shown says what may be shown at this time if states are delayed by hold.
func (l *Line[T]) Shown(now time.Time, hold time.Duration) Shown[T] {
	var out Shown[T]
	i := l.due(now, hold)
	if i >= 0 {
		out.Value, out.Serial = l.states[i].value, l.states[i].serial
	}
	for _, s := range l.states[i+1:] {
		if s.wrong {
			continue
		}
		out.Held = true
		if at := s.since.Add(hold); out.Next.IsZero() || at.Before(out.Next) {
			out.Next = at
		}
	}
	return out
}
