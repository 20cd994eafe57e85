// Package lookup does work that only looks and takes long. It does one piece of work at a time. It does each only once until something changes. Only so
// many askers may wait.
package lookup

import (
	"context"
	"errors"
	"sync"
)

const (
	// waitMost askers may wait at once, waitEach of them from one address.
	waitMost = 16
	waitEach = 4
	// keptMost is how many answers are kept, keptBytes how large they may be in all.
	keptMost  = 64
	keptBytes = 16 << 20
)

// ErrBusy says that too many wait already.
var ErrBusy = errors.New("too much is asked for at once: ask again in some seconds")

// Answer is what was worked out, as it is sent.
type Answer struct {
	// Kind is the media type, File the name to save it by; empty where it isn't a file.
	Kind, File string
	Body       []byte
}

// Desk does the work. The zero value is ready. It is safe for concurrent use.
type Desk struct {
	turn   sync.Mutex // is held by what is worked out
	mu     sync.Mutex
	at     int
	pieces map[string]*piece
	bytes  int
	worked int
	n      int
	from   map[string]int
}

// piece is an answer that is being worked out, or was.
type piece struct {
	done   chan struct{}
	answer Answer
	err    error
}

// Answer is the result of work for the question what, at a version; the result is kept. from is the asker's address. The error is ErrBusy if too many
// wait, and the context's error if the asker went away.
func (d *Desk) Answer(ctx context.Context, from string, version int, what string, work func() (Answer, error)) (Answer, error) {
	p, mine, err := d.enter(from, version, what)
	if err != nil {
		return Answer{}, err
	}
	defer d.leave(from)
	if mine {
		// Others may wait for the answer, so it is worked out even if this asker has gone.
		d.workOut(p, what, work)
	}
	select {
	case <-p.done:
		return p.answer, p.err
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
}

func (d *Desk) enter(from string, version int, what string) (p *piece, mine bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if version > d.at || d.pieces == nil || len(d.pieces) >= keptMost || d.bytes > keptBytes {
		d.at, d.pieces, d.bytes = max(version, d.at), map[string]*piece{}, 0
	}
	p = d.pieces[what]
	select {
	case <-done(p):
	default:
		if d.n >= waitMost || d.from[from] >= waitEach {
			return nil, false, ErrBusy
		}
	}
	if d.from == nil {
		d.from = map[string]int{}
	}
	d.n++
	d.from[from]++
	if p == nil {
		p, mine = &piece{done: make(chan struct{})}, true
		d.pieces[what] = p
	}
	return p, mine, nil
}

// done is closed once there is an answer.
func done(p *piece) <-chan struct{} {
	if p == nil {
		return nil
	}
	return p.done
}

func (d *Desk) leave(from string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.n--
	if d.from[from]--; d.from[from] == 0 {
		delete(d.from, from)
	}
}

func (d *Desk) workOut(p *piece, what string, work func() (Answer, error)) {
	d.turn.Lock()
	defer d.turn.Unlock()
	p.err = errors.New("it broke off")
	defer func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.worked++
		switch {
		case d.pieces[what] != p:
		case p.err != nil:
			delete(d.pieces, what)
		default:
			d.bytes += len(p.answer.Body)
		}
		close(p.done)
	}()
	p.answer, p.err = work()
}

// Worked is how often something was worked out.
func (d *Desk) Worked() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.worked
}
