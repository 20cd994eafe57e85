package companion_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
)

// oldFile is a table's file as the version before the chain wrote it.
func oldFile(t *testing.T, notes []companion.Note) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.db")
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	_, err = db.Exec(`CREATE TABLE note (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE crop (throw INTEGER NOT NULL, die INTEGER NOT NULL, jpeg BLOB NOT NULL, PRIMARY KEY (throw, die)) WITHOUT ROWID;
CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
PRAGMA user_version = 1;`)
	require.NoError(t, err)
	for _, n := range notes {
		_, err := db.Exec("INSERT INTO note (at, kind, body) VALUES (?, ?, ?)", n.At.UnixMilli(), n.Kind, string(n.Body))
		require.NoError(t, err)
	}
	require.NoError(t, db.Close())
	return path
}

func notesOf(t *testing.T, j *companion.Journal) []companion.Note {
	t.Helper()
	var out []companion.Note
	require.NoError(t, j.Notes(t.Context(), func(n companion.Note) error {
		out = append(out, n)
		return nil
	}))
	return out
}

func TestAFileFromBeforeTheChainLosesNothing(t *testing.T) {
	var notes []companion.Note
	for i := range 2500 {
		notes = append(notes, companion.Note{At: time.UnixMilli(int64(1000 * i)), Kind: "turn", Body: json.RawMessage(fmt.Sprintf(`{"seat":%d}`, i%4))})
	}
	path := oldFile(t, notes)
	j := journal(t, path, companion.JournalLimits{})
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

	j = journal(t, path, companion.JournalLimits{})
	require.Len(t, notesOf(t, j), 2501, "it was chained twice")
	again, same := j.Head()
	require.Equal(t, seq, again)
	require.Equal(t, head, same)
}

func TestAnEveningFromBeforeTheChainGoesOn(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	tb.clear()
	tb.throw(1, 2)
	before := tb.view().Rolls
	tb.stop()
	j := journal(t, tb.path, companion.JournalLimits{})
	notes := notesOf(t, j)
	require.NoError(t, j.Close())

	tb = sit(t, oldFile(t, notes), companion.JournalLimits{Crops: 1 << 20})
	after := tb.view().Rolls
	for i := range before {
		require.Equal(t, before[i].Total, after[i].Total)
		require.Equal(t, before[i].Dice, after[i].Dice)
	}
	require.Len(t, after, len(before))
}

func TestAFullDiskLeavesTheChainAsItWas(t *testing.T) {
	j := journal(t, filepath.Join(t.TempDir(), "table.db"), companion.JournalLimits{File: 100 << 10})
	long := companion.Note{Kind: "turn", Body: json.RawMessage(fmt.Sprintf(`"%0*d"`, 20_000, 0))}
	var err error
	for err == nil {
		err = j.Append(t.Context(), []companion.Note{long}, nil)
	}
	require.ErrorIs(t, err, companion.ErrFull)
	seq, head := j.Head()
	require.Len(t, notesOf(t, j), int(seq))
	require.NoError(t, j.Append(t.Context(), []companion.Note{{Kind: "turn", Body: json.RawMessage("{}")}}, nil))
	after, next := j.Head()
	require.Equal(t, seq+1, after)
	require.NotEqual(t, head, next)
}
