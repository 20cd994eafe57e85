package companion_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/vision"
)

// What the overlay's animation costs, of one core, in all of Chromium's processes together, drawn
// in software: OBS has a graphics card do it. It is measured, not asserted: the figure is the machine's.
func TestSoakOverlayAnimationCost(t *testing.T) {
	if soaks(t, 0) == 0 {
		t.Skip("measures for half a minute: ASTRAGAL_SOAK=1")
	}
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	tb.throw(5, 6, 1)
	o := open(t, "http://"+tb.address+"/overlay")
	o.shows("#total", "12")
	measure := func() float64 {
		const during = 8 * time.Second
		before, began := chromiumTicks(t), time.Now()
		<-time.After(during)
		return 100 * float64(chromiumTicks(t)-before) / 100 / time.Since(began).Seconds()
	}
	still := measure()
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	o.sees(`!!document.querySelector(".ov-moving")`)
	moving := measure()
	t.Logf("still %.1f %% of a core, dots moving all the time %.1f %%", still, moving)
}

// chromiumTicks are the clock ticks (1/100 s) that this test's Chromium has used.
func chromiumTicks(t *testing.T) int {
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
	sum := 0
	for pid := range ticks {
		for p := parents[pid]; p > 1; p = parents[p] {
			if p == os.Getpid() {
				sum += ticks[pid]
				break
			}
		}
	}
	require.Positive(t, sum, fmt.Sprint(len(ticks)))
	return sum
}
