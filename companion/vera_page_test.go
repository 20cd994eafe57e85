package companion_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// takeFile gives a file to a field that takes one.
func (b *tab) takeFile(selector, text string) {
	b.t.Helper()
	b.js(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%s], "a.json")); const e = document.querySelector(%s); e.files = d.files; e.dispatchEvent(new Event("change", {bubbles: true})); })()`, quote(text), quote(selector)))
}

func (b *tab) sideways() {
	b.t.Helper()
	require.LessOrEqual(b.t, value[float64](b, `document.documentElement.scrollWidth - window.innerWidth`), 0.0, "the page scrolls sideways")
}

// A unit and a general are typed in card by card; what makes no sense is said at once; the cards are
// kept, changed, carried as the documented file, and played with.
func TestCardsAreTypedInKeptCarriedAndPlayed(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/cards")
	page.click("#new-faction")
	page.choose("#faction-name", "My Harbour")
	page.sees(`document.querySelector("#faction-check")?.textContent.includes("0 basic units, there must be 9")`)
	page.click("#add-unit")
	page.choose("[data-field='name']", "Oars")
	page.choose("[data-field='copies']", "9")
	page.click("[data-add-die='yellow']")
	page.click("[data-add-die='blue']")
	page.click("[data-own-die='0']") // the white one that a new card begins with
	page.choose("[data-shield='purple']", "X")
	page.click("[data-ability='bravery']")
	page.sees(`document.querySelector("[data-ability='bravery']")?.checked`)
	page.click("[data-ability='cowardice']")
	page.sees(`document.querySelector("#faction-check")?.textContent.includes("Bravery and Cowardice contradict")`)
	page.click("[data-ability='cowardice']")
	page.click("#add-unit")
	page.choose("[data-field='name']", "Sails")
	page.choose("[data-field='rank']", "elite")
	page.choose("[data-field='copies']", "6")
	page.choose("[data-field='life']", "7")
	page.click("#add-unit")
	page.choose("[data-field='name']", "Masts")
	page.choose("[data-field='rank']", "legendary")
	page.choose("[data-field='copies']", "2")
	page.click("#add-general")
	page.choose("[data-field='general-name']", "Nell")
	page.choose("[data-field='strategy']", "star")
	page.sees(`document.querySelector("#faction-check")?.textContent.includes("it does nothing")`)
	page.choose("[data-strategy='dice']", "2")
	page.shows("#faction-check", "These cards can be played.")
	page.picture("cards")
	page.click("#keep-faction")
	page.sees(`document.querySelector("[data-faction='1'] strong")?.textContent === "My Harbour"`)

	list, err := veradiscordia.ParseFactions(tb.session.Games().Armies()[0].Force)
	require.NoError(t, err)
	require.Equal(t, []veradiscordia.Color{veradiscordia.Yellow, veradiscordia.Blue}, list[0].Units[0].Dice)
	require.Equal(t, veradiscordia.Immune, list[0].Units[0].Shields.Purple)
	require.Equal(t, []veradiscordia.Ability{veradiscordia.Bravery}, list[0].Units[0].Abilities)
	require.Equal(t, 7, list[0].Units[1].Life)
	require.Equal(t, 2, list[0].Generals[0].Strategy.Dice)
	require.False(t, list[0].MadeUp)

	page.click("[data-faction='1'] [data-do='edit']")
	page.choose("#faction-name", "Our Harbour")
	page.click("#keep-faction")
	page.sees(`document.querySelector("[data-faction='1'] strong")?.textContent === "Our Harbour"`)
	page.takeFile("#import-cards", `[{"name": "Half", "units": []}]`)
	page.sees(`document.querySelector(".toast")?.textContent.includes("0 basic units")`)
	other := list[0]
	other.Name = "Carried"
	other.Generals[0].Name = "Ned"
	raw, err := json.Marshal([]veradiscordia.Faction{other})
	require.NoError(t, err)
	page.takeFile("#import-cards", string(raw))
	page.sees(`document.querySelector("[data-faction='2'] strong")?.textContent === "Carried"`)
	require.Len(t, tb.session.Games().Armies(), 2, "a file that makes no sense was taken in")
	page.phone()
	page.sideways()

	// Both are chosen for a game, and the made-up pair is left out.
	page.run(chromedp.Navigate("http://" + tb.address + "/games"))
	page.click("#new-game")
	page.choose("#rulebook", "vera-discordia")
	page.choose("[data-player='1']", "Ann")
	page.choose("[data-player='2']", "Ben")
	for _, name := range []string{"Our Harbour", "Carried", "Brass Harbour", "Hollow Wood"} {
		page.click(fmt.Sprintf("[data-plays='%s']", name))
	}
	page.sideways()
	page.click("#begin-game")
	page.sees(`location.pathname === "/games/1" && document.querySelectorAll("[data-option]").length === 2`)
	page.sees(`["Nell", "Ned"].every((n) => document.querySelector(".card.now")?.textContent.includes(n))`)
}

// Every option of the rulebook is a switch of the form.
func TestEveryOptionIsASwitch(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	page := open(t, "http://"+tb.address+"/games")
	page.click("#new-game")
	page.choose("#rulebook", "vera-discordia")
	page.choose("[data-player='1']", "Ann")
	page.choose("[data-player='2']", "Ben")
	for _, key := range []string{"two_copies", "hurry_up", "no_flying_attacks", "no_terrain", "no_legendary"} {
		page.click(fmt.Sprintf("[data-set='%s']", key))
	}
	page.choose("#generals", "championship")
	page.choose("[data-noted='2']", "Old Marrow")
	page.choose("[data-dice='yellow']", "black")
	page.choose("[data-ruling='vera.ruling.riposte']", "must")
	page.picture("vera-form")
	page.click("#begin-game")
	page.sees(`location.pathname === "/games/1"`)
	settings := func(id int) veradiscordia.Settings {
		log, _, err := tb.session.Games().File(id)
		require.NoError(t, err)
		s, err := veradiscordia.ParseSettings(log[0].Header.Settings)
		require.NoError(t, err)
		require.Len(t, s.Cards, 2, "a game holds its cards")
		s.Cards = nil
		return s
	}
	require.Equal(t, veradiscordia.Settings{TwoCopies: true, HurryUp: true, NoFlyingAttacks: true, NoTerrain: true, NoLegendary: true,
		Championship: []string{"Orla Brask", "Old Marrow"}, Dice: map[veradiscordia.Color]string{"yellow": "black"}, Rulings: map[string]string{"riposte": "must"}}, settings(1))

	page.run(chromedp.Navigate("http://" + tb.address + "/games"))
	page.click("#new-game")
	page.choose("#rulebook", "vera-discordia")
	page.choose("[data-player='1']", "Ann")
	page.choose("[data-player='2']", "Ben")
	page.choose("#generals", "competitive")
	page.click("[data-set='dice_by_type']")
	page.click("[data-set='no_generals']") // there is none to choose then
	page.sees(`!document.querySelector("#generals")`)
	page.click("[data-set='no_generals']")
	page.choose("#generals", "competitive")
	page.click("#begin-game")
	page.sees(`location.pathname === "/games/2"`)
	require.Equal(t, veradiscordia.Settings{Competitive: true, DiceByType: true}, settings(2))
}

// The battlefield says what is known, what a unit could attack and why, and fits on a phone.
func TestTheBattlefieldIsShown(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	id := tb.beginVera(`{"terrain": ["river", "plains", "mountain", "forest"],
		"first": {"faction": "Brass Harbour", "general": "Orla Brask", "motivation": 7, "vanguard": ["Bell Guard, general, attack", "Sky Lancers, attack", "Pikes, support up, lp 3", "-"], "rearguard": ["Powder Crew, order", "-", "?, order", "-"]},
		"second": {"faction": "Hollow Wood", "motivation": 6, "vanguard": ["Boar Riders, order", "Poachers", "-", "Bramble Folk, holds"], "rearguard": ["?, order", "Reed Archers, lp 2", "-", "-"]}}`)
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.sees(`document.querySelectorAll("[data-unit]").length === 10 && document.querySelectorAll(".vera-unit.opening").length === 6`)
	page.sees(`document.querySelector("[data-unit='2.r1']").textContent.includes("face down") && document.querySelector("[data-unit='2.v4']").textContent.includes("holds the terrain")`)
	page.sees(`document.querySelector("[data-vera-side='2'] .vera-will").getAttribute("aria-label") === "Motivation 6 of 10"`)
	page.sees(`document.querySelector("[data-unit='1.v3']").getAttribute("aria-label") === "Pikes, vanguard 3, 3 of 6 life points, 3 white, support, face up"`)
	page.click("[data-unit='1.v1']")
	page.sees(`document.querySelector(".vera-detail")?.textContent.includes("Direct on Boar Riders (vanguard 1)")`)
	page.sees(`document.querySelector(".vera-attack").textContent.includes("in the column’s River") || document.querySelector(".vera-attack").textContent.includes("in the column's River")`)
	page.sees(`document.querySelector("[data-unit='2.v1']").classList.contains("target") && !document.querySelector("[data-unit='2.v2']").classList.contains("target")`)
	page.picture("battlefield")
	page.phone()
	page.sideways()
	page.picture("battlefield-phone")
}

// Of two decimated units the page says that one has a die less, and that Endurance keeps the other's.
func TestEnduranceKeepsTheDieOnThePage(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	id := tb.beginVera(`{"first": {"faction": "Brass Harbour", "vanguard": ["Iron Ox, lp 2, attack", "Pikes, lp 2", "-", "-"]},
		"second": {"faction": "Hollow Wood", "vanguard": ["Poachers", "Poachers, attack", "-", "-"]}}`)
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.click("[data-unit='1.v1']")
	page.sees(`document.querySelector(".bubble .vera-detail dl")?.textContent.includes("2 of 8, decimated: Endurance keeps its die")`)
	page.sees(`!document.querySelector(".bubble .vera-detail").textContent.includes("one die less")`)
	page.run(chromedp.KeyEvent(kb.Escape))
	page.sees(`!document.querySelector(".bubble .vera-detail")`)
	page.click("[data-unit='1.v2']")
	page.sees(`document.querySelector(".bubble .vera-detail dl")?.textContent.includes("2 of 6, decimated: one die less")`)
	page.sees(`!document.querySelector(".bubble .vera-detail").textContent.includes("Endurance")`)
}

// Plain dice in colours are shown with their colours and tapped; the hits stand beside the shields.
func TestAColouredRollIsTypedOnThePage(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	id := tb.beginVera(rainbow)
	tb.do(tb.show(id))
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.asked("roll")
	page.sees(`document.querySelector("[data-die='yellow1']")?.textContent.includes("yellow 1") && document.querySelector("[data-die='yellow1'] .swatch rect").getAttribute("fill") === "#120f12"`)
	page.picture("coloured-roll")
	for die, face := range map[string]int{"white1": 2, "white2": 1, "blue1": 3, "purple1": 3, "red1": 5, "yellow1": 4} {
		page.click(fmt.Sprintf("[data-die='%s'] [data-face='%d']", die, face))
	}
	page.click("[data-do='hand']")
	page.sees(`document.querySelector(".vera-last strong")?.textContent === "3 hits"`)
	page.sees(`document.querySelector(".vera-last table").textContent.includes("yellow (black)")`)
}

// Orders are drawn and laid by hand: that is a step of its own. What a terrain, an ability or an order does is
// looked up where it stands.
func TestVeraDiscordiaIsLookedUpAndDrawnByHand(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	id, err := tb.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(6, 6))
	drawn := func() bool {
		v, _ := gameOf(t, tb.session, id, 0)
		return slices.ContainsFunc(v.Play.Trail, func(f engine.Fact) bool { return f.Rule == "vera.phase.drawing" })
	}
	for !drawn() {
		require.True(t, step(t, tb.session, id, chance), "it ended before orders were drawn")
	}
	page := open(t, fmt.Sprintf("http://%s/games/%d", tb.address, id))
	page.sees(`document.querySelector("#hands")?.textContent.includes("Ann draws 8 orders") && document.querySelector("#hands").textContent.includes("lays one order face down on each unit")`)
	page.picture("hands")
	page.click("#hands [data-rule='vera.phase.issuing']")
	page.sees(toldOf("vera.phase.issuing", "one order face down") + ` && document.querySelector("dialog[open] .cite").textContent.includes("section 4.3")`)
	page.escape()
	page.click("#hands-done")
	page.sees(`!document.querySelector("#hands")`)
	page.click("#all-rules")
	page.choose("#find-rule", "Mobility")
	page.click("dialog[open] [data-rule='vera.ability.mobility']")
	page.sees(toldOf("vera.ability.mobility", "needs no Maneuver"))
}
