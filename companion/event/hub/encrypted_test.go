package hub_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/door"
	"astragal/companion/event/hub"
)

// certificate makes a certificate for this machine, and the file with it. from and until say how long from now it
// begins and ends.
func certificate(t testing.TB, from, until time.Duration) (*door.Files, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hall"}, NotBefore: time.Now().Add(from), NotAfter: time.Now().Add(until),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	cert := file(t, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})))
	files, err := door.OpenFiles(cert, file(t, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))))
	require.NoError(t, err)
	return files, cert
}

func TestEncryptedTablesAndPages(t *testing.T) {
	cert, ca := certificate(t, -time.Hour, time.Hour)
	h := startHub(t, func(o *hub.Options) { o.Certificate, o.Tables = cert, "127.0.0.1:0" })
	d := h.dial(t, "Table 1")
	d.CA = ca
	a := newSim(t, "Table 1", d)
	a.roll()
	a.through()
	pool := x509.NewCertPool()
	pem, err := os.ReadFile(ca)
	require.NoError(t, err)
	require.True(t, pool.AppendCertsFromPEM(pem))
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	r, err := client.Get(h.pages + "/api/view")
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	require.Equal(t, http.StatusOK, r.StatusCode)

	d.CA = ""
	newSim(t, "Table 1", d).says("signed by nobody")
	d.Address.Secure, d.Address.Server = false, strings.Replace(d.Address.Server, "tls", "nats", 1)
	newSim(t, "Table 1", d).says("signed by nobody") // the connection is encrypted all the same
}

func TestAnExpiredCertificateIsNamed(t *testing.T) {
	for says, cert := range map[string][2]time.Duration{"expired on": {-2 * time.Hour, -time.Hour}, "set the clock": {time.Hour, 2 * time.Hour}} {
		c, ca := certificate(t, cert[0], cert[1])
		h := startHub(t, func(o *hub.Options) { o.Certificate, o.Tables = c, "127.0.0.1:0" })
		d := h.dial(t, "Table 1")
		d.CA = ca
		s := newSim(t, "Table 1", d)
		s.roll()
		s.says(says)
	}
}

// put replaces one certificate by another, as a renewal does.
func put(t testing.TB, in, of *door.Files) {
	t.Helper()
	for from, to := range map[string]string{of.Certificate: in.Certificate, of.Key: in.Key} {
		raw, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(to+".new", raw, 0o600))
		require.NoError(t, os.Rename(to+".new", to))
	}
}

// ends is when the certificate ends that an address shows.
func ends(t testing.TB, address string) time.Time {
	t.Helper()
	conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true}) // the test checks it itself
	require.NoError(t, err)
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].NotAfter
}

func TestARenewedCertificateIsTakenWhileTheHubRuns(t *testing.T) {
	cert, _ := certificate(t, -time.Hour, 3*24*time.Hour-time.Hour)
	var said lines
	h := startHub(t, func(o *hub.Options) {
		o.Certificate, o.Tables, o.Log = cert, "127.0.0.1:0", slog.New(slog.NewTextHandler(&said, nil))
	})
	pages := strings.TrimPrefix(h.pages, "https://")
	trusted := trusting(t, cert.Certificate)
	var v hub.View
	look := func() { getBy(t, trusted, h.pages+"/api/view", &v) }
	require.Eventually(t, func() bool { look(); return v.Certificate != "" }, patience, 10*time.Millisecond)
	require.Contains(t, v.Certificate, "ends in 3 days, on "+cert.Ends().Format(time.DateOnly))
	require.Contains(t, said.text(), "ends in 3 days")

	// If a certificate can't be used, nothing changes.
	old, _ := certificate(t, -2*time.Hour, -time.Hour)
	was := cert.Ends()
	put(t, cert, old)
	require.Eventually(t, func() bool { return strings.Contains(said.text(), "so the old one stays") }, patience, 10*time.Millisecond)
	require.Contains(t, said.text(), "expired on")
	require.Equal(t, was.Unix(), ends(t, pages).Unix())

	fresh, ca := certificate(t, -time.Hour, 100*24*time.Hour)
	put(t, cert, fresh)
	require.Eventually(t, func() bool { return ends(t, pages).Equal(fresh.Ends()) }, patience, 10*time.Millisecond)
	trusted = trusting(t, ca)
	require.Eventually(t, func() bool { look(); return v.Certificate == "" }, patience, 10*time.Millisecond)
	// Tables that connect now see the new certificate too.
	d := h.dial(t, "Table 1")
	d.CA = ca
	a := newSim(t, "Table 1", d)
	a.roll()
	a.through()
}

func TestWhoComesWithoutEncryptionIsLedToIt(t *testing.T) {
	cert, ca := certificate(t, -time.Hour, time.Hour)
	h := startHub(t, func(o *hub.Options) { o.Certificate, o.Tables = cert, "127.0.0.1:0" })
	plain := strings.Replace(h.pages, "https", "http", 1)
	client := trusting(t, ca)
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	r, err := client.Get(plain + "/standings?x=1")
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	require.Equal(t, http.StatusTemporaryRedirect, r.StatusCode)
	require.Equal(t, h.pages+"/standings?x=1", r.Header.Get("Location"))
	client.CheckRedirect = nil
	r, err = client.Get(plain + "/api/view")
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	require.Equal(t, http.StatusOK, r.StatusCode)

	status, why := post(t, plain+"/api/enter", map[string]string{"token": "x"})
	require.Equal(t, http.StatusForbidden, status)
	require.Contains(t, why, h.pages)
	strange, err := http.NewRequestWithContext(t.Context(), http.MethodGet, plain+"/", nil)
	require.NoError(t, err)
	strange.Host = "evil.example"
	r, err = client.Do(strange)
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	require.Equal(t, http.StatusForbidden, r.StatusCode)
}

// trusting is a client that trusts a certificate.
func trusting(t testing.TB, ca string) *http.Client {
	t.Helper()
	pool := x509.NewCertPool()
	raw, err := os.ReadFile(ca)
	require.NoError(t, err)
	require.True(t, pool.AppendCertsFromPEM(raw))
	c := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true}}
	return c
}

func getBy(t testing.TB, c *http.Client, address string, into any) {
	t.Helper()
	r, err := c.Get(address)
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.NoError(t, json.NewDecoder(r.Body).Decode(into))
}

// lines is a log that is read while it is written.
type lines struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
