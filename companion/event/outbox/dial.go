package outbox

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"astragal/companion/event"
	"astragal/companion/names"
	"astragal/companion/textfile"
)

// Dial is how a table connects to a hub.
type Dial struct {
	Address event.Address
	// Credentials is the file with the right to send: a token of astragal hub token, a NATS .creds file, or "user:password". It is empty if the server
	// wants none. CA is a file with the certificate that signed the hub's. If it is empty, those count that the machine trusts.
	Credentials, CA string
}

// Check reads the files that the dial names and says what is wrong with them. It returns the name of the table in the token, if there is one.
func (d Dial) Check() (table string, err error) {
	if d.CA != "" {
		if _, err := certificates(d.CA); err != nil {
			return "", err
		}
	}
	if d.Credentials == "" {
		return "", nil
	}
	secret, err := d.secret()
	if err != nil {
		return "", err
	}
	pass, err := event.ReadToken(secret)
	switch {
	case err != nil && strings.HasPrefix(secret, "astragal"):
		return "", fmt.Errorf("the hub's credentials in %s: %w", d.Credentials, err)
	case err != nil:
		return "", nil //nolint:nilerr // these aren't our credentials: the server judges them
	case pass.Role != event.RoleTable:
		return "", fmt.Errorf("the hub's credentials in %s are those of a %s: a table needs a table's", d.Credentials, pass.Role)
	case !names.Same(pass.Event, d.Address.Event):
		return "", OtherEvent{File: d.Credentials, Table: pass.Name, Token: pass.Event, Address: d.Address.Event}
	}
	return pass.Name, nil
}

// OtherEvent says that a table's token is for one event and its address for another. Only the organiser knows which of them is wrong.
type OtherEvent struct{ File, Table, Token, Address string }

func (e OtherEvent) Error() string {
	return fmt.Sprintf("the hub's credentials in %s are for the event %q, the address is for %q: get a token for that event, or, if the event is called %q, end the address with /%s",
		e.File, e.Token, e.Address, e.Token, url.PathEscape(e.Token))
}

func (d Dial) secret() (string, error) {
	text, err := textfile.Read(d.Credentials)
	if err != nil {
		return "", fmt.Errorf("read the hub's credentials: %w", err)
	}
	secret := strings.TrimSpace(text)
	if secret == "" || len(secret) > 64<<10 {
		return "", fmt.Errorf("the file %s holds no credentials", d.Credentials)
	}
	return secret, nil
}

func certificates(path string) (*x509.CertPool, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the hub's certificate: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(raw) {
		return nil, fmt.Errorf("the file %s holds no certificate: it must be PEM", path)
	}
	return pool, nil
}

// open connects. lost gets the errors of the connection.
func (d Dial) open(table string, lost chan<- error) (*nats.Conn, error) {
	tell := func(err error) {
		select {
		case lost <- err:
		default:
		}
	}
	opts := []nats.Option{
		nats.Name("astragal table " + table), nats.NoReconnect(), nats.Timeout(connectWithin),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
		nats.CustomInboxPrefix(event.Inbox(d.Address.Event, table)),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { tell(lostError(err)) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				tell(err)
			}
		}),
	}
	if d.Credentials != "" {
		secret, err := d.secret()
		if err != nil {
			return nil, err
		}
		opts = append(opts, credentials(d.Credentials, secret))
	}
	if d.Address.Secure {
		conf := &tls.Config{MinVersion: tls.VersionTLS12}
		if d.CA != "" {
			pool, err := certificates(d.CA)
			if err != nil {
				return nil, err
			}
			conf.RootCAs = pool
		}
		opts = append(opts, nats.Secure(conf))
	}
	return nats.Connect(d.Address.Server, opts...)
}

// Try connects once and says in a sentence what is wrong and what to do; nil if the hub's server lets the table in. It sends nothing.
func (d Dial) Try(table string) error {
	conn, err := d.open(table, make(chan error, 4))
	if err != nil {
		return errors.New(d.explain(err))
	}
	conn.Close()
	return nil
}

func lostError(err error) error {
	if err == nil {
		return errors.New("the hub closed the connection")
	}
	return fmt.Errorf("the connection to the hub was lost: %w", err)
}

func credentials(path, secret string) nats.Option {
	user, password, pair := strings.Cut(secret, ":")
	switch {
	case strings.Contains(secret, "NATS USER JWT"):
		return nats.UserCredentials(path)
	case pair && !strings.Contains(secret, "\n"):
		return nats.UserInfo(user, password)
	}
	return nats.Token(secret)
}

// explain puts the error of a connection into a sentence that says what to do.
func (d Dial) explain(err error) string {
	var no *refusedError
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var record tls.RecordHeaderError
	var dns *net.DNSError
	at := d.Address.Server
	switch {
	case err == nil:
		return "The connection to the hub ended."
	case errors.As(err, &no):
		return "The hub refuses this table: " + no.why
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && time.Now().Before(invalid.Cert.NotBefore):
		return fmt.Sprintf("The hub's certificate is not valid before %s, and this machine's clock says %s: set the clock.", day(invalid.Cert.NotBefore), day(time.Now()))
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Sprintf("The hub's certificate expired on %s: the organiser must renew it (or this machine's clock is wrong, it says %s).", day(invalid.Cert.NotAfter), day(time.Now()))
	case errors.As(err, &unknown):
		return "The hub's certificate is signed by nobody whom this machine trusts: get the organiser's certificate and name it with --hub-ca."
	case errors.As(err, &host):
		return fmt.Sprintf("The hub's certificate is for another address than %s: %v.", at, host)
	case errors.As(err, &record), errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Sprintf("The hub at %s has no encrypted connection: write nats:// instead of tls://, or let the organiser start it with a certificate.", at)
	case errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Sprintf("The hub at %s wants an encrypted connection: write tls:// instead of nats://.", at)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return d.refusedCredentials()
	case errors.Is(err, nats.ErrPermissionViolation):
		return "The hub's credentials don't allow this: are they for another table or another event?"
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse):
		return fmt.Sprintf("There is a server at %s, but no hub for the event %q: is the event's name right, and is astragal hub running?", at, d.Address.Event)
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, nats.ErrNoServers):
		return fmt.Sprintf("Nobody answers at %s: is the hub running, and is the address right? Rolls are kept and sent later.", at)
	case errors.As(err, &dns):
		return fmt.Sprintf("The name in %s isn't known on this network: write the hub's address in figures. Rolls are kept and sent later.", at)
	case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Sprintf("The hub at %s doesn't answer in time: is the network there? Rolls are kept and sent later.", at)
	}
	return fmt.Sprintf("No connection to the hub at %s: %v. Rolls are kept and sent later.", at, err)
}

func (d Dial) refusedCredentials() string {
	if d.Credentials == "" {
		return "The hub wants credentials: get a token of the organiser, keep it in a file and name that with --hub-credentials."
	}
	said := ""
	if secret, err := d.secret(); err == nil {
		pass, err := event.ReadToken(secret)
		if err == nil && pass.Over(time.Now()) {
			return fmt.Sprintf("The table's token in %s ended on %s: get a new one of the organiser, and put it into that file.", d.Credentials, day(pass.Until))
		}
		if err == nil {
			said = fmt.Sprintf(" They are for the table %q at the event %q: does the hub keep that event, in the folder in which the token was made?", pass.Name, pass.Event)
		}
	}
	return fmt.Sprintf("The hub refuses the credentials in %s: get new ones of the organiser.%s", d.Credentials, said)
}

func day(t time.Time) string { return t.Format("2006-01-02 15:04") }
