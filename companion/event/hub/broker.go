package hub

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"astragal/companion/event"
	"astragal/companion/event/gate"
	"astragal/companion/names"
)

const (
	// brokerReady is the longest time that the server may take to start. It reads what waits from a disk that may be slow.
	brokerReady = time.Minute
	// streamBytes bounds what waits for the hub. A full stream refuses messages, and the tables keep them.
	streamBytes = 2 << 30
	// connections is how many tables may be there at once, subscriptions how many a connection may have.
	connections   = 4096
	subscriptions = 64
	// waitingMost is how many messages of one table may wait for the hub.
	waitingMost = 1000
)

// broker is the NATS server inside the hub.
type broker struct {
	server *natsserver.Server
	gate   *gate.Gate
	inside string
}

// doorman lets tables in with their tokens, and the hub itself.
type doorman struct {
	key    []byte
	event  string
	inside string
	// refuses says why a token isn't valid any more; empty if it is.
	refuses func(event.Pass) string
	log     *slog.Logger
}

// Check is called by the server for every connection. A table may publish and subscribe only to its own subjects.
func (d *doorman) Check(c natsserver.ClientAuthentication) bool {
	token := c.GetOpts().Token
	if subtle.ConstantTimeCompare([]byte(token), []byte(d.inside)) == 1 {
		c.RegisterUser(&natsserver.User{Username: "hub", Permissions: &natsserver.Permissions{}})
		return true
	}
	pass, ok := d.pass(token)
	if !ok {
		return false
	}
	at := func(ch event.Channel) string { return event.Subject(d.event, ch, pass.Name) }
	c.RegisterUser(&natsserver.User{Username: userOf(pass), ConnectionDeadline: pass.Until, Permissions: &natsserver.Permissions{
		Publish:   &natsserver.SubjectPermission{Allow: []string{at(event.ChannelLog), at(event.ChannelHello), at(event.ChannelHealth)}},
		Subscribe: &natsserver.SubjectPermission{Allow: []string{at(event.ChannelTo), at(event.ChannelAsk), event.Inbox(d.event, pass.Name) + ".>"}},
		Response:  &natsserver.ResponsePermission{MaxMsgs: 1, Expires: 10 * time.Second},
	}})
	return true
}

// pass is the pass of a token; false if the token doesn't let a table in.
func (d *doorman) pass(token string) (event.Pass, bool) {
	pass, ok := event.CheckToken(token, d.key)
	if !ok || pass.Role != event.RoleTable || !names.Same(pass.Event, d.event) {
		return event.Pass{}, false
	}
	if why := d.refuses(pass); why != "" {
		d.log.Warn("a table's token was refused", "table", pass.Name, "why", why)
		return event.Pass{}, false
	}
	return pass, true
}

// table is the table whose token it is.
func (d *doorman) table(token string) (string, bool) {
	pass, ok := d.pass(token)
	return pass.Name, ok
}

// startBroker starts the server. Its files are in dir, its port is listen's.
func startBroker(dir, listen string, cert *tls.Config, d *doorman) (*broker, error) {
	_, portText, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, fmt.Errorf("the tables' address is %q: it must be host:port, like :4222", listen)
	}
	if port, err := strconv.Atoi(portText); err != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("the tables' address is %q: its port must be a number from 0 to 65535", listen)
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("listen for tables on %s: %w; choose another address with --tables", listen, err)
	}
	server, err := startServer(dir, d)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	entrance, err := gate.Open(l, gate.Options{TLS: cert, Table: d.table, Inside: server.InProcessConn, Log: d.log})
	if err != nil {
		server.Shutdown()
		return nil, err
	}
	return &broker{server: server, gate: entrance, inside: d.inside}, nil
}

// startServer starts the server. Only the gate and the hub itself can connect to it.
func startServer(dir string, d *doorman) (*natsserver.Server, error) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret)
	d.inside = base64.RawURLEncoding.EncodeToString(secret)
	s, err := natsserver.NewServer(&natsserver.Options{
		ServerName: "astragal-hub", DontListen: true, NoSigs: true, MaxConn: connections, MaxSubs: subscriptions,
		MaxPayload: 1 << 20, MaxControlLine: 4096, WriteDeadline: 10 * time.Second, PingInterval: 20 * time.Second,
		JetStream: true, StoreDir: filepath.Join(dir, "stream"), JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: streamBytes + streamBytes/4,
		CustomClientAuthentication: d, AuthTimeout: 5,
	})
	if err != nil {
		return nil, fmt.Errorf("start the server for tables: %w", err)
	}
	s.SetLoggerV2(&serverLog{log: d.log}, false, false, false)
	go s.Start()
	if !s.ReadyForConnections(brokerReady) {
		s.Shutdown()
		return nil, fmt.Errorf("the server for tables doesn't start: look at the log, and at the folder %s", filepath.Join(dir, "stream"))
	}
	return s, nil
}

func (b *broker) connect(opts ...nats.Option) (*nats.Conn, error) {
	return nats.Connect("", append(opts, nats.InProcessServer(b.server), nats.Token(b.inside))...)
}

// port is where tables come in.
func (b *broker) port() int {
	if a, ok := b.gate.Addr().(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}

func (b *broker) stop() {
	_ = b.gate.Close()
	b.server.Shutdown()
	b.server.WaitForShutdown()
}

// serverLog passes the server's words on to the hub's log.
type serverLog struct{ log *slog.Logger }

func (l *serverLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l *serverLog) Debugf(format string, v ...any)  {}
func (l *serverLog) Tracef(format string, v ...any)  {}
func (l *serverLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l *serverLog) Errorf(format string, v ...any)  { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l *serverLog) Fatalf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }

// dialOutside connects to a server that is there already. Secrets are in the file, never in the URL.
func dialOutside(_ context.Context, address event.Address, opts []nats.Option) (*nats.Conn, error) {
	conn, err := nats.Connect(address.Server, append(opts, nats.Name("astragal hub"))...)
	if err != nil {
		return nil, fmt.Errorf("connect to the server at %s: %w", address.Server, err)
	}
	return conn, nil
}
