//go:build cgo

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/dragondice"
)

// page is a browser with its own cookies.
type page struct {
	t    *testing.T
	ctx  context.Context
	seat engine.Seat
}

const screenPatience = 2 * time.Minute

// oneChromium is the Chromium that all tests share. Each person in a test has their own browser context in it.
var oneChromium struct {
	once sync.Once
	ctx  context.Context
	err  error
}

// openChromium starts Chromium. TestMain ends it.
func openChromium() {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, tabletest.Lean, chromedp.WSURLReadTimeout(hang),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WindowSize(1360, 1420))...)
	ctx, end := chromedp.NewContext(alloc)
	atEnd = func() { end(); stop() }
	oneChromium.ctx, oneChromium.err = ctx, chromedp.Do(ctx)
}

// browsers returns a function that opens an address. Each call opens another person's browser.
func browsers(t *testing.T) func(address string) *page {
	t.Helper()
	oneChromium.once.Do(openChromium)
	if oneChromium.ctx == nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	require.NoError(t, oneChromium.err, "start Chromium")
	return func(address string) *page {
		ctx, gone := chromedp.NewContext(oneChromium.ctx, chromedp.WithNewBrowserContext())
		t.Cleanup(gone)
		require.NoError(t, chromedp.Do(ctx))
		s := &page{t: t, ctx: ctx}
		s.do(chromedp.Navigate(address))
		return s
	}
}

func (s *page) do(steps ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.ctx, screenPatience)
	defer stop()
	require.NoError(s.t, chromedp.Do(ctx, steps...))
}

// inPage evaluates an expression in the page. If the result is a promise, it waits for its value.
func inPage[T any](s *page, expression string) T {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.ctx, screenPatience)
	defer stop()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(s.t, err, expression)
	return v
}

// sees waits until the expression is true.
func (s *page) sees(expression string) {
	s.t.Helper()
	seen := assert.Eventually(s.t, func() bool {
		ctx, stop := context.WithTimeout(s.ctx, screenPatience)
		defer stop()
		v, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		return err == nil && v
	}, screenPatience, 60*time.Millisecond, expression)
	if !seen {
		require.FailNow(s.t, "what was to be seen is not on the page", s.text())
	}
}

func (s *page) text() string {
	v, err := chromedp.Run(s.ctx, chromedp.Evaluate[string]("document.body.innerText"))
	if err != nil {
		return err.Error()
	}
	return v
}

// press waits until a button can be pressed, and presses it.
func (s *page) press(selector string) {
	s.t.Helper()
	s.sees(tapping(selector))
}

// tapping is a script that presses a button, and is true if the button could be pressed. One script finds and presses it, because the page may grow above it, or draw itself anew, between two.
func tapping(selector string) string {
	q, _ := json.Marshal(selector)
	return fmt.Sprintf(`(() => { const e = document.querySelector(%s); if (!e || e.disabled || e.getAttribute("aria-disabled") === "true") return false; e.click(); return true; })()`, q)
}

// choose sets a field's value as a person does.
func (s *page) choose(selector, value string) {
	s.t.Helper()
	q, _ := json.Marshal(selector)
	v, _ := json.Marshal(value)
	// A select takes only what it offers. It waits until the table has told the page what that is.
	s.sees(fmt.Sprintf(`(() => { const e = document.querySelector(%s); if (!e || (e.tagName === "SELECT" && ![...e.options].some((o) => o.value === %s))) return false; e.value = %s; e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`, q, v, v))
}

// picture saves a picture of the screen, if somebody asked for pictures.
func (s *page) picture(name string) {
	dir := os.Getenv("ASTRAGAL_TEST_PICTURES")
	if dir == "" {
		return
	}
	raw, err := chromedp.Run(s.ctx, chromedp.CaptureScreenshot())
	require.NoError(s.t, err)
	require.NoError(s.t, os.WriteFile(filepath.Join(dir, name+".png"), raw, 0o644))
	full, err := chromedp.Run(s.ctx, chromedp.FullScreenshot(100))
	require.NoError(s.t, err)
	require.NoError(s.t, os.WriteFile(filepath.Join(dir, name+"-whole.png"), full, 0o644))
}

// duel is a game that two browsers play and a third one watches.
type duel struct {
	t       *testing.T
	table   *openTable
	dir     string
	players []*page
	looker  *page
	answers int
	// seen counts the rolls that were thrown under the camera, armies those of them with several dice.
	seen, armies int
	// roll makes a roll instead of the usual ways. If it is nil, the usual ways are used.
	roll func(p *page, q engine.Question)
}

