//go:build cgo

package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
)

// tooWide finds the parts of the module's window that are wider than the screen or than their place, or too low for a
// thumb.
const tooWide = `(() => {
	const w = document.querySelector(".application"), out = [];
	const at = w.getBoundingClientRect();
	if (at.left < 0 || at.right > innerWidth) out.push("the window " + at.left + " to " + at.right);
	for (const e of w.querySelectorAll("*")) if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline") out.push(e.tagName + "." + e.className + ": " + e.textContent);
	for (const e of w.querySelectorAll(".astragal-body button, .astragal-body input")) if (e.getBoundingClientRect().height < 44) out.push("low: " + e.outerHTML);
	return out;
})()`

// The module's window is shown on a phone, in each language, light and dark: waiting, asking how the roll goes on,
// and typing.
func TestFoundrysWindowFitsAPhoneInEachLanguage(t *testing.T) {
	h := atTable(t, typedTable(t))
	asked := 0
	for i, lang := range []string{"en", "de", "es", "fr", "pl"} {
		h.do(chromedp.Navigate(h.server + "?lang=" + lang))
		h.sees(`document.documentElement.dataset.ready === "yes"`)
		scheme := []string{"light", "dark"}[i%2]
		_, err := chromedp.Call(h.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		require.NoError(t, err)
		h.roll("2d20kh + 4d6 + 1d100 + 5")
		asked++
		h.asked(asked, protocol.RequestWaiting)
		h.sees(`document.querySelector(".astragal-status").textContent.includes("Ann")`)
		narrow := func(name string) {
			for _, wide := range []int64{390, 320} {
				h.do(chromedp.EmulateViewport(wide, 844, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
				require.Empty(t, inPage[[]string](h.page, tooWide), "%s, %s, %d px", lang, name, wide)
				h.page.picture(fmt.Sprintf("foundry-%s-%s-%d-%s", lang, name, wide, scheme))
			}
		}
		narrow("waits")
		h.press(".application .close")
		h.sees(`!document.querySelector(".astragal-alarm").hidden`)
		narrow("leaves")
		h.press(`[data-do="type"]`)
		h.sees(`document.querySelectorAll(".astragal-body input").length === 7`)
		narrow("types")
		h.press(`[data-do="back"]`)
		h.asked(asked, protocol.RequestCancelled)
		h.sees(`!document.querySelector(".application")`)
		require.Empty(t, inPage[[]string](h.page, `seen.words`), lang)
	}
	// Why the table refuses something is said in that language too. It refuses a roll while as many wait as may.
	for {
		r, err := http.Post(h.table.address+"api/requests", "application/json", strings.NewReader(`{"dice": ["d6"]}`))
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
		if r.StatusCode == http.StatusUnprocessableEntity {
			break
		}
		require.Equal(t, http.StatusCreated, r.StatusCode)
	}
	for lang, why := range map[string]string{"en": "rolls for other programs wait at this table", "de": "Würfe für andere Programme warten an diesem Tisch", "fr": "lancers pour d’autres programmes"} {
		h.do(chromedp.Navigate(h.server + "?lang=" + lang))
		h.sees(`document.documentElement.dataset.ready === "yes"`)
		h.roll("2d6")
		h.sees(`document.querySelector(".astragal-alarm")?.textContent.includes("` + why + `")`)
		h.press(`[data-do="back"]`)
		h.sees(`!document.querySelector(".application")`)
	}
}

// What somebody at the table must look at is said in Foundry's language, and a coin has its name there.
func TestFoundryHearsOfDoubtsAndCoinsInItsLanguage(t *testing.T) {
	h := atTable(t, typedTable(t))
	for lang, says := range map[string][2]string{
		"en": {"2 dice are not read for sure: say what each shows.", "Ann: roll 2 × coin + d6 at the table."},
		"de": {"2 Würfel sind nicht sicher gelesen: sag, was jeder zeigt.", "Ann: Würfle 2 × Münze + d6 am Tisch."},
	} {
		h.do(chromedp.Navigate(h.server + "?lang=" + lang))
		h.sees(`document.documentElement.dataset.ready === "yes"`)
		inPage[bool](h.page, `(() => {
			const real = fetch;
			globalThis.fetch = async (...asked) => {
				const answer = await real(...asked);
				const got = await answer.clone().json().catch(() => null);
				if (!got?.dice) return answer;
				return new Response(JSON.stringify({ ...got, doubts: ["2 dice are not read for sure: say what each shows."] }), answer);
			};
			return true;
		})()`)
		h.roll("2dc + 1d6")
		h.sees(fmt.Sprintf(`document.querySelector(".astragal-doubt")?.textContent === %q`, says[0]))
		h.sees(fmt.Sprintf(`document.querySelector(".astragal-status").textContent === %q`, says[1]))
		h.press(`[data-do="back"]`)
		h.sees(`!document.querySelector(".application")`)
	}
}
