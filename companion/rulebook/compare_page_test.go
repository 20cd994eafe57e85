package rulebook_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
)

// A roll is counted on the page, then compared under every edition that knows its dice. What only another edition
// asks is answered there.
func TestThePageComparesEditions(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/roll")
	page.Sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.Choose("#one-edition", "4.01d")
	page.Sees(`!!document.querySelector("#one-terrain option[value='terrain_flatland_city']")`)
	page.Choose("#one-roll", "magic")
	page.Choose("#one-terrain", "terrain_flatland_city")
	page.Choose("#one-shelf", "goblin")
	page.Click("[data-kind='goblin_cutthroat'] [data-more]")
	page.Click("#one-begin")
	page.Asked("roll")
	page.Click("[data-die='roller-cutthroat-1'] [data-face='0']") // the ID, worth two
	page.Click("[data-do='hand']")
	page.Sees(`document.querySelector("#outcome")?.textContent.includes("2 magic")`)
	page.Click("#compare")
	page.Sees(`document.querySelector("[data-compared='4.01d'] strong")?.textContent === "2 magic"`)
	page.Sees(`document.querySelector("[data-compared='starter']")?.textContent.includes("Cutthroat: of races it knows treefolk, firewalker")`)
	page.Sees(`document.querySelectorAll("[data-asks='1996'] [data-row]").length === 2`)
	page.Picture("compare-asks")
	for range 2 {
		page.Click("[data-asks='1996'] [data-row='earth'] [data-more]")
	}
	page.Click("[data-asks='1996'] [data-do='take']")
	page.Sees(`document.querySelector("[data-compared='1996'] strong")?.textContent === "4 magic"`)
	page.Sees(`document.querySelector("#compare-why")?.textContent.includes("Terrain advantage")`)
	page.Sees(`!!document.querySelector("tr.differs[data-row='magic/terrain']")`)
	page.Picture("compare")
	page.Phone()
	over := tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	page.Picture("compare-phone")
	require.Len(t, tb.Session.Games().List(), 1, "comparing begins no game")
}

// If a person goes through the editions quickly, the page shows the last one, even if an earlier one's dice come
// later.
func TestAnEditionThatComesLateIsNotShown(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/roll")
	page.Sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.JS(`(() => {
		const ask = window.fetch;
		window.fetch = (what, how) => !String(what).endsWith("/4.01d") ? ask(what, how) : new Promise((answered) => {
			window.late = async () => {
				const r = await ask(what, how);
				await r.clone().text();
				answered(r);
				for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
				window.came = true;
			};
		});
	})()`)
	page.Choose("#one-edition", "4.01d")
	page.Sees(`!!window.late`)
	page.Choose("#one-edition", "1996")
	gold := `[...document.querySelectorAll("#one-spell option")].some((o) => o.textContent === "Stoneskin (gold)")`
	page.Sees(gold)
	page.JS(`void window.late()`)
	page.Sees(`window.came === true`)
	require.True(t, tabletest.Value[bool](page, gold))
	require.Greater(t, tabletest.Value[int](page, `document.querySelectorAll("[data-kind]").length`), 5)
}

// Each edition uses its own words; a charge is counted by the one that has charges.
func TestThePageUsesTheEditionsWords(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/roll")
	page.Sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.Choose("#one-edition", "4.01d")
	page.Sees(`document.querySelector("#one-shelf")?.closest("label").textContent.startsWith("Species")`)
	page.Choose("#one-edition", "1996")
	page.Sees(`document.querySelector("#one-shelf")?.closest("label").textContent.startsWith("Race")`)
	page.Sees(`[...document.querySelectorAll("#one-spell option")].some((o) => o.textContent === "Stoneskin (gold)")`)
	page.Sees(`document.querySelector("#one-unknown").textContent.includes("Kicker Packs")`)
	page.Choose("#one-roll", "charge")
	page.Choose("#one-terrain", "terrain_highland_city")
	page.Choose("#one-shelf", "dwarf")
	page.Sees(`!document.querySelector("[data-kind='dwarf_behemoth']")`) // a monster, which the book leaves to others
	page.Click("[data-kind='dwarf_mammoth_rider'] [data-more]")
	page.Click("#one-begin")
	page.Asked("roll")
	page.Click("[data-die='roller-mammoth_rider-1'] [data-face='2']")
	page.Click("[data-do='hand']")
	page.Sees(`document.querySelector("#outcome")?.textContent.includes("9 damage")`)
}
