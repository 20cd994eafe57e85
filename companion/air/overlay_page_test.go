package air_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/holdback"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/vision"
)

func TestPageOverlayShowsItsParts(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}}})
	tb.Throw(5, 6)
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?parts=clip,dice,total,trail,question,log,board&theme=light&corner=high-right&size=1.2&parts2=x")
	o.Shows("#total", "11")
	o.Sees(`document.querySelectorAll(".ov-dice .chip").length === 2`)
	o.Sees(`document.querySelector(".ov-trail")?.textContent.includes("11 = 5 + 6")`)
	o.Sees(`document.querySelector(".ov-board")?.textContent.includes("Ann11") && document.querySelector(".ov-log")?.textContent.includes("Ann 11")`)
	o.Sees(`document.querySelector(".ov-clip")?.dataset.over === "yes" && document.querySelector(".ov-clip").width === 960`)
	o.Sees(`document.querySelector("[data-wrong]")?.textContent.startsWith("parts2 means nothing")`)
	box := tabletest.Value[[4]float64](o, `(() => { const r = document.querySelector(".plate").getBoundingClientRect(); return [r.left, r.top, innerWidth - r.right, innerHeight - r.bottom]; })()`)
	require.Less(t, box[2], box[0], "it is not at the right")
	require.Equal(t, "rgba(0, 0, 0, 0)", tabletest.Value[string](o, `getComputedStyle(document.body).backgroundColor`))
	require.Equal(t, "rgba(255, 253, 249, 0.92)", tabletest.Value[string](o, `getComputedStyle(document.querySelector(".plate")).backgroundColor`))
	// OBS calls this custom CSS.
	o.JS(`(() => { const s = new CSSStyleSheet(); s.replaceSync("#overlay { --ov-plate: rgb(1, 2, 3); }"); document.adoptedStyleSheets.push(s); })()`)
	o.Sees(`getComputedStyle(document.querySelector(".plate")).backgroundColor === "rgb(1, 2, 3)"`)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	o.Sees(`!!document.querySelector(".ov-moving")`)
}

// The compositor moves everything that moves, and neither lays out nor paints. A movement ends, and begins again
// while dice roll. Once they lie, nothing moves.
func TestPageOverlayMovesCheaply(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?parts=dice,total,trail,log")
	o.JS(`(() => {
		window.began = 0;
		window.dear = [];
		document.addEventListener("animationstart", (e) => {
			if (e.animationName === "ov-hop") began++;
			for (const a of document.getAnimations()) {
				if (!(a.effect.getComputedTiming().endTime < 2000)) dear.push(a.animationName + " goes on");
				for (const k of a.effect.getKeyframes()) for (const p of Object.keys(k)) {
					if (!["transform", "opacity", "offset", "computedOffset", "easing", "composite"].includes(p)) dear.push(p);
				}
			}
		});
	})()`)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	o.Sees(`began >= 6`) // three dots, each twice
	tb.Throw(5, 6)
	o.Shows("#total", "11")
	o.Sees(`document.getAnimations().length === 0`)
	require.Equal(t, []string{}, tabletest.Value[[]string](o, `[...new Set(dear)]`))
}

// The program is killed and starts again. The overlay says so, keeps the roll, and is live again within 2 s, however
// long the table was away.
func TestPageOverlayIsLiveAgainWithinTwoSeconds(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve(doortest.Address(t))
	tb.Throw(5, 6)
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay")
	o.Shows("#total", "11")
	// The script notes how long the overlay rests between two tries, and how long a try may take.
	o.JS(`(() => {
		window.rests = [];
		window.looks = [];
		const after = setTimeout, limit = AbortSignal.timeout.bind(AbortSignal);
		window.setTimeout = (what, ms, ...more) => { if (new Error().stack.split("\n")[2].includes("/link.js")) rests.push(ms); return after(what, ms, ...more); };
		AbortSignal.timeout = (ms) => { looks.push(ms); return limit(ms); };
	})()`)
	for round, away := range []time.Duration{0, 3 * time.Second} {
		tb.Stop()
		o.Sees(`document.querySelector("#stale")?.textContent.startsWith("Not live since")`)
		o.Sees(`parseFloat(getComputedStyle(document.querySelector("#stale")).paddingLeft) > 4`) // its words don't touch the edge
		o.Shows("#total", tabletest.Value[string](o, `document.querySelector("#total").textContent`))
		gone := time.NewTimer(away)
		<-gone.C
		o.Sees(`rests.length >= 2 && looks.length >= 2`)
		require.Less(t, tabletest.Value[int](o, `Math.max(...rests.splice(0)) + Math.max(...looks.splice(0))`), 2000, "ms, on a machine that does everything at once")
		tb = tabletest.Sit(t, tb.Path, journal.Limits{})
		tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
		tb.Throw(1, 1, 1+round)
		tb.Serve(o.Host())
		began := time.Now()
		o.Shows("#total", []string{"3", "4"}[round])
		o.Sees(`!document.querySelector("#stale")`)
		t.Logf("away for %v: live again after %v", away, time.Since(began).Round(time.Millisecond))
	}
}

