package screen_test

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/tabletest"
)

// nginx starts nginx in front of a table, below /astragal/, with the lines that docs/config.md has for it.
func nginx(t *testing.T, table string) (root string) {
	t.Helper()
	path, err := exec.LookPath("nginx")
	if err != nil {
		if path, err = exec.LookPath("/usr/sbin/nginx"); err != nil {
			t.Skip("nginx is not here: apt-get install nginx-light")
		}
	}
	raw, err := os.ReadFile("../../docs/config.md")
	require.NoError(t, err)
	_, lines, found := strings.Cut(string(raw), "For nginx:\n\n```\n")
	require.True(t, found)
	lines, _, _ = strings.Cut(lines, "```")
	lines = strings.NewReplacer("/dice", "/astragal", "127.0.0.1:8437", table).Replace(lines)
	dir, address := t.TempDir(), doortest.Address(t)
	temp := ""
	for _, what := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temp += fmt.Sprintf("%s_temp_path %s;\n", what, filepath.Join(dir, what))
	}
	conf := filepath.Join(dir, "nginx.conf")
	require.NoError(t, os.WriteFile(conf, fmt.Appendf(nil, "daemon off;\npid %s;\nevents {}\nhttp {\naccess_log off;\n%sserver {\nlisten %s;\n%s}\n}\n", filepath.Join(dir, "pid"), temp, address, lines), 0o600))
	cmd := exec.CommandContext(t.Context(), path, "-c", conf, "-e", filepath.Join(dir, "errors"))
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Wait() })
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return false
		}
		return c.Close() == nil
	}, tabletest.Patience, 20*time.Millisecond, "nginx doesn't answer")
	return "http://" + address + "/astragal/"
}

// The document's lines work in nginx itself, for pages, sockets, pictures, codes, the phone's camera and the overlay.
func TestTheLinesForNginxWork(t *testing.T) {
	tb := tabletest.NewTable(t)
	trusts(t, tb)
	tb.Serve(doortest.Address(t))
	root := nginx(t, tb.Address)
	page := tabletest.Open(t, root+"join#"+tb.Server.Access.Key())
	page.Sees(`location.pathname === "/astragal/" && !!document.querySelector("#open-type")`)
	tb.Throw(3, 6) // the socket tells it
	page.Shows("#total", "9")
	page.Sees(`document.querySelector(".picture img")?.naturalWidth === 960`)
	page.Click("#open-invite")
	page.Sees(`document.querySelector("#code-address")?.value === ` + tabletest.Quote(root+"join#"+tb.Server.Access.Key()))
	page.Sees(`document.querySelector(".qr")?.naturalWidth > 50`)

	overlay := tabletest.Open(t, root+"overlay")
	overlay.Shows("#total", "9")
	tb.Clear()
	tb.Throw(1, 1)
	overlay.Shows("#total", "2")
	phone := tabletest.Open(t, root+"join#"+tb.Server.Access.Key()+"&to=/phone")
	phone.Sees(`location.pathname === "/astragal/phone" && !!document.querySelector("main") && !document.querySelector("#lost")`)
	// If somebody comes through nginx without the code, they look on, and no more.
	res, err := http.Post(root+"api/act", "application/json", strings.NewReader(`{"do": "look"}`))
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusForbidden, res.StatusCode)
	page.Run(chromedp.Navigate(root + "overlay/setup"))
	page.Sees(`[...document.querySelectorAll("input")].some((e) => e.value.startsWith(` + tabletest.Quote(root+"overlay") + `))`)
}
