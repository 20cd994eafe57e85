package journal_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
)

// oldFile is a table's file as the version before the chain wrote it.
func oldFile(t *testing.T, notes []journal.Note) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.db")
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	_, err = db.Exec(`CREATE TABLE note (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE crop (throw INTEGER NOT NULL, die INTEGER NOT NULL, jpeg BLOB NOT NULL, PRIMARY KEY (throw, die)) WITHOUT ROWID;
CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
PRAGMA user_version = 1;`)
	require.NoError(t, err)
	tx, err := db.Begin()
	require.NoError(t, err)
	for _, n := range notes {
		_, err := tx.Exec("INSERT INTO note (at, kind, body) VALUES (?, ?, ?)", n.At.UnixMilli(), n.Kind, string(n.Body))
		require.NoError(t, err)
	}
	require.NoError(t, tx.Commit())
	require.NoError(t, db.Close())
	return path
}

func notesOf(t *testing.T, j *journal.Journal) []journal.Note {
	t.Helper()
	var out []journal.Note
	require.NoError(t, j.Notes(t.Context(), func(n journal.Note) error {
		out = append(out, n)
		return nil
	}))
	return out
}

func TestAFileFromBeforeTheChainLosesNothing(t *testing.T) {
	var notes []journal.Note
	for i := range 2500 {
		notes = append(notes, journal.Note{At: time.UnixMilli(int64(1000 * i)), Kind: "turn", Body: json.RawMessage(fmt.Sprintf(`{"seat":%d}`, i%4))})
	}
	path := oldFile(t, notes)
	j := opened(t, path, journal.Limits{})
	now := notesOf(t, j)
	require.Len(t, now, len(notes)+1)
	for i, n := range notes {
		require.Equal(t, int64(i+1), now[i].Seq)
		require.Equal(t, n.At.UnixMilli(), now[i].At.UnixMilli())
		require.Equal(t, n.Kind, now[i].Kind)
		require.JSONEq(t, string(n.Body), string(now[i].Body))
	}
	require.JSONEq(t, `{"sealed": 2500}`, string(now[2500].Body))
	seq, head := j.Head()
	require.Equal(t, int64(2501), seq)
	require.NoError(t, j.Close())

	j = opened(t, path, journal.Limits{})
	require.Len(t, notesOf(t, j), 2501, "it was chained twice")
	again, same := j.Head()
	require.Equal(t, seq, again)
	require.Equal(t, head, same)
}

func TestAFullDiskLeavesTheChainAsItWas(t *testing.T) {
	j := opened(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{File: 100 << 10})
	long := journal.Note{Kind: "turn", Body: json.RawMessage(fmt.Sprintf(`"%0*d"`, 20_000, 0))}
	var err error
	for err == nil {
		err = j.Append(t.Context(), []journal.Note{long}, nil)
	}
	require.ErrorIs(t, err, journal.ErrFull)
	seq, head := j.Head()
	require.Len(t, notesOf(t, j), int(seq))
	require.NoError(t, j.Append(t.Context(), []journal.Note{{Kind: "turn", Body: json.RawMessage("{}")}}, nil))
	after, next := j.Head()
	require.Equal(t, seq+1, after)
	require.NotEqual(t, head, next)
}

// If a program doesn't know counts that go on in another log, or things that lay there before a throw, it would count
// something else. So it refuses the file, whichever program made it.
func TestAnOlderProgramThatWouldCountSomethingElseRefusesTheFile(t *testing.T) {
	unchained, chained, third, fresh := oldFile(t, []journal.Note{turn(1)}), chainFile(t, 3), chainFile(t, 3), chainFile(t, 3)
	meddle(t, third, "PRAGMA user_version = 3")
	meddle(t, chained, "DROP TABLE chapter", "PRAGMA user_version = 2")
	v, err := journal.Verify(t.Context(), chained, nil)
	require.NoError(t, err)
	require.EqualValues(t, 3, v.Entries, "a look leaves the file as it is, and needs no newer one")
	for name, path := range map[string]string{"unchained": unchained, "chained": chained, "of format 3": third, "fresh": fresh} {
		j := opened(t, path, journal.Limits{})
		var version int
		require.NoError(t, j.Database().QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&version))
		require.Equal(t, 4, version, name)
		before, _ := j.Head()
		require.NoError(t, j.KeepChapter(t.Context(), journal.Chapter{N: 1, Body: []byte("{}")}), name)
		require.NoError(t, j.Close())
		j = opened(t, path, journal.Limits{})
		after, _ := j.Head()
		require.Equal(t, before, after, name)
		require.NoError(t, j.Close())
	}
}
