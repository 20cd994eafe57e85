package dbstamp_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"astragal/companion/dbstamp"
)

func TestAFilesFormatIsReadWithoutOpeningIt(t *testing.T) {
	for _, mode := range []string{"DELETE", "WAL"} {
		path := filepath.Join(t.TempDir(), "a.db")
		require.NoError(t, dbstamp.Newer(path, 1), "there is none")
		db, err := sql.Open("sqlite", path)
		require.NoError(t, err)
		db.SetMaxOpenConns(1)
		for n := range 9 {
			for _, do := range []string{"PRAGMA journal_mode = " + mode, "CREATE TABLE IF NOT EXISTS t (x)", "INSERT INTO t VALUES (zeroblob(9000))", fmt.Sprintf("PRAGMA user_version = %d", n)} {
				_, err := db.Exec(do)
				require.NoError(t, err)
			}
			// While the file is open, what is new stands in the log alone.
			require.NoError(t, dbstamp.Newer(path, n))
			if n > 0 {
				require.EqualError(t, dbstamp.Newer(path, n-1), fmt.Sprintf("it was written by a newer version of this program (format %d, this one knows %d): update the program", n, n-1), mode)
			}
		}
		require.NoError(t, db.Close())
		require.Error(t, dbstamp.Newer(path, 7))
		require.NoError(t, dbstamp.Newer(path, 8))
	}
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, make([]byte, 200), 0o600))
	require.NoError(t, os.WriteFile(text+"-wal", make([]byte, 200), 0o600))
	require.NoError(t, dbstamp.Newer(text, 0))
}