// keptOverlay is a table with a roll of 8, and its overlay, whose files the browser keeps: it loads without the table too.
func keptOverlay(t *testing.T, query string) (*tabletest.Table, *tabletest.Tab) {
	t.Helper()
	tb := tabletest.NewTable(t)
	tb.Serve(doortest.Address(t))
	tb.Throw(4, 4)
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?"+query)
	o.Shows("#total", "8")
	require.True(t, tabletest.Value[bool](o, `navigator.serviceWorker.ready.then(() => true)`))
	o.Run(chromedp.Reload()) // from now on the browser keeps its files
	o.Shows("#total", "8")
	o.Sees(`!!navigator.serviceWorker.controller`)
	return tb, o
}

// If OBS loads a source while the program isn't there, the source shows the last roll and says that it isn't live.
func TestPageOverlayIsNotBlankWhenLoadedWithoutTheTable(t *testing.T) {
	tb, o := keptOverlay(t, "parts=total")
	tb.Stop()
	o.Run(chromedp.Reload())
	o.Shows("#total", "8")
	o.Sees(`!!document.querySelector("#stale")`)
	tb = tabletest.Sit(t, tb.Path, journal.Limits{})
	tb.Serve(o.Host())
	o.Sees(`!document.querySelector("#stale")`)
	o.Shows("#total", "8")
}

