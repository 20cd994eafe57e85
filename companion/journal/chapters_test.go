package journal_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
)

// A chapter is believed only if it is as it was written, and only for the log that it was made from.
func TestAChapterIsBelievedOnlyAsItWasWrittenAndOfItsOwnLog(t *testing.T) {
	ours, others := chainFile(t, 450), chainFile(t, 40)
	for _, path := range []string{ours, others} {
		j := opened(t, path, journal.Limits{})
		for n := range 3 {
			require.NoError(t, j.KeepChapter(t.Context(), journal.Chapter{N: n, Body: []byte(`{"rolls":1}`)}))
			require.NoError(t, j.Append(t.Context(), []journal.Note{turn(n)}, nil))
		}
		good, bad, err := j.Chapters(t.Context())
		require.NoError(t, err)
		require.Len(t, good, 3)
		require.Zero(t, bad)
		require.NoError(t, j.Close())
	}
	meddle(t, ours, `UPDATE chapter SET body = '{"rolls":2}' WHERE n = 1`)
	meddle(t, ours, "ATTACH '"+others+"' AS other; INSERT OR REPLACE INTO chapter SELECT * FROM other.chapter WHERE n = 2")
	j := opened(t, ours, journal.Limits{})
	good, bad, err := j.Chapters(t.Context())
	require.NoError(t, err)
	require.Len(t, good, 1)
	require.Equal(t, 2, bad)
	require.NoError(t, j.Close())
	v, err := journal.Verify(t.Context(), ours, nil)
	require.NoError(t, err)
	require.Nil(t, v.Fault, "the log itself is as it was")

	old := oldFile(t, []journal.Note{turn(1)})
	read, err := journal.OpenToRead(t.Context(), old)
	require.NoError(t, err)
	good, bad, err = read.Chapters(t.Context())
	require.NoError(t, err)
	require.Empty(t, good)
	require.Zero(t, bad)
	require.NoError(t, read.Close())
}

// Entries are read some at a time, so that acts go between. None is left out and none comes twice. Following the chain finds a change wherever it is.
func TestALongLogIsReadAndFollowedSomeEntriesAtATime(t *testing.T) {
	path := chainFile(t, 1001)
	j := opened(t, path, journal.Limits{})
	for _, part := range [][2]int64{{1, math.MaxInt64}, {200, 600}, {201, 400}, {1001, 1001}, {5, 4}} {
		next := part[0]
		require.NoError(t, j.Between(t.Context(), part[0], part[1], func(n journal.Note) error {
			require.Equal(t, next, n.Seq)
			next++
			if n.Seq == 300 { // somebody acts meanwhile
				return j.Append(t.Context(), []journal.Note{{At: time.UnixMilli(1), Kind: "turn", Body: json.RawMessage("{}")}}, nil)
			}
			return nil
		}))
		newest, _ := j.Head()
		require.Equal(t, max(part[0], min(newest, part[1])+1), next)
	}
	require.NoError(t, j.Check(t.Context(), 0))
	require.Empty(t, j.Damages())
	require.NoError(t, j.Close())
	meddle(t, path, `UPDATE note SET body = '{"seat":7}' WHERE seq = 777`)
	j = opened(t, path, journal.Limits{})
	require.NoError(t, j.Check(t.Context(), 0))
	require.Contains(t, j.Damages()[0], "777")
}
