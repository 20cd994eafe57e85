package companion_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/door/doortest"
	"astragal/engine"
	"astragal/vision"
)

func TestPageOverlayShowsItsParts(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	tb.do(companion.Act{Do: companion.DoCount, Count: &companion.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}}})
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
		window.setTimeout = (what, ms, ...more) => { if (new Error().stack.includes("/link.js")) rests.push(ms); return after(what, ms, ...more); };
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
		tb = sit(t, tb.path, companion.JournalLimits{})
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
	tb = sit(t, tb.path, companion.JournalLimits{})
	tb.serve(o.host())
	o.sees(`!document.querySelector("#stale")`)
	o.shows("#total", "8")
}
