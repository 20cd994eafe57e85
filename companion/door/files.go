package door

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// Files is a certificate with its key, in two files that somebody else keeps. If the files are replaced, Look takes the new ones. It is safe for
// concurrent use.
type Files struct {
	// Certificate and Key are the files' paths, PEM.
	Certificate, Key string

	mu   sync.Mutex
	pair *tls.Certificate
	seen [2]stamp
}

// stamp tells one writing of a file from another.
type stamp struct {
	at   time.Time
	size int64
}

// OpenFiles reads the files. It doesn't check whether the certificate is valid; Valid does.
func OpenFiles(certificate, key string) (*Files, error) {
	f := &Files{Certificate: certificate, Key: key}
	f.seen = f.stamps()
	pair, err := f.read()
	if err != nil {
		return nil, err
	}
	f.pair = pair
	return f, nil
}

// For is the certificate for any connection.
func (f *Files) For(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pair, nil
}

// Ends is when the certificate expires.
func (f *Files) Ends() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pair.Leaf.NotAfter
}

// NameFor is host if the certificate is for it, else the first name or address that it is for.
func (f *Files) NameFor(host string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	leaf := f.pair.Leaf
	switch {
	case leaf.VerifyHostname(bracketed(host)) == nil:
		return host
	case len(leaf.IPAddresses) > 0:
		return leaf.IPAddresses[0].String()
	}
	for _, name := range leaf.DNSNames {
		if !strings.Contains(name, "*") {
			return name
		}
	}
	return host
}

// Trusted says whether machines like this one trust the certificate for a host without any setup.
func (f *Files) Trusted(host string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	between := x509.NewCertPool()
	for _, raw := range f.pair.Certificate[1:] {
		if c, err := x509.ParseCertificate(raw); err == nil {
			between.AddCert(c)
		}
	}
	_, err := f.pair.Leaf.Verify(x509.VerifyOptions{DNSName: bracketed(host), Intermediates: between})
	return err == nil
}

// Valid says why browsers and tables would refuse the certificate at a time; nil if they wouldn't.
func (f *Files) Valid(now time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.valid(f.pair.Leaf, now)
}

func (f *Files) valid(leaf *x509.Certificate, now time.Time) error {
	switch {
	case now.After(leaf.NotAfter):
		return fmt.Errorf("the certificate %s expired on %s: renew it (this machine's clock says %s)", f.Certificate, leaf.NotAfter.Format(time.DateTime), now.Format(time.DateTime))
	case now.Before(leaf.NotBefore):
		return fmt.Errorf("the certificate %s is valid from %s, and this machine's clock says %s: set the clock", f.Certificate, leaf.NotBefore.Format(time.DateTime), now.Format(time.DateTime))
	}
	return nil
}

// Look reads the files if they were replaced since the last look: renewed says that it took new ones. The error says why the new files can't be used.
// The old certificate then stays, and the next look returns no error until the files change again.
func (f *Files) Look(now time.Time) (renewed bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	stamps := f.stamps()
	if stamps == f.seen {
		return false, nil
	}
	f.seen = stamps
	pair, err := f.read()
	if err == nil {
		err = f.valid(pair.Leaf, now)
	}
	if err != nil {
		return false, err
	}
	f.pair = pair
	return true, nil
}

func (f *Files) stamps() (out [2]stamp) {
	for i, path := range []string{f.Certificate, f.Key} {
		if info, err := os.Stat(path); err == nil {
			out[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return out
}

func (f *Files) read() (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(f.Certificate, f.Key)
	if err == nil && pair.Leaf == nil {
		pair.Leaf, err = x509.ParseCertificate(pair.Certificate[0])
	}
	if err != nil {
		return nil, fmt.Errorf("read the certificate %s with the key %s: %w", f.Certificate, f.Key, err)
	}
	return &pair, nil
}
