package companion_test

import (
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
)

// far is the table as another machine sees it: whoever comes through it only looks on, until they
// come by the code.
func (tb *table) far() string {
	tb.t.Helper()
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.address})
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}})
	tb.t.Cleanup(proxy.Close)
	return proxy.URL
}

// apart opens an address in a browser with cookies of its own.
func apart(t *testing.T, address string) *tab {
	t.Helper()
	browser.once.Do(openBrowser)
	if browser.ctx == nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	require.NoError(t, browser.err, "start Chromium")
	ctx, stop := chromedp.NewContext(browser.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	b := &tab{t: t, ctx: ctx, close: stop}
	require.NoError(t, chromedp.Do(ctx))
	b.run(chromedp.Navigate(address))
	return b
}

// picture keeps what a screen looks like, where somebody wants to see it.
func (b *tab) picture(name string) {
	b.t.Helper()
	dir := os.Getenv("ASTRAGAL_TEST_PICTURES")
	if dir == "" {
		return
	}
	raw, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name+".png"), raw, 0o644))
}

// servedDuel is a duel on loopback with the table's screen open.
func servedDuel(t *testing.T) (*table, int, *tab) {
	t.Helper()
	tb := newTable(t)
	tb.server.Invite = "http://192.0.2.1:8437"
	tb.serve("127.0.0.1:0")
	id := tb.beginDuel()
	return tb, id, open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
}

const ready = `document.querySelector("[data-question]")?.dataset.ready === "yes"`

func (b *tab) asked(kind string) {
	b.t.Helper()
	b.sees(`document.querySelector("[data-question]")?.dataset.question === ` + quote(kind) + ` && ` + ready)
}

func TestGamePageOneScreenPlaysBothSeats(t *testing.T) {
	_, _, page := servedDuel(t)
	page.sees(`!!document.querySelector("#cover") && !document.querySelector("[data-question]")`)
	for seat, stance := range map[string]string{"1": "high", "2": "low"} {
		page.click("[data-hand='" + seat + "']")
		page.asked("declare")
		page.click("[data-option='" + stance + "']")
		page.sees(`!document.querySelector("[data-question=declare]")`)
	}
	page.asked("roll")
	for _, d := range []string{"sword-1", "sword-2", "shield-1"} {
		page.click("[data-die='" + d + "'] [data-face='1']")
	}
	page.picture("duel-roll")
	page.shows(".row.foot .tally", "all dice are known")
	page.click("[data-do='hand']")
	page.asked("pick")
	page.sees(`document.querySelector("[data-question] h2").textContent === "Where do the 2 cuts go?"`)
	page.click("[data-option='leg']")
	page.click("[data-do='take']")
	page.asked("allot")
	page.click("[data-row='arm'] [data-more]")
	page.picture("duel-allot")
	page.click("[data-do='take']")
	page.asked("arrange")
	for _, d := range []string{"shield-1", "sword-2", "sword-1"} {
		page.click("[data-option='" + d + "']")
	}
	page.click("[data-do='take']")
	page.sees(`!!document.querySelector("#cover")`)
	page.sees(`document.querySelector(".a-log").textContent.includes("Shield, Second sword, First sword")`)
	page.sees(`document.querySelector(".a-sheet .lines").textContent.includes("cut")`)
	page.picture("duel-desk")
}

// Whoever takes the screen at once, in the moment in which the one before is done, has it.
func TestTheScreenGoesStraightOnToTheNextSeat(t *testing.T) {
	_, _, page := servedDuel(t)
	page.sees(`!!document.querySelector("#cover")`)
	page.click("[data-hand='1']")
	page.asked("declare")
	page.js(`new MutationObserver((_, o) => { const next = document.querySelector(".bar [data-chip='hand 2']"); if (next) { o.disconnect(); next.click(); } }).observe(document.body, { subtree: true, childList: true, attributes: true })`)
	page.click("[data-option='high']")
	page.sees(`document.querySelector("#handed")?.textContent.includes("Ben")`)
	page.asked("declare")
}

