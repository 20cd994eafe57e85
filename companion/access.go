package companion

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Access says who may answer at the table. A browser on the table's own machine may; any other
// device gets the right by opening the address with the key (the QR code), which hands it a
// cookie that no script can read. Everybody else only looks on.
type Access struct {
	key   []byte   // what the QR code carries
	seal  []byte   // signs the cookies
	hosts []string // further names that the table may be called by, without port
	// origins are pages elsewhere that may ask for rolls, as scheme://host.
	origins []string
}

const (
	cookieName = "astragal"
	cookieLife = 30 * 24 * time.Hour
	keyBytes   = 16
)

// NewSecret makes random bytes for Journal.Secret.
func NewSecret() []byte {
	b := make([]byte, 2*keyBytes)
	// Never fails: crypto/rand ends the program rather than return weak bytes.
	_, _ = rand.Read(b)
	return b
}

// NewAccess makes the rules of access from 32 secret bytes. hosts are further names that the
// table is called by ("astragal.local"); addresses and "localhost" need not be named.
func NewAccess(secret []byte, hosts []string) *Access {
	sum := sha256.Sum256(append([]byte("key:"), secret...))
	seal := sha256.Sum256(append([]byte("seal:"), secret...))
	return &Access{key: sum[:keyBytes], seal: seal[:], hosts: hosts}
}

// Key is the text that the QR code carries after /join/.
func (a *Access) Key() string { return base64.RawURLEncoding.EncodeToString(a.key) }

// Join checks a key and returns the cookie that gives the right to answer.
func (a *Access) Join(key string, now time.Time) (*http.Cookie, bool) {
	if subtle.ConstantTimeCompare([]byte(key), []byte(a.Key())) != 1 {
		return nil, false
	}
	id := make([]byte, keyBytes)
	_, _ = rand.Read(id)
	value := base64.RawURLEncoding.EncodeToString(append(id, a.sign(id)...))
	return &http.Cookie{
		Name: cookieName, Value: value, Path: "/", HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Expires: now.Add(cookieLife), MaxAge: int(cookieLife.Seconds()),
	}, true
}

// deviceOf is the name of the device that a cookie of Join makes.
func deviceOf(c *http.Cookie) string {
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || len(raw) < keyBytes {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw[:keyBytes])
}

func (a *Access) sign(id []byte) []byte {
	mac := hmac.New(sha256.New, a.seal)
	mac.Write(id)
	return mac.Sum(nil)
}

// MayAnswer says whether a request comes from somebody who may answer. Check the request with
// Refuse first.
func (a *Access) MayAnswer(r *http.Request) bool { return a.Who(r).May }

// Who says which device a request comes from, and whether it may answer. Check the request with
// Refuse first.
func (a *Access) Who(r *http.Request) Who {
	who := Who{May: fromHere(r) || a.hasKey(r)}
	c, err := r.Cookie(cookieName)
	if err != nil {
		return who
	}
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || len(raw) != keyBytes+sha256.Size || !hmac.Equal(raw[keyBytes:], a.sign(raw[:keyBytes])) {
		return who
	}
	return Who{Device: base64.RawURLEncoding.EncodeToString(raw[:keyBytes]), May: true}
}

// fromHere says whether the request was made on this machine. What a proxy passes on was not.
func fromHere(r *http.Request) bool {
	for _, h := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if r.Header.Get(h) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// Refuse says why a request is not served: a Host that is not this table's, or an Origin that is
// not the page's own. A page elsewhere can turn its own name to our address (DNS rebinding), but
// not an address that is written in figures.
func (a *Access) Refuse(r *http.Request) error {
	if !a.knows(hostOnly(r.Host)) {
		return errors.New("this table is not called by that name: use its address, or add the name to the setting \"hosts\"")
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		if r.Header.Get("Sec-Fetch-Site") == "cross-site" && r.Method != http.MethodGet {
			return errors.New("this request comes from another page")
		}
		return nil
	}
	if a.allows(r) {
		return nil
	}
	u, err := url.Parse(origin)
	if err != nil || !strings.EqualFold(u.Host, r.Host) {
		return errors.New("this request comes from another page")
	}
	return nil
}

func (a *Access) knows(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil || isLocalName(host) {
		return true
	}
	for _, h := range a.hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

func isLocalName(host string) bool { return strings.EqualFold(host, "localhost") }

// hostOnly takes the port and the brackets off.
func hostOnly(hostport string) string {
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		hostport = h
	}
	return strings.Trim(hostport, "[]")
}
