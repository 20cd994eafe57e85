//go:build cgo

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	chromium "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/web/foundry"
)

// foundryOf installs the module from a table by its manifest, as Foundry does. It serves the page that stands in for
// Foundry.
func foundryOf(t *testing.T, table *openTable) *httptest.Server {
	t.Helper()
	fetch := func(address string) []byte {
		r, err := http.Get(address)
		require.NoError(t, err)
		defer r.Body.Close()
		require.Equal(t, http.StatusOK, r.StatusCode, address)
		raw, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		return raw
	}
	var manifest struct{ ID, Download string }
	require.NoError(t, json.Unmarshal(fetch(table.address+"foundry/"+foundry.ManifestFile), &manifest))
	raw := fetch(manifest.Download)
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, manifest.ID), z))
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("../../web/foundry/testdata/host")))
	mux.Handle("/modules/", http.StripPrefix("/modules/", http.FileServer(http.Dir(dir))))
	host := httptest.NewServer(mux)
	t.Cleanup(host.Close)
	return host
}

// host is a browser with the page that stands in for Foundry, and the table that it asks.
type host struct {
	*page
	table  *openTable
	server string
}

// atTable opens that page for a table that allows it to ask.
func atTable(t *testing.T, table *openTable) *host {
	t.Helper()
	server := foundryOf(t, table)
	r, err := http.Post(table.address+"api/askers", "application/json", strings.NewReader(`{"allow": "`+server.URL+`"}`))
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	require.Equal(t, http.StatusOK, r.StatusCode)
	h := &host{browsers(t)(server.URL), table, server.URL}
	h.sees(`document.documentElement.dataset.ready === "yes"`)
	// At the end, every sentence that was shown must be in the language file, and Foundry's own way of closing a window
	// must not have been used: it would roll dice.
	t.Cleanup(func() {
		require.Empty(t, inPage[[]string](h.page, `seen.words`), "sentences that aren't there")
		require.Zero(t, inPage[int](h.page, `seen.baseClosed`), "Foundry's own way of closing the window was reached")
	})
	return h
}

func (h *host) roll(formula string) {
	h.t.Helper()
	q, err := json.Marshal(formula)
	require.NoError(h.t, err)
	inPage[bool](h.page, fmt.Sprintf(`(() => { void roll(%s); return true; })()`, q))
}

// says changes a setting of the module.
func (h *host) says(key, value string) {
	h.t.Helper()
	inPage[bool](h.page, fmt.Sprintf(`(() => { game.settings.set("astragal", %q, %s); return true; })()`, key, value))
}

// asked waits until the request n is in that state at the table.
func (h *host) asked(n int, state protocol.RequestState) protocol.RequestView {
	h.t.Helper()
	var v protocol.RequestView
	require.Eventually(h.t, func() bool {
		r, err := http.Get(fmt.Sprintf("%sapi/requests/%d", h.table.address, n))
		if err != nil {
			return false
		}
		defer r.Body.Close()
		return r.StatusCode == http.StatusOK && json.NewDecoder(r.Body).Decode(&v) == nil && v.State == state
	}, screenPatience, 50*time.Millisecond, "request %d is not %s", n, state)
	return v
}

// show types dice of the request n at the table.
func (h *host) show(n int, shown ...protocol.ShownDie) {
	h.t.Helper()
	h.asked(n, protocol.RequestWaiting)
	var m struct{ Game protocol.GameView }
	h.table.get(fmt.Sprintf("api/games/%d", n), &m)
	require.NotNil(h.t, m.Game.Roll)
	reply := h.table.act(protocol.Act{Do: protocol.DoHand, Game: n, Question: m.Game.Roll.Question, Shown: shown})
	require.Equal(h.t, "done", reply.Type, reply.Why)
}

// mend corrects a die of the request n at the table, after it was rolled.
func (h *host) mend(n int, shown protocol.ShownDie) {
	h.t.Helper()
	reply := h.table.act(protocol.Act{Do: protocol.DoAmend, Game: n, Entry: 1, Shown: []protocol.ShownDie{shown}})
	require.Equal(h.t, "done", reply.Type, reply.Why)
}

func die(name string, face int) protocol.ShownDie { return protocol.ShownDie{Die: name, Face: face} }

// rolled is what Foundry has of a roll.
type rolled struct {
	Formula string
	Total   int
	Dice    []struct {
		Method        string
		Results, Kept []int
	}
}

// done waits for the page's n-th roll.
func (h *host) done(n int) rolled {
	h.t.Helper()
	h.sees(fmt.Sprintf(`seen.totals.length === %d`, n))
	return inPage[rolled](h.page, fmt.Sprintf(`seen.totals[%d]`, n-1))
}