func TestGamePageIsPlayedFromTheKeyboard(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.stancesOf(id)
	page.asked("roll")
	page.js(`document.querySelector("[data-die='sword-1'] [data-face='5']").focus()`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.sees(`document.activeElement?.getAttribute("aria-pressed") === "true"`) // focus stays, nothing moves
	for _, d := range []string{"sword-2", "shield-1"} {
		page.js(fmt.Sprintf(`document.querySelector("[data-die='%s'] [data-face='2']").focus()`, d))
		page.run(chromedp.KeyEvent(" "))
	}
	page.js(`document.querySelector("[data-do='hand']").focus()`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.asked("pick")
	page.sees(`document.activeElement?.tagName === "H2"`) // the next question takes the focus over
	page.js(`document.querySelector("[data-do='fill']").focus()`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.js(`document.querySelector("[data-do='take']").focus()`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.asked("allot")
	page.js(`document.querySelector("[data-row='leg'] .stepper").focus()`)
	page.run(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowDown))
	page.sees(`document.querySelector("[data-row='leg'] .stepper").getAttribute("aria-valuenow") === "1"`)
	page.sees(`document.querySelector("#spoken").textContent.includes("Spread 2 drops of balm.")`)
}

// Number keys type a roll: a d20 that shows 17 is three keys, and a value that could go on waits for Enter.
func TestNumberKeysTypeAGamesRoll(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	for n, c := range []struct {
		dice  []string
		keys  []string
		total int
	}{{[]string{"d20"}, []string{"1", "7", kb.Enter}, 17}, {[]string{"d20", "2d6"}, []string{"1", kb.Enter, "6", "9", "3", kb.Enter}, 10}} {
		r, _, err := tb.session.Games().Ask(t.Context(), protocol.NewRequest{Dice: c.dice})
		require.NoError(t, err)
		page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, r.Request))
		page.asked("roll")
		page.sees(`document.activeElement?.tagName !== "BUTTON"`)
		for _, key := range c.keys {
			page.run(chromedp.KeyEvent(key))
		}
		page.sees(`!!document.querySelector("#outcome")`)
		done, err := tb.session.Games().Request(n + 1)
		require.NoError(t, err)
		require.Equal(t, c.total, *done.Total)
	}
}

// stancesOf answers the secret questions on a table where nobody took a seat.
func (tb *table) stancesOf(id int) {
	tb.t.Helper()
	for seat := engine.Seat(1); seat <= 2; seat++ {
		raw, err := tb.session.Games().JSON(id, shared, seat)
		require.NoError(tb.t, err)
		v := parseGame(tb.t, raw)
		tb.doAs(shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: v.Play.Pending[0].ID, Seat: seat, Chosen: []string{"low"}}})
	}
}

func TestGamePagePhonesKeepTheirSecrets(t *testing.T) {
	tb, id, page := servedDuel(t)
	far := tb.far()
	join := func(seat int) *tab {
		b := apart(t, far+"/join#"+tb.server.Access.SeatKey(id, engine.Seat(seat)))
		b.phone()
		b.sees(fmt.Sprintf(`location.pathname === "/games/%d" && !!document.querySelector("#my-seat")`, id))
		return b
	}
	annsPhone, bensPhone := join(1), join(2)
	looker := apart(t, fmt.Sprintf("%s/games/%d", far, id))
	looker.sees(`!!document.querySelector("#looking-on")`)
	annsPhone.asked("declare")
	annsPhone.picture("duel-phone")
	annsPhone.click("[data-option='high']")
	annsPhone.sees(`document.querySelector("#cover")?.textContent.includes("Ben")`)
	for _, other := range []*tab{bensPhone, looker, page} {
		other.sees(`document.querySelector(".a-log").textContent.includes("the others will see it when all have")`)
		require.False(t, value[bool](other, `document.querySelector(".a-log").textContent.includes("High")`))
	}
	require.Zero(t, value[int](looker, `document.querySelectorAll("main button:not([data-do], #sound)").length`), "a spectator has something to press")
	bensPhone.asked("declare")
	bensPhone.click("[data-option='low']")
	looker.sees(`document.querySelector(".a-log").textContent.includes("High")`)

	// The third browser can't take a seat that somebody sits at.
	page.sees(`document.querySelectorAll("[data-sit]").length === 0`)
	page.asked("roll")
	// Dice lie open: the table's screen types them, Ben answers for his wounds on his phone alone.
	for _, d := range []string{"sword-1", "sword-2", "shield-1"} {
		page.click("[data-die='" + d + "'] [data-face='2']")
	}
	page.click("[data-do='hand']")
	page.asked("pick")
	require.Zero(t, value[int](page, `document.querySelectorAll("[data-question] .option").length`))
	bensPhone.asked("pick")
	bensPhone.click("[data-do='fill']")
	bensPhone.click("[data-do='take']")
	bensPhone.asked("allot")

	// Ann wants to go back to before the secret was open; Ben must agree.
	annsPhone.click("[data-entry='2'] [data-do='undo']")
	bensPhone.sees(`!!document.querySelector("[data-agree='2']")`)
	bensPhone.click("[data-agree='2']")
	bensPhone.asked("declare")
}

