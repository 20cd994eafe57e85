package companion_test

import (
	"encoding/json"
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
	"astragal/engine/tally"
	"astragal/vision"
)

func quote(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

// served is a table on loopback with its page open.
func served(t *testing.T) (*table, *tab) {
	t.Helper()
	tb := newTable(t)
	tb.serve(doortest.Address(t)) // it may come back there
	return tb, open(t, "http://"+tb.address+"/")
}

const allSure = `document.querySelectorAll(".mark.asks").length === 0`

func TestPageShowsARoll(t *testing.T) {
	tb, page := served(t)
	page.shows("#state", "Ready: throw the dice")
	tb.throw(3, 5, 6)
	page.shows("#total", "14")
	page.sees(`document.querySelectorAll(".mark").length === 3 && document.querySelector(".trail")?.textContent.includes("14 = 3 + 5 + 6")`)
	page.sees(`document.querySelector(".picture img")?.naturalWidth === 960`)
	page.sees(`document.querySelector("#spoken").textContent === "Roll 1: total 14. Dice: 3, 5, 6."`)
	page.shows("#state", "Counted")
}

func TestPageOneTapAnswers(t *testing.T) {
	tb, page := served(t)
	tb.throw(3, -5)
	page.shows("#state", "Needs you")
	page.sees(`document.querySelector("[data-fix='2'] img")?.naturalWidth === 96`)
	page.sees(`document.querySelector("[data-fix='2'] button")?.dataset.value === "5"`)
	page.click("[data-fix='2'] button[data-value='6']")
	page.shows("#total", "9")
	page.sees(`!document.querySelector("#ask") && ` + allSure)
}

func TestPageIsAnsweredFromTheKeyboard(t *testing.T) {
	tb, page := served(t)
	tb.throw(-4)
	page.sees(`!!document.querySelector("#ask")`)
	page.js(`document.querySelector("#aloud").focus()`)
	page.run(chromedp.KeyEvent(kb.Tab))
	page.sees(`document.activeElement?.dataset?.value === "4"`) // the likeliest is the first stop in the sheet
	page.run(chromedp.KeyEvent(kb.Enter))
	page.shows("#total", "4")

	// A counted die is changed with the keyboard too.
	page.js(`document.querySelector(".mark").focus()`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.sees(`!!document.querySelector(".below [data-value='2']")`)
	page.js(`document.querySelector(".below [data-value='2']").focus()`)
	page.run(chromedp.KeyEvent(" "))
	page.shows("#total", "2")
	page.sees(`document.querySelector(".whose").textContent.includes("corrected")`)
}

func TestPageAMissedDieIsAddedAndAFalseOneRemoved(t *testing.T) {
	tb, page := served(t)
	tb.throw(3, 5)
	page.shows("#total", "8")
	page.click("#add")
	page.sees(`!!document.querySelector(".picture.adding")`)
	page.run(chromedp.MouseClickXY(placeIn(page, 0.8, 0.7)))
	page.sees(`!!document.querySelector("#add-die")`)
	page.click("#add-die button[data-value='6']")
	page.shows("#total", "14")
	page.sees(`document.querySelectorAll(".mark").length === 3`)
	box := tb.view().Tray.Dice[2].Box
	require.InDelta(t, 0.8*sceneWidth, box[0]+box[2]/2, 8)
	require.InDelta(t, 0.7*sceneHeight, box[1]+box[3]/2, 8)

	page.click(".mark[data-die='1']")
	page.click(".below [data-do='remove']")
	page.shows("#total", "11")
}

// placeIn is a point of the tray's picture in page coordinates, px.
func placeIn(page *tab, x, y float64) (float64, float64) {
	at := value[[4]float64](page, `(() => { const e = document.querySelector(".picture"); e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
	return at[0] + x*at[2], at[1] + y*at[3]
}

func TestPageSecondScreenSeesIt(t *testing.T) {
	tb, page := served(t)
	second := open(t, "http://"+tb.address+"/")
	tb.throw(-2, 2)
	second.sees(`!!document.querySelector("#ask")`)
	page.click("[data-fix='1'] button[data-value='2']")
	second.shows("#total", "4")
	second.sees(`!document.querySelector("#ask")`)
}

func TestPageAnOlderRollIsCorrected(t *testing.T) {
	tb, page := served(t)
	tb.throw(1, 1)
	tb.clear()
	tb.throw(6, 6)
	page.click("[data-roll='1'] button[aria-label='Correct roll 1']")
	page.click("[data-roll='1'] [data-fix='1'] button[data-value='5']")
	page.shows("[data-roll='1'] .sum", "6")
	page.shows(".seats .sum", "18")
}

func TestPageTypesARollAndCountsAnotherWay(t *testing.T) {
	_, page := served(t)
	page.click("#open-type")
	page.click("[data-key='4']")
	page.click("[data-key='5']")
	page.click("#send-roll")
	page.shows("#total", "9")

	page.click("#change-count")
	page.js(`(() => { const e = document.querySelector("#mode"); e.value = "pool"; e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	page.click("#add-player")
	page.run(chromedp.SendKeys(chromedp.CSS(".seat-rows input"), "Ann"))
	page.click("#save-count")
	page.sees(`document.querySelector("#seats-title").textContent === "Players" && document.querySelector(".how").textContent.startsWith("Pool, 5 or more")`)
	page.click("#open-type")
	page.click("[data-key='4']")
	page.click("[data-key='5']")
	page.click("#send-roll")
	page.shows("#total", "1")
	page.sees(`document.querySelector(".total h2").textContent === "Roll 2 · Ann"`)
}

// Dice notation: what can't be thrown stays in the form with the reason, a preset is one tap, and what is to be thrown stands large.
func TestPageThrowsDiceNotation(t *testing.T) {
	tb, page := served(t)
	put := func(where, text string) {
		page.js(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event(e.tagName === "SELECT" ? "change" : "input", {bubbles: true})); })()`, where, text))
	}
	page.click("#change-count")
	put("#mode", "notation")
	put("#notation", "2d7")
	page.click("#add-player")
	page.sees(`!!document.querySelector(".seat-rows input")`)
	put(".seat-rows input", "Ann")
	page.click("#save-count")
	page.sees(`document.querySelector(".toast")?.textContent.includes('"d7" is no die') && document.querySelector("#notation").value === "2d7"`)
	put("#notation", "2d6kh1+5")
	page.sees(`!document.querySelector(".toast")`) // it lies over the form's end for a while
	for i, p := range [][2]string{{"Fireball", "4d6!"}, {"Bolter", "3d6>=3 then not>=5"}} {
		page.click("#add-preset")
		page.sees(fmt.Sprintf(`!!document.querySelector("[data-preset-name='%d']")`, i))
		put(fmt.Sprintf("[data-preset-name='%d']", i), p[0])
		put(fmt.Sprintf("[data-preset-dice='%d']", i), p[1])
	}
	page.picture("notation-form")
	page.click("#save-count")
	page.shows("#to-throw", "Ann, throw two d6.")
	tb.throw(3, 4)
	page.shows("#total", "9")
	// Another number of dice waits and says why.
	tb.throw(1, 2, 3)
	page.sees(`document.querySelector("#ask")?.textContent.includes("wants 2 dice, not 3")`)
	page.click("[data-do='discard']")
	page.click("[data-preset='1']")
	page.shows("#to-throw", "Ann, throw four d6.")
	page.sees(`document.querySelector("[data-preset='1']").getAttribute("aria-pressed") === "true"`)
	page.picture("notation-preset")
	tb.throw(1, 6, 2, 3)
	page.shows("#again-title", "Roll one more die")
	require.Equal(t, "Roll one more die", value[string](page, largest))
	page.picture("notation-more")
	// The same die is picked up and thrown again: its six still counts.
	tb.settle(diceAt([3]float64{100, 100, 1}, [3]float64{480, 330, 4}, [3]float64{300, 100, 2}, [3]float64{400, 100, 3}))
	page.shows("#total", "16")
	page.click("[data-preset='2']")
	page.phone()
	page.sees(`document.documentElement.scrollWidth <= window.innerWidth`)
	page.picture("notation-phone")
}

func TestPageComesBackWhenTheTableDoes(t *testing.T) {
	tb, page := served(t)
	tb.throw(2, 2)
	page.shows("#total", "4")
	tb.stop()
	page.sees(`!!document.querySelector("#lost")`)
	page.shows("#total", "4")

	again := sit(t, tb.path, journal.Limits{})
	again.serve(tb.address)
	page.sees(`!document.querySelector("#lost")`)
	again.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	again.throw(6, 6, 6)
	page.shows("#total", "18")
	page.sees(`document.querySelectorAll("[data-roll]").length === 2`)
}

func TestPageSaysWhenTheCameraIsGone(t *testing.T) {
	tb, page := served(t)
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.NoCamera})
	tb.tell(vision.Event{Kind: vision.EventProblem, Problem: "The webcam was unplugged: plug it in again."})
	page.shows("#state", "No camera")
	page.shows("#problem", "The webcam was unplugged: plug it in again.")
	tb.tell(vision.Event{Kind: vision.EventProblem})
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	page.sees(`!document.querySelector("#problem")`)
	page.shows("#state", "Ready: throw the dice")
}

func TestPageOverlayIsNeverBlank(t *testing.T) {
	tb := newTable(t)
	tb.serve(doortest.Address(t))
	tb.throw(5, 6)
	overlay := open(t, "http://"+tb.address+"/overlay?at=high-right&size=2&text=yes")
	overlay.shows("#total", "11")
	require.Equal(t, "rgba(0, 0, 0, 0)", value[string](overlay, `getComputedStyle(document.body).backgroundColor`))
	tb.stop()
	overlay.shows("#total", "11")

	again := sit(t, tb.path, journal.Limits{})
	again.serve(tb.address)
	again.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	again.throw(1, 1, 1)
	overlay.shows("#total", "3")
	overlay.run(chromedp.Reload())
	overlay.shows("#total", "3")
}

func TestPageFitsAPhone(t *testing.T) {
	tb, page := served(t)
	page.phone()
	tb.throw(3, -5, 6, 1, 2, 4, 4, 4)
	page.sees(`!!document.querySelector("#ask")`)
	for _, id := range []string{"#open-type", "#open-camera", "#open-invite", "#change-count"} {
		page.click(id)
		over := value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
		require.LessOrEqual(t, over, 0.0, "with %s open the page scrolls sideways", id)
	}
	page.click("[data-fix='2'] button[data-value='5']")
	page.shows("#total", "29")
	small := value[[]string](page, `[...document.querySelectorAll("button, select, input:not(.unseen)")].filter((e) => e.getBoundingClientRect().height < 38).map((e) => e.outerHTML)`)
	require.Empty(t, small, "too small for a thumb")
}

func TestPageEverythingHasAName(t *testing.T) {
	tb, page := served(t)
	tb.throw(3, -5)
	page.sees(`!!document.querySelector("#ask")`)
	page.click("#change-count")
	page.click("#open-camera")
	nameless := value[[]string](page, `[...document.querySelectorAll("button, a, input, select, img, [role=button]")].filter((e) => {
		const label = e.getAttribute("aria-label") ?? e.closest("label")?.textContent ?? e.textContent;
		return e.tagName === "IMG" ? !e.hasAttribute("alt") : label.trim() === "";
	}).map((e) => e.outerHTML)`)
	require.Empty(t, nameless)
}

func TestPageAStrangerOnlyLooksOn(t *testing.T) {
	tb := newTable(t)
	tb.server.Invite = "http://192.0.2.1:8437"
	tb.serve("127.0.0.1:0")
	// Whoever comes through another machine comes through this one, for the table.
	far := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.address})
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}})
	t.Cleanup(far.Close) // after the tabs, which hold connections
	tb.throw(-4)
	stranger := open(t, far.URL)
	stranger.sees(`!!document.querySelector("#looking-on") && !!document.querySelector("#ask")`)
	stranger.sees(`document.querySelectorAll("#ask button, #throw, #open-type, #open-camera, #change-count").length === 0`)
	reply := value[protocol.Message](stranger, `new Promise((done) => {
		const s = new WebSocket("ws://" + location.host + "/api/socket");
		s.onopen = () => s.send(JSON.stringify({id: "x", do: "fix", throw: 1, rev: 1, die: 1, value: 4}));
		s.onmessage = (e) => { const m = JSON.parse(e.data); if (m.id === "x") done(m); };
	})`)
	require.Equal(t, protocol.CodeNotAllowed, reply.Code)
	require.Len(t, tb.view().Waiting, 1)

	// The code at the table gives the right.
	guest := open(t, far.URL+"/join#"+tb.server.Access.Key())
	guest.sees(`location.pathname === "/" && !document.querySelector("#looking-on")`)
	require.Empty(t, value[string](guest, `document.cookie`), "a script can read the right to answer")
	guest.click("[data-fix='1'] button[data-value='4']")
	guest.shows("#total", "4")
}

// What keeps another program from being told of rolls stands on the page until it is over.
func TestPageNamesAProgramThatCannotBeTold(t *testing.T) {
	const why = "The MQTT broker at house:1883 refuses the name or the password: look at mqtt_user and mqtt_password."
	tb, page := served(t)
	id := tb.beginDuel()
	game := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	tb.session.Away("a broker", why)
	for _, b := range []*tab{page, game} {
		b.sees(`document.querySelector(".word.bad")?.textContent === ` + quote(why))
	}
	tb.session.Away("a broker", "")
	for _, b := range []*tab{page, game} {
		b.sees(`!document.querySelector(".word.bad")`)
	}
}

// largest is the text of the page's largest letters.
const largest = `(() => { const all = [...document.querySelectorAll("main *")].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "") && e.getClientRects().length > 0);
	const size = (e) => parseFloat(getComputedStyle(e).fontSize); return all.sort((a, b) => size(b) - size(a))[0].textContent; })()`

func TestPageRollAgainIsTheLargestThingAndWhatWasThrownIsTapped(t *testing.T) {
	tb, page := served(t)
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}})
	tb.throw(1, 5, 6)
	page.shows("#again-title", "Roll this die again")
	require.Equal(t, "Roll this die again", value[string](page, largest))
	page.picture("roll-again")
	page.phone()
	require.Equal(t, "Roll this die again", value[string](page, largest))
	page.picture("roll-again-phone")
	// Somebody turned a die over that should have stayed.
	tb.settle(diceAt([3]float64{200, 400, 3}, [3]float64{300, 130, 4}, [3]float64{510, 260, 6}))
	page.sees(`document.querySelectorAll("[data-thrown]").length === 3 && document.querySelector("#these-thrown").disabled`)
	page.picture("roll-again-which")
	page.click("[data-thrown='1']")
	page.click("#these-thrown")
	page.shows("#total", "14")
	page.sees(`!document.querySelector("#ask") && !document.querySelector("#again-title")`)
}

func TestPageDiceWithNeitherPipsNorNumbersAreTaught(t *testing.T) {
	tb, page := served(t)
	s := scene(1, 2, 3)
	for i := range s.Sightings {
		s.Sightings[i].Marks = []vision.Mark{{Kind: vision.MarkUnknown, P: .6}, {Kind: vision.MarkPips, Value: 1, P: .08}, {Kind: vision.MarkPips, Value: 2, P: .08}, {Kind: vision.MarkNumeral, Value: 6, P: .08}}
	}
	tb.settle(s)
	page.shows("#ask-title", "These dice show neither pips nor numbers")
	page.picture("strange-dice")
	require.Equal(t, []string{"Teach these dice", "Not a roll"}, value[[]string](page, `[...document.querySelectorAll("#ask a, #ask button")].filter((e) => e.checkVisibility()).map((e) => e.textContent)`))
	require.NotContains(t, value[string](page, `document.querySelector("#ask").textContent`), "%")
	require.Equal(t, "/studio", value[string](page, `new URL(document.querySelector("#to-studio").href).pathname`), "Teach stands in the head")
	page.click("#ask [data-do='discard']")
	page.sees(`!document.querySelector("#ask")`)

	// A die among others that is only hard to read is asked about as before.
	tb.clear()
	s = scene(1, 2, 3)
	s.Sightings[0].Marks = []vision.Mark{{Kind: vision.MarkUnknown, P: .9}, {Kind: vision.MarkPips, Value: 1, P: .1}}
	tb.settle(s)
	page.shows("#ask-title", "What does this die show?")
}

// A doubt whether it is a die at all doesn't stand beside the word that what it shows is sure.
func TestPageOneNumberForOneThing(t *testing.T) {
	tb, page := served(t)
	s := scene(3, 4)
	s.Sightings[0].Found = .49
	tb.settle(s)
	page.sees(`!!document.querySelector("[data-fix='1']")`)
	require.NotContains(t, value[string](page, `document.querySelector("#ask").textContent`), "%")
	page.shows("#tap-hint", "Tap a die in the picture to change what it shows.")
	page.click("[data-fix='1'] button[data-value='3']")
	page.shows("#total", "7")

	tb.clear()
	tb.throw(-4)
	page.sees(`document.querySelector("#ask")?.textContent.includes("%")`) // where the value is in doubt, how likely each is helps
}