// chat waits for the n-th message of the module and returns its text.
func (h *host) chat(n int) string {
	h.t.Helper()
	h.sees(fmt.Sprintf(`seen.chat.length >= %d`, n))
	require.Equal(h.t, []string{"ann", "gus"}, inPage[[]string](h.page, fmt.Sprintf(`seen.chat[%d].whisper.toSorted()`, n-1)), "who rolled and who leads the game, and nobody else")
	return inPage[string](h.page, fmt.Sprintf(`new DOMParser().parseFromString(seen.chat[%d].content, "text/html").body.innerText`, n-1))
}

// typedTable is a table whose rolls are typed: a folder without pictures is no camera.
func typedTable(t *testing.T) *openTable {
	t.Helper()
	return keepTable(t, t.TempDir(), "--source", t.TempDir())
}

// Foundry works a roll out step by step and asks for dice as it goes. The table is asked for exactly these dice.
func TestFoundryAsksTheTableForExactlyTheDiceOfARoll(t *testing.T) {
	h := atTable(t, typedTable(t))
	first := browsers(t)(h.table.address)

	h.roll("2d20kh + 5")
	first.sees(`document.querySelector(".asked-dice")?.textContent === "Roll 2d20" && document.querySelector(".asked-for").textContent === "for 2d20kh + 5 (Thorin)" && document.querySelector(".asked-who").textContent === "Ann · Foundry asks"`)
	h.sees(`document.querySelector(".astragal-status").textContent === "Ann: roll 2d20 at the table."`)
	h.show(1, die("d20 1", 7)) // the dice are shown one by one, in two throws
	h.sees(`[...document.querySelectorAll(".astragal-dice strong")].map((e) => e.textContent).join() === "7,…" && document.querySelector(".astragal-status").textContent === "Ann: roll d20 at the table."`)
	h.page.picture("foundry-waits")
	first.picture("foundry-table")
	h.show(1, die("d20 2", 15))
	r := h.done(1)
	require.Equal(t, 20, r.Total)
	require.Equal(t, "astragal", r.Dice[0].Method)
	require.Equal(t, []int{7, 15}, r.Dice[0].Results)
	require.Equal(t, []int{15}, r.Dice[0].Kept)
	h.sees(`!document.querySelector(".application")`)

	// If a die explodes, one more die is asked for, again and again. If a die is rolled again, it is asked for too.
	h.roll("3d6x>=6")
	h.show(2, die("d6 1", 6), die("d6 2", 2), die("d6 3", 3))
	require.Equal(t, "3d6x>=6 (Thorin): one more die, because one exploded", h.asked(3, protocol.RequestWaiting).For)
	h.show(3, die("d6 1", 6))
	h.show(4, die("d6 1", 1))
	r = h.done(2)
	require.Equal(t, []int{6, 2, 3, 6, 1}, r.Dice[0].Results)
	require.Equal(t, 18, r.Total)
	h.roll("2d6r1")
	h.show(5, die("d6 1", 1), die("d6 2", 4))
	require.Contains(t, h.asked(6, protocol.RequestWaiting).For, "2d6r1 (Thorin): one die again")
	h.show(6, die("d6 1", 5))
	require.Equal(t, 9, h.done(3).Total)

	// A d100 is two dice on the tray, and no d10 may lie beside it.
	h.roll("1d100 + 2d10")
	h.asked(8, protocol.RequestQueued)
	h.show(7, die("d100 tens", 7), die("d100 ones", 3))
	h.show(8, die("d10 1", 10), die("d10 2", 9))
	r = h.done(4)
	require.Equal(t, []int{73}, r.Dice[0].Results)
	require.Equal(t, 92, r.Total)

	// The number of dice may itself be a roll. A pool is one request. Fate dice and coins have no numbers.
	h.roll("(1d4)d8")
	h.show(9, die("d4 1", 2))
	h.show(10, die("d8 1", 8), die("d8 2", 1))
	require.Equal(t, 9, h.done(5).Total)
	h.roll("{1d20, 1d12}kh")
	h.show(11, die("d20 1", 4), die("d12 1", 11))
	require.Equal(t, 11, h.done(6).Total)
	h.roll("2df + 1dc")
	h.show(12, die("dF 1", -1), die("dF 2", 1), die("coin 1", 1))
	r = h.done(7)
	require.Equal(t, []int{-1, 1}, r.Dice[0].Results)
	require.Equal(t, []int{1}, r.Dice[1].Results)

	// If a roll has more dice than one request takes, it becomes several requests, and no die is lost.
	h.roll("45d4kl")
	var some []protocol.ShownDie
	for i := range 40 {
		some = append(some, die(fmt.Sprintf("d4 %d", i+1), 2))
	}
	h.show(13, some...)
	h.show(14, some[:5]...)
	r = h.done(8)
	require.Len(t, r.Dice[0].Results, 45)
	require.Equal(t, 2, r.Total)
	require.Empty(t, inPage[[]any](h.page, `seen.chat`), "all of it came from the table")
}

