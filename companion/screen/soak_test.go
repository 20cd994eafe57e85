package screen_test

import (
	"encoding/json"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
)

// Five hundred screens look on at one table. The median time from the answer to the screen is at most 200 ms. The screens are in this process, as the
// table is, so both share its cores.
func TestSoakFiveHundredScreensSeeAnAnswer(t *testing.T) {
	viewers := 500
	if tabletest.Soaks(t, 0) == 0 {
		viewers = 60
	}
	const answers = 20
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	var mu sync.Mutex
	seen := map[int][]time.Duration{} // by roll
	sent := map[int]time.Time{}
	var all sync.WaitGroup
	for n := range viewers {
		dialer := websocket.Dialer{NetDialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+n/20))}}).DialContext}
		conn, _, err := dialer.DialContext(t.Context(), "ws://"+tb.Address+"/api/socket", nil)
		require.NoError(t, err, "screen %d", n)
		t.Cleanup(func() { _ = conn.Close() })
		all.Go(func() {
			for rolls := 0; rolls < answers; {
				_, raw, err := conn.ReadMessage()
				now := time.Now()
				if err != nil {
					return
				}
				var m struct {
					View struct {
						Rolls []struct{ N int } `json:"rolls"`
					} `json:"view"`
				}
				if json.Unmarshal(raw, &m) != nil || len(m.View.Rolls) == 0 || m.View.Rolls[0].N <= rolls {
					continue
				}
				rolls = m.View.Rolls[0].N
				mu.Lock()
				seen[rolls] = append(seen[rolls], now.Sub(sent[rolls]))
				mu.Unlock()
			}
		})
	}
	for n := 1; n <= answers; n++ {
		mu.Lock()
		sent[n] = time.Now()
		mu.Unlock()
		tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + n%6}}})
		require.Eventually(t, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(seen[n]) == viewers
		}, 30*time.Second, 5*time.Millisecond, "answer %d did not reach every screen", n)
	}
	all.Wait()
	var every []time.Duration
	for _, s := range seen {
		every = append(every, s...)
	}
	slices.Sort(every)
	median, late := every[len(every)/2], every[len(every)*99/100]
	t.Logf("%d screens, %d answers: median %v, 99 of 100 within %v", viewers, answers, median.Round(time.Millisecond), late.Round(time.Millisecond))
	require.LessOrEqual(t, median, 200*time.Millisecond)
}
