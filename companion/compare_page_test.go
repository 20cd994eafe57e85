package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A roll is counted on the page, then compared under every edition that knows its dice; what only
// another edition asks is answered there.
func TestThePageComparesEditions(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/roll")
	page.sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.choose("#one-edition", "4.01d")
	page.sees(`!!document.querySelector("#one-terrain option[value='terrain_flatland_city']")`)
	page.choose("#one-roll", "magic")
	page.choose("#one-terrain", "terrain_flatland_city")
	page.choose("#one-shelf", "goblin")
	page.click("[data-kind='goblin_cutthroat'] [data-more]")
	page.click("#one-begin")
	page.asked("roll")
	page.click("[data-die='roller-cutthroat-1'] [data-face='0']") // the ID, worth two
	page.click("[data-do='hand']")
	page.sees(`document.querySelector("#outcome")?.textContent.includes("2 magic")`)
	page.click("#compare")
	page.sees(`document.querySelector("[data-compared='4.01d'] strong")?.textContent === "2 magic"`)
	page.sees(`document.querySelector("[data-compared='starter']")?.textContent.includes("Cutthroat: of races it knows treefolk, firewalker")`)
	page.sees(`document.querySelectorAll("[data-asks='1996'] [data-row]").length === 2`)
	page.picture("compare-asks")
	for range 2 {
		page.click("[data-asks='1996'] [data-row='earth'] [data-more]")
	}
	page.click("[data-asks='1996'] [data-do='take']")
	page.sees(`document.querySelector("[data-compared='1996'] strong")?.textContent === "4 magic"`)
	page.sees(`document.querySelector("#compare-why")?.textContent.includes("Terrain advantage")`)
	page.sees(`!!document.querySelector("tr.differs[data-row='magic/terrain']")`)
	page.picture("compare")
	page.phone()
	over := value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	page.picture("compare-phone")
	require.Len(t, tb.session.Games().List(), 1, "comparing begins no game")
}

// Who goes through the editions quickly sees the last one, though an earlier one's dice may come later.
func TestAnEditionThatComesLateIsNotShown(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/roll")
	page.sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.js(`(() => {
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
	page.choose("#one-edition", "4.01d")
	page.sees(`!!window.late`)
	page.choose("#one-edition", "1996")
	gold := `[...document.querySelectorAll("#one-spell option")].some((o) => o.textContent === "Stoneskin (gold)")`
	page.sees(gold)
	page.js(`void window.late()`)
	page.sees(`window.came === true`)
	require.True(t, value[bool](page, gold))
	require.Greater(t, value[int](page, `document.querySelectorAll("[data-kind]").length`), 5)
}

// Each edition uses its own words; a charge is counted by the one that has charges.
func TestThePageUsesTheEditionsWords(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/roll")
	page.sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.choose("#one-edition", "4.01d")
	page.sees(`document.querySelector("#one-shelf")?.closest("label").textContent.startsWith("Species")`)
	page.choose("#one-edition", "1996")
	page.sees(`document.querySelector("#one-shelf")?.closest("label").textContent.startsWith("Race")`)
	page.sees(`[...document.querySelectorAll("#one-spell option")].some((o) => o.textContent === "Stoneskin (gold)")`)
	page.sees(`document.querySelector("#one-unknown").textContent.includes("Kicker Packs")`)
	page.choose("#one-roll", "charge")
	page.choose("#one-terrain", "terrain_highland_city")
	page.choose("#one-shelf", "dwarf")
	page.sees(`!document.querySelector("[data-kind='dwarf_behemoth']")`) // a monster, which the book leaves to others
	page.click("[data-kind='dwarf_mammoth_rider'] [data-more]")
	page.click("#one-begin")
	page.asked("roll")
	page.click("[data-die='roller-mammoth_rider-1'] [data-face='2']")
	page.click("[data-do='hand']")
	page.sees(`document.querySelector("#outcome")?.textContent.includes("9 damage")`)
}
