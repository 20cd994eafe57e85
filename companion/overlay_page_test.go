package companion_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

func TestPageOverlayShowsItsParts(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}}})
	tb.throw(5, 6)
	o := open(t, "http://"+tb.address+"/overlay?parts=clip,dice,total,trail,question,log,board&theme=light&corner=high-right&size=1.2&parts2=x")
	o.shows("#total", "11")
	o.sees(`document.querySelectorAll(".ov-dice .chip").length === 2`)
	o.sees(`document.querySelector(".ov-trail")?.textContent.includes("11 = 5 + 6")`)
	o.sees(`document.querySelector(".ov-board")?.textContent.includes("Ann11") && document.querySelector(".ov-log")?.textContent.includes("Ann 11")`)
	o.sees(`document.querySelector(".ov-clip")?.dataset.over === "yes" && document.querySelector(".ov-clip").width === 960`)
	o.sees(`document.querySelector("[data-wrong]")?.textContent.startsWith("parts2 means nothing")`)
	box := value[[4]float64](o, `(() => { const r = document.querySelector(".plate").getBoundingClientRect(); return [r.left, r.top, innerWidth - r.right, innerHeight - r.bottom]; })()`)
	require.Less(t, box[2], box[0], "it is not at the right")
	require.Equal(t, "rgba(0, 0, 0, 0)", value[string](o, `getComputedStyle(document.body).backgroundColor`))
	require.Equal(t, "rgba(255, 253, 249, 0.92)", value[string](o, `getComputedStyle(document.querySelector(".plate")).backgroundColor`))
	// What OBS calls custom CSS.
	o.js(`(() => { const s = new CSSStyleSheet(); s.replaceSync("#overlay { --ov-plate: rgb(1, 2, 3); }"); document.adoptedStyleSheets.push(s); })()`)
	o.sees(`getComputedStyle(document.querySelector(".plate")).backgroundColor === "rgb(1, 2, 3)"`)
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	o.sees(`!!document.querySelector(".ov-moving")`)
}

