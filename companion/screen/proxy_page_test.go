package screen_test

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
	"astragal/companion/tabletest"
	"astragal/companion/visitor"
	"astragal/web"
)

// below puts a table behind a proxy, at a path of the proxy's host.
func below(t *testing.T, tb *tabletest.Table, path string, also func(*http.Request)) *httptest.Server {
	t.Helper()
	tb.Serve(doortest.Address(t))
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.Address})
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

func trusts(t *testing.T, tb *tabletest.Table) {
	t.Helper()
	var err error
	tb.Server.Proxies, err = visitor.Parse([]string{"127.0.0.0/8"})
	require.NoError(t, err)
}

func TestEveryPageWorksBelowAPath(t *testing.T) {
	tb := tabletest.NewTable(t)
	trusts(t, tb)
	front := below(t, tb, "/dice", nil)
	root := front.URL + "/dice/"

	// A phone that scans the code comes in through the proxy. So do the phones that it lets in.
	page := tabletest.Open(t, root+"join#"+tb.Server.Access.Key())
	page.Sees(`location.pathname === "/dice/" && !!document.querySelector("#open-type")`)
	tb.Throw(3, -5)
	page.Sees(`document.querySelector("[data-fix='2'] img")?.naturalWidth === 96`) // the picture of a die
	page.Click("[data-fix='2'] button[data-value='6']")
	page.Shows("#total", "9")
	page.Sees(`document.querySelector(".picture img")?.naturalWidth === 960`)
	page.Click("#open-invite")
	page.Sees(`document.querySelector("#code-address")?.value === ` + tabletest.Quote(root+"join#"+tb.Server.Access.Key()))
	page.Sees(`document.querySelector(".qr")?.naturalWidth > 50`)

	overlay := tabletest.Open(t, root+"overlay")
	overlay.Shows("#total", "9")
	require.Equal(t, root+"overlay", tabletest.Value[string](overlay, `navigator.serviceWorker.ready.then((r) => r.scope)`))

	id := tb.BeginDuel()
	for _, path := range []string{"games", "armies", "cards", "roll", "statistics", "studio", "phone", fmt.Sprintf("games/%d", id)} {
		page.Run(chromedp.Navigate(root + path))
		page.Sees(`!!document.querySelector("main") && !document.querySelector("#lost")`)
		for _, address := range tabletest.Value[[]string](page, `[...document.querySelectorAll("[href]:not(.credit a), [src]")].map((e) => e.href || e.src)`) {
			if strings.HasPrefix(address, "http") {
				require.True(t, strings.HasPrefix(address, root), "%s on %s leads out of the table", address, path)
			}
		}
	}
	page.Click("[data-code='1']")
	page.Sees(`document.querySelector("#seat-code-address")?.value === ` + tabletest.Quote(root+"join#"+tb.Server.Access.SeatKey(id, 1)))
	page.Sees(`document.querySelector("#state")?.textContent === "Playing" || !!document.querySelector("#cover")`)
	page.Run(chromedp.Navigate(root + "games"))
	page.Click(fmt.Sprintf("[data-game='%d']", id))
	page.Sees(fmt.Sprintf(`location.pathname === "/dice/games/%d" && !!document.querySelector("#board-title")`, id))
}