// Fate dice are shown and typed by their faces, and count -1, 0 and 1. A blank is a face, not a missing result.
func TestFateDiceOfFoundryAreRolledAtTheTable(t *testing.T) {
	h := atTable(t, typedTable(t))
	first := browsers(t)(h.table.address)
	faces := `[...document.querySelectorAll(".astragal-dice strong")].map((e) => e.textContent).join()`
	h.roll("4dF + 2") // as people write it; Foundry writes 4df
	first.sees(`document.querySelector(".asked-dice")?.textContent === "Roll 4dF"`)
	h.show(1, die("dF 1", 1), die("dF 2", 0), die("dF 3", -1))
	h.sees(faces + ` === "+,0,−,…" && document.querySelector(".astragal-status").textContent === "Ann: roll dF at the table."`)
	h.page.picture("foundry-fate")
	first.picture("foundry-fate-table")
	h.show(1, die("dF 4", 0))
	r := h.done(1)
	require.Equal(t, []int{1, 0, -1, 0}, r.Dice[0].Results)
	require.Equal(t, 2, r.Total)
	require.Equal(t, "astragal", r.Dice[0].Method)

	// A correction after the roll uses the faces' signs.
	h.mend(1, die("dF 2", -1))
	require.Equal(t, "Corrected at the table, too late for the rolldF: −, and not 04df + 2 stays 2 in Foundry, and what came of it stays too. Change by hand what should be another.", h.chat(1))

	// One die of four is rolled again until it is no minus. A blank that comes up then is a result too.
	h.roll("4dfrr<0")
	h.show(2, die("dF 1", -1), die("dF 2", 1), die("dF 3", 1), die("dF 4", 0))
	require.Equal(t, []string{"dF"}, shapes(h.asked(3, protocol.RequestWaiting)))
	h.show(3, die("dF 1", -1))
	h.show(4, die("dF 1", 0))
	r = h.done(2)
	require.Equal(t, []int{-1, 1, 1, 0, -1, 0}, r.Dice[0].Results)
	require.Equal(t, []int{1, 1, 0, 0}, r.Dice[0].Kept)
	require.Equal(t, 2, r.Total)

	// If it is typed, a die offers its three faces.
	h.roll("4df")
	h.show(5, die("dF 1", 1))
	h.sees(faces + ` === "+,…,…,…"`)
	h.press(`[data-do="type"]`)
	require.Equal(t, []string{"–", "−", "0", "+"}, inPage[[]string](h.page, `[...document.querySelector('select[data-die="1"]').options].map((o) => o.textContent)`))
	for i, face := range []string{"-1", "0", "1", "0"} {
		h.choose(fmt.Sprintf(`select[data-die="%d"]`, i), face)
	}
	h.press(`[data-do="use"]`)
	r = h.done(3)
	require.Equal(t, []int{-1, 0, 1, 0}, r.Dice[0].Results)
	require.Equal(t, "manual", r.Dice[0].Method)
}

// shapes are the shapes of a request's dice.
func shapes(v protocol.RequestView) []string {
	var out []string
	for _, d := range v.Dice {
		out = append(out, d.Shape)
	}
	return out
}

