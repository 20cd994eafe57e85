package presence

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestADeviceIsGoneFromItsLastScreenOn(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	p := New(at(0))
	require.Equal(t, 5*time.Second, p.GoneFor("phone", at(5)), "it was never here")
	p.Come("phone")
	p.Come("phone")
	p.Leave("phone", at(7))
	require.True(t, p.Has("phone"))
	require.Zero(t, p.GoneFor("phone", at(9)))
	p.Leave("phone", at(10))
	require.False(t, p.Has("phone"))
	require.Equal(t, 4*time.Second, p.GoneFor("phone", at(14)))
}