// What moves is moved by the compositor, which neither lays out nor paints; it ends, and comes again
// by itself while dice roll. Once they lie nothing moves.
func TestPageOverlayMovesCheaply(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	o := open(t, "http://"+tb.address+"/overlay?parts=dice,total,trail,log")
	o.js(`(() => {
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
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	o.sees(`began >= 6`) // three dots, twice
	tb.throw(5, 6)
	o.shows("#total", "11")
	o.sees(`document.getAnimations().length === 0`)
	require.Equal(t, []string{}, value[[]string](o, `[...new Set(dear)]`))
}

// The program is killed and comes back: the overlay says so, keeps the roll, and is live again
// within 2 s, however long the table was away.
func TestPageOverlayIsLiveAgainWithinTwoSeconds(t *testing.T) {
	tb := newTable(t)
	tb.serve(doortest.Address(t))
	tb.throw(5, 6)
	o := open(t, "http://"+tb.address+"/overlay")
	o.shows("#total", "11")
	// How long it rests between two looks, and how long a look may take.
	o.js(`(() => {
		window.rests = [];
		window.looks = [];
		const after = setTimeout, limit = AbortSignal.timeout.bind(AbortSignal);
		window.setTimeout = (what, ms, ...more) => { if (new Error().stack.split("\n")[2].includes("/link.js")) rests.push(ms); return after(what, ms, ...more); };
		AbortSignal.timeout = (ms) => { looks.push(ms); return limit(ms); };
	})()`)
	for round, away := range []time.Duration{0, 3 * time.Second} {
		tb.stop()
		o.sees(`document.querySelector("#stale")?.textContent.startsWith("Not live since")`)
		o.shows("#total", value[string](o, `document.querySelector("#total").textContent`))
		gone := time.NewTimer(away)
		<-gone.C
		o.sees(`rests.length >= 2 && looks.length >= 2`)
		require.Less(t, value[int](o, `Math.max(...rests.splice(0)) + Math.max(...looks.splice(0))`), 2000, "ms, on a machine that does everything at once")
		tb = sit(t, tb.path, journal.Limits{})
		tb.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
		tb.throw(1, 1, 1+round)
		tb.serve(o.host())
		began := time.Now()
		o.shows("#total", []string{"3", "4"}[round])
		o.sees(`!document.querySelector("#stale")`)
		t.Logf("away for %v: live again after %v", away, time.Since(began).Round(time.Millisecond))
	}
}

// A source that OBS loads while the program isn't there shows the last roll and says that it isn't live.
func TestPageOverlayIsNotBlankWhenLoadedWithoutTheTable(t *testing.T) {
	tb := newTable(t)
	tb.serve(doortest.Address(t))
	tb.throw(4, 4)
	o := open(t, "http://"+tb.address+"/overlay?parts=total")
	o.shows("#total", "8")
	require.True(t, value[bool](o, `navigator.serviceWorker.ready.then(() => true)`))
	o.run(chromedp.Reload()) // from now on its files are kept
	o.shows("#total", "8")
	o.sees(`!!navigator.serviceWorker.controller`)
	tb.stop()
	o.run(chromedp.Reload())
	o.shows("#total", "8")
	o.sees(`!!document.querySelector("#stale")`)
	tb = sit(t, tb.path, journal.Limits{})
	tb.serve(o.host())
	o.sees(`!document.querySelector("#stale")`)
	o.shows("#total", "8")
}

// Whatever the browser's colour scheme, the overlay looks the same, can be read, and stays within the picture.
func TestPageOverlayKeepsItsColoursAndItsPlace(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	id := tb.beginVera(`{"terrain": ["river", "plains", "mountain", "forest"],
		"first": {"faction": "Brass Harbour", "general": "Orla Brask", "motivation": 7, "vanguard": ["Bell Guard, general, attack", "Sky Lancers", "Pikes, lp 3", "-"]},
		"second": {"faction": "Hollow Wood", "motivation": 6, "vanguard": ["Boar Riders, order", "Poachers", "-", "Bramble Folk, holds"]}}`)
	require.Positive(t, id)
	tb.throw(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6)
	for _, theme := range []string{"dark", "light", "felt"} {
		for _, corner := range []string{"low-left", "high-right", "middle"} {
			o := open(t, fmt.Sprintf("http://%s/overlay?parts=clip,dice,total,trail,question,log,board&lines=12&size=2&theme=%s&corner=%s", tb.address, theme, corner))
			o.sees(`document.querySelectorAll(".vera-unit").length > 5 && getComputedStyle(document.querySelector(".vera-row")).display === "grid"`)
			o.sees(`[...document.querySelectorAll(".vera-own, .vera-detail")].every((e) => e.offsetHeight === 0)`) // only players tap
			var looks [2]string
			for i, scheme := range []string{"light", "dark"} {
				_, err := chromedp.Call(o.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
				require.NoError(t, err)
				o.sees(`matchMedia("(prefers-color-scheme: ` + scheme + `)").matches`)
				looks[i] = value[string](o, `JSON.stringify([...document.querySelectorAll("#overlay *")].map((e) => { const s = getComputedStyle(e); return [s.color, s.backgroundColor, s.borderTopColor, s.fill]; }))`)
			}
			require.Equal(t, looks[0], looks[1], "%s: its colours are the browser's", theme)
			for _, size := range [][2]int64{{1920, 1080}, {1280, 720}} {
				o.grow(size[0], size[1])
				o.sees(`(() => { const r = document.querySelector(".plate").getBoundingClientRect(); return r.left >= -1 && r.top >= -1 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1; })()`)
			}
			// Words stand out from the plate: 4.5 to 1, the plate over black and over white.
			require.Empty(t, value[string](o, `(() => {
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
			o.picture("overlay-" + theme + "-" + corner)
			o.close()
		}
	}
}

// Each layout stays within the picture and off its edges, at both sizes of video, whatever is in it: names of
// 60 letters, 40 dice, a board of either game.
func TestPageOverlayLayoutsStayInThePicture(t *testing.T) {
	long := strings.Repeat("Maximiliana of the Northern ", 3)[:60]
	tables := map[string]func(tb *table){
		"count": func(tb *table) {
			tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: long}, {Name: "Ben"}}}})
			var dice []protocol.TypedDie
			for i := range 40 {
				dice = append(dice, protocol.TypedDie{Shape: "d6", Value: i%6 + 1})
			}
			tb.do(protocol.Act{Do: protocol.DoType, Dice: dice})
		},
		"dragons": func(tb *table) {
			_, err := tb.session.Games().Begin(t.Context(), dragonGame(t, "4.01d", 24, 5, long, "Ben"))
			require.NoError(t, err)
		},
		"vera": func(tb *table) {
			tb.beginVera(`{"terrain": ["river", "plains", "mountain", "forest"],
				"first": {"faction": "Brass Harbour", "general": "Orla Brask", "motivation": 7, "vanguard": ["Bell Guard, general, attack", "Sky Lancers", "Pikes, lp 3", "-"]},
				"second": {"faction": "Hollow Wood", "motivation": 6, "vanguard": ["Boar Riders, order", "Poachers", "-", "Bramble Folk, holds"]}}`)
		},
	}
	for name, begin := range tables {
		tb := newTable(t)
		tb.serve("127.0.0.1:0")
		begin(tb)
		for _, layout := range []string{"lower", "corner", "side", "full", "ticker"} {
			o := open(t, fmt.Sprintf("http://%s/overlay?layout=%s", tb.address, layout))
			for _, size := range [][2]int64{{1920, 1080}, {1280, 720}} {
				o.run(chromedp.EmulateViewport(size[0], size[1]))
				o.sees(`document.querySelector(".plate .ov-part") && !document.querySelector("#stale") && document.getAnimations().length === 0`)
				o.sees(fmt.Sprintf(`document.querySelector("#overlay").style.getPropertyValue("--u") === "%vpx"`, float64(size[1])/100))
				edge := float64(size[1]) * .045
				box := value[[4]float64](o, `(() => { const r = document.querySelector(".plate").getBoundingClientRect(); return [r.left, r.top, innerWidth - r.right, innerHeight - r.bottom]; })()`)
				for _, free := range box {
					require.GreaterOrEqual(t, free, edge, "%s, %s at %v: %v", name, layout, size, box)
				}
				require.Empty(t, value[[]string](o, `(() => {
					const r = document.querySelector(".plate").getBoundingClientRect();
					return [...document.querySelectorAll(".plate *")].filter((e) => {
						if (layoutOf(e) === "ticker" && e.closest(".ov-line")) return false;
						const b = e.getBoundingClientRect();
						return b.width > 0 && (b.left < r.left - 1 || b.right > r.right + 1 || b.top < r.top - 1 || b.bottom > r.bottom + 1);
					}).map((e) => e.className + " " + e.textContent.slice(0, 40));
					function layoutOf(e) { return e.closest(".plate").className.match(/lay-(\w+)/)[1]; }
				})()`), "%s, %s at %v", name, layout, size)
				o.picture(fmt.Sprintf("layout-%s-%s-%d", name, layout, size[1]))
			}
		}
	}
}

