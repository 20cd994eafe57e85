package dragondice_test

import (
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"astragal/engine"
	"astragal/engine/bot"
	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// kept returns the logs that revisions of the rules have written, EDITION-REVISION-WHAT.jsonl.gz. They
// are whole games of the bot (short, long). Logs of older revisions are cut off after the entry from
// which a newer revision makes something else.
func kept(t *testing.T) map[string][]engine.Entry {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "logs", "*.jsonl.gz"))
	require.NoError(t, err)
	out := map[string][]engine.Entry{}
	for _, path := range paths {
		f, err := os.Open(path)
		require.NoError(t, err)
		lines, err := gzip.NewReader(f)
		require.NoError(t, err)
		log, err := engine.ReadLog(lines)
		require.NoError(t, err, path)
		require.NoError(t, f.Close())
		out[filepath.Base(path)] = log
	}
	return out
}

// If this program plays a log differently, the replay stops there and says by which revision it was
// played. Whoever changes what an edition makes of a game raises its Revision.
func TestALogPlaysAsItWasOrItsRevisionIsOlder(t *testing.T) {
	whole := map[string]bool{}
	for name, log := range kept(t) {
		book, err := dragondice.Open(*log[0].Header)
		require.NoError(t, err, name)
		was, now := log[0].Header.Revision, book.Header().Revision
		g, err := engine.Replay(book, log)
		require.NoError(t, err, name)
		d := g.Diverged()
		switch {
		case was == now:
			require.Nil(t, d, "%s plays differently: raise the Revision of %s, keep this log as one of the former and record one of the new", name, log[0].Header.Rulebook)
			require.NotNil(t, g.Outcome(), name)
			whole[log[0].Header.Rulebook] = true
		case d != nil:
			require.Contains(t, d.Why, "(it was played by revision ", name)
			require.Nil(t, g.Outcome(), name)
			require.Empty(t, g.Pending(), name)
		}
		g.Stop()
	}
	for _, e := range dragondice.Editions() {
		require.True(t, whole[e.ID], "no log of %s, revision %d, is kept", e.ID, e.Revision)
	}
}

// A replay of an older revision's log says what that revision told and this one tells differently.
func TestWhatAFormerRevisionMadeOfItIsFoundOut(t *testing.T) {
	logs := kept(t)
	for name, c := range map[string]struct {
		entry, revision int
		was, now        string
	}{
		"3.04a-2-dodge.jsonl.gz": {1, 2, "Roll's army at terrain: 7 save = 2 icons + 5 added.", "Roll's army at terrain: 10 save = 2 icons + 8 added."},
	} {
		log := logs[name]
		require.NotEmpty(t, log, name)
		book, err := dragondice.Open(*log[0].Header)
		require.NoError(t, err)
		g, err := engine.Replay(book, log)
		require.NoError(t, err)
		d := g.Diverged()
		require.NotNil(t, d, name)
		require.Equal(t, c.entry, d.Entry)
		require.Contains(t, d.Why, fmt.Sprintf("(it was played by revision %d of %s, this", c.revision, log[0].Header.Rulebook)+" program has revision ")
		require.Equal(t, c.was != "", says(d.Was, c.was), "%v", d.Was)
		require.Equal(t, c.now != "", says(d.Now, c.now), "%v", d.Now)
		if c.was != "" {
			require.False(t, says(d.Now, c.was), "%v", d.Now)
		}
		g.Stop()
	}
}

func says(facts []engine.Fact, text string) bool {
	for _, f := range facts {
		if f.Text == text {
			return true
		}
	}
	return false
}

// TestRecordLogs renews the kept logs after a revision was raised. It records a short and a long game
// of the bot for each edition that has no log of its revision (ASTRAGAL_RECORD=again: for all). It cuts
// off logs of older revisions after the entry that comes out differently.
func TestRecordLogs(t *testing.T) {
	how := os.Getenv("ASTRAGAL_RECORD")
	if how == "" {
		t.Skip("ASTRAGAL_RECORD doesn't say that logs are to be recorded")
	}
	for name, log := range kept(t) {
		book, err := dragondice.Open(*log[0].Header)
		require.NoError(t, err, name)
		if log[0].Header.Revision == book.Header().Revision {
			continue
		}
		g, err := engine.Replay(book, log)
		require.NoError(t, err, name)
		if d := g.Diverged(); d != nil && d.Entry+1 < len(log) {
			keep(t, name, log[:d.Entry+1])
		}
		g.Stop()
	}
	for _, e := range dragondice.Editions() {
		for what, size := range map[string][2]int{"short": {100, 300}, "long": {450, 1000}} {
			name := fmt.Sprintf("%s-%d-%s.jsonl.gz", e.ID, e.Revision, what)
			if _, err := os.Stat(filepath.Join("testdata", "logs", name)); err != nil || how == "again" {
				keep(t, name, recorded(t, e.ID, size[0], size[1]))
			}
		}
	}
}

// recorded returns the log of the first game of the bot that has so many entries.
func recorded(t *testing.T, edition string, least, most int) []engine.Entry {
	t.Helper()
	for seed := uint64(0); seed < 500; seed++ {
		b := bot.Bot{Check: dragondice.Check, Seldom: 2000, Often: 2000, Incline: incline, Most: 2000}
		res, err := b.Play(randomBook(t, edition, seed), seed)
		if err == nil && res.Entries >= least && res.Entries <= most {
			return res.Log
		}
	}
	t.Fatalf("no game of %s among 500 has %d to %d entries", edition, least, most)
	return nil
}

// keep writes a log to its file.
func keep(t *testing.T, name string, log []engine.Entry) {
	t.Helper()
	f, err := os.Create(filepath.Join("testdata", "logs", name))
	require.NoError(t, err)
	out, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	require.NoError(t, err)
	require.NoError(t, engine.WriteLog(out, log))
	require.NoError(t, out.Close())
	require.NoError(t, f.Close())
}
