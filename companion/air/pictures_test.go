package air_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// The test draws the picture of docs/streamers.md if ASTRAGAL_TEST_PICTURES names a folder for it.
func TestPageOverlayPicture(t *testing.T) {
	dir := os.Getenv("ASTRAGAL_TEST_PICTURES")
	if dir == "" {
		t.Skip("makes a picture: set ASTRAGAL_TEST_PICTURES")
	}
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}}})
	tb.Throw(5, 6, 1)
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?parts=clip,dice,total,trail,log,board&corner=low-left")
	o.Run(chromedp.EmulateViewport(960, 760))
	o.Sees(`document.querySelector(".ov-clip")?.dataset.over === "yes"`)
	o.JS(`(() => { const s = new CSSStyleSheet(); s.replaceSync("html { background: #5c6f66 }"); document.adoptedStyleSheets.push(s); })()`)
	o.Sees(`document.getAnimations().every((a) => a.playState === "finished")`)
	raw, err := chromedp.Run(o.Context, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.png"), raw, 0o600))
}
