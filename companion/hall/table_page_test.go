package hall_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// screens are the sizes at which a game table stands on one screen, px.
var screens = [][2]int64{{1024, 700}, {1280, 800}, {1366, 768}, {1920, 1080}, {2560, 1440}}

// painted is the value of an expression in a frame that is shown. At that moment the board has taken its size, and
// nothing has changed since.
func painted[T any](b *tabletest.Tab, expression string) T {
	b.T.Helper()
	return tabletest.Value[T](b, `new Promise((done) => new ResizeObserver((_, o) => { o.disconnect(); done(`+expression+`); }).observe(document.body))`)
}

// offTable lists the things on the board, and in the bar over it, that a screen doesn't show whole, and the things that scroll.
const offTable = `(() => {
	const out = [], root = document.documentElement;
	if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) out.push("the page scrolls: " + root.scrollWidth + " x " + root.scrollHeight);
	const frame = document.querySelector(".a-board")?.getBoundingClientRect();
	if (!frame) return ["no board"];
	if (frame.bottom > innerHeight || frame.right > innerWidth) out.push("the board leaves the screen");
	for (const e of document.querySelectorAll(".a-board [data-spot], .a-board [data-lies], .a-board [data-unit], .a-board .army-head, .a-board .land-words, .a-board .vera-head, .a-board .tray-name, .a-board .vera-land, .a-board .army, .a-board .land-button")) {
		const r = e.getBoundingClientRect();
		if (r.width > 0 && (r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 1 || r.bottom > frame.bottom + 1)) out.push("off the board: " + (e.dataset.spot ?? e.className) + " " + [r.left, r.top, r.right, r.bottom].map(Math.round) + " of " + [frame.left, frame.top, frame.right, frame.bottom].map(Math.round));
	}
	for (const e of document.querySelectorAll(".a-board :is(.vera-land, .land-button, .army-head)")) {
		const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
		if (top && !e.contains(top) && !top.contains(e) && !top.classList.contains("spot-cover")) out.push("covered: " + e.className + " by " + top.className);
	}
	for (const e of document.querySelectorAll(".a-board :is(.vera-name strong, .side-of header strong)")) {
		if (e.scrollHeight > e.clientHeight + 1) out.push("a name is cut off: " + e.textContent);
	}
	for (const e of document.querySelectorAll(".bar, .bar-act")) {
		const r = e.getBoundingClientRect();
		if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1 || r.bottom > innerHeight) out.push("cut off: " + e.className + " " + [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight]);
	}
	return out.slice(0, 5);
})()`

// The game table stands on one screen, from its beginning to its end: nothing scrolls, and nothing on it is cut off.
func TestTheGameTableFitsOneScreen(t *testing.T) {
	vera := protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}}
	for name, n := range map[string]protocol.NewGame{"two": tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"), "starter": tabletest.DragonGame(t, "starter", 30, 5, "Ann", "Ben"),
		"four": tabletest.DragonGame(t, "4.01d", 36, 5, "Ann", "Ben", "Cleo", "Dan"), "vera": vera} {
		t.Run(name, func(t *testing.T) {
			tb := tabletest.NewTable(t)
			tb.Serve("127.0.0.1:0")
			id, err := tb.Session.Games().Begin(t.Context(), n)
			require.NoError(t, err)
			page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
			page.Still()
			chance := rand.New(rand.NewPCG(4, 4))
			at := 0
			for _, more := range []int{1, 24, 40, 90} {
				for range more {
					if !tabletest.AnswerOne(t, tb.Session, id, chance) {
						break
					}
					at++
				}
				v, _ := tabletest.GameOf(t, tb.Session, id, 0)
				for _, s := range screens {
					page.Size(s[0], s[1])
					page.Sees(fmt.Sprintf(`!!document.querySelector("#undo") && !!document.querySelector(".a-board :is(.dd-board, .vera, .vera-none)") && document.querySelector("[data-entries]")?.dataset.entries === "%d"`, v.Play.Entries))
					page.Picture(fmt.Sprintf("table-%s-%d-%d", name, at, s[0]))
					require.Empty(t, painted[[]string](page, offTable), "%s after %d answers at %d x %d", name, at, s[0], s[1])
				}
			}
		})
	}
}

