// Package place knows where a table can be reached: on its machine, and from the others of the network.
package place

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"
)

// ErrTaken means that an address can't be listened on because something does.
var ErrTaken = errors.New("something listens there already: stop it, or choose another port with --listen")

// Listen listens at an address, host:port.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("listen on %s: %w", address, ErrTaken)
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w; choose another address with --listen", address, err)
	}
	return l, nil
}

// Place is where the table can be reached.
type Place struct {
	Local  string // on this machine
	Invite string // from others; empty where they can't reach it
}

// Port is where it listens.
func (p Place) Port() string {
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(p.Local, "http://"))
	return port
}

// Secure is the address for browsers that want a secure page; empty where there is no other device.
func (p Place) Secure() string {
	if p.Invite == "" {
		return ""
	}
	return "https" + strings.TrimPrefix(p.Invite, "http")
}

// Of is where a table can be reached that listens there.
func Of(l net.Listener) Place {
	at, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil {
		return Place{Local: "http://" + l.Addr().String()}
	}
	port := at.Port()
	ip := at.Addr().Unmap()
	switch {
	case ip.IsLoopback():
		return Place{Local: "http://" + at.String()}
	case ip.IsUnspecified():
		here := Place{Local: fmt.Sprintf("http://127.0.0.1:%d", port)}
		if lan, ok := LAN(); ok {
			here.Invite = "http://" + netip.AddrPortFrom(lan, port).String()
		}
		return here
	}
	address := "http://" + netip.AddrPortFrom(ip, port).String()
	return Place{Local: address, Invite: address}
}

// LAN is this machine's address in the house's network, IPv4 before IPv6.
func LAN() (netip.Addr, bool) {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return netip.Addr{}, false
	}
	var found netip.Addr
	for _, a := range addresses {
		prefix, err := netip.ParsePrefix(a.String())
		ip := prefix.Addr().Unmap()
		if err != nil || ip.IsLoopback() || ip.IsLinkLocalUnicast() {
			continue
		}
		if !found.IsValid() || cmp.Compare(rank(ip), rank(found)) < 0 {
			found = ip
		}
	}
	return found, found.IsValid()
}

func rank(ip netip.Addr) int {
	switch {
	case ip.Is4() && ip.IsPrivate():
		return 0
	case ip.Is4():
		return 1
	}
	return 2
}

// Loopback tells whether an address is this machine's alone.
func Loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// Alone tells whether an address to listen on is this machine's only.
func Alone(listen string) bool {
	host, _, _ := net.SplitHostPort(listen)
	return Loopback(host)
}

// Reachable says whether one of the addresses is more than this machine's own.
func Reachable(addresses ...string) bool {
	for _, a := range addresses {
		if at, err := netip.ParseAddrPort(a); err != nil || !at.Addr().IsLoopback() {
			return true
		}
	}
	return false
}