// The overlay looks the same with any colour scheme of the browser. It can be read, and stays within the picture.
func TestPageOverlayKeepsItsColoursAndItsPlace(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id := tb.BeginVera(`{"terrain": ["river", "plains", "mountain", "forest"],
		"first": {"faction": "Brass Harbour", "general": "Orla Brask", "motivation": 7, "vanguard": ["Bell Guard, general, attack", "Sky Lancers", "Pikes, lp 3", "-"], "rearguard": ["Dockhands, chaotic", "-", "-", "-"]},
		"second": {"faction": "Hollow Wood", "motivation": 6, "vanguard": ["Boar Riders, order", "Poachers", "-", "Bramble Folk, holds"]}}`)
	require.Positive(t, id)
	tb.Throw(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6)
	for _, theme := range []string{"dark", "light", "felt"} {
		for _, corner := range []string{"low-left", "high-right", "middle"} {
			o := tabletest.Open(t, fmt.Sprintf("http://%s/overlay?parts=clip,dice,total,trail,question,log,board&lines=12&size=2&theme=%s&corner=%s", tb.Address, theme, corner))
			o.Sees(`document.querySelectorAll(".vera-unit").length > 5 && getComputedStyle(document.querySelector(".vera-row")).display === "grid"`)
			o.Sees(`[...document.querySelectorAll(".vera-own, .vera-detail")].every((e) => e.offsetHeight === 0)`) // only players tap
			var looks [2]string
			for i, scheme := range []string{"light", "dark"} {
				_, err := chromedp.Call(o.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
				require.NoError(t, err)
				o.Sees(`matchMedia("(prefers-color-scheme: ` + scheme + `)").matches`)
				looks[i] = tabletest.Value[string](o, `JSON.stringify([...document.querySelectorAll("#overlay *")].map((e) => { const s = getComputedStyle(e); return [s.color, s.backgroundColor, s.borderTopColor, s.fill]; }))`)
			}
			require.Equal(t, looks[0], looks[1], "%s: its colours are the browser's", theme)
			for _, size := range [][2]int64{{1920, 1080}, {1280, 720}} {
				o.Grow(size[0], size[1])
				o.Sees(`(() => { const r = document.querySelector(".plate").getBoundingClientRect(); return r.left >= -1 && r.top >= -1 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1; })()`)
			}
			// Words stand out from the plate at 4.5 to 1, over black and over white.
			require.Empty(t, tabletest.Value[string](o, `(() => {
				const rgba = (text) => (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
				const over = (c, b) => { const a = c[3] ?? 1; return [0, 1, 2].map((i) => c[i] * a + b[i] * (1 - a)); };
				const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
				for (const e of document.querySelectorAll(".plate, .plate *")) {
					if (e.closest("svg") || ![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
					for (const behind of [[0, 0, 0], [255, 255, 255]]) {
						let ground = behind;
						const chain = [];
						for (let p = e; p; p = p.parentElement) chain.unshift(p);
						for (const p of chain) ground = over(rgba(getComputedStyle(p).backgroundColor), ground);
						const [x, y] = [light(over(rgba(getComputedStyle(e).color), ground)), light(ground)].sort((a, b) => b - a);
						if ((x + .05) / (y + .05) < 4.5) return e.className + ": " + e.textContent.slice(0, 40) + " " + ((x + .05) / (y + .05)).toFixed(2) + " " + getComputedStyle(e).color + " on " + ground;
					}
				}
				return "";
			})()`), theme)
			o.Picture("overlay-" + theme + "-" + corner)
			o.Close()
		}
	}
}

// Each layout stays within the picture and away from its edges, at both sizes of video, with anything in it: names of
// 60 letters, 40 dice, 200 lines in the log, all parts at once, a board of either game.
func TestPageOverlayLayoutsStayInThePicture(t *testing.T) {
	long := strings.Repeat("Maximiliana of the Northern ", 3)[:60]
	tables := map[string]func(tb *tabletest.Table){
		"count": func(tb *tabletest.Table) {
			tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: long}, {Name: "Ben"}}}})
			var dice []protocol.TypedDie
			for i := range 40 {
				dice = append(dice, protocol.TypedDie{Shape: "d6", Value: i%6 + 1})
			}
			tb.Do(protocol.Act{Do: protocol.DoType, Dice: dice})
		},
		"many": func(tb *tabletest.Table) {
			var players []engine.Player
			for n := range 8 {
				players = append(players, engine.Player{Name: fmt.Sprintf("%s %d", long[:58], n+1)})
			}
			tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players}})
			for n := range 200 { // so many lines in the log
				var dice []protocol.TypedDie
				for i := range 40 {
					dice = append(dice, protocol.TypedDie{Shape: "d20", Value: (i+n)%20 + 1})
				}
				tb.Do(protocol.Act{Do: protocol.DoType, Dice: dice})
			}
		},
		"dragons": func(tb *tabletest.Table) {
			_, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, long, "Ben"))
			require.NoError(t, err)
		},
		"vera": func(tb *tabletest.Table) {
			tb.BeginVera(`{"terrain": ["river", "plains", "mountain", "forest"],
				"first": {"faction": "Brass Harbour", "general": "Orla Brask", "motivation": 7, "vanguard": ["Bell Guard, general, attack", "Sky Lancers", "Pikes, lp 3", "-"]},
				"second": {"faction": "Hollow Wood", "motivation": 6, "vanguard": ["Boar Riders, order", "Poachers", "-", "Bramble Folk, holds"]}}`)
		},
	}
	for name, begin := range tables {
		tb := tabletest.NewTable(t)
		tb.Serve("127.0.0.1:0")
		begin(tb)
		for _, layout := range []string{"lower", "corner", "side", "full", "ticker"} {
			address := fmt.Sprintf("http://%s/overlay?layout=%s", tb.Address, layout)
			if name == "many" { // all parts at once
				address += "&parts=dice,total,trail,question,log,board&lines=12&great=total:1"
			}
			o := tabletest.Open(t, address)
			for _, size := range [][2]int64{{1920, 1080}, {1280, 720}} {
				o.Run(chromedp.EmulateViewport(size[0], size[1]))
				o.Sees(`document.querySelector(".plate .ov-part") && !document.querySelector("#stale, .ov-board:empty") && document.getAnimations().length === 0`) // a game's board is loaded when it is first drawn
				o.Sees(fmt.Sprintf(`document.querySelector("#overlay").style.getPropertyValue("--u") === "%vpx"`, float64(size[1])/100))
				edge := float64(size[1]) * .045
				box := tabletest.Value[[4]float64](o, `(() => { const r = document.querySelector(".plate").getBoundingClientRect(); return [r.left, r.top, innerWidth - r.right, innerHeight - r.bottom]; })()`)
				for _, free := range box {
					require.GreaterOrEqual(t, free, edge, "%s, %s at %v: %v", name, layout, size, box)
				}
				require.Empty(t, tabletest.Value[[]string](o, `(() => {
					const r = document.querySelector(".plate").getBoundingClientRect();
					return [...document.querySelectorAll(".plate *")].filter((e) => {
						if (layoutOf(e) === "ticker" && e.closest(".ov-line")) return false;
						const b = e.getBoundingClientRect();
						return b.width > 0 && (b.left < r.left - 1 || b.right > r.right + 1 || b.top < r.top - 1 || b.bottom > r.bottom + 1);
					}).map((e) => e.className + " " + e.textContent.slice(0, 40));
					function layoutOf(e) { return e.closest(".plate").className.match(/lay-(\w+)/)[1]; }
				})()`), "%s, %s at %v", name, layout, size)
				// An audience reads the smallest letters of a Vera Discordia board, too: they are a hundredth of the picture's height.
				require.Empty(t, tabletest.Value[[]string](o, fmt.Sprintf(`[...document.querySelectorAll(".plate .vera *")].filter((e) => e.offsetHeight > 0 && !e.closest("svg") && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
					.map((e) => [parseFloat(getComputedStyle(e).fontSize) * e.getBoundingClientRect().height / e.offsetHeight, e]).filter(([px]) => px < %v).map(([px, e]) => px.toFixed(1) + " " + e.className + " " + e.textContent.slice(0, 40))`, float64(size[1])/100)), "%s, %s at %v", name, layout, size)
				o.Picture(fmt.Sprintf("layout-%s-%s-%d", name, layout, size[1]))
			}
		}
	}
}

