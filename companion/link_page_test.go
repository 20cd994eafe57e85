package companion_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/protocol"
	"astragal/vision"
)

// behindRelay is a table that is reached through a relay.
func behindRelay(t *testing.T) (*table, *doortest.Relay) {
	t.Helper()
	tb := newTable(t)
	tb.serve(doortest.Address(t))
	return tb, doortest.NewRelay(t, tb.address)
}

func TestEveryPageSaysWhenNothingIsHeardAndComesBack(t *testing.T) {
	tb, relay := behindRelay(t)
	id := tb.beginDuel()
	tabs := map[string]*tab{}
	for _, path := range []string{"/", fmt.Sprintf("/games/%d", id), "/games", "/armies", "/cards", "/roll", "/studio", "/statistics"} {
		tabs[path] = open(t, "http://"+relay.Address+path)
		tabs[path].sees(`!!document.querySelector("main")`)
	}
	relay.Drop(true)
	for _, page := range tabs {
		page.sees(`document.querySelector("#lost")?.textContent.includes("is lost")`)
		page.sees(`document.querySelector("main").inert`) // it doesn't offer what nobody hears
	}
	for _, path := range []string{"/", fmt.Sprintf("/games/%d", id)} {
		tabs[path].shows("#state", "Not live") // what the camera does now, nobody knows here
	}
	relay.Drop(false)
	for _, page := range tabs {
		page.sees(`!document.querySelector("#lost") && !document.querySelector("main").inert`)
	}
	tb.throw(6, 6)
	tb.do(protocol.Act{Do: protocol.DoTray})
	tb.clear()
	tb.throw(4, 5)
	tabs["/"].shows("#total", "9")
}

func TestThePhonesPageSaysWhenNothingIsHeard(t *testing.T) {
	_, relay := behindRelay(t)
	page := open(t, "http://"+relay.Address+"/phone")
	page.shows("#state", "Ready")
	relay.Drop(true)
	page.sees(`document.querySelector("#state").textContent.startsWith("The table can’t be reached")`)
	relay.Drop(false)
	page.shows("#state", "Ready")
}

// typesANine types a roll of a four and a five.
func typesANine(page *tab) {
	page.click("#open-type")
	page.click("[data-key='4']")
	page.click("[data-key='5']")
	page.click("#send-roll")
}

func TestAnActWhoseAnswerIsLostIsDoneOnce(t *testing.T) {
	tb, relay := behindRelay(t)
	page := open(t, "http://"+relay.Address+"/")
	page.sees(`!!document.querySelector("#open-type")`)
	relay.DropAnswers()
	typesANine(page)
	page.sees(`!!document.querySelector("#lost")`)
	require.Len(t, tb.view().Rolls, 1, "it arrived")
	relay.Drop(false)
	page.sees(`!document.querySelector("#lost")`)
	page.shows("#total", "9")
	page.run(chromedp.Reload())
	page.shows("#total", "9")
	require.Len(t, tb.view().Rolls, 1, "it was done twice")
}

func TestAnActThatDoesNotArriveIsSaidSoAndThenWhatBecameOfIt(t *testing.T) {
	tb, relay := behindRelay(t)
	for _, arrives := range []bool{false, true} {
		before := len(tb.view().Rolls)
		page := open(t, "http://"+relay.Address+"/")
		page.sees(`!!document.querySelector("#open-type")`)
		if arrives {
			relay.DropAnswers()
		} else {
			relay.Drop(true)
		}
		typesANine(page)
		page.sees(`document.querySelector(".toast")?.textContent.includes("may not have arrived")`)
		relay.Drop(false)
		if arrives {
			page.sees(`document.querySelector(".toast")?.textContent.includes("asked for last was done")`)
			require.Len(t, tb.view().Rolls, before+1)
			continue
		}
		page.sees(`document.querySelector(".toast")?.textContent.includes("was not done")`)
		require.Len(t, tb.view().Rolls, before, "it was done after all")
		typesANine(page)
		page.shows("#total", "9")
		require.Len(t, tb.view().Rolls, before+1)
	}
}

