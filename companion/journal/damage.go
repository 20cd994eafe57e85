package journal

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// logSuffix is what SQLite appends to the file's name for its write-ahead log.
const logSuffix = "-wal"

// settleAfter is how long after the last note all notes are moved into the file itself. Until then they are only in the write-ahead log.
const settleAfter = 2 * time.Second

// Damages are sentences about what was acknowledged and is gone, or was changed behind the program's back.
func (j *Journal) Damages() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.damages)
}

func (j *Journal) damaged(what string) {
	if !slices.Contains(j.damages, what) {
		j.damages = append(j.damages, what)
	}
}

// lockFolder keeps other processes out of the folder. A lock on the file alone would end if somebody removed the file and put another in its place.
func lockFolder(folder string) (*os.File, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		_ = f.Close()
		return nil, ErrHeld
	case err != nil && !errors.Is(err, syscall.ENOTSUP) && !errors.Is(err, syscall.ENOLCK):
		_ = f.Close()
		return nil, fmt.Errorf("lock its folder: %w", err)
	}
	return f, nil
}

// spare is a copy of the write-ahead log as it was found. SQLite drops the part of a log that it can't read.
type spare struct {
	path  string // empty if there was nothing to copy
	bytes int64
	alone bool // the file itself was not there, or empty
}

// spareLog copies the write-ahead log of a file that was not closed, before SQLite sees it.
func spareLog(path string) (spare, error) {
	file, err := os.Stat(path)
	s := spare{alone: err != nil || file.Size() == 0}
	info, err := os.Stat(path + logSuffix)
	if err != nil || info.Size() == 0 {
		return s, nil //nolint:nilerr // no log, nothing to copy
	}
	s.path, s.bytes = path+logSuffix+".found", info.Size()
	if err := copyFile(path+logSuffix, s.path); err != nil {
		return s, fmt.Errorf("copy its write-ahead log: %w", err)
	}
	return s, nil
}

// drop removes the copy: all of the log was read.
func (s spare) drop() error {
	if s.path == "" {
		return nil
	}
	return os.Remove(s.path)
}

// keep gives the copy a lasting name beside a file that can't be opened.
func (s spare) keep(path string) error {
	if s.path == "" {
		return nil
	}
	return os.Rename(s.path, asideName(path)+logSuffix)
}

// asideName is a name beside the file that nothing has yet.
func asideName(path string) string {
	name := path + time.Now().Format(".damaged-20060102-150405")
	for n := 2; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, os.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s%s-%d", path, time.Now().Format(".damaged-20060102-150405"), n)
	}
}

// setAside keeps what is left of a damaged file under another name, and returns that name.
func setAside(path string, s spare) (string, error) {
	name := asideName(path)
	if s.alone && s.path == "" {
		return "The table begins a new file.", nil
	}
	if !s.alone {
		if err := copyFile(path, name); err != nil {
			return "", err
		}
	}
	if s.path != "" {
		if err := os.Rename(s.path, name+logSuffix); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("What was found is kept as %s; the table goes on with what could be read.", filepath.Base(name)), nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// rest moves what was written into the file itself, once nothing more comes for settleAfter. The caller holds the lock.
func (j *Journal) rest() {
	if j.resting == nil {
		j.resting = time.AfterFunc(settleAfter, j.settled)
		return
	}
	j.resting.Reset(settleAfter)
}

func (j *Journal) settled() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.closed {
		_ = j.settle(context.Background()) // the notes are on disk either way
	}
}

// settle moves all that is in the write-ahead log into the file and empties the log.
func (j *Journal) settle(ctx context.Context) error {
	var busy, log, moved int
	err := j.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &moved)
	return j.Explain(err)
}

// identity is the files that were opened, so that a file that took another's place is found out.
type identity struct{ folder, file, log os.FileInfo }

func (j *Journal) identify() error {
	var err error
	if j.files.folder, err = j.folder.Stat(); err != nil {
		return err
	}
	if j.files.file, err = os.Stat(j.path); err != nil {
		return err
	}
	j.files.log, err = os.Stat(j.path + logSuffix)
	if errors.Is(err, os.ErrNotExist) {
		j.files.log, err = nil, nil
	}
	return err
}

// present makes sure that what is written next goes to a file that has a name. If somebody removed the file while the table runs, it is written anew.
// The caller holds the lock.
func (j *Journal) present(ctx context.Context) error {
	file, fileErr := os.Stat(j.path)
	switch {
	case fileErr == nil && !os.SameFile(file, j.files.file):
		return fmt.Errorf("another file stands in its place: stop the table, and move %s away or put the old file back", j.path)
	case errors.Is(fileErr, os.ErrNotExist):
		return j.writeAnew(ctx)
	case fileErr != nil:
		return fileErr
	}
	log, err := os.Stat(j.path + logSuffix)
	switch {
	case err == nil && j.files.log == nil:
		j.files.log = log
	case err == nil && !os.SameFile(log, j.files.log), errors.Is(err, os.ErrNotExist) && j.files.log != nil:
		return j.connectAnew(ctx)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return err
	}
	if head, err := os.Stat(j.head.path); err != nil || !j.head.is(head) {
		return j.renewHead()
	}
	return nil
}

// writeAnew writes the whole file again from the open one, which has lost its name, and goes on with the new one.
func (j *Journal) writeAnew(ctx context.Context) error {
	folder := filepath.Dir(j.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if now, err := os.Stat(folder); err != nil || !os.SameFile(now, j.files.folder) {
		lock, err := lockFolder(folder)
		if err != nil {
			return err
		}
		_ = j.folder.Close()
		j.folder = lock
	}
	fresh := j.path + ".anew"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if _, err := j.db.ExecContext(ctx, "VACUUM INTO '"+strings.ReplaceAll(fresh, "'", "''")+"'"); err != nil {
		return fmt.Errorf("somebody removed it, and it can't be written anew: %w", j.Explain(err))
	}
	if err := syncFile(fresh, 0o600); err != nil {
		return err
	}
	// The log beside the path belongs to the removed file.
	if err := os.Remove(j.path + logSuffix); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, j.path); err != nil {
		return err
	}
	j.damaged("Somebody removed the table's file while the table ran: it was written anew, and nothing is lost.")
	return j.connectAnew(ctx)
}

// connectAnew closes the open files and opens those that stand under their names.
func (j *Journal) connectAnew(ctx context.Context) error {
	seq, link := j.seq, j.link
	if err := j.settle(ctx); err != nil {
		return err
	}
	conn, err := j.db.Conn(ctx)
	if err != nil {
		return j.Explain(err)
	}
	_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // the pool drops it
	_ = conn.Close()
	if err := j.wal(ctx); err != nil {
		return err
	}
	if err := j.findHead(ctx); err != nil {
		return err
	}
	if j.seq != seq || j.link != link {
		return fmt.Errorf("somebody removed it, and what was written anew ends with entry %d and not with %d: stop the table", j.seq, seq)
	}
	if err := j.renewHead(); err != nil {
		return err
	}
	return j.identify()
}

// renewHead writes the head anew, because somebody removed it.
func (j *Journal) renewHead() error {
	head, err := openHead(j.head.path)
	if err != nil {
		return err
	}
	_ = j.head.close()
	j.head = head
	return j.catchUp()
}

func (h *headFile) is(other os.FileInfo) bool {
	own, err := h.f.Stat()
	return err == nil && os.SameFile(own, other)
}

func syncFile(path string, mode os.FileMode) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(mode), f.Sync(), f.Close())
}
