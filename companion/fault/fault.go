// Package fault says what an error of a disk, or of a database on it, means for a person and how to mend it.
package fault

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Kind is what is wrong.
type Kind string

// What can be wrong.
const (
	Full     Kind = "full"
	ReadOnly Kind = "read-only"
	// Rights: this program may not write there.
	Rights Kind = "rights"
	// Gone: the file or its folder was moved, removed or unplugged.
	Gone Kind = "gone"
	// Place: a folder has the file's name, or its path leads through a file.
	Place Kind = "place"
	// Failing: the disk itself reports errors.
	Failing Kind = "failing"
	// Handles: this process has too many files open.
	Handles Kind = "handles"
	// Busy: another process holds the file.
	Busy Kind = "busy"
	// Damaged: what the file holds can't be read any more. Foreign: it never was a database.
	Damaged Kind = "damaged"
	Foreign Kind = "foreign"
	// Locks: the disk knows no locks, as some network disks don't.
	Locks Kind = "locks"
)

// Fault is an error of a disk in words. The wrapped error has the codes, for a log.
type Fault struct {
	Kind Kind
	// Says is what is wrong, Mend what to do about it; both clauses about "it", a file.
	Says, Mend string
	// vague says that the code alone doesn't tell what is wrong, so that the disk must be looked at.
	vague bool
	err   error
}

func (f *Fault) Error() string { return f.Says + ": " + f.Mend }

func (f *Fault) Unwrap() error { return f.err }

// words are what is said of each kind.
var words = map[Kind][2]string{
	Full:     {"its disk is full", "free some space"},
	ReadOnly: {"its disk is read-only", "mount it for writing, or choose another folder with --data-dir. A memory card that suddenly turns read-only is often worn out: copy it while it can be read"},
	Rights:   {"this program has no right to write there", "look at the owner and the rights of the file and of its folder"},
	Gone:     {"it or its folder was moved, removed or unplugged", "put it back, then start the program again"},
	Place:    {"a folder has its name, or its path leads through a file", "choose another place with --data-dir"},
	Failing:  {"its disk reports errors", "check the disk, its cable or the memory card, and make a copy"},
	Handles:  {"too many files are open", "close other programs, or raise the limit with ulimit -n"},
	Busy:     {"another program holds it", "is astragal running already? Stop that one, or choose another folder with --data-dir"},
	Damaged:  {"it is damaged", "move it away and start with a new one, or put back a copy"},
	Foreign:  {"it is no database of this program", "choose another name, or move it away"},
	Locks:    {"its disk can't lock files, as some network disks can't", "choose a folder on a local disk with --data-dir"},
}

func newFault(k Kind, err error) *Fault {
	return &Fault{Kind: k, Says: words[k][0], Mend: words[k][1], err: err}
}

// Explain puts an error of a database or of a disk into a *Fault; it leaves any other error as it is. path is the file that it is about. If the code
// alone says little, Explain looks at the file's disk. path may be empty.
func Explain(err error, path string) error {
	var known *Fault
	if errors.As(err, &known) {
		if !known.vague || path == "" {
			return err
		}
		return look(known, path)
	}
	f := ofDatabase(err)
	if f == nil {
		f = ofSystem(err)
	}
	switch {
	case f == nil:
		return err
	case f.vague && path != "":
		return look(f, path)
	}
	return f
}

// ofDatabase is what SQLite's codes mean, nil for another error.
func ofDatabase(err error) *Fault {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return nil
	}
	kind, vague := ofCode(e.Code())
	if kind == "" {
		return nil
	}
	f := newFault(kind, err)
	f.vague = vague
	return f
}

// ofCode is what one of SQLite's codes means; empty if it is the program's own mistake. vague says that it may mean several things.
func ofCode(code int) (kind Kind, vague bool) {
	switch code {
	case sqlite3.SQLITE_READONLY_DBMOVED:
		return Gone, false
	case sqlite3.SQLITE_IOERR_CORRUPTFS:
		return Failing, false
	case sqlite3.SQLITE_IOERR_LOCK, sqlite3.SQLITE_IOERR_UNLOCK, sqlite3.SQLITE_IOERR_RDLOCK, sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK:
		return Locks, true
	}
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return Full, false
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return Busy, false
	case sqlite3.SQLITE_NOTADB:
		return Foreign, false
	case sqlite3.SQLITE_CORRUPT:
		return Damaged, false
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return Rights, true
	case sqlite3.SQLITE_IOERR:
		return Failing, true
	}
	return "", false
}

// ofSystem is what an error of the operating system means, nil for another error.
func ofSystem(err error) *Fault {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return nil
	}
	kinds := map[syscall.Errno]Kind{
		syscall.ENOSPC: Full, syscall.EDQUOT: Full, syscall.EFBIG: Full, syscall.EROFS: ReadOnly, syscall.EACCES: Rights, syscall.EPERM: Rights,
		syscall.ENOENT: Gone, syscall.ENODEV: Gone, syscall.ENXIO: Gone, syscall.ESTALE: Gone, syscall.ENOTDIR: Place, syscall.EISDIR: Place,
		syscall.EIO: Failing, syscall.EMFILE: Handles, syscall.ENFILE: Handles, syscall.ENOLCK: Locks, syscall.EBUSY: Busy,
	}
	k, ok := kinds[errno]
	if !ok {
		return nil
	}
	return newFault(k, err)
}

// look tries the disk and says what is wrong there. If it finds nothing, the fault stays as it was.
func look(f *Fault, path string) error {
	if found := ofSystem(try(path)); found != nil {
		found.err = f.err
		return found
	}
	return &Fault{Kind: f.Kind, Says: f.Says, Mend: f.Mend, err: f.err}
}

// try writes a little beside the file. The file itself isn't opened: closing it would give up SQLite's locks.
func try(path string) error {
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	if at, err := os.Stat(path); err != nil {
		if !errors.Is(err, os.ErrNotExist) {
			return err
		}
	} else if at.IsDir() {
		return syscall.EISDIR
	} else if err := syscall.Access(path, accessWrite); err != nil {
		return err
	}
	probe, err := os.CreateTemp(dir, ".astragal-writes-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(probe.Name()) }()
	_, err = probe.Write(make([]byte, probeBytes))
	return errors.Join(err, probe.Sync(), probe.Close())
}

const (
	accessWrite = 2 // W_OK of access(2)
	probeBytes  = 8192
)

// Cause is what a fault was made from, with its codes: for a log. It is nil where there is no fault.
func Cause(err error) error {
	var f *Fault
	if !errors.As(err, &f) {
		return nil
	}
	return f.err
}

// Sentence is a fault as people read it, about a file that is called so.
func (f *Fault) Sentence(file string) string {
	return fmt.Sprintf("%s can't be written: %s.", file, f.Says) + " " + fmt.Sprintf("To mend it, %s.", f.Mend)
}
