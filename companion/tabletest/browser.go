package tabletest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	chromium "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
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

// Lean keeps Chromium from loading the pages that draw its address bar's suggestions. Chromium loads them for each window, even if nobody sees it, and
// that takes longer than one of our pages.
func Lean(a *chromedp.ExecAllocator) {
	chromedp.Flag("disable-features", "BlinkGenPropertyTrees,Translate,PaintHolding,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup")(a)
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
	flags = append(flags, chromedp.WSURLReadTimeout(tabPatience), Lean)
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, stop := chromedp.NewContext(alloc)
	browser.stop = func() { stop(); stopAlloc() }
	browser.ctx, browser.err = ctx, chromedp.Do(ctx)
}

// Tab is one screen.
type Tab struct {
	T *testing.T
	// Context is what chromedp takes: what is done in it is done in this tab.
	Context context.Context
	// Close closes the tab. The end of the test closes it too.
	Close func()
}

// tabPatience only keeps a broken test from waiting for ever.
const tabPatience = 2 * time.Minute

// Open opens an address in a new tab of the browser.
func Open(t *testing.T, address string) *Tab {
	t.Helper()
	browser.once.Do(openBrowser)
	if browser.ctx == nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	require.NoError(t, browser.err, "start Chromium")
	ctx, stop := chromedp.NewContext(browser.ctx)
	t.Cleanup(stop)
	b := &Tab{T: t, Context: ctx, Close: stop}
	// The first step makes the tab, which must outlive every later deadline.
	require.NoError(t, chromedp.Do(ctx))
	b.Run(chromedp.Navigate(address))
	return b
}

// Run does steps in the tab.
func (b *Tab) Run(steps ...chromedp.Action[chromedp.Void]) {
	b.T.Helper()
	ctx, stop := context.WithTimeout(b.Context, tabPatience)
	defer stop()
	require.NoError(b.T, chromedp.Do(ctx, steps...))
}

// Sees waits until the JavaScript expression is true.
func (b *Tab) Sees(expression string) {
	b.T.Helper()
	_, err := chromedp.Run(b.Context, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(tabPatience)))
	for tries := 0; err != nil && (strings.Contains(err.Error(), "navigated") || strings.Contains(err.Error(), "context")) && tries < 3; tries++ {
		// The page went to another address meanwhile: look at that one.
		_, err = chromedp.Run(b.Context, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(tabPatience)))
	}
	if err != nil {
		require.NoError(b.T, err, "%s is not true; the page says:\n%s", expression, Value[string](b, "document.body.innerText"))
	}
}

// Shows waits until an element's text is exactly that.
func (b *Tab) Shows(selector, text string) {
	b.T.Helper()
	b.Sees("document.querySelector(" + Quote(selector) + ")?.textContent === " + Quote(text))
}

// Click waits for an element and clicks it.
func (b *Tab) Click(selector string) {
	b.T.Helper()
	b.Run(chromedp.Click(chromedp.CSS(selector)))
}

// JS does something in the page.
func (b *Tab) JS(script string) {
	b.T.Helper()
	b.Run(chromedp.Evaluate[chromedp.Void](script))
}

// Value is the value of an expression in the page. If that is a promise, it is the promise's result.
func Value[T any](b *Tab, expression string) T {
	b.T.Helper()
	ctx, stop := context.WithTimeout(b.Context, tabPatience)
	defer stop()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(b.T, err)
	return v
}

// Phone makes the tab a phone's screen, 390 px wide.
func (b *Tab) Phone() {
	b.T.Helper()
	b.Run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch))
}

