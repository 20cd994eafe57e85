package hub_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// chromiums are the names under which Debian and others install it.
var chromiums = []string{"chromium", "chromium-browser", "google-chrome"}

// browser is one Chromium for all tests of the pages.
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
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, stop := chromedp.NewContext(alloc)
	browser.stop = func() { stop(); stopAlloc() }
	browser.ctx, browser.err = ctx, chromedp.Do(ctx)
}

// tab is one screen.
type tab struct {
	t   *testing.T
	ctx context.Context
}

const tabPatience = 45 * time.Second

func open(t *testing.T, address string) *tab {
	t.Helper()
	browser.once.Do(openBrowser)
	if browser.ctx == nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	require.NoError(t, browser.err, "start Chromium")
	ctx, stop := chromedp.NewContext(browser.ctx)
	t.Cleanup(stop)
	b := &tab{t: t, ctx: ctx}
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
	var err error
	for range 4 {
		_, err = chromedp.Run(b.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(tabPatience)))
		if err == nil || !strings.Contains(err.Error(), "navigated") && !strings.Contains(err.Error(), "context") {
			break // else the page went to another address meanwhile
		}
	}
	if err != nil {
		text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.innerText"))
		require.NoError(b.t, err, "%s is not true; the page says:\n%s", expression, text)
	}
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.run(chromedp.Click(chromedp.CSS(selector)))
}

// puts fills a field as a person's typing does.
func (b *tab) puts(selector, value string) {
	b.t.Helper()
	q, _ := json.Marshal(selector)
	v, _ := json.Marshal(value)
	b.run(chromedp.Evaluate[chromedp.Void]("(() => { const f = document.querySelector(" + string(q) + "); f.value = " + string(v) +
		"; f.dispatchEvent(new Event('input', {bubbles: true})); f.dispatchEvent(new Event('change', {bubbles: true})); })()"))
}

// picture keeps what the tab shows in a file where the environment names a folder for it.
func (b *tab) picture(name string) {
	b.t.Helper()
	dir := os.Getenv("ASTRAGAL_TEST_PICTURES")
	if dir == "" {
		return
	}
	raw, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(dir+"/"+name+".png", raw, 0o644))
}
