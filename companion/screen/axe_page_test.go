package screen_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

func TestAxeFindsNothingOnPagesAndTheirStates(t *testing.T) {
	tb, _ := tabletest.Studying(t)
	tb.Serve("127.0.0.1:0")
	at := "http://" + tb.Address
	page := tabletest.Open(t, at+"/")
	page.Sees(`!!document.querySelector("#welcome")`)
	page.Accessible("the first visit")
	for _, panel := range []string{"type", "camera", "invite"} {
		page.Click("#open-" + panel)
		page.Sees(`!!document.querySelector(".words .panel")`)
		page.Accessible(panel)
		page.Run(chromedp.KeyEvent(kb.Escape))
		page.Sees(`!document.querySelector(".words .panel")`)
	}
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann", Team: "Red"}, {Name: "Ben", Team: "Blue"}}}})
	tb.Throw(3, 5, 6)
	tb.Clear()
	tb.Throw(2, -4)
	page.Sees(`!!document.querySelector("#ask")`)
	page.Click("#change-count")
	page.Accessible("a die is asked about")
	page.Click("[data-roll='1'] button[aria-label='Correct roll 1']")
	page.Accessible("a roll is corrected")

	for _, path := range []string{"/games", "/armies", "/cards", "/roll", "/studio", "/statistics", "/phone", "/overlay", "/overlay/setup", "/join"} {
		page.Goes(at + path)
		page.Sees(`!!document.querySelector("main") && !document.querySelector("#page .starting")`)
		page.Accessible(path)
	}
	page.Goes(at + "/games?new")
	page.Sees(`location.pathname.startsWith("/begin/")`)
	for _, kind := range tb.Session.Games().Kinds() {
		page.Choose("#rulebook", kind.ID)
		page.Sees(fmt.Sprintf(`document.querySelectorAll("[data-player]").length >= %d`, kind.Least))
		page.Accessible("a new game of " + kind.ID)
	}
	page.Choose("#rulebook", "4.01d")
	page.Choose("#force-size", "24")
	page.Click("[data-sit='1']")
	page.Choose("[data-player='1']", "Ann")
	page.Choose("[data-force='1']", "random")
	page.Shows("[data-ready='yes']", "Ready: 24 of 24 points")
	page.Accessible("a seat with an army")
	page.Click("[data-be-ready='1']")
	page.Sees(`document.querySelector("[data-stands='1']")?.textContent === "✓ ready"`)
	page.Choose("[data-force='2']", "build")
	page.Sees(`!!document.querySelector(".build-here [data-kind]")`)
	page.Click("#begin-game")
	page.Sees(`!!document.querySelector("#new-refused")`)
	page.Accessible("an army is built for a seat, and begun too early")
	page.Goes(at + "/armies")
	page.Sees(`!!document.querySelector("#new-army:enabled")`)
	page.Click("#new-army")
	page.Sees(`!!document.querySelector("[data-kind]")`)
	page.Accessible("the builder")
	page.Goes(at + "/cards")
	page.Click("#new-faction")
	page.Sees(`!document.querySelector("#new-faction")`)
	page.Accessible("a faction")
}

func TestAxeFindsNothingInGames(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	vera := protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: longSetup(t)}
	for _, n := range []protocol.NewGame{tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"), vera} {
		id, err := tb.Session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
		chance := rand.New(rand.NewPCG(4, 4))
		for _, more := range []int{0, 6, 14, 30, 60} {
			for range more {
				if !tabletest.AnswerOne(t, tb.Session, id, chance) {
					break
				}
			}
			page.Goes(fmt.Sprintf("http://%s/games/%d", tb.Address, id))
			page.Sees(`!!document.querySelector("main") && !!document.querySelector("#spoken")`)
			page.Accessible(fmt.Sprintf("%s after %d more", n.Rulebook, more))
		}
	}
}