// Foundry says which dice are rolled again, once or until they show something else. The table is asked for one die
// each time.
func TestFoundrysDiceAreRolledAgainAtTheTable(t *testing.T) {
	h := atTable(t, typedTable(t))
	first := browsers(t)(h.table.address)
	h.roll("3d6rr1")
	h.show(1, die("d6 1", 1), die("d6 2", 4), die("d6 3", 1))
	again := h.asked(2, protocol.RequestWaiting)
	require.Equal(t, []string{"d6"}, shapes(again))
	require.Equal(t, "3d6rr1 (Thorin): one die again", again.For)
	first.sees(`document.querySelector(".asked-dice")?.textContent === "Roll d6" && document.querySelector(".asked-for").textContent === "for 3d6rr1 (Thorin): one die again"`)
	first.picture("foundry-again-table")
	h.show(2, die("d6 1", 1)) // for the first die
	h.show(3, die("d6 1", 6)) // for the third die
	h.show(4, die("d6 1", 1)) // for the first die, once more
	h.show(5, die("d6 1", 2))
	r := h.done(1)
	require.Equal(t, []int{1, 4, 1, 1, 6, 1, 2}, r.Dice[0].Results)
	require.Equal(t, []int{4, 6, 2}, r.Dice[0].Kept)
	require.Equal(t, 12, r.Total)
	require.Equal(t, "astragal", r.Dice[0].Method)

	// If dice are rolled again only once, the second result stays. Others then explode, and are kept or not.
	h.roll("3d6r1x6kh2")
	h.show(6, die("d6 1", 1), die("d6 2", 6), die("d6 3", 3))
	h.show(7, die("d6 1", 1))
	require.Contains(t, h.asked(8, protocol.RequestWaiting).For, "because one exploded")
	h.show(8, die("d6 1", 2))
	r = h.done(2)
	require.Equal(t, []int{1, 6, 3, 1, 2}, r.Dice[0].Results)
	require.Equal(t, []int{6, 3}, r.Dice[0].Kept)

	// A d100 that is rolled again is two dice again.
	h.roll("1d100rr<=5")
	h.show(9, die("d100 tens", 0), die("d100 ones", 4))
	h.asked(10, protocol.RequestWaiting)
	h.show(10, die("d100 tens", 9), die("d100 ones", 1))
	r = h.done(3)
	require.Equal(t, []int{4, 91}, r.Dice[0].Results)
	require.Equal(t, 91, r.Total)

	// Foundry already has a die that was rolled again. A correction of its first result is told, and nothing is
	// asked.
	h.roll("1d20rr1")
	h.show(11, die("d20 1", 1))
	h.asked(12, protocol.RequestWaiting)
	h.mend(11, die("d20 1", 11))
	require.Equal(t, "Corrected at the table, too late for the rolld20: 11, and not 11d20rr1 goes on with what it had. Change by hand what should be another.", h.chat(1))
	// Somebody types the rest. That holds for this roll alone, and the module says so.
	h.press(`[data-do="type"]`)
	h.choose(`input[data-die="0"]`, "1")
	h.press(`[data-do="use"]`)
	h.choose(`input[data-die="0"]`, "17")
	h.press(`[data-do="use"]`)
	require.Equal(t, 17, h.done(4).Total)
	h.asked(12, protocol.RequestCancelled)
	require.Equal(t, "Not rolled at the table1d20rr1d20: 1, typedd20: 17, typed", h.chat(2))
}

// If no table can be asked for a roll, Foundry rolls it, and the module says so.
func TestFoundryRollsWhatNoTableKnowsAndThatIsSaid(t *testing.T) {
	h := atTable(t, typedTable(t))
	inPage[bool](h.page, `(() => { CONFIG.Dice.fulfillment.defaultMethod = "astragal"; return true; })()`)
	h.roll("1d7 + 1d6")
	require.Equal(t, []protocol.RequestDie{{ID: "d6 1", Shape: "d6", How: "unread"}}, h.asked(1, protocol.RequestWaiting).Dice)
	h.show(1, die("d6 1", 4))
	require.Equal(t, 11, h.done(1).Total)
	require.Equal(t, "Not rolled at the table1d7 + 1d6d7: 7, rolled by Foundry", h.chat(1))
}

func TestACorrectionChangesARollThatFoundryHasNotWorkedOut(t *testing.T) {
	h := atTable(t, typedTable(t))
	// This happens while dice are still missing.
	h.roll("1d100 + 1d10")
	h.show(1, die("d100 tens", 7), die("d100 ones", 3))
	h.sees(`document.querySelector(".astragal-dice strong").textContent === "73"`)
	h.mend(1, die("d100 ones", 4))
	h.sees(`document.querySelector(".astragal-dice strong").textContent === "74"`)
	h.show(2, die("d10 1", 1))
	require.Equal(t, 75, h.done(1).Total)

	// This happens while another part of the roll explodes.
	h.roll("1d6x6 + 1d20")
	h.show(3, die("d6 1", 6), die("d20 1", 11))
	require.Equal(t, "1d6x6 + 1d20 (Thorin), 1d6x6: one more die, because one exploded", h.asked(4, protocol.RequestWaiting).For)
	h.mend(3, die("d20 1", 3))
	// One question tells the page of the correction and of the missing die. So the correction must be there first.
	h.show(4, die("d6 1", 2))
	r := h.done(2)
	require.Equal(t, 11, r.Total)
	require.Equal(t, []int{3}, r.Dice[1].Results)
	require.Empty(t, inPage[[]any](h.page, `seen.chat`))
}

