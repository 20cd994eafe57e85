package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"astragal/companion/door"
	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/welcome"
	"astragal/companion/launch"
	"astragal/companion/names"
	"astragal/companion/place"
	"astragal/companion/settings"
)

// hubFolder holds the event of a hub, in the data folder.
const hubFolder = "hub"

// hubSettings are the flags that only the hub has.
type hubSettings struct {
	event, standings, listen, tables, nats, natsCredentials, cert, certKey string
	open                                                                   bool
	// tableRoom is how many MB of one table are kept.
	tableRoom int
}

// newHubCommand runs an event's hub: the server for tables and the event's pages.
func (p *program) newHubCommand() *cobra.Command {
	var s hubSettings
	c := &cobra.Command{
		Use:   "hub",
		Short: "gather the tables of an event: live page, standings, judges' desk",
		Long: `Gathers what the tables of an event send and shows it: all tables live, the
standings, the round's timer, a big screen and the judges' desk. Tables come with
"astragal run --hub nats://ADDRESS/EVENT"; what they couldn't send they keep, and
send later. Everything is kept in the data folder. docs/organisers.md says more.`,
		Args: needs(cobra.NoArgs, "hub takes no arguments, only flags; \"hub token\" makes tokens"),
	}
	f := c.PersistentFlags()
	f.StringVar(&s.event, "event", event.DefaultEvent, "what the event is called; the tables' addresses end with it")
	f = c.Flags()
	f.StringVar(&s.listen, "listen", "127.0.0.1:8440", "address that the pages are served on")
	f.StringVar(&s.tables, "tables", "127.0.0.1:"+event.DefaultPort, "address that tables come in by")
	f.StringVar(&s.standings, "standings", string(hub.ByTotal), "what the standings go by until the event is set up on its page: total (the sum of the rolls), best (the best roll), hits (dice that show 5 or more) or wins")
	f.StringVar(&s.nats, "nats", "", "a NATS server with JetStream to use in place of the hub's own, nats://HOST or tls://HOST")
	f.StringVar(&s.natsCredentials, "nats-credentials", "", "file with the right to use that server")
	f.StringVar(&s.cert, "cert", "", "certificate (PEM): encrypts the pages and the tables' connections")
	f.StringVar(&s.certKey, "cert-key", "", "key of the certificate (PEM)")
	f.IntVar(&s.tableRoom, "table-room", 128, "how much of what one table sends is kept, MB")
	f.BoolVar(&s.open, "open", false, "everybody may look on, without a token")
	settings.AddFlags(f, "hosts", "local", "web_dir")
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		return p.runHub(c.Context(), cfg, s)
	}
	c.AddCommand(p.newTokenCommand(&s), p.newRehearseCommand(&s))
	return c
}

func (p *program) runHub(ctx context.Context, cfg settings.Config, s hubSettings) (err error) {
	if err := s.check(); err != nil {
		return usageError{err}
	}
	s.event = names.Kept(s.event)
	log := p.logger(cfg)
	o := hub.Options{Dir: filepath.Join(cfg.DataDir, hubFolder), Event: s.event, Order: hub.Order(s.standings), Tables: s.tables,
		Credentials: s.natsCredentials, TableRoom: int64(s.tableRoom) << 20, Open: s.open, AskHere: cfg.Local == settings.LocalAsk, Hosts: cfg.Hosts, Pages: pagesIn(cfg.WebDir), Log: log.With("component", "hub")}
	if lan, ok := place.LAN(); ok && place.Reachable(s.listen) {
		o.Address = lan.String()
	}
	if s.nats != "" {
		if strings.Count(s.nats, "/") > 2 {
			return misuse("the server is %q: it must end with the port; the event's name is said with --event", s.nats)
		}
		address, err := event.ParseAddress(s.nats)
		if err != nil {
			return misuse("%w", err)
		}
		o.Outside = &address
	}
	if o.Certificate, err = s.certificate(time.Now()); err != nil {
		return err
	}
	if o.Certificate != nil {
		if ends := hub.CertificateEnds(o.Certificate.Ends(), time.Now()); ends != "" {
			fmt.Fprintf(p.errs, "astragal: %s: %s\n", s.cert, ends)
		}
	}
	if o.Certificate == nil && place.Reachable(s.listen, s.tables) {
		fmt.Fprintln(p.errs, "astragal: without --cert, tokens go over the network as plain text: use that on a network of your own only")
	}
	listener, err := place.Listen(s.listen)
	if err != nil {
		return err
	}
	h, err := hub.Open(ctx, o)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	open := welcome.Hub{Program: launch.Name(p.called), Launch: p.launch(), Event: s.event, DataDir: p.dataDirFlag(cfg), Tables: s.tables, Port: h.TablesPort(), Certificate: o.Certificate, File: s.cert}
	come := open.Ways()
	h.Come(come)
	open.Announce(p.out, place.Of(listener), come)
	return all(ctx, h.Run, func(ctx context.Context) error { return h.Serve(ctx, listener) })
}

// check says which flag is wrong and what its value may be.
func (s hubSettings) check() error {
	if _, err := event.GiveName("the event", s.event); err != nil {
		return fmt.Errorf("--event: %w", err)
	}
	if !slices.Contains(hub.Orders, hub.Order(s.standings)) {
		return fmt.Errorf("--standings is %q: it must be total, best, hits or wins", s.standings)
	}
	if s.tableRoom < 1 || s.tableRoom > 1<<20 {
		return fmt.Errorf("--table-room is %d: it must be 1 to %d MB", s.tableRoom, 1<<20)
	}
	for flag, address := range map[string]string{"--listen": s.listen, "--tables": s.tables} {
		if _, _, err := net.SplitHostPort(address); err != nil {
			return fmt.Errorf("%s is %q: it must be host:port, like 127.0.0.1:8440, or :8440 for the whole network", flag, address)
		}
	}
	return nil
}

// certificate reads the certificate. It refuses one that browsers and tables would refuse.
func (s hubSettings) certificate(now time.Time) (*door.Files, error) {
	if s.cert == "" && s.certKey == "" {
		return nil, nil
	}
	if s.cert == "" || s.certKey == "" {
		return nil, misuse("--cert and --cert-key belong together: name both files")
	}
	files, err := door.OpenFiles(s.cert, s.certKey)
	if err != nil {
		return nil, err
	}
	return files, files.Valid(now)
}

// dataDirFlag names the data folder. It is empty if it is the usual folder.
func (p *program) dataDirFlag(cfg settings.Config) []string {
	if usual, err := settings.Home(p.environ, "XDG_DATA_HOME", ".local/share"); err == nil && usual == cfg.DataDir {
		return nil
	}
	dir, err := filepath.Abs(cfg.DataDir)
	if err != nil {
		dir = cfg.DataDir
	}
	return []string{"--data-dir", dir}
}
