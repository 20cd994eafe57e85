package tabletest

import (
	_ "embed"
	"fmt"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// axe is axe-core, Deque's checker of pages (MPL 2.0; its licence is beside it). Only this test uses it.
//
//go:embed testdata/axe/axe.min.js
var axe string

// Accessible lets axe look at the page, light and dark, and checks that axe finds nothing. A unit of Vera Discordia is a card of short signs ("v3",
// "3/6") with a name in whole words; axe's rule that the name has the signs doesn't apply to it.
func (b *Tab) Accessible(where string) {
	b.T.Helper()
	for _, scheme := range []string{"light", "dark"} {
		_, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		require.NoError(b.T, err)
		b.Sees(fmt.Sprintf(`matchMedia("(prefers-color-scheme: %s)").matches`, scheme))
		if !Value[bool](b, `"axe" in window`) {
			b.JS(axe + "\n;undefined")
		}
		found := Value[[]string](b, `axe.run().then((r) => r.violations.flatMap((v) => v.nodes.filter((n) => !(v.id === "label-content-name-mismatch" && n.html.includes("vera-unit"))).map((n) => v.id + ": " + n.html.slice(0, 200) + " (" + n.failureSummary.slice(0, 300) + ")")))`)
		assert.Empty(b.T, found, "%s, %s", where, scheme)
	}
}