// What is measured while dice still fall has the same size as what lies: else they stay tiny if news come meanwhile.
func TestPageOverlayMeasuresDiceWhereTheyWillLie(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	var dice []protocol.TypedDie
	for i := range 40 {
		dice = append(dice, protocol.TypedDie{Shape: "d6", Value: i%6 + 1})
	}
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?layout=lower")
	o.Run(chromedp.EmulateViewport(1280, 720))
	o.JS(`(() => { const s = new CSSStyleSheet(); s.replaceSync("* { animation-play-state: paused !important }"); document.adoptedStyleSheets.push(s); })()`)
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: dice})
	o.Sees(`document.querySelectorAll(".ov-bar-dice .ov-dice > span").length === 40 && document.getAnimations().length > 0`)
	const size = `[...document.querySelectorAll(".ov-fit")].map((e) => e.style.fontSize).join()`
	o.JS(`document.getAnimations().forEach((a) => { a.currentTime = a.effect.getComputedTiming().endTime * .7; }); dispatchEvent(new Event("resize"))`)
	falling := tabletest.Value[string](o, size)
	require.NotZero(t, tabletest.Value[int](o, `document.getAnimations().length`), "they still fall")
	o.JS(`document.getAnimations().forEach((a) => a.finish()); dispatchEvent(new Event("resize"))`)
	require.Equal(t, tabletest.Value[string](o, size), falling)
}

// A great roll is highlighted for a moment. If its time is over, a roll leaves by itself.
func TestPageOverlayHighlightsAGreatRollAndLetsItGo(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?layout=lower&great=d20,total:90,word:seven&stay=1&player=Ann|Anna+the+Great|c33030")
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}}})
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 19}}})
	o.Shows("#total", "19")
	o.Sees(`!document.querySelector(".ov-great") && document.querySelector(".ov-who").textContent === "Anna the Great" && getComputedStyle(document.querySelector(".ov-who")).color === "rgb(195, 48, 48)"`)
	o.Sees(`document.querySelector(".plate").classList.contains("away")`)
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 20}}})
	o.Sees(`document.querySelector(".ov-great")?.textContent === "A natural 20!" && document.querySelector(".plate").classList.contains("great")`)
	o.Sees(`!document.querySelector(".ov-great") && document.querySelector(".plate").classList.contains("away")`)
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d100", Value: 95}}})
	o.Sees(`document.querySelector(".ov-great")?.textContent === "95!"`)
	o.Goes("http://" + tb.Address + "/overlay?great=luck&ink=red")
	o.Sees(`[...document.querySelectorAll("[data-wrong]")].map((e) => e.textContent.split(":")[0]).join() === "great=luck,ink=red" || [...document.querySelectorAll("[data-wrong]")].length === 2`)
}

