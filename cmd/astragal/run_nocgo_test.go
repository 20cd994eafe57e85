//go:build !cgo

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/doctor"
	"astragal/companion/tabletest"
)

// A build without OpenCV says, wherever a user looks for a camera, that it has none and how to get a build that has.
func TestWithoutOpenCVTheTableSaysSoAndOffersNoCamera(t *testing.T) {
	table := keepTable(t, t.TempDir(), "--source", "auto")
	const says, mend = "no OpenCV", "sudo apt-get install libopencv-dev pkg-config g++"
	asks := func(path string) string {
		r, err := http.Get(table.address + path)
		require.NoError(t, err)
		defer r.Body.Close()
		raw, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		return string(raw)
	}
	for _, path := range []string{"api/view", "api/studio", "api/sources"} {
		require.Contains(t, asks(path), says, path)
		require.Contains(t, asks(path), mend, path)
	}
	require.Contains(t, table.errs.String(), says)
	require.Contains(t, table.errs.String(), mend)

	got := astragal(t, "doctor", "--listen", "127.0.0.1:0", "--data-dir", t.TempDir(), "--format", "json")
	var found []doctor.Finding
	require.NoError(t, json.Unmarshal([]byte(got.out), &found))
	for _, f := range found {
		require.NotEqual(t, "camera", f.About, "a camera is of no use to it: %s", f.Found)
		if f.About == "OpenCV" {
			require.Contains(t, f.Found, says)
			require.Contains(t, f.Do, mend)
		}
	}

	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, tabletest.Lean, chromedp.WSURLReadTimeout(hang),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.WindowSize(1280, 900))...)
	defer stopAlloc()
	ctx, stop := chromedp.NewContext(alloc)
	defer stop()
	for path, expression := range map[string]string{
		"":       `document.querySelector("#state")?.textContent === "No OpenCV" && document.querySelector(".nothing").textContent.includes("sudo apt-get") && !document.querySelector("#open-camera") && !document.querySelector("#throw") && !!document.querySelector("#open-type")`,
		"studio": `document.body.textContent.includes("no OpenCV") && document.body.textContent.includes("sudo apt-get")`,
	} {
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(table.address+path)))
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(hang)))
		require.NoError(t, err, "/%s: %s", path, expression)
	}
	table.close()
}
