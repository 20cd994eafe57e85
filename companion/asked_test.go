package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/tally"
)

// Asked names the player whose turn it is in a count, the player for whom the game with the tray waits, or the player
// for whom another program asks.
func TestWhoIsAskedHasAName(t *testing.T) {
	tb := tabletest.NewTable(t)
	require.Empty(t, tb.Session.Games().Asked(), "nobody has a name")
	require.NoError(t, tb.Session.Do(t.Context(), protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{
		Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Mode: tally.Sum, Order: tally.Turns, Min: 1, Max: 200}}}))
	require.Equal(t, "Ann", tb.Session.Games().Asked())
	tb.Throw(3, 4)
	require.Equal(t, "Bo", tb.Session.Games().Asked())
	tb.Serve("127.0.0.1:0")
	tb.BeginDuel()
	require.NotEqual(t, "Bo", tb.Session.Games().Asked(), "the game has the tray")
	require.NotEmpty(t, tb.Session.Games().Asked())
}
