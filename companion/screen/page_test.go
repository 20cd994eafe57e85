package screen_test

import (
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine/tally"
	"astragal/vision"
)

const allSure = `document.querySelectorAll(".mark.asks").length === 0`

func TestPageShowsARoll(t *testing.T) {
	tb, page := tabletest.Served(t)
	page.Shows("#state", "Ready: throw the dice")
	tb.Throw(3, 5, 6)
	page.Shows("#total", "14")
	page.Sees(`document.querySelectorAll(".mark").length === 3 && document.querySelector(".trail")?.textContent.includes("14 = 3 + 5 + 6")`)
	page.Sees(`document.querySelector(".picture img")?.naturalWidth === 960`)
	page.Sees(`document.querySelector("#spoken").textContent === "Roll 1: total 14. Dice: 3, 5, 6."`)
	page.Shows("#state", "Counted")
}

// A roll of pictures alone, as story cubes show them, adds up to nothing: the page shows their names, and no 0.
func TestARollOfPicturesAloneHasNoTotal(t *testing.T) {
	_, page := tabletest.Served(t)
	page.Shows("#state", "Ready: throw the dice")
	page.JS(`(async () => {
		const at = document.querySelector("script[data-hash]").src;
		const [total, view] = await Promise.all([import(new URL("total.js", at).href), import(new URL("view.js", at).href)]);
		const roll = (...dice) => ({ n: 4, seat: "", total: 0, text: "0", lines: [], again: [], dice, throw: { at: "2026-01-01T12:00:00Z", by: "camera" } });
		const moon = { id: "d1", shape: "d6", icon: "full_moon", count: 1, colors: [] }, swords = { id: "d2", shape: "d6", icon: "sword", count: 2, colors: [] };
		const shown = (r) => { const box = document.createElement("div"); view.render(view.html` + "`<${total.Total} view=${{ rolls: [r], waiting: [] }} />`" + `, box); return box.querySelector("#total").textContent; };
		window.seen = [shown(roll(moon, swords)), shown(roll({ ...moon, value: 0 }, swords)), total.spoken({ rolls: [roll(moon, swords)], waiting: [] })];
	})()`)
	page.Sees(`JSON.stringify(window.seen) === JSON.stringify(["full moon, 2 sword", "0", "Roll 4: full moon, 2 sword."])`)
}

func TestPageOneTapAnswers(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Throw(3, -5)
	page.Shows("#state", "Needs you")
	page.Sees(`document.querySelector("[data-fix='2'] img")?.naturalWidth === 96`)
	page.Sees(`document.querySelector("[data-fix='2'] button")?.dataset.value === "5"`)
	page.Click("[data-fix='2'] button[data-value='6']")
	page.Shows("#total", "9")
	page.Sees(`!document.querySelector("#ask") && ` + allSure)
}

