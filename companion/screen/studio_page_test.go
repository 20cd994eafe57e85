package screen_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/gallery"
	"astragal/models/networks"
)

// An army that the table keeps is laid out with one tap, and its twelve dice stand side by side on the narrowest phone.
func TestAKeptArmyIsLaidOutWithOneTap(t *testing.T) {
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	var army []models.Die
	var ids []string
	for _, d := range catalog.OfRace(every, "firewalker") {
		if d.Shape == "d6" && len(army) < 12 {
			army, ids = append(army, d), append(ids, d.ID)
		}
	}
	tb, _ := tabletest.Studying(t, army...)
	tb.Server.Studio.Folder = t.TempDir()
	force, err := json.Marshal(map[string]any{"dice": ids})
	require.NoError(t, err)
	_, err = tb.Session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: "starter", Name: "Ash and Ember", Force: force})
	require.NoError(t, err)
	page := tabletest.Open(t, "http://"+tb.Address+"/studio")
	page.Shows(`[data-lay="1"]`, fmt.Sprintf("Lay Ash and Ember out, face by face (%d dice)", len(ids)))
	page.Fits("studio kept army")
	page.Click(`[data-lay="1"]`)
	page.Sees(`document.querySelectorAll(".course-die").length === 12`)
	page.Fits("studio course")
	page.Sees(`[...document.querySelectorAll(".course-rows")].every((r) => r.scrollWidth <= r.clientWidth)`)
	page.Size(320, 720)
	page.Sees(`[...document.querySelectorAll(".course-rows")].every((r) => r.scrollWidth <= r.clientWidth)`)
	page.Accessible("an army that is laid out")
}

// Dice on the tray are named by keyboard alone: the focus goes to what is asked next, comes back to a button that could not be used while the table
// worked, and axe finds nothing.
func TestDiceAreNamedByKeyboard(t *testing.T) {
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	oak, err := catalog.ByID(every, "treefolk_oak")
	require.NoError(t, err)
	tb, _ := tabletest.Studying(t, oak)
	tb.Server.Studio.Folder = t.TempDir()
	page := tabletest.Open(t, "http://"+tb.Address+"/studio")
	page.Choose("#shelf", "treefolk")
	page.Click(`[data-take="treefolk_oak"]`)
	page.Sees(`!!document.querySelector("#lay-out")`)
	tb.Throw(3, 5)
	page.Sees(`document.querySelector("#name")?.dataset.n === "1"`)
	page.Accessible("a die that is named")
	for _, n := range []string{"2", ""} {
		page.JS(`document.querySelector('#name [data-all]').focus()`)
		page.Run(chromedp.KeyEvent(kb.Enter))
		page.Sees(fmt.Sprintf(`(document.querySelector("#name")?.dataset.n ?? "") === %q`, n))
		page.Sees(`document.activeElement !== document.body`)
	}
	page.Sees(`document.activeElement.id === "learn"`)
	page.Accessible("dice that are named")
	page.Click("#testing")
	page.Sees(`!!document.querySelector("#proof") && !document.querySelector("#lay-out")`)
	page.Click("#testing")
	page.Click("#lay-out")
	page.Sees(`!!document.querySelector("#press")`)
	page.JS(`document.querySelector("#press").focus()`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Sees(`!!document.querySelector(".toast") && document.activeElement.id === "press"`)
}

// A gallery that is taken in says what it brought, and can be tried though nobody chose dice before. A file that is none says what to take.
func TestAGalleryIsTakenInOnThePage(t *testing.T) {
	oak := models.Die{ID: "oak", Name: "Oak", Shape: "d6", Faces: []models.Face{{Icon: "melee", Count: 1}, {Icon: "save", Count: 1}, {}, {}, {}, {}}}
	from, err := gallery.OpenOrMake(t.TempDir())
	require.NoError(t, err)
	_, err = from.Add(gallery.NewShot{Shot: gallery.Shot{Die: "oak", Shows: oak.Faces[0], Shape: "d6", From: "taught", Box: [4]float64{0, 0, 1, 1}, Width: 1, Height: 1}, Crop: tabletest.Crop(1)})
	require.NoError(t, err)
	var packed bytes.Buffer
	require.NoError(t, from.Export(&packed, []models.Die{oak}, nil))

	tb, store := tabletest.Studying(t)
	index, err := gallery.NewIndex(nil, nil)
	require.NoError(t, err)
	tb.Server.Studio.Taught = func() *gallery.Index { return index }
	tb.Server.Studio.Changed = func(context.Context) error {
		var seen []gallery.Seen
		for range store.Shots() {
			seen = append(seen, gallery.Seen{Embedding: make([]float32, networks.RowDims), Turns: 1})
		}
		index, err = gallery.NewIndex(store.Shots(), seen)
		return err
	}
	page := tabletest.Open(t, "http://"+tb.Address+"/studio")
	page.Sees(`!!document.querySelector("#shots") && !document.querySelector('a[href="gallery.zip"]')`)
	take := func(raw []byte) {
		page.JS(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "gallery.zip"));
			const e = document.querySelector("#gallery-file"); e.files = d.files; e.dispatchEvent(new Event("change", {bubbles: true})); })()`, base64.StdEncoding.EncodeToString(raw)))
	}
	take([]byte("no zip"))
	page.Sees(`document.querySelector(".toast")?.textContent.startsWith("This file is no gallery, or only a part of one: take the zip file")`)
	take(packed.Bytes())
	page.Sees(`document.querySelector("#taken")?.textContent.includes("One shot came, and it is new.")`)
	page.Sees(`document.querySelector("#taken").textContent.includes("Of the 2 faces of these dice 1 are known now, 0 before.")`)
	page.Accessible("a gallery that was taken in")
	take(packed.Bytes())
	page.Sees(`document.querySelector("#taken").textContent.startsWith("Nothing new came: all shots of the file were there already.")`)
	page.Click("#taken-test")
	page.Sees(`!!document.querySelector('[data-die="oak"]') && document.querySelector("#testing").checked`)
	page.Click(`[data-die="oak"] button.studio-face`) // a picture that is wrong can be looked at and removed
	page.Sees(`document.querySelectorAll("[data-pictures] img").length === 1`)
	page.Accessible("the pictures of a face")
	status, _ := tb.Call("GET", "/gallery.zip", "")
	require.Equal(t, http.StatusOK, status)
	page.Click(`[data-pictures] button`)
	page.Sees(`document.querySelector("#shots").textContent === "0"`)
	require.Empty(t, store.Shots())

	page.JS(`window.was = fetch; window.fetch = () => Promise.reject(new TypeError("gone"))`) // the program ended: the page says so, until it is back
	page.Sees(`!!document.querySelector("#gone")`)
	page.JS(`window.fetch = window.was`)
	page.Sees(`!document.querySelector("#gone")`)
}