// A player who answers with the keyboard goes on with the next question at the place where the answer was given.
func TestTheFocusGoesToWhatIsAskedNext(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(3, 9))
	loose := func(_ protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindDeclare && strings.Contains(q.Key, "action")
	}
	for _, in := range []struct{ choice, eye string }{{`.bar [data-chip="none"]`, ".bar-text"}, {`.a-now [data-option="none"]`, ".now-text"}} {
		require.True(t, walk(t, tb, id, chance, loose))
		page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
		page.Size(1280, 800)
		page.Sees(fmt.Sprintf(`document.querySelector(".bar-act")?.dataset.ready === "yes" && !!document.querySelector(%s)`, tabletest.Quote(in.choice)))
		page.JS(fmt.Sprintf(`window.asked = document.querySelector(".bar").dataset.asked; document.querySelector(%s).focus()`, tabletest.Quote(in.choice)))
		page.Run(chromedp.KeyEvent(kb.Enter))
		page.Sees(fmt.Sprintf(`document.querySelector(".bar")?.dataset.asked !== window.asked && document.activeElement?.matches(%s)`, tabletest.Quote(in.eye)))
	}
}

// If an answer is taken back, its question comes again and needs a tap again.
func TestAQuestionThatWasTakenBackTakesATapAgain(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	require.True(t, walk(t, tb, id, rand.New(rand.NewPCG(3, 9)), func(_ protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindDeclare && strings.Contains(q.Key, "action")
	}))
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Size(1280, 800)
	const ready, asked = `document.querySelector(".bar-act")?.dataset.ready === "yes"`, `document.querySelector(".bar")?.dataset.asked`
	page.Sees(ready)
	page.JS(fmt.Sprintf(`window.asked = %s`, asked))
	for range 2 {
		page.JS(`document.querySelector('.bar [data-chip="none"]').click()`) // a tap at a place may miss, because the bar grows when something can be brought back
		page.Sees(fmt.Sprintf(`%s !== window.asked`, asked))
		page.Click("#undo")
		page.Sees(fmt.Sprintf(`%s === window.asked && %s`, asked, ready))
	}
	// It is taken back as soon as the next question is there. Then the one that comes back takes no tap at once: a finger may still be on its way.
	require.Equal(t, "no", tabletest.Value[string](page, `new Promise((resolve) => {
		const asked = () => document.querySelector(".bar")?.dataset.asked, first = asked();
		let gone = false;
		new MutationObserver((_, watch) => {
			const undo = document.querySelector("#undo");
			if (!gone && asked() !== first && undo) {
				gone = true;
				undo.click();
			} else if (gone && asked() === first) {
				watch.disconnect();
				setTimeout(() => resolve(document.querySelector(".bar-act")?.dataset.ready ?? ""), 0);
			}
		}).observe(document.body, { subtree: true, childList: true, attributes: true });
		document.querySelector('.bar [data-chip="none"]').click();
	})`))
	page.Sees(ready)
}

// A unit's name can be read whole on a phone, too. Four units stand side by side, and many names begin alike.
func TestUnitsAreToldApartOnAPhone(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(4, 4))
	for range 120 {
		require.True(t, tabletest.AnswerOne(t, tb.Session, id, chance))
	}
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Still()
	for _, wide := range []int64{390, 320} {
		page.Size(wide, 844)
		page.Sees(`document.querySelectorAll(".a-board [data-unit] strong").length > 8`)
		page.Picture(fmt.Sprintf("units-%d", wide))
		require.Empty(t, painted[[]string](page, `(() => {
			const meets = (a, b) => a && b && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
			const out = [], box = (e) => e?.getBoundingClientRect();
			for (const u of document.querySelectorAll(".a-board [data-unit]")) {
				const name = u.querySelector("strong"), at = u.querySelector(".vera-at"), range = document.createRange();
				if (name.scrollHeight > name.clientHeight + 1) out.push("cut off: " + name.textContent);
				range.selectNodeContents(u.querySelector(".vera-foot") ?? name);
				if ([box(name), ...range.getClientRects()].some((r) => meets(r, box(at)))) out.push("written over: " + u.textContent);
			}
			return out;
		})()`), "at %d px", wide)
	}
}

