package hub_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/tabletest"
)

// What the hub says in few words is said in the page's language: how a game ended, what decides between equals, what
// judges did and what rolls are called.
func TestPageTheHubsFewWordsAreTranslated(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 2)
	h.nextRound(t, 1)
	p := contestOf(t, h.pages).Rounds[0].Pairings[0].Players
	m := rollOf(1, p[0].Name, 7)
	six := 6
	total := 12
	m.Roll.No, m.Roll.Total, m.Roll.Text, m.Roll.Dice[0].Value, m.Roll.Dice[1].Shape, m.Roll.Dice[1].Value = 1, &total, "", &six, "d6", &six
	a.rolled++
	a.tell(m)
	a.plays(1, false, p[0].Name, p[1].Name)
	a.through()
	does(t, h.pages, contest.Act{Do: "result", Round: 1, Table: "Table 1", Placed: []contest.Placed{{ID: p[0].ID, Result: contest.Won}, {ID: p[1].ID, Result: contest.Lost}}})
	h.rule(t, hub.RuleAct{N: 1, Do: "hold", Reason: "look"})
	h.rule(t, hub.RuleAct{N: 1, Do: "release", Reason: "well"})
	for path, says := range map[string][2]string{
		"/standings": {"Punkte der Gegner, dann Punkte der Besiegten", "opponents"},
		"/players":   {p[0].Name + " hat gewonnen, " + p[1].Name + " hat verloren", "Swiss"},
		"/judge":     {"Wurf 1", "roll 1"},
		"/screen":    {"beide Würfel zeigen ihr Höchstes", "dice show"},
		"/":          {p[0].Name + " hat gewonnen", " won"},
	} {
		page := tabletest.Open(t, h.pages+path+"?lang=de")
		page.Sees(`document.body.textContent.includes(` + "`" + says[0] + "`" + `)`)
		require.NotContains(t, tabletest.Value[string](page, `document.body.textContent`), says[1], path)
	}
}

// A round that is paired has not begun. If a result of a round before is changed, the page says that the pairings
// stand. The big screen shows no roll of the round before at a table.
func TestPageTheNextRoundIsPaired(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 4)
	does(t, h.pages, contest.Act{Do: "pair"})
	players := tabletest.Open(t, h.pages+"/players")
	players.Sees(`document.querySelector("#pairings")?.textContent.includes("Round 1 has not begun: 2 games") && !document.querySelector("#pairings-stand")`)
	startRound(t, h.pages, 1)
	players.Sees(`document.querySelector("#pairings")?.textContent.includes("Round 1: 2 games go on")`)
	a.rolled++
	a.tell(rollOf(1, contestOf(t, h.pages).Rounds[0].Pairings[0].Players[0].Name, 7))
	a.through()
	screen := tabletest.Open(t, h.pages+"/screen")
	screen.Shows(`[data-table="Table 1"] .scr-total`, "7")
	h.nextRound(t, 2)
	screen.Sees(`document.querySelector('[data-table="Table 1"]') && !document.querySelector('[data-table="Table 1"] .scr-total')`)
	require.Len(t, tabletest.Value[[]string](screen, `[...document.querySelectorAll('[data-table="Table 1"] .scr-at > span')].map((e) => e.textContent)`), 2)
	players.Sees(`document.querySelectorAll('#pairings [aria-label="Round"] button').length === 2`)
	players.Click(`#pairings [aria-label="Round"] button:first-child`)
	players.Shows("#pairings-stand", "Round 2 is paired: whoever changes a result here changes the standings. The pairings stand.")
}

// If several win a game, their names are listed as the page's language lists them. A name may have an "and" of its own. What the organiser's own token did is
// said in that language, too.
func TestPageSeveralWinnersAreListed(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	s := contest.Usual()
	s.System, s.Seats = contest.Groups, 3
	does(t, h.pages, contest.Act{Do: "settings", Settings: &s})
	does(t, h.pages, contest.Act{Do: "enter", Names: "Tom and Jerry\nBo\nCy", Here: true})
	h.nextRound(t, 1)
	var placed []contest.Placed
	for _, p := range contestOf(t, h.pages).Rounds[0].Pairings[0].Players {
		how := contest.Won
		if p.Name == "Cy" {
			how = contest.Lost
		}
		placed = append(placed, contest.Placed{ID: p.ID, Result: how})
	}
	does(t, h.pages, contest.Act{Do: "result", Round: 1, Table: "Table 1", Placed: placed})
	for _, path := range []string{"/", "/players", "/screen"} {
		page := tabletest.Open(t, h.pages+path+"?lang=de")
		page.Sees(`/(Tom and Jerry und Bo|Bo und Tom and Jerry) haben gewonnen/.test(document.body.textContent)`)
		require.NotContains(t, tabletest.Value[string](page, `document.body.textContent`), "the organiser", path)
	}
}

// What a press of an organiser is refused for is said in the page's language as a whole, with the tables and the lines of a list in it.
func TestPageRefusalsOfAnOrganiserAreInThePagesLanguage(t *testing.T) {
	h := openHall(t)
	begins(t, h.pages, 2)
	does(t, h.pages, contest.Act{Do: "pair"})
	startRound(t, h.pages, 1)
	status, answer := post(t, h.pages+"/api/round", hub.RoundAct{Do: "end"})
	require.Equal(t, http.StatusOK, status, answer)
	page := tabletest.Open(t, h.pages+"/players?lang=de")
	page.Click("#pair")
	page.Shows("#refused-act", "es fehlen Ergebnisse: Table 1 in Runde 1")
	page.Puts(`textarea[name="names"]`, strings.Repeat("x", 61))
	page.Click("#enter-players")
	page.Shows("#refused-act", "der Name (Spieler 1 der Liste) hat 61 Buchstaben: möglich sind 60")

	// Whatever a round and a judge are called, the sentence around the name is translated.
	status, answer = post(t, h.pages+"/api/round", hub.RoundAct{Do: "start", Name: "=Round 2 de la tarde", Minutes: 50})
	require.Equal(t, http.StatusOK, status, answer)
	status, answer = post(t, h.pages+"/api/round", hub.RoundAct{Do: "start", Name: "Round 3", Minutes: 50})
	require.Equal(t, http.StatusUnprocessableEntity, status, answer)
	var no struct{ Error string }
	require.NoError(t, json.Unmarshal([]byte(answer), &no))
	heard := "import(`./static/${document.querySelector('script[data-hash]').dataset.hash}/language.js`).then((m) => m.heard(%s))"
	require.Equal(t, "„=Round 2 de la tarde“ wird noch gespielt: zuerst beenden", tabletest.Value[string](page, fmt.Sprintf(heard, tabletest.Quote(no.Error))))
	require.Equal(t, "diesen Ruf hat schon jemand übernommen: jan de vries", tabletest.Value[string](page, fmt.Sprintf(heard, `"this call is taken already: jan de vries"`)))
}
