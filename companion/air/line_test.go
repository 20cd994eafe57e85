package air

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// While an overlay is open, and for a while after, the line notes what is counted. Then it forgets all.
func TestWhatIsCountedIsForgottenOnceNobodyWatches(t *testing.T) {
	var l Line
	now := time.Unix(1000, 0)
	require.False(t, l.Wants(now), "nobody has watched yet")
	require.True(t, l.Watch())
	require.False(t, l.Watch(), "a second one finds it noted down")
	require.True(t, l.Wants(now))
	l.Note(now, "count", nil, json.RawMessage(`1`))
	require.JSONEq(t, `1`, string(l.Shown(now.Add(time.Minute), 0).Value))
	l.Leave(now)
	l.Leave(now)
	require.True(t, l.Wants(now.Add(keptFor)), "it may come back")
	require.False(t, l.Wants(now.Add(keptFor+time.Second)))
	require.Nil(t, l.Shown(now.Add(keptFor+time.Second), 0).Value)
}
