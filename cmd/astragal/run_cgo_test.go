//go:build cgo

package main

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
)

// A throw goes the whole way: rendered light, the eye's process, readings, the session, the page in Chromium.
func TestTheVirtualTableIsPlayedInABrowser(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	table := keepTable(t, t.TempDir(), "--source", "virtual:11", "--dice", "d6", "--dice", "d6", "--dice", "d6")
	alloc, stopAlloc := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, tabletest.Lean, chromedp.WSURLReadTimeout(hang),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WindowSize(1280, 900))...)
	defer stopAlloc()
	ctx, stop := chromedp.NewContext(alloc)
	defer stop()
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(table.address)))
	sees := func(expression string) {
		t.Helper()
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(hang)))
		require.NoError(t, err, "%s\n%s", expression, table.errs)
	}

	rolled := func(n int) {
		t.Helper()
		require.Eventually(t, func() bool {
			v := table.view()
			return len(v.Rolls)+len(v.Waiting) == n
		}, hang, 50*time.Millisecond)
	}

	// Nobody threw the dice that lie there at the start, so they are no roll. The first visit offers to throw.
	sees(`!!document.querySelector("#welcome-throw") && document.querySelector("#state").textContent === "Ready: throw the dice" && !document.querySelector("#offer")`)
	sees(tapping("#welcome-throw"))
	rolled(1)
	answerAll(ctx, t, table)
	sees(`document.querySelectorAll("[data-roll]").length === 1`)
	// The dice may lie still again before the test asks whether they roll. So the page itself keeps what it has
	// shown.
	require.NoError(t, chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](`window.shown = [];
		new MutationObserver(() => shown.push(document.querySelector("#state")?.textContent))
			.observe(document.body, { subtree: true, childList: true, characterData: true })`)))
	sees(tapping("#throw"))
	sees(`shown.includes("Dice are rolling")`)
	sees(`document.querySelector("#state").textContent !== "Dice are rolling" && document.querySelectorAll(".mark").length === 3`)
	rolled(2)
	answerAll(ctx, t, table)
	sees(`document.querySelectorAll("[data-roll]").length === 2`)
	sees(`document.querySelector(".picture img").naturalWidth > 300`)

	v := table.view()
	sum := 0
	for _, d := range v.Rolls[0].Dice {
		sum += *d.Value
	}
	require.Equal(t, sum, *v.Rolls[0].Total)
	table.close()
}

// answerAll taps the likeliest value of each die that the table asks about, until it asks about none.
func answerAll(ctx context.Context, t *testing.T, table *openTable) {
	t.Helper()
	require.Eventually(t, func() bool {
		if len(table.view().Waiting) == 0 {
			return true
		}
		tap := `(document.querySelector("#ask .choices button") ?? document.querySelector("#ask [data-do='confirm']"))?.click()`
		return chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](tap)) != nil
	}, hang, 200*time.Millisecond)
}