// Home Assistant shows a page in a frame of its own, below a path that changes, and under its own host name.
func TestThePageWorksInsideHomeAssistant(t *testing.T) {
	const path = "/api/hassio_ingress/Ab_c-9"
	tb := tabletest.NewTable(t)
	trusts(t, tb)
	tb.Serve(doortest.Address(t))
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.Address})
		r.SetXForwarded()
		r.Out.Header.Set("X-Ingress-Path", path)
	}}
	mux := http.NewServeMux()
	mux.Handle(path+"/", http.StripPrefix(path, proxy))
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<iframe width="900" height="700" src="%s/join#%s"></iframe>`, path, tb.Server.Access.Key())
	})
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	house := tabletest.Open(t, front.URL)
	tb.Throw(4, 5)
	house.Sees(`document.querySelector("iframe").contentDocument?.querySelector("#total")?.textContent === "9" && !!document.querySelector("iframe").contentDocument.querySelector("#open-type")`)
	house.Picture("home-assistant")
	cookie, err := chromedp.Run(house.Context, chromedp.Evaluate[string](`document.cookie`))
	require.NoError(t, err)
	require.Empty(t, cookie, "the house's own pages see the table's cookie")

	r := tabletest.Request(http.MethodGet, "/", "")
	r.Header.Set("X-Ingress-Path", path)
	h := tabletest.Sent(t, tb, tabletest.There, r).Header
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
	tb := tabletest.NewTable(t)
	tb.Serve(doortest.Address(t))
	dialAs := func(visitor string) (int, string) {
		conn, r, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.Address+"/api/socket", http.Header{"X-Forwarded-For": {visitor}})
		if err != nil {
			return r.StatusCode, tabletest.Body(t, r)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return http.StatusSwitchingProtocols, ""
	}
	// By default no proxy's word counts. All devices are one visitor, and the refusal says what to do.
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
	tb.Stop()

	tb = tabletest.NewTable(t)
	trusts(t, tb)
	tb.Serve(doortest.Address(t))
	for n := range 100 {
		status, why := dialAs(fmt.Sprintf("1.2.3.4, 192.168.1.%d", n))
		require.Equal(t, http.StatusSwitchingProtocols, status, why)
	}
	// One of them can't take all places, whatever it writes into the header.
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
	tb := tabletest.NewTable(t)
	tb.Server.Access.AskHere = true // places are kept for those who play, and the page that is refused only looks on
	tb.Serve(doortest.Address(t))
	var conns []*websocket.Conn
	for {
		conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+tb.Address+"/api/socket", nil)
		if err != nil {
			break
		}
		t.Cleanup(func() { _ = conn.Close() })
		conns = append(conns, conn)
	}
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`document.querySelector(".starting")?.textContent.includes("too many screens are open")`)
	for _, conn := range conns {
		require.NoError(t, conn.Close())
	}
	page.Sees(`!!document.querySelector("#looking-on")`) // there is room again
}

func TestScriptsAreNotCountedAsRequests(t *testing.T) {
	tb := tabletest.NewTable(t)
	h, err := tb.Server.Handler(t.Context())
	require.NoError(t, err)
	tb.Clock.Stop()
	hash, err := web.Hash(web.Static())
	require.NoError(t, err)
	for range 1000 {
		r := tabletest.Request(http.MethodGet, "/static/"+hash+"/page.js", "")
		r.RemoteAddr = tabletest.There
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		require.Equal(t, http.StatusOK, w.Code)
	}
	// If somebody sends acts too often, a page says so.
	for {
		r := tabletest.Request(http.MethodGet, "/", "")
		r.RemoteAddr = tabletest.There
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
	tb := tabletest.NewTable(t)
	tb.Serve(doortest.Address(t))
	_, port, err := net.SplitHostPort(tb.Address)
	require.NoError(t, err)
	// Chromium takes every name that ends in localhost for this machine. The table doesn't.
	front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: tb.Address})
		r.Out.Host = r.In.Host
	}})
	t.Cleanup(front.Close)
	_, frontPort, err := net.SplitHostPort(strings.TrimPrefix(front.URL, "http://"))
	require.NoError(t, err)
	page := tabletest.Open(t, "http://tray.localhost:"+frontPort+"/")
	page.Sees(`document.querySelector("#why")?.textContent.includes("not called by that name")`)
	page.Sees(`document.querySelector("#hosts").textContent.includes("--hosts tray.localhost") && document.querySelector("#hosts").textContent.includes('hosts = ["tray.localhost"]')`)
	require.Equal(t, "http://"+tb.Address+"/", tabletest.Value[string](page, `document.querySelector("#way a").href`))
	require.Contains(t, tabletest.Value[string](page, `getComputedStyle(document.querySelector(".refused")).maxWidth`), "px", "it has no style")
	for _, of := range []struct{ language, why, hosts string }{
		{"de", "So heißt dieser Tisch nicht: ", "Das Programm starten mit:"},
		{"fr", "Cette table ne s’appelle pas ainsi", "Lancer le programme avec :"},
		{"es", "Esta mesa no se llama así", "Iniciar el programa con:"},
		{"pl", "Ten stół tak się nie nazywa", "Uruchomić program z:"},
	} {
		other := tabletest.Open(t, "http://tray.localhost:"+frontPort+"/?lang="+of.language)
		other.Sees(`document.querySelector("#why")?.textContent.startsWith(` + tabletest.Quote(of.why) + `)`)
		require.Contains(t, tabletest.Value[string](other, `document.querySelector("#hosts").textContent`), of.hosts)
		other.Close()
		other = tabletest.Open(t, "http://"+tb.Address+"/no/such/page?lang="+of.language)
		other.Sees(`!!document.querySelector("#why") && !/address/u.test(document.querySelector("#why").textContent)`)
		other.Close()
	}
	page.Click("#way a")
	page.Sees(`location.port === ` + tabletest.Quote(port) + ` && !!document.querySelector("#open-type")`)

	r := tabletest.Request(http.MethodGet, "/", "")
	r.Host = `x"><script>alert(1)</script>`
	r.Header.Set("Accept", "text/html")
	require.NotContains(t, tabletest.Body(t, tabletest.Sent(t, tb, tabletest.There, r)), "<script>alert")
}

