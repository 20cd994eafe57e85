package companion_test

import (
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/visitor"
	"astragal/web"
)

// below puts a table behind a proxy, below a path of the proxy's host.
func below(t *testing.T, tb *table, path string, also func(*http.Request)) *httptest.Server {
	t.Helper()
	tb.serve(doortest.Address(t))
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.address})
		r.SetXForwarded()
		r.Out.Host = r.In.Host
		if also != nil {
			also(r.Out)
		}
	}}
	mux := http.NewServeMux()
	mux.Handle(path+"/", http.StripPrefix(path, proxy))
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	return front
}

func trusts(t *testing.T, tb *table) {
	t.Helper()
	var err error
	tb.server.Proxies, err = visitor.Parse([]string{"127.0.0.0/8"})
	require.NoError(t, err)
}

func TestEveryPageWorksBelowAPath(t *testing.T) {
	tb := newTable(t)
	trusts(t, tb)
	front := below(t, tb, "/dice", nil)
	root := front.URL + "/dice/"

	// A phone that scans the code comes in by the proxy, and so do those that it lets in.
	page := open(t, root+"join#"+tb.server.Access.Key())
	page.sees(`location.pathname === "/dice/" && !!document.querySelector("#open-type")`)
	tb.throw(3, -5)
	page.sees(`document.querySelector("[data-fix='2'] img")?.naturalWidth === 96`) // the picture of a die
	page.click("[data-fix='2'] button[data-value='6']")
	page.shows("#total", "9")
	page.sees(`document.querySelector(".picture img")?.naturalWidth === 960`)
	page.click("#open-invite")
	page.sees(`document.querySelector("#code-address")?.value === ` + quote(root+"join#"+tb.server.Access.Key()))
	page.sees(`document.querySelector(".qr")?.naturalWidth > 50`)

	overlay := open(t, root+"overlay")
	overlay.shows("#total", "9")
	require.Equal(t, root+"overlay", value[string](overlay, `navigator.serviceWorker.ready.then((r) => r.scope)`))

	id := tb.beginDuel()
	for _, path := range []string{"games", "armies", "cards", "roll", "statistics", "studio", "phone", fmt.Sprintf("games/%d", id)} {
		page.run(chromedp.Navigate(root + path))
		page.sees(`!!document.querySelector("main") && !document.querySelector("#lost")`)
		for _, address := range value[[]string](page, `[...document.querySelectorAll("[href]:not(.credit a), [src]")].map((e) => e.href || e.src)`) {
			if strings.HasPrefix(address, "http") {
				require.True(t, strings.HasPrefix(address, root), "%s on %s leads out of the table", address, path)
			}
		}
	}
	page.click("[data-code='1']")
	page.sees(`document.querySelector("#seat-code-address")?.value === ` + quote(root+"join#"+tb.server.Access.SeatKey(id, 1)))
	page.sees(`document.querySelector("#state")?.textContent === "Playing" || !!document.querySelector("#cover")`)
	page.run(chromedp.Navigate(root + "games"))
	page.click(fmt.Sprintf("[data-game='%d']", id))
	page.sees(fmt.Sprintf(`location.pathname === "/dice/games/%d" && !!document.querySelector("#board-title")`, id))
}

// Home Assistant shows a page in a frame of its own, below a path that changes, and calls it by its own name.
func TestThePageWorksInsideHomeAssistant(t *testing.T) {
	const path = "/api/hassio_ingress/Ab_c-9"
	tb := newTable(t)
	trusts(t, tb)
	tb.serve(doortest.Address(t))
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.address})
		r.SetXForwarded()
		r.Out.Header.Set("X-Ingress-Path", path)
	}}
	mux := http.NewServeMux()
	mux.Handle(path+"/", http.StripPrefix(path, proxy))
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<iframe width="900" height="700" src="%s/join#%s"></iframe>`, path, tb.server.Access.Key())
	})
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	house := open(t, front.URL)
	tb.throw(4, 5)
	house.sees(`document.querySelector("iframe").contentDocument?.querySelector("#total")?.textContent === "9" && !!document.querySelector("iframe").contentDocument.querySelector("#open-type")`)
	cookie, err := chromedp.Run(house.ctx, chromedp.Evaluate[string](`document.cookie`))
	require.NoError(t, err)
	require.Empty(t, cookie, "the house's own pages see the table's cookie")

	r := request(http.MethodGet, "/", "")
	r.Header.Set("X-Ingress-Path", path)
	h := asked(t, tb, there, r).Header
	require.Contains(t, h.Get("Content-Security-Policy"), "frame-ancestors 'none'", "anybody may say that they are Home Assistant")
	require.Equal(t, "DENY", h.Get("X-Frame-Options"))
}

// Every address in the pages is a relative one, or goes through at().
func TestNoPageAsksForARootThatIsNotItsOwn(t *testing.T) {
	wrong := regexp.MustCompile("(href|src|fetch\\(|location\\.href =|WebSocket\\(|EventSource\\()\\s*=?\\s*[$({]*[\"'`]/")
	for _, name := range pageFiles(t) {
		for i, line := range strings.Split(name.text, "\n") {
			require.False(t, wrong.MatchString(line), "%s:%d asks for an address at the host's root: %s", name.path, i+1, line)
		}
	}
}

