package companion_test

import (
	"database/sql"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

func openFile(t *testing.T, path string, limits journal.Limits) *journal.Journal {
	t.Helper()
	j, err := journal.Open(t.Context(), path, limits)
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// meddle changes a file behind the program's back.
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

func TestAnEveningFromBeforeTheChainGoesOn(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	tb.clear()
	tb.throw(1, 2)
	before := tb.view().Rolls
	tb.stop()
	meddle(t, tb.path, "ALTER TABLE note DROP COLUMN link", "PRAGMA user_version = 1")
	require.NoError(t, os.Remove(tb.path+".head"))

	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	after := tb.view().Rolls
	for i := range before {
		require.Equal(t, before[i].Total, after[i].Total)
		require.Equal(t, before[i].Dice, after[i].Dice)
	}
	require.Len(t, after, len(before))
}

func TestVerifyFindsAnotherPicture(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	tb.stop()
	v, err := companion.VerifyJournal(t.Context(), tb.path)
	require.NoError(t, err)
	require.Nil(t, v.Fault)
	require.Equal(t, 2, v.Pictures)
	meddle(t, tb.path, `UPDATE crop SET jpeg = X'FFD8FF' WHERE die = 2`)
	v, err = companion.VerifyJournal(t.Context(), tb.path)
	require.NoError(t, err)
	require.Equal(t, "picture changed", v.Fault.What)
	meddle(t, tb.path, `DELETE FROM crop`, `INSERT INTO crop VALUES (1, 3, X'FFD8FF')`)
	v, err = companion.VerifyJournal(t.Context(), tb.path)
	require.NoError(t, err)
	require.Equal(t, "picture put in", v.Fault.What)
}

// What a damaged file has lost every screen is told, and the table goes on with the rest.
func TestALossIsSaidOnEveryScreen(t *testing.T) {
	tb := newTable(t)
	tb.throw(3, 5)
	tb.clear()
	tb.throw(1, 2)
	tb.stop()
	meddle(t, tb.path, "DELETE FROM note WHERE seq = (SELECT MAX(seq) FROM note)")
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	require.Contains(t, tb.view().Trouble, "which had been acknowledged, are missing")
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 4}}})
	require.Contains(t, tb.view().Trouble, "which had been acknowledged, are missing")
}
