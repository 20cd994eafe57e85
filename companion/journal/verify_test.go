package journal_test

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
)

// chainFile is a table's file with n notes.
func chainFile(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.db")
	j := opened(t, path, journal.Limits{})
	for i := range n {
		require.NoError(t, j.Append(t.Context(), []journal.Note{{At: time.UnixMilli(int64(1000 * i)), Kind: "turn", Body: json.RawMessage(fmt.Sprintf(`{"seat":%d}`, i))}}, nil))
	}
	require.NoError(t, j.Close())
	return path
}

// meddle changes a file as another program would.
func meddle(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	for _, s := range statements {
		_, err := db.Exec(s)
		require.NoError(t, err, s)
	}
	require.NoError(t, db.Close())
}

func TestVerifyNamesTheFirstEntryThatIsNotAsItWasWritten(t *testing.T) {
	for name, c := range map[string]struct {
		do    []string
		entry int64
		what  string
	}{
		"nothing":                       {},
		"a body was changed":            {[]string{`UPDATE note SET body = '{"seat":9}' WHERE seq = 5`}, 5, "changed"},
		"a time was changed":            {[]string{`UPDATE note SET at = at + 1 WHERE seq = 7`}, 7, "changed"},
		"a kind was changed":            {[]string{`UPDATE note SET kind = 'act' WHERE seq = 1`}, 1, "changed"},
		"a link was changed":            {[]string{`UPDATE note SET link = zeroblob(32) WHERE seq = 4`}, 4, "changed"},
		"the last was changed":          {[]string{`UPDATE note SET body = '{}' WHERE seq = 12`}, 12, "changed"},
		"two were changed":              {[]string{`UPDATE note SET body = '{}' WHERE seq IN (3, 8)`}, 3, "changed"},
		"one was removed":               {[]string{`DELETE FROM note WHERE seq = 6`}, 6, "removed"},
		"the first was removed":         {[]string{`DELETE FROM note WHERE seq = 1`}, 1, "removed"},
		"removed and numbered anew":     {[]string{`DELETE FROM note WHERE seq = 6`, `UPDATE note SET seq = seq - 1 WHERE seq > 6`}, 6, "removed"},
		"the end was cut off":           {[]string{`DELETE FROM note WHERE seq > 9`}, 10, "cut off"},
		"put in without a link":         {[]string{`UPDATE note SET seq = -(seq + 1) WHERE seq > 6`, `UPDATE note SET seq = -seq WHERE seq < 0`, `INSERT INTO note (seq, at, kind, body) VALUES (7, 0, 'turn', '{}')`}, 7, "put in"},
		"put in with somebody's link":   {[]string{`UPDATE note SET seq = -(seq + 1) WHERE seq > 6`, `UPDATE note SET seq = -seq WHERE seq < 0`, `INSERT INTO note (seq, at, kind, body, link) VALUES (7, 0, 'turn', '{}', randomblob(32))`}, 7, "put in"},
		"put at the end without a link": {[]string{`INSERT INTO note (at, kind, body) VALUES (0, 'turn', '{}')`}, 13, "put in"},
		"two have changed places":       {[]string{`UPDATE note SET seq = -4 WHERE seq = 4`, `UPDATE note SET seq = 4 WHERE seq = 5`, `UPDATE note SET seq = 5 WHERE seq = -4`}, 4, "put in"},
	} {
		t.Run(name, func(t *testing.T) {
			path := chainFile(t, 12)
			meddle(t, path, c.do...)
			before, err := os.ReadFile(path)
			require.NoError(t, err)
			v, err := journal.Verify(t.Context(), path, nil)
			require.NoError(t, err)
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, before, after, "the check changed the file")
			if c.entry == 0 {
				require.Nil(t, v.Fault)
				require.Equal(t, int64(12), v.Entries)
				return
			}
			require.NotNil(t, v.Fault)
			require.Equal(t, c.entry, v.Fault.Entry, v.Fault.Text)
			require.Equal(t, c.what, v.Fault.What, v.Fault.Text)
		})
	}
}

// Verify finds a change of any single byte of any entry.
func TestVerifyFindsAnyEditedByte(t *testing.T) {
	path := chainFile(t, 4)
	for seq := 1; seq <= 4; seq++ {
		for at := 1; at <= len(`{"seat":0}`); at++ {
			copied := filepath.Join(t.TempDir(), "table.db")
			raw, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(copied, raw, 0o600))
			meddle(t, copied, fmt.Sprintf(`UPDATE note SET body = substr(body, 1, %d) || '~' || substr(body, %d) WHERE seq = %d`, at-1, at+1, seq))
			v, err := journal.Verify(t.Context(), copied, nil)
			require.NoError(t, err)
			require.NotNil(t, v.Fault, "byte %d of entry %d", at, seq)
			require.Equal(t, int64(seq), v.Fault.Entry)
		}
	}
}