func TestVisitorsOfANamedProxyAreCountedEachForThemselves(t *testing.T) {
	tb := newTable(t)
	tb.serve(doortest.Address(t))
	dialAs := func(visitor string) (int, string) {
		conn, r, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.address+"/api/socket", http.Header{"X-Forwarded-For": {visitor}})
		if err != nil {
			return r.StatusCode, body(t, r)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return http.StatusSwitchingProtocols, ""
	}
	// By default nobody's word counts: all are one visitor, and the refusal says what to do.
	for n := 0; ; n++ {
		status, why := dialAs(fmt.Sprintf("192.168.1.%d", n))
		if status == http.StatusSwitchingProtocols {
			require.Less(t, n, 100)
			continue
		}
		require.Equal(t, http.StatusServiceUnavailable, status)
		require.Contains(t, why, `name the proxy in the setting \"proxies\"`)
		break
	}
	tb.stop()

	tb = newTable(t)
	trusts(t, tb)
	tb.serve(doortest.Address(t))
	for n := range 100 {
		status, why := dialAs(fmt.Sprintf("1.2.3.4, 192.168.1.%d", n))
		require.Equal(t, http.StatusSwitchingProtocols, status, why)
	}
	// One of them alone can't take all places, whatever it writes in front.
	for n := 0; ; n++ {
		status, why := dialAs(fmt.Sprintf("9.9.9.%d, 192.168.2.1", n))
		if status == http.StatusSwitchingProtocols {
			require.Less(t, n, 100)
			continue
		}
		require.Contains(t, why, "too many screens")
		break
	}
}

func TestARefusedScreenSaysWhyOnItsPage(t *testing.T) {
	tb := newTable(t)
	tb.server.Access.AskHere = true // places are kept for who plays: the page that is refused only looks on
	tb.serve(doortest.Address(t))
	var conns []*websocket.Conn
	for {
		conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.address+"/api/socket", nil)
		if err != nil {
			break
		}
		t.Cleanup(func() { _ = conn.Close() })
		conns = append(conns, conn)
	}
	page := open(t, "http://"+tb.address+"/")
	page.sees(`document.querySelector(".starting")?.textContent.includes("too many screens are open")`)
	for _, conn := range conns {
		require.NoError(t, conn.Close())
	}
	page.sees(`!!document.querySelector("#looking-on")`) // there is room again
}

func TestScriptsAreNotCountedAsRequests(t *testing.T) {
	tb := newTable(t)
	h, err := tb.server.Handler(t.Context())
	require.NoError(t, err)
	tb.clock.stop()
	hash, err := web.Hash(web.Static())
	require.NoError(t, err)
	for range 1000 {
		r := request(http.MethodGet, "/static/"+hash+"/page.js", "")
		r.RemoteAddr = there
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		require.Equal(t, http.StatusOK, w.Code)
	}
	// Whoever asks too often for what counts is told so on a page.
	for {
		r := request(http.MethodGet, "/", "")
		r.RemoteAddr = there
		r.Header.Set("Accept", "text/html,*/*")
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code == http.StatusOK {
			continue
		}
		require.Equal(t, http.StatusTooManyRequests, w.Code)
		require.Contains(t, w.Body.String(), "<html")
		require.Contains(t, w.Body.String(), "Too many requests at once")
		break
	}
}

func TestANameThatIsNotTheTablesLeadsToOneThatIs(t *testing.T) {
	tb := newTable(t)
	tb.serve(doortest.Address(t))
	_, port, err := net.SplitHostPort(tb.address)
	require.NoError(t, err)
	// Chromium takes every name below localhost for this machine, and the table doesn't.
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.address})
		r.Out.Host = r.In.Host
	}})
	t.Cleanup(front.Close)
	_, frontPort, err := net.SplitHostPort(strings.TrimPrefix(front.URL, "http://"))
	require.NoError(t, err)
	page := open(t, "http://tray.localhost:"+frontPort+"/")
	page.sees(`document.querySelector("#why")?.textContent.includes("not called by that name")`)
	page.sees(`document.querySelector("#hosts").textContent.includes("--hosts tray.localhost") && document.querySelector("#hosts").textContent.includes('hosts = ["tray.localhost"]')`)
	require.Equal(t, "http://"+tb.address+"/", value[string](page, `document.querySelector("#way a").href`))
	require.Contains(t, value[string](page, `getComputedStyle(document.querySelector(".refused")).maxWidth`), "px", "it has no style")
	page.click("#way a")
	page.sees(`location.port === ` + quote(port) + ` && !!document.querySelector("#open-type")`)

	r := request(http.MethodGet, "/", "")
	r.Host = `x"><script>alert(1)</script>`
	r.Header.Set("Accept", "text/html")
	require.NotContains(t, body(t, asked(t, tb, there, r)), "<script>alert")
}