// If a roll was there before the page, it is never highlighted. A correction can be: it takes the highlight away or
// brings it, and it brings back a roll that had left.
func TestPageOverlayHighlightsWhatIsNewAndWhatIsCorrected(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 20}}})
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?stay=1")
	// The script notes every highlight, because nobody could see one that has ended.
	watch := `window.cheers = []; new MutationObserver(() => { const e = document.querySelector(".ov-great"); if (e && cheers.at(-1) !== e.textContent) cheers.push(e.textContent); }).observe(document.querySelector("#overlay"), {childList: true, subtree: true}); true`
	fix := func(value int) {
		roll := tb.View().Rolls[0].Throw
		tb.Do(protocol.Act{Do: protocol.DoFix, Throw: roll.ID, Rev: roll.Rev, Die: 1, Value: &value})
	}
	away := `document.querySelector(".plate").classList.contains("away")`
	for range 2 {
		o.Shows("#total", "20")
		o.Sees(away)
		require.False(t, tabletest.Value[bool](o, `!!document.querySelector(".ov-great")`), "an old roll is highlighted")
		o.Run(chromedp.Reload()) // the page remembers what was shown
	}
	o.Shows("#total", "20")
	o.Sees(away)
	require.True(t, tabletest.Value[bool](o, watch))
	fix(3)
	o.Sees(`document.querySelector("#total").textContent === "3" && !!document.querySelector("#corrected") && !` + away)
	o.Sees(away)
	fix(20)
	o.Sees(`document.querySelector(".ov-great")?.textContent === "A natural 20!" && !` + away)
	fix(4)
	o.Sees(`document.querySelector("#total").textContent === "4" && !document.querySelector(".ov-great")`)
	// The newest roll is taken back. The one before it is no news.
	fix(20)
	o.Sees(`!!document.querySelector(".ov-great")`)
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 5}}})
	o.Sees(`document.querySelector("#total").textContent === "5" && !document.querySelector(".ov-great")`)
	o.JS(`cheers.length = 0`)
	roll := tb.View().Rolls[0].Throw
	tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: roll.ID, Rev: roll.Rev})
	o.Shows("#total", "20")
	o.Sees(away)
	require.Empty(t, tabletest.Value[[]string](o, `cheers`))
}

// Another version's overlay kept something in the browser that these pages can't draw. The overlay comes up all the
// same.
func TestPageOverlayComesUpOverWhatAnotherVersionKept(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	tb.Throw(5, 6)
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay")
	o.Shows("#total", "11")
	o.JS(`localStorage.setItem("astragal-overlay", JSON.stringify({roll: 3, game: {game: {id: 1, title: "Old"}, seats: []}, dice: []}))`)
	o.Run(chromedp.Reload())
	o.Shows("#total", "11")
}

// In every layout a streamer sees that the table can't be reached, also if the roll had left before.
func TestPageOverlayIsNotLiveInEachLayout(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	tb.Throw(5, 6)
	var all []*tabletest.Tab
	for _, layout := range []string{"plate", "lower", "corner", "side", "full", "ticker"} {
		o := tabletest.Open(t, "http://"+tb.Address+"/overlay?stay=1&layout="+layout)
		o.Sees(`document.querySelector(".plate")?.classList.contains("away")`)
		all = append(all, o)
	}
	tb.Stop()
	for _, o := range all {
		o.Sees(`!!document.querySelector("#stale") && !document.querySelector(".plate")?.classList.contains("away")`)
		o.Sees(`[...document.querySelectorAll(".ov-part")].every((e) => getComputedStyle(e).filter === "grayscale(1)")`)
	}
}

