// Package welcome says how others reach an event's hub: addresses to open, and lines to paste into a shell. It prints no token.
package welcome

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"astragal/companion/door"
	"astragal/companion/event"
	"astragal/companion/launch"
	"astragal/companion/place"
)

// Hub is a hub that is open.
type Hub struct {
	// Program is what to type to start the program. Launch is how it was started.
	Program string
	Launch  launch.Launch
	Event   string
	// DataDir are the flags that name its data folder; none if it is the usual one.
	DataDir []string
	// Tables is the address at which tables connect, host:port, and Port its port. Port is 0 if tables connect to a server of their own.
	Tables string
	Port   int
	// Certificate encrypts connections, and lies in File; nil if they aren't encrypted.
	Certificate *door.Files
	File        string
}

// Announce prints where the hub is, and what to paste into a shell to let others in. come are the hub's Ways.
func (h Hub) Announce(out io.Writer, where place.Place, come []string) {
	web := "http"
	if h.Certificate != nil {
		web = "https"
	}
	fmt.Fprintf(out, "\nThe event %q is open at %s/ (this machine's browsers are judges')\n", h.Event, strings.Replace(where.Local, "http", web, 1))
	if where.Invite != "" {
		fmt.Fprintf(out, "Others open %s/ with a token. To make a judge's:\n  %s\n", strings.Replace(where.Invite, "http", web, 1), h.token(event.RoleJudge, "Kim"))
	}
	if len(come) > 0 {
		fmt.Fprintf(out, "A table comes with a token in a file. To make one here, and to start the table with it:\n  %s\n", strings.Join(come, "\n  "))
	}
	fmt.Fprintln(out, "Stop it with Ctrl+C; everything is kept.")
}

// Ways are the lines that make a table's token and start the table with it. There are none if tables connect to a server of their own.
func (h Hub) Ways() []string {
	if h.Port == 0 {
		return nil
	}
	host, scheme := "127.0.0.1", "nats"
	if lan, ok := place.LAN(); ok && place.Reachable(h.Tables) {
		host = lan.String()
	}
	args := []string{"run", "--hub"}
	more := []string{"--hub-credentials", "table-1.token"}
	if h.Certificate != nil {
		scheme = "tls"
		host = h.Certificate.NameFor(host)
		if !h.Certificate.Trusted(host) {
			file, err := filepath.Abs(h.File)
			if err != nil {
				file = h.File
			}
			more = append(more, "--hub-ca", file)
		}
	}
	address := fmt.Sprintf("%s://%s/%s", scheme, net.JoinHostPort(host, strconv.Itoa(h.Port)), url.PathEscape(h.Event))
	return []string{
		h.token(event.RoleTable, "Table 1") + " > table-1.token",
		h.Launch.Command(append(append(args, address), more...)...),
	}
}

// token is what to type for a token of this hub.
func (h Hub) token(role event.Role, name string) string {
	return TokenLine(h.Program, h.Event, role, name, h.DataDir...)
}

// TokenLine is what to type for a token of an event, with further flags.
func TokenLine(program, at string, role event.Role, name string, more ...string) string {
	words := append([]string{"hub", "token", "--event", at}, more...)
	words = append(words, string(role))
	if strings.HasPrefix(name, "-") {
		words = append(words, "--")
	}
	line := program
	for _, w := range append(words, name) {
		line += " " + launch.Quoted(w)
	}
	return line
}
