package main

import (
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/vision"
)

// evening is a table's file with some typed rolls.
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
	var st companion.Statistics
	// Two tables of one event.
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
	// A file in the data folder's place.
	blocked := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o600))
	got := astragal(t, "doctor", "--source", "virtual", "--listen", taken.Addr().String(), "--data-dir", blocked, "--format", "json", "--wait", "3m")
	require.Equal(t, statusFailed, got.status, got.errs)
	found := findings(t, got.out)
	require.Equal(t, bad, found["port"].State)
	require.Contains(t, found["port"].Found, "another program listens")
	require.Equal(t, bad, found["disk"].State)
	for about, f := range found {
		require.True(t, f.State != bad || f.Do != "" || about == "log", "%s: says nothing to do", about)
	}

	got = astragal(t, "doctor", "--source", "virtual", "--listen", "127.0.0.1:0", "--data-dir", evening(t), "--format", "json", "--wait", "3m")
	found = findings(t, got.out)
	require.Equal(t, ok, found["disk"].State)
	require.Equal(t, ok, found["port"].State)
	require.Contains(t, found["log"].Found, "as they were written")
	if hasPixels() == nil {
		require.Equal(t, ok, found["picture"].State, "%v", found)
		require.Equal(t, statusOK, got.status, got.out)
		return
	}
	require.Equal(t, bad, found["OpenCV"].State)
}

func findings(t *testing.T, out string) map[string]finding {
	t.Helper()
	var list []finding
	require.NoError(t, json.Unmarshal([]byte(out), &list), out)
	byAbout := map[string]finding{}
	for _, f := range list {
		byAbout[f.About] = f
	}
	return byAbout
}

func TestDoctorPutsADevicesErrorsIntoWords(t *testing.T) {
	for err, says := range map[error]string{fs.ErrPermission: "video", syscall.EBUSY: "fuser /dev/video7", syscall.ENODEV: "plug it out"} {
		f := openable("/dev/video7", &fs.PathError{Op: "open", Path: "/dev/video7", Err: err})
		require.Equal(t, bad, f.State)
		require.Contains(t, f.Do, says)
	}
	require.Equal(t, ok, openable("/dev/video7", nil).State)
}

func TestDoctorNamesASourceOnlyWhereThereIsOne(t *testing.T) {
	r := running{protocol.View{Eye: protocol.EyeView{State: vision.NoCamera, Problem: "it is silent"}}}
	require.Equal(t, "no picture came: it is silent", r.aboutPicture()[0].Found)
	r.Eye.Source = "a webcam"
	require.Equal(t, "no picture came from a webcam: it is silent", r.aboutPicture()[0].Found)
}

// Asked by an address of this machine alone, as a container's health check does, doctor says what holds for
// the table that runs.
func TestDoctorSaysWhoReachesTheTableThatRuns(t *testing.T) {
	open := running{protocol.View{Network: true}}
	require.Equal(t, ok, (&program{}).aboutNetwork("127.0.0.1:8437", open, true).State)
	require.Equal(t, note, (&program{}).aboutNetwork("127.0.0.1:8437", running{}, true).State)
	require.Contains(t, (&program{}).aboutNetwork("127.0.0.1:8437", running{}, false).Do, "--listen :8437")
}