// A great roll is highlighted and then isn't; a roll leaves by itself if its time is over.
func TestPageOverlayHighlightsAGreatRollAndLetsItGo(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	o := open(t, "http://"+tb.address+"/overlay?layout=lower&great=d20,total:90,word:seven&stay=1&player=Ann|Anna+the+Great|c33030")
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}}})
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 19}}})
	o.shows("#total", "19")
	o.sees(`!document.querySelector(".ov-great") && document.querySelector(".ov-who").textContent === "Anna the Great" && getComputedStyle(document.querySelector(".ov-who")).color === "rgb(195, 48, 48)"`)
	o.sees(`document.querySelector(".plate").classList.contains("away")`)
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 20}}})
	o.sees(`document.querySelector(".ov-great")?.textContent === "A natural 20!" && document.querySelector(".plate").classList.contains("great")`)
	o.sees(`!document.querySelector(".ov-great") && document.querySelector(".plate").classList.contains("away")`)
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d100", Value: 95}}})
	o.sees(`document.querySelector(".ov-great")?.textContent === "95!"`)
	o.goes("http://" + tb.address + "/overlay?great=luck&ink=red")
	o.sees(`[...document.querySelectorAll("[data-wrong]")].map((e) => e.textContent.split(":")[0]).join() === "great=luck,ink=red" || [...document.querySelectorAll("[data-wrong]")].length === 2`)
}

// A roll that was there before the page is never highlighted; a correction is: it takes the highlight away
// or brings it, and brings a roll back that had left.
func TestPageOverlayHighlightsWhatIsNewAndWhatIsCorrected(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 20}}})
	o := open(t, "http://"+tb.address+"/overlay?stay=1")
	// Every highlight there was, since nothing could be seen of one that has ended.
	watch := `window.cheers = []; new MutationObserver(() => { const e = document.querySelector(".ov-great"); if (e && cheers.at(-1) !== e.textContent) cheers.push(e.textContent); }).observe(document.querySelector("#overlay"), {childList: true, subtree: true}); true`
	fix := func(value int) {
		roll := tb.view().Rolls[0].Throw
		tb.do(protocol.Act{Do: protocol.DoFix, Throw: roll.ID, Rev: roll.Rev, Die: 1, Value: &value})
	}
	away := `document.querySelector(".plate").classList.contains("away")`
	for range 2 {
		o.shows("#total", "20")
		o.sees(away)
		require.False(t, value[bool](o, `!!document.querySelector(".ov-great")`), "an old roll is highlighted")
		o.run(chromedp.Reload()) // what was shown is remembered now
	}
	o.shows("#total", "20")
	o.sees(away)
	require.True(t, value[bool](o, watch))
	fix(3)
	o.sees(`document.querySelector("#total").textContent === "3" && !!document.querySelector("#corrected") && !` + away)
	o.sees(away)
	fix(20)
	o.sees(`document.querySelector(".ov-great")?.textContent === "A natural 20!" && !` + away)
	fix(4)
	o.sees(`document.querySelector("#total").textContent === "4" && !document.querySelector(".ov-great")`)
	// The newest roll is taken back: the one before is no news.
	fix(20)
	o.sees(`!!document.querySelector(".ov-great")`)
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 5}}})
	o.sees(`document.querySelector("#total").textContent === "5" && !document.querySelector(".ov-great")`)
	o.js(`cheers.length = 0`)
	roll := tb.view().Rolls[0].Throw
	tb.do(protocol.Act{Do: protocol.DoDiscard, Throw: roll.ID, Rev: roll.Rev})
	o.shows("#total", "20")
	o.sees(away)
	require.Empty(t, value[[]string](o, `cheers`))
}

