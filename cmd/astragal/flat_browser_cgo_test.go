//go:build cgo

package main

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
	"astragal/vision/virtual"
)

// A camera that looks at the dice from too flat an angle counts nothing by itself. The page draws how to mend that.
func TestACameraThatLooksTooFlatIsDrawnOnThePage(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	look := virtual.RandomLook(83002)
	look.TrayWidth, look.TrayHeight, look.View = 150, 85, 165
	look = look.From(70, 0, 400)
	img, _, err := virtual.Still(83002, virtual.Options{Look: &look, Width: 960, Height: 540, Dice: []string{"d6", "d6", "d6", "d6"}})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "flat.jpg")
	asFile(t, file, img)

	open := keepTable(t, t.TempDir(), "--source", file)
	alloc, stopAlloc := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, tabletest.Lean, chromedp.WSURLReadTimeout(hang),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.WindowSize(390, 900))...)
	defer stopAlloc()
	ctx, stop := chromedp.NewContext(alloc)
	defer stop()
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(open.address)))
	const drawn = `document.querySelector("#too-flat svg")?.getBoundingClientRect().width > 100 && document.querySelector("#too-flat").textContent.includes("raise it") && document.documentElement.scrollWidth <= innerWidth`
	_, err = chromedp.Run(ctx, chromedp.Poll[bool](drawn, chromedp.WithPollingTimeout(hang)))
	require.NoError(t, err, "%s", open.errs)
	require.Empty(t, open.view().Rolls)
	open.close()
}
