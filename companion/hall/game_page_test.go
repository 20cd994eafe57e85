package hall_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// servedDuel is a duel on loopback with the table's screen open.
func servedDuel(t *testing.T) (*tabletest.Table, int, *tabletest.Tab) {
	t.Helper()
	tb := tabletest.NewTable(t)
	tb.Server.Invite = "http://192.0.2.1:8437"
	tb.Serve("127.0.0.1:0")
	id := tb.BeginDuel()
	return tb, id, tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
}

func TestGamePageOneScreenPlaysBothSeats(t *testing.T) {
	_, _, page := servedDuel(t)
	page.Sees(`!!document.querySelector("#cover") && !document.querySelector("[data-question]")`)
	for seat, stance := range map[string]string{"1": "high", "2": "low"} {
		page.Click("[data-hand='" + seat + "']")
		page.Asked("declare")
		page.Click("[data-option='" + stance + "']")
		page.Sees(`!document.querySelector("[data-question=declare]")`)
	}
	page.Asked("roll")
	for _, d := range []string{"sword-1", "sword-2", "shield-1"} {
		page.Click("[data-die='" + d + "'] [data-face='1']")
	}
	page.Picture("duel-roll")
	page.Shows(".row.foot .tally", "all dice are known")
	page.Click("[data-do='hand']")
	page.Asked("pick")
	page.Sees(`document.querySelector("[data-question] h2").textContent === "Where do the 2 cuts go?"`)
	page.Click("[data-option='leg']")
	page.Click("[data-do='take']")
	page.Asked("allot")
	page.Click("[data-row='arm'] [data-more]")
	page.Picture("duel-allot")
	page.Click("[data-do='take']")
	page.Asked("arrange")
	for _, d := range []string{"shield-1", "sword-2", "sword-1"} {
		page.Click("[data-option='" + d + "']")
	}
	page.Click("[data-do='take']")
	page.Sees(`!!document.querySelector("#cover")`)
	page.Sees(`document.querySelector(".a-log").textContent.includes("Shield, Second sword, First sword")`)
	page.Sees(`document.querySelector(".a-sheet .lines").textContent.includes("cut")`)
	page.Picture("duel-desk")
}

// If a player takes the screen at the moment when the player before is done, the player has it.
func TestTheScreenGoesStraightOnToTheNextSeat(t *testing.T) {
	_, _, page := servedDuel(t)
	page.Sees(`!!document.querySelector("#cover")`)
	page.Click("[data-hand='1']")
	page.Asked("declare")
	page.JS(`new MutationObserver((_, o) => { const next = document.querySelector(".bar [data-chip='hand 2']"); if (next) { o.disconnect(); next.click(); } }).observe(document.body, { subtree: true, childList: true, attributes: true })`)
	page.Click("[data-option='high']")
	page.Sees(`document.querySelector("#handed")?.textContent.includes("Ben")`)
	page.Asked("declare")
}

