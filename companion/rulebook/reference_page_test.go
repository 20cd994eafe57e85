package rulebook_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// told is an expression that is true once the reference shows a rule with these words.
func toldOf(rule, words string) string {
	return fmt.Sprintf(`document.querySelector("dialog[open] [data-told=" + CSS.escape(%s) + "]")?.textContent.includes(%s)`, tabletest.Quote(rule), tabletest.Quote(words))
}

func TestReferenceIsLookedUp(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	setup, err := json.Marshal(map[string]any{"position": []string{
		"home of Ann: flatland_city at 6", "home of Ben: flatland_tower at 3", "frontier: swampland_temple at 1",
		"Ann at frontier: dryad=eldar_dryad, oak=oak", "Ann at home of Ann: o1=oakling", "Ben at frontier: gar=guardian", "phase: first-march"}})
	require.NoError(t, err)
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "3.04a", Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: setup})
	require.NoError(t, err)
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Asked("declare")

	// A step opens from the phase on the board, and from the rule that asks.
	page.Click(".track [data-rule='step/first-march']")
	page.Sees(toldOf("step/first-march", "One army marches"))
	page.Sees(`document.querySelector("dialog[open] .cite").textContent.includes("Dragon Dice Rules 3.04a, Army Phase")`)
	page.Picture("reference-step")
	page.Escape()
	page.Sees(`document.activeElement?.dataset.rule === "step/first-march"`)
	page.Click("[data-option='ann@frontier']")
	page.Sees(`!!document.querySelector("[data-option='no']") && ` + tabletest.Ready)
	page.Click("[data-option='no']")
	page.Sees(`!!document.querySelector("[data-option='magic']") && ` + tabletest.Ready)
	page.Click(".with-look [data-rule='step/magic']")
	page.Sees(toldOf("step/magic", "buys spells"))
	page.Click("[data-do='close-reference']")
	page.Sees(`!document.querySelector("dialog[open]")`)
	page.Click("[data-option='magic']")

	// An icon opens from the dice that are rolled.
	page.Asked("roll")
	page.Click("[data-die='dryad'] .looks [data-rule='sai/cantrip']")
	page.Sees(toldOf("sai/cantrip", "casts spells at once") + ` && document.querySelector("dialog[open]").textContent.includes("pages 22–24")`)
	page.Picture("reference-icon")
	page.Escape()
	tap := func(die, icon string) {
		page.JS(fmt.Sprintf(`[...document.querySelectorAll("[data-die='%s'] .faces button")].find((b) => b.getAttribute("aria-label") === %s).click()`, die, tabletest.Quote(icon)))
	}
	tap("dryad", "4 cantrip")
	tap("oak", "2 melee")
	page.Click("[data-do='hand']")

	// A spell opens from its name where it is bought. It shows its color, cost and page.
	page.Sees(`!!document.querySelector("[data-option='stoneskin']") && ` + tabletest.Ready)
	page.Click(".with-look [data-rule='spell/stoneskin']")
	page.Sees(toldOf("spell/stoneskin", "Adds one save") + ` && document.querySelector("dialog[open]").textContent.includes("gold · costs 2")`)
	page.Picture("reference-spell")
	page.Phone()
	over := tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`)
	require.LessOrEqual(t, over, 0.0, "the page scrolls sideways")
	wide := tabletest.Value[float64](page, `document.querySelector("dialog[open]").getBoundingClientRect().right - window.innerWidth`)
	require.LessOrEqual(t, wide, 0.0, "the reference is wider than the phone")
	page.Picture("reference-phone")
	page.Escape()

	// A line of a sum opens the rule that it cites.
	page.Click(".sheet-facts .lines [data-rule='sai/cantrip']")
	page.Sees(toldOf("sai/cantrip", "each die for itself"))

	// A word finds rules among all of them.
	page.Click("[data-do='all-rules']")
	page.Choose("#find-rule", "plague")
	page.Click(".rule-list [data-rule='sai/plague']")
	page.Sees(toldOf("sai/plague", "until one saves"))
	page.Escape()

	// The page says what the book leaves open.
	page.Click("#all-rules")
	page.Choose("#find-rule", "coil")
	page.Click(".rule-list [data-rule='sai/coil']")
	page.Sees(`document.querySelector("dialog[open] .word").textContent.includes("may save against the melee")`)
	page.Picture("reference-open")
}

func TestReferenceNamesTheEditionsThatThereAre(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	for _, e := range rulebook.Editions() {
		v, err := rulebook.Reference(e.ID)
		require.NoError(t, err)
		require.Equal(t, e.Book, v.Book)
		require.NotEmpty(t, v.Rules)
	}
	r, err := http.Get("http://" + tb.Address + "/api/editions/5.0/rules")
	require.NoError(t, err)
	defer r.Body.Close()
	require.NotEqual(t, http.StatusOK, r.StatusCode)
	var said struct {
		Error string `json:"error"`
	}
	require.NoError(t, json.NewDecoder(r.Body).Decode(&said))
	require.Contains(t, said.Error, "5.0")
}
