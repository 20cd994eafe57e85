package hub_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event/hub"
)

// certificate makes one for this machine, valid from and until some time from now, and its file.
func certificate(t testing.TB, from, until time.Duration) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hall"}, NotBefore: time.Now().Add(from), NotAfter: time.Now().Add(until),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, file(t, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})))
}

func TestEncryptedTablesAndPages(t *testing.T) {
	cert, ca := certificate(t, -time.Hour, time.Hour)
	h := startHub(t, func(o *hub.Options) { o.Certificate, o.Tables = &cert, "127.0.0.1:0" })
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
	newSim(t, "Table 1", d).says("signed by nobody") // it is encrypted all the same
}

func TestAnExpiredCertificateIsNamed(t *testing.T) {
	for says, cert := range map[string][2]time.Duration{"expired on": {-2 * time.Hour, -time.Hour}, "set the clock": {time.Hour, 2 * time.Hour}} {
		c, ca := certificate(t, cert[0], cert[1])
		h := startHub(t, func(o *hub.Options) { o.Certificate, o.Tables = &c, "127.0.0.1:0" })
		d := h.dial(t, "Table 1")
		d.CA = ca
		s := newSim(t, "Table 1", d)
		s.roll()
		s.says(says)
	}
}