// view is the game as a player's browser sees it.
func (m *duel) view(p *page) protocol.GameView {
	m.t.Helper()
	var v protocol.GameView
	require.NoError(m.t, json.Unmarshal([]byte(inPage[string](p, `fetch("/api/games/1").then((r) => r.json()).then((m) => JSON.stringify(m.game))`)), &v))
	return v
}

// step lets a player who is asked answer. It returns false if the game is over.
func (m *duel) step() bool {
	m.t.Helper()
	for _, p := range m.players {
		v := m.view(p)
		if v.Play.Outcome != nil {
			return false
		}
		for _, q := range v.Play.Pending {
			if q.Seats[0] == p.seat {
				m.answer(p, q)
				m.answers++
				return true
			}
		}
	}
	require.FailNow(m.t, "nobody is asked, and the game is not over", m.looker.text())
	return false
}

// answer answers a question with the page's buttons.
func (m *duel) answer(p *page, q engine.Question) {
	m.t.Helper()
	at := fmt.Sprintf("[data-id='%s'] ", q.ID)
	p.sees(fmt.Sprintf(`document.querySelector("[data-id='%s']")?.dataset.ready === "yes"`, q.ID))
	a := decided(q)
	switch q.Kind {
	case engine.KindRoll:
		if m.roll != nil {
			m.roll(p, q)
			break
		}
		if strings.HasPrefix(q.Key, "setup/distance") || p.seat == 1 && strings.Contains(q.Key, "/melee") && m.armies == 0 {
			m.throw(p, q)
			break
		}
		for _, d := range a.Dice {
			p.press(fmt.Sprintf("%s[data-die='%s'] [data-face='%d']", at, d.ID, *d.Face))
		}
		p.press(at + "[data-do='hand']")
	case engine.KindDeclare:
		p.press(fmt.Sprintf("%s[data-option='%s']", at, a.Chosen[0]))
	case engine.KindPick, engine.KindArrange:
		for _, id := range a.Chosen {
			p.press(fmt.Sprintf("%s[data-option='%s']", at, id))
		}
		p.press(at + "[data-do='take']")
	case engine.KindAllot:
		for i, n := range a.Points {
			for range n - q.Allot.Rows[i].Min {
				p.press(fmt.Sprintf("%s[data-row='%s'] [data-more]", at, q.Allot.Rows[i].ID))
			}
		}
		p.press(at + "[data-do='take']")
	}
	p.sees(fmt.Sprintf(`!document.querySelector("[data-id='%s']")`, q.ID))
}

// throw makes the virtual table throw the dice of a question under the camera. If the camera isn't sure of a die, the
// player taps what it shows.
func (m *duel) throw(p *page, q engine.Question) {
	m.t.Helper()
	p.press("#throw")
	at, _ := json.Marshal(fmt.Sprintf("[data-id='%s']", q.ID))
	p.sees(fmt.Sprintf(`!document.querySelector(%s) || !!document.querySelector(%s + " .roll-die.asks, " + %s + " .unnamed")`, at, at, at))
	m.seen++
	if len(q.Roll.Dice) > 1 {
		m.armies++
		p.picture("army")
	}
	faces := map[string]int{}
	for _, d := range decided(q).Dice {
		faces[d.ID] = *d.Face
	}
	dice, _ := json.Marshal(faces)
	require.Eventually(m.t, func() bool {
		return inPage[bool](p, fmt.Sprintf(`(() => {
			const now = document.querySelector(%s);
			if (!now) return true;
			for (const [die, face] of Object.entries(%s)) {
				const row = now.querySelector("[data-die='" + die + "']"), tap = row?.querySelector("[data-face='" + face + "']");
				if (!tap || row.querySelector(".shows")) continue;
				if (row.classList.contains("asks") || tap.getAttribute("aria-pressed") !== "true") { tap.click(); return false; }
			}
			const next = now.querySelector("[data-do='not-part'], [data-do='confirm']") ?? now.querySelector("[data-do='hand']");
			if (!next.disabled) next.click();
			return false;
		})()`, at, dice))
	}, screenPatience, 250*time.Millisecond, m.looker.text())
}

// correct changes a die of a counted roll, in the log.
func (m *duel) correct(p *page, entry int, die string, face int) {
	m.t.Helper()
	at := fmt.Sprintf("[data-entry='%d'] ", entry)
	p.press(at + "[data-do='change']")
	p.press(at + "[data-die='" + die + "'] button.roll-name")
	p.press(fmt.Sprintf("%s[data-die='%s'] [data-face='%d']", at, die, face))
	p.sees(`[...document.querySelectorAll(".log .was")].some((e) => e.textContent.startsWith("Corrects entry"))`)
}

