package screen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
)

func TestPageSaysWhatLayThereBefore(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Opens(tabletest.Scene(-1, 4))
	tb.Settle(tabletest.SceneLying(2, -1, 4, 6))
	page.Shows("#total", "6")
	page.Sees(`document.querySelectorAll(".mark").length === 1 && document.querySelector("#lay-before p")?.textContent === "2 things lay here before the throw and didn’t move: not counted."`)
	page.Click("#lay-before summary")
	page.Picture("lay-before")
	page.Click("[data-before='2']")
	page.Sees(`!!document.querySelector("[data-fix='2']") && !document.querySelector("[data-fix='2'] [data-do=remove]")`)
	page.Phone()
	require.LessOrEqual(t, tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`), 0.0, "the page scrolls sideways")
	page.Picture("lay-before-phone")
	page.Click("[data-fix='2'] button[data-value='4']")
	page.Shows("#total", "10")
	page.Sees(`document.querySelector("#lay-before p")?.textContent.startsWith("1 thing lay here")`)
}
