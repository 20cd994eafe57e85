package hub

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"astragal/companion/door"
	"astragal/companion/event"
	"astragal/companion/event/tokens"
)

// Options are what a hub needs.
type Options struct {
	// Dir is the hub's folder; Event what the event is called.
	Dir, Event string
	Order      Order
	// Tables is the address, host:port, at which the hub's own server listens for tables. Outside is a server that is there already: with it the hub
	// starts none, and Credentials is the file with the right to use it.
	Tables      string
	Outside     *event.Address
	Credentials string
	// Certificate encrypts both the tables' connections and the pages; nil encrypts neither.
	Certificate *door.Files
	// Open lets everybody look on without a token. Hosts are further names that browsers may call the hub by.
	Open bool
	// AskHere says that browsers on the hub's own machine need a token too. A hub behind a proxy that doesn't say who visits needs that: all visitors
	// seem to be on this machine.
	AskHere bool
	Hosts   []string
	// Address is this machine's address in its network, for codes that phones scan; empty if the hub listens only on this machine.
	Address string
	// Pages are the files to serve; nil means the built-in ones.
	Pages fs.FS
	// TableRoom is how much of one table the hub keeps, bytes; 0 means 128 MB.
	TableRoom int64
	// MostBytes bounds the hub's file, 0 for the disk's room.
	MostBytes int64
	Log       *slog.Logger
	// Now is the clock; nil means the wall's.
	Now func() time.Time
}

const (
	// usualRoom is how much of one table a hub keeps, bytes; messagesMost how many messages.
	usualRoom    = 128 << 20
	messagesMost = 200_000
)

// Hub is one event's hub. Its owner runs it and then closes it.
type Hub struct {
	o       Options
	key     []byte
	store   *store
	board   *board
	broker  *broker
	tokens  *tokens.List
	codes   codes
	conn    *nats.Conn
	now     func() time.Time
	log     *slog.Logger
	meters  *meters
	page    *server
	streams streams
	// counting is held while dice are counted.
	counting sync.Mutex
	// ledger is held from the time when something is written to the time when it is on the board.
	ledger sync.Mutex
	// arrivals are tables that want to be let in.
	arrivals chan *nats.Msg
}

