// Package commission keeps which web pages elsewhere may ask a table for rolls: those that its settings name, and those that somebody at the table
// allowed. It also remembers for a while which other pages asked, so that one press allows them.
package commission

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"

	"astragal/companion/wholefile"
)

// Bounds on what is kept. A page is kept until somebody forbids it; of those that were refused only the newest are known.
const (
	mostPages   = 50
	mostRefused = 3
)

// Page is a web page elsewhere that may ask for rolls.
type Page struct {
	// Origin is its scheme://host[:port].
	Origin string
	// Named says that the settings name it, so that the table can't forbid it.
	Named bool
}

// Book is the list of pages. It is safe for concurrent use.
type Book struct {
	path  string
	named []string

	mu      sync.Mutex
	allowed []string
	refused []string
}

// Named is a book that has only the pages that the settings name. It is kept in no file, so nobody can allow others.
func Named(origins []string) *Book {
	b := &Book{}
	for _, o := range origins {
		b.named = append(b.named, tidy(o))
	}
	return b
}

// kept is what the file holds.
type kept struct {
	Origins []string `json:"origins"`
}

// Open is a book whose allowed pages are in the file at path; there need be none yet. Its error says what is wrong with which
// file and what mends it.
func Open(path string, named []string) (*Book, error) {
	b := Named(named)
	b.path = path
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return b, nil
	}
	var k kept
	if err == nil {
		err = wholefile.Parse(raw, &k)
	}
	for _, o := range k.Origins {
		if err == nil {
			err = Check(o)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of pages that may ask for rolls, %s: %w; put a sound copy there, or move the file away and allow the pages again", path, err)
	}
	b.allowed = k.Origins
	return b, nil
}

// Check says what is wrong with an origin. Its error is one sentence.
func Check(origin string) error {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%.80q is none: it must be like https://vtt.example, without a path", origin)
	}
	return nil
}

// tidy is an origin as browsers write it: without capitals, and without the port that its scheme has anyway.
func tidy(origin string) string {
	o := strings.ToLower(origin)
	if bare, ok := strings.CutSuffix(o, ":443"); ok && strings.HasPrefix(o, "https:") {
		return bare
	}
	if bare, ok := strings.CutSuffix(o, ":80"); ok && strings.HasPrefix(o, "http:") {
		return bare
	}
	return o
}

// FromAddress is the origin of a page whose address a person copied, with its path and all.
func FromAddress(address string) (string, error) {
	text := strings.TrimSpace(address)
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || len(text) > 300 {
		return "", fmt.Errorf("%.80q is no page's address: copy it from the browser's address bar, like https://vtt.example/game", address)
	}
	origin := tidy(u.Scheme + "://" + u.Host)
	return origin, Check(origin)
}

// Allows says whether a page may ask.
func (b *Book) Allows(origin string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	o := tidy(origin)
	return slices.Contains(b.named, o) || slices.Contains(b.allowed, o)
}

// Refused notes that a page asked that may not ask.
func (b *Book) Refused(origin string) {
	o := tidy(origin)
	if Check(o) != nil || len(o) > 200 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refused = slices.DeleteFunc(b.refused, func(r string) bool { return r == o })
	b.refused = append([]string{o}, b.refused...)
	b.refused = b.refused[:min(len(b.refused), mostRefused)]
}

// Pages are the pages that may ask, and the newest that asked and may not.
func (b *Book) Pages() (may []Page, refused []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.named {
		may = append(may, Page{o, true})
	}
	for _, o := range b.allowed {
		may = append(may, Page{o, false})
	}
	return may, slices.Clone(b.refused)
}

// Allow lets a page ask. It is on the disk when this returns without an error.
func (b *Book) Allow(origin string) error {
	if err := Check(origin); err != nil {
		return err
	}
	o := tidy(origin)
	b.mu.Lock()
	defer b.mu.Unlock()
	if slices.Contains(b.named, o) || slices.Contains(b.allowed, o) {
		return nil
	}
	if len(b.allowed) >= mostPages {
		return fmt.Errorf("%d pages may ask already: forbid one first", mostPages)
	}
	if err := b.write(append(slices.Clone(b.allowed), o)); err != nil {
		return err
	}
	b.refused = slices.DeleteFunc(b.refused, func(r string) bool { return r == o })
	return nil
}

// Forbid takes back that a page may ask. It is on the disk when this returns without an error. If the settings name the page,
// only they can forbid it.
func (b *Book) Forbid(origin string) error {
	o := tidy(origin)
	b.mu.Lock()
	defer b.mu.Unlock()
	if slices.Contains(b.named, o) {
		return fmt.Errorf("the setting \"origins\" names %s: take it out there", o)
	}
	if !slices.Contains(b.allowed, o) {
		return fmt.Errorf("%.80s isn't allowed anyway", o)
	}
	return b.write(slices.DeleteFunc(slices.Clone(b.allowed), func(a string) bool { return a == o }))
}

// ErrUnwritten says that the list can't be kept.
var ErrUnwritten = errors.New("the list of pages can't be written down, so nothing is changed: look at the table's log")

func (b *Book) write(allowed []string) error {
	if b.path == "" {
		return errors.New("this table keeps no list of pages: name the page in the setting \"origins\"")
	}
	raw, err := json.Marshal(kept{allowed})
	if err == nil {
		err = wholefile.Write(b.path, raw)
	}
	if err != nil {
		return fmt.Errorf("%w (%w)", ErrUnwritten, err)
	}
	b.allowed = allowed
	return nil
}
