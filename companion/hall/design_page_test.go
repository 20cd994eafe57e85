package hall_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// walk answers until wanted is true for the question that is asked. It returns that question; false if the game ended before.
func walk(t *testing.T, tb *tabletest.Table, id int, chance *rand.Rand, wanted func(v protocol.GameView, q engine.Question) bool) bool {
	t.Helper()
	for range 500 {
		v, _ := tabletest.GameOf(t, tb.Session, id, 0)
		if v.Play.Outcome != nil {
			return false
		}
		if len(v.Play.Pending) == 0 {
			v, _ = tabletest.GameOf(t, tb.Session, id, v.Play.Waiting[0])
		}
		q := v.Play.Pending[0]
		if wanted(v, q) {
			return true
		}
		a := engine.Random(q, chance)
		for slices.ContainsFunc(a.Chosen, func(id string) bool { return strings.Contains(id, "concede") }) {
			a = engine.Random(q, chance)
		}
		require.NoError(t, tb.Session.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
	}
	return false
}

// The test draws the pictures of docs/design if ASTRAGAL_TEST_PICTURES names a folder for them.
func TestPageTableDesignPictures(t *testing.T) {
	if os.Getenv("ASTRAGAL_TEST_PICTURES") == "" {
		t.Skip("makes pictures: set ASTRAGAL_TEST_PICTURES")
	}
	scheme := func(b *tabletest.Tab, name string) {
		_, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		require.NoError(t, err)
	}
	settled := func(b *tabletest.Tab, tb *tabletest.Table, id int) {
		v, _ := tabletest.GameOf(t, tb.Session, id, 0)
		b.Sees(fmt.Sprintf(`document.querySelector("[data-entries]")?.dataset.entries === "%d" && !!document.querySelector(".a-board :is(.dd-board, .vera, .vera-none)") && (!document.querySelector(".bar-act[data-ready=no]"))`, v.Play.Entries))
	}
	quiet := func(b *tabletest.Tab, tb *tabletest.Table, id int) {
		settled(b, tb, id)
		b.Sees(`!document.querySelector("#moment")`)
	}
	kind := func(kind, key string) func(protocol.GameView, engine.Question) bool {
		return func(_ protocol.GameView, q engine.Question) bool {
			return string(q.Kind) == kind && strings.Contains(q.Key, key)
		}
	}
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	begin := func(n protocol.NewGame) (int, *tabletest.Tab) {
		id, err := tb.Session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		b := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
		scheme(b, "light")
		b.Size(1280, 800)
		return id, b
	}
	chance := rand.New(rand.NewPCG(3, 9))
	id, page := begin(tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	page.Sees(`!!document.querySelector("#cover") && !!document.querySelector(".dd-board")`)
	page.Designed("01-secret")
	page.Click(".bar [data-chip^='hand']")
	page.Sees(`document.querySelector(".bar-act")?.dataset.ready === "yes" && !!document.querySelector(".lying[data-lit=can]")`)
	page.Designed("02-armies")
	page.Goes(fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	require.True(t, walk(t, tb, id, chance, kind("roll", "distance")))
	quiet(page, tb, id)
	page.Designed("03-distance")
	march := func(v protocol.GameView, q engine.Question) bool {
		return len(q.Part) > 1 && strings.Contains(q.Part[1], "march") && q.Kind == engine.KindDeclare && len(q.Declare.Options) > 2 && len(q.Declare.Options[0].On) > 0
	}
	require.True(t, walk(t, tb, id, chance, march))
	quiet(page, tb, id)
	page.Designed("04-march")
	require.True(t, walk(t, tb, id, chance, kind("declare", "action")))
	quiet(page, tb, id)
	page.Designed("05-action")
	large := func(v protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindRoll && len(q.Roll.Dice) >= 4
	}
	require.True(t, walk(t, tb, id, chance, large))
	quiet(page, tb, id)
	page.Designed("06-roll")
	page.Click(".bar [data-tile]")
	page.Sees(`!!document.querySelector(".face-pick")`)
	page.Designed("07-face")
	page.JS(`(async () => { for (let i = 0; i < 3; i++) { for (let k = 0; k < 200 && !document.querySelector(".face-pick"); k++) await new Promise((done) => setTimeout(done, 20)); const b = [...document.querySelectorAll("[data-pick-face]")]; const was = document.querySelector(".face-pick").dataset.picks; b[i + 1]?.click(); for (let k = 0; k < 200 && document.querySelector(".face-pick")?.dataset.picks === was; k++) await new Promise((done) => setTimeout(done, 20)); } window.typed = true; })()`)
	page.Sees(`window.typed === true && !!document.querySelector(".face-pick")`) // that is the die that follows
	page.Run(chromedp.KeyEvent("\x1b"))
	page.Sees(`document.activeElement?.matches("[data-tile]")`)
	page.Sees(`!document.querySelector(".face-pick")`)
	page.Designed("08-typed")
	one := func() {
		v, _ := tabletest.GameOf(t, tb.Session, id, 0)
		a := engine.Random(v.Play.Pending[0], chance)
		require.NoError(t, tb.Session.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
	}
	one()
	settled(page, tb, id)
	page.Sees(`!!document.querySelector("#moment")`)
	page.Designed("09-counted")
	kill := func(v protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindPick && q.Counts == "damage" && len(q.Pick.Options) > 1
	}
	// Random games seldom come to a choice of who dies. If one doesn't, another is begun.
	others := tabletest.NewTable(t)
	others.Serve("127.0.0.1:0")
	for seed := uint64(1); seed <= 40; seed++ {
		n := tabletest.DragonGame(t, "4.01d", 24, seed, "Ann", "Ben")
		fight, err := others.Session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		if !walk(t, others, fight, chance, kill) {
			continue
		}
		pageD := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", others.Address, fight))
		scheme(pageD, "light")
		pageD.Size(1280, 800)
		quiet(pageD, others, fight)
		pageD.JS(`document.querySelector(".lying[data-lit=can]")?.click()`)
		pageD.Designed("10-damage")
		break
	}
	scheme(page, "dark")
	page.Designed("11-dark")
	scheme(page, "light")
	spell := func(v protocol.GameView, q engine.Question) bool {
		return strings.Contains(q.Key, "spell") && q.Kind != engine.KindRoll
	}
	if walk(t, tb, id, chance, spell) {
		quiet(page, tb, id)
		page.Designed("12-spells")
	}
	page.Run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
	if walk(t, tb, id, chance, large) {
		quiet(page, tb, id)
		page.Designed("13-phone-roll")
	}
	if walk(t, tb, id, chance, march) {
		quiet(page, tb, id)
		page.Run(chromedp.EmulateViewport(320, 700, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
		page.Designed("14-phone-march")
	}
	if walk(t, tb, id, chance, func(_ protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindPick && len(q.Pick.Options) > 2
	}) {
		scheme(page, "dark")
		quiet(page, tb, id)
		page.Designed("23-phone-dark")
		scheme(page, "light")
	}
	page.Goes(fmt.Sprintf("http://%s/games/%d?big", tb.Address, id))
	page.Size(1920, 1080)
	quiet(page, tb, id)
	page.Designed("15-big")
	page.Goes(fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Size(1024, 700)
	more := 0
	walk(t, tb, id, chance, func(protocol.GameView, engine.Question) bool { more++; return more > 40 })
	quiet(page, tb, id)
	page.Designed("16-later")

	four, page4 := begin(tabletest.DragonGame(t, "4.01d", 36, 5, "Ann", "Ben", "Cleo", "Dan"))
	require.True(t, walk(t, tb, four, chance, march))
	page4.Size(1366, 768)
	quiet(page4, tb, four)
	page4.Designed("17-four")

	vera, pageV := begin(protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.True(t, walk(t, tb, vera, chance, func(v protocol.GameView, q engine.Question) bool {
		return slices.ContainsFunc(v.Play.Trail, func(f engine.Fact) bool { return f.Rule == "vera.phase.drawing" })
	}))
	quiet(pageV, tb, vera)
	pageV.Designed("18-vera-hands")
	require.True(t, walk(t, tb, vera, chance, func(v protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindDeclare && len(q.Declare.Options) > 2 && len(q.Part) > 1 && strings.Contains(q.Part[1], "Execute")
	}))
	quiet(pageV, tb, vera)
	pageV.Designed("19-vera-execute")
	require.True(t, walk(t, tb, vera, chance, func(v protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindRoll && len(q.Roll.Dice) > 2 && len(q.Part) > 1 && strings.Contains(q.Part[1], "Execute")
	}))
	quiet(pageV, tb, vera)
	pageV.Designed("20-vera-roll")
	id = vera
	one()
	settled(pageV, tb, vera)
	pageV.Designed("21-vera-counted")
	pageV.Goes(fmt.Sprintf("http://%s/games/%d", tb.Address, vera))
	pageV.Run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
	quiet(pageV, tb, vera)
	pageV.Designed("22-vera-phone")
}
