package air_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
	"astragal/vision"
)

// Around each beginning and end of an animation the browser works through the page for some frames, in addition to
// the compositor's work. So movements at the same time must begin and end together.
func TestPageOverlayBeginsAndEndsTogether(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?parts=dice,total")
	o.JS(`(() => {
		window.times = {};
		window.begins = []; // how high each die begins, px
		document.addEventListener("animationstart", () => {
			for (const a of document.getAnimations()) {
				const { delay, endTime } = a.effect.getComputedTiming();
				(times[a.animationName] ??= new Set()).add(delay + " to " + endTime);
			}
			if (begins.length === 0) begins = document.getAnimations().filter((a) => a.animationName === "ov-land").map((a) => {
				const now = a.currentTime;
				a.pause();
				a.currentTime = 0;
				const { f } = new DOMMatrix(getComputedStyle(a.effect.target).transform);
				a.currentTime = now;
				a.play();
				return -f;
			});
		});
	})()`)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	o.Sees(`Object.keys(times).filter((name) => name.startsWith("ov-hop")).length === 3`)
	tb.Throw(5, 6, 1)
	o.Sees(`!!times["ov-land"] && !!times["ov-rise"]`)
	require.Equal(t, []string{"0 to 500"}, tabletest.Value[[]string](o, `[...new Set(Object.values(times).flatMap((s) => [...s]))]`))
	o.Sees(`document.getAnimations().length === 0`)
	// Those that begin later start higher up.
	higher := tabletest.Value[[]float64](o, "begins")
	require.Len(t, higher, 3)
	require.IsIncreasing(t, higher)
}

// The test measures what the overlay costs of one core, in all of Chromium's processes together. Chromium draws in
// software at the size that docs/streamers.md gives an OBS source; in OBS a graphics card draws. The test asserts
// nothing, because the figures are the machine's. It also measures an empty page, and one that only asks for every
// frame, to show the browser's own share. ASTRAGAL_PAGES_BEFORE names a folder with the pages of another commit (its
// web/static), which are measured in turn with these.
func TestSoakOverlayAnimationCost(t *testing.T) {
	if tabletest.Soaks(t, 0) == 0 {
		t.Skip("measures for minutes: ASTRAGAL_SOAK=1")
	}
	type of struct {
		name    string
		measure func() float64
	}
	cases := []of{}
	for _, page := range []struct{ name, ready, script string }{
		{"an empty page", `document.title === "bare"`, ""},
		{"an empty page that asks for every frame", "n > 3", `let n = 0; const f = () => { n++; requestAnimationFrame(f); }; requestAnimationFrame(f);`},
	} {
		bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, `<!doctype html><title>bare</title><script>%s</script>`, page.script)
		}))
		defer bare.Close()
		cases = append(cases, of{page.name, func() float64 { return overlayCost(t, bare.URL, page.ready, rest) }})
	}
	for _, from := range []struct{ name, dir string }{{"the overlay", ""}, {"the former overlay", os.Getenv("ASTRAGAL_PAGES_BEFORE")}} {
		tb := tabletest.NewTable(t)
		if from.dir != "" {
			tb.Server.Pages = os.DirFS(from.dir)
		} else if len(cases) > 2 {
			break // there is nothing to compare with
		}
		tb.Serve("127.0.0.1:0")
		tb.Throw(5, 6, 1)
		of := func(name string, play func(time.Duration)) of {
			return of{from.name + name, func() float64 {
				return overlayCost(t, "http://"+tb.Address+"/overlay", `document.querySelector("#total")?.textContent === "12"`, play)
			}}
		}
		cases = append(cases,
			of(" lying still", rest),
			of(" with its dots moving all the time", func(d time.Duration) {
				tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
				rest(d)
				tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Settled})
			}),
			// The dots move for 1.5 s, then the dice land.
			of(" with a throw of three dice every 4 s", func(d time.Duration) {
				for range int(d / (4 * time.Second)) {
					tb.Clear()
					tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
					rest(1500 * time.Millisecond)
					tb.Throw(5, 6, 1)
					rest(2500 * time.Millisecond)
				}
			}))
	}
	used := map[string][]float64{}
	for round := range tabletest.Soaks(t, 0) {
		for _, c := range cases {
			share := c.measure()
			used[c.name] = append(used[c.name], share)
			t.Logf("round %d, %s: %.1f %% of a core", round+1, c.name, share)
		}
	}
	for _, c := range cases {
		slices.Sort(used[c.name])
		t.Logf("%s: median %.1f %% of a core, %.1f to %.1f", c.name, used[c.name][len(used[c.name])/2], used[c.name][0], used[c.name][len(used[c.name])-1])
	}
}

func rest(d time.Duration) {
	timer := time.NewTimer(d)
	<-timer.C
}

// overlayCost is how much of a core Chromium's processes use while a page is shown and played with, in percent.
func overlayCost(t *testing.T, address, ready string, play func(time.Duration)) float64 {
	t.Helper()
	const during = 12 * time.Second
	o := tabletest.Open(t, address)
	defer o.Close()
	o.Grow(1920, 1080)
	o.Sees(ready)
	rest(5 * time.Second)
	before, began := chromiumTicks(t), time.Now()
	play(during)
	took, used := time.Since(began), 0
	for pid, ticks := range chromiumTicks(t) { // a process that has ended isn't there
		used += ticks - before[pid]
	}
	return float64(used) / took.Seconds() // a tick is 1/100 s
}

// chromiumTicks are the clock ticks (1/100 s) that each process of this test's Chromium has used. Chromium also makes
// pages of its own menus beforehand, which nobody sees. They are left out.
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
		if line, err := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline")); err == nil && strings.Contains(string(line), "--top-chrome-webui") {
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