func TestGamePageIsPlayedFromTheKeyboard(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.StancesOf(id)
	page.Asked("roll")
	page.JS(`document.querySelector("[data-die='sword-1'] [data-face='5']").focus()`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Sees(`document.activeElement?.getAttribute("aria-pressed") === "true"`) // the focus stays, and nothing moves
	for _, d := range []string{"sword-2", "shield-1"} {
		page.JS(fmt.Sprintf(`document.querySelector("[data-die='%s'] [data-face='2']").focus()`, d))
		page.Run(chromedp.KeyEvent(" "))
	}
	page.JS(`document.querySelector("[data-do='hand']").focus()`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Asked("pick")
	page.Sees(`document.activeElement?.tagName === "H2"`) // the next question gets the focus
	page.JS(`document.querySelector("[data-do='fill']").focus()`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.JS(`document.querySelector("[data-do='take']").focus()`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Asked("allot")
	page.JS(`document.querySelector("[data-row='leg'] .stepper").focus()`)
	page.Run(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowDown))
	page.Sees(`document.querySelector("[data-row='leg'] .stepper").getAttribute("aria-valuenow") === "1"`)
	page.Sees(`document.querySelector("#spoken").textContent.includes("Spread 2 drops of balm.")`)
}

// Number keys type a roll. A d20 that shows 17 is three keys. If a value may have another digit, it waits for Enter.
func TestNumberKeysTypeAGamesRoll(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	for n, c := range []struct {
		dice  []string
		keys  []string
		total int
	}{{[]string{"d20"}, []string{"1", "7", kb.Enter}, 17}, {[]string{"d20", "2d6"}, []string{"1", kb.Enter, "6", "9", "3", kb.Enter}, 10}} {
		r, _, err := tb.Session.Games().Ask(t.Context(), protocol.NewRequest{Dice: c.dice})
		require.NoError(t, err)
		page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, r.Request))
		page.Asked("roll")
		page.Sees(`document.activeElement?.tagName !== "BUTTON"`)
		for _, key := range c.keys {
			page.Run(chromedp.KeyEvent(key))
		}
		page.Sees(`!!document.querySelector("#outcome")`)
		done, err := tb.Session.Games().Request(n + 1)
		require.NoError(t, err)
		require.Equal(t, c.total, *done.Total)
	}
}

func TestGamePagePhonesKeepTheirSecrets(t *testing.T) {
	tb, id, page := servedDuel(t)
	far := tb.Far()
	join := func(seat int) *tabletest.Tab {
		b := tabletest.Apart(t, far+"/join#"+tb.Server.Access.SeatKey(id, engine.Seat(seat)))
		b.Phone()
		b.Sees(fmt.Sprintf(`location.pathname === "/games/%d" && !!document.querySelector("#my-seat")`, id))
		return b
	}
	annsPhone, bensPhone := join(1), join(2)
	looker := tabletest.Apart(t, fmt.Sprintf("%s/games/%d", far, id))
	looker.Sees(`!!document.querySelector("#looking-on")`)
	annsPhone.Asked("declare")
	annsPhone.Picture("duel-phone")
	annsPhone.Click("[data-option='high']")
	annsPhone.Sees(`document.querySelector("#cover")?.textContent.includes("Ben")`)
	for _, other := range []*tabletest.Tab{bensPhone, looker, page} {
		other.Sees(`document.querySelector(".a-log")?.textContent.includes("the others will see it when all have")`)
		require.False(t, tabletest.Value[bool](other, `document.querySelector(".a-log")?.textContent.includes("High")`))
	}
	require.Zero(t, tabletest.Value[int](looker, `document.querySelectorAll("main button:not([data-do], #sound)").length`), "a spectator has something to press")
	bensPhone.Asked("declare")
	bensPhone.Click("[data-option='low']")
	looker.Sees(`document.querySelector(".a-log")?.textContent.includes("High")`)

	// The third browser can't take a seat where somebody sits.
	page.Sees(`document.querySelectorAll("[data-sit]").length === 0`)
	page.Asked("roll")
	// Dice lie open, so the table's screen types them. Ben answers for his wounds on his phone only.
	for _, d := range []string{"sword-1", "sword-2", "shield-1"} {
		page.Click("[data-die='" + d + "'] [data-face='2']")
	}
	page.Click("[data-do='hand']")
	page.Asked("pick")
	require.Zero(t, tabletest.Value[int](page, `document.querySelectorAll("[data-question] .option").length`))
	bensPhone.Asked("pick")
	bensPhone.Click("[data-do='fill']")
	bensPhone.Click("[data-do='take']")
	bensPhone.Asked("allot")

	// Ann proposes to go back to before the secret was open. Ben must agree.
	annsPhone.Click("[data-entry='2'] [data-do='undo']")
	bensPhone.Sees(`!!document.querySelector("[data-agree='2']")`)
	bensPhone.Click("[data-agree='2']")
	bensPhone.Asked("declare")
}

// A family with one tablet presses "I am …" for everybody. The tablet still answers for the seat that is asked, with
// the cover between two seats, also after a reload.
func TestGamePageOneScreenThatSitsEverywhereIsHandedOn(t *testing.T) {
	_, _, page := servedDuel(t)
	page.Click("[data-sit='1']")
	page.Sees(`document.querySelectorAll("[data-leave]").length === 1`) // the page moves when the seat is taken
	page.Click("[data-sit='2']")
	page.Sees(`document.querySelectorAll("[data-leave]").length === 2`)
	page.Run(chromedp.Reload())
	page.Sees(`document.querySelectorAll("[data-hand]").length === 2 && !document.querySelector("[data-question]")`)
	for seat, stance := range map[string]string{"1": "high", "2": "low"} {
		page.Click("[data-hand='" + seat + "']")
		page.Asked("declare")
		page.Click("[data-option='" + stance + "']")
		page.Sees(`!document.querySelector("[data-question=declare]")`)
	}
	page.Asked("roll")
	page.TypesTheDuel()
	page.Asked("pick") // of Ben, and open
	page.Click("[data-do='fill']")
	page.Sees(`document.querySelector("[data-question]").dataset.own === "yes"`)
}

// Ann sits at a screen. If Ben has no screen, or his screen is gone, Ann's says which button lets Ben answer there.
func TestGamePageSaysWhatFreesASeat(t *testing.T) {
	tb, id, page := servedDuel(t)
	page.Click("[data-sit='1']")
	page.Asked("declare")
	page.Click("[data-option='high']")
	page.Sees(`document.querySelector("#cover [data-here='2']")?.textContent === "Ben answers here"`)
	page.Picture("duel-elsewhere")
	page.Click("#cover [data-here='2']")
	page.Click("[data-hand='2']")
	page.Asked("declare")

	// Ben sits down on a phone that goes away.
	page.Click("[data-leave='2']")
	page.Sees(`document.querySelector("#cover")?.textContent.includes("Ben answers at the table’s screen")`)
	leave := tb.Session.Games().Enter(t.Context(), tabletest.Ben.Device)
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
	page.Sees(`document.querySelector("#cover")?.textContent.includes("press “Leave the seat” there") && !document.querySelector("[data-here]")`)
	leave()
	page.Sees(`document.querySelector("#cover")?.textContent.includes("Ben’s screen is not connected.")`)
	page.Click("[data-here='2']")
	page.Sees(`document.body.textContent.includes("Ben's seat has something secret open, and its device was here a moment ago")`)
	tb.Clock.Stop()
	tb.Clock.Forward(31 * time.Minute)
	page.Click("[data-here='2']")
	page.Click("[data-hand='2']")
	page.Asked("declare")
	page.Click("[data-option='low']")
	page.Asked("roll")
}

// The table's page asks before it takes the seat of a phone that is gone and has a secret, and says so in the log.
func TestGamePageAsksBeforeASeatWithASecretIsTaken(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.Clock.Stop()
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	tb.Answer(id, tabletest.Ann, engine.Answer{Chosen: []string{"high"}})
	page.Click("[data-sit='1']")
	page.Sees(`document.body.textContent.includes("Ann's seat has something secret open, and its device was here a moment ago: wake it, or ask again in 2 minutes")`)
	tb.Clock.Forward(2*time.Minute + time.Second)
	page.Click("[data-sit='1']")
	page.Sees(`document.querySelector("#consent")?.textContent.includes("Something secret is open in that seat, and its device is gone from sight, so Ben must agree.")`)
	page.Sees(`document.querySelector("#consent .lead")?.textContent.includes("give Ann's seat to another device (Linux, Chrome)")`)
	page.Picture("duel-seat-asked")
	page.Sees(`document.querySelector("#asks-itself")?.textContent === "This screen asks for the seat, so Ben agrees on another one." && !document.querySelector("[data-agree]")`)
	tb.DoAs(protocol.Who{Device: "the laptop", May: true}, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: tb.Game(id, tabletest.Ben).Ask.ID})
	page.Sees(`document.querySelector(".log li.seat")?.textContent.includes("Ann's seat was taken over by another device (Linux, Chrome). The other players agreed.")`)
	page.Sees(`document.querySelectorAll(".log [data-entry]").length === 1`)
	page.Picture("duel-seat-taken")
}

