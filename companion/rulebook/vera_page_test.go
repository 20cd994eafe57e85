package rulebook_test

import (
	"encoding/json"
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

// A unit and a general are typed in card by card. The page says at once if something makes no sense. The cards are
// kept, changed, carried as the documented file, and played with.
func TestCardsAreTypedInKeptCarriedAndPlayed(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/cards")
	page.Click("#new-faction")
	page.Choose("#faction-name", "My Harbour")
	page.Sees(`document.querySelector("#faction-check")?.textContent.includes("0 basic units, there must be 9")`)
	page.Click("#add-unit")
	page.Choose("[data-field='name']", "Oars")
	page.Choose("[data-field='copies']", "9")
	page.Click("[data-add-die='yellow']")
	page.Click("[data-add-die='blue']")
	page.Click("[data-own-die='0']") // a new card begins with a white die
	page.Choose("[data-shield='purple']", "X")
	page.Click("[data-ability='bravery']")
	page.Sees(`document.querySelector("[data-ability='bravery']")?.checked`)
	page.Click("[data-ability='cowardice']")
	page.Sees(`document.querySelector("#faction-check")?.textContent.includes("Bravery and Cowardice contradict")`)
	page.Click("[data-ability='cowardice']")
	page.Click("#add-unit")
	page.Choose("[data-field='name']", "Sails")
	page.Choose("[data-field='rank']", "elite")
	page.Choose("[data-field='copies']", "6")
	page.Choose("[data-field='life']", "7")
	page.Click("#add-unit")
	page.Choose("[data-field='name']", "Masts")
	page.Choose("[data-field='rank']", "legendary")
	page.Choose("[data-field='copies']", "2")
	page.Click("#add-general")
	page.Choose("[data-field='general-name']", "Nell")
	page.Choose("[data-field='strategy']", "star")
	page.Sees(`document.querySelector("#faction-check")?.textContent.includes("it does nothing")`)
	page.Choose("[data-strategy='dice']", "2")
	page.Shows("#faction-check", "These cards can be played.")
	page.Picture("cards")
	page.Click("#keep-faction")
	page.Sees(`document.querySelector("[data-faction='1'] strong")?.textContent === "My Harbour"`)

	list, err := veradiscordia.ParseFactions(tb.Session.Games().Armies()[0].Force)
	require.NoError(t, err)
	require.Equal(t, []veradiscordia.Color{veradiscordia.Yellow, veradiscordia.Blue}, list[0].Units[0].Dice)
	require.Equal(t, veradiscordia.Immune, list[0].Units[0].Shields.Purple)
	require.Equal(t, []veradiscordia.Ability{veradiscordia.Bravery}, list[0].Units[0].Abilities)
	require.Equal(t, 7, list[0].Units[1].Life)
	require.Equal(t, 2, list[0].Generals[0].Strategy.Dice)
	require.False(t, list[0].MadeUp)

	page.Click("[data-faction='1'] [data-do='edit']")
	page.Choose("#faction-name", "Our Harbour")
	page.Click("#keep-faction")
	page.Sees(`document.querySelector("[data-faction='1'] strong")?.textContent === "Our Harbour"`)
	page.TakeFile("#import-cards", `[{"name": "Half", "units": []}]`)
	page.Sees(`document.querySelector(".toast")?.textContent.includes("0 basic units")`)
	other := list[0]
	other.Name = "Carried"
	other.Generals[0].Name = "Ned"
	raw, err := json.Marshal([]veradiscordia.Faction{other})
	require.NoError(t, err)
	page.TakeFile("#import-cards", string(raw))
	page.Sees(`document.querySelector("[data-faction='2'] strong")?.textContent === "Carried"`)
	require.Len(t, tb.Session.Games().Armies(), 2, "a file that makes no sense was taken in")
	page.Phone()
	page.Sideways()

	// Both are chosen for a game. The pair that the program makes up isn't used.
	page.Run(chromedp.Navigate("http://" + tb.Address + "/games"))
	page.Click("#new-game")
	page.Choose("#rulebook", "vera-discordia")
	page.Choose("[data-player='1']", "Ann")
	page.Choose("[data-player='2']", "Ben")
	for _, name := range []string{"Our Harbour", "Carried", "Brass Harbour", "Hollow Wood"} {
		page.Click(fmt.Sprintf("[data-plays='%s']", name))
	}
	page.Sideways()
	page.Click("#begin-game")
	page.Sees(`location.pathname === "/games/1" && document.querySelectorAll("[data-option]").length === 2`)
	page.Sees(`["Nell", "Ned"].every((n) => document.querySelector(".card.now")?.textContent.includes(n))`)
}

// Every option of the rulebook is a switch of the form.
func TestEveryOptionIsASwitch(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/games")
	page.Click("#new-game")
	page.Choose("#rulebook", "vera-discordia")
	page.Choose("[data-player='1']", "Ann")
	page.Choose("[data-player='2']", "Ben")
	for _, key := range []string{"two_copies", "hurry_up", "no_flying_attacks", "no_terrain", "no_legendary"} {
		page.Click(fmt.Sprintf("[data-set='%s']", key))
	}
	page.Choose("#generals", "championship")
	page.Choose("[data-noted='2']", "Old Marrow")
	page.Choose("[data-dice='yellow']", "black")
	page.Choose("[data-ruling='vera.ruling.riposte']", "must")
	page.Picture("vera-form")
	page.Click("#begin-game")
	page.Sees(`location.pathname === "/games/1"`)
	settings := func(id int) veradiscordia.Settings {
		log, _, err := tb.Session.Games().File(id)
		require.NoError(t, err)
		s, err := veradiscordia.ParseSettings(log[0].Header.Settings)
		require.NoError(t, err)
		require.Len(t, s.Cards, 2, "a game holds its cards")
		s.Cards = nil
		return s
	}
	require.Equal(t, veradiscordia.Settings{TwoCopies: true, HurryUp: true, NoFlyingAttacks: true, NoTerrain: true, NoLegendary: true,
		Championship: []string{"Orla Brask", "Old Marrow"}, Dice: map[veradiscordia.Color]string{"yellow": "black"}, Rulings: map[string]string{"riposte": "must"}}, settings(1))

	page.Run(chromedp.Navigate("http://" + tb.Address + "/games"))
	page.Click("#new-game")
	page.Choose("#rulebook", "vera-discordia")
	page.Choose("[data-player='1']", "Ann")
	page.Choose("[data-player='2']", "Ben")
	page.Choose("#generals", "competitive")
	page.Click("[data-set='dice_by_type']")
	page.Click("[data-set='no_generals']") // then there is none to choose
	page.Sees(`!document.querySelector("#generals")`)
	page.Click("[data-set='no_generals']")
	page.Choose("#generals", "competitive")
	page.Click("#begin-game")
	page.Sees(`location.pathname === "/games/2"`)
	require.Equal(t, veradiscordia.Settings{Competitive: true, DiceByType: true}, settings(2))
}

// The battlefield says what is known, what a unit could attack and why. It fits on a phone.
func TestTheBattlefieldIsShown(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id := tb.BeginVera(`{"terrain": ["river", "plains", "mountain", "forest"],
		"first": {"faction": "Brass Harbour", "general": "Orla Brask", "motivation": 7, "vanguard": ["Bell Guard, general, attack", "Sky Lancers, attack", "Pikes, support up, lp 3", "-"], "rearguard": ["Powder Crew, order", "-", "?, order", "-"]},
		"second": {"faction": "Hollow Wood", "motivation": 6, "vanguard": ["Boar Riders, order", "Poachers", "-", "Bramble Folk, holds"], "rearguard": ["?, order", "Reed Archers, lp 2", "-", "-"]}}`)
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Sees(`document.querySelectorAll("[data-unit]").length === 10 && document.querySelectorAll(".vera-unit.opening").length === 6`)
	page.Sees(`document.querySelector("[data-unit='2.r1']").textContent.includes("face down") && document.querySelector("[data-unit='2.v4']").textContent.includes("holds the terrain")`)
	page.Sees(`document.querySelector("[data-vera-side='2'] .vera-will").getAttribute("aria-label") === "Motivation 6 of 10"`)
	page.Sees(`document.querySelector("[data-unit='1.v3']").getAttribute("aria-label") === "Pikes, vanguard 3, 3 of 6 life points, 3 white, Support, face up"`)
	page.Sees(`document.querySelector(".bar-act[data-ready='yes']") !== null`)
	page.Click("[data-unit='1.v1']")
	page.Sees(`document.querySelector(".vera-detail")?.textContent.includes("Direct attack on Boar Riders (vanguard 1)")`)
	page.Sees(`document.querySelector(".vera-attack").textContent.includes("in the column’s River") || document.querySelector(".vera-attack").textContent.includes("in the column's River")`)
	page.Sees(`document.querySelector("[data-unit='2.v1']").classList.contains("target") && !document.querySelector("[data-unit='2.v2']").classList.contains("target")`)
	page.Picture("battlefield")
	page.Phone()
	page.Sideways()
	page.Picture("battlefield-phone")
}

// If two units are decimated, the page says that one has a die less, and that Endurance keeps the other's die.
func TestEnduranceKeepsTheDieOnThePage(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id := tb.BeginVera(`{"first": {"faction": "Brass Harbour", "vanguard": ["Iron Ox, lp 2, attack", "Pikes, lp 2", "-", "-"]},
		"second": {"faction": "Hollow Wood", "vanguard": ["Poachers", "Poachers, attack", "-", "-"]}}`)
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Click("[data-unit='1.v1']")
	page.Sees(`document.querySelector(".bubble .vera-detail dl")?.textContent.includes("2 of 8, decimated: Endurance keeps its die")`)
	page.Sees(`!document.querySelector(".bubble .vera-detail").textContent.includes("one die less")`)
	page.Run(chromedp.KeyEvent(kb.Escape))
	page.Sees(`!document.querySelector(".bubble .vera-detail")`)
	page.Click("[data-unit='1.v2']")
	page.Sees(`document.querySelector(".bubble .vera-detail dl")?.textContent.includes("2 of 6, decimated: one die less")`)
	page.Sees(`!document.querySelector(".bubble .vera-detail").textContent.includes("Endurance")`)
}

// Plain dice in colours are shown with their colours and tapped. The hits stand beside the shields.
func TestAColouredRollIsTypedOnThePage(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id := tb.BeginVera(tabletest.Rainbow)
	tb.Do(tb.Show(id))
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Asked("roll")
	page.Sees(`document.querySelector("[data-die='yellow1']")?.textContent.includes("yellow 1") && document.querySelector("[data-die='yellow1'] .swatch rect").getAttribute("fill") === "#120f12"`)
	page.Picture("coloured-roll")
	for die, face := range map[string]int{"white1": 2, "white2": 1, "blue1": 3, "purple1": 3, "red1": 5, "yellow1": 4} {
		page.Click(fmt.Sprintf("[data-die='%s'] [data-face='%d']", die, face))
	}
	page.Click("[data-do='hand']")
	page.Sees(`document.querySelector(".vera-last strong")?.textContent === "3 hits"`)
	page.Sees(`document.querySelector(".vera-last table").textContent.includes("yellow (black)")`)
}

// Orders are drawn and laid by hand, in a step of its own. A player looks up a terrain, an ability or an order where
// it stands.
func TestVeraDiscordiaIsLookedUpAndDrawnByHand(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(6, 6))
	laid := func() bool {
		v, _ := tabletest.GameOf(t, tb.Session, id, 0)
		return slices.ContainsFunc(v.Play.Pending, func(q engine.Question) bool { return strings.Contains(q.Key, "keep") })
	}
	for !laid() {
		require.True(t, tabletest.AnswerOne(t, tb.Session, id, chance), "it ended before orders were laid")
	}
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Sees(`document.querySelector("#hands")?.textContent.includes("Ann draws 8 orders") && document.querySelector("#hands").textContent.includes("lays one order face down on each unit")`)
	page.Picture("hands")
	page.Sees(`document.querySelector(".track > .now")?.textContent === "Lay orders" && document.querySelector(".bar-who").textContent === "Ann and Ben" && !document.querySelector("[data-question]") && !document.querySelector(".a-board [data-lit]")`)
	page.Click("#hands [data-rule='vera.phase.issuing']")
	page.Sees(toldOf("vera.phase.issuing", "one order face down") + ` && document.querySelector("dialog[open] .cite").textContent.includes("section 4.3")`)
	page.Escape()
	page.Click("#hands-done")
	page.Sees(`!document.querySelector("#hands") && document.querySelector(".track > .now").textContent === "Keep a card" && !!document.querySelector(".a-board [data-lit=can]")`)
	page.Asked("declare")
	page.Click("#all-rules")
	page.Choose("#find-rule", "Mobility")
	page.Click("dialog[open] [data-rule='vera.ability.mobility']")
	page.Sees(toldOf("vera.ability.mobility", "needs no Maneuver"))
}
