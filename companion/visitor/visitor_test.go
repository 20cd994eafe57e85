package visitor_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/visitor"
)

func proxies(t testing.TB, list ...string) visitor.Proxies {
	t.Helper()
	p, err := visitor.Parse(list)
	require.NoError(t, err)
	return p
}

func TestTheVisitorIsTheLastAddressThatIsNoProxys(t *testing.T) {
	trusted := proxies(t, "127.0.0.1", "::1", "10.0.0.0/8")
	for name, c := range map[string]struct {
		peer string
		list []string
		want string
	}{
		"nobody between":              {"192.168.1.7:5000", nil, "192.168.1.7:5000"},
		"one proxy":                   {"127.0.0.1:5000", []string{"192.168.1.7"}, "192.168.1.7:0"},
		"two proxies":                 {"127.0.0.1:5000", []string{"192.168.1.7, 10.2.3.4"}, "192.168.1.7:0"},
		"two headers":                 {"127.0.0.1:5000", []string{"192.168.1.7", "10.2.3.4"}, "192.168.1.7:0"},
		"what the visitor made up":    {"127.0.0.1:5000", []string{"1.2.3.4, 127.0.0.1, 192.168.1.7"}, "192.168.1.7:0"},
		"garbage before the visitor":  {"127.0.0.1:5000", []string{"x, 192.168.1.7"}, "192.168.1.7:0"},
		"garbage behind the visitor":  {"127.0.0.1:5000", []string{"192.168.1.7, x"}, "127.0.0.1:0"},
		"nothing but proxies":         {"127.0.0.1:5000", []string{"10.1.1.1, 10.2.2.2"}, "10.1.1.1:0"},
		"an address with a port":      {"[::1]:5000", []string{"192.168.1.7:4711"}, "192.168.1.7:0"},
		"IPv6":                        {"127.0.0.1:5000", []string{"[2001:db8::7]:4711"}, "[2001:db8::7]:0"},
		"IPv4 in IPv6":                {"[::ffff:127.0.0.1]:5000", []string{"::ffff:192.168.1.7"}, "192.168.1.7:0"},
		"a liar without a proxy":      {"192.168.1.66:5000", []string{"192.168.1.7"}, "192.168.1.66:5000"},
		"a liar who calls itself one": {"192.168.1.66:5000", []string{"10.1.1.1"}, "192.168.1.66:5000"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = c.peer
			r.Header["X-Forwarded-For"] = c.list
			require.Equal(t, c.want, trusted.Resolve(r).RemoteAddr)
		})
	}
}

func TestOnlyANamedProxysWordCounts(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Host, r.RemoteAddr = "127.0.0.1:8437", "127.0.0.1:5000"
	for h, v := range map[string]string{"X-Forwarded-For": "192.168.1.7", "X-Forwarded-Host": "dice.example", "X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/dice/", "X-Ingress-Path": ""} {
		r.Header.Set(h, v)
	}
	got := proxies(t).Resolve(r)
	require.Equal(t, "127.0.0.1:8437", got.Host)
	require.Equal(t, "127.0.0.1:5000", got.RemoteAddr)
	require.Equal(t, visitor.Way{Claimed: true}, visitor.Of(got))

	got = proxies(t, "127.0.0.1").Resolve(r)
	require.Equal(t, "dice.example", got.Host)
	require.Equal(t, visitor.Way{Trusted: true, Secure: true, Prefix: "/dice"}, visitor.Of(got))
	r.Header.Set("X-Ingress-Path", "/api/hassio_ingress/abc")
	require.Equal(t, visitor.Way{Trusted: true, Secure: true, Prefix: "/api/hassio_ingress/abc", Framed: true}, visitor.Of(proxies(t, "127.0.0.1").Resolve(r)))

	// This is a browser on the proxy's own machine that doesn't come through the proxy.
	direct := httptest.NewRequest(http.MethodGet, "/", nil)
	direct.RemoteAddr = "127.0.0.1:5000"
	require.Equal(t, visitor.Way{}, visitor.Of(proxies(t, "127.0.0.1").Resolve(direct)))
}

func TestABadProxyIsNamed(t *testing.T) {
	for _, bad := range []string{"", "localhost", "10.0.0.0/33", "0.0.0.0/0", "::/0", "fe80::1%eth0"} {
		_, err := visitor.Parse([]string{"127.0.0.1", bad})
		require.ErrorContains(t, err, "no address of a proxy", bad)
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("1.2.3.4, [::1]:80", "/a//b", "h")
	f.Add(",,,", "//evil", "\x00")
	f.Fuzz(func(t *testing.T, list, prefix, host string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("X-Forwarded-For", list)
		r.Header.Set("X-Forwarded-Prefix", prefix)
		r.Header.Set("X-Forwarded-Host", host)
		way := visitor.Of(proxies(t, "127.0.0.1").Resolve(r))
		require.NotRegexp(t, `^//|["'<>;, ]|/$`, way.Prefix)
	})
}
