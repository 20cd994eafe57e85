package fault_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/fault"
)

// database opens a database that can be written, and puts something into it.
func database(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	require.NoError(t, write(db))
	return db
}

func write(db *sql.DB) error {
	_, err := db.Exec("CREATE TABLE IF NOT EXISTS a (b BLOB); INSERT INTO a VALUES (randomblob(50000))")
	return err
}

// card is a small disk of its own. Only root can have one.
func card(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("a disk can be mounted by root alone: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// says is the kind of fault that an error is explained as, in plain words.
func says(t *testing.T, err error, path string) fault.Kind {
	t.Helper()
	require.Error(t, err)
	told := fault.Explain(fmt.Errorf("write: %w", err), path)
	var f *fault.Fault
	require.ErrorAs(t, told, &f, "%v", err)
	require.NotContains(t, f.Error(), "SQLITE")
	require.NotContains(t, f.Error(), "(")
	require.Contains(t, f.Error(), f.Mend)
	require.ErrorIs(t, told, err)
	require.Equal(t, told, fault.Explain(told, path), "explained once is explained")
	return f.Kind
}

func TestADiskThatTurnsReadOnly(t *testing.T) {
	path := filepath.Join(card(t), "table.db")
	db := database(t, path)
	require.NoError(t, db.Close())
	require.NoError(t, syscall.Mount("", filepath.Dir(path), "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)")
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	require.Equal(t, fault.ReadOnly, says(t, write(db), path))
}

func TestADiskThatIsFull(t *testing.T) {
	path := filepath.Join(card(t), "table.db")
	db := database(t, path)
	var err error
	for range 100 {
		if err = write(db); err != nil {
			break
		}
	}
	require.Equal(t, fault.Full, says(t, err, path))
}

func TestFilesThatCantBeUsed(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage.db")
	require.NoError(t, os.WriteFile(garbage, []byte(strings.Repeat("no database ", 1000)), 0o600))
	folder := filepath.Join(dir, "folder.db")
	require.NoError(t, os.Mkdir(folder, 0o700))
	for path, want := range map[string]fault.Kind{
		garbage:                            fault.Foreign,
		folder:                             fault.Place,
		filepath.Join(dir, "none", "x.db"): fault.Gone,
		filepath.Join(garbage, "x.db"):     fault.Place,
	} {
		db, err := sql.Open("sqlite", "file:"+path)
		require.NoError(t, err)
		require.Equal(t, want, says(t, write(db), path), path)
		require.NoError(t, db.Close())
	}
}

func TestADamagedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	db := database(t, path)
	require.NoError(t, db.Close())
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := 100; i < len(raw); i++ {
		raw[i] = 0xff
	}
	require.NoError(t, os.WriteFile(path, raw, 0o600))
	db, err = sql.Open("sqlite", "file:"+path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	require.Equal(t, fault.Damaged, says(t, write(db), path))
}

func TestAnotherProgramHoldsIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	db := database(t, path)
	tx, err := db.Begin()
	require.NoError(t, err)
	t.Cleanup(func() { _ = tx.Rollback() })
	_, err = tx.Exec("INSERT INTO a VALUES (1)")
	require.NoError(t, err)
	other, err := sql.Open("sqlite", "file:"+path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = other.Close() })
	require.Equal(t, fault.Busy, says(t, write(other), path))
}

func TestWhatTheSystemSays(t *testing.T) {
	for errno, want := range map[syscall.Errno]fault.Kind{
		syscall.EROFS: fault.ReadOnly, syscall.ENOSPC: fault.Full, syscall.EDQUOT: fault.Full, syscall.EACCES: fault.Rights,
		syscall.EIO: fault.Failing, syscall.EMFILE: fault.Handles, syscall.ENOENT: fault.Gone, syscall.ENOTDIR: fault.Place, syscall.ENOLCK: fault.Locks,
	} {
		require.Equal(t, want, says(t, &os.PathError{Op: "write", Path: "x", Err: errno}, ""), errno.Error())
	}
	other := errors.New("the dice are cold")
	require.Equal(t, other, fault.Explain(other, "x"))
	require.NoError(t, fault.Explain(nil, "x"))
	require.NoError(t, fault.Cause(other))
	f := fault.Explain(syscall.EROFS, "").(*fault.Fault) //nolint:errorlint // the test makes it here
	require.Equal(t, "The table's file can't be written: its disk is read-only. To mend it, "+f.Mend+".", f.Sentence("The table's file"))
}
