package tabletest

import (
	"fmt"
	"os"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What people may call things: 60 letters without a blank, and as many from right to left with a figure.
var (
	LongName   = Unbroken("Wolfgangwilhelm", 60)
	HebrewName = Unbroken("שרהלאהרחל", 58) + " 5"
)

// Unbroken is n letters in one word.
func Unbroken(word string, n int) string {
	letters := []rune(strings.Repeat(word, n))
	return string(letters[:n])
}

// widths are those of a small phone, a phone, a desk at 200 % and a desk, px.
var widths = []int64{320, 390, 640, 1280}

// sideways lists what a page so many px wide shows beyond its edge, what scrolls sideways in it, text that leaves its box, and figures that are broken
// over lines: a 3 above a 3 can't be read as 33.
const sideways = `((wide) => {
	const out = [], name = (e) => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.className?.length ? "." + [...e.classList].join(".") : "") + " “" + e.textContent.trim().slice(0, 30) + "”";
	const whole = document.documentElement.scrollWidth;
	if (whole > wide) out.push("the page is " + whole + " px wide");
	for (const e of document.querySelectorAll("body *")) {
		if (e.closest(".unseen, [hidden], .mark") || e.ownerSVGElement) continue;
		const r = e.getBoundingClientRect(), s = getComputedStyle(e);
		if (r.width === 0 || r.height === 0) continue;
		if (r.right > wide + 1 || r.left < -1) out.push(name(e) + " reaches from " + Math.round(r.left) + " to " + Math.round(r.right));
		const over = e.scrollWidth - e.clientWidth;
		if (["auto", "scroll"].includes(s.overflowX) && over > 1) out.push(name(e) + " scrolls sideways by " + over);
		const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
		if (text && s.overflowX === "visible" && !s.display.startsWith("inline") && e.clientWidth > 0 && over > 2) out.push("text leaves " + name(e) + " by " + over);
	}
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		if (!/^[-−+]?\d[\d.,:%]*$/.test(n.data.trim()) || n.parentElement.closest("svg, option, .unseen")) continue;
		range.selectNodeContents(n);
		if (new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top))).size > 1) out.push("broken: " + n.data + " in " + name(n.parentElement.parentElement));
	}
	return out.slice(0, 6);
})`

// mixed lists names written from right to left that aren't isolated from the text around them, and fields that don't change their direction with what
// is typed.
const mixed = `(() => {
	const rtl = /[\u0590-\u08FF]/, out = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		if (!rtl.test(n.data)) continue;
		const plain = n.parentElement.closest("option, text, textarea");
		if (plain ? !/\u2068[^\u2069]*\u2069/.test(n.data) : !n.parentElement.closest("bdi")) out.push("outside a bdi: " + n.parentElement.outerHTML.slice(0, 200));
		if (/ 5$/.test(n.data) && !rtl.test(n.data.slice(0, -2))) out.push("cut: " + n.data);
	}
	for (const e of document.querySelectorAll("[title], [placeholder]")) for (const said of [e.title, e.placeholder ?? ""]) {
		if (rtl.test(said) && !said.includes("\u2068")) out.push("in a title: " + said);
	}
	if (rtl.test(document.title) && !document.title.includes("\u2068")) out.push("in the page’s title");
	for (const e of document.querySelectorAll("input:not([type]), input[type=text], input[type=search], textarea")) if (e.dir !== "auto") out.push("no dir: " + e.outerHTML);
	return out.slice(0, 6);
})()`

// small lists fields whose letters are smaller than 16 px: iOS zooms into those.
const small = `[...document.querySelectorAll("input, select, textarea")].filter((e) => !["checkbox", "radio", "range", "file", "hidden", "color"].includes(e.type))
	.filter((e) => parseFloat(getComputedStyle(e).fontSize) < 16).map((e) => getComputedStyle(e).fontSize + " " + e.outerHTML).slice(0, 6)`

// Fits looks at a page at every width.
func (b *Tab) Fits(where string) {
	b.T.Helper()
	for _, width := range widths {
		b.Run(chromedp.EmulateViewport(width, 844, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
		b.Sees(fmt.Sprintf(`screen.width === %d`, width))
		assert.Empty(b.T, Value[[]string](b, fmt.Sprintf("%s(%d)", sideways, width)), "%s at %d px", where, width)
		assert.Empty(b.T, Value[[]string](b, mixed), "%s at %d px", where, width)
		if width < 900 {
			assert.Empty(b.T, Value[[]string](b, small), "%s at %d px", where, width)
		}
		for _, scheme := range []string{"light", "dark"} {
			b.pictureIn(scheme, fmt.Sprintf("%s-%d", strings.ReplaceAll(where, " ", "-"), width))
		}
	}
}

// pictureIn keeps what a screen looks like in light or dark, where somebody wants to see it.
func (b *Tab) pictureIn(scheme, name string) {
	b.T.Helper()
	if os.Getenv("ASTRAGAL_TEST_PICTURES") == "" {
		return
	}
	_, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	require.NoError(b.T, err)
	b.Picture(name + "-" + scheme)
}

// Goes opens another address in the tab.
func (b *Tab) Goes(address string) {
	b.T.Helper()
	b.Run(chromedp.Navigate(address))
}
