package vision

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Address completes the address of a network camera that was written without a scheme, as apps show it
// ("192.168.1.20:8080/video"). It adds rtsp:// for the ports of RTSP, otherwise http://. A text that is no such
// address, or that has a scheme, comes back unchanged except for blanks around it.
func Address(source string) string {
	source = strings.TrimSpace(source)
	if strings.Contains(source, "://") {
		return source
	}
	host, _, path := strings.Cut(source, "/")
	host = host[strings.LastIndex(host, "@")+1:] // a name and a password may stand before the host
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, ""
	}
	_, err = netip.ParseAddr(strings.Trim(name, "[]"))
	local := strings.HasSuffix(strings.ToLower(name), ".local") && (path || port != "")
	if err != nil && !local && !(isHostName(name) && isPort(port)) {
		return source
	}
	if port != "" && !isPort(port) {
		return source
	}
	if slices.Contains([]string{"554", "8554"}, port) {
		return "rtsp://" + source
	}
	return "http://" + source
}

func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0
}

// isHostName says whether a text can be a machine's name, and is none of the words that stand before a colon in a
// source.
func isHostName(name string) bool {
	if slices.Contains([]string{"", "virtual", "camera", "picam", "phone", "auto"}, strings.ToLower(name)) {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-')
	})
}
