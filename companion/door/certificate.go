package door

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"astragal/companion/wholefile"
)

const (
	// life is how long a certificate is valid. iOS refuses one that is valid for more than 825 days.
	life = 800 * 24 * time.Hour
	// renewBefore is how long before its end a certificate is made anew.
	renewBefore = 30 * 24 * time.Hour
	// clockSlack is how far a device's clock may be behind the table's.
	clockSlack = 48 * time.Hour
	mostNames  = 100
	file       = "certificate.pem"
)

// Keeper keeps the table's certificate in a file. It makes another one if that is missing, damaged or about to expire, or if the table is called by an
// address that it doesn't name. A Keeper is safe for concurrent use.
type Keeper struct {
	// Folder is where the file lies. Only its owner can read the file.
	Folder string
	// Names are names and addresses by which the table is called, beside those by which connections come.
	Names []string
	Log   *slog.Logger
	// Now is the clock; nil means the wall's.
	Now func() time.Time

	mu   sync.Mutex
	cert *tls.Certificate
}

// For is the certificate for a connection: it names the address that the connection came to.
func (k *Keeper) For(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	name := ""
	if hello.Conn != nil {
		if at, ok := hello.Conn.LocalAddr().(*net.TCPAddr); ok {
			name = at.IP.String()
		}
	}
	return k.Certificate(name)
}

// Certificate is one that names the table's names and the address, which may be empty.
func (k *Keeper) Certificate(address string) (*tls.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	if k.Now != nil {
		now = k.Now()
	}
	if k.cert == nil {
		cert, err := k.load()
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			k.Log.Warn("the certificate can't be used and is made anew", "file", k.path(), "because", err)
		}
		k.cert = cert
	}
	wanted := k.Names
	if address != "" {
		wanted = append(slices.Clone(wanted), address)
	}
	if why := lacks(k.cert, wanted, now); why != "" {
		if k.cert != nil {
			k.Log.Info("the certificate is made anew: browsers will warn once more", "because", why)
		}
		cert, err := k.make(wanted, now)
		if err != nil {
			return nil, err
		}
		k.cert = cert
	}
	return k.cert, nil
}

// lacks says why a certificate can't be used; empty if it can.
func lacks(c *tls.Certificate, names []string, now time.Time) string {
	switch {
	case c == nil || c.Leaf == nil:
		return "there is none"
	case now.Before(c.Leaf.NotBefore):
		return "it begins in the future: is this machine's clock right?"
	case now.Add(renewBefore).After(c.Leaf.NotAfter):
		return "it expires on " + c.Leaf.NotAfter.Format(time.DateOnly)
	}
	for _, name := range names {
		if c.Leaf.VerifyHostname(bracketed(name)) != nil {
			return "it doesn't name " + name
		}
	}
	return ""
}

// bracketed is a name in the form that VerifyHostname takes: IPv6 addresses stand in brackets.
func bracketed(name string) string {
	if ip := net.ParseIP(name); ip != nil && ip.To4() == nil {
		return "[" + name + "]"
	}
	return name
}

func (k *Keeper) path() string { return filepath.Join(k.Folder, file) }

// load reads the certificate and its key from the file.
func (k *Keeper) load() (*tls.Certificate, error) {
	raw, err := os.ReadFile(k.path())
	if err != nil {
		return nil, err
	}
	cert, err := tls.X509KeyPair(raw, raw)
	if err != nil {
		return nil, err
	}
	if cert.Leaf == nil {
		cert.Leaf, err = x509.ParseCertificate(cert.Certificate[0])
	}
	return &cert, err
}

// make makes a certificate that names what the old one named and more, and keeps it.
func (k *Keeper) make(names []string, now time.Time) (*tls.Certificate, error) {
	all := []string{"localhost", "127.0.0.1", "::1"}
	if k.cert != nil && k.cert.Leaf != nil {
		all = append(all, k.cert.Leaf.DNSNames...)
		for _, ip := range k.cert.Leaf.IPAddresses {
			all = append(all, ip.String())
		}
	}
	if len(all) > mostNames {
		all = all[:3] // a table that moved from house to house has old addresses
	}
	key, err := k.key(now)
	if err != nil {
		return nil, fmt.Errorf("make the certificate's key: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, fmt.Errorf("make the certificate's number: %w", err)
	}
	plan := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Astragal table"},
		NotBefore: now.Add(-clockSlack), NotAfter: now.Add(life - clockSlack),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true,
	}
	for _, name := range append(all, names...) {
		if ip := net.ParseIP(name); ip == nil && !slices.Contains(plan.DNSNames, name) {
			plan.DNSNames = append(plan.DNSNames, name)
		} else if ip != nil && !slices.ContainsFunc(plan.IPAddresses, ip.Equal) {
			plan.IPAddresses = append(plan.IPAddresses, ip)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, plan, plan, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("make the certificate: %w", err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("write the certificate's key: %w", err)
	}
	both := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...)
	if err := k.save(both); err != nil {
		// The certificate works until the program ends. The next start makes another one.
		k.Log.Warn("the certificate can't be kept: browsers will warn again after the next start", "because", err)
	}
	cert, err := tls.X509KeyPair(both, both)
	if err != nil {
		return nil, fmt.Errorf("use the certificate: %w", err)
	}
	if cert.Leaf == nil {
		cert.Leaf, err = x509.ParseCertificate(cert.Certificate[0])
	}
	return &cert, err
}

// key is the certificate's key. It stays the same until its life is over, so that a device that trusts the table by its key trusts it at a new address
// too.
func (k *Keeper) key(now time.Time) (*ecdsa.PrivateKey, error) {
	if k.cert != nil && k.cert.Leaf != nil && now.Add(renewBefore).Before(k.cert.Leaf.NotAfter) {
		if key, ok := k.cert.PrivateKey.(*ecdsa.PrivateKey); ok {
			return key, nil
		}
	}
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}

// save writes the file whole or not at all. Only its owner can read it.
func (k *Keeper) save(raw []byte) error {
	if err := os.MkdirAll(k.Folder, 0o700); err != nil {
		return err
	}
	return wholefile.Write(k.path(), raw)
}
