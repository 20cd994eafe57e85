//go:build cgo

package main

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
)

// The example of a virtual tabletop, in a real browser and from another address than the table's, asks for
// a roll; the virtual table throws it, the camera's eye reads it, and a correction reaches the tabletop.
func TestATabletopAsksForARollAndGetsItsCorrection(t *testing.T) {
	tabletop := httptest.NewServer(http.FileServer(http.Dir("../../docs/tabletop")))
	t.Cleanup(tabletop.Close)
	table := keepTable(t, t.TempDir(), "--source", "virtual:5", "--origins", tabletop.URL)
	page := browsers(t)(tabletop.URL)
	page.choose("[name=table]", table.address)
	page.choose("[name=dice]", "d8, 2d6")
	page.press("button")
	page.sees(`document.querySelector("#state").dataset.state === "waiting"`)
	require.NotNil(t, table.view().Play, "the tray is for the request")

	require.Equal(t, "done", table.act(companion.Act{Do: companion.DoThrow}).Type)
	page.sees(`["rolled", "asking"].includes(document.querySelector("#state").dataset.state)`)
	// What the eye isn't sure of is said at the table.
	for range 3 {
		tray := table.view().Tray
		for _, d := range tray.Dice {
			if d.Asks && len(d.Choices) > 0 {
				table.act(companion.Act{Do: companion.DoFix, Throw: tray.ID, Rev: table.view().Tray.Rev, Die: d.N, Value: &d.Choices[0].Value})
			}
		}
	}
	page.sees(`document.querySelector("#state").dataset.state === "rolled"`)
	page.sees(`document.querySelectorAll("#dice li").length === 3`)
	before := inPage[string](page, `document.querySelector("#state").textContent`)

	tray := table.view().Tray
	i := 0
	for tray.Dice[i].Value == nil || tray.Dice[i].Shape != "d6" {
		i++
	}
	other := 7 - *tray.Dice[i].Value
	require.Equal(t, "done", table.act(companion.Act{Do: companion.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: tray.Dice[i].N, Value: &other}).Type)
	page.sees(`document.querySelector("#state").textContent.endsWith("(corrected at the table)")`)
	require.NotEqual(t, before, inPage[string](page, `document.querySelector("#state").textContent`))
	page.picture("tabletop")

	// Elsewhere is not everywhere: another page gets nothing.
	stranger := httptest.NewServer(http.FileServer(http.Dir("../../docs/tabletop")))
	t.Cleanup(stranger.Close)
	other2 := browsers(t)(stranger.URL)
	other2.choose("[name=table]", table.address)
	other2.press("button")
	other2.sees(`document.querySelector("#state").dataset.state === "wrong"`)
}
