package companion_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/vision"
)

// What the overlay costs, of one core, in all of Chromium's processes together, drawn in software at
// the size that docs/streamers.md gives an OBS source: OBS has a graphics card do it. It is measured,
// not asserted: the figures are the machine's. An empty page and one that does nothing but ask for
// every frame say what of it is the browser's own.
func TestSoakOverlayAnimationCost(t *testing.T) {
	if soaks(t, 0) == 0 {
		t.Skip("measures for minutes: ASTRAGAL_SOAK=1")
	}
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	tb.throw(5, 6, 1)
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, `<!doctype html><title>bare</title>`)
		if r.URL.Path == "/frames" {
			_, _ = fmt.Fprint(w, `<script>let n = 0; const f = () => { n++; requestAnimationFrame(f); }; requestAnimationFrame(f);</script>`)
		}
	}))
	defer bare.Close()
	const during = 10 * time.Second
	rest := func(d time.Duration) {
		timer := time.NewTimer(d)
		<-timer.C
	}
	shows := func(address, ready string, play func()) func() float64 {
		return func() float64 {
			o := open(t, address)
			defer o.close()
			o.run(chromedp.EmulateViewport(1920, 1080))
			o.sees(ready)
			rest(3 * time.Second)
			before, began := chromiumTicks(t), time.Now()
			play()
			took, used := time.Since(began), 0
			for pid, ticks := range chromiumTicks(t) { // what ended meanwhile is not there
				used += ticks - before[pid]
			}
			return float64(used) / took.Seconds() // a tick is 1/100 s
		}
	}
	wait := func() { rest(during) }
	// A throw every 4 s: the dots for 1.5 s, then the dice land.
	throws := func() {
		for n := 0; n < int(during/(4*time.Second)); n++ {
			tb.clear()
			tb.tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
			rest(1500 * time.Millisecond)
			tb.throw(5, 6, 1)
			rest(2500 * time.Millisecond)
		}
	}
	overlay, landed := "http://"+tb.address+"/overlay", `document.querySelector("#total")?.textContent === "12"`
	moving := func() {
		tb.tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
		wait()
		tb.tell(vision.Event{Kind: vision.EventState, State: vision.Settled})
	}
	cases := []struct {
		name    string
		measure func() float64
	}{
		{"an empty page", shows(bare.URL+"/", `document.title === "bare"`, wait)},
		{"an empty page that asks for every frame", shows(bare.URL+"/frames", `n > 3`, wait)},
		{"the overlay lying still", shows(overlay, landed, wait)},
		{"the overlay with its dots moving all the time", shows(overlay, landed, moving)},
		{"the overlay with a throw of three dice every 4 s", shows(overlay, landed, throws)},
	}
	for round := range soaks(t, 0) {
		for _, c := range cases {
			t.Logf("round %d, %s: %.1f %% of a core", round+1, c.name, c.measure())
		}
	}
}

// chromiumTicks are the clock ticks (1/100 s) that each process of this test's Chromium has used.
func chromiumTicks(t *testing.T) map[int]int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	parents, ticks := map[int]int{}, map[int]int{}
	for _, path := range stats {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, ok := strings.Cut(string(raw), ") ")
		f := strings.Fields(rest)
		if !ok || len(f) < 15 {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		parents[pid], _ = strconv.Atoi(f[1])
		user, _ := strconv.Atoi(f[11])
		system, _ := strconv.Atoi(f[12])
		ticks[pid] = user + system
	}
	out := map[int]int{}
	for pid := range ticks {
		for p := parents[pid]; p > 1; p = parents[p] {
			if p == os.Getpid() {
				out[pid] = ticks[pid]
				break
			}
		}
	}
	require.NotEmpty(t, out)
	return out
}
