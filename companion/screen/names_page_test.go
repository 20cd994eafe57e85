package screen_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// longCards are factions whose every name is long.
func longCards(t *testing.T) json.RawMessage {
	t.Helper()
	list := veradiscordia.Demo()
	for i := range list {
		f := &list[i]
		renamed := map[string]string{}
		long := func(name string, n int) string {
			renamed[name] = fmt.Sprintf("%c%c%s", 'A'+i, 'A'+n, tabletest.Unbroken("wundersam", 58))
			return renamed[name]
		}
		f.MadeUp = false
		f.Name = long(f.Name, 25)
		for k := range f.Units {
			f.Units[k].Name = long(f.Units[k].Name, k)
		}
		for k := range f.Generals {
			f.Generals[k].Name = long(f.Generals[k].Name, k+20)
			for w, name := range f.Generals[k].Leadership.Without {
				f.Generals[k].Leadership.Without[w] = renamed[name]
			}
		}
	}
	raw, err := json.Marshal(list)
	require.NoError(t, err)
	return raw
}

// No page of the table scrolls sideways, whatever people are called. A name from right to left is isolated from the text around it. No field makes a
// phone zoom.
func TestPagesOfTheTableTakeLongAndMirroredNames(t *testing.T) {
	tb, _ := tabletest.Studying(t)
	at := "http://" + tb.Address
	players := []engine.Player{{Name: tabletest.LongName, Team: tabletest.LongName}, {Name: tabletest.HebrewName, Team: tabletest.HebrewName}}
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players}})
	for i := range 3 {
		tb.Do(protocol.Act{Do: protocol.DoTurn, Seat: 1 + i%2})
		tb.Throw(6, 6, 6, 6, 6, 6, 6, 6)
		tb.Clear()
	}
	tb.Throw(3, -5, 6)
	page := tabletest.Open(t, at+"/")
	page.Sees(`!!document.querySelector("#ask")`)
	page.Fits("table")
	for _, id := range []string{"#open-type", "#open-camera", "#open-invite", "#change-count"} {
		page.Click(id)
		page.Fits("table " + id[1:])
	}
	page.Click("[data-roll='1'] button[aria-label='Correct roll 1']")
	page.Fits("table correcting")

	begin := func(n protocol.NewGame) int {
		id, err := tb.Session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		return id
	}
	steps := func(id, n int) {
		chance := rand.New(rand.NewPCG(4, 4))
		for range n {
			if !tabletest.AnswerOne(t, tb.Session, id, chance) {
				return
			}
		}
	}
	duel := begin(protocol.NewGame{Rulebook: tabletest.DuelName, Title: tabletest.Unbroken("Mitternachtsturnier", 120), Players: players})
	begun := []protocol.NewGame{tabletest.DragonGame(t, "4.01d", 24, 5, tabletest.LongName, tabletest.HebrewName), {Rulebook: veradiscordia.Rulebook, Title: tabletest.HebrewName, Players: players, Setup: longSetup(t)}}
	var ids []int
	for _, n := range begun {
		ids = append(ids, begin(n))
	}
	page.Goes(fmt.Sprintf("%s/games/%d", at, duel))
	page.Sees(`!!document.querySelector("#cover")`)
	page.Fits("duel")
	page.Click("[data-hand='1']")
	page.Asked("declare")
	page.Fits("duel secret")
	for i, id := range ids {
		for _, n := range []int{0, 8, 40, 100} {
			steps(id, n)
			page.Goes(fmt.Sprintf("%s/games/%d", at, id))
			page.Sees(`!!document.querySelector(".a-board") && !!document.querySelector(".card.now, .card.over, #cover")`)
			page.Fits(fmt.Sprintf("%s after %d", begun[i].Rulebook, n))
		}
	}
	page.Goes(at + "/games")
	page.Sees(`document.querySelectorAll("[data-game]").length === 3`)
	page.Fits("games")
	page.Click("#new-game")
	for _, kind := range tb.Session.Games().Kinds() {
		page.Choose("#rulebook", kind.ID)
		page.Sees(fmt.Sprintf(`document.querySelectorAll("[data-player]").length >= %d`, kind.Least))
		for i := range min(2, kind.Least) {
			page.Choose(fmt.Sprintf("[data-player='%d']", i+1), players[i].Name)
		}
		page.Fits("new " + kind.ID)
	}

	for i, name := range []string{tabletest.LongName + tabletest.LongName, tabletest.HebrewName} {
		for _, a := range []protocol.Army{{Rulebook: "starter", Force: json.RawMessage(`{"dice":["treefolk_oak"],"pool":[],"terrain":"","frontier":""}`)}, {Rulebook: veradiscordia.Rulebook, Force: firstOf(t, longCards(t))}} {
			a.Name = fmt.Sprint(name, i)
			_, err := tb.Session.Games().KeepArmy(t.Context(), a)
			require.NoError(t, err)
		}
	}
	page.Goes(at + "/armies")
	page.Sees(`document.querySelectorAll("[data-army]").length === 2`)
	page.Fits("armies")
	page.Click("[data-army] [data-do='edit']")
	page.Sees(`document.querySelectorAll("[data-kind]").length > 5`)
	page.Fits("army")
	page.Goes(at + "/cards")
	page.Sees(`document.querySelectorAll("[data-faction]").length === 2`)
	page.Fits("cards")
	page.Click("[data-faction] [data-do='edit']")
	page.Sees(`!!document.querySelector("#faction-name")`)
	page.Fits("faction")
	page.Click("#add-unit")
	page.Click("[aria-labelledby='generals-title'] .card-line")
	page.Fits("faction cards")

	page.Goes(at + "/roll")
	page.Sees(`document.querySelectorAll("#one-edition option").length > 1 && document.querySelectorAll("[data-kind]").length > 5`)
	page.Fits("roll")
	page.Choose("#one-edition", "4.01d")
	page.Sees(`!!document.querySelector("#one-terrain option[value='terrain_flatland_city']")`)
	page.Choose("#one-roll", "magic")
	page.Choose("#one-terrain", "terrain_flatland_city")
	page.Choose("#one-shelf", "goblin")
	page.Click("[data-kind='goblin_cutthroat'] [data-more]")
	page.Fits("roll set up")
	page.Click("#one-begin")
	page.Asked("roll")
	page.Fits("roll asked")
	page.Click("[data-die='roller-cutthroat-1'] [data-face='0']")
	page.Click("[data-do='hand']")
	page.Click("#compare")
	page.Sees(`document.querySelectorAll("[data-asks='1996'] [data-row]").length === 2`)
	page.Fits("compare")

	own := fmt.Sprintf(`{"dice":[{"id":"long","name":%q,"shape":"d4","faces":[{"icon":"a"},{"icon":%q},{},{}]},{"id":"mirrored","name":%q,"shape":"d4","faces":[{"icon":"b"},{},{},{}]}]}`, tabletest.LongName, tabletest.LongName, tabletest.HebrewName)
	status, answer := tb.Call("POST", "/api/studio/own", own)
	require.Equal(t, 200, status, answer)
	page.Goes(at + "/studio")
	page.Sees(`document.querySelectorAll("[data-own]").length === 2`)
	page.Fits("studio")
	page.Click("#own-new")
	page.Sees(`!!document.querySelector("#own-name")`)
	page.Fits("studio own")
	page.Goes(at + "/statistics")
	page.Sees(`!!document.querySelector(".statistics select")`)
	page.Fits("statistics")
	for _, path := range []string{"/phone", "/join"} {
		page.Goes(at + path)
		page.Sees(`document.readyState === "complete" && document.body.innerText.length > 10`)
		page.Fits(path[1:])
	}
}

