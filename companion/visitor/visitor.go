// Package visitor says who is behind a request that a proxy passed on, and what the proxy calls the
// page. Anybody can write the headers that say so; they count only where a proxy that is named set them.
package visitor

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"path"
	"strings"
)

// Proxies are addresses of proxies whose word counts.
type Proxies []netip.Prefix

// Parse reads addresses (127.0.0.1) and networks (10.0.0.0/8). Its error says what is wrong with which.
func Parse(list []string) (Proxies, error) {
	var out Proxies
	for _, text := range list {
		if at, err := netip.ParseAddr(text); err == nil && at.Zone() == "" {
			at = at.Unmap()
			out = append(out, netip.PrefixFrom(at, at.BitLen()))
			continue
		}
		net, err := netip.ParsePrefix(text)
		if err != nil || net.Bits() == 0 {
			return nil, fmt.Errorf("%.60q is no address of a proxy: it must be like 127.0.0.1, or 10.0.0.0/8 for a network", text)
		}
		out = append(out, net.Masked())
	}
	return out, nil
}

func (p Proxies) trusts(at netip.Addr) bool {
	for _, known := range p {
		if known.Contains(at) {
			return true
		}
	}
	return false
}

// Way is how a request came.
type Way struct {
	// Trusted: a named proxy passed it on.
	Trusted bool
	// Claimed: something that isn't named says that it is a proxy.
	Claimed bool
	// Secure: the visitor's browser speaks HTTPS.
	Secure bool
	// Prefix is the path below which the proxy has put the pages, like "/dice"; empty where it doesn't say.
	Prefix string
	// Framed: the pages are shown inside those of Home Assistant, at the same host.
	Framed bool
}

type wayKey struct{}

// Of is how a request came that Resolve returned.
func Of(r *http.Request) Way {
	way, _ := r.Context().Value(wayKey{}).(Way)
	return way
}

// Resolve is the request as the visitor made it: RemoteAddr is the visitor's (with port 0), Host what the
// visitor's browser calls the page. What no named proxy passed on stays as it is.
func (p Proxies) Resolve(r *http.Request) *http.Request {
	peer, ok := addressIn(r.RemoteAddr)
	way := Way{Secure: r.TLS != nil}
	if !ok || !p.trusts(peer) || !forwarded(r) {
		way.Claimed = Claims(r)
		return r.WithContext(context.WithValue(r.Context(), wayKey{}, way))
	}
	ingress := r.Header.Get("X-Ingress-Path")
	way.Trusted, way.Framed = true, ingress != ""
	way.Prefix = prefix(ingress, last(r.Header, "X-Forwarded-Prefix"))
	if proto := last(r.Header, "X-Forwarded-Proto"); proto != "" {
		way.Secure = strings.EqualFold(proto, "https")
	}
	out := r.WithContext(context.WithValue(r.Context(), wayKey{}, way))
	out.RemoteAddr = netip.AddrPortFrom(p.visitor(peer, r.Header), 0).String()
	if host := last(r.Header, "X-Forwarded-Host"); host != "" {
		out.Host = host
	}
	return out
}

// Claims says whether a request has a header that only proxies set.
func Claims(r *http.Request) bool {
	for _, h := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if r.Header.Get(h) != "" {
			return true
		}
	}
	return false
}

// Root is what the visitor's browser calls the root of the pages: scheme, host and path, without a slash at its end.
func Root(r *http.Request) string {
	way, scheme := Of(r), "http"
	if way.Secure {
		scheme = "https"
	}
	return scheme + "://" + r.Host + way.Prefix
}

// forwarded says whether a request was passed on: a browser on the proxy's own machine makes others.
func forwarded(r *http.Request) bool {
	for _, h := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Ingress-Path"} {
		if r.Header.Get(h) != "" {
			return true
		}
	}
	return false
}

// visitor is the last address in X-Forwarded-For that is no proxy's own. What stands before it the
// visitor may have written, and what can't be read ends the list.
func (p Proxies) visitor(peer netip.Addr, h http.Header) netip.Addr {
	at := peer
	list := strings.Split(strings.Join(h.Values("X-Forwarded-For"), ","), ",")
	for i := len(list) - 1; i >= 0 && p.trusts(at); i-- {
		next, ok := addressIn(strings.TrimSpace(list[i]))
		if !ok {
			break
		}
		at = next
	}
	return at
}

// addressIn reads an address with or without a port.
func addressIn(text string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	at, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return at.Unmap().WithZone(""), err == nil
}

// last is the last value of a header that proxies add to.
func last(h http.Header, name string) string {
	values := strings.Split(strings.Join(h.Values(name), ","), ",")
	return strings.TrimSpace(values[len(values)-1])
}

// prefix is the first path that is one, without a slash at its end.
func prefix(paths ...string) string {
	for _, p := range paths {
		if strings.HasPrefix(p, "/") && !strings.ContainsAny(p, "\\\"'<>;,? \t") {
			if clean := path.Clean(p); clean != "/" && !strings.HasPrefix(clean, "//") {
				return clean
			}
		}
	}
	return ""
}
