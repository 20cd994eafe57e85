//go:build cgo

package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
)

// settledLine is the line that the eye logs when it looks at a throw, just before it tells of it.
var settledLine = regexp.MustCompile(`time=(\S+) level=DEBUG msg=looked frame=\d+ kind=settled`)

// settledTimes are the times at which the eye found that a throw had settled, by the eye's own clock.
func (o *openTable) settledTimes() []time.Time {
	o.t.Helper()
	var out []time.Time
	for _, m := range settledLine.FindAllStringSubmatch(o.errs.String(), -1) {
		at, err := time.Parse("2006-01-02T15:04:05.000Z07:00", m[1])
		require.NoError(o.t, err)
		out = append(out, at)
	}
	return out
}

// watchTotals makes the page note the time, by the same machine's clock, of each painted frame with a new total or a
// new question.
const watchTotals = `(() => {
	window.shown = [];
	let was = "";
	const look = () => {
		const now = [document.querySelector("[data-roll]")?.dataset.roll, document.querySelector("#total")?.textContent,
			document.querySelectorAll("#ask [data-fix]").length].join("|");
		if (now === was) return;
		was = now;
		const asks = !!document.querySelector("#ask");
		requestAnimationFrame(() => requestAnimationFrame(() => window.shown.push({at: Date.now(), asks})));
	};
	new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
	look();
})()`

// This measures the time from the eye's finding that dice have settled until the page shows what they count. Between
// them are pipes, the session, the log on disk, WebSocket and Chromium.
func TestSoakSettledToPage(t *testing.T) {
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes minutes: make soak")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	table := keepTable(t, t.TempDir(), "--source", "virtual:11", "--log-level", "debug", "--dice", "d6", "--dice", "d6", "--dice", "d6")
	alloc, stopAlloc := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, tabletest.Lean, chromedp.WSURLReadTimeout(hang),
		chromedp.WindowSize(1280, 900))...)
	defer stopAlloc()
	ctx, stop := chromedp.NewContext(alloc)
	defer stop()
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(table.address)))
	require.Eventually(t, func() bool { return len(table.settledTimes()) > 0 }, time.Minute, 50*time.Millisecond, "%s", table.errs)
	table.countFirst()
	answerAll(ctx, t, table)
	require.NoError(t, chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](watchTotals)))

	type change struct {
		At   float64 `json:"at"` // ms since 1970
		Asks bool    `json:"asks"`
	}
	var waits []float64 // ms
	asked := 0
	for len(waits) < 20 {
		before := len(table.settledTimes())
		require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("#throw"))))
		require.Eventually(t, func() bool { return len(table.settledTimes()) > before }, time.Minute, 20*time.Millisecond, "%s", table.errs)
		settled := float64(table.settledTimes()[before].UnixMicro()) / 1000
		var first *change
		require.Eventually(t, func() bool {
			all, err := chromedp.Run(ctx, chromedp.Evaluate[[]change]("window.shown"))
			if err != nil {
				return false
			}
			if i := slices.IndexFunc(all, func(c change) bool { return c.At > settled }); i >= 0 {
				first = &all[i]
			}
			return first != nil
		}, time.Minute, 50*time.Millisecond)
		waits = append(waits, first.At-settled)
		if first.Asks {
			asked++
		}
		answerAll(ctx, t, table)
	}
	table.close()
	slices.Sort(waits)
	t.Logf("settled to page, %d throws (%d of them showed a question): median %.0f ms, 95 %% %.0f ms, longest %.0f ms",
		len(waits), asked, waits[len(waits)/2], waits[len(waits)*19/20], waits[len(waits)-1])
	require.LessOrEqual(t, waits[len(waits)/2], 300.0)
}
