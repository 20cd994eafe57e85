package main

import (
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"astragal/companion"
	"astragal/companion/doctor"
	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// evening makes a table's file with some typed rolls.
func evening(t *testing.T) (dataDir string) {
	t.Helper()
	dir := t.TempDir()
	j, err := journal.Open(t.Context(), filepath.Join(dir, tableFile), journal.Limits{})
	require.NoError(t, err)
	s, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	for _, v := range []int{1, 6, 6} {
		require.NoError(t, s.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: v}}}))
	}
	s.Close()
	require.NoError(t, j.Close())
	return dir
}

func TestVerifySaysWhetherTheLogIsAsItWasWritten(t *testing.T) {
	dir := evening(t)
	got := astragal(t, "verify", "--data-dir", dir)
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, "entries are as they were written")
	_, head, found := strings.Cut(got.out, "write this down elsewhere: ")
	require.True(t, found)
	head = strings.TrimSpace(head)
	require.Equal(t, statusOK, astragal(t, "verify", "--data-dir", dir, "--head", head).status)

	file := filepath.Join(dir, tableFile)
	db, err := sql.Open("sqlite", file)
	require.NoError(t, err)
	_, err = db.Exec(`UPDATE note SET body = replace(body, '"value":6', '"value":5') WHERE seq = 4`)
	require.NoError(t, err)
	require.NoError(t, db.Close())
	got = astragal(t, "verify", file, "--format", "json")
	require.Equal(t, statusFailed, got.status)
	var v verified
	require.NoError(t, json.Unmarshal([]byte(got.out), &v))
	require.Equal(t, int64(4), v.Fault.Entry)
	require.Equal(t, "changed", v.Fault.What)
	got = astragal(t, "verify", file)
	require.Contains(t, got.out, "Entry 4 (")

	for _, c := range []struct {
		says string
		args []string
	}{{"no such file", []string{"verify", filepath.Join(dir, "none.db")}}, {"ENTRY:LINK", []string{"verify", "--head", "4"}}, {"prints text or json", []string{"verify", "--format", "csv"}}} {
		got := astragal(t, c.args...)
		require.NotEqual(t, statusOK, got.status)
		require.Contains(t, got.errs, c.says)
		require.Equal(t, 1, strings.Count(got.errs, "\n"), "one clear error")
	}
}

func TestStatisticsAreToldInThreeForms(t *testing.T) {
	dir := evening(t)
	got := astragal(t, "statistics", "--data-dir", dir, "--typed")
	require.Equal(t, statusOK, got.status, got.errs)
	require.Contains(t, got.out, "d6, 3 rolls (read 0, confirmed 0, typed 3)")
	require.Contains(t, got.out, "Not enough rolls yet: 3 of the ")
	require.Contains(t, astragal(t, "statistics", "--data-dir", dir).out, "0 dice rolled; 3 others were not asked for.")
	file := filepath.Join(dir, tableFile)
	var st evidence.Statistics
	// These are two tables of one event.
	got = astragal(t, "statistics", file, filepath.Join(evening(t), tableFile), "--typed", "--format", "json")
	require.NoError(t, json.Unmarshal([]byte(got.out), &st))
	require.Equal(t, 6, st.Total)
	require.Len(t, st.Tables, 2)
	rows, err := csv.NewReader(strings.NewReader(astragal(t, "statistics", file, "--typed", "--format", "csv").out)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 7)
	got = astragal(t, "statistics", "--since", "tomorrow")
	require.Equal(t, statusUsage, got.status)
	require.Contains(t, got.errs, "must be a day")
}

func TestDoctorSaysWhatIsWrongAndWhatToDo(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, taken.Close()) })
	// This is a file in place of the data folder.
	blocked := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o600))
	got := astragal(t, "doctor", "--source", "virtual", "--listen", taken.Addr().String(), "--data-dir", blocked, "--format", "json", "--wait", "3m")
	require.Equal(t, statusFailed, got.status, got.errs)
	found := findings(t, got.out)
	require.EqualValues(t, "bad", found["port"].State)
	require.Contains(t, found["port"].Found, "another program listens")
	require.EqualValues(t, "bad", found["disk"].State)
	for about, f := range found {
		require.True(t, f.State != "bad" || f.Do != "" || about == "log", "%s: says nothing to do", about)
	}

	got = astragal(t, "doctor", "--source", "virtual", "--listen", "127.0.0.1:0", "--data-dir", evening(t), "--format", "json", "--wait", "3m")
	found = findings(t, got.out)
	require.EqualValues(t, "ok", found["disk"].State)
	require.EqualValues(t, "ok", found["port"].State)
	require.Contains(t, found["log"].Found, "as they were written")
	if hasPixels() == nil {
		require.EqualValues(t, "ok", found["picture"].State, "%v", found)
		require.Equal(t, statusOK, got.status, got.out)
		return
	}
	require.EqualValues(t, "bad", found["OpenCV"].State)
}

func findings(t *testing.T, out string) map[string]doctor.Finding {
	t.Helper()
	var list []doctor.Finding
	require.NoError(t, json.Unmarshal([]byte(out), &list), out)
	byAbout := map[string]doctor.Finding{}
	for _, f := range list {
		byAbout[f.About] = f
	}
	return byAbout
}