func TestALateCorrectionIsToldAndRepeatsNothing(t *testing.T) {
	h := atTable(t, typedTable(t))
	h.roll("1d20 + 5")
	h.show(1, die("d20 1", 17))
	require.Equal(t, 22, h.done(1).Total)
	h.mend(1, die("d20 1", 7))
	require.Equal(t, "Corrected at the table, too late for the rolld20: 7, and not 171d20 + 5 stays 22 in Foundry, and what came of it stays too. Change by hand what should be another.", h.chat(1))
	h.mend(1, die("d20 1", 8))
	require.Contains(t, h.chat(2), "d20: 8, and not 7")
	h.page.picture("foundry-corrected")
	require.Equal(t, 1, inPage[int](h.page, `seen.totals.length`))
	require.Equal(t, []int{17}, inPage[[]int](h.page, `seen.totals[0].dice[0].results`))

	// Foundry already has a die that exploded, even while the roll goes on.
	h.roll("1d6x6")
	h.show(2, die("d6 1", 6))
	h.asked(3, protocol.RequestWaiting)
	h.mend(2, die("d6 1", 5))
	require.Contains(t, h.chat(3), "1d6x6 goes on with what it had")
	h.show(3, die("d6 1", 2))
	require.Equal(t, 8, h.done(2).Total)
}

func TestARollIsTakenBackFromEitherSide(t *testing.T) {
	h := atTable(t, typedTable(t))
	h.roll("1d20")
	h.asked(1, protocol.RequestWaiting)
	// If a person closes the window, the module asks what becomes of the roll.
	h.press(".application .close")
	h.sees(`document.querySelector(".astragal-alarm").textContent.startsWith("This roll still waits")`)
	h.press(`[data-do="wait"]`)
	h.sees(`document.querySelector(".astragal-alarm").hidden`)
	h.press(".application .close")
	h.press(`[data-do="back"]`)
	h.asked(1, protocol.RequestCancelled)
	require.Nil(t, h.table.view().Play, "the table waits for nothing")
	h.sees(`seen.failed.join() === "1d20 was taken back. Nothing was rolled." && !document.querySelector(".application")`)

	// Somebody at the table refuses the request. If Foundry asks again, that is another request.
	h.roll("1d20")
	h.asked(2, protocol.RequestWaiting)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, h.table.address+"api/requests/2", nil)
	require.NoError(t, err)
	r, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	h.sees(`document.querySelector(".astragal-alarm").textContent.startsWith("Somebody at the table chose")`)
	h.page.picture("foundry-refused")
	h.press(`[data-do="wait"]`)
	h.show(3, die("d20 1", 12))
	require.Equal(t, 12, h.done(1).Total)

	// If the browser keeps a page and shows it again, the page asks again.
	h.roll("1d20")
	h.asked(4, protocol.RequestWaiting)
	inPage[bool](h.page, `dispatchEvent(new PageTransitionEvent("pagehide", {persisted: true}))`)
	h.asked(4, protocol.RequestCancelled)
	inPage[bool](h.page, `dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))`)
	h.show(5, die("d20 1", 11))
	require.Equal(t, 11, h.done(2).Total)
	require.Empty(t, inPage[[]any](h.page, `seen.chat`), "all of it came from the table")

	// If a page goes away, its requests are cancelled, even one whose answer the page never got.
	h.roll("45d4")
	h.asked(7, protocol.RequestQueued)
	inPage[bool](h.page, `(() => {
		const asks = fetch;
		fetch = async (at, about) => {
			const answer = await asks(at, about);
			return about.method === "POST" ? new Promise(() => {}) : answer;
		};
		void roll("1d6");
		return true;
	})()`)
	h.asked(8, protocol.RequestQueued)
	before := inPage[string](h.page, `(() => { const at = location.href; location.href = "about:blank"; return at; })()`)
	for n := range 3 {
		h.asked(6+n, protocol.RequestCancelled)
	}
	inPage[bool](h.page, fmt.Sprintf(`(() => { location.href = %q; return true; })()`, before))
	h.sees(`document.documentElement.dataset.ready === "yes"`)
}

