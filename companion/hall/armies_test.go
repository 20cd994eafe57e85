package hall

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
)

// What was decided is what the notes give again: the live way and the way back are one.
func TestArmiesAreWhatTheirNotesSay(t *testing.T) {
	var live armies
	var notes []armyNote
	do := func(n armyNote, err error) {
		require.NoError(t, err)
		live, err = live.with(n)
		require.NoError(t, err)
		notes = append(notes, n)
	}
	do(live.keep(protocol.Army{Name: "Oak", Force: json.RawMessage(`{}`)}))
	do(live.keep(protocol.Army{Name: "Ash", Force: json.RawMessage(`{}`)}))
	do(live.keep(protocol.Army{ID: 1, Name: "Old oak", Force: json.RawMessage(`{}`)}))
	do(live.drop(2))
	require.Len(t, live.Kept(), 1)
	require.Equal(t, "Old oak", live.Kept()[0].Name)

	_, err := live.drop(2)
	require.ErrorContains(t, err, "no army 2")
	_, err = live.keep(protocol.Army{ID: 9, Name: "X"})
	require.ErrorContains(t, err, "no army 9")

	var again armies
	for _, n := range notes {
		again, err = again.with(n)
		require.NoError(t, err)
	}
	require.Equal(t, live, again)
	_, err = again.with(armyNote{Army: protocol.Army{ID: mostArmies + 1}})
	require.Error(t, err)
}

func TestADeviceIsGoneFromItsLastScreenOn(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	p := newPresence(at(0))
	require.Equal(t, 5*time.Second, p.goneFor("phone", at(5)), "it was never here")
	p.come("phone")
	p.come("phone")
	p.leave("phone", at(7))
	require.True(t, p.has("phone"))
	require.Zero(t, p.goneFor("phone", at(9)))
	p.leave("phone", at(10))
	require.False(t, p.has("phone"))
	require.Equal(t, 4*time.Second, p.goneFor("phone", at(14)))
}