// begins chooses the two kept armies and begins a starter game. It returns the page on which that was done.
func (m *duel) begins(open func(address string) *page) *page {
	m.t.Helper()
	desk := open(m.table.address + "games")
	desk.press("#new-game")
	desk.choose("#rulebook", "starter")
	desk.choose("[data-player='1']", "Ann")
	desk.choose("[data-player='2']", "Ben")
	for i := 1; i <= 2; i++ {
		desk.sees(fmt.Sprintf(`document.querySelectorAll("[data-force='%d'] option").length === 5`, i))
		desk.choose(fmt.Sprintf("[data-force='%d']", i), fmt.Sprint(i))
		desk.sees(fmt.Sprintf(`!!document.querySelector("[data-brings='%d']")`, i))
	}
	desk.picture("new-game")
	desk.press("#begin-game")
	desk.sees(`location.pathname === "/games/1" && !!document.querySelector("#cover")`)
	return desk
}

// log is the game's whole log, as a person saves it.
func (m *duel) log() []engine.Entry {
	m.t.Helper()
	r, err := http.Get(m.table.address + "games/1/game.jsonl")
	require.NoError(m.t, err)
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	require.NoError(m.t, err)
	log, err := engine.ReadLog(bytes.NewReader(raw))
	require.NoError(m.t, err, string(raw))
	return log
}

// game replays the log.
func (m *duel) game() *engine.Game {
	m.t.Helper()
	log := m.log()
	book, err := dragondice.Open(*log[0].Header)
	require.NoError(m.t, err)
	g, err := engine.Replay(book, log)
	require.NoError(m.t, err)
	m.t.Cleanup(g.Stop)
	require.Nil(m.t, g.Diverged())
	return g
}

// kill kills the program without warning, and starts it again at the same address.
func (m *duel) kill() {
	m.t.Helper()
	host := strings.TrimSuffix(strings.TrimPrefix(m.table.address, "http://"), "/")
	require.NoError(m.t, m.table.cmd.Process.Signal(syscall.SIGKILL))
	_ = m.table.cmd.Wait()
	for _, p := range append(m.players, m.looker) {
		p.sees(`!!document.querySelector("#lost")`)
	}
	m.table = keepTable(m.t, m.dir, "--source", "virtual:11", "--listen", host)
	for _, p := range append(m.players, m.looker) {
		p.sees(`!document.querySelector("#lost")`)
	}
}

// armyFile is an army in the form in which the army builder saves it.
func armyFile(name string, dice, pool []string, terrain, frontier string) protocol.Army {
	raw, _ := json.Marshal(dragondice.Force{Dice: dice, Pool: pool, Terrain: terrain, Frontier: frontier})
	return protocol.Army{Rulebook: "starter", Name: name, Force: raw}
}

func (m *duel) keep(a protocol.Army) {
	m.t.Helper()
	raw, err := json.Marshal(a)
	require.NoError(m.t, err)
	r, err := http.Post(m.table.address+"api/armies", "application/json", bytes.NewReader(raw))
	require.NoError(m.t, err)
	defer r.Body.Close()
	require.Equal(m.t, http.StatusOK, r.StatusCode)
}

