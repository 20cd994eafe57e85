package companion_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/engine/dragondice"
)

// heard is all that anybody gets of a lobby without a name.
func (tb *table) heard(path string) string {
	tb.t.Helper()
	r, err := http.Get("http://" + tb.address + path)
	require.NoError(tb.t, err)
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(tb.t, err)
	return string(raw)
}

// Two players choose on their own phones, one a force at random and one that is built; the table's screen sees that they are
// ready and not what they have, also after the program ended in between. The game is played again from the same.
func TestPlayersGatherOnTheirOwnPhones(t *testing.T) {
	tb := newTable(t)
	tb.server.Invite = "http://192.0.2.1:8437"
	tb.serve("127.0.0.1:0")
	desk := open(t, "http://"+tb.address+"/games")
	desk.click("#new-game")
	desk.sees(`location.pathname === "/begin/1" && document.querySelector("#code-address")?.value.includes("/join#lobby.1.")`)
	desk.choose("#rulebook", "4.01d")
	desk.choose("#force-size", "24")
	desk.sees(`document.querySelector("#waits").textContent === "Player 1 has no name yet."`)
	desk.fits("a lobby")

	far := tb.far()
	key := value[string](desk, `document.querySelector("#code-address").value.split("#")[1]`)
	phone := func(name, seat string) *tab {
		t.Helper()
		p := apart(t, far+"/join#"+key)
		p.phone()
		p.shows("#players-title", "Which seat is yours? 2 to 6 players")
		require.False(t, value[bool](p, `!!document.querySelector("#begin-game, #rulebook, [data-force]")`), "a phone arranges for others")
		p.picture("lobby-seat")
		p.click("[data-sit='" + seat + "']")
		p.sees(`document.activeElement?.dataset.player === "` + seat + `"`) // the focus is where the eye is
		p.choose("[data-player='"+seat+"']", name)
		desk.sees(fmt.Sprintf(`document.querySelector("[data-seat='%s'] h3").textContent === "%s" && document.querySelector("[data-stands='%s']")?.textContent === "chooses on another screen"`, seat, name, seat))
		return p
	}
	ann := phone("Ann", "1")
	ann.click("[data-be-ready='1']")
	ann.sees(`document.querySelector("#new-refused")?.textContent === "Ann has no army yet"`)
	ann.choose("[data-force='1']", "random")
	ann.shows("[data-ready='yes']", "Ready: 24 of 24 points")
	ann.click("[data-be-ready='1']")
	ann.sees(`document.querySelector("[data-be-ready='1']").getAttribute("aria-pressed") === "true"`)
	desk.shows("[data-stands='1']", "✓ ready")
	ann.picture("lobby-ready")

	ben := phone("Ben", "2")
	ben.choose("[data-force='2']", "build")
	ben.click(".build-here [data-more]:enabled")
	ben.sees(`document.querySelector("#points")?.textContent !== "0"`)
	ben.sees(`document.querySelector("[data-ready='no']")?.textContent.startsWith("Not ready. ")`)
	ben.picture("lobby-builds")
	ben.fits("a builder in a lobby")
	desk.click("#begin-game")
	desk.sees(`document.querySelector("#new-refused")?.textContent === "Ben isn’t ready yet."`)

	// What they chose is theirs: nothing that others get names a die of it.
	forces := []dragondice.Force{ann.brings(1), ben.brings(2)}
	require.NotEmpty(t, forces[0].Dice)
	require.NotEmpty(t, forces[1].Dice)
	for _, path := range []string{"/api/lobbies/1", "/api/games", "/api/view", "/api/armies"} {
		for _, f := range forces {
			for _, die := range f.Dice {
				require.NotContains(t, tb.heard(path), `"`+die+`"`, path)
			}
		}
	}
	require.Equal(t, 0, value[int](desk, `document.querySelectorAll("[data-force], [data-brings]").length`))

	// The program ends and comes back: nothing is lost, and every screen goes on.
	address := tb.address
	tb.stop()
	desk.sees(`!!document.querySelector("#lost")`)
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	tb.server.Invite = "http://192.0.2.1:8437"
	tb.serve(address)
	for _, p := range []*tab{desk, ann, ben} {
		p.sees(`!document.querySelector("#lost")`)
	}
	desk.shows("[data-stands='1']", "✓ ready")
	require.Equal(t, []dragondice.Force{ann.brings(1), ben.brings(2)}, forces)

	ben.click(".build-here #random-force")
	ben.shows("[data-ready='yes']", "Ready: 24 of 24 points")
	ben.click("[data-built='2']")
	ben.click("[data-be-ready='2']")
	desk.sees(`document.querySelector("#waits").textContent === "Everybody is ready."`)
	desk.sees(`!document.querySelector("#new-refused")`)
	desk.picture("lobby-table")
	desk.click("#begin-game")
	for i, p := range []*tab{desk, ann, ben} {
		p.sees(`location.pathname === "/games/1"`)
		if i > 0 {
			p.shows("#my-seat", []string{"", "Ann", "Ben"}[i])
		}
	}
	first, _, err := tb.session.Games().File(1)
	require.NoError(t, err)

	desk.run(chromedp.Navigate("http://" + tb.address + "/games?again=1"))
	desk.sees(`location.pathname === "/begin/2" && document.querySelectorAll("[data-stands]").length === 2`)
	require.Equal(t, 2, tb.game(1, looker).Game.Again)
	for i, p := range []*tab{ann, ben} {
		p.goes(far + "/begin/2")
		p.shows("[data-ready='yes']", "Ready: 24 of 24 points")
		p.click(fmt.Sprintf("[data-be-ready='%d']", i+1))
	}
	desk.sees(`document.querySelector("#waits").textContent === "Everybody is ready."`)
	desk.click("#begin-game")
	desk.sees(`location.pathname === "/games/2"`)
	second, _, err := tb.session.Games().File(2)
	require.NoError(t, err)
	require.JSONEq(t, string(first[0].Header.Settings), string(second[0].Header.Settings))
	require.Equal(t, 0, tb.game(1, looker).Game.Again)
}

// brings is what a seat of the first lobby brings, as the device gets it that chose it.
func (b *tab) brings(seat int) dragondice.Force {
	b.t.Helper()
	var f dragondice.Force
	require.NoError(b.t, json.Unmarshal([]byte(value[string](b, fmt.Sprintf(`fetch("/api/lobbies/1").then((r) => r.json()).then((m) => JSON.stringify(m.lobby.seats[%d].force))`, seat-1))), &f))
	return f
}