func TestALinkThatWasWrittenDownFindsAChainComputedAnew(t *testing.T) {
	path := chainFile(t, 6)
	j := opened(t, path, journal.Limits{})
	_, head := j.Head()
	require.NoError(t, j.Close())
	// A forger writes the same number of other entries, with a sound chain.
	forged := chainFile(t, 0)
	j = opened(t, forged, journal.Limits{})
	for range 6 {
		require.NoError(t, j.Append(t.Context(), []journal.Note{{Kind: "turn", Body: json.RawMessage(`{"seat":1}`)}}, nil))
	}
	require.NoError(t, j.Close())
	known := journal.Known{Entry: 6, Head: hex.EncodeToString(head[:])}
	v, err := journal.Verify(t.Context(), path, nil, known)
	require.NoError(t, err)
	require.Nil(t, v.Fault)
	v, err = journal.Verify(t.Context(), forged, nil, known)
	require.NoError(t, err)
	require.NotNil(t, v.Fault)
	v, err = journal.Verify(t.Context(), path, nil, journal.Known{Entry: 7, Head: known.Head})
	require.NoError(t, err)
	require.Equal(t, "cut off", v.Fault.What)
}

func TestVerifySaysFromWhereOnAnOldFileIsChained(t *testing.T) {
	path := oldFile(t, []journal.Note{{Kind: "turn", Body: json.RawMessage(`{"seat":0}`)}, {Kind: "turn", Body: json.RawMessage(`{"seat":0}`)}})
	_, err := journal.Verify(t.Context(), path, nil)
	require.ErrorIs(t, err, journal.ErrUnchained)
	j := opened(t, path, journal.Limits{})
	require.NoError(t, j.Close())
	v, err := journal.Verify(t.Context(), path, nil)
	require.NoError(t, err)
	require.Equal(t, int64(2), v.Sealed)
	require.WithinDuration(t, time.Now(), v.SealedAt, time.Minute)
	meddle(t, path, `UPDATE note SET body = '{}' WHERE seq = 1`)
	v, err = journal.Verify(t.Context(), path, nil)
	require.NoError(t, err)
	require.Equal(t, int64(1), v.Fault.Entry)
}

func TestWhatCannotBeVerifiedSaysWhy(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	require.NoError(t, os.WriteFile(text, []byte("no database at all, but long enough to be taken for one ............................................................"), 0o600))
	other := filepath.Join(dir, "other.db")
	meddle(t, other, "CREATE TABLE recipes (name TEXT)")
	held := chainFile(t, 2)
	opened(t, held, journal.Limits{})
	for path, says := range map[string]string{
		filepath.Join(dir, "none.db"): "no such file", dir: "it is a folder", text: "it is no database of this program",
		other: "not one of this program", held: "the table is running",
	} {
		_, err := journal.Verify(t.Context(), path, nil)
		require.ErrorContains(t, err, says)
		require.ErrorContains(t, err, path)
	}
}

// If a program was killed, the last entries are in the log beside the file.
func TestVerifyReadsWhatAKilledProgramLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	j := opened(t, path, journal.Limits{})
	for range 3 {
		require.NoError(t, j.Append(context.Background(), []journal.Note{{Kind: "turn", Body: json.RawMessage(`{"seat":0}`)}}, nil))
	}
	left := filepath.Join(t.TempDir(), "table.db")
	for _, end := range []string{"", "-wal"} {
		from, err := os.Open(path + end)
		require.NoError(t, err)
		to, err := os.Create(left + end)
		require.NoError(t, err)
		_, err = io.Copy(to, from)
		require.NoError(t, err)
		require.NoError(t, from.Close())
		require.NoError(t, to.Close())
	}
	v, err := journal.Verify(t.Context(), left, nil)
	require.NoError(t, err)
	require.Equal(t, int64(3), v.Entries)
	require.Nil(t, v.Fault)
}

func TestPicturesOfADisputedThrowStay(t *testing.T) {
	j := opened(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{Crops: 1000})
	throw := func(id int) {
		require.NoError(t, j.Append(t.Context(), nil, []journal.Crop{{Throw: id, Die: 1, JPEG: make([]byte, 400)}}))
	}
	throw(1)
	require.NoError(t, j.Hold(t.Context(), 1))
	for id := 2; id <= 6; id++ {
		throw(id)
	}
	for id, kept := range map[int]bool{1: true, 2: false, 4: false, 5: true, 6: true} {
		_, err := j.Crop(t.Context(), id, 1)
		require.Equal(t, kept, err == nil, "throw %d", id)
	}
}

// If a table writes on while it is checked, the check doesn't take it for a file whose end was cut off.
func TestARunningTableIsCheckedWhileItWritesOn(t *testing.T) {
	j := opened(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	done := make(chan error, 1)
	go func() {
		var err error
		for i := 0; i < 200 && err == nil; i++ {
			err = j.Append(context.Background(), []journal.Note{{At: time.UnixMilli(int64(i)), Kind: "turn", Body: json.RawMessage(`{"seat":0}`)}}, nil)
		}
		done <- err
	}()
	for running := true; running; {
		v, err := j.Verify(t.Context(), nil)
		require.NoError(t, err)
		require.Nil(t, v.Fault)
		select {
		case err := <-done:
			require.NoError(t, err)
			running = false
		default:
		}
	}
	v, err := j.Verify(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, int64(200), v.Entries)
}