// A family with one tablet presses "I am …" for everybody: the tablet still answers for whoever is asked,
// with the cover between them, and after a reload.
func TestGamePageOneScreenThatSitsEverywhereIsHandedOn(t *testing.T) {
	_, _, page := servedDuel(t)
	page.click("[data-sit='1']")
	page.sees(`document.querySelectorAll("[data-leave]").length === 1`) // the page moves as the seat is taken
	page.click("[data-sit='2']")
	page.sees(`document.querySelectorAll("[data-leave]").length === 2`)
	page.run(chromedp.Reload())
	page.sees(`document.querySelectorAll("[data-hand]").length === 2 && !document.querySelector("[data-question]")`)
	for seat, stance := range map[string]string{"1": "high", "2": "low"} {
		page.click("[data-hand='" + seat + "']")
		page.asked("declare")
		page.click("[data-option='" + stance + "']")
		page.sees(`!document.querySelector("[data-question=declare]")`)
	}
	page.asked("roll")
	page.typesTheDuel()
	page.asked("pick") // of Ben, open
	page.click("[data-do='fill']")
	page.sees(`document.querySelector("[data-question]").dataset.own === "yes"`)
}

// typesTheDuel types a roll of the duel's three dice.
func (b *tab) typesTheDuel() {
	b.t.Helper()
	for _, d := range []string{"sword-1", "sword-2", "shield-1"} {
		b.click("[data-die='" + d + "'] [data-face='1']")
	}
	b.click("[data-do='hand']")
}