// A phone that plays one seat is shown what the others are asked, and no form that the table would refuse.
func TestGamePageAnotherPlayersPhoneHasNoForm(t *testing.T) {
	tb, id, page := servedDuel(t)
	bens := tabletest.Apart(t, tb.Far()+"/join#"+tb.Server.Access.SeatKey(id, 2))
	bens.Phone()
	bens.Sees(`!!document.querySelector("#my-seat")`)
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: tb.AsSeat(id, 1).Play.Pending[0].ID, Seat: 1, Chosen: []string{"low"}}})
	bens.Asked("declare")
	bens.Click("[data-option='low']")
	bens.Asked("roll") // Ann's
	bens.Picture("duel-not-mine")
	const pressable = `[...document.querySelectorAll("main button")].filter((e) => !e.closest(".log, .look, .pick-look, #undo, #sound") && e.offsetParent).map((e) => e.outerHTML)`
	require.Equal(t, "no", tabletest.Value[string](bens, `document.querySelector("[data-question]").dataset.own`))
	require.Empty(t, tabletest.Value[[]string](bens, `[...document.querySelectorAll("[data-question] button")].map((e) => e.outerHTML)`))
	require.Len(t, tabletest.Value[[]string](bens, pressable), 1, "a button besides “Leave the seat”, one’s own undo and the sounds: %v", tabletest.Value[[]string](bens, pressable))
	require.Empty(t, tabletest.Value[[]string](bens, `[...document.querySelectorAll(".log [data-entry='1'] [data-do='change']")].map((e) => e.outerHTML)`), "Ann's answer is offered to be changed")
	bens.Sees(`!!document.querySelector(".log [data-entry='2'] [data-do='change']")`)
	page.Asked("roll")
	page.TypesTheDuel()
	bens.Asked("pick")
	require.Equal(t, "yes", tabletest.Value[string](bens, `document.querySelector("[data-question]").dataset.own`))
	bens.Click("[data-do='fill']")
	bens.Click("[data-do='take']")
	bens.Asked("allot")
	bens.Click("[data-do='take']")
	bens.Sees(`document.querySelector("[data-question=arrange]")?.dataset.own === "no"`)
	require.Empty(t, tabletest.Value[[]string](bens, `[...document.querySelectorAll("[data-question] button")].map((e) => e.outerHTML)`))
	bens.Sees(`document.querySelector("[data-question]").textContent.includes("They put 3 in order.")`)
}

