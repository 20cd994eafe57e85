package dragondice_test

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"astragal/engine"
	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// kept are logs as revisions of the rules have written them, EDITION-REVISION-WHAT.jsonl.gz: whole games of
// the bot (short, long), and those of former revisions cut off behind the entry of which a newer one makes
// something else.
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

// A log that this program plays differently stops where it does so and says by which revision it was
// played; and whoever changes what an edition makes of a game raises its Revision.
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

// What revision 1 told that revision 2 tells differently, in logs of revision 1.
func TestWhatRevisionOneMadeOfItIsFoundOut(t *testing.T) {
	logs := kept(t)
	for name, c := range map[string]struct {
		entry    int
		was, now string
	}{
		"4.01d-1-maneuver.jsonl.gz": {67, "frontier-ann turns to 1 (magic).", ""},
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
		require.Contains(t, d.Why, "(it was played by revision 1 of "+log[0].Header.Rulebook+", this program has revision ")
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
