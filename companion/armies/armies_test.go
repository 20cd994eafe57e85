package armies

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
)

// The notes give exactly what was decided, so acting and reading the file again come to the same.
func TestArmiesAreWhatTheirNotesSay(t *testing.T) {
	var live List
	var notes []Note
	do := func(n Note, err error) {
		require.NoError(t, err)
		live, err = live.With(n)
		require.NoError(t, err)
		notes = append(notes, n)
	}
	do(live.Keep(protocol.Army{Name: "Oak", Force: json.RawMessage(`{}`)}))
	do(live.Keep(protocol.Army{Name: "Ash", Force: json.RawMessage(`{}`)}))
	do(live.Keep(protocol.Army{ID: 1, Name: "Old oak", Force: json.RawMessage(`{}`)}))
	do(live.Drop(2))
	require.Len(t, live.Kept(), 1)
	require.Equal(t, "Old oak", live.Kept()[0].Name)

	_, err := live.Drop(2)
	require.ErrorContains(t, err, "no army 2")
	_, err = live.Keep(protocol.Army{ID: 9, Name: "X"})
	require.ErrorContains(t, err, "no army 9")

	var again List
	for _, n := range notes {
		again, err = again.With(n)
		require.NoError(t, err)
	}
	require.Equal(t, live, again)
	_, err = again.With(Note{Army: protocol.Army{ID: Most + 1}})
	require.Error(t, err)
}
