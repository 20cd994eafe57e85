package door_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/door"
)

func TestPlacesAreKeptForWhoPlays(t *testing.T) {
	r := door.Room{All: 20, Each: 8, Kept: 6}
	in := 0
	for i := range 100 { // one machine with many addresses
		if _, ok := r.Enter(door.Caller{From: door.Neighbourhood(fmt.Sprintf("2001:db8:1:2::%x", i))}); ok {
			in++
		}
	}
	require.Equal(t, 8, in)
	for i := range 100 { // one with whole networks of addresses
		if _, ok := r.Enter(door.Caller{From: door.Neighbourhood(fmt.Sprintf("2001:db8:1:%x::1", 16+i))}); ok {
			in++
		}
	}
	require.Equal(t, 14, in)
	var leave func()
	for i := range 6 {
		out, ok := r.Enter(door.Caller{From: fmt.Sprint("phone ", i), Plays: true})
		require.True(t, ok)
		leave = out
	}
	_, ok := r.Enter(door.Caller{From: "another", Plays: true})
	require.False(t, ok)
	leave()
	_, ok = r.Enter(door.Caller{From: "192.0.2.1"})
	require.False(t, ok, "it is kept")
	_, ok = r.Enter(door.Caller{From: "another", Plays: true})
	require.True(t, ok)
}

func TestNeighbourhoods(t *testing.T) {
	for host, want := range map[string]string{"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "::1": "::1", "127.0.0.1": "127.0.0.1", "2001:db8::1": "2001:db8::/64",
		"fe80::1%eth0": "fe80::/64", "somewhere": "somewhere"} {
		require.Equal(t, want, door.Neighbourhood(host))
	}
}
