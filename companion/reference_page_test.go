package companion_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/engine"
)

// told is an expression that is true once the reference shows a rule with these words.
func toldOf(rule, words string) string {
	return fmt.Sprintf(`document.querySelector("dialog[open] [data-told=" + CSS.escape(%s) + "]")?.textContent.includes(%s)`, quote(rule), quote(words))
}

// escape closes the reference as a keyboard does.
func (b *tab) escape() {
	b.t.Helper()
	b.run(chromedp.KeyEvent("\x1b"))
	b.sees(`!document.querySelector("dialog[open], dialog.reference")`) // closed, and taken off the page: what opens it next comes after
}

func TestReferenceIsLookedUp(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	setup, err := json.Marshal(map[string]any{"position": []string{
		"home of Ann: flatland_city at 6", "home of Ben: flatland_tower at 3", "frontier: swampland_temple at 1",
		"Ann at frontier: dryad=eldar_dryad, oak=oak", "Ann at home of Ann: o1=oakling", "Ben at frontier: gar=guardian", "phase: first-march"}})
	require.NoError(t, err)
	id, err := tb.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "3.04a", Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: setup})
	require.NoError(t, err)
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.asked("declare")

	// A step: the phase on the board, and the rule that asks.
	page.click(".track [data-rule='step/first-march']")
	page.sees(toldOf("step/first-march", "One army marches"))
	page.sees(`document.querySelector("dialog[open] .cite").textContent.includes("Dragon Dice Rules 3.04a, Army Phase")`)
	page.picture("reference-step")
	page.escape()
	page.sees(`document.activeElement?.dataset.rule === "step/first-march"`)
	page.click("[data-option='ann@frontier']")
	page.sees(`!!document.querySelector("[data-option='no']") && ` + ready)
	page.click("[data-option='no']")
	page.sees(`!!document.querySelector("[data-option='magic']") && ` + ready)
	page.click(".with-look [data-rule='step/magic']")
	page.sees(toldOf("step/magic", "buys spells"))
	page.click("[data-do='close-reference']")
	page.sees(`!document.querySelector("dialog[open]")`)
	page.click("[data-option='magic']")

	// An icon: those on the dice that are rolled.
	page.asked("roll")
	page.click("[data-die='dryad'] .looks [data-rule='sai/cantrip']")
	page.sees(toldOf("sai/cantrip", "casts spells at once") + ` && document.querySelector("dialog[open]").textContent.includes("pages 22–24")`)
	page.picture("reference-icon")
	page.escape()
	tap := func(die, icon string) {
		page.js(fmt.Sprintf(`[...document.querySelectorAll("[data-die='%s'] .faces button")].find((b) => b.getAttribute("aria-label") === %s).click()`, die, quote(icon)))
	}
	tap("dryad", "4 cantrip")
	tap("oak", "2 melee")
	page.click("[data-do='hand']")

	// A spell: beside its name where it is bought, with its color, cost and page.
	page.sees(`!!document.querySelector("[data-option='stoneskin']") && ` + ready)
	page.click(".with-look [data-rule='spell/stoneskin']")
	page.sees(toldOf("spell/stoneskin", "Adds one save") + ` && document.querySelector("dialog[open]").textContent.includes("gold · costs 2")`)
	page.picture("reference-spell")
	page.phone()
	over := value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	wide := value[float64](page, `document.querySelector("dialog[open]").getBoundingClientRect().right - window.innerWidth`)
	require.LessOrEqual(t, wide, 0.0, "the reference is wider than the phone")
	page.picture("reference-phone")
	page.escape()

	// A line of a sum: the rule that it cites.
	page.click(".sheet-facts .lines [data-rule='sai/cantrip']")
	page.sees(toldOf("sai/cantrip", "each die for itself"))

	// All of them, found by a word.
	page.click("[data-do='all-rules']")
	page.choose("#find-rule", "plague")
	page.click(".rule-list [data-rule='sai/plague']")
	page.sees(toldOf("sai/plague", "until one saves"))
	page.escape()

	// What the book leaves open is said.
	page.click("#all-rules")
	page.choose("#find-rule", "coil")
	page.click(".rule-list [data-rule='sai/coil']")
	page.sees(`document.querySelector("dialog[open] .word").textContent.includes("may save against the melee")`)
	page.picture("reference-open")
}

func TestReferenceNamesTheEditionsThatThereAre(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	for _, e := range rulebook.Editions() {
		v, err := rulebook.Reference(e.ID)
		require.NoError(t, err)
		require.Equal(t, e.Book, v.Book)
		require.NotEmpty(t, v.Rules)
	}
	r, err := http.Get("http://" + tb.address + "/api/editions/5.0/rules")
	require.NoError(t, err)
	defer r.Body.Close()
	require.NotEqual(t, http.StatusOK, r.StatusCode)
	var said struct {
		Error string `json:"error"`
	}
	require.NoError(t, json.NewDecoder(r.Body).Decode(&said))
	require.Contains(t, said.Error, "5.0")
}