func TestIfNothingComesSomebodyChooses(t *testing.T) {
	h := atTable(t, typedTable(t))
	h.says("patience", "1")
	h.roll("2d20kh")
	h.asked(1, protocol.RequestWaiting)
	h.sees(`document.querySelector(".astragal-alarm").textContent.startsWith("Nothing has come from the table for 1 s.") && seen.notes.some((n) => n.startsWith("warn: Nothing has come"))`)
	h.page.picture("foundry-late")
	h.press(`[data-do="program"]`)
	r := h.done(1)
	require.Equal(t, []int{20, 20}, r.Dice[0].Results)
	require.Equal(t, "mersenne", r.Dice[0].Method)
	h.asked(1, protocol.RequestCancelled)
	require.Equal(t, "Not rolled at the table2d20khd20: 20, rolled by Foundryd20: 20, rolled by Foundry", h.chat(1))

	// What the table is sure of stays, and what is missing is typed. Only numbers that the die has are taken.
	h.says("patience", "0")
	h.roll("1d100 + 2d10")
	h.show(2, die("d100 tens", 1), die("d100 ones", 1))
	h.sees(`document.querySelector(".astragal-dice strong")?.textContent === "11"`)
	h.press(`[data-do="type"]`)
	h.choose(`input[data-die="1"]`, "4")
	h.choose(`input[data-die="2"]`, "11")
	h.press(`[data-do="use"]`)
	h.sees(`document.querySelector(".astragal-status").textContent === "Type what each die shows: a d10 shows a whole number from 1 to 10."`)
	h.page.picture("foundry-types")
	h.choose(`input[data-die="2"]`, "10")
	h.press(`[data-do="use"]`)
	r = h.done(2)
	require.Equal(t, 25, r.Total)
	require.Equal(t, "astragal", r.Dice[0].Method)
	require.Equal(t, "manual", r.Dice[1].Method)
	h.asked(3, protocol.RequestCancelled)
	require.Equal(t, "Not rolled at the table1d100 + 2d10d10: 4, typedd10: 10, typed", h.chat(2))

	// If the user may type nothing in Foundry, typing isn't offered.
	inPage[bool](h.page, `globalThis.noTyping = true`)
	h.roll("1d20")
	h.asked(4, protocol.RequestWaiting)
	h.sees(`!!document.querySelector('[data-do="program"]')`)
	require.False(t, inPage[bool](h.page, `!!document.querySelector('[data-do="type"]')`))
	h.show(4, die("d20 1", 1))
	h.done(3)
}

// If Foundry is set so that some dice are typed, they are typed in the same window, beside those of the table.
func TestTypedDiceStandBesideThoseOfTheTable(t *testing.T) {
	h := atTable(t, typedTable(t))
	inPage[bool](h.page, `(() => { game.settings.get("core", "diceConfiguration").d6 = "manual"; return true; })()`)
	h.roll("1d20 + 1d6")
	require.Len(t, h.asked(1, protocol.RequestWaiting).Dice, 1)
	h.choose(`input[data-die="1"]`, "5")
	h.press(`[data-do="use"]`)
	h.show(1, die("d20 1", 9))
	r := h.done(1)
	require.Equal(t, 14, r.Total)
	require.Equal(t, "manual", r.Dice[1].Method)
	require.Empty(t, inPage[[]any](h.page, `seen.chat`), "that is as it is set")
}

func TestATableThatWasLostGoesOnWhenItIsBack(t *testing.T) {
	dir, nothing := t.TempDir(), t.TempDir()
	table := keepTable(t, dir, "--source", nothing)
	address := strings.TrimSuffix(strings.TrimPrefix(table.address, "http://"), "/")
	h := atTable(t, table)
	lost := func() {
		t.Helper()
		require.NoError(t, h.table.cmd.Process.Signal(syscall.SIGKILL))
		_ = h.table.cmd.Wait()
		h.sees(`document.querySelector(".astragal-alarm")?.textContent.startsWith("Nothing answers at http://` + address + `")`)
	}
	h.roll("1d20")
	h.asked(1, protocol.RequestWaiting)
	lost()
	h.press(`[data-do="wait"]`)
	h.sees(`document.querySelector(".astragal-alarm").hidden && document.querySelector(".astragal-status").textContent === "The table is asked again and again."`)
	h.table = keepTableAt(t, dir, address, "--source", nothing)
	h.sees(`document.querySelector(".astragal-status").textContent === "Ann: roll d20 at the table."`)
	h.show(1, die("d20 1", 13))
	require.Equal(t, 13, h.done(1).Total)

	// If the user doesn't wait, Foundry rolls. When the table is back, it needn't wait for these dice.
	h.roll("1d20")
	h.asked(2, protocol.RequestWaiting)
	lost()
	h.press(`[data-do="program"]`)
	require.Equal(t, 20, h.done(2).Total)
	h.table = keepTableAt(t, dir, address, "--source", nothing)
	h.asked(2, protocol.RequestCancelled)

	// If a roll begins while the table is away, it is asked for when the table is back.
	require.NoError(t, h.table.cmd.Process.Signal(syscall.SIGKILL))
	_ = h.table.cmd.Wait()
	h.roll("1d20")
	h.sees(`document.querySelector(".astragal-alarm")?.textContent.startsWith("Nothing answers")`)
	h.table = keepTableAt(t, dir, address, "--source", nothing)
	h.show(3, die("d20 1", 2))
	require.Equal(t, 2, h.done(3).Total)
}