// The page of a wrong address leads to the table as the browser reaches it, not as the proxy does.
func TestAWrongAddressBehindAProxyLeadsBackThroughIt(t *testing.T) {
	for name, also := range map[string]func(*http.Request){
		"the proxy says nothing of its path": nil,
		"it says its path":                   func(r *http.Request) { r.Header.Set("X-Forwarded-Prefix", "/dice") },
		"it keeps its own name": func(r *http.Request) {
			r.Host = r.URL.Host
			r.Header.Set("X-Forwarded-Prefix", "/dice")
		},
		"Home Assistant": func(r *http.Request) { r.Header.Set("X-Ingress-Path", "/dice") },
	} {
		for _, named := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, named %v", name, named), func(t *testing.T) {
				tb := tabletest.NewTable(t)
				if named {
					trusts(t, tb)
				}
				front := below(t, tb, "/dice", also)
				page := tabletest.Open(t, front.URL+"/dice/no/such/page")
				page.Sees(`document.querySelector("#why")?.textContent.includes("nothing at this address")`)
				seen := tabletest.Value[string](page, `[...document.querySelectorAll(".refused p")].filter((p) => p.offsetHeight > 0).map((p) => p.textContent).join(" ")`)
				require.NotContains(t, seen, tb.Address)
				page.JS(`[...document.querySelectorAll(".refused a")].find((a) => a.offsetHeight > 0).click()`)
				page.Sees(`location.href.startsWith(` + tabletest.Quote(front.URL+"/dice/") + `) && !!document.querySelector("main:not(.refused)")`)
			})
		}
	}
	tb := tabletest.NewTable(t)
	r := tabletest.Request(http.MethodGet, "/admin", "")
	r.Header.Set("Accept", "text/html")
	r.Host = "127.0.0.1:9000" // a tunnel, which says nothing of itself
	require.Contains(t, tabletest.Body(t, tabletest.Sent(t, tb, tabletest.Here, r)), `href="http://127.0.0.1:9000/"`)
}

// A doubled slash doesn't lead out of the path below which a proxy has put the pages.
func TestADoubledSlashStaysBelowThePath(t *testing.T) {
	tb := tabletest.NewTable(t)
	front := below(t, tb, "/dice", nil)
	page := tabletest.Open(t, front.URL+"/dice//games/?new")
	page.Sees(`location.pathname + location.search === "/dice/games?new" && !!document.querySelector("main")`)
	for asked, to := range map[string]string{"//games": "./../games", "/games/": "./../games", "//": "./../", "/a/./b?c=d": "./../../a/b?c=d"} {
		got := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request(http.MethodGet, "http://127.0.0.1:8437"+asked, ""))
		require.Equal(t, to, got.Header.Get("Location"), asked)
	}
	require.Empty(t, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request(http.MethodGet, "/overlay/a%2F%2Fb", "")).Header.Get("Location"), "a name")
}

