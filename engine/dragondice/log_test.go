package dragondice_test

import (
	"bytes"
	"testing"

	"astragal/engine"
	"astragal/engine/bot"
	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// A game needs nothing but its log. If the log is written, read and opened without a catalogue, it
// is the same game.
func TestLogReplaysAnywhere(t *testing.T) {
	for _, e := range dragondice.Editions() {
		res, err := bot.Bot{Incline: incline, Seldom: 10_000, Often: 10_000}.Play(randomBook(t, e.ID, 4), 4)
		require.NoError(t, err)
		var file bytes.Buffer
		require.NoError(t, engine.WriteLog(&file, res.Log))
		log, err := engine.ReadLog(&file)
		require.NoError(t, err)
		book, err := dragondice.Open(*log[0].Header)
		require.NoError(t, err)
		g, err := engine.Replay(book, log)
		require.NoError(t, err)
		require.Nil(t, g.Diverged())
		require.Equal(t, &res.Outcome, g.Outcome())
		g.Stop()

		// If a log is cut off, the game goes on. The log of an unknown edition is refused.
		cut, err := engine.Replay(book, log[:len(log)/2])
		require.NoError(t, err)
		require.Nil(t, cut.Outcome())
		require.NotEmpty(t, cut.Pending())
		cut.Stop()
		h := *log[0].Header
		h.Rulebook = "5.0"
		_, err = dragondice.Open(h)
		require.ErrorContains(t, err, `no edition "5.0"`)
	}
}
