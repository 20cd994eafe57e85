package gallery

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Change is one change of a gallery.
type Change struct {
	// Version is the gallery's version after the change.
	Version int       `json:"version"`
	At      time.Time `json:"at"`
	// Did says what was done: "add", "remove", "undo" or "import".
	Did string `json:"did"`
	// Undoes is the version whose change was undone. Otherwise it is 0.
	Undoes int `json:"undoes,omitempty"`
	// Added and Removed are the shots, as COCO.
	Added   *document `json:"added,omitempty"`
	Removed *document `json:"removed,omitempty"`
}

// Counts are how many shots the change added and removed.
func (c Change) Counts() (added, removed int) { return len(c.Added.list()), len(c.Removed.list()) }

func (d *document) list() []annotation {
	if d == nil {
		return nil
	}
	return d.Annotations
}

func listed(shots []Shot) *document {
	if len(shots) == 0 {
		return nil
	}
	d := documentOf(shots, 0)
	return &d
}

// NewShot is a shot to be added, with its picture.
type NewShot struct {
	Shot
	Crop []byte
}

// Add adds all shots or none. A picture that is there with the same meaning is skipped. It returns the shots that are
// new, with their ids.
func (s *Store) Add(shots ...NewShot) ([]Shot, error) { return s.add("add", shots) }

func (s *Store) add(did string, shots []NewShot) ([]Shot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[string]bool{}
	for _, old := range s.shots {
		known[old.SHA256+old.Die+old.Class().String()] = true
	}
	var added []Shot
	crops := map[string][]byte{}
	next := s.nextID()
	for _, n := range shots {
		shot := n.Shot
		shot.SHA256 = sum(n.Crop)
		key := shot.SHA256 + shot.Die + shot.Class().String()
		if known[key] {
			continue
		}
		known[key] = true
		shot.ID, shot.File = next, fmt.Sprintf("%s/%06d.jpg", cropsName, next)
		if len(n.Crop) == 0 || len(n.Crop) > mostCrop {
			return nil, fmt.Errorf("add to the gallery: the picture of %s %s has %d bytes: it must be 1 to %d", shot.Die, shot.Class(), len(n.Crop), mostCrop)
		}
		crops[shot.File] = n.Crop
		added = append(added, shot)
		next++
	}
	if len(added) == 0 {
		return nil, nil
	}
	if len(s.shots)+len(added) > mostShots {
		return nil, fmt.Errorf("add to the gallery: it would hold more than %d shots", mostShots)
	}
	after := slices.Concat(s.shots, added)
	if err := checkAll(after); err != nil {
		return nil, fmt.Errorf("add to the gallery: %w", err)
	}
	if err := s.writeCrops(crops); err != nil {
		return nil, fmt.Errorf("add to the gallery: %w", err)
	}
	if err := s.commit(Change{Did: did, Added: listed(added)}, after); err != nil {
		return nil, fmt.Errorf("add to the gallery: %w", err)
	}
	return added, nil
}

// nextID is higher than every id that was ever used, so that a picture's file never changes its meaning.
func (s *Store) nextID() int {
	next := 1
	for _, shot := range s.shots {
		next = max(next, shot.ID+1)
	}
	for _, c := range s.history {
		for _, a := range slices.Concat(c.Added.list(), c.Removed.list()) {
			next = max(next, a.ID+1)
		}
	}
	return next
}

// Remove removes all these shots or none. Their pictures stay in the folder, so that this can be undone.
func (s *Store) Remove(ids ...int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var gone, after []Shot
	for _, id := range ids {
		if !slices.ContainsFunc(s.shots, func(shot Shot) bool { return shot.ID == id }) {
			return fmt.Errorf("remove from the gallery: there is no shot %d", id)
		}
	}
	for _, shot := range s.shots {
		if slices.Contains(ids, shot.ID) {
			gone = append(gone, shot)
		} else {
			after = append(after, shot)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	if err := s.commit(Change{Did: "remove", Removed: listed(gone)}, after); err != nil {
		return fmt.Errorf("remove from the gallery: %w", err)
	}
	return nil
}

// ErrNothingToUndo says that there is no change left to undo.
var ErrNothingToUndo = errors.New("there is nothing to undo")

// Undo undoes the last change that isn't undone yet, and returns it. Undoing is a change too.
func (s *Store) Undo() (Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	undone := map[int]bool{}
	for i := len(s.history) - 1; i >= 0; i-- {
		c := s.history[i]
		switch {
		case c.Undoes != 0:
			undone[c.Undoes] = true
		case !undone[c.Version]:
			return c, s.takeBack(c)
		}
	}
	return Change{}, ErrNothingToUndo
}

func (s *Store) takeBack(c Change) error {
	after, err := inverse(s.shots, c)
	if err == nil {
		err = checkAll(after)
	}
	if err == nil {
		err = s.commit(Change{Did: "undo", Undoes: c.Version, Added: c.Removed, Removed: c.Added}, after)
	}
	if err != nil {
		return fmt.Errorf("undo version %d of the gallery: %w", c.Version, err)
	}
	return nil
}

// inverse are the shots before a change.
func inverse(shots []Shot, c Change) ([]Shot, error) {
	return applied(shots, Change{Added: c.Removed, Removed: c.Added})
}

// applied are the shots after a change.
func applied(shots []Shot, c Change) ([]Shot, error) {
	gone := map[int]bool{}
	for _, a := range c.Removed.list() {
		gone[a.ID] = true
	}
	out := slices.DeleteFunc(slices.Clone(shots), func(s Shot) bool { return gone[s.ID] })
	if len(out)+len(gone) != len(shots) {
		return nil, fmt.Errorf("version %d removes shots that aren't there", c.Version)
	}
	if c.Added == nil {
		return out, nil
	}
	d := *c.Added
	d.Info.Version = c.Version
	more, err := d.shots()
	if err != nil {
		return nil, err
	}
	out = append(out, more...)
	slices.SortFunc(out, byID)
	return out, nil
}

// History are the known changes, oldest first.
func (s *Store) History() []Change {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.history)
}

// writeCrops writes pictures to disk before any file refers to them.
func (s *Store) writeCrops(crops map[string][]byte) error {
	dir := filepath.Join(s.dir, cropsName)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	// Waiting for the disk is slow for one file after the other. For many at once it isn't.
	errs, slots := make(chan error, len(crops)), make(chan struct{}, 16)
	for file, raw := range crops {
		slots <- struct{}{}
		go func() {
			errs <- writeWhole(filepath.Join(s.dir, filepath.FromSlash(file)), raw)
			<-slots
		}()
	}
	for range crops {
		if err := <-errs; err != nil {
			return err
		}
	}
	return syncDir(dir)
}
