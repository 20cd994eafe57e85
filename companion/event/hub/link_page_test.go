package hub_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// The table's pages say whether rolls get to the hub, and if they don't, what to do.
func TestPageATableSaysHowItStandsWithItsHub(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 7", engine.Player{Name: "Ann"})
	tb.Serve("127.0.0.1:0")
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	tb.Throw(3, 5)
	page.Sees(`/^Sent to the hub of Spring cup as Table 7: nothing waits, the hub was last heard at \d.*\d.*\.$/.test(document.querySelector("#hub-line")?.textContent)`)
	page.Sees(`!document.querySelector("#hub-away")`)
	page.Picture("link-well")

	air := tabletest.Open(t, h.pages+"/overlay?table=Table+7")
	air.Shows("#total", "8")

	at := h.tables
	h.stop()
	page.Sees(`document.querySelector("#hub-away")?.textContent.includes("Nobody answers at nats://` + at + `: is the hub running, and is the address right?")`)
	page.Sees(`!document.querySelector("#hub-line")`)
	air.Sees(`/^Not live since .*: the hub can’t be reached$/.test(document.querySelector("#stale")?.textContent)`)
	air.Shows("#total", "8")
	for range 3 {
		tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 2}}})
	}
	page.Sees(`/Play on; 3 messages wait in this table’s file, the hub was last heard at \d/.test(document.querySelector("#hub-away")?.textContent)`)
	page.Picture("link-away")

	h = openHallAt(t, h.dir, at, air.Host())
	air.Sees(`!document.querySelector("#stale")`)
	air.Shows("#total", "2")
	page.Sees(`document.querySelector("#hub-line")?.textContent.includes("nothing waits") && !document.querySelector("#hub-away")`)
	live := tabletest.Open(t, h.pages+"/")
	live.Sees(`document.querySelector('[data-table="Table 7"]')?.textContent.includes("4 rolls")`)
}

// A browser opens six streams to one server at most. If nobody sees a page, it closes its stream. Once it is seen
// again, it shows what is new.
func TestPageManyPagesOfAHubAreOpenAtOnce(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 7", engine.Player{Name: "Ann"})
	tb.Throw(3)
	var pages []*tabletest.Tab
	seen := func(p *tabletest.Tab, how string) {
		p.JS(`Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "` + how + `" }); document.dispatchEvent(new Event("visibilitychange"))`)
	}
	for range 8 {
		p := tabletest.Open(t, h.pages+"/")
		p.Sees(`document.querySelector('[data-table="Table 7"]')?.textContent.includes("1 roll")`)
		seen(p, "hidden")
		pages = append(pages, p)
	}
	tb.Throw(5)
	seen(pages[0], "visible")
	pages[0].Sees(`document.querySelector('[data-table="Table 7"]')?.textContent.includes("2 rolls")`)
}

// If an address isn't there, or a code of an own page is wrong, an accessible page says so.
func TestPageAWrongAddressOfAHubLeadsBack(t *testing.T) {
	h := openHall(t)
	p := tabletest.Open(t, h.pages+"/nowhere")
	p.Shows(`[role="alert"]`, "There is nothing at this address of the hub.")
	p.Accessible("an address that isn't there")
	p.Click("#way")
	p.Sees(`location.pathname === "/" && !!document.querySelector(".hub")`)
	p = tabletest.Open(t, h.pages+"/me#wrong")
	p.Sees(`!!document.querySelector('[role="alert"]')?.textContent`)
	p.Accessible("a wrong code")
}

// A browser that is refused shows a page that says why, in its own language, and that leads to the hub. A program gets the reason as JSON.
func TestPageARefusalOfAHubIsAPage(t *testing.T) {
	h := startHub(t, func(o *hub.Options) { o.AskHere = true })
	refused := func(address, accept, token string) (*http.Response, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		require.NoError(t, err)
		r.Header.Set("Accept", accept)
		r.Header.Set("Accept-Language", "de")
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		if strings.Contains(address, "seldom") {
			r.Host = "seldom.localhost"
			r.URL.Host = strings.TrimPrefix(h.pages, "http://")
		}
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer func() { _ = answer.Body.Close() }()
		raw, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return answer, string(raw)
	}
	looksOn, err := h.hub.Token(event.RoleSpectator, "Lou")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		address, token string
		status         int
		why            string
	}{
		"another name":    {"http://seldom.localhost/", "", 403, "This hub is not called by that name"},
		"no token":        {h.pages + "/event.zip", "", 401, "This page needs a token"},
		"not a judge":     {h.pages + "/event.zip", looksOn, 403, "Only a judge may do this"},
		"no such round":   {h.pages + "/standings.csv?round=x", looksOn, 400, "The round must be a number from 1"},
		"no such address": {h.pages + "/nowhere/at/all", looksOn, 404, "There is nothing at this address of the hub"},
	} {
		t.Run(name, func(t *testing.T) {
			answer, page := refused(c.address, "text/html,*/*;q=0.8", c.token)
			require.Equal(t, c.status, answer.StatusCode)
			require.Contains(t, answer.Header.Get("Content-Type"), "text/html")
			require.Empty(t, answer.Header.Get("Content-Disposition"))
			require.Contains(t, page, `<html lang="de"`)
			require.Contains(t, page, c.why)
			require.Contains(t, page, "Zur ersten Seite des Hubs")
			answer, said := refused(c.address, "*/*", c.token)
			require.Equal(t, c.status, answer.StatusCode)
			require.Contains(t, answer.Header.Get("Content-Type"), "application/json")
			require.Contains(t, strings.ToLower(said), strings.ToLower(c.why))
		})
	}
	p := tabletest.Open(t, strings.Replace(h.pages, "127.0.0.1", "seldom.localhost", 1)+"/standings")
	p.Shows("#why", "This hub is not called by that name: use its address, or name it with --hosts.")
	p.Shows("#hosts code", "--hosts seldom.localhost")
	p.Sees(`getComputedStyle(document.querySelector(".refused")).display === "grid"`)
	p.Accessible("a name that isn't the hub's")
	p.Picture("refused-by-hub")
	p.Click("#way")
	p.Sees(`location.host === "` + strings.TrimPrefix(h.pages, "http://") + `" && !!document.body?.textContent.includes("Your token")`)
}