// A screen where Ann sits says which button lets Ben, who has no screen, or whose screen is gone, answer there.
func TestGamePageSaysWhatFreesASeat(t *testing.T) {
	tb, id, page := servedDuel(t)
	page.click("[data-sit='1']")
	page.asked("declare")
	page.click("[data-option='high']")
	page.sees(`document.querySelector("#cover [data-here='2']")?.textContent === "Ben answers here"`)
	page.picture("duel-elsewhere")
	page.click("#cover [data-here='2']")
	page.click("[data-hand='2']")
	page.asked("declare")

	// Ben sits down on a phone that goes away.
	page.click("[data-leave='2']")
	page.sees(`document.querySelector("#cover")?.textContent.includes("Ben answers at the table’s screen")`)
	leave := tb.session.Games().Enter(t.Context(), ben.Device)
	tb.doAs(ben, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
	page.sees(`document.querySelector("#cover")?.textContent.includes("press “Leave the seat” there") && !document.querySelector("[data-here]")`)
	leave()
	page.sees(`document.querySelector("#cover")?.textContent.includes("Ben’s screen is not connected.")`)
	page.click("[data-here='2']")
	page.sees(`document.body.textContent.includes("Ben's seat has something secret open, and its device was here a moment ago")`)
	tb.clock.stop()
	tb.clock.forward(31 * time.Minute)
	page.click("[data-here='2']")
	page.click("[data-hand='2']")
	page.asked("declare")
	page.click("[data-option='low']")
	page.asked("roll")
}

// The table's page asks before it takes the seat of a phone that is gone and has a secret, and says so in the log.
func TestGamePageAsksBeforeASeatWithASecretIsTaken(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.clock.stop()
	tb.doAs(ann, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	tb.answer(id, ann, engine.Answer{Chosen: []string{"high"}})
	page.click("[data-sit='1']")
	page.sees(`document.body.textContent.includes("Ann's seat has something secret open, and its device was here a moment ago: wake it, or ask again in 2 minutes")`)
	tb.clock.forward(2*time.Minute + time.Second)
	page.click("[data-sit='1']")
	page.sees(`document.querySelector("#consent")?.textContent.includes("Something secret is open in that seat, and its device is gone from sight, so Ben must agree.")`)
	page.sees(`document.querySelector("#consent .lead")?.textContent.includes("give Ann's seat to another device (Linux, Chrome)")`)
	page.picture("duel-seat-asked")
	page.sees(`document.querySelector("#asks-itself")?.textContent === "This screen asks for the seat, so Ben agrees on another one." && !document.querySelector("[data-agree]")`)
	tb.doAs(protocol.Who{Device: "the laptop", May: true}, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: tb.game(id, ben).Ask.ID})
	page.sees(`document.querySelector(".log li.seat")?.textContent.includes("Ann's seat was taken over by another device (Linux, Chrome). The other players agreed.")`)
	page.sees(`document.querySelectorAll(".log [data-entry]").length === 1`)
	page.picture("duel-seat-taken")
}

// A phone that plays one seat is shown what the others are asked, and no form that would be refused.
func TestGamePageAnotherPlayersPhoneHasNoForm(t *testing.T) {
	tb, id, page := servedDuel(t)
	bens := apart(t, tb.far()+"/join#"+tb.server.Access.SeatKey(id, 2))
	bens.phone()
	bens.sees(`!!document.querySelector("#my-seat")`)
	tb.doAs(shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: tb.asSeat(id, 1).Play.Pending[0].ID, Seat: 1, Chosen: []string{"low"}}})
	bens.asked("declare")
	bens.click("[data-option='low']")
	bens.asked("roll") // Ann's
	bens.picture("duel-not-mine")
	const pressable = `[...document.querySelectorAll("main button")].filter((e) => !e.closest(".log, .look, .pick-look, #undo, #sound") && e.offsetParent).map((e) => e.outerHTML)`
	require.Equal(t, "no", value[string](bens, `document.querySelector("[data-question]").dataset.own`))
	require.Empty(t, value[[]string](bens, `[...document.querySelectorAll("[data-question] button")].map((e) => e.outerHTML)`))
	require.Len(t, value[[]string](bens, pressable), 1, "a button besides “Leave the seat”, one’s own undo and the sounds: %v", value[[]string](bens, pressable))
	require.Empty(t, value[[]string](bens, `[...document.querySelectorAll(".log [data-entry='1'] [data-do='change']")].map((e) => e.outerHTML)`), "Ann's answer is offered to be changed")
	bens.sees(`!!document.querySelector(".log [data-entry='2'] [data-do='change']")`)
	page.asked("roll")
	page.typesTheDuel()
	bens.asked("pick")
	require.Equal(t, "yes", value[string](bens, `document.querySelector("[data-question]").dataset.own`))
	bens.click("[data-do='fill']")
	bens.click("[data-do='take']")
	bens.asked("allot")
	bens.click("[data-do='take']")
	bens.sees(`document.querySelector("[data-question=arrange]")?.dataset.own === "no"`)
	require.Empty(t, value[[]string](bens, `[...document.querySelectorAll("[data-question] button")].map((e) => e.outerHTML)`))
	bens.sees(`document.querySelector("[data-question]").textContent.includes("They put 3 in order.")`)
}

// asSeat is the game as the table's screen sees it when it is handed to a seat.
func (tb *table) asSeat(id int, seat engine.Seat) protocol.GameView {
	tb.t.Helper()
	raw, err := tb.session.Games().JSON(id, shared, seat)
	require.NoError(tb.t, err)
	return parseGame(tb.t, raw)
}

