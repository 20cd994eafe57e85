package companion_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// designed keeps what a screen shows.
func (b *tab) designed(name string) {
	b.t.Helper()
	raw, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(os.Getenv("ASTRAGAL_TEST_PICTURES"), name+".png"), raw, 0o644))
}

// walk answers until what is asked is wanted; it gives the question, and false if the game ended before.
func walk(t *testing.T, tb *table, id int, chance *rand.Rand, wanted func(v protocol.GameView, q engine.Question) bool) bool {
	t.Helper()
	for range 500 {
		v, _ := gameOf(t, tb.session, id, 0)
		if v.Play.Outcome != nil {
			return false
		}
		if len(v.Play.Pending) == 0 {
			v, _ = gameOf(t, tb.session, id, v.Play.Waiting[0])
		}
		q := v.Play.Pending[0]
		if wanted(v, q) {
			return true
		}
		a := engine.Random(q, chance)
		for slices.ContainsFunc(a.Chosen, func(id string) bool { return strings.Contains(id, "concede") }) {
			a = engine.Random(q, chance)
		}
		require.NoError(t, tb.session.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
	}
	return false
}

// The pictures of docs/design, where ASTRAGAL_TEST_PICTURES names a folder for them.
func TestPageTableDesignPictures(t *testing.T) {
	if os.Getenv("ASTRAGAL_TEST_PICTURES") == "" {
		t.Skip("makes pictures: set ASTRAGAL_TEST_PICTURES")
	}
	scheme := func(b *tab, name string) {
		_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		require.NoError(t, err)
	}
	settled := func(b *tab, tb *table, id int) {
		v, _ := gameOf(t, tb.session, id, 0)
		b.sees(fmt.Sprintf(`document.querySelector("[data-entries]")?.dataset.entries === "%d" && !!document.querySelector(".a-board :is(.dd-board, .vera, .vera-none)") && (!document.querySelector(".bar-act[data-ready=no]"))`, v.Play.Entries))
	}
	quiet := func(b *tab, tb *table, id int) {
		settled(b, tb, id)
		b.sees(`!document.querySelector("#moment")`)
	}
	kind := func(kind, key string) func(protocol.GameView, engine.Question) bool {
		return func(_ protocol.GameView, q engine.Question) bool {
			return string(q.Kind) == kind && strings.Contains(q.Key, key)
		}
	}
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	begin := func(n protocol.NewGame) (int, *tab) {
		id, err := tb.session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		b := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
		scheme(b, "light")
		b.size(1280, 800)
		return id, b
	}
	chance := rand.New(rand.NewPCG(3, 9))
	id, page := begin(dragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	page.sees(`!!document.querySelector("#cover") && !!document.querySelector(".dd-board")`)
	page.designed("01-secret")
	page.click(".bar [data-chip^='hand']")
	page.sees(`document.querySelector(".bar-act")?.dataset.ready === "yes" && !!document.querySelector(".lying[data-lit=can]")`)
	page.designed("02-armies")
	page.goes(fmt.Sprintf("http://%s/games/%d", tb.address, id))
	require.True(t, walk(t, tb, id, chance, kind("roll", "distance")))
	quiet(page, tb, id)
	page.designed("03-distance")
	march := func(v protocol.GameView, q engine.Question) bool {
		return len(q.Part) > 1 && strings.Contains(q.Part[1], "march") && q.Kind == engine.KindDeclare && len(q.Declare.Options) > 2 && len(q.Declare.Options[0].On) > 0
	}
	require.True(t, walk(t, tb, id, chance, march))
	quiet(page, tb, id)
	page.designed("04-march")
	require.True(t, walk(t, tb, id, chance, kind("declare", "action")))
	quiet(page, tb, id)
	page.designed("05-action")
	large := func(v protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindRoll && len(q.Roll.Dice) >= 4
	}
	require.True(t, walk(t, tb, id, chance, large))
	quiet(page, tb, id)
	page.designed("06-roll")
	page.click(".bar [data-tile]")
	page.sees(`!!document.querySelector(".face-pick")`)
	page.designed("07-face")
	page.js(`(async () => { for (let i = 0; i < 3; i++) { for (let k = 0; k < 200 && !document.querySelector(".face-pick"); k++) await new Promise((done) => setTimeout(done, 20)); const b = [...document.querySelectorAll("[data-pick-face]")]; const was = document.querySelector(".face-pick").dataset.picks; b[i + 1]?.click(); for (let k = 0; k < 200 && document.querySelector(".face-pick")?.dataset.picks === was; k++) await new Promise((done) => setTimeout(done, 20)); } window.typed = true; })()`)
	page.sees(`window.typed === true && !!document.querySelector(".face-pick")`) // of the die that follows
	page.run(chromedp.KeyEvent("\x1b"))
	page.sees(`document.activeElement?.matches("[data-tile]")`)
	page.sees(`!document.querySelector(".face-pick")`)
	page.designed("08-typed")
	one := func() {
		v, _ := gameOf(t, tb.session, id, 0)
		a := engine.Random(v.Play.Pending[0], chance)
		require.NoError(t, tb.session.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
	}
	one()
	settled(page, tb, id)
	page.sees(`!!document.querySelector("#moment")`)
	page.designed("09-counted")
	kill := func(v protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindPick && q.Counts == "damage" && len(q.Pick.Options) > 1
	}
	// Games by chance seldom come to a choice of who dies: others are begun until one does.
	others := newTable(t)
	others.serve("127.0.0.1:0")
	for seed := uint64(1); seed <= 40; seed++ {
		n := dragonGame(t, "4.01d", 24, seed, "Ann", "Ben")
		fight, err := others.session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		if !walk(t, others, fight, chance, kill) {
			continue
		}
		pageD := open(t, fmt.Sprintf("http://%s/games/%d", others.address, fight))
		scheme(pageD, "light")
		pageD.size(1280, 800)
		quiet(pageD, others, fight)
		pageD.js(`document.querySelector(".lying[data-lit=can]")?.click()`)
		pageD.designed("10-damage")
		break
	}
	scheme(page, "dark")
	page.designed("11-dark")
	scheme(page, "light")
	spell := func(v protocol.GameView, q engine.Question) bool {
		return strings.Contains(q.Key, "spell") && q.Kind != engine.KindRoll
	}
	if walk(t, tb, id, chance, spell) {
		quiet(page, tb, id)
		page.designed("12-spells")
	}
	page.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
	if walk(t, tb, id, chance, large) {
		quiet(page, tb, id)
		page.designed("13-phone-roll")
	}
	if walk(t, tb, id, chance, march) {
		quiet(page, tb, id)
		page.run(chromedp.EmulateViewport(320, 700, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
		page.designed("14-phone-march")
	}
	page.goes(fmt.Sprintf("http://%s/games/%d?big", tb.address, id))
	page.size(1920, 1080)
	quiet(page, tb, id)
	page.designed("15-big")
	page.goes(fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.size(1024, 700)
	more := 0
	walk(t, tb, id, chance, func(protocol.GameView, engine.Question) bool { more++; return more > 40 })
	quiet(page, tb, id)
	page.designed("16-later")

	four, page4 := begin(dragonGame(t, "4.01d", 36, 5, "Ann", "Ben", "Cleo", "Dan"))
	require.True(t, walk(t, tb, four, chance, march))
	page4.size(1366, 768)
	quiet(page4, tb, four)
	page4.designed("17-four")

	vera, pageV := begin(protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.True(t, walk(t, tb, vera, chance, func(v protocol.GameView, q engine.Question) bool {
		return slices.ContainsFunc(v.Play.Trail, func(f engine.Fact) bool { return f.Rule == "vera.phase.drawing" })
	}))
	quiet(pageV, tb, vera)
	pageV.designed("18-vera-hands")
	require.True(t, walk(t, tb, vera, chance, func(v protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindDeclare && len(q.Declare.Options) > 2 && len(q.Part) > 1 && strings.Contains(q.Part[1], "Execute")
	}))
	quiet(pageV, tb, vera)
	pageV.designed("19-vera-execute")
	require.True(t, walk(t, tb, vera, chance, func(v protocol.GameView, q engine.Question) bool {
		return q.Kind == engine.KindRoll && len(q.Roll.Dice) > 2 && len(q.Part) > 1 && strings.Contains(q.Part[1], "Execute")
	}))
	quiet(pageV, tb, vera)
	pageV.designed("20-vera-roll")
	id = vera
	one()
	settled(pageV, tb, vera)
	pageV.designed("21-vera-counted")
	pageV.goes(fmt.Sprintf("http://%s/games/%d", tb.address, vera))
	pageV.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(1), chromedp.EmulateMobile, chromedp.EmulateTouch))
	quiet(pageV, tb, vera)
	pageV.designed("22-vera-phone")
}
