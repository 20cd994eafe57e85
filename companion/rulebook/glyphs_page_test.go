package rulebook_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
	"astragal/engine/dragondice"
	"astragal/engine/veradiscordia"
	"astragal/models/catalog"
)

// namesWithGlyphs are all the engine's names of action icons, SAIs, kinds of ID, elements, dragon parts, terrain
// actions, orders and die colors: what dice's faces show, and what the rules say.
func namesWithGlyphs(t *testing.T) []string {
	t.Helper()
	dice, err := catalog.DragonDice()
	require.NoError(t, err)
	raw, err := json.Marshal(dice)
	require.NoError(t, err)
	kinds, err := dragondice.ParseKinds(raw)
	require.NoError(t, err)
	names := []string{}
	for _, k := range kinds {
		names = append(names, k.Kind)
		if k.Race != "" {
			names = append(names, "species/"+k.Race)
		}
		if k.Kind == "unit" && k.Class != "" || k.Kind == "dragonkin" {
			names = append(names, "class/"+k.Class)
		}
		names = append(names, k.Elements...)
		for _, f := range k.Faces {
			names = append(names, f.Icon)
		}
	}
	for _, e := range dragondice.Editions() {
		names = append(names, namesOf(e)...)
	}
	for _, o := range veradiscordia.Orders() {
		names = append(names, "order/"+string(o))
	}
	for _, c := range veradiscordia.Colors() {
		names = append(names, "die/"+string(c))
	}
	for _, at := range veradiscordia.Terrains() {
		names = append(names, "terrain/"+string(at))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// namesOf are the names in an edition's own tables.
func namesOf(e dragondice.Edition) []string {
	var names []string
	for _, i := range e.Items() {
		if slices.Contains([]string{"sai", "icon", "dragon icon", "minor"}, i.Kind) || i.Kind == "breath" {
			names = append(names, i.ID)
		}
	}
	for _, x := range e.Eighths {
		if x.Icon != "" {
			names = append(names, x.Icon)
		}
	}
	for _, s := range e.Spells {
		names = append(names, s.Element)
	}
	return names
}

// alike is the share of the ink of two glyphs, both together, that must differ at 16 px.
const alike = 0.25

// The test draws each glyph as the pages do, 16 px large in one color. It compares the pixels of every two.
func TestEveryNameHasAGlyphAndNoTwoAreAlike(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`!!document.querySelector(".head")`)
	names, err := json.Marshal(namesWithGlyphs(t))
	require.NoError(t, err)
	got := tabletest.Value[struct {
		Lacking []string `json:"lacking"`
		Pairs   []struct {
			A, B string
			By   float64
		} `json:"pairs"`
		Least float64 `json:"least"`
		Count int     `json:"count"`
	}](page, strings.ReplaceAll(strings.ReplaceAll(glyphPixels, "NAMES", string(names)), "ALIKE", jsonOf(t, alike)))
	require.Empty(t, got.Lacking, "names without a glyph")
	require.Empty(t, got.Pairs, "glyphs that look alike at 16 px")
	require.Greater(t, got.Count, 100)
	t.Logf("%d glyphs; the two that are most alike differ in %.0f %% of their ink", got.Count, 100*got.Least)
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

const glyphPixels = `(async () => {
	const at = document.querySelector("script[data-hash]").src;
	const { drawn, glyphName, glyphs } = await import(new URL("./glyphs.js", at).href);
	const size = 16, canvas = new OffscreenCanvas(size, size), ink = canvas.getContext("2d", { willReadFrequently: true });
	const pixels = (name) => {
		ink.reset();
		ink.scale(size / 512, size / 512);
		for (const p of drawn(name)) {
			ink.save();
			if (p.at) {
				const [x, y] = p.at.match(/translate\(([^)]*)\)/)[1].split(" ").map(Number);
				ink.translate(x, y);
				const by = Number(p.at.match(/scale\(([^)]*)\)/)[1]);
				ink.scale(by, by);
			}
			ink.fill(new Path2D(p.d));
			ink.restore();
		}
		return [...ink.getImageData(0, 0, size, size).data].filter((_, i) => i % 4 === 3).map((a) => a / 255);
	};
	const all = Object.keys(glyphs).map((name) => ({ name, px: pixels(name) }));
	const found = [];
	let least = 1;
	for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) {
		let differ = 0, both = 0;
		for (let k = 0; k < a.px.length; k++) { differ += Math.abs(a.px[k] - b.px[k]); both += Math.max(a.px[k], b.px[k]); }
		least = Math.min(least, differ / both);
		if (differ / both < ALIKE || !both) found.push({ a: a.name, b: b.name, by: differ / both });
	}
	return { lacking: NAMES.filter((n) => !glyphName(n)), pairs: found, least, count: all.length };
})()`
