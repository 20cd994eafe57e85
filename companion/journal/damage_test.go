package journal_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
)

const acknowledged = 45

// killed is a table's file as a killed program leaves it: all that was acknowledged lies in the log beside it.
func killed(t *testing.T) (path string) {
	t.Helper()
	from := filepath.Join(t.TempDir(), "table.db")
	j := opened(t, from, journal.Limits{})
	for i := range acknowledged {
		require.NoError(t, j.Append(t.Context(), []journal.Note{turn(i)}, nil))
	}
	path = filepath.Join(t.TempDir(), "table.db")
	carry(t, from, path)
	return path
}

func turn(i int) journal.Note {
	return journal.Note{At: time.UnixMilli(int64(i)), Kind: "turn", Body: json.RawMessage(fmt.Sprintf(`{"seat":%d,"said":"%0*d"}`, i, 100, i))}
}

// carry copies a table's file and the files beside it.
func carry(t *testing.T, from, to string) {
	t.Helper()
	for _, end := range []string{"", "-wal", ".head"} {
		raw, err := os.ReadFile(from + end)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(to+end, raw, 0o600))
	}
}

// rounds is how many places a test damages. A soak damages more.
func rounds(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("ASTRAGAL_SOAK")); err == nil {
		return max(usual, n/2)
	}
	return usual
}

// Whatever happens to the write-ahead log, the table says to the entry what is gone. What is left is as it was
// written, and what was found is kept.
func TestADamagedLogNeverLosesSilently(t *testing.T) {
	sound := killed(t)
	log, err := os.ReadFile(sound + "-wal")
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(7, 28))
	for n := range rounds(60) {
		damaged := append([]byte{}, log...)
		var how string
		switch at := chance.IntN(len(log)); n % 3 {
		case 0:
			damaged[at] ^= 1 << chance.IntN(8)
			how = fmt.Sprintf("byte %d flipped", at)
		case 1:
			damaged = damaged[:at]
			how = fmt.Sprintf("cut at %d", at)
		default:
			for i := at; i < min(at+4096, len(log)); i++ {
				damaged[i] = 0
			}
			how = fmt.Sprintf("zeroes from %d on", at)
		}
		goesOn(t, sound, damaged, how)
	}
	goesOn(t, sound, nil, "removed")
	goesOn(t, sound, append([]byte{log[0] ^ 1}, log[1:]...), "header flipped")
}

// goesOn opens a file whose log was damaged, and checks what the table says.
func goesOn(t *testing.T, sound string, log []byte, how string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.db")
	carry(t, sound, path)
	if log == nil {
		require.NoError(t, os.Remove(path+"-wal"))
	} else {
		require.NoError(t, os.WriteFile(path+"-wal", log, 0o600))
	}
	j, err := journal.Open(t.Context(), path, journal.Limits{})
	require.NoError(t, err, how)
	defer func() { require.NoError(t, j.Close()) }()
	left := notesOf(t, j)
	for i, n := range left {
		require.JSONEq(t, string(turn(i).Body), string(n.Body), how)
	}
	if len(left) == acknowledged {
		require.Empty(t, j.Damages(), how)
		return
	}
	require.Len(t, j.Damages(), 1, "%s: %d of %d entries are left and nothing is said", how, len(left), acknowledged)
	require.Contains(t, j.Damages()[0], missingFrom(len(left)), how)
	if log != nil {
		require.Equal(t, log, kept(t, path, "-wal"), "%s: what was found is not kept", how)
	}
	require.NoError(t, j.Append(t.Context(), []journal.Note{turn(len(left))}, nil), how)
}

func missingFrom(left int) string {
	if left == 0 {
		return "its 45 entries are missing"
	}
	return fmt.Sprintf("entries %d to %d", left+1, acknowledged)
}