// On a phone the bar says whole whose turn it is and what is asked, also to a screen that only looks on. Its button leads to the table.
func TestTheBarIsReadOnAPhone(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	within := func(_ protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindRoll && len(q.Roll.Dice) >= 3 && len(q.Part) > 1 && strings.Contains(q.Part[1], "march")
	}
	require.True(t, walk(t, tb, id, rand.New(rand.NewPCG(3, 9)), within))
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Still()
	for _, wide := range []int64{390, 320} {
		page.Run(chromedp.EmulateViewport(wide, 844, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
		page.Sees(fmt.Sprintf(`innerWidth === %d && !!document.querySelector(".bar .within .now") && !!document.querySelector("#undo") && !!document.querySelector(".dd-board")`, wide))
		page.Picture(fmt.Sprintf("phone-bar-%d", wide))
		require.Empty(t, painted[[]string](page, `[...document.querySelectorAll(".bar-turn, .track, .track > .now, .track .step-name, .within .now, .bar-last")].filter((e) => e.getClientRects().length > 0 && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)).map((e) => e.className + ": " + e.textContent)`), "cut off at %d px", wide)
		require.True(t, tabletest.Value[bool](page, `document.querySelector(".track > .now").getClientRects().length > 0`))
	}
	page.Click("#to-board")
	page.Sees(`document.activeElement?.id === "board-title" && document.querySelector(".a-board").getBoundingClientRect().top < innerHeight / 4`)

	// While a game is paused nobody is asked, and the words that say so have the bar's whole width.
	require.NoError(t, tb.Session.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoPause, Game: id}))
	page.Sees(`document.querySelector(".bar:not(.own) .bar-text")?.textContent === "The game is paused."`)
	require.Greater(t, painted[float64](page, `document.querySelector(".bar-text").getBoundingClientRect().width`), 120.0, "its letters stand one below the other")
}