func TestAPhoneWithoutTheCodeIsToldToScanIt(t *testing.T) {
	tb := newTable(t)
	front := below(t, tb, "/dice", nil) // whoever comes by it is not at the table
	page := open(t, front.URL+"/dice/phone")
	page.sees(`document.querySelector("#refused")?.textContent.includes("scan the code that the table’s screen shows") || document.querySelector("#refused")?.textContent.includes("scan the code that the table's screen shows")`)
	require.NotContains(t, value[string](page, `document.body.textContent`), "can’t be reached")

	looker := open(t, front.URL+"/dice/")
	looker.click("#open-invite")
	looker.sees(`!!document.querySelector("#no-code") && !document.querySelector(".qr")`)
	require.NotContains(t, value[string](looker, `document.querySelector("#invite").textContent`), "Scan this")
}

func TestTheAddressBehindTheCodeStandsBesideIt(t *testing.T) {
	tb := newTable(t)
	tb.server.Invite, tb.server.Secure = "http://192.0.2.1:8437", "https://192.0.2.1:8437"
	tb.serve(doortest.Address(t))
	id := tb.beginDuel()
	page := open(t, "http://"+tb.address+"/")
	page.click("#open-invite")
	page.sees(`document.querySelector("#code-address")?.value === ` + quote(tb.server.JoinAddress()))
	page.click("#code-copy")
	page.shows("#code-copy", "Copied")
	page.click("#open-camera")
	page.click("#phone-camera summary")
	page.sees(`document.querySelector("#phone-code-address")?.value === ` + quote("https://192.0.2.1:8437/join#"+tb.server.Access.Key()+"&to=/phone"))
	// What it says of the field is where the field is.
	require.Contains(t, value[string](page, `document.querySelector("#phone-camera").textContent`), "field above")
	require.True(t, value[bool](page, `document.querySelector("#camera form").getBoundingClientRect().bottom <= document.querySelector("#phone-camera").getBoundingClientRect().top`))
	page.run(chromedp.Navigate(fmt.Sprintf("http://%s/games/%d", tb.address, id)))
	page.click("[data-code='1']")
	page.sees(`document.querySelector("#seat-code-address")?.value === ` + quote("http://192.0.2.1:8437/join#"+tb.server.Access.SeatKey(id, 1)))

	// Who only looks on gets none.
	require.Equal(t, 403, asked(t, tb, there, request("GET", "/api/invite", "")).StatusCode)
	// A page elsewhere in the address is nobody's door.
	trusts(t, tb)
	r := as(joined(t, tb, tb.server.Access.Key()), "GET", "/api/invite?from=http%3A%2F%2Fevil.example%2Fx%2F", "")
	r.RemoteAddr = "127.0.0.1:5"
	r.Header.Set("X-Forwarded-For", "192.168.1.7")
	r.Host = "192.0.2.9"
	require.NotContains(t, body(t, asked(t, tb, "127.0.0.1:5", r)), "evil.example")
}

// Where no phone can come in, the page says what to do as the table was started.
func TestAPageWithoutACodeSaysWhatLetsOthersIn(t *testing.T) {
	tb := newTable(t)
	tb.server.LetIn = `set listen = ":8437" in FILE, then: sudo systemctl restart astragal`
	tb.serve(doortest.Address(t))
	page := open(t, "http://"+tb.address+"/")
	page.click("#open-invite")
	page.sees(`document.querySelector("#code-none")?.textContent === ` + quote("To let phones and other screens in, "+tb.server.LetIn+": now only this machine can open the table."))
}

type pageFile struct{ path, text string }

// pageFiles are the pages' own files as text.
func pageFiles(t *testing.T) []pageFile {
	t.Helper()
	var out []pageFile
	require.NoError(t, fs.WalkDir(web.Static(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, "vendor/") || !strings.HasSuffix(path, ".js") && !strings.HasSuffix(path, ".html") {
			return err
		}
		raw, err := fs.ReadFile(web.Static(), path)
		out = append(out, pageFile{path, string(raw)})
		return err
	}))
	require.NotEmpty(t, out)
	return out
}