// What another version's overlay kept in the browser, and these pages couldn't draw, keeps nothing from coming up.
func TestPageOverlayComesUpOverWhatAnotherVersionKept(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	tb.throw(5, 6)
	o := open(t, "http://"+tb.address+"/overlay")
	o.shows("#total", "11")
	o.js(`localStorage.setItem("astragal-overlay", JSON.stringify({roll: 3, game: {game: {id: 1, title: "Old"}, seats: []}, dice: []}))`)
	o.run(chromedp.Reload())
	o.shows("#total", "11")
}

// In every layout a streamer sees that the table can't be reached, also if the roll had left.
func TestPageOverlayIsNotLiveInEachLayout(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	tb.throw(5, 6)
	var all []*tab
	for _, layout := range []string{"plate", "lower", "corner", "side", "full", "ticker"} {
		o := open(t, "http://"+tb.address+"/overlay?stay=1&layout="+layout)
		o.sees(`document.querySelector(".plate")?.classList.contains("away")`)
		all = append(all, o)
	}
	tb.stop()
	for _, o := range all {
		o.sees(`!!document.querySelector("#stale") && !document.querySelector(".plate")?.classList.contains("away")`)
		o.sees(`[...document.querySelectorAll(".ov-part")].every((e) => getComputedStyle(e).filter === "grayscale(1)")`)
	}
}

// What a streamer chooses on the setup page is what the address shows, and an example is never on the air.
func TestPageOverlaySetupGivesTheAddressOfWhatItShows(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	o := open(t, "http://"+tb.address+"/overlay/setup")
	o.sees(`document.querySelector("#whose-roll")?.textContent.startsWith("This is an example") && !!document.querySelector(".video .plate")`)
	require.Equal(t, "http://"+tb.address+"/overlay", value[string](o, `document.querySelector("#address").value`))
	o.js(`for (const [id, v] of [["layout", "lower"], ["theme", "felt"], ["corner", "high-left"], ["delay", "4"]]) { const e = document.querySelector("#choose-" + id); e.value = v; e.dispatchEvent(new Event(e.tagName === "SELECT" ? "change" : "input", {bubbles: true})); }`)
	o.sees(`document.querySelector(".video .lay-lower .ov-great")?.textContent === "A natural 20!"`)
	o.click("[data-part=log]")
	o.js(`(() => { const e = document.querySelector("[data-player=Ann]"); e.value = "Anna & Co"; e.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	o.sees(`document.querySelector(".video .ov-who").textContent === "Anna & Co"`)
	o.sees(`document.getAnimations().every((a) => a.playState === "finished")`)
	o.picture("overlay-setup")
	address := value[string](o, `document.querySelector("#address").value`)
	require.Contains(t, address, "layout=lower")
	require.Contains(t, address, "delay=4")
	tb.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}}})
	tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 7}}})
	o.sees(`document.querySelector("#whose-roll")?.textContent.startsWith("This is the table’s") && document.querySelector(".video #total").textContent === "7"`)
	o.phone()
	o.sees(`document.documentElement.scrollWidth <= window.innerWidth`)
	o.goes(address)
	o.sees(`!!document.querySelector("#overlay > .lay-lower") && document.querySelector("#overlay").className.includes("high left") && !document.querySelector("[data-wrong]")`)
	o.shows("#total", "–") // held back for 4 s, and no example stands there meanwhile
	o.shows("#total", "7")
	o.sees(`document.querySelector(".ov-who").textContent === "Anna & Co"`)
	// A colour to be taken out lies behind an opaque plate with square corners: nothing of it is left at the edges.
	o.goes(address + "&behind=00ff00")
	o.sees(`getComputedStyle(document.querySelector("#overlay")).backgroundColor === "rgb(0, 255, 0)"`)
	require.Equal(t, "rgb(16, 22, 25)/0px", value[string](o, `(() => { const s = getComputedStyle(document.querySelector(".plate")); return s.backgroundColor + "/" + s.borderRadius; })()`))
}
