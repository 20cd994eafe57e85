// Package guests keeps the list of the devices that a table let in: when they came and from where, which of them somebody put out again, and how many
// times the table's code was changed.
package guests

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"astragal/companion/wholefile"
)

// Most is how many devices are kept. A device that is forgotten is out, because nobody could put out a device that isn't on the list. Devices that were
// put out are forgotten first, then those whose code gives the fewest rights. So a code for looking on, which may hang on a wall, can't drive out a
// device that answers.
const Most = 300

// Guest is a device that was let in.
type Guest struct {
	// ID is the device's name in its cookie, without the secret.
	ID string `json:"id"`
	// Right is what the code gave it: "answers", "plays" or "looks on".
	Right string `json:"right"`
	// Came is when it scanned the code; zero if it came before the list was kept.
	Came time.Time `json:"came,omitzero"`
	// From says what it is ("iPhone, Safari"), Address where it came from.
	From    string `json:"from,omitempty"`
	Address string `json:"address,omitempty"`
	// Out is when it was put out; zero if it wasn't.
	Out time.Time `json:"out,omitzero"`
}

// Name is what others may read the guest's name as. It doesn't give away the device's ID.
func (g Guest) Name() string {
	sum := sha256.Sum256([]byte("guest " + g.ID))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// kept is what the file holds.
type kept struct {
	Codes  int     `json:"codes"`
	Guests []Guest `json:"guests"`
	// Full says that the list was full once: then a device that isn't on it is out.
	Full bool `json:"full,omitempty"`
}

// Book is the list, in a file. It is safe for concurrent use.
type Book struct {
	path string

	mu      sync.Mutex
	kept    kept
	seen    map[string]time.Time // when a device was last here, since the start
	screens map[string][]*func() // what ends the screens of a device
}

// Open reads the list at path; if there is none, it begins one. The error says what is wrong with which file and how to mend it.
func Open(path string) (*Book, error) {
	b := &Book{path: path, seen: map[string]time.Time{}, screens: map[string][]*func(){}}
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return b, nil
	}
	if err == nil {
		err = wholefile.Parse(raw, &b.kept)
	}
	if err == nil && (b.kept.Codes < 0 || slices.ContainsFunc(b.kept.Guests, func(g Guest) bool { return g.ID == "" })) {
		err = errors.New("a device in it has no id, or the count of codes is below 0")
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of the devices that were let in, %s: %w; put a sound copy there, or move the file away: then those that were put out may come in again", path, err)
	}
	return b, nil
}

// Codes is how many times the table's code was changed. An older code lets nobody in.
func (b *Book) Codes() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept.Codes
}

// NewCode makes all older codes worthless. The change is on disk if it returns no error.
func (b *Book) NewCode() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.change(func(k *kept) { k.Codes++ })
}

// Came writes down that a device was let in. That is on disk if it returns no error.
func (b *Book) Came(g Guest) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var gone []Guest
	err := b.change(func(k *kept) {
		k.Guests = append(slices.DeleteFunc(k.Guests, func(old Guest) bool { return old.ID == g.ID }), g)
		for len(k.Guests) > Most {
			i := b.least(k.Guests[:len(k.Guests)-1])
			gone, k.Full = append(gone, k.Guests[i]), true
			k.Guests = slices.Delete(k.Guests, i, i+1)
		}
	})
	if err != nil {
		return err
	}
	for _, g := range gone {
		b.end(g.ID)
	}
	return nil
}

// least is the guest that is forgotten first: among those with the fewest rights the one that came longest ago, if possible one that has no page open.
func (b *Book) least(of []Guest) int {
	at, least := 0, math.MaxInt
	for i, g := range of {
		rank := 2 * (1 + slices.Index([]string{"looks on", "plays", "answers"}, g.Right))
		if !g.Out.IsZero() {
			rank = -1
		} else if len(b.screens[g.ID]) > 0 {
			rank++
		}
		if rank < least {
			at, least = i, rank
		}
	}
	return at
}

// end ends the screens of a device.
func (b *Book) end(id string) {
	for _, end := range b.screens[id] {
		(*end)()
	}
}

// PutOut takes a guest's right away, by its Name, and ends its screens. It is false if no guest has that name. The change is on disk if it returns no
// error.
func (b *Book) PutOut(name string, now time.Time) (Guest, bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.list()
	i := slices.IndexFunc(list, func(g Guest) bool { return g.Name() == name })
	if i < 0 {
		return Guest{}, false, nil
	}
	g := list[i]
	if !g.Out.IsZero() {
		return g, true, nil
	}
	g.Out = now.UTC()
	err := b.change(func(k *kept) {
		k.Guests = append(slices.DeleteFunc(k.Guests, func(old Guest) bool { return old.ID == g.ID }), g)
	})
	if err != nil {
		return Guest{}, true, err
	}
	b.end(g.ID)
	return g, true, nil
}

// Out says whether a device was put out, or forgotten.
func (b *Book) Out(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.kept.Guests, func(g Guest) bool { return g.ID == id })
	if i < 0 {
		return b.kept.Full
	}
	return !b.kept.Guests[i].Out.IsZero()
}

// Sight takes in that a device is here. A device that came before the list was kept gets onto the list that way, until the program ends.
func (b *Book) Sight(id string, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.seen[id]; known || len(b.seen) < Most {
		b.seen[id] = now
	}
}

// Screen registers what ends a screen of a device, until forget is called. If the device is out already, the screen ends at once.
func (b *Book) Screen(id string, end func()) (forget func()) {
	b.mu.Lock()
	b.screens[id] = append(b.screens[id], &end)
	b.mu.Unlock()
	if b.Out(id) {
		end()
	}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.screens[id] = slices.DeleteFunc(b.screens[id], func(e *func()) bool { return e == &end })
		if len(b.screens[id]) == 0 {
			delete(b.screens, id)
		}
	}
}

// Line is a guest as a page shows it.
type Line struct {
	Guest
	// Seen is when it was last here since the program's start; zero if it wasn't. Open is how many screens it has open.
	Seen time.Time
	Open int
}

// Lines are the guests that are not out, the last to come first.
func (b *Book) Lines() []Line {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []Line
	for _, g := range slices.Backward(b.list()) {
		if g.Out.IsZero() {
			out = append(out, Line{Guest: g, Seen: b.seen[g.ID], Open: len(b.screens[g.ID])})
		}
	}
	return out
}

// list are the guests of the file, after those that were only seen and are not out.
func (b *Book) list() []Guest {
	var old []Guest
	for id := range b.seen {
		if !b.kept.Full && !slices.ContainsFunc(b.kept.Guests, func(g Guest) bool { return g.ID == id }) {
			old = append(old, Guest{ID: id})
		}
	}
	slices.SortFunc(old, func(x, y Guest) int { return strings.Compare(x.ID, y.ID) })
	return append(old, b.kept.Guests...)
}

// change changes what is kept. It writes the file first.
func (b *Book) change(how func(*kept)) error {
	next := b.kept
	next.Guests = slices.Clone(next.Guests)
	how(&next)
	raw, err := json.MarshalIndent(next, "", "\t")
	if err != nil {
		return fmt.Errorf("write the list of devices: %w", err)
	}
	if err := wholefile.Write(b.path, raw); err != nil {
		return fmt.Errorf("write the list of devices to %s: %w", b.path, err)
	}
	b.kept = next
	return nil
}
