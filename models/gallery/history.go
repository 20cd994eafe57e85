package gallery

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// commit writes a change, and then the gallery as it is after the change. The change holds as soon as its line is in
// the history on disk. If the program ends before it has written the document, opening the gallery makes up for it.
// The caller holds the lock.
func (s *Store) commit(c Change, after []Shot) error {
	if err := s.notChangedByOthers(); err != nil {
		return err
	}
	c.Version, c.At = s.version+1, time.Now().UTC().Truncate(time.Millisecond)
	if err := s.appendHistory(c); err != nil {
		return err
	}
	s.version, s.shots, s.history = c.Version, after, append(s.history, c)
	return s.writeDocument()
}

func (s *Store) writeDocument() error {
	raw, err := json.MarshalIndent(documentOf(s.shots, s.version), "", " ")
	if err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(s.dir, documentName), raw); err != nil {
		return err
	}
	return syncDir(s.dir)
}

// notChangedByOthers returns an error if another program has changed the gallery since it was opened. Writing would
// lose that change.
func (s *Store) notChangedByOthers() error {
	raw, err := os.ReadFile(filepath.Join(s.dir, documentName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var on struct{ Info info }
	if err := json.Unmarshal(raw, &on); err != nil {
		return fmt.Errorf("%s was damaged since it was opened: %w", documentName, err)
	}
	if on.Info.Version > s.version {
		return fmt.Errorf("%s was changed by another program (version %d, %d was opened): open it again", s.dir, on.Info.Version, s.version)
	}
	return nil
}

// readHistory reads the changes. A last line that is incomplete was never acknowledged and doesn't count. Changes
// that are newer than the document are applied to it.
func (s *Store) readHistory() error {
	path := filepath.Join(s.dir, historyName)
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for at := 0; at < len(raw); {
		end := bytes.IndexByte(raw[at:], '\n')
		if end < 0 {
			break
		}
		var c Change
		if err := json.Unmarshal(raw[at:at+end], &c); err != nil {
			return fmt.Errorf("%s, line %d: %w: restore it, or take the file away (the shots stay; what was undone can't be brought back)", path, len(s.history)+1, err)
		}
		if n := len(s.history); n > 0 && c.Version != s.history[n-1].Version+1 {
			return fmt.Errorf("%s, line %d: version %d follows version %d: a change is missing", path, n+1, c.Version, s.history[n-1].Version)
		}
		s.history = append(s.history, c)
		at += end + 1
		s.written = int64(at)
	}
	return s.catchUp(path)
}

func (s *Store) catchUp(path string) error {
	behind := false
	for _, c := range s.history {
		if c.Version != s.version+1 {
			continue
		}
		after, err := applied(s.shots, c)
		if err == nil {
			err = checkAll(after)
		}
		if err != nil {
			return fmt.Errorf("%s, version %d: %w", path, c.Version, err)
		}
		s.shots, s.version, behind = after, c.Version, true
	}
	if n := len(s.history); n > 0 && s.history[n-1].Version != s.version {
		return fmt.Errorf("%s ends with version %d but %s is version %d: they are not of the same gallery", path, s.history[n-1].Version, documentName, s.version)
	}
	if behind {
		return s.writeDocument()
	}
	return nil
}

// appendHistory writes a line and waits until it is on disk.
func (s *Store) appendHistory(c Change) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(s.dir, historyName), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(s.written); err != nil {
		return err
	}
	if _, err := f.WriteAt(append(line, '\n'), s.written); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	s.written += int64(len(line)) + 1
	return syncDir(s.dir)
}

// writeWhole writes a file so that it exists completely or not at all.
func writeWhole(path string, raw []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "*.new")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // if all went well, it doesn't exist any more
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Sync(), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// syncDir makes sure that the names of new files are on disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
