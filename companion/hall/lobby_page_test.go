package hall_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/tabletest"
	"astragal/engine/dragondice"
)

// Two players choose on their own phones: one a random force, the other one that is built. The table's screen sees that they are ready, and not what
// they have, also after a restart of the program. The game is played again with the same forces.
func TestPlayersGatherOnTheirOwnPhones(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Server.Invite = "http://192.0.2.1:8437"
	tb.Serve("127.0.0.1:0")
	desk := tabletest.Open(t, "http://"+tb.Address+"/games")
	desk.Click("#new-game")
	desk.Sees(`location.pathname === "/begin/1" && document.querySelector("#code-address")?.value.includes("/join#lobby.1.")`)
	desk.Choose("#rulebook", "4.01d")
	desk.Choose("#force-size", "24")
	desk.Sees(`document.querySelector("#waits").textContent === "Player 1 has no name yet."`)
	desk.Fits("a lobby")

	far := tb.Far()
	key := tabletest.Value[string](desk, `document.querySelector("#code-address").value.split("#")[1]`)
	phone := func(name, seat string) *tabletest.Tab {
		t.Helper()
		p := tabletest.Apart(t, far+"/join#"+key)
		p.Phone()
		p.Shows("#players-title", "Which seat is yours? 2 to 6 players")
		require.False(t, tabletest.Value[bool](p, `!!document.querySelector("#begin-game, #rulebook, [data-force]")`), "a phone arranges for others")
		p.Picture("lobby-seat")
		p.Click("[data-sit='" + seat + "']")
		p.Sees(`document.activeElement?.dataset.player === "` + seat + `"`) // the focus is where people look
		p.Choose("[data-player='"+seat+"']", name)
		desk.Sees(fmt.Sprintf(`document.querySelector("[data-seat='%s'] h3").textContent === "%s" && document.querySelector("[data-stands='%s']")?.textContent === "chooses on another screen"`, seat, name, seat))
		return p
	}
	ann := phone("Ann", "1")
	ann.Click("[data-be-ready='1']")
	ann.Sees(`document.querySelector("#new-refused")?.textContent === "Ann has no army yet"`)
	ann.Choose("[data-force='1']", "random")
	ann.Shows("[data-ready='yes']", "Ready: 24 of 24 points")
	ann.Click("[data-be-ready='1']")
	ann.Sees(`document.querySelector("[data-be-ready='1']").getAttribute("aria-pressed") === "true"`)
	desk.Shows("[data-stands='1']", "✓ ready")
	ann.Picture("lobby-ready")

	ben := phone("Ben", "2")
	ben.Choose("[data-force='2']", "build")
	ben.Click(".build-here [data-more]:enabled")
	ben.Sees(`document.querySelector("#points")?.textContent !== "0"`)
	ben.Sees(`document.querySelector("[data-ready='no']")?.textContent.startsWith("Not ready. ")`)
	ben.Picture("lobby-builds")
	ben.Fits("a builder in a lobby")
	desk.Click("#begin-game")
	desk.Sees(`document.querySelector("#new-refused")?.textContent === "Ben isn’t ready yet."`)

	// Nobody else gets a thing that names a die of theirs.
	forces := []dragondice.Force{ann.Brings(1), ben.Brings(2)}
	require.NotEmpty(t, forces[0].Dice)
	require.NotEmpty(t, forces[1].Dice)
	for _, path := range []string{"/api/lobbies/1", "/api/games", "/api/view", "/api/armies"} {
		for _, f := range forces {
			for _, die := range f.Dice {
				require.NotContains(t, tb.Heard(path), `"`+die+`"`, path)
			}
		}
	}
	require.Equal(t, 0, tabletest.Value[int](desk, `document.querySelectorAll("[data-force], [data-brings]").length`))

	// The program ends and starts again. Nothing is lost, and every screen goes on.
	address := tb.Address
	tb.Stop()
	desk.Sees(`!!document.querySelector("#lost")`)
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	tb.Server.Invite = "http://192.0.2.1:8437"
	tb.Serve(address)
	for _, p := range []*tabletest.Tab{desk, ann, ben} {
		p.Sees(`!document.querySelector("#lost")`)
	}
	desk.Shows("[data-stands='1']", "✓ ready")
	require.Equal(t, []dragondice.Force{ann.Brings(1), ben.Brings(2)}, forces)

	ben.Click(".build-here #random-force")
	ben.Shows("[data-ready='yes']", "Ready: 24 of 24 points")
	ben.Click("[data-built='2']")
	ben.Click("[data-be-ready='2']")
	desk.Sees(`document.querySelector("#waits").textContent === "Everybody is ready."`)
	desk.Sees(`!document.querySelector("#new-refused")`)
	desk.Picture("lobby-table")
	desk.Click("#begin-game")
	for i, p := range []*tabletest.Tab{desk, ann, ben} {
		p.Sees(`location.pathname === "/games/1"`)
		if i > 0 {
			p.Shows("#my-seat", []string{"", "Ann", "Ben"}[i])
		}
	}
	first, _, err := tb.Session.Games().File(1)
	require.NoError(t, err)

	desk.Run(chromedp.Navigate("http://" + tb.Address + "/games?again=1"))
	desk.Sees(`location.pathname === "/begin/2" && document.querySelectorAll("[data-stands]").length === 2`)
	require.Equal(t, 2, tb.Game(1, tabletest.Looker).Game.Again)
	for i, p := range []*tabletest.Tab{ann, ben} {
		p.Goes(far + "/begin/2")
		p.Shows("[data-ready='yes']", "Ready: 24 of 24 points")
		p.Click(fmt.Sprintf("[data-be-ready='%d']", i+1))
	}
	desk.Sees(`document.querySelector("#waits").textContent === "Everybody is ready."`)
	desk.Click("#begin-game")
	desk.Sees(`location.pathname === "/games/2"`)
	second, _, err := tb.Session.Games().File(2)
	require.NoError(t, err)
	require.JSONEq(t, string(first[0].Header.Settings), string(second[0].Header.Settings))
	require.Equal(t, 0, tb.Game(1, tabletest.Looker).Game.Again)
}
