package hub_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
)

// caller is a table whose health reports the standing call for a judge, as often as the test wants.
type caller struct {
	soon chan struct{}
	said chan event.CallState

	mu   sync.Mutex
	call *event.Call
	told int
}

func (c *caller) join(r *outbox.Relay) {
	r.Soon = c.soon
	r.Called = func(_ context.Context, st event.CallState) error { c.said <- st; return nil }
	r.Health = func() event.Health {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.told++
		return event.Health{Camera: "settled", Good: true, Call: c.call}
	}
}

// says sends the table's health with a call that stands, or with none.
func (c *caller) says(call *event.Call) {
	c.mu.Lock()
	c.call = call
	c.mu.Unlock()
	c.soon <- struct{}{}
}

// hears waits until the hub has answered with that state of the call.
func (c *caller) hears(t *testing.T, want event.CallState) {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case st := <-c.said:
			if st == want {
				return
			}
		case <-late:
			require.Fail(t, "the hub never said so", "%+v", want)
		}
	}
}

// A table reports its call again and again, also to a hub that was started anew. The hub counts it once, and it waits
// from when it was made. It is over when a judge has settled it or the table has taken it back.
func TestATableCallsAJudgeOnce(t *testing.T) {
	dir, tables := filepath.Join(t.TempDir(), "hub"), doortest.Address(t)
	place := func(o *hub.Options) { o.Dir, o.Tables = dir, tables }
	h := startHub(t, place)
	c := &caller{soon: make(chan struct{}), said: make(chan event.CallState, 1000)}
	newSim(t, "Table 1", h.dial(t, "Table 1"), c.join)
	first := &event.Call{ID: "a1", Reason: "is this die flat?", At: time.Now().Add(-7 * time.Minute)}
	for range 3 {
		c.says(first)
		c.hears(t, event.CallState{ID: "a1"})
	}
	v := view(t, h)
	require.Equal(t, 1, v.Counts.Calls)
	require.True(t, v.Tables[0].Calls)
	require.Len(t, v.Desk.Calls, 1)
	call := v.Desk.Calls[0]
	require.Equal(t, []string{"Table 1", "", "is this die flat?"}, []string{call.Table, call.Player, call.Reason})
	at, err := time.Parse(time.RFC3339, call.At)
	require.NoError(t, err)
	require.Greater(t, time.Since(at), 6*time.Minute, "it waits since it was made, not since the hub heard of it")

	h.stop()
	h = startHub(t, place)
	c.hears(t, event.CallState{ID: "a1"})
	require.Equal(t, 1, view(t, h).Counts.Calls)
	h.does(t, "/api/call", hub.CallAct{N: call.N, Do: "take"})
	c.hears(t, event.CallState{ID: "a1", Taker: "the organiser"})
	kim, _ := passOf(t, h, event.RoleJudge, "Kim", time.Now().Add(time.Hour))
	again, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.pages+"/api/call", strings.NewReader(fmt.Sprintf(`{"n": %d, "do": "take"}`, call.N)))
	require.NoError(t, err)
	again.Header.Set("Authorization", "Bearer "+kim)
	refused, err := http.DefaultClient.Do(again)
	require.NoError(t, err)
	defer func() { _ = refused.Body.Close() }()
	why, err := io.ReadAll(refused.Body)
	require.NoError(t, err)
	require.Contains(t, string(why), "this call is taken already: the organiser", "the pages translate this")
	h.does(t, "/api/call", hub.CallAct{N: call.N, Do: "done", Answer: "roll it again"})
	over := event.CallState{ID: "a1", Taker: "the organiser", Done: true, Answer: "roll it again"}
	c.hears(t, over)
	c.says(first) // the table hasn't heard the answer yet
	c.hears(t, over)
	v = view(t, h)
	require.Zero(t, v.Counts.Calls)
	require.Len(t, v.Desk.Calls, 1)
	r, err := http.Get(h.pages + "/log.csv")
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	log, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	require.Regexp(t, `(?m),Table 1,called a judge,Table 1,.*is this die flat`, string(log))
	require.Regexp(t, `(?m),the organiser,took the call,Table 1,.*,after [67]m\d+s\r?$`, string(log), "how long it waited")
	require.Regexp(t, `(?m),the organiser,settled the call,Table 1,.*,after [67]m\d+s; roll it again\r?$`, string(log))

	// The table makes another call, and takes it back.
	c.says(&event.Call{ID: "a2", Reason: "a rule", At: time.Now()})
	c.hears(t, event.CallState{ID: "a2"})
	c.says(nil)
	c.hears(t, event.CallState{ID: "a2", Taker: "Table 1", Done: true, Answer: "taken back at the table"})
	require.Zero(t, view(t, h).Counts.Calls)

	// A call without a reason is no call, and harms nobody.
	c.says(&event.Call{ID: "a3", Reason: " ", At: time.Now()})
	c.says(&event.Call{ID: "a4", Reason: "a rule, again", At: time.Now().Add(time.Hour)})
	c.hears(t, event.CallState{ID: "a4"})
	v = view(t, h)
	require.Equal(t, 1, v.Counts.Calls)
	require.Len(t, v.Desk.Calls, 3)
}

// The log says who began, paused and ended a round, and names everybody who was entered.
func TestTheLogSaysWhoHadTheTimerAndNamesAll(t *testing.T) {
	h := startHub(t, nil)
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprintf("Player %d", i+1))
	}
	does(t, h.pages, contest.Act{Do: "enter", Names: strings.Join(names, "\n"), Here: true})
	for _, a := range []hub.RoundAct{{Do: "start", Name: "=Round 2", Minutes: 50}, {Do: "pause"}, {Do: "resume"}, {Do: "add", Minutes: -1.5}, {Do: "end"}} {
		status, answer := post(t, h.pages+"/api/round", a)
		require.Equal(t, http.StatusOK, status, answer)
	}
	h = h.again(t)
	r, err := http.Get(h.pages + "/log.csv")
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	rows, err := csv.NewReader(r.Body).ReadAll()
	require.NoError(t, err)
	var said []string
	for _, row := range rows[1:] {
		said = append(said, row[2]+": "+row[3])
	}
	require.Equal(t, []string{"the organiser: entered as players: " + strings.Join(names, ", "), "the organiser: round begins: =Round 2", "the organiser: pause the timer: =Round 2",
		"the organiser: resume the timer: =Round 2", "the organiser: changed the time of =Round 2 by -1.5 minutes", "the organiser: round is over: =Round 2"}, said)
}
