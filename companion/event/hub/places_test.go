package hub_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/hub"
)

// Strangers at an open hub never hold all its streams. One address has some of them, and all addresses together leave
// some for judges.
func TestStrangersLeavePlacesForJudges(t *testing.T) {
	h := startHub(t, func(o *hub.Options) { o.Open, o.AskHere = true, true })
	judge, _ := passOf(t, h, event.RoleJudge, "Kim", time.Now().Add(time.Hour))
	open := func(from, token string) int {
		dial := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: dial.DialContext}}
		ctx, stop := context.WithCancel(t.Context())
		t.Cleanup(stop)
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.pages+"/api/stream", nil)
		require.NoError(t, err)
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		res, err := client.Do(r)
		require.NoError(t, err)
		t.Cleanup(func() { _ = res.Body.Close() })
		if res.StatusCode == http.StatusOK {
			_, err = bufio.NewReader(res.Body).ReadString('\n')
			require.NoError(t, err)
		}
		return res.StatusCode
	}
	n := 0
	for ; open("127.0.0.1", "") == http.StatusOK; n++ {
		require.Less(t, n, 400, "one address takes all places")
	}
	require.Equal(t, http.StatusOK, open("127.0.0.2", ""), "another address")
	for at := 3; ; {
		if open(fmt.Sprintf("127.0.0.%d", at), "") == http.StatusOK {
			n++
		} else if at++; open(fmt.Sprintf("127.0.0.%d", at), "") != http.StatusOK {
			break // that address had none at all
		} else {
			n++
		}
		require.Less(t, n, 600)
	}
	require.Equal(t, http.StatusOK, open("127.0.0.1", judge), "strangers keep a judge out")
}