// Two people play the starter game to its end, each in their own browser, and a third person watches. Some rolls are
// typed, others are thrown on the virtual table and read by the eye. A misread die is corrected after its damage was
// dealt, and the program is killed in the middle.
func TestAStarterGameIsPlayedToItsEnd(t *testing.T) {
	open := browsers(t)
	m := &duel{t: t, dir: t.TempDir()}
	m.table = keepTable(t, m.dir, "--source", "virtual:11")
	m.keep(armyFile("The grove", []string{"treefolk_noble_willow", "treefolk_lady_nereid", "treefolk_oak", "treefolk_oak", "treefolk_willow", "treefolk_pine",
		"treefolk_dryad", "treefolk_darktree", "treefolk_satyr", "treefolk_nymph", "treefolk_oakling", "treefolk_pineling", "treefolk_pineling", "treefolk_willowling", "treefolk_hamadryad"},
		[]string{"dragon_green_drake", "dragon_yellow_wyrm"}, "terrain_coastland_temple", "terrain_wasteland_city"))
	m.keep(armyFile("The embers", []string{"firewalker_expeditioner", "firewalker_expeditioner", "firewalker_guardian", "firewalker_guardian", "firewalker_genie", "firewalker_gorgon",
		"firewalker_salamander", "firewalker_firemaster", "firewalker_sunburst", "firewalker_ashbringer", "firewalker_fireshadow"},
		[]string{"dragon_red_drake", "dragon_blue_wyrm"}, "terrain_flatland_temple", "terrain_highland_tower"))

	desk := m.begins(open)
	ann, ben := desk, open(m.table.address+"games/1")
	ann.seat, ben.seat = 1, 2
	m.players = []*page{ann, ben}
	far := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: strings.TrimSuffix(strings.TrimPrefix(m.table.address, "http://"), "/")})
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}})
	t.Cleanup(far.Close)
	m.looker = open(far.URL + "/games/1")
	m.looker.sees(`!!document.querySelector("#looking-on")`)
	for _, p := range m.players {
		p.press(fmt.Sprintf("[data-sit='%d']", p.seat))
		p.sees(`!!document.querySelector("#my-seat")`)
	}
	require.False(t, inPage[bool](m.looker, `document.querySelectorAll("[data-option]").length > 0`), "a spectator sees a secret")

	corrected, killed := 0, 0
	for m.step() {
		require.Less(t, m.answers, 300, "the game doesn't end")
		switch {
		case corrected == 0 && m.struck():
			corrected = m.answers
			m.misread(ann)
		case corrected > 0 && killed == 0 && m.answers > corrected+2:
			killed = m.answers
			before := m.game().Facts()
			m.kill()
			require.Equal(t, before, m.game().Facts())
		}
	}
	require.NotZero(t, corrected)
	require.NotZero(t, killed)
	require.GreaterOrEqual(t, m.seen, 4, "rolls thrown under the camera")
	require.NotZero(t, m.armies, "an army thrown under the camera")
	for _, p := range append(m.players, m.looker) {
		p.sees(`document.querySelector("#outcome")?.textContent.includes("wins")`)
	}
	m.looker.picture("game-over")
	m.straight()
}

// struck says whether Ann's melee has cost Ben something and all its consequences are done.
func (m *duel) struck() bool {
	for _, l := range m.view(m.players[0]).Log {
		if strings.Contains(l.Asked, "roll for saves against melee") && l.Seat == 2 && strings.Contains(strings.Join(l.Told, " "), "damage") {
			return true
		}
	}
	return false
}

// misread corrects a die of Ann's melee roll after the damage was dealt.
func (m *duel) misread(ann *page) {
	m.t.Helper()
	v := m.view(ann)
	for _, l := range v.Log {
		if !strings.Contains(l.Asked, "roll for melee") || l.Seat != 1 {
			continue
		}
		g := m.game()
		q, a, ok := g.Question(l.N)
		require.True(m.t, ok)
		before := healthOf(m.t, g, 2)
		die := a.Dice[0]
		face := faceFor(q.Roll.Dice[0], q.Roll.Purpose, false)
		require.NotEqual(m.t, *die.Face, face)
		ann.picture("before-misread")
		m.correct(ann, l.N, die.ID, face)
		ann.picture("after-misread")
		after := m.game()
		require.GreaterOrEqual(m.t, healthOf(m.t, after, 2), before, "less damage, and yet more died")
		_, now, ok := after.Question(l.N)
		require.True(m.t, ok)
		require.Equal(m.t, face, *now.Dice[0].Face)
		require.NoError(m.t, dragondice.Check(after))
		return
	}
	require.FailNow(m.t, "no melee roll in the log")
}

func healthOf(t *testing.T, g *engine.Game, seat int) int {
	t.Helper()
	s, ok := g.View(engine.Everyone).State.(dragondice.State)
	require.True(t, ok)
	return s.Players[seat-1].Health
}

// straight plays the game again without the mistake, the correction and the kill. It must come to the same end by the
// same sums.
func (m *duel) straight() {
	m.t.Helper()
	played := m.game()
	book, err := dragondice.Open(played.Header())
	require.NoError(m.t, err)
	g, err := engine.New(book)
	require.NoError(m.t, err)
	defer g.Stop()
	effect := map[string]engine.Answer{}
	for _, e := range played.Log() {
		if q, a, ok := played.Question(e.N); ok {
			effect[q.Key] = a
		}
	}
	for len(g.Pending()) > 0 {
		q := g.Pending()[0]
		a, ok := effect[q.Key]
		require.True(m.t, ok, "%q was never answered", q.Key)
		require.NoError(m.t, g.Answer(a))
	}
	require.Equal(m.t, played.Outcome(), g.Outcome())
	require.Equal(m.t, played.Facts(), g.Facts())
	require.NoError(m.t, dragondice.Check(g))
}
