package screen_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/vision"
)

// behindRelay is a table that is reached through a relay.
func behindRelay(t *testing.T) (*tabletest.Table, *doortest.Relay) {
	t.Helper()
	tb := tabletest.NewTable(t)
	tb.Serve(doortest.Address(t))
	return tb, doortest.NewRelay(t, tb.Address)
}

func TestEveryPageSaysWhenNothingIsHeardAndComesBack(t *testing.T) {
	tb, relay := behindRelay(t)
	id := tb.BeginDuel()
	tabs := map[string]*tabletest.Tab{}
	for _, path := range []string{"/", fmt.Sprintf("/games/%d", id), "/games", "/armies", "/cards", "/roll", "/studio", "/statistics"} {
		tabs[path] = tabletest.Open(t, "http://"+relay.Address+path)
		tabs[path].Sees(`!!document.querySelector("main") && !document.querySelector("#page .starting")`)
	}
	relay.Drop(true)
	for _, page := range tabs {
		page.Sees(`document.querySelector("#lost")?.textContent.includes("is lost")`)
		page.Sees(`document.querySelector("main").inert`) // it offers nothing, because nobody hears it
	}
	for _, path := range []string{"/", fmt.Sprintf("/games/%d", id)} {
		tabs[path].Shows("#state", "Not live") // nobody here knows what the camera does now
	}
	relay.Drop(false)
	for _, page := range tabs {
		page.Sees(`!document.querySelector("#lost") && !document.querySelector("main").inert`)
	}
	tb.Throw(6, 6)
	tb.Do(protocol.Act{Do: protocol.DoTray})
	tb.Clear()
	tb.Throw(4, 5)
	tabs["/"].Shows("#total", "9")
}

func TestThePhonesPageSaysWhenNothingIsHeard(t *testing.T) {
	_, relay := behindRelay(t)
	page := tabletest.Open(t, "http://"+relay.Address+"/phone")
	page.Shows("#state", "Ready")
	relay.Drop(true)
	page.Sees(`document.querySelector("#state").textContent.startsWith("The table can’t be reached")`)
	relay.Drop(false)
	page.Shows("#state", "Ready")
}

// typesANine types a roll of a four and a five.
func typesANine(page *tabletest.Tab) {
	page.Click("#open-type")
	page.Click("[data-key='4']")
	page.Click("[data-key='5']")
	page.Click("#send-roll")
}

func TestAnActWhoseAnswerIsLostIsDoneOnce(t *testing.T) {
	tb, relay := behindRelay(t)
	page := tabletest.Open(t, "http://"+relay.Address+"/")
	page.Sees(`!!document.querySelector("#open-type")`)
	relay.DropAnswers()
	typesANine(page)
	page.Sees(`!!document.querySelector("#lost")`)
	require.Len(t, tb.View().Rolls, 1, "it arrived")
	relay.Drop(false)
	page.Sees(`!document.querySelector("#lost")`)
	page.Shows("#total", "9")
	page.Run(chromedp.Reload())
	page.Shows("#total", "9")
	require.Len(t, tb.View().Rolls, 1, "it was done twice")
}

func TestAnActThatDoesNotArriveIsSaidSoAndThenWhatBecameOfIt(t *testing.T) {
	tb, relay := behindRelay(t)
	for _, arrives := range []bool{false, true} {
		before := len(tb.View().Rolls)
		page := tabletest.Open(t, "http://"+relay.Address+"/")
		page.Sees(`!!document.querySelector("#open-type")`)
		if arrives {
			relay.DropAnswers()
		} else {
			relay.Drop(true)
		}
		typesANine(page)
		page.Sees(`document.querySelector(".toast")?.textContent.includes("may not have arrived")`)
		relay.Drop(false)
		if arrives {
			page.Sees(`document.querySelector(".toast")?.textContent.includes("asked for last was done")`)
			require.Len(t, tb.View().Rolls, before+1)
			continue
		}
		page.Sees(`document.querySelector(".toast")?.textContent.includes("was not done")`)
		require.Len(t, tb.View().Rolls, before, "it was done after all")
		typesANine(page)
		page.Shows("#total", "9")
		require.Len(t, tb.View().Rolls, before+1)
	}
}