// The table got the request, but its answer was lost. If the user lets Foundry roll, the request is cancelled all the
// same.
func TestARequestWhoseAnswerWasLostIsTakenBack(t *testing.T) {
	h := atTable(t, keepTable(t, t.TempDir(), "--source", t.TempDir()))
	inPage[bool](h.page, `(() => {
		const through = globalThis.fetch;
		globalThis.fetch = async (to, more) => {
			const answer = await through(to, more);
			if (more?.method === "POST") throw new TypeError("the answer is lost");
			return answer;
		};
		return true;
	})()`)
	h.roll("1d20")
	h.asked(1, protocol.RequestWaiting)
	h.press(`[data-do="program"]`)
	require.Equal(t, 20, h.done(1).Total)
	h.asked(1, protocol.RequestCancelled)
}

// If Foundry's page can't ask, the module says why and how to mend it.
func TestFoundrySaysWhyTheTableCannotBeAsked(t *testing.T) {
	table := keepTable(t, t.TempDir(), "--source", t.TempDir(), "--local", "ask")
	server := foundryOf(t, table)
	h := &host{browsers(t)(server.URL), table, server.URL}
	h.sees(`document.documentElement.dataset.ready === "yes"`)
	address := strings.TrimSuffix(table.address, "/")
	require.Equal(t, address, inPage[string](h.page, `game.settings.get("astragal", "address")`), "the module asks the table that it was installed from")
	tried := func(says string) {
		t.Helper()
		h.press("#open-try")
		q, err := json.Marshal(says)
		require.NoError(t, err)
		h.sees(fmt.Sprintf(`document.querySelector(".astragal [role=status]")?.dataset.state !== "trying" && document.querySelector(".astragal [role=status]")?.textContent.includes(%s)`, q))
		h.press(".application .close")
	}
	tried("lets this page (" + server.URL + ") ask for no rolls")

	// The key in the code opens the table for this test. The module gets a key that serves only for asking.
	key := regexp.MustCompile(`/join#(\S+)`).FindStringSubmatch(table.said + table.rest.String())
	require.NotEmpty(t, key, table.said)
	var v protocol.AskersView
	for _, send := range [][2]string{{http.MethodGet, ""}, {http.MethodPost, `{"allow": "` + server.URL + `"}`}} {
		req, err := http.NewRequestWithContext(t.Context(), send[0], table.address+"api/askers", strings.NewReader(send[1]))
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+key[1])
		r, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, r.StatusCode)
		require.NoError(t, json.NewDecoder(r.Body).Decode(&v))
		require.NoError(t, r.Body.Close())
	}
	tried("wants its key")
	h.says("key", `"ask.wrong"`)
	tried("doesn't take this key")

	// The roll itself says the same, and goes on by itself once the key is right.
	h.roll("1d20")
	h.sees(`document.querySelector(".astragal-alarm")?.textContent.includes("doesn't take this key")`)
	h.press(`[data-do="back"]`)
	h.says("key", fmt.Sprintf("%q", v.Key))
	tried("takes this page's rolls")
	require.Empty(t, requestsOf(t, table, v.Key), "trying rolls nothing")

	h.says("address", `""`)
	tried("No address of a table is set")
	h.says("address", `"http://no address"`)
	tried("is no address")
	h.says("address", fmt.Sprintf("%q", server.URL))
	tried("is no Astragal table (status 404)")
	require.NoError(t, table.cmd.Process.Signal(syscall.SIGKILL))
	_ = table.cmd.Wait()
	h.says("address", fmt.Sprintf("%q", address))
	tried("Nothing answers at " + address)
	require.Empty(t, inPage[[]string](h.page, `seen.words`))
}