// What wakes a page up makes it look at once, whatever it waited for.
func TestAPageComesBackAtOnceWhenItWakesUp(t *testing.T) {
	tb, relay := behindRelay(t)
	page := open(t, "http://"+relay.Address+"/")
	page.sees(`!!document.querySelector("#open-type")`)
	// Every try counts; pauses last for ever, so that only waking up makes one.
	page.js(`window.tries = 0; const was = window.fetch; window.fetch = (...a) => { if (String(a[0]).includes("alive")) window.tries++; return was(...a); };
		const later = window.setTimeout; window.setTimeout = (f, ms, ...a) => later(f, ms > 0 && ms <= 2000 ? 1e8 : ms, ...a);`)
	tb.throw(2, 2)
	page.shows("#total", "4")
	for i, wake := range []string{
		`dispatchEvent(new Event("online"))`,
		`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`,
	} {
		page.js(wake)
		page.sees(fmt.Sprintf(`window.tries === %d`, i+1))
		page.sees(`!document.querySelector("#lost")`)
	}
	relay.Drop(true)
	page.sees(`!!document.querySelector("#lost")`)
	relay.Drop(false)
	page.js(`document.dispatchEvent(new Event("visibilitychange"))`)
	page.sees(`window.tries === 3 && !document.querySelector("#lost")`)
	tb.clear()
	tb.throw(3, 3)
	page.shows("#total", "6")
}

func TestTheLivePictureGoesOnAfterABreak(t *testing.T) {
	tb, relay := behindRelay(t)
	page := open(t, "http://"+relay.Address+"/")
	tb.tell(vision.Event{Kind: vision.EventPreview, Preview: picture(scene(3))})
	page.sees(`document.querySelector(".picture img, .finder img, img[src^=blob]")?.naturalWidth === 960`)
	relay.Drop(true)
	page.sees(`!!document.querySelector("#lost")`)
	was := value[string](page, `document.querySelector("img[src^=blob]").src`)
	relay.Drop(false)
	page.sees(`!document.querySelector("#lost")`)
	tb.tell(vision.Event{Kind: vision.EventPreview, Preview: picture(scene(5))})
	page.sees(`document.querySelector("img[src^=blob]").src !== ` + quote(was))
}

func TestAGameWhoseAnswerIsLostIsBegunOnce(t *testing.T) {
	tb, relay := behindRelay(t)
	page := open(t, "http://"+relay.Address+"/armies")
	page.sees(`!!document.querySelector("main")`)
	// As the pages ask: under one mark until there is an answer.
	page.js(`import(document.querySelector("script[type=module]").src.replace("games/main.js", "games/fetch.js")).then((m) => {
		window.begin = () => m.ask("/api/games", { body: { rulebook: "duel", title: "Once", players: [{ name: "Ann" }, { name: "Ben" }] } });
	})`)
	page.sees(`!!window.begin`)
	relay.DropAnswers()
	page.js(`begin().then((r) => { window.first = r; })`)
	page.sees(`!!document.querySelector("#lost")`)
	relay.Drop(false)
	page.sees(`window.first?.why.includes("may not have arrived")`)
	page.js(`begin().then((r) => { window.second = r; })`)
	page.sees(`window.second?.ok`)
	var list struct {
		Games []protocol.GameInfo `json:"games"`
	}
	require.NoError(t, json.Unmarshal([]byte(body(t, asked(t, tb, here, request("GET", "/api/games", "")))), &list))
	require.Len(t, list.Games, 1, "it was begun twice")
	require.Equal(t, list.Games[0].ID, value[int](page, `second.data.game`))
}

func TestAPhotoWhoseAnswerIsLostIsReadOnce(t *testing.T) {
	tb, relay := behindRelay(t)
	page := open(t, "http://"+relay.Address+"/")
	page.sees(`!!document.querySelector("#open-camera")`)
	page.js(`document.querySelector("#open-camera").click()`)
	page.sees(`!!document.querySelector("#camera input[type=file]")`)
	page.js(fmt.Sprintf(`window.photo = new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "tray.jpg", { type: "image/jpeg" });
		window.send = () => { const d = new DataTransfer(); d.items.add(window.photo); const i = document.querySelector("#camera input[type=file]"); i.files = d.files; i.dispatchEvent(new Event("change", { bubbles: true })); };`,
		base64.StdEncoding.EncodeToString(crop(3))))
	relay.DropAnswers()
	page.js(`send()`)
	require.Equal(t, "picture", (<-tb.eye.orders).Do)
	page.sees(`!!document.querySelector("#lost")`)
	relay.Drop(false)
	page.sees(`document.querySelector(".toast")?.textContent.includes("may not have arrived")`)
	page.js(`send()`)
	page.sees(`document.querySelector(".toast")?.textContent === "The picture is being read."`)
	require.Empty(t, tb.eye.orders, "it was read twice")
}