func TestGamePageFitsAPhoneAndEverythingHasAName(t *testing.T) {
	tb, id, page := servedDuel(t)
	page.phone()
	tb.stancesOf(id)
	tb.throw(-1, -2)
	page.asked("roll")
	page.sees(`document.querySelectorAll(".unnamed .crop").length === 2`)
	page.picture("duel-phone-roll")
	over := value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	small := value[[]string](page, `[...document.querySelectorAll("button, select, input:not(.unseen)")].filter((e) => e.offsetParent && e.getBoundingClientRect().height < 38).map((e) => e.outerHTML)`)
	require.Empty(t, small, "too small for a thumb")
	nameless := value[[]string](page, `[...document.querySelectorAll("button, a, input, select, img, [role=button], [role=spinbutton]")].filter((e) => {
		const label = e.getAttribute("aria-label") ?? e.closest("label")?.textContent ?? e.textContent;
		return e.tagName === "IMG" ? !e.hasAttribute("alt") : label.trim() === "";
	}).map((e) => e.outerHTML)`)
	require.Empty(t, nameless)
}

func TestGamePageADieIsNamedInThePicture(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.stancesOf(id)
	tb.throw(-1, -2)
	page.asked("roll")
	page.sees(`document.querySelectorAll(".mark.asks").length === 2`)
	page.js(`document.querySelector(".mark[data-die='2']").focus()`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.click("#name-die [data-name='shield-1']")
	page.click("#name-die [data-face='2']")
	// With the shield named, the other die can only be one of two equal swords.
	page.sees(`document.querySelector("[data-die='shield-1'] .shows")?.textContent === "2 block"`)
	page.sees(`document.querySelectorAll(".roll-die.asks").length === 1 && !document.querySelector(".unnamed")`)
	page.picture("duel-named")
	page.click(".roll-die.asks [data-face='5']")
	page.sees(`document.querySelector(".row.foot .tally").textContent === "1 of 3 to go"`)
}

func TestGamePageBeginsSavesAndGoesOn(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/games")
	page.click("#new-game")
	page.run(chromedp.SendKeys(chromedp.CSS("[data-player='1']"), "Ann"))
	page.click("#begin-game")
	page.sees(`document.querySelector("#new-refused")?.textContent.includes("Player 2 has no name yet")`)
	page.picture("new-game")
	page.run(chromedp.SendKeys(chromedp.CSS("[data-player='2']"), "Ben"))
	page.click("#begin-game")
	page.sees(`location.pathname === "/games/1" && !!document.querySelector("#cover")`)
	page.click("#pause")
	page.sees(`!!document.querySelector("#resume")`)
	page.click("#resume")
	page.sees(`!document.querySelector("#resume")`)
	saved := value[string](page, `fetch(document.querySelector("#save-game").href).then((r) => r.text())`)
	require.Contains(t, saved, `"rulebook":"duel"`)
	copied := value[int](page, `fetch("/api/games/import", {method: "POST", body: `+quote(saved)+`}).then((r) => r.json()).then((r) => r.game)`)
	require.Equal(t, 2, copied)
	page.run(chromedp.Navigate("http://" + tb.address + "/games"))
	page.sees(`document.querySelectorAll("[data-game]").length === 2`)
	page.picture("games")
}

// What can't be part of a choice any more is greyed out, tried against all choices of small questions.
func TestGamePageKnowsWhatCanBeChosen(t *testing.T) {
	_, _, page := servedDuel(t)
	page.js(`globalThis.sums = import(new URL("picksums.js", document.querySelector("script[data-hash]").src).href)`)
	wrong := value[[]string](page, `globalThis.sums.then(({openFor, ends}) => {
		let seed = 7;
		const draw = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648, Math.floor(seed / 65536) % n);
		const wrong = [];
		for (let round = 0; round < 400; round++) {
			const options = Array.from({length: 2 + draw(6)}, (_, i) => ({id: "o" + i, text: "", weight: draw(5)}));
			const min = draw(3), pick = {options, min: Math.min(min, options.length), max: Math.min(options.length, min + draw(5)), limit: draw(4) ? draw(11) : null};
			if (pick.limit !== null && draw(3) === 0) pick.most = true;
			if (pick.limit !== null && !pick.most && draw(2)) pick.parts = {more: 1 + draw(2), of: options.filter(() => draw(3)).map((o) => o.id), text: ""};
			const sum = (set) => options.reduce((s, o, i) => s + ((set >> i) & 1 ? o.weight : 0), 0), all = (1 << options.length) - 1;
			const size = (set) => options.filter((_, i) => (set >> i) & 1).length, fed = (set) => options.some((o, i) => (set >> i) & 1 && pick.parts.of.includes(o.id));
			const part = (set) => sum(set) <= pick.limit && fed(set);
			const divided = (set) => {
				if (!pick.parts) return true;
				const left = all & ~set;
				if (!part(set)) return false;
				if (pick.parts.more === 1) return part(left);
				for (let b = left; b > 0; b = (b - 1) & left) if (part(b) && part(left & ~b)) return true;
				return false;
			};
			const within = (set) => size(set) >= pick.min && size(set) <= pick.max && (pick.limit === null || sum(set) <= pick.limit);
			let best = -1;
			for (let set = 0; set <= all; set++) if (within(set)) best = Math.max(best, sum(set));
			const legal = [];
			for (let set = 0; set <= all; set++) if (within(set) && (!pick.most || sum(set) === best) && divided(set)) legal.push(set);
			const dividable = !pick.parts || Array.from({length: all + 1}, (_, s) => s).some(divided);
			const picked = draw(all + 1), ids = options.filter((_, i) => (picked >> i) & 1).map((o) => o.id);
			const want = options.filter((_, i) => !((picked >> i) & 1) && (legal.length === 0 || legal.some((set) => (set & (picked | 1 << i)) === (picked | 1 << i)))).map((o) => o.id).join();
			const got = [...openFor(pick, ids)].join();
			// Where no choice is legal by its bounds apart, either way of showing that will do.
			if (got !== want && (legal.length > 0 || !pick.parts)) wrong.push(JSON.stringify({pick, ids, want, got}));
			if (pick.parts && dividable && ends(pick, ids) !== divided(picked)) wrong.push("ends " + JSON.stringify({pick, ids}));
		}
		return wrong.slice(0, 3);
	})`)
	require.Empty(t, wrong)
}

// Setting up, a screen offers only divisions of a force that the rules will take, and says their bounds first.
func TestGamePageDividesAForceWithinItsBounds(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	id, err := tb.session.Games().Begin(t.Context(), dragonGame(t, "starter", 30, 3, "Ann", "Ben"))
	require.NoError(t, err)
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.click("[data-hand='1']")
	for _, army := range []string{"home", "horde"} {
		// Whoever has this screen in hand when both have chosen chooses the next army, too.
		for k, seat := range map[string][]string{"home": {"1", "2"}, "horde": {"2", "1"}}[army] {
			if k == 1 {
				page.click("[data-hand='" + seat + "']")
			}
			page.asked("pick")
			id := value[string](page, `document.querySelector("[data-question]").dataset.id`)
			page.sees(`document.querySelector("[data-question] h2").textContent.includes(` + quote("choose your "+army+" army") + `)`)
			page.sees(`document.querySelector("[data-question] .now-how").textContent.includes("15 points at the most and at least one unit")`)
			page.picture("divide-" + army + seat)
			// The last that is offered, until it can be taken: the rest must do for the other armies.
			for value[bool](page, `document.querySelector("[data-do=take]").disabled`) {
				n := value[int](page, `document.querySelectorAll("[data-option][aria-pressed=true]").length`)
				page.js(`[...document.querySelectorAll("[data-option][aria-pressed=false][aria-disabled=false]")].at(-1).click()`)
				page.sees(fmt.Sprintf(`document.querySelectorAll("[data-option][aria-pressed=true]").length === %d`, n+1))
			}
			page.click("[data-do='take']")
			page.sees(`document.querySelector("[data-question]")?.dataset.id !== ` + quote(id))
		}
	}
	page.asked("roll")
	require.NotContains(t, value[string](page, `document.body.textContent`), "not allowed")

	// What nothing greyed out, another program's answer: the question says what was wrong.
	b, err := tb.session.Games().Begin(t.Context(), dragonGame(t, "starter", 30, 3, "Ann", "Ben"))
	require.NoError(t, err)
	for _, seat := range []engine.Seat{1, 2, 1, 2} {
		q := tb.asSeat(b, seat).Play.Pending[0]
		tb.doAs(shared, protocol.Act{Do: protocol.DoReply, Game: b, Answer: &engine.Answer{To: q.ID, Seat: seat, Chosen: []string{q.Pick.Options[0].ID}}})
	}
	require.Contains(t, tb.asSeat(b, 1).Play.Pending[0].Aside, "Divided so, the force is not allowed: its campaign army has")
}

// A die whose face nobody could read, and others that may be several: each is tapped once in its row, and the roll counts.
func TestGamePageNamingEveryDieCountsTheRoll(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.stancesOf(id)
	tb.throw(-1, -2, -3)
	page.asked("roll")
	page.sees(`document.querySelectorAll(".unnamed .crop").length === 3`)
	page.js(`document.querySelector(".mark[data-die='1']").focus()`)
	page.run(chromedp.KeyEvent(kb.Enter))
	page.click("#name-die [data-name='sword-1']")
	page.click("#name-die [data-face='1']")
	page.sees(`document.querySelector("[data-die='sword-1'] .shows")?.textContent === "cut"`)
	for _, d := range []string{"shield-1", "sword-2"} {
		page.click("[data-die='" + d + "'] [data-face='1']")
	}
	page.shows(".row.foot .tally", "all dice are known")
	page.click("[data-do='hand']")
	page.asked("pick")
	page.sees(`document.querySelector("[data-question] h2").textContent === "Where do the 2 cuts go?"`)

	// Who corrects the roll sees the die that was named in the picture.
	page.js(`document.querySelector(".log li:has(.answer) [data-do='change'][aria-label^='Correct']").click()`)
	page.sees(`document.querySelectorAll(".change .roll-die").length === 3 && !!document.querySelector(".change [data-die='sword-1'] img.crop")`)
}

// What was typed is changed by a tap, and goes with the throw that it was typed of.
func TestGamePageTypedFacesAreChangedAndForgotten(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.stancesOf(id)
	tb.throw(-1, -2)
	page.asked("roll")
	page.click("[data-die='sword-1'] [data-face='1']")
	page.click("[data-do='hand']")
	page.sees(`document.querySelector("[data-die='sword-1'] .shows")?.textContent === "cut" && !document.querySelector("[data-die='sword-1'] .faces")`)
	page.click("[data-die='sword-1'] [data-do='change']")
	page.click("[data-die='sword-1'] [data-face='2']")
	page.click("[data-do='hand']")
	page.sees(`document.querySelector("[data-die='sword-1'] .shows")?.textContent === "2 cut"`)
	page.click("[data-do='discard']")
	page.sees(`!document.querySelector(".shows") && document.querySelectorAll("[data-die='sword-1'] [data-face]").length > 4`)
	page.click("[data-die='sword-1'] [data-face='1']")
	page.sees(`document.querySelector("[data-die='sword-1'] [data-face='1']").getAttribute("aria-pressed") === "true"`)
}

// All dice thrown once more are one question and not a list.
func TestGamePageAsksWhichThrowCounts(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.stancesOf(id)
	tb.throw(-1, -2, -3)
	tb.clear()
	tb.throw(-4, -5, -6)
	page.asked("roll")
	page.sees(`document.querySelectorAll("[data-doubt]").length === 1 && document.querySelectorAll("[data-stray]").length === 3`)
	page.picture("duel-thrown-again")
	page.click("[data-do='last-counts']")
	page.sees(`!document.querySelector("[data-doubt]") && !document.querySelector("[data-stray]") && document.querySelectorAll(".unnamed .crop").length === 3`)
}

// A die that wasn't read in a game that counts any dice is asked about on its page.
func TestGamePageAsksAboutADieOfAnyRoll(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	id, err := tb.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "tally", Players: []engine.Player{{Name: "Ann"}}})
	require.NoError(t, err)
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.asked("roll")
	tb.throw(3, -5)
	page.click("[data-fix='2'] [data-value='6']")
	page.sees(`document.querySelector(".a-log").textContent.includes("9 = 3 + 6")`)
}

// A game's screen says aloud what is asked, where that is switched on.
func TestGamePageSaysQuestionsAloud(t *testing.T) {
	_, _, page := servedDuel(t)
	page.sees(`!!document.querySelector("#cover")`)
	page.js(`window.said = []; speechSynthesis.speak = (u) => said.push(u.text); undefined`)
	page.click("#aloud")
	page.click("[data-hand='1']")
	page.asked("declare")
	page.sees(`said.length > 1 && said.at(-1) === document.querySelector("#spoken").textContent`)
}