func TestAPhoneWithoutTheCodeIsToldToScanIt(t *testing.T) {
	tb := tabletest.NewTable(t)
	front := below(t, tb, "/dice", nil) // a device that comes through it isn't at the table
	page := tabletest.Open(t, front.URL+"/dice/phone")
	page.Sees(`document.querySelector("#refused")?.textContent.includes("scan the code that the table’s screen shows") || document.querySelector("#refused")?.textContent.includes("scan the code that the table's screen shows")`)
	require.NotContains(t, tabletest.Value[string](page, `document.body.textContent`), "can’t be reached")

	looker := tabletest.Open(t, front.URL+"/dice/")
	looker.Click("#open-invite")
	looker.Sees(`!!document.querySelector("#no-code") && !document.querySelector(".qr")`)
	require.NotContains(t, tabletest.Value[string](looker, `document.querySelector("#invite").textContent`), "Scan this")
}

func TestTheAddressBehindTheCodeStandsBesideIt(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Server.Invite, tb.Server.Secure = "http://192.0.2.1:8437", "https://192.0.2.1:8437"
	tb.Serve(doortest.Address(t))
	id := tb.BeginDuel()
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Click("#open-invite")
	page.Sees(`document.querySelector("#code-address")?.value === ` + tabletest.Quote(tb.Server.JoinAddress()))
	page.Click("#code-copy")
	page.Shows("#code-copy", "Copied")
	page.Click("#open-camera")
	page.Click("#phone-camera summary")
	page.Sees(`document.querySelector("#phone-code-address")?.value === ` + tabletest.Quote("https://192.0.2.1:8437/join#"+tb.Server.Access.Key()+"&to=/phone"))
	// The page says where the field is, and it is there.
	require.Contains(t, tabletest.Value[string](page, `document.querySelector("#phone-camera").textContent`), "field above")
	require.True(t, tabletest.Value[bool](page, `document.querySelector("#camera form").getBoundingClientRect().bottom <= document.querySelector("#phone-camera").getBoundingClientRect().top`))
	page.Run(chromedp.Navigate(fmt.Sprintf("http://%s/games/%d", tb.Address, id)))
	page.Click("[data-code='1']")
	page.Sees(`document.querySelector("#seat-code-address")?.value === ` + tabletest.Quote("http://192.0.2.1:8437/join#"+tb.Server.Access.SeatKey(id, 1)))

	// A device that only looks on gets none.
	require.Equal(t, 403, tabletest.Sent(t, tb, tabletest.There, tabletest.Request("GET", "/api/invite", "")).StatusCode)
	// If the request names an address elsewhere, that address isn't used.
	trusts(t, tb)
	r := tabletest.From(tabletest.Joined(t, tb, tb.Server.Access.Key()), "GET", "/api/invite?from=http%3A%2F%2Fevil.example%2Fx%2F", "")
	r.RemoteAddr = "127.0.0.1:5"
	r.Header.Set("X-Forwarded-For", "192.168.1.7")
	r.Host = "192.0.2.9"
	require.NotContains(t, tabletest.Body(t, tabletest.Sent(t, tb, "127.0.0.1:5", r)), "evil.example")
}

// If no phone can come in, the page says what to do, in words that fit how the table was started.
func TestAPageWithoutACodeSaysWhatLetsOthersIn(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Server.LetIn = `set listen = ":8437" in FILE, then: sudo systemctl restart astragal`
	tb.Serve(doortest.Address(t))
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Click("#open-invite")
	page.Sees(`document.querySelector("#code-none")?.textContent === ` + tabletest.Quote("To let phones and other screens in, "+tb.Server.LetIn+": now only this machine can open the table."))
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

// If others come through a proxy only, nobody behind it may answer at first. A screen of the table's own machine says how one comes in.
func TestTheFirstBehindAProxyComesInByTheCode(t *testing.T) {
	tb := tabletest.NewTable(t)
	trusts(t, tb)
	for path, key := range map[string]string{"/api/invite": tb.Server.Access.Key(), "/api/invite?to=look": tb.Server.Access.LookKey()} {
		r := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", path, ""))
		require.Contains(t, tabletest.Body(t, r), "write join#"+key+" behind the proxy's address")
	}
}