// longSetup is a game of Vera Discordia with longCards.
func longSetup(t *testing.T) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"cards": longCards(t)})
	require.NoError(t, err)
	return raw
}

// firstOf is the first of a JSON list.
func firstOf(t *testing.T, raw json.RawMessage) json.RawMessage {
	t.Helper()
	var list []json.RawMessage
	require.NoError(t, json.Unmarshal(raw, &list))
	return list[0]
}

// The overlay keeps every part on its plate and in its picture.
func TestTheOverlayTakesLongAndMirroredNames(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve(doortest.Address(t))
	players := []engine.Player{{Name: tabletest.LongName, Team: tabletest.LongName}, {Name: tabletest.HebrewName}}
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players}})
	tb.Throw(5, 6)
	tb.Do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	overlay := tabletest.Open(t, "http://"+tb.Address+"/overlay?parts=clip,dice,total,trail,question,log,board")
	overlay.Shows("#total", "11")
	overlay.Fits("overlay")
	for _, n := range []protocol.NewGame{tabletest.DragonGame(t, "4.01d", 24, 5, tabletest.LongName, tabletest.HebrewName), {Rulebook: veradiscordia.Rulebook, Players: players, Setup: longSetup(t)}} {
		id, err := tb.Session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		chance := rand.New(rand.NewPCG(4, 4))
		for range 60 {
			tabletest.AnswerOne(t, tb.Session, id, chance)
		}
		overlay.Sees(`!!document.querySelector(".ov-board .dd-board, .ov-board .vera")`)
		overlay.Fits("overlay " + n.Rulebook)
	}
}