// Open reads the hub's folder, starts its server or connects to the one outside.
func Open(ctx context.Context, o Options) (*Hub, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	event, err := event.GiveName("the event", o.Event)
	if err != nil {
		return nil, err
	}
	o.Event = event
	if !slices.Contains(Orders, o.Order) {
		return nil, fmt.Errorf("the standings can't go by %.20q: it must be total, best, hits or wins", o.Order)
	}
	h := &Hub{o: o, now: o.Now, log: o.Log, board: newBoard(o.Event, o.Order, o.Now), meters: newMeters(), arrivals: make(chan *nats.Msg, connections)}
	if err := h.open(ctx); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

func (h *Hub) open(ctx context.Context) error {
	var err error
	if h.store, err = openStore(ctx, h.o.Dir, h.o.MostBytes); err != nil {
		return err
	}
	h.store.called = h.board.called
	h.store.quota = quota{messages: messagesMost, bytes: cmp.Or(h.o.TableRoom, usualRoom)}
	if h.key, err = Key(h.o.Dir); err != nil {
		return err
	}
	h.codes = codes{key: h.key, event: h.o.Event}
	if h.tokens, err = tokens.Open(h.o.Dir); err != nil {
		return err
	}
	if err := h.store.load(ctx, h.board); err != nil {
		return err
	}
	if Event(h.o.Dir) != h.o.Event {
		if err := os.WriteFile(filepath.Join(h.o.Dir, eventFile), []byte(h.o.Event+"\n"), 0o600); err != nil {
			return fmt.Errorf("keep the event's name: %w", err)
		}
	}
	if h.page, err = newServer(h); err != nil {
		return err
	}
	var conf *tls.Config
	if h.o.Certificate != nil {
		conf = &tls.Config{GetCertificate: h.o.Certificate.For, MinVersion: tls.VersionTLS12}
	}
	opts := []nats.Option{nats.MaxReconnects(-1), nats.ReconnectWait(time.Second), nats.Timeout(5 * time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				h.log.Warn("the connection to the tables' server was lost", "err", err)
				h.board.say("The connection to the tables' server is lost: nothing comes in until it is back.")
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { h.board.say("") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { h.log.Warn("tables' server", "err", err) }),
	}
	if h.o.Outside != nil {
		if h.o.Credentials != "" {
			opt, err := credentials(h.o.Credentials)
			if err != nil {
				return err
			}
			opts = append(opts, opt)
		}
		h.conn, err = dialOutside(ctx, *h.o.Outside, opts)
		return err
	}
	keeper := &doorman{key: h.key, event: h.o.Event, refuses: h.refuses, log: h.log}
	if h.broker, err = startBroker(h.o.Dir, h.o.Tables, conf, keeper); err != nil {
		return err
	}
	if h.conn, err = h.broker.connect(opts...); err != nil {
		return fmt.Errorf("connect to the hub's own server: %w", err)
	}
	return nil
}

func credentials(path string) (nats.Option, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the server's credentials: %w", err)
	}
	secret := strings.TrimSpace(string(raw))
	user, password, pair := strings.Cut(secret, ":")
	switch {
	case secret == "":
		return nil, fmt.Errorf("the file %s holds no credentials", path)
	case strings.Contains(secret, "NATS USER JWT"):
		return nats.UserCredentials(path), nil
	case pair && !strings.Contains(secret, "\n"):
		return nats.UserInfo(user, password), nil
	}
	return nats.Token(secret), nil
}

// Come says how tables connect: lines to paste into a shell. Judges see them until the first table comes.
func (h *Hub) Come(lines []string) { h.board.come(lines) }

// TablesPort is the port at which tables connect, 0 with a server outside.
func (h *Hub) TablesPort() int {
	if h.broker == nil {
		return 0
	}
	return h.broker.port()
}

// Close gives everything back.
func (h *Hub) Close() error {
	if h.conn != nil {
		h.conn.Close()
	}
	if h.broker != nil {
		h.broker.stop()
	}
	if h.store != nil {
		return h.store.close()
	}
	return nil
}

// Run takes in what the tables send until ctx ends.
func (h *Hub) Run(ctx context.Context) error {
	end, err := h.attend(ctx)
	if err != nil {
		return err
	}
	defer end()
	var wg sync.WaitGroup
	wg.Go(func() { h.keepTime(ctx) })
	wg.Go(func() { h.consume(ctx) })
	wg.Go(func() { h.receive(ctx) })
	wg.Wait()
	return nil
}

const (
	lookEvery = time.Second
	// tellEvery is how often a table that has not answered a ruling is told again.
	tellEvery = 5
)

// keepTime marks tables that have gone silent, tells rulings again and moves the screens on.
func (h *Hub) keepTime(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	ends := ""
	for n := 1; ; n++ {
		ends = h.lookAtCertificate(ends)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		h.board.miss()
		h.dropWithdrawn()
		if n%tellEvery == 0 {
			for _, source := range h.board.waitingFor() {
				h.push(source)
			}
		}
	}
}

// Token makes a token for this hub's event.
func (h *Hub) Token(role event.Role, name string) (string, error) {
	return event.Pass{Role: role, Event: h.o.Event, Name: name}.Sign(h.key)
}

// eventFile is where in a hub's folder the name of its event is kept.
const eventFile = "event"

// Event is the event of the hub that was last opened in dir; empty where there was none.
func Event(dir string) string {
	raw, err := os.ReadFile(filepath.Join(dir, eventFile))
	name := strings.TrimSpace(string(raw))
	if err != nil || event.CheckName(name) != nil {
		return ""
	}
	return name
}

// Key is the secret of the hub in dir, which seals its tokens; it is made the first time.
func Key(dir string) ([]byte, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open the hub's folder: %w", err)
	}
	path := filepath.Join(dir, "hub.key")
	key, err := os.ReadFile(path)
	switch {
	case err == nil && len(key) >= keyBytes:
		return key, nil
	case err == nil:
		return nil, fmt.Errorf("the hub's key %s is damaged: put back a copy, or delete it and hand out new tokens", path)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read the hub's key: %w", err)
	}
	if err := writeNew(path, newKey()); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("write the hub's key: %w", err)
	}
	return os.ReadFile(path)
}
