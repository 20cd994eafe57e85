package event

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"astragal/companion/names"
)

// nameRunes is the most letters of the name of a table or an event.
const nameRunes = 40

// GiveName is a name that somebody gives to what (like "the event"), in the form in which it is kept. The error is one sentence.
func GiveName(what, name string) (string, error) { return names.Given(what, name, nameRunes) }

// CheckName says what is wrong with the name of a table or an event in a message, a token or a subject. It also takes names that GiveName would keep in
// another form: older programs kept those.
func CheckName(name string) error {
	_, hidden := names.Tidy(name)
	switch {
	case name == "":
		return errors.New("a name is missing")
	case hidden != nil && (!utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })):
		return fmt.Errorf("the name %.60q %w", name, hidden)
	case strings.TrimSpace(name) != name:
		return fmt.Errorf("the name %.60q begins or ends with a space", name)
	case names.Letters(name) > nameRunes:
		return fmt.Errorf("the name %.60q is longer than %d letters", name, nameRunes)
	}
	return nil
}

// Token is a name as one word of a subject. Letters, digits and dashes stay. Every other byte becomes _ and two hexadecimal digits.
func Token(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, "_%02x", c)
	}
	return b.String()
}

// Name is the name of which Token made the word; false if Token makes the word of no name.
func Name(token string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(token); i++ {
		if token[i] != '_' {
			b.WriteByte(token[i])
			continue
		}
		var c byte
		if i+2 >= len(token) {
			return "", false
		}
		if _, err := fmt.Sscanf(token[i+1:i+3], "%02x", &c); err != nil {
			return "", false
		}
		b.WriteByte(c)
		i += 2
	}
	name := b.String()
	return name, CheckName(name) == nil && Token(name) == token
}

// Channel is what a subject carries.
type Channel string

// The channels between a table and the hub.
const (
	// ChannelLog carries Messages to the event's stream. ChannelHello carries a Hello and its Welcome. ChannelHealth carries Health. ChannelTo carries
	// Words from the hub. ChannelAsk carries an Ask and what is Told.
	ChannelLog    Channel = "log"
	ChannelHello  Channel = "hello"
	ChannelHealth Channel = "health"
	ChannelTo     Channel = "to"
	ChannelAsk    Channel = "ask"
)

// Subject is the subject of a channel of a table. An empty table means every table's.
func Subject(event string, c Channel, table string) string {
	word := "*"
	if table != "" {
		word = Token(table)
	}
	return "astragal." + Token(event) + "." + string(c) + "." + word
}

// Stream is the name of the stream that keeps an event's messages until the hub has them.
func Stream(event string) string { return "astragal-" + Token(event) }

// Inbox is the prefix of a table's reply subjects. No other table may listen to them.
func Inbox(event, table string) string { return "_INBOX_" + Token(event) + "_" + Token(table) }

// TableOf is the table that a subject made by Subject names.
func TableOf(subject string) (string, bool) {
	return Name(subject[strings.LastIndexByte(subject, '.')+1:])
}

// DefaultEvent is the event's name if none is given. DefaultPort is NATS's own port.
const (
	DefaultEvent = "event"
	DefaultPort  = "4222"
)

// Address is where a hub is.
type Address struct {
	// Server is the NATS server's URL, Event the event's name.
	Server, Event string
	// Secure says that the connection is encrypted.
	Secure bool
}

// ParseAddress reads nats://HOST[:PORT][/EVENT], or tls:// for an encrypted connection. It refuses a secret in the address, because addresses are
// logged. The error is one sentence.
func ParseAddress(text string) (Address, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || (u.Scheme != "nats" && u.Scheme != "tls") || u.Hostname() == "":
		return Address{}, fmt.Errorf("the hub's address is %.80q: it must be nats://HOST or tls://HOST, with :PORT and /EVENT where needed", redact(text))
	case u.User != nil:
		return Address{}, errors.New("the hub's address holds a password: addresses are logged, so keep it in a file and name that")
	case u.RawQuery != "" || u.Fragment != "":
		return Address{}, errors.New("the hub's address goes on after ? or #: it must end with the event's name")
	}
	name, err := url.PathUnescape(strings.Trim(u.EscapedPath(), "/")) // a name may have a slash of its own, written as %2F
	if err != nil {
		return Address{}, fmt.Errorf("the hub's address is %.80q: a %% must stand before two hexadecimal digits", text)
	}
	a := Address{Event: name, Secure: u.Scheme == "tls"}
	if a.Event == "" {
		a.Event = DefaultEvent
	}
	if a.Event, err = GiveName("the event", a.Event); err != nil {
		return Address{}, fmt.Errorf("the hub's address: %w", err)
	}
	port := u.Port()
	if port == "" {
		port = DefaultPort
	}
	a.Server = u.Scheme + "://" + net.JoinHostPort(u.Hostname(), port)
	return a, nil
}

// redact removes what stands before an @.
func redact(text string) string {
	if i := strings.LastIndexByte(text, '@'); i >= 0 {
		return "…" + text[i:]
	}
	return text
}