// A Foundry that was loaded by https from the internet asks a table in the local network by http, if the browser's
// owner allows that. A switch makes Chromium believe that one address is on the internet and the other in the local
// network.
func TestFoundryFromElsewhereReachesATableOfTheNetwork(t *testing.T) {
	table := keepTable(t, t.TempDir(), "--source", t.TempDir(), "--hosts", "dice.test")
	plain := foundryOf(t, table)
	secure := httptest.NewTLSServer(plain.Config.Handler)
	t.Cleanup(secure.Close)
	port := func(address string) string { return regexp.MustCompile(`:\d+`).FindString(address[6:]) }
	pages := []string{"https://vtt.test" + port(secure.URL), "http://vtt.test" + port(plain.URL)}
	for _, origin := range pages {
		r, err := http.Post(table.address+"api/askers", "application/json", strings.NewReader(`{"allow": "`+origin+`"}`))
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
	}
	chromiumPath, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	spaces := "127.0.0.1" + port(secure.URL) + "=public,127.0.0.1" + port(plain.URL) + "=public,127.0.0.1" + port(table.address) + "=local"
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromiumPath), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, tabletest.Lean, chromedp.WSURLReadTimeout(hang),
		chromedp.Flag("ignore-certificate-errors", true), chromedp.Flag("host-resolver-rules", "MAP *.test 127.0.0.1"), chromedp.Flag("ip-address-space-overrides", spaces))...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(alloc)
	t.Cleanup(end)
	require.NoError(t, chromedp.Do(ctx))
	h := &host{page: &page{t: t, ctx: ctx}, table: table}
	tried := func(says string) {
		t.Helper()
		h.press("#open-try")
		h.sees(fmt.Sprintf(`document.querySelector(".astragal [role=status]")?.dataset.state !== "trying" && document.querySelector(".astragal [role=status]")?.textContent.includes(%q)`, says))
		h.press(".application .close")
	}
	for _, origin := range pages {
		h.page.do(chromedp.Navigate(origin))
		h.sees(`document.documentElement.dataset.ready === "yes"`)
		h.says("address", fmt.Sprintf("%q", "http://dice.test"+port(table.address)))
		if strings.HasPrefix(origin, "http:") {
			tried("until Foundry comes by https")
			continue
		}
		for _, may := range []string{"denied", "granted"} {
			for _, name := range []string{"local-network-access", "local-network"} {
				_, err := chromedp.Call(ctx, chromium.SetPermission, chromium.SetPermissionParams{Permission: &chromium.PermissionDescriptor{Name: name}, Setting: chromium.PermissionSetting(may), Origin: origin})
				require.NoError(t, err)
			}
			tried(map[string]string{"denied": "This browser was told not to let " + origin, "granted": "takes this page's rolls"}[may])
		}
		h.roll("1d20")
		h.show(1, die("d20 1", 6))
		require.Equal(t, 6, h.done(1).Total)
	}
	require.Empty(t, inPage[[]string](h.page, `seen.words`))
}

// requestsOf is what a table says of its first request. It is empty if there is none.
func requestsOf(t *testing.T, table *openTable, key string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, table.address+"api/requests/1", nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+key)
	r, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	if r.StatusCode == http.StatusNotFound {
		return ""
	}
	return string(raw)
}

// The whole way: a roll in Foundry, dice thrown on the virtual table, read by the eye.
func TestFoundrysDiceAreThrownAndRead(t *testing.T) {
	table := keepTable(t, t.TempDir(), "--source", "virtual:5")
	table.hasLooked()
	h := atTable(t, table)
	h.roll("2d6 + 1d8")
	h.asked(1, protocol.RequestWaiting)
	require.Equal(t, "done", table.act(protocol.Act{Do: protocol.DoThrow}).Type)
	table.sayWhatIsUnsure(1)
	r := h.done(1)
	require.Equal(t, *table.request(1).Total, r.Total)

	// Fate dice work too, although nobody taught them. A die that is rolled again lies alone on the tray.
	h.roll("4df")
	h.asked(2, protocol.RequestWaiting)
	require.Equal(t, "done", table.act(protocol.Act{Do: protocol.DoThrow}).Type)
	table.sayWhatIsUnsure(2)
	r = h.done(2)
	require.Equal(t, *table.request(2).Total, r.Total)
	h.page.picture("foundry-fate-read")
	h.roll("1d6r<=6")
	for n := 3; n <= 4; n++ {
		h.asked(n, protocol.RequestWaiting)
		table.mustAct(func() protocol.Act { return protocol.Act{Do: protocol.DoThrow} })
		table.sayWhatIsUnsure(n)
	}
	r = h.done(3)
	require.Equal(t, []int{*table.request(4).Total}, r.Dice[0].Kept)
}