// kept is the copy that was set aside of a damaged file.
func kept(t *testing.T, path, end string) []byte {
	t.Helper()
	found, err := filepath.Glob(path + ".damaged-*" + end)
	require.NoError(t, err)
	require.Len(t, found, 1)
	raw, err := os.ReadFile(found[0])
	require.NoError(t, err)
	return raw
}

// The table says a damage once, and not at the next start.
func TestADamageIsSaidOnce(t *testing.T) {
	path := killed(t)
	require.NoError(t, os.Remove(path+"-wal"))
	j := opened(t, path, journal.Limits{})
	require.Len(t, j.Damages(), 1)
	require.NoError(t, j.Append(t.Context(), []journal.Note{turn(0)}, nil))
	require.NoError(t, j.Close())
	require.Empty(t, opened(t, path, journal.Limits{}).Damages())
}

func TestNoFreshFileIsBegunOverALogThatIsLeft(t *testing.T) {
	path := killed(t)
	log, err := os.ReadFile(path + "-wal")
	require.NoError(t, err)
	for _, end := range []string{"", ".head"} {
		require.NoError(t, os.Remove(path+end))
	}
	j := opened(t, path, journal.Limits{})
	require.Len(t, j.Damages(), 1)
	require.Equal(t, log, kept(t, path, "-wal"))
}

func TestAnOlderCopyPutBackIsSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	j := opened(t, path, journal.Limits{})
	require.NoError(t, j.Append(t.Context(), []journal.Note{turn(0)}, nil))
	require.NoError(t, j.Close())
	old, err := os.ReadFile(path)
	require.NoError(t, err)
	j = opened(t, path, journal.Limits{})
	require.NoError(t, j.Append(t.Context(), []journal.Note{turn(1), turn(2)}, nil))
	require.NoError(t, j.Close())
	require.NoError(t, os.WriteFile(path, old, 0o600))
	v, err := journal.Verify(t.Context(), path, nil)
	require.NoError(t, err)
	require.Equal(t, "cut off", v.Fault.What)
	require.Contains(t, opened(t, path, journal.Limits{}).Damages()[0], "entries 2 to 3")
}

func TestAnotherTablesFileIsNotTakenForThisOnes(t *testing.T) {
	path := killed(t)
	other := chainFile(t, acknowledged+1)
	raw, err := os.ReadFile(other)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, raw, 0o600))
	require.NoError(t, os.Remove(path+"-wal"))
	require.Contains(t, opened(t, path, journal.Limits{}).Damages()[0], "another one")
}

func TestABrokenChainIsSaidAtTheStart(t *testing.T) {
	path := chainFile(t, 12)
	meddle(t, path, `UPDATE note SET body = '{"seat":9}' WHERE seq = 5`)
	j := opened(t, path, journal.Limits{})
	require.Len(t, notesOf(t, j), 12)
	require.Contains(t, j.Damages()[0], "Entry 5")
}

// The power fails while the head is written. The head that was written before still holds.
func TestATornHeadLeavesTheOneBefore(t *testing.T) {
	for place := range 2 {
		path := killed(t)
		raw, err := os.ReadFile(path + ".head")
		require.NoError(t, err)
		copy(raw[place*160+20:], "torn torn torn")
		require.NoError(t, os.WriteFile(path+".head", raw, 0o600))
		j := opened(t, path, journal.Limits{})
		require.Len(t, notesOf(t, j), acknowledged)
		require.Empty(t, j.Damages())
	}
}

