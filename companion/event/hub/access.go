package hub

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"astragal/companion/door"
	"astragal/companion/event"
	"astragal/companion/names"
)

const (
	cookieName = "astragal_hub"
	cookieLife = 7 * 24 * time.Hour
	// organiser is the name of whoever sits at the hub's own machine.
	organiser = "the organiser"
)

// access says who may do what on the pages. A browser shows a token, in a cookie that no script can read or as a bearer token. A browser on the hub's
// own machine counts as a judge's.
type access struct {
	key   []byte
	event string
	hosts []string
	// refuses says why a token isn't valid any more; empty if it is.
	refuses func(event.Pass) string
	open    bool
	// askHere says that a browser on the hub's own machine needs a token too.
	askHere bool
}

// pass is what a request may do; false if it may not even look on.
func (a *access) pass(r *http.Request) (event.Pass, bool) {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if c, err := r.Cookie(cookieName); token == "" && err == nil {
		token = c.Value
	}
	if token != "" {
		p, ok := a.check(token)
		if ok {
			return p, true
		}
	}
	switch {
	case !a.askHere && fromHere(r):
		return event.Pass{Role: event.RoleJudge, Event: a.event, Name: organiser}, true
	case a.open:
		return event.Pass{Role: event.RoleSpectator, Event: a.event}, true
	}
	return event.Pass{}, false
}

// check says what a token lets its bearer do here. A table's token lets nobody in.
func (a *access) check(token string) (event.Pass, bool) {
	p, ok := event.CheckToken(token, a.key)
	if !ok || !names.Same(p.Event, a.event) || p.Role != event.RoleJudge && p.Role != event.RoleSpectator || a.refuses(p) != "" {
		return event.Pass{}, false
	}
	return p, true
}

// cookie keeps a token in the browser.
func cookie(token string, secure bool, now time.Time) *http.Cookie {
	return &http.Cookie{Name: cookieName, Value: strings.TrimSpace(token), Path: "/", HttpOnly: true, Secure: secure,
		SameSite: http.SameSiteStrictMode, Expires: now.Add(cookieLife), MaxAge: int(cookieLife.Seconds())}
}

// fromHere says whether the request was made on this machine. A request that a proxy passed on was not.
func fromHere(r *http.Request) bool {
	if passedOn(r) {
		return false
	}
	ip, err := netip.ParseAddr(remoteHost(r))
	return err == nil && ip.Unmap().IsLoopback()
}

// passedOn says whether a proxy passed the request on.
func passedOn(r *http.Request) bool {
	return slices.ContainsFunc([]string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"}, func(h string) bool { return r.Header.Get(h) != "" })
}

func remoteHost(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// refuse says why a request is not served: a Host that is not the hub's (a page elsewhere can turn its
// own name to our address), or an Origin that is not the page's own.
func (a *access) refuse(r *http.Request) error {
	if !a.knows(door.HostOnly(r.Host)) {
		return errors.New("this hub is not called by that name: use its address, or name it with --hosts")
	}
	origin := r.Header.Get("Origin")
	if u, err := url.Parse(origin); origin != "" && (err != nil || !strings.EqualFold(u.Host, r.Host)) {
		return door.ErrElsewhere
	}
	return nil
}

// knows says whether a name or an address in figures may be the hub's.
func (a *access) knows(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost") || slices.ContainsFunc(a.hosts, func(h string) bool { return strings.EqualFold(h, host) })
}
