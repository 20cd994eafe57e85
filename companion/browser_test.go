package companion_test

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	chromium "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// chromiums are the names under which Debian and others install it.
var chromiums = []string{"chromium", "chromium-browser", "google-chrome"}

// browser is one Chromium for all tests of the pages; each test opens tabs of its own.
var browser struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func openBrowser() {
	path := ""
	for _, name := range chromiums {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WindowSize(1280, 900))
	flags = append(flags, chromedp.WSURLReadTimeout(tabPatience))
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, stop := chromedp.NewContext(alloc)
	browser.stop = func() { stop(); stopAlloc() }
	browser.ctx, browser.err = ctx, chromedp.Do(ctx)
}

// tab is one screen.
type tab struct {
	t   *testing.T
	ctx context.Context
	// close takes the tab away; the test's end does so too.
	close func()
}

// tabPatience only keeps a broken test from waiting for ever.
const tabPatience = 2 * time.Minute

// open opens an address in a new tab of the browser.
func open(t *testing.T, address string) *tab {
	t.Helper()
	browser.once.Do(openBrowser)
	if browser.ctx == nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	require.NoError(t, browser.err, "start Chromium")
	ctx, stop := chromedp.NewContext(browser.ctx)
	t.Cleanup(stop)
	b := &tab{t: t, ctx: ctx, close: stop}
	// The first step makes the tab, which must outlive every later deadline.
	require.NoError(t, chromedp.Do(ctx))
	b.run(chromedp.Navigate(address))
	return b
}

func (b *tab) run(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, tabPatience)
	defer stop()
	require.NoError(b.t, chromedp.Do(ctx, steps...))
}

// sees waits until the JavaScript expression is true.
func (b *tab) sees(expression string) {
	b.t.Helper()
	_, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(tabPatience)))
	for tries := 0; err != nil && (strings.Contains(err.Error(), "navigated") || strings.Contains(err.Error(), "context")) && tries < 3; tries++ {
		// The page went to another address meanwhile: look at that one.
		_, err = chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(tabPatience)))
	}
	if err != nil {
		require.NoError(b.t, err, "%s is not true; the page says:\n%s", expression, value[string](b, "document.body.innerText"))
	}
}

// shows waits until an element's text is exactly that.
func (b *tab) shows(selector, text string) {
	b.t.Helper()
	b.sees("document.querySelector(" + quote(selector) + ")?.textContent === " + quote(text))
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.run(chromedp.Click(chromedp.CSS(selector)))
}

// js does something in the page.
func (b *tab) js(script string) {
	b.t.Helper()
	b.run(chromedp.Evaluate[chromedp.Void](script))
}

// value is what an expression, or the promise that it is, comes to in the page.
func value[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, tabPatience)
	defer stop()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err)
	return v
}

// phone makes the tab a phone's screen, 390 px wide.
func (b *tab) phone() {
	b.t.Helper()
	b.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch))
}

// grow makes the tab's window so large that the page has these px. An emulated viewport that is larger
// than its window isn't drawn beyond it.
func (b *tab) grow(width, height int64) {
	b.t.Helper()
	window, err := chromedp.Call(b.ctx, chromium.GetWindowForTarget, chromium.GetWindowForTargetParams{})
	require.NoError(b.t, err)
	frame := value[int64](b, "outerHeight - innerHeight")
	_, err = chromedp.Call(b.ctx, chromium.SetWindowBounds, chromium.SetWindowBoundsParams{WindowID: window.WindowID,
		Bounds: &chromium.Bounds{Width: width, Height: height + frame}})
	require.NoError(b.t, err)
	b.sees(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

// host is the address that the tab looks at.
func (b *tab) host() string {
	b.t.Helper()
	return value[string](b, "location.host")
}
