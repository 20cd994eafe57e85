package tabletest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/dragondice"
)

// Far is the table as another machine sees it. A browser that comes through it only looks on, until it comes by the code.
func (tb *Table) Far() string {
	tb.T.Helper()
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.Address})
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}})
	tb.T.Cleanup(proxy.Close)
	return proxy.URL
}

// Apart opens an address in a browser with cookies of its own.
func Apart(t *testing.T, address string) *Tab {
	t.Helper()
	browser.once.Do(openBrowser)
	if browser.ctx == nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	require.NoError(t, browser.err, "start Chromium")
	ctx, stop := chromedp.NewContext(browser.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	b := &Tab{T: t, Context: ctx, Close: stop}
	require.NoError(t, chromedp.Do(ctx))
	b.Run(chromedp.Navigate(address))
	return b
}

// Picture keeps what a screen looks like as NAME.png in the folder that ASTRAGAL_TEST_PICTURES names, if it names one.
func (b *Tab) Picture(name string) {
	b.T.Helper()
	dir := os.Getenv("ASTRAGAL_TEST_PICTURES")
	if dir == "" {
		return
	}
	raw, err := chromedp.Run(b.Context, chromedp.FullScreenshot(100))
	require.NoError(b.T, err)
	require.NoError(b.T, os.WriteFile(filepath.Join(dir, name+".png"), raw, 0o644))
}

// Ready is true while the page takes an answer.
const Ready = `document.querySelector("[data-question]")?.dataset.ready === "yes"`

// Asked waits until the page asks a question of that kind and takes an answer.
func (b *Tab) Asked(kind string) {
	b.T.Helper()
	b.Sees(`document.querySelector("[data-question]")?.dataset.question === ` + Quote(kind) + ` && ` + Ready)
}

// StancesOf answers the secret questions on a table where nobody took a seat.
func (tb *Table) StancesOf(id int) {
	tb.T.Helper()
	for seat := engine.Seat(1); seat <= 2; seat++ {
		raw, err := tb.Session.Games().JSON(id, Shared, seat)
		require.NoError(tb.T, err)
		v := ParseGame(tb.T, raw)
		tb.DoAs(Shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: v.Play.Pending[0].ID, Seat: seat, Chosen: []string{"low"}}})
	}
}

// TypesTheDuel types a roll of the duel's three dice.
func (b *Tab) TypesTheDuel() {
	b.T.Helper()
	for _, d := range []string{"sword-1", "sword-2", "shield-1"} {
		b.Click("[data-die='" + d + "'] [data-face='1']")
	}
	b.Click("[data-do='hand']")
}

// AsSeat is the game as the table's screen sees it when it is handed to a seat.
func (tb *Table) AsSeat(id int, seat engine.Seat) protocol.GameView {
	tb.T.Helper()
	raw, err := tb.Session.Games().JSON(id, Shared, seat)
	require.NoError(tb.T, err)
	return ParseGame(tb.T, raw)
}

// Heard is all that anybody gets of a lobby without a name.
func (tb *Table) Heard(path string) string {
	tb.T.Helper()
	r, err := http.Get("http://" + tb.Address + path)
	require.NoError(tb.T, err)
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(tb.T, err)
	return string(raw)
}

// Brings is what a seat of the first lobby brings, as the device that chose it gets it.
func (b *Tab) Brings(seat int) dragondice.Force {
	b.T.Helper()
	var f dragondice.Force
	require.NoError(b.T, json.Unmarshal([]byte(Value[string](b, fmt.Sprintf(`fetch("/api/lobbies/1").then((r) => r.json()).then((m) => JSON.stringify(m.lobby.seats[%d].force))`, seat-1))), &f))
	return f
}