func TestGamePageFitsAPhoneAndEverythingHasAName(t *testing.T) {
	tb, id, page := servedDuel(t)
	page.Phone()
	tb.StancesOf(id)
	tb.Throw(-1, -2)
	page.Asked("roll")
	page.Sees(`document.querySelectorAll(".unnamed .crop").length === 2`)
	page.Picture("duel-phone-roll")
	over := tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	small := tabletest.Value[[]string](page, `[...document.querySelectorAll("button, select, input:not(.unseen)")].filter((e) => e.offsetParent && e.getBoundingClientRect().height < 38).map((e) => e.outerHTML)`)
	require.Empty(t, small, "too small for a thumb")
	nameless := tabletest.Value[[]string](page, `[...document.querySelectorAll("button, a, input, select, img, [role=button], [role=spinbutton]")].filter((e) => {
		const label = e.getAttribute("aria-label") ?? e.closest("label")?.textContent ?? e.textContent;
		return e.tagName === "IMG" ? !e.hasAttribute("alt") : label.trim() === "";
	}).map((e) => e.outerHTML)`)
	require.Empty(t, nameless)
}

func TestGamePageADieIsNamedInThePicture(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.StancesOf(id)
	tb.Throw(-1, -2)
	page.Asked("roll")
	page.Sees(`document.querySelectorAll(".mark.asks").length === 2`)
	page.JS(`document.querySelector(".mark[data-die='2']").focus()`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Click("#name-die [data-name='shield-1']")
	page.Click("#name-die [data-face='2']")
	// With the shield named, the other die can only be one of two equal swords.
	page.Sees(`document.querySelector("[data-die='shield-1'] .shows")?.textContent === "2 block"`)
	page.Sees(`document.querySelectorAll(".roll-die.asks").length === 1 && !document.querySelector(".unnamed")`)
	page.Picture("duel-named")
	page.Click(".roll-die.asks [data-face='5']")
	page.Sees(`document.querySelector(".row.foot .tally").textContent === "1 of 3 to go"`)
}

func TestGamePageBeginsSavesAndGoesOn(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/games")
	page.Click("#new-game")
	page.Run(chromedp.SendKeys(chromedp.CSS("[data-player='1']"), "Ann"))
	page.Click("#begin-game")
	page.Sees(`document.querySelector("#new-refused")?.textContent.includes("Player 2 has no name yet")`)
	page.Picture("new-game")
	page.Run(chromedp.SendKeys(chromedp.CSS("[data-player='2']"), "Ben"))
	page.Click("#begin-game")
	page.Sees(`location.pathname === "/games/1" && !!document.querySelector("#cover")`)
	page.Click("#pause")
	page.Sees(`!!document.querySelector("#resume")`)
	page.Click("#resume")
	page.Sees(`!document.querySelector("#resume")`)
	saved := tabletest.Value[string](page, `fetch(document.querySelector("#save-game").href).then((r) => r.text())`)
	require.Contains(t, saved, `"rulebook":"duel"`)
	copied := tabletest.Value[int](page, `fetch("/api/games/import", {method: "POST", body: `+tabletest.Quote(saved)+`}).then((r) => r.json()).then((r) => r.game)`)
	require.Equal(t, 2, copied)
	page.Run(chromedp.Navigate("http://" + tb.Address + "/games"))
	page.Sees(`document.querySelectorAll("[data-game]").length === 2`)
	page.Picture("games")
}

// If an option can't be part of a choice any more, it is greyed out. The test compares with all choices of small
// questions.
func TestGamePageKnowsWhatCanBeChosen(t *testing.T) {
	_, _, page := servedDuel(t)
	page.JS(`globalThis.sums = import(new URL("picksums.js", document.querySelector("script[data-hash]").src).href)`)
	wrong := tabletest.Value[[]string](page, `globalThis.sums.then(({openFor, ends}) => {
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

// While armies are set up, a screen offers only divisions of a force that the rules accept, and first says their
// bounds.
func TestGamePageDividesAForceWithinItsBounds(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "starter", 30, 3, "Ann", "Ben"))
	require.NoError(t, err)
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Click("[data-hand='1']")
	for _, army := range []string{"home", "horde"} {
		// The player who has this screen when both have chosen also chooses the next army.
		for k, seat := range map[string][]string{"home": {"1", "2"}, "horde": {"2", "1"}}[army] {
			if k == 1 {
				page.Click("[data-hand='" + seat + "']")
			}
			page.Asked("pick")
			id := tabletest.Value[string](page, `document.querySelector("[data-question]").dataset.id`)
			page.Sees(`document.querySelector("[data-question] h2").textContent.includes(` + tabletest.Quote("choose your "+army+" army") + `)`)
			page.Sees(`document.querySelector("[data-question] .now-how").textContent.includes("15 points at the most and at least one unit")`)
			page.Picture("divide-" + army + seat)
			// The last die that is offered is chosen until the form can be taken. The rest must do for the other
			// armies.
			for tabletest.Value[bool](page, `document.querySelector("[data-do=take]").disabled`) {
				n := tabletest.Value[int](page, `document.querySelectorAll("[data-option][aria-pressed=true]").length`)
				page.JS(`[...document.querySelectorAll("[data-option][aria-pressed=false][aria-disabled=false]")].at(-1).click()`)
				page.Sees(fmt.Sprintf(`document.querySelectorAll("[data-option][aria-pressed=true]").length === %d`, n+1))
			}
			page.Click("[data-do='take']")
			page.Sees(`document.querySelector("[data-question]")?.dataset.id !== ` + tabletest.Quote(id))
		}
	}
	page.Asked("roll")
	require.NotContains(t, tabletest.Value[string](page, `document.body.textContent`), "not allowed")

	// Another program's answer is one that nothing greyed out. The question says what was wrong.
	b, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "starter", 30, 3, "Ann", "Ben"))
	require.NoError(t, err)
	for _, seat := range []engine.Seat{1, 2, 1, 2} {
		q := tb.AsSeat(b, seat).Play.Pending[0]
		tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoReply, Game: b, Answer: &engine.Answer{To: q.ID, Seat: seat, Chosen: []string{q.Pick.Options[0].ID}}})
	}
	require.Contains(t, tb.AsSeat(b, 1).Play.Pending[0].Aside, "Divided so, the force is not allowed: its campaign army has")
}

// A die couldn't be read, and others may be one of several. Each is tapped once in its row, and the roll counts.
func TestGamePageNamingEveryDieCountsTheRoll(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.StancesOf(id)
	tb.Throw(-1, -2, -3)
	page.Asked("roll")
	page.Sees(`document.querySelectorAll(".unnamed .crop").length === 3 && !!document.querySelector(".mark[data-die='1']")`)
	page.JS(`document.querySelector(".mark[data-die='1']").focus()`)
	page.Run(chromedp.KeyEvent(kb.Enter))
	page.Click("#name-die [data-name='sword-1']")
	page.Click("#name-die [data-face='1']")
	page.Sees(`document.querySelector("[data-die='sword-1'] .shows")?.textContent === "cut"`)
	for _, d := range []string{"shield-1", "sword-2"} {
		page.Click("[data-die='" + d + "'] [data-face='1']")
	}
	page.Shows(".row.foot .tally", "all dice are known")
	page.Click("[data-do='hand']")
	page.Asked("pick")
	page.Sees(`document.querySelector("[data-question] h2").textContent === "Where do the 2 cuts go?"`)

	// A player who corrects the roll sees in the picture which die was named.
	page.JS(`document.querySelector(".log li:has(.answer) [data-do='change'][aria-label^='Correct']").click()`)
	page.Sees(`document.querySelectorAll(".change .roll-die").length === 3 && !!document.querySelector(".change [data-die='sword-1'] img.crop")`)
}

// A tap changes what was typed. If the throw is forgotten, so is what was typed of it.
func TestGamePageTypedFacesAreChangedAndForgotten(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.StancesOf(id)
	tb.Throw(-1, -2)
	page.Asked("roll")
	page.Click("[data-die='sword-1'] [data-face='1']")
	page.Click("[data-do='hand']")
	page.Sees(`document.querySelector("[data-die='sword-1'] .shows")?.textContent === "cut" && !document.querySelector("[data-die='sword-1'] .faces")`)
	page.Click("[data-die='sword-1'] [data-do='change']")
	page.Click("[data-die='sword-1'] [data-face='2']")
	page.Click("[data-do='hand']")
	page.Sees(`document.querySelector("[data-die='sword-1'] .shows")?.textContent === "2 cut"`)
	page.Click("[data-do='discard']")
	page.Sees(`!document.querySelector(".shows") && document.querySelectorAll("[data-die='sword-1'] [data-face]").length > 4`)
	page.Click("[data-die='sword-1'] [data-face='1']")
	page.Sees(`document.querySelector("[data-die='sword-1'] [data-face='1']").getAttribute("aria-pressed") === "true"`)
}

// If all dice are thrown once more, that is one question and not a list.
func TestGamePageAsksWhichThrowCounts(t *testing.T) {
	tb, id, page := servedDuel(t)
	tb.StancesOf(id)
	tb.Throw(-1, -2, -3)
	tb.Clear()
	tb.Throw(-4, -5, -6)
	page.Asked("roll")
	page.Sees(`document.querySelectorAll("[data-doubt]").length === 1 && document.querySelectorAll("[data-stray]").length === 3`)
	page.Picture("duel-thrown-again")
	page.Click("[data-do='last-counts']")
	page.Sees(`!document.querySelector("[data-doubt]") && !document.querySelector("[data-stray]") && document.querySelectorAll(".unnamed .crop").length === 3`)
}

// In a game that counts any dice, the page asks about a die that wasn't read.
func TestGamePageAsksAboutADieOfAnyRoll(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "tally", Players: []engine.Player{{Name: "Ann"}}})
	require.NoError(t, err)
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Asked("roll")
	tb.Throw(3, -5)
	page.Click("[data-fix='2'] [data-value='6']")
	page.Sees(`document.querySelector(".a-log").textContent.includes("9 = 3 + 6")`)
}

// If it is switched on, a game's screen reads aloud what is asked.
func TestGamePageSaysQuestionsAloud(t *testing.T) {
	_, _, page := servedDuel(t)
	page.Sees(`!!document.querySelector("#cover")`)
	page.JS(`window.said = []; speechSynthesis.speak = (u) => said.push(u.text); undefined`)
	page.Click("#aloud")
	page.Click("[data-hand='1']")
	page.Asked("declare")
	page.Sees(`said.length > 1 && said.at(-1) === document.querySelector("#spoken").textContent`)
}
