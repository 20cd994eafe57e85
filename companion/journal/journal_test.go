package journal_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
)

func TestAJournalThatCannotBeUsedSaysWhyAndIsLeftAlone(t *testing.T) {
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		says string
	}{
		"no database": {func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, bytes.Repeat([]byte("dice "), 4000), 0o600))
		}, "it is no database of this program"},
		"damaged": {func(t *testing.T, path string) {
			j := opened(t, path, journal.Limits{})
			notes := slices.Repeat([]journal.Note{{Kind: "x", Body: json.RawMessage(`"` + strings.Repeat("y", 500) + `"`)}}, 300)
			require.NoError(t, j.Append(t.Context(), notes, nil))
			require.NoError(t, j.Close())
			raw, err := os.ReadFile(path)
			require.NoError(t, err)
			copy(raw[5*4096:], bytes.Repeat([]byte{0xff}, 6*4096))
			require.NoError(t, os.WriteFile(path, raw, 0o600))
		}, "damaged"},
		"somebody else's database": {func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			require.NoError(t, err)
			_, err = db.Exec("CREATE TABLE recipes (name TEXT)")
			require.NoError(t, err)
			require.NoError(t, db.Close())
		}, "not one of this program"},
		"newer": {func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			require.NoError(t, err)
			_, err = db.Exec("PRAGMA user_version = 99")
			require.NoError(t, err)
			require.NoError(t, db.Close())
		}, "update the program"},
		"in use": {func(t *testing.T, path string) { opened(t, path, journal.Limits{}) }, "running already"},
		"a folder": {func(t *testing.T, path string) {
			require.NoError(t, os.Mkdir(path, 0o700))
		}, "a folder has its name"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "table.db")
			c.make(t, path)
			before, _ := os.ReadFile(path)
			_, err := journal.Open(t.Context(), path, journal.Limits{})
			require.ErrorContains(t, err, c.says)
			require.ErrorContains(t, err, path)
			after, _ := os.ReadFile(path)
			require.True(t, bytes.Equal(before, after), "the file was changed")
		})
	}
}

func opened(t *testing.T, path string, limits journal.Limits) *journal.Journal {
	t.Helper()
	j, err := journal.Open(t.Context(), path, limits)
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func TestCropsAreKeptByQuotaAndNotesAlways(t *testing.T) {
	j := opened(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{Crops: 1000})
	for throw := 1; throw <= 5; throw++ {
		crops := []journal.Crop{{Throw: throw, Die: 1, JPEG: make([]byte, 200)}, {Throw: throw, Die: 2, JPEG: make([]byte, 200)}}
		require.NoError(t, j.Append(t.Context(), []journal.Note{{At: time.UnixMilli(int64(throw)), Kind: "k", Body: json.RawMessage("{}")}}, crops))
	}
	for throw, kept := range map[int]bool{1: false, 2: false, 3: false, 4: true, 5: true} {
		_, err := j.Crop(t.Context(), throw, 2)
		if kept {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, journal.ErrNoCrop)
	}
	n := 0
	require.NoError(t, j.Notes(t.Context(), func(journal.Note) error { n++; return nil }))
	require.Equal(t, 5, n)
}

func TestAPathWithOddLettersWorks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "Würfel & co?#%20", "table.db")
	j := opened(t, path, journal.Limits{})
	require.NoError(t, j.Close())
	require.FileExists(t, path)
}

// If a memory card has become read-only, the error says so, and gives no number of the database's.
func TestAReadOnlyDiskIsCalledThat(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("a disk can be mounted by root alone: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	for _, path := range []string{filepath.Join(dir, "table.db"), filepath.Join(dir, "new", "table.db")} {
		require.NoError(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT, ""))
		if filepath.Dir(path) == dir {
			j, err := journal.Open(t.Context(), path, journal.Limits{})
			require.NoError(t, err)
			require.NoError(t, j.Append(t.Context(), []journal.Note{{Kind: "x", Body: []byte("{}")}}, nil))
			require.NoError(t, j.Close())
		}
		require.NoError(t, syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
		_, err := journal.Open(t.Context(), path, journal.Limits{})
		require.ErrorContains(t, err, "open the table's file "+path+": its disk is read-only: mount it for writing")
		require.NotContains(t, err.Error(), "I/O error")
	}
}
