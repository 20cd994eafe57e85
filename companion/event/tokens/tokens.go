// Package tokens keeps the list of the tokens that were made for an event, and which of them were withdrawn. No list has the tokens themselves: each
// proves itself by its seal.
package tokens

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"astragal/companion/event"
	"astragal/companion/wholefile"
)

// File is what the list is called in the hub's folder.
const File = "tokens.json"

// keepEnded is how long a token that has ended stays on the list.
const keepEnded = 90 * 24 * time.Hour

// Token is a token that was made.
type Token struct {
	// ID tells it from others; it is no secret.
	ID    string     `json:"id"`
	Role  event.Role `json:"role"`
	Event string     `json:"event"`
	Name  string     `json:"name"`
	// Made is when it was made. Until is when it ends; zero if it has no end. Withdrawn is when it was withdrawn; zero if it wasn't.
	Made      time.Time `json:"made"`
	Until     time.Time `json:"until,omitzero"`
	Withdrawn time.Time `json:"withdrawn,omitzero"`
}

// List is the list in the file. It reads the file again if that changes, so that a running hub hears of withdrawals. It is safe for concurrent use,
// also by several processes.
type List struct {
	path string

	mu  sync.Mutex
	is  os.FileInfo // the file that was read; nil if there is none
	all []Token
}

// Open reads the list in a hub's folder; if there is none, it is empty. The error says how to mend it.
func Open(dir string) (*List, error) {
	l := &List{path: filepath.Join(dir, File)}
	return l, l.look()
}

// look reads the file again if it has changed.
func (l *List) look() error {
	is, err := os.Stat(l.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		l.is, l.all = nil, nil
		return nil
	case err == nil && l.is != nil && os.SameFile(is, l.is) && is.ModTime().Equal(l.is.ModTime()) && is.Size() == l.is.Size():
		return nil
	}
	var all []Token
	raw, err := os.ReadFile(l.path)
	if err == nil {
		err = wholefile.Parse(raw, &all)
	}
	if err != nil {
		return fmt.Errorf("read the list of tokens, %s: %w; put a sound copy there, or move the file away: then those that were withdrawn hold again", l.path, err)
	}
	l.is, l.all = is, all
	return nil
}

// All are the tokens, oldest first.
func (l *List) All() ([]Token, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.look()
	return slices.Clone(l.all), err
}

// Withdrawn says whether the token with that ID was withdrawn. If the file can't be read, what was read before counts.
func (l *List) Withdrawn(id string) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.look()
	return slices.ContainsFunc(l.all, func(t Token) bool { return t.ID == id && !t.Withdrawn.IsZero() }), err
}

// Add writes down that a token was made. That is on disk if it returns no error. A token that was withdrawn can't be made again: tokens with the same
// role, name and end are the same token.
func (l *List) Add(p event.Pass, now time.Time) error {
	return l.change(func(all []Token) ([]Token, error) {
		all = slices.DeleteFunc(all, func(t Token) bool { return !t.Until.IsZero() && now.Sub(t.Until) > keepEnded })
		if i := slices.IndexFunc(all, func(t Token) bool { return t.ID == p.ID() }); i >= 0 {
			if !all[i].Withdrawn.IsZero() {
				return nil, fmt.Errorf("this would be the token %s again, which was withdrawn on %s: give it another end with --days, or another name",
					p.ID(), all[i].Withdrawn.Local().Format("2006-01-02 15:04"))
			}
			return all, nil
		}
		return append(all, Token{ID: p.ID(), Role: p.Role, Event: p.Event, Name: p.Name, Made: now.UTC().Truncate(time.Second), Until: p.Until.UTC()}), nil
	})
}

// Withdraw makes a token worthless, by its ID. That is on disk if it returns no error.
func (l *List) Withdraw(id string, now time.Time) (Token, error) {
	var out Token
	if all, err := l.All(); err != nil || !slices.ContainsFunc(all, func(t Token) bool { return t.ID == id }) {
		return out, cmp.Or(err, unknown(id))
	}
	err := l.change(func(all []Token) ([]Token, error) {
		i := slices.IndexFunc(all, func(t Token) bool { return t.ID == id })
		if i < 0 {
			return nil, unknown(id)
		}
		if all[i].Withdrawn.IsZero() {
			all[i].Withdrawn = now.UTC().Truncate(time.Second)
		}
		out = all[i]
		return all, nil
	})
	return out, err
}

func unknown(id string) error {
	return fmt.Errorf("no token has the number %.20q: hub token --list shows all that were made in this folder", id)
}

// change changes the file. Only one process does so at a time.
func (l *List) change(how func([]Token) ([]Token, error)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	lock, err := os.OpenFile(l.path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("lock the list of tokens: %w", err)
	}
	defer func() { _ = lock.Close() }()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return fmt.Errorf("lock the list of tokens, %s: %w", lock.Name(), err)
	}
	if err := l.look(); err != nil {
		return err
	}
	all, err := how(slices.Clone(l.all))
	if err != nil {
		return err
	}
	raw, err := json.MarshalIndent(all, "", "\t")
	if err == nil {
		err = wholefile.Write(l.path, raw)
	}
	if err != nil {
		return fmt.Errorf("write the list of tokens, %s: %w", l.path, err)
	}
	return l.look()
}
