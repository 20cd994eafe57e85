//go:build cgo

package main

import (
	"bytes"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/vision/virtual"
)

// filmed returns a clip of three dice that are thrown on the virtual table, and what the dice show. Chromium takes
// the file as a camera: JPEGs one after the other, 30 a second, from the start again at its end.
func filmed(t *testing.T) (path string, values []int) {
	t.Helper()
	table, err := virtual.New(11, virtual.Options{FPS: 30}, virtual.Wait(1.5), virtual.Throw("d6", "d6", "d6"), virtual.Wait(9))
	require.NoError(t, err)
	var film bytes.Buffer
	var still []byte
	for n := range table.Frames() {
		if n > 5*30 && still != nil { // the dice lie still, so the same picture serves
			film.Write(still)
			continue
		}
		var frame bytes.Buffer
		require.NoError(t, jpeg.Encode(&frame, table.Frame(n), &jpeg.Options{Quality: 88}))
		still = frame.Bytes()
		film.Write(still)
	}
	for _, d := range table.Truth(table.Frames() - 1).Dice {
		require.NotNil(t, d.Value)
		values = append(values, *d.Value)
	}
	path = filepath.Join(t.TempDir(), "camera.mjpeg")
	require.NoError(t, os.WriteFile(path, film.Bytes(), 0o600))
	return path, values
}

// A phone's pictures go the whole way: a camera (from a file), the page in a browser over the table's own TLS, the
// socket, the eye's process, the readings, the count.
func TestAThrowIsReadThroughAPhonesCamera(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	film, values := filmed(t)
	table := keepTableAt(t, t.TempDir(), doortest.Address(t), "--source", t.TempDir()) // a folder without pictures is no camera, so the phone brings one
	alloc, stopAlloc := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, tabletest.Lean, chromedp.WSURLReadTimeout(hang),
		chromedp.Flag("use-fake-device-for-media-stream", true), chromedp.Flag("use-fake-ui-for-media-stream", true),
		chromedp.Flag("use-file-for-fake-video-capture", film),
		// This does what a person does who accepts the table's own certificate.
		chromedp.Flag("ignore-certificate-errors", true),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WindowSize(420, 860))...)
	defer stopAlloc()
	ctx, stop := chromedp.NewContext(alloc)
	defer stop()
	secure := "https" + strings.TrimPrefix(table.address, "http")
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(secure+"phone")))
	sees := func(expression string) {
		t.Helper()
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(hang)))
		require.NoError(t, err, "%s\n%s", expression, table.errs)
	}
	sees(`window.isSecureContext && document.querySelector("#start")?.disabled === false`)
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("#start"))))
	sees(`Number(document.querySelector("#sent")?.dataset.sent) > 10`)
	require.Equal(t, "pictures from a phone", table.view().Eye.Source)

	// What the camera is sure of must be right. What it isn't sure of, it asks.
	var throw protocol.ThrowView
	require.Eventually(t, func() bool {
		v := table.view()
		for _, r := range v.Rolls {
			throw = r.Throw
			if len(throw.Dice) == len(values) {
				return true
			}
		}
		for _, w := range v.Waiting {
			throw = w
			if len(throw.Dice) == len(values) {
				return true
			}
		}
		return false
	}, hang, 200*time.Millisecond, "no throw of three dice was read: %s", table.errs)
	left := slices.Clone(values)
	for _, d := range throw.Dice {
		require.Equal(t, "d6", d.Shape)
		if d.Asks {
			continue
		}
		i := slices.Index(left, *d.Value)
		require.GreaterOrEqual(t, i, 0, "%d was read, %v lie there", *d.Value, values)
		left = slices.Delete(left, i, i+1)
	}
	t.Logf("thrown %v; %d of %d dice read for sure", values, len(values)-len(left), len(values))
	if shots := os.Getenv("ASTRAGAL_TEST_PICTURES"); shots != "" {
		picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(shots, "phone.png"), picture, 0o600))
	}

	// The program is killed and started again. The phone comes back by itself.
	address := strings.TrimSuffix(strings.TrimPrefix(table.address, "http://"), "/")
	dir := table.cmd.Args[slices.Index(table.cmd.Args, "--data-dir")+1]
	require.NoError(t, table.cmd.Process.Kill())
	_ = table.cmd.Wait()
	sees(`document.querySelector("#state").textContent.includes("reached")`)
	again := keepTableAt(t, dir, address, "--source", t.TempDir())
	sees(`!!document.querySelector("#sent")`)
	require.Eventually(t, func() bool { return again.view().Eye.State != "no camera" }, hang, 200*time.Millisecond)
	again.close()
}