// A player can look at what can be chosen: beside its option in the list, or on the board by the other mouse button
// or a long press.
func TestTheCardOfWhatCanBeChosenOpens(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	require.True(t, walk(t, tb, id, rand.New(rand.NewPCG(3, 9)), func(_ protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindPick && !q.Secret && len(q.Pick.Options) > 1 && q.Pick.Options[0].Die != ""
	}))
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Still()
	page.Size(1280, 800)
	page.Sees(`document.querySelector(".bar-act")?.dataset.ready === "yes" && !!document.querySelector(".a-now .look-mark") && !!document.querySelector(".a-board .lying[data-lit=can]")`)
	const card = `document.querySelector("dialog[open] .die-card")?.querySelectorAll(".die-faces li").length >= 6`
	page.Click(".a-now .look-mark")
	page.Sees(card)
	page.Accessible("a unit's card")
	page.Escape()
	page.Sees(`document.activeElement?.matches(".a-now .look-mark")`)
	at := tabletest.Value[[2]float64](page, `(() => { const r = document.querySelector(".a-board .lying[data-lit=can]").getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	page.Run(chromedp.MouseClickXY(at[0], at[1], chromedp.ButtonRight))
	page.Sees(card)
	require.Zero(t, tabletest.Value[int](page, `document.querySelectorAll("[data-lit=chosen]").length`), "looking at a die chose it")
	page.Escape()

	id, err = tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	require.True(t, walk(t, tb, id, rand.New(rand.NewPCG(3, 9)), func(_ protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindDeclare && len(q.Part) > 1 && strings.Contains(q.Part[1], "Execute") && len(q.Declare.Options) > 1
	}))
	page.Goes(fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Sees(`document.querySelector(".bar-act")?.dataset.ready === "yes" && !!document.querySelector("[data-about-unit]")`)
	page.Click("[data-about-unit]")
	page.Sees(`!!document.querySelector(".bubble .vera-detail dl") && document.querySelector(".bubble strong").textContent === document.querySelector("[data-unit='" + document.querySelector("[data-about-unit]").dataset.aboutUnit + "'] strong").textContent`)
	page.Run(chromedp.KeyEvent(kb.Escape))
	page.Sees(`!document.querySelector(".bubble") && document.activeElement?.matches("[data-about-unit]")`)
}

// A name in the log, in the sums and in the line about what just happened opens its card, whichever game it is.
func TestTheCardOfWhatIsNamedOpens(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	chance := rand.New(rand.NewPCG(3, 9))
	named := func(v protocol.GameView, _ engine.Question) bool {
		return slices.ContainsFunc(v.Play.Trail[max(0, len(v.Play.Trail)-4):], func(f engine.Fact) bool { return strings.Contains(f.Text, " moved to ") })
	}
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	require.True(t, walk(t, tb, id, chance, named))
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Still()
	page.Size(1280, 800)
	for _, in := range []string{".a-sheet", ".a-log"} {
		page.JS(`for (const e of document.querySelectorAll("details")) e.open = true`)
		page.Sees(`!!document.querySelector("` + in + ` .look-die")`)
		name := tabletest.Value[string](page, `document.querySelector("`+in+` .look-die").textContent`)
		page.Click(in + " .look-die")
		page.Sees(`document.querySelector("dialog[open] h2")?.textContent === ` + tabletest.Quote(name) + ` && document.querySelectorAll("dialog[open] .die-faces li").length >= 6`)
		page.Escape()
		page.Sees(`document.activeElement?.matches("` + in + ` .look-die")`)
	}
	page.Accessible("names that open cards")

	id, err = tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	require.True(t, walk(t, tb, id, rand.New(rand.NewPCG(3, 9)), func(v protocol.GameView, q engine.Question) bool {
		return len(q.Part) > 1 && strings.Contains(q.Part[1], "Execute") && slices.ContainsFunc(v.Log, func(l protocol.LogLine) bool { return len(l.Told) > 0 })
	}))
	page.Goes(fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Sees(`!!document.querySelector(":is(.a-sheet, .a-log) .look-die")`)
	page.JS(`for (const e of document.querySelectorAll("details")) e.open = true`)
	page.Click(":is(.a-sheet, .a-log) .look-die")
	page.Sees(`!!document.querySelector(".bubble .vera-detail dl") && document.querySelector(".bubble strong").textContent === document.querySelector(":is(.a-sheet, .a-log) .look-die").textContent`)
}

// The words beside the game's title ask for a throw only while the game waits for a roll.
func TestAThrowIsAskedForOnlyForARoll(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	chance := rand.New(rand.NewPCG(3, 9))
	for _, kind := range []engine.Kind{engine.KindRoll, engine.KindDeclare} {
		require.True(t, walk(t, tb, id, chance, func(_ protocol.GameView, q engine.Question) bool { return q.Kind == kind && !q.Secret }))
		page.Asked(string(kind))
		page.Shows("#state", map[engine.Kind]string{engine.KindRoll: "Ready: throw the dice", engine.KindDeclare: "Ready"}[kind])
	}
}

// A roll that counts is shown large over the board for a moment. A tap ends that. If somebody wants no movement, nothing moves.
func TestARollThatCountsHasItsMoment(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	chance := rand.New(rand.NewPCG(3, 9))
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Size(1280, 800)
	// Sounds are off until somebody switches them on.
	page.JS(`window.heard = 0; AudioContext.prototype.createOscillator = ((old) => function () { window.heard++; return old.call(this); })(AudioContext.prototype.createOscillator)`)
	result := func() {
		shown := func() int {
			v, _ := tabletest.GameOf(t, tb.Session, id, 0)
			n := 0
			for _, f := range v.Play.Trail {
				if f.Sum != nil {
					n++
				}
			}
			return n
		}
		for {
			require.True(t, walk(t, tb, id, chance, func(_ protocol.GameView, q engine.Question) bool {
				return q.Kind == engine.KindRoll && len(q.Roll.Worth) > 0
			}))
			v, _ := tabletest.GameOf(t, tb.Session, id, 0)
			page.Sees(fmt.Sprintf(`document.querySelector("[data-entries]")?.dataset.entries === "%d" && !document.querySelector("#moment")`, v.Play.Entries))
			before := shown()
			require.True(t, tabletest.AnswerOne(t, tb.Session, id, chance))
			if shown() > before {
				return
			}
		}
	}
	result()
	page.Sees(`!!document.querySelector("#moment .makes") && !document.querySelector("#moment.still")`)
	page.JS(`document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })); window.gone = performance.now()`)
	page.Sees(`!document.querySelector("#moment")`)
	require.Zero(t, tabletest.Value[int](page, `window.heard`))
	page.JS(`document.querySelector("#sound").click()`)
	page.Sees(`document.querySelector("#sound").getAttribute("aria-pressed") === "true" && window.heard > 0`)
	page.JS(`window.heard = 0`)
	page.Still()
	result()
	page.Sees(`!!document.querySelector("#moment.still") && window.heard > 0`)
	page.Sees(`!document.querySelector("#moment")`) // it ends without a tap
	page.JS(`document.querySelector("#sound").click()`)
}