func TestPageIsAnsweredFromTheKeyboard(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Throw(-4)
	page.Sees(`!!document.querySelector("#ask")`)
	page.JS(`document.querySelector("#aloud").focus()`)
	page.Run(chromedp.KeyEvent(kb.Tab))
	page.Sees(`document.activeElement?.dataset?.value === "4"`) // the likeliest value is the first stop in the sheet
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Shows("#total", "4")

	// The keyboard changes a counted die too.
	page.JS(`document.querySelector(".mark").focus()`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Sees(`!!document.querySelector(".below [data-value='2']")`)
	page.JS(`document.querySelector(".below [data-value='2']").focus()`)
	page.Run(chromedp.KeyEvent(" "))
	page.Shows("#total", "2")
	page.Sees(`document.querySelector(".whose").textContent.includes("corrected")`)
}

func TestPageAMissedDieIsAddedAndAFalseOneRemoved(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Throw(3, 5)
	page.Shows("#total", "8")
	page.Click("#add")
	page.Sees(`!!document.querySelector(".picture.adding")`)
	page.Run(chromedp.MouseClickXY(placeIn(page, 0.8, 0.7)))
	page.Sees(`!!document.querySelector("#add-die")`)
	page.Click("#add-die button[data-value='6']")
	page.Shows("#total", "14")
	page.Sees(`document.querySelectorAll(".mark").length === 3`)
	box := tb.View().Tray.Dice[2].Box
	require.InDelta(t, 0.8*tabletest.SceneWidth, box[0]+box[2]/2, 8)
	require.InDelta(t, 0.7*tabletest.SceneHeight, box[1]+box[3]/2, 8)

	page.Click(".mark[data-die='1']")
	page.Click(".below [data-do='remove']")
	page.Shows("#total", "11")
}

// placeIn is a point of the tray's picture in page coordinates, px.
func placeIn(page *tabletest.Tab, x, y float64) (float64, float64) {
	at := tabletest.Value[[4]float64](page, `(() => { const e = document.querySelector(".picture"); e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
	return at[0] + x*at[2], at[1] + y*at[3]
}

func TestPageSecondScreenSeesIt(t *testing.T) {
	tb, page := tabletest.Served(t)
	second := tabletest.Open(t, "http://"+tb.Address+"/")
	tb.Throw(-2, 2)
	second.Sees(`!!document.querySelector("#ask")`)
	page.Click("[data-fix='1'] button[data-value='2']")
	second.Shows("#total", "4")
	second.Sees(`!document.querySelector("#ask")`)
}

func TestPageAnOlderRollIsCorrected(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Throw(1, 1)
	tb.Clear()
	tb.Throw(6, 6)
	page.Click("[data-roll='1'] button[aria-label='Correct roll 1']")
	page.Click("[data-roll='1'] [data-fix='1'] button[data-value='5']")
	page.Shows("[data-roll='1'] .sum", "6")
	page.Shows(".seats .sum", "18")
}

func TestPageTypesARollAndCountsAnotherWay(t *testing.T) {
	_, page := tabletest.Served(t)
	page.Click("#open-type")
	page.Click("[data-key='4']")
	page.Click("[data-key='5']")
	page.Click("#send-roll")
	page.Shows("#total", "9")

	page.Click("#change-count")
	page.JS(`(() => { const e = document.querySelector("#mode"); e.value = "pool"; e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	page.Click("#add-player")
	page.Run(chromedp.SendKeys(chromedp.CSS(".seat-rows input"), "Ann"))
	page.Click("#save-count")
	page.Sees(`document.querySelector("#seats-title").textContent === "Players" && document.querySelector(".how").textContent.startsWith("Pool, 5 or more")`)
	page.Click("#open-type")
	page.Click("[data-key='4']")
	page.Click("[data-key='5']")
	page.Click("#send-roll")
	page.Shows("#total", "1")
	page.Sees(`document.querySelector(".total h2").textContent === "Roll 2 · Ann"`)
}

// The form takes dice notation. If the dice can't be thrown, the text stays in the form with the reason. A preset is
// one tap. What is to be thrown stands large.
func TestPageThrowsDiceNotation(t *testing.T) {
	tb, page := tabletest.Served(t)
	put := func(where, text string) {
		page.JS(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event(e.tagName === "SELECT" ? "change" : "input", {bubbles: true})); })()`, where, text))
	}
	page.Click("#change-count")
	put("#mode", "notation")
	put("#notation", "2d7")
	page.Click("#add-player")
	page.Sees(`!!document.querySelector(".seat-rows input")`)
	put(".seat-rows input", "Ann")
	page.Click("#save-count")
	page.Sees(`document.querySelector(".toast")?.textContent.includes('"d7" is no die') && document.querySelector("#notation").value === "2d7"`)
	put("#notation", "2d6kh1+5")
	page.Sees(`!document.querySelector(".toast")`) // it lies over the end of the form for a while
	for i, p := range [][2]string{{"Fireball", "4d6!"}, {"Bolter", "3d6>=3 then not>=5"}} {
		page.Click("#add-preset")
		page.Sees(fmt.Sprintf(`!!document.querySelector("[data-preset-name='%d']")`, i))
		put(fmt.Sprintf("[data-preset-name='%d']", i), p[0])
		put(fmt.Sprintf("[data-preset-dice='%d']", i), p[1])
	}
	page.Picture("notation-form")
	page.Click("#save-count")
	page.Shows("#to-throw", "Ann, throw two d6.")
	tb.Throw(3, 4)
	page.Shows("#total", "9")
	// If another number of dice lies there, the roll waits and says why.
	tb.Throw(1, 2, 3)
	page.Sees(`document.querySelector("#ask")?.textContent.includes("wants 2 dice, not 3")`)
	page.Click("[data-do='discard']")
	page.Click("[data-preset='1']")
	page.Shows("#to-throw", "Ann, throw four d6.")
	page.Sees(`document.querySelector("[data-preset='1']").getAttribute("aria-pressed") === "true"`)
	german := tabletest.Open(t, "http://"+tb.Address+"/?lang=de")
	german.Shows("#to-throw", "Ann, wirf 4 d6.")
	// While another program asks for a roll, the page asks for that alone.
	r, _, err := tb.Session.Games().Ask(t.Context(), protocol.NewRequest{Dice: []string{"d20", "coin"}})
	require.NoError(t, err)
	german.Sees(`document.querySelector("#asked")?.textContent.includes("1 Münze") && !document.querySelector("#to-throw")`)
	german.Close()
	_, err = tb.Session.Games().Cancel(t.Context(), r.Request)
	require.NoError(t, err)
	page.Shows("#to-throw", "Ann, throw four d6.")
	page.Picture("notation-preset")
	tb.Throw(1, 6, 2, 3)
	page.Shows("#again-title", "Roll one more die")
	require.Equal(t, "Roll one more die", tabletest.Value[string](page, largest))
	page.Picture("notation-more")
	// The same die is picked up and thrown again. Its six still counts.
	tb.Settle(tabletest.DiceAt([3]float64{100, 100, 1}, [3]float64{480, 330, 4}, [3]float64{300, 100, 2}, [3]float64{400, 100, 3}))
	page.Shows("#total", "16")
	page.Click("[data-preset='2']")
	page.Phone()
	page.Sees(`document.documentElement.scrollWidth <= window.innerWidth`)
	page.Picture("notation-phone")
}

func TestPageComesBackWhenTheTableDoes(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Throw(2, 2)
	page.Shows("#total", "4")
	tb.Stop()
	page.Sees(`!!document.querySelector("#lost")`)
	page.Shows("#total", "4")

	again := tabletest.Sit(t, tb.Path, journal.Limits{})
	again.Serve(tb.Address)
	page.Sees(`!document.querySelector("#lost")`)
	again.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	again.Throw(6, 6, 6)
	page.Shows("#total", "18")
	page.Sees(`document.querySelectorAll("[data-roll]").length === 2`)
}

func TestPageSaysWhenTheCameraIsGone(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.NoCamera})
	tb.Tell(vision.Event{Kind: vision.EventProblem, Problem: "The webcam was unplugged: plug it in again."})
	page.Shows("#state", "No camera")
	page.Shows("#problem", "The webcam was unplugged: plug it in again.")
	tb.Tell(vision.Event{Kind: vision.EventProblem})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	page.Sees(`!document.querySelector("#problem")`)
	page.Shows("#state", "Ready: throw the dice")
}

func TestPageOverlayIsNeverBlank(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve(doortest.Address(t))
	tb.Throw(5, 6)
	overlay := tabletest.Open(t, "http://"+tb.Address+"/overlay?at=high-right&size=2&text=yes")
	overlay.Shows("#total", "11")
	require.Equal(t, "rgba(0, 0, 0, 0)", tabletest.Value[string](overlay, `getComputedStyle(document.body).backgroundColor`))
	tb.Stop()
	overlay.Shows("#total", "11")

	again := tabletest.Sit(t, tb.Path, journal.Limits{})
	again.Serve(tb.Address)
	again.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	again.Throw(1, 1, 1)
	overlay.Shows("#total", "3")
	overlay.Run(chromedp.Reload())
	overlay.Shows("#total", "3")
}

func TestPageFitsAPhone(t *testing.T) {
	tb, page := tabletest.Served(t)
	page.Phone()
	tb.Throw(3, -5, 6, 1, 2, 4, 4, 4)
	page.Sees(`!!document.querySelector("#ask")`)
	for _, id := range []string{"#open-type", "#open-camera", "#open-invite", "#change-count"} {
		page.Click(id)
		over := tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
		require.LessOrEqual(t, over, 0.0, "with %s open the page scrolls sideways", id)
	}
	page.Click("[data-fix='2'] button[data-value='5']")
	page.Shows("#total", "29")
	small := tabletest.Value[[]string](page, `[...document.querySelectorAll("button, select, input:not(.unseen)")].filter((e) => e.getBoundingClientRect().height < 38).map((e) => e.outerHTML)`)
	require.Empty(t, small, "too small for a thumb")
}

func TestPageEverythingHasAName(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Throw(3, -5)
	page.Sees(`!!document.querySelector("#ask")`)
	page.Click("#change-count")
	page.Click("#open-camera")
	nameless := tabletest.Value[[]string](page, `[...document.querySelectorAll("button, a, input, select, img, [role=button]")].filter((e) => {
		const label = e.getAttribute("aria-label") ?? e.closest("label")?.textContent ?? e.textContent;
		return e.tagName === "IMG" ? !e.hasAttribute("alt") : label.trim() === "";
	}).map((e) => e.outerHTML)`)
	require.Empty(t, nameless)
}

func TestPageAStrangerOnlyLooksOn(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Server.Invite = "http://192.0.2.1:8437"
	tb.Serve("127.0.0.1:0")
	// For the table, a device that comes through a proxy on this machine comes from this machine.
	far := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.Address})
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}})
	t.Cleanup(far.Close) // after the tabs, which hold connections
	tb.Throw(-4)
	stranger := tabletest.Open(t, far.URL)
	stranger.Sees(`!!document.querySelector("#looking-on") && !!document.querySelector("#ask")`)
	stranger.Sees(`document.querySelectorAll("#ask button, #throw, #open-type, #open-camera, #change-count").length === 0`)
	reply := tabletest.Value[protocol.Message](stranger, `new Promise((done) => {
		const s = new WebSocket("ws://" + location.host + "/api/socket");
		s.onopen = () => s.send(JSON.stringify({id: "x", do: "fix", throw: 1, rev: 1, die: 1, value: 4}));
		s.onmessage = (e) => { const m = JSON.parse(e.data); if (m.id === "x") done(m); };
	})`)
	require.Equal(t, protocol.CodeNotAllowed, reply.Code)
	require.Len(t, tb.View().Waiting, 1)

	// The code at the table gives the right to act.
	guest := tabletest.Open(t, far.URL+"/join#"+tb.Server.Access.Key())
	guest.Sees(`location.pathname === "/" && !document.querySelector("#looking-on")`)
	require.Empty(t, tabletest.Value[string](guest, `document.cookie`), "a script can read the right to answer")
	guest.Click("[data-fix='1'] button[data-value='4']")
	guest.Shows("#total", "4")
}

// If another program can't be told of rolls, the page says why, until it is over.
func TestPageNamesAProgramThatCannotBeTold(t *testing.T) {
	const why = "The MQTT broker at house:1883 refuses the name or the password: look at mqtt_user and mqtt_password."
	tb, page := tabletest.Served(t)
	id := tb.BeginDuel()
	game := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	tb.Session.Away("a broker", why)
	for _, b := range []*tabletest.Tab{page, game} {
		b.Sees(`document.querySelector(".word.bad")?.textContent === ` + tabletest.Quote(why))
	}
	tb.Session.Away("a broker", "")
	for _, b := range []*tabletest.Tab{page, game} {
		b.Sees(`!document.querySelector(".word.bad")`)
	}
}

// largest is the text in the page's largest letters.
const largest = `(() => { const all = [...document.querySelectorAll("main *")].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "") && e.getClientRects().length > 0);
	const size = (e) => parseFloat(getComputedStyle(e).fontSize); return all.sort((a, b) => size(b) - size(a))[0].textContent; })()`

func TestPageRollAgainIsTheLargestThingAndWhatWasThrownIsTapped(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}})
	tb.Throw(1, 5, 6)
	page.Shows("#again-title", "Roll this die again")
	require.Equal(t, "Roll this die again", tabletest.Value[string](page, largest))
	page.Picture("roll-again")
	page.Phone()
	require.Equal(t, "Roll this die again", tabletest.Value[string](page, largest))
	page.Picture("roll-again-phone")
	// Somebody turned over a die that should have stayed.
	tb.Settle(tabletest.DiceAt([3]float64{200, 400, 3}, [3]float64{300, 130, 4}, [3]float64{510, 260, 6}))
	page.Sees(`document.querySelectorAll("[data-thrown]").length === 3 && document.querySelector("#these-thrown").disabled`)
	page.Picture("roll-again-which")
	page.Click("[data-thrown='1']")
	page.Click("#these-thrown")
	page.Shows("#total", "14")
	page.Sees(`!document.querySelector("#ask") && !document.querySelector("#again-title")`)
}

func TestPageDiceWithNeitherPipsNorNumbersAreTaught(t *testing.T) {
	tb, page := tabletest.Served(t)
	s := tabletest.Scene(1, 2, 3)
	for i := range s.Sightings {
		s.Sightings[i].Marks = []vision.Mark{{Kind: vision.MarkUnknown, P: .6}, {Kind: vision.MarkPips, Value: 1, P: .08}, {Kind: vision.MarkPips, Value: 2, P: .08}, {Kind: vision.MarkNumeral, Value: 6, P: .08}}
	}
	tb.Settle(s)
	page.Shows("#ask-title", "These dice show neither pips nor numbers")
	page.Picture("strange-dice")
	require.Equal(t, []string{"Teach these dice", "Not a roll"}, tabletest.Value[[]string](page, `[...document.querySelectorAll("#ask a, #ask button")].filter((e) => e.checkVisibility()).map((e) => e.textContent)`))
	require.NotContains(t, tabletest.Value[string](page, `document.querySelector("#ask").textContent`), "%")
	require.Equal(t, "/studio", tabletest.Value[string](page, `new URL(document.querySelector("#to-studio").href).pathname`), "Teach stands in the head")
	page.Click("#ask [data-do='discard']")
	page.Sees(`!document.querySelector("#ask")`)

	// If a die among others is only hard to read, it is asked about as before.
	tb.Clear()
	s = tabletest.Scene(1, 2, 3)
	s.Sightings[0].Marks = []vision.Mark{{Kind: vision.MarkUnknown, P: .9}, {Kind: vision.MarkPips, Value: 1, P: .1}}
	tb.Settle(s)
	page.Shows("#ask-title", "What does this die show?")
}

// If the camera doubts whether something is a die at all, the page doesn't also say that it is sure what the die shows.
func TestPageOneNumberForOneThing(t *testing.T) {
	tb, page := tabletest.Served(t)
	s := tabletest.Scene(3, 4)
	s.Sightings[0].Found = .49
	tb.Settle(s)
	page.Sees(`!!document.querySelector("[data-fix='1']")`)
	require.NotContains(t, tabletest.Value[string](page, `document.querySelector("#ask").textContent`), "%")
	page.Shows("#tap-hint", "Tap a die in the picture to change what it shows.")
	page.Click("[data-fix='1'] button[data-value='3']")
	page.Shows("#total", "7")

	tb.Clear()
	tb.Throw(-4)
	page.Sees(`document.querySelector("#ask")?.textContent.includes("%")`) // if the value is in doubt, it helps to see how likely each is
}

// What can't be drawn says so in its place, and the rest of the page goes on. As soon as it can be drawn, it is back.
func TestPageSaysWhatCannotBeDrawn(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	tb.Throw(5, 6)
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`document.querySelector(".total")?.textContent.includes("11") && !document.querySelector(".undrawn")`)
	// From now on the page is sent rolls without dice.
	page.JS(`(() => { const whole = JSON.parse; window.broken = true; JSON.parse = (...a) => { const m = whole(...a); if (window.broken) for (const r of m.view?.rolls ?? []) r.dice = null; return m; }; })()`)
	tb.Throw(1, 2)
	page.Sees(`document.querySelectorAll(".undrawn").length === 2 && !document.querySelector(".total, .rolls") && !!document.querySelector("#open-type") && !!document.querySelector(".picture img")`)
	page.Picture("undrawn")
	page.JS(`window.broken = false`)
	tb.Throw(2, 2)
	page.Sees(`document.querySelector(".total")?.textContent.includes("4") && !document.querySelector(".undrawn")`)
	// If nothing of the page can be drawn, one sentence stands there, and its line to the table is closed. The page comes back by itself.
	page.JS(`(() => { const close = WebSocket.prototype.close; WebSocket.prototype.close = function (...a) { window.hungUp = true; return close.apply(this, a); }; const whole = JSON.parse; window.gone = true; JSON.parse = (...a) => { const m = whole(...a); if (window.gone && m.view) m.view.eye = null; return m; }; })()`)
	tb.Throw(3, 3)
	page.Sees(`document.querySelectorAll(".undrawn").length === 1 && !document.querySelector("main") && window.hungUp`)
	page.JS(`window.gone = false`)
	page.Sees(`document.querySelector(".total")?.textContent.includes("6") && !document.querySelector(".undrawn")`)
}