// If something wakes a page up, the page tries at once, however long it wanted to wait.
func TestAPageComesBackAtOnceWhenItWakesUp(t *testing.T) {
	tb, relay := behindRelay(t)
	page := tabletest.Open(t, "http://"+relay.Address+"/")
	page.Sees(`!!document.querySelector("#open-type")`)
	// The script counts every try. Pauses last for ever, so only waking up makes one.
	page.JS(`window.tries = 0; const was = window.fetch; window.fetch = (...a) => { if (String(a[0]).includes("alive")) window.tries++; return was(...a); };
		const later = window.setTimeout; window.setTimeout = (f, ms, ...a) => later(f, ms > 0 && ms <= 2000 ? 1e8 : ms, ...a);`)
	tb.Throw(2, 2)
	page.Shows("#total", "4")
	for i, wake := range []string{
		`dispatchEvent(new Event("online"))`,
		`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`,
	} {
		page.JS(wake)
		page.Sees(fmt.Sprintf(`window.tries === %d`, i+1))
		page.Sees(`!document.querySelector("#lost")`)
	}
	relay.Drop(true)
	page.Sees(`!!document.querySelector("#lost")`)
	relay.Drop(false)
	page.JS(`document.dispatchEvent(new Event("visibilitychange"))`)
	page.Sees(`window.tries === 3 && !document.querySelector("#lost")`)
	tb.Clear()
	tb.Throw(3, 3)
	page.Shows("#total", "6")
}

func TestTheLivePictureGoesOnAfterABreak(t *testing.T) {
	tb, relay := behindRelay(t)
	page := tabletest.Open(t, "http://"+relay.Address+"/")
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: tabletest.Picture(tabletest.Scene(3))})
	page.Sees(`document.querySelector(".picture img, .finder img, img[src^=blob]")?.naturalWidth === 960`)
	relay.Drop(true)
	page.Sees(`!!document.querySelector("#lost")`)
	was := tabletest.Value[string](page, `document.querySelector("img[src^=blob]").src`)
	relay.Drop(false)
	page.Sees(`!document.querySelector("#lost")`)
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: tabletest.Picture(tabletest.Scene(5))})
	page.Sees(`document.querySelector("img[src^=blob]").src !== ` + tabletest.Quote(was))
}

func TestAGameWhoseAnswerIsLostIsBegunOnce(t *testing.T) {
	tb, relay := behindRelay(t)
	page := tabletest.Open(t, "http://"+relay.Address+"/armies")
	page.Sees(`!!document.querySelector("main") && !document.querySelector("#page .starting")`)
	// This asks as the pages do: with one mark until there is an answer.
	page.JS(`import(document.querySelector("script[type=module]").src.replace("games/main.js", "games/fetch.js")).then((m) => {
		window.begin = () => m.ask("/api/games", { body: { rulebook: "duel", title: "Once", players: [{ name: "Ann" }, { name: "Ben" }] } });
	})`)
	page.Sees(`!!window.begin`)
	relay.DropAnswers()
	page.JS(`begin().then((r) => { window.first = r; })`)
	page.Sees(`!!document.querySelector("#lost")`)
	relay.Drop(false)
	page.Sees(`window.first?.why.includes("may not have arrived")`)
	page.JS(`begin().then((r) => { window.second = r; })`)
	page.Sees(`window.second?.ok`)
	var list struct {
		Games []protocol.GameInfo `json:"games"`
	}
	require.NoError(t, json.Unmarshal([]byte(tabletest.Body(t, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/api/games", "")))), &list))
	require.Len(t, list.Games, 1, "it was begun twice")
	require.Equal(t, list.Games[0].ID, tabletest.Value[int](page, `second.data.game`))
}

func TestAPhotoWhoseAnswerIsLostIsReadOnce(t *testing.T) {
	tb, relay := behindRelay(t)
	page := tabletest.Open(t, "http://"+relay.Address+"/")
	page.Sees(`!!document.querySelector("#open-camera")`)
	page.JS(`document.querySelector("#open-camera").click()`)
	page.Sees(`!!document.querySelector("#camera input[type=file]")`)
	page.JS(fmt.Sprintf(`window.photo = new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "tray.jpg", { type: "image/jpeg" });
		window.send = () => { const d = new DataTransfer(); d.items.add(window.photo); const i = document.querySelector("#camera input[type=file]"); i.files = d.files; i.dispatchEvent(new Event("change", { bubbles: true })); };`,
		base64.StdEncoding.EncodeToString(tabletest.Crop(3))))
	relay.DropAnswers()
	page.JS(`send()`)
	require.Equal(t, "picture", (<-tb.Eye.Orders).Do)
	page.Sees(`!!document.querySelector("#lost")`)
	relay.Drop(false)
	page.Sees(`document.querySelector(".toast")?.textContent.includes("may not have arrived")`)
	page.JS(`send()`)
	page.Sees(`document.querySelector(".toast")?.textContent === "The picture is being read."`)
	require.Empty(t, tb.Eye.Orders, "it was read twice")
}