// Grow makes the tab's window so large that the page has these px. Chromium doesn't draw the part of an emulated viewport that is larger than its
// window.
func (b *Tab) Grow(width, height int64) {
	b.T.Helper()
	window, err := chromedp.Call(b.Context, chromium.GetWindowForTarget, chromium.GetWindowForTargetParams{})
	require.NoError(b.T, err)
	frame := Value[int64](b, "outerHeight - innerHeight")
	_, err = chromedp.Call(b.Context, chromium.SetWindowBounds, chromium.SetWindowBoundsParams{WindowID: window.WindowID,
		Bounds: &chromium.Bounds{Width: width, Height: height + frame}})
	require.NoError(b.T, err)
	b.Sees(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

// Host is the address that the tab looks at.
func (b *Tab) Host() string {
	b.T.Helper()
	return Value[string](b, "location.host")
}

// Choose sets a field's value as a person does.
func (b *Tab) Choose(selector, value string) {
	b.T.Helper()
	b.Sees(fmt.Sprintf(`(() => { const e = document.querySelector(%s); return e !== null && (e.tagName !== "SELECT" || [...e.options].some((o) => o.value === %s)); })()`, Quote(selector), Quote(value)))
	b.JS(fmt.Sprintf(`(() => { const e = document.querySelector(%s); e.value = %s; e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); })()`, Quote(selector), Quote(value)))
}

// Reason says why a judge rules, once the ruling before is through: the page empties the field then.
func (b *Tab) Reason(text string) {
	b.T.Helper()
	b.Sees(`document.querySelector("#reason")?.value === ""`)
	b.Puts("#reason", text)
}

// Puts fills a field as a person's typing does.
func (b *Tab) Puts(selector, text string) {
	b.T.Helper()
	b.Sees(`!!document.querySelector(` + Quote(selector) + `)`)
	b.JS(`(() => { const f = document.querySelector(` + Quote(selector) + `); f.value = ` + Quote(text) +
		`; f.dispatchEvent(new Event("input", {bubbles: true})); f.dispatchEvent(new Event("change", {bubbles: true})); })()`)
}

// Quote is a text as a JavaScript literal.
func Quote(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

// Served is a table on loopback with its page open.
func Served(t *testing.T) (*Table, *Tab) {
	t.Helper()
	tb := NewTable(t)
	tb.Serve(doortest.Address(t)) // it may come back there
	return tb, Open(t, "http://"+tb.Address+"/")
}

// Escape closes the reference as a keyboard does.
func (b *Tab) Escape() {
	b.T.Helper()
	b.Run(chromedp.KeyEvent("\x1b"))
	b.Sees(`!document.querySelector("dialog[open], dialog.reference")`) // closed, and taken off the page: what opens it next comes after
}

// Designed saves a picture of what a screen shows.
func (b *Tab) Designed(name string) {
	b.T.Helper()
	raw, err := chromedp.Run(b.Context, chromedp.CaptureScreenshot())
	require.NoError(b.T, err)
	require.NoError(b.T, os.WriteFile(filepath.Join(os.Getenv("ASTRAGAL_TEST_PICTURES"), name+".png"), raw, 0o644))
}

// Still keeps animations from moving what is measured.
func (b *Tab) Still() {
	b.T.Helper()
	_, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	require.NoError(b.T, err)
}

// Size makes the tab's viewport that large.
func (b *Tab) Size(wide, high int64) {
	b.T.Helper()
	b.Run(chromedp.EmulateViewport(wide, high))
	b.Sees(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, wide, high))
	Value[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`) // the board has taken its size
}

// TakeFile gives a file to a field that takes one.
func (b *Tab) TakeFile(selector, text string) {
	b.T.Helper()
	b.JS(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%s], "a.json")); const e = document.querySelector(%s); e.files = d.files; e.dispatchEvent(new Event("change", {bubbles: true})); })()`, Quote(text), Quote(selector)))
}

// Sideways makes the tab a phone's screen that lies on its side.
func (b *Tab) Sideways() {
	b.T.Helper()
	require.LessOrEqual(b.T, Value[float64](b, `document.documentElement.scrollWidth - window.innerWidth`), 0.0, "the page scrolls sideways")
}