func TestAFileRemovedUnderARunningTableIsWrittenAnew(t *testing.T) {
	for name, remove := range map[string]func(path string) error{
		"the file": os.Remove,
		"its log":  func(path string) error { return os.Remove(path + "-wal") },
		"its head": func(path string) error { return os.Remove(path + ".head") },
		"all of it": func(path string) error {
			return os.RemoveAll(filepath.Dir(path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "data", "table.db")
			j := opened(t, path, journal.Limits{Crops: 1000})
			require.NoError(t, j.Append(t.Context(), []journal.Note{turn(0)}, []journal.Crop{{Throw: 1, Die: 1, JPEG: []byte("picture")}}))
			require.NoError(t, remove(path))
			require.NoError(t, j.Append(t.Context(), []journal.Note{turn(1)}, nil))

			// What is on the disk now is what is left after a kill.
			left := filepath.Join(t.TempDir(), "table.db")
			carry(t, path, left)
			again := opened(t, left, journal.Limits{Crops: 1000})
			require.Len(t, notesOf(t, again), 2)
			require.Empty(t, again.Damages())
			picture, err := again.Crop(t.Context(), 1, 1)
			require.NoError(t, err)
			require.Equal(t, "picture", string(picture))

			require.NoError(t, j.Append(t.Context(), []journal.Note{turn(2)}, nil))
			require.NoError(t, j.Close())
			require.Len(t, notesOf(t, opened(t, path, journal.Limits{})), 3)
		})
	}
}

func TestAFileInThePlaceOfTheTablesIsNeitherWrittenNorBelieved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	j := opened(t, path, journal.Limits{})
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.WriteFile(path, []byte("a shopping list"), 0o600))
	require.ErrorContains(t, j.Append(t.Context(), []journal.Note{turn(0)}, nil), "another file stands in its place")
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "a shopping list", string(raw))
}

func TestTheFolderIsLockedAndNotTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	opened(t, path, journal.Limits{})
	require.NoError(t, os.Remove(path))
	_, err := journal.Open(t.Context(), path, journal.Limits{})
	require.ErrorContains(t, err, "running already")
}

func TestTheFileIsItsOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	require.NoError(t, opened(t, path, journal.Limits{}).Close())
	require.NoError(t, os.Chmod(path, 0o664))
	j := opened(t, path, journal.Limits{})
	require.NoError(t, j.Append(t.Context(), []journal.Note{turn(0)}, nil))
	for _, end := range []string{"", "-wal", ".head"} {
		info, err := os.Stat(path + end)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), end)
	}
}

// While nothing happens, all entries are in the file itself, so damage of the log loses nothing.
func TestAtRestTheLogIsEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	j := opened(t, path, journal.Limits{})
	require.NoError(t, j.Append(t.Context(), []journal.Note{turn(0)}, nil))
	require.Eventually(t, func() bool {
		info, err := os.Stat(path + "-wal")
		return err == nil && info.Size() == 0
	}, time.Minute, 50*time.Millisecond)
	require.NoError(t, os.Remove(path+"-wal"))
	require.NoError(t, j.Append(t.Context(), []journal.Note{turn(1)}, nil))
	require.Len(t, notesOf(t, j), 2)
	require.NotContains(t, strings.Join(j.Damages(), " "), "missing")
}

// A file that a newer program wrote, and a table that was killed there, stays as it is: no byte of the folder changes, and nothing is called damaged.
func TestAFileOfANewerProgramIsNotTouched(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "table.db")
	j, err := journal.Open(t.Context(), path, journal.Limits{})
	require.NoError(t, err)
	require.NoError(t, j.Close())
	newer, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	newer.SetMaxOpenConns(1)
	for _, do := range []string{"PRAGMA journal_mode = WAL", "CREATE TABLE later (x)", "PRAGMA user_version = 99"} {
		_, err := newer.ExecContext(t.Context(), do)
		require.NoError(t, err)
	}
	left := t.TempDir() // what is left if it is killed now
	require.NoError(t, os.CopyFS(left, os.DirFS(dir)))
	require.NoError(t, newer.Close())
	for _, dir := range []string{left, dir} {
		before := bytesIn(t, dir)
		for range 2 {
			_, err := journal.Open(t.Context(), filepath.Join(dir, "table.db"), journal.Limits{})
			require.ErrorContains(t, err, "it was written by a newer version of this program (format 99, this one knows 4): update the program")
		}
		require.Equal(t, before, bytesIn(t, dir))
	}
}

// bytesIn are the files of a folder.
func bytesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		out[e.Name()] = string(raw)
	}
	return out
}
