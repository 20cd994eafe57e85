package hub_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/tabletest"
)

// steps is a clock that the test moves.
type steps struct {
	mu  sync.Mutex
	now time.Time
}

func (s *steps) at() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *steps) forward(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// aired is everything that a stream's overlay was sent, in order.
type aired struct {
	t    *testing.T
	mu   sync.Mutex
	seen []hub.OverlayView
}

func (h *here) air(t *testing.T, query string) *aired {
	t.Helper()
	r, err := http.Get(h.pages + "/api/overlay?" + query)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, r.StatusCode)
	a := &aired{t: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		lines := bufio.NewReader(r.Body)
		for {
			text, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			var m hub.OverlayMessage
			if raw, ok := strings.CutPrefix(text, "data: "); ok && json.Unmarshal([]byte(raw), &m) == nil && m.Overlay != nil {
				a.mu.Lock()
				a.seen = append(a.seen, *m.Overlay)
				a.mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() { _ = r.Body.Close(); <-done })
	return a
}

// last is what is on air, and whether something waits.
func (a *aired) last() (shown hub.OverlayShown, held bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.seen) == 0 {
		return shown, false
	}
	v := a.seen[len(a.seen)-1]
	if string(v.Shown) != "null" {
		require.NoError(a.t, json.Unmarshal(v.Shown, &shown))
	}
	return shown, v.Held
}

// totals waits until the newest rolls on air have these totals. Until then something else must wait if held is set,
// and nothing if it isn't.
func (a *aired) totals(held bool, want ...int) {
	a.t.Helper()
	var got []int
	require.Eventually(a.t, func() bool {
		shown, waits := a.last()
		got = []int{}
		for _, r := range shown.Rolls {
			got = append(got, *r.Total)
		}
		return waits == held && slices.Equal(got, want)
	}, patience, 5*time.Millisecond, "on air are %v, and should be %v (something held: %v)", &got, want, held)
}

// ever says whether a total was on air at any time.
func (a *aired) ever(total int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, v := range a.seen {
		var s hub.OverlayShown
		if json.Unmarshal(v.Shown, &s) != nil {
			continue
		}
		for _, r := range s.Rolls {
			if *r.Total == total {
				return true
			}
		}
	}
	return false
}

// If a judge holds a roll, or it is younger than the stream's delay, it isn't broadcast. If it is corrected within
// the delay, the wrong one never was on air. A correction of a roll on air is shown at once.
func TestAStreamFromTheHubIsHeldBack(t *testing.T) {
	clock := &steps{now: time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)}
	h := startHub(t, func(o *hub.Options) { o.Now = clock.at })
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll() // 1
	a.through()
	clock.forward(time.Minute)
	live, late := h.air(t, "table=Table+1"), h.air(t, "table=Table+1&delay=5")
	live.totals(false, 1)
	late.totals(false, 1)

	// A die is misread, and corrected within the delay.
	a.tell(rollOf(2, "Ann", 16))
	a.through()
	live.totals(false, 16, 1)
	late.totals(true, 1)
	clock.forward(3 * time.Second)
	mended := rollOf(2, "Ann", 12)
	mended.Kind, mended.Roll.Rev, mended.Roll.Corrected = event.KindCorrection, 2, true
	a.tell(mended)
	a.through()
	live.totals(false, 12, 1)
	late.totals(true, 1)
	clock.forward(2 * time.Second) // five seconds after it was rolled
	late.totals(false, 12, 1)
	require.False(t, late.ever(16), "a misread was broadcast")

	// A roll that was on air is corrected: the correction is shown at once.
	again := rollOf(2, "Ann", 11)
	again.Kind, again.Roll.Rev, again.Roll.Corrected = event.KindCorrection, 3, true
	a.tell(again)
	late.totals(false, 11, 1)
	shown, _ := late.last()
	require.True(t, shown.Rolls[0].Corrected)
	require.Equal(t, []hub.OverlayPlayer{{Name: "Ann", Rolls: 1, Total: 11}, {Name: "Table 1", Rolls: 1, Total: 1}}, shown.Players)

	// A judge holds a roll before it is due. It stays off the air, however long that takes.
	a.tell(rollOf(3, "Ann", 20))
	a.through()
	live.totals(false, 20, 11, 1)
	h.rule(t, hub.RuleAct{N: 3, Do: event.Hold, Reason: "look at it"})
	live.totals(false, 11, 1)
	clock.forward(time.Minute)
	late.totals(false, 11, 1)
	require.False(t, late.ever(20))
	h.rule(t, hub.RuleAct{N: 3, Do: event.Release, Reason: "it lies well"})
	live.totals(false, 20, 11, 1)
	late.totals(false, 20, 11, 1) // it is older than the delay
	// An annulled roll goes off the air, although the table hasn't answered.
	h.rule(t, hub.RuleAct{N: 2, Do: event.Annul, Reason: "not her dice"})
	late.totals(false, 20, 1)
}

func TestAStreamSaysWhatIsWrong(t *testing.T) {
	h := startHub(t, nil)
	ask := func(query string) (int, string) {
		r, err := http.Get(h.pages + "/api/overlay/alive?" + query)
		require.NoError(t, err)
		defer func() { _ = r.Body.Close() }()
		raw, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		return r.StatusCode, string(raw)
	}
	status, says := ask("table=Table+1")
	require.Equal(t, http.StatusNotFound, status)
	require.Contains(t, says, "none has come yet")
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	for query, want := range map[string]string{"": "say which table", "table=Table+2": `there is [\"Table 1\"]`, "table=Table+1&delay=61": "from 0 to 60", "table=Table+1&delay=x": "from 0 to 60"} {
		status, says := ask(query)
		require.GreaterOrEqual(t, status, 400, query)
		require.Contains(t, says, want)
	}
	status, _ = ask("table=Table+1&delay=60")
	require.Equal(t, http.StatusOK, status)
}

// A roll that comes to no number is shown by its words, without a dash for a figure.
func TestPageAStreamShowsARollWithoutANumber(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	page := tabletest.Open(t, h.pages+"/overlay?table=Table+1")
	a.icons("g1", "Ann")
	page.Shows(".ov-text", "a hand and a sword")
	require.True(t, tabletest.Value[bool](page, `document.querySelector("#total") === null`))
	a.of("g1", "Ann", 7)
	page.Shows("#total", "7")
}