// The address shows what a streamer chose on the setup page. An example is never on the air.
func TestPageOverlaySetupGivesTheAddressOfWhatItShows(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay/setup")
	o.Sees(`document.querySelector("#whose-roll")?.textContent.startsWith("This is an example") && !!document.querySelector(".video .plate")`)
	require.Equal(t, "http://"+tb.Address+"/overlay", tabletest.Value[string](o, `document.querySelector("#address").value`))
	o.JS(`for (const [id, v] of [["layout", "lower"], ["theme", "felt"], ["corner", "high-left"], ["delay", "4"]]) { const e = document.querySelector("#choose-" + id); e.value = v; e.dispatchEvent(new Event(e.tagName === "SELECT" ? "change" : "input", {bubbles: true})); }`)
	o.Sees(`document.querySelector(".video .lay-lower .ov-great")?.textContent === "A natural 20!"`)
	o.Click("[data-part=log]")
	o.JS(`(() => { const e = document.querySelector("[data-player=Ann]"); e.value = "Anna & Co"; e.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	o.Sees(`document.querySelector(".video .ov-who").textContent === "Anna & Co"`)
	o.Sees(`document.getAnimations().every((a) => a.playState === "finished")`)
	o.Picture("overlay-setup")
	address := tabletest.Value[string](o, `document.querySelector("#address").value`)
	require.Contains(t, address, "layout=lower")
	require.Contains(t, address, "delay=4")
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}}})
	late := tabletest.Open(t, strings.Replace(address, "delay=4", "delay=60", 1))
	late.Sees(`!!document.querySelector("#overlay > .lay-lower") && document.querySelector("#overlay").className.includes("high left") && !document.querySelector("[data-wrong]")`)
	// No example stands there, before the table told of itself and after.
	late.Sees(`localStorage.getItem("astragal-overlay" + location.search)?.includes('"rolls":[]') && (document.querySelector("#total")?.textContent ?? "–") === "–" && !document.querySelector(".ov-great")`)
	typed := time.Now()
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 7}}})
	o.Sees(`document.querySelector("#whose-roll")?.textContent.startsWith("This is the table’s") && document.querySelector(".video #total").textContent === "7"`)
	early := tabletest.Value[bool](late, `document.querySelector("#total")?.textContent === "7"`)
	require.False(t, early && time.Since(typed) < holdback.Longest, "it is held back")
	o.Phone()
	o.Sees(`document.documentElement.scrollWidth <= window.innerWidth`)
	o.Goes(address)
	o.Shows("#total", "7")
	o.Sees(`document.querySelector(".ov-who").textContent === "Anna & Co"`)
	// If a colour is to be keyed out, it lies behind an opaque plate with square corners, and nothing of it is left
	// at the edges.
	o.Goes(address + "&behind=00ff00")
	o.Sees(`getComputedStyle(document.querySelector("#overlay")).backgroundColor === "rgb(0, 255, 0)"`)
	require.Equal(t, "rgb(16, 22, 25)/0px", tabletest.Value[string](o, `(() => { const s = getComputedStyle(document.querySelector(".plate")); return s.backgroundColor + "/" + s.borderRadius; })()`))
}

// A result that stands alone has no terms, like a roll of Dragon Dice that brings nothing. The lower third says it in words, and goes on.
func TestPageOverlaySaysAResultWithoutTerms(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	defer tb.Session.Overlays().Watch()()
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "starter", 30, 7, "Ann", "Ben"))
	require.NoError(t, err)
	o := tabletest.Open(t, "http://"+tb.Address+"/overlay?layout=lower")
	chance := rand.New(rand.NewPCG(7, 8))
	for {
		require.True(t, tabletest.AnswerOne(t, tb.Session, id, chance), "no result stood alone")
		on, _ := tb.Session.Overlays().Shown(0)
		var shown protocol.OverlayShown
		require.NoError(t, json.Unmarshal(on.Shown, &shown))
		if r := shown.Result; r != nil && r.Sum != nil && len(r.Sum.Terms) == 0 && r.Value != nil {
			o.Sees(fmt.Sprintf(`document.querySelector("#total")?.textContent === "%d" && document.querySelectorAll(".ov-faces li").length === %d && document.querySelector(".ov-bar-who .ov-text").textContent !== ""`, *r.Value, len(shown.Dice)))
			return
		}
	}
}

// A roll that can't be drawn is told, and the page goes on: the next one is shown. Such a roll lies here in what the browser keeps for a reload.
func TestPageOverlaySaysThatARollCannotBeDrawn(t *testing.T) {
	tb, o := keptOverlay(t, "layout=lower")
	tb.Stop()
	o.Sees(`!!document.querySelector("#stale")`) // from now on nothing is kept anew
	o.JS(`(() => { const key = "astragal-overlay?layout=lower", kept = JSON.parse(localStorage.getItem(key)); kept.shown.rolls[0].lines = null; localStorage.setItem(key, JSON.stringify(kept)); })()`)
	o.Run(chromedp.Reload())
	o.Sees(`document.querySelector("#undrawn") && document.querySelector("#stale") && !document.querySelector("#total")`)
	tb = tabletest.Sit(t, tb.Path, journal.Limits{})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	tb.Throw(6)
	tb.Serve(o.Host())
	o.Sees(`document.querySelector("#total")?.textContent === "6" && !document.querySelector("#undrawn, #stale")`)
}
