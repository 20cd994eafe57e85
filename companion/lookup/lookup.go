// Package lookup works out what is only looked at and takes long: one thing at a time, once for as long as
// nothing has changed, and for no more askers than may wait.
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
	// keptMost answers are kept, keptBytes of them in all.
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

// Desk gives answers. The zero value is ready. It is safe for concurrent use.
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

// Answer is what work makes of the question what, or made of it at that version. Who asks comes from an
// address. It is ErrBusy where too many wait, and the context's error where the asker went away.
func (d *Desk) Answer(ctx context.Context, from string, version int, what string, work func() (Answer, error)) (Answer, error) {
	p, mine, err := d.enter(from, version, what)
	if err != nil {
		return Answer{}, err
	}
	defer d.leave(from)
	if mine {
		// Others may wait for it: it is worked out even where the asker has gone.
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
