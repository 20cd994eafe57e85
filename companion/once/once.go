// Package once makes sure that a request that comes again, because its answer was lost, is carried out once. The asker puts a mark of its own on each
// request, and uses the same mark when it asks again.
package once

import "sync"

// Ledger knows what came of the last deeds by their marks. The zero value is ready. It is safe for
// concurrent use.
type Ledger[T any] struct {
	// Most is how many deeds it remembers; 0 means 4096.
	Most int

	mu    sync.Mutex
	deeds map[string]*deed[T]
	order []string // the marks, oldest first
}

// deed is something that was asked for.
type deed[T any] struct {
	over chan struct{} // closed when came is there
	came T
	kept bool
}

const most = 4096

// Do does what is asked for, unless something with this mark was done before. Then it returns that result, and waits for it if it is still being worked
// out. If do says that its result is not to be kept, the mark may be tried again.
func (l *Ledger[T]) Do(mark string, do func() (came T, keep bool)) T {
	for {
		d, mine := l.enter(mark)
		if mine {
			return l.carryOut(mark, d, do)
		}
		<-d.over
		if d.kept {
			return d.came
		}
	}
}

// Withdraw returns the result of the deed with this mark. If there was none, there never will be one: whoever comes with the mark later gets never. The
// second value says which it was.
func (l *Ledger[T]) Withdraw(mark string, never T) (T, bool) {
	done := true
	came := l.Do(mark, func() (T, bool) {
		done = false
		return never, true
	})
	return came, done
}

func (l *Ledger[T]) enter(mark string) (d *deed[T], mine bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d := l.deeds[mark]; d != nil {
		return d, false
	}
	if l.deeds == nil {
		l.deeds = map[string]*deed[T]{}
	}
	d = &deed[T]{over: make(chan struct{})}
	l.deeds[mark] = d
	l.order = append(l.order, mark)
	limit := l.Most
	if limit == 0 {
		limit = most
	}
	for len(l.order) > limit {
		delete(l.deeds, l.order[0])
		l.order = l.order[1:]
	}
	return d, true
}

// carryOut does the deed. If the deed panics, its result is not kept, and nobody waits for it for ever.
func (l *Ledger[T]) carryOut(mark string, d *deed[T], do func() (T, bool)) T {
	defer func() {
		if !d.kept {
			l.forget(mark, d)
		}
		close(d.over)
	}()
	d.came, d.kept = do()
	return d.came
}

func (l *Ledger[T]) forget(mark string, d *deed[T]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.deeds[mark] != d {
		return
	}
	delete(l.deeds, mark)
	for i, m := range l.order {
		if m == mark {
			l.order = append(l.order[:i:i], l.order[i+1:]...)
			return
		}
	}
}
