package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/names"
)

// hubFolder is where in the data folder a hub keeps an event.
const hubFolder = "hub"

// certificateWarning is how long before its end a certificate is warned about.
const certificateWarning = 7 * 24 * time.Hour

// hubSettings are the flags of the hub alone.
type hubSettings struct {
	event, standings, listen, tables, nats, natsCredentials, cert, certKey string
	open                                                                   bool
}

// newHubCommand is the event's hub: the tables' server and the event's pages.
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
	f.StringVar(&s.standings, "standings", string(hub.ByTotal), "what the standings go by: total (the sum of the rolls) or wins")
	f.StringVar(&s.nats, "nats", "", "a NATS server with JetStream to use in place of the hub's own, nats://HOST or tls://HOST")
	f.StringVar(&s.natsCredentials, "nats-credentials", "", "file with the right to use that server")
	f.StringVar(&s.cert, "cert", "", "certificate (PEM): encrypts the pages and the tables' connections")
	f.StringVar(&s.certKey, "cert-key", "", "key of the certificate (PEM)")
	f.BoolVar(&s.open, "open", false, "everybody may look on, without a token")
	addSettings(f, "hosts", "web_dir")
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		return p.runHub(c.Context(), cfg, s)
	}
	c.AddCommand(p.newTokenCommand(&s))
	return c
}

// newTokenCommand prints the token of a table or a person.
func (p *program) newTokenCommand(s *hubSettings) *cobra.Command {
	return &cobra.Command{
		Use:   "token table|judge|spectator NAME",
		Short: "make the token of a table, a judge or a spectator",
		Long: `Prints the token with which a table of that name may send, or a judge or spectator
may open the pages. It holds until the file hub.key in the hub's folder is deleted.`,
		Args: needs(cobra.ExactArgs(2), "token takes a role (table, judge or spectator) and a name"),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := p.config(c)
			if err != nil {
				return err
			}
			key, err := hub.Key(filepath.Join(cfg.DataDir, hubFolder))
			if err != nil {
				return err
			}
			token, err := event.Pass{Role: event.Role(args[0]), Event: s.event, Name: args[1]}.Sign(key)
			if err != nil {
				return misuse("%w", err)
			}
			_, err = fmt.Fprintln(p.out, token)
			return err
		},
	}
}

func (p *program) runHub(ctx context.Context, cfg Config, s hubSettings) (err error) {
	if err := s.check(); err != nil {
		return usageError{err}
	}
	s.event = names.Kept(s.event)
	log := p.logger(cfg)
	o := hub.Options{Dir: filepath.Join(cfg.DataDir, hubFolder), Event: s.event, Order: hub.Order(s.standings), Tables: s.tables,
		Credentials: s.natsCredentials, Open: s.open, Hosts: cfg.Hosts, Pages: pagesIn(cfg.WebDir), Log: log.With("component", "hub")}
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
		if left := time.Until(o.Certificate.Leaf.NotAfter); left < certificateWarning {
			fmt.Fprintf(p.errs, "astragal: the certificate %s expires on %s: renew it before the event\n", s.cert, o.Certificate.Leaf.NotAfter.Format(time.DateOnly))
		}
	}
	if o.Certificate == nil && reachable(s.listen, s.tables) {
		fmt.Fprintln(p.errs, "astragal: without --cert, tokens go over the network as plain text: use that on a network of your own only")
	}
	listener, err := listen(s.listen)
	if err != nil {
		return err
	}
	h, err := hub.Open(ctx, o)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	p.announceHub(placeOf(listener), s, h.TablesPort())
	return all(ctx, h.Run, func(ctx context.Context) error { return h.Serve(ctx, listener) })
}

// check says which flag is wrong and what it may be.
func (s hubSettings) check() error {
	if _, err := event.GiveName("the event", s.event); err != nil {
		return fmt.Errorf("--event: %w", err)
	}
	if o := hub.Order(s.standings); o != hub.ByTotal && o != hub.ByWins {
		return fmt.Errorf("--standings is %q: it must be total or wins", s.standings)
	}
	for flag, address := range map[string]string{"--listen": s.listen, "--tables": s.tables} {
		if _, _, err := net.SplitHostPort(address); err != nil {
			return fmt.Errorf("%s is %q: it must be host:port, like 127.0.0.1:8440, or :8440 for the whole network", flag, address)
		}
	}
	return nil
}

// reachable says whether one of the addresses is more than this machine's own.
func reachable(addresses ...string) bool {
	for _, a := range addresses {
		if at, err := netip.ParseAddrPort(a); err != nil || !at.Addr().IsLoopback() {
			return true
		}
	}
	return false
}

// certificate reads the certificate, and refuses one that browsers and tables would refuse.
func (s hubSettings) certificate(now time.Time) (*tls.Certificate, error) {
	if s.cert == "" && s.certKey == "" {
		return nil, nil
	}
	if s.cert == "" || s.certKey == "" {
		return nil, misuse("--cert and --cert-key belong together: name both files")
	}
	pair, err := tls.LoadX509KeyPair(s.cert, s.certKey)
	if err != nil {
		return nil, fmt.Errorf("read the certificate %s with the key %s: %w", s.cert, s.certKey, err)
	}
	if pair.Leaf, err = x509.ParseCertificate(pair.Certificate[0]); err != nil {
		return nil, fmt.Errorf("read the certificate %s: %w", s.cert, err)
	}
	switch {
	case now.After(pair.Leaf.NotAfter):
		return nil, fmt.Errorf("the certificate %s expired on %s: renew it (this machine's clock says %s)", s.cert, pair.Leaf.NotAfter.Format(time.DateTime), now.Format(time.DateTime))
	case now.Before(pair.Leaf.NotBefore):
		return nil, fmt.Errorf("the certificate %s is valid from %s, and this machine's clock says %s: set the clock", s.cert, pair.Leaf.NotBefore.Format(time.DateTime), now.Format(time.DateTime))
	}
	return &pair, nil
}

// announceHub prints where the hub is. No token is printed: "hub token" makes them.
func (p *program) announceHub(where place, s hubSettings, tablesPort int) {
	web, nats := "http", "nats"
	if s.cert != "" {
		web, nats = "https", "tls"
	}
	local := strings.Replace(where.local, "http", web, 1)
	fmt.Fprintf(p.out, "\nThe event %q is open at %s/ (this machine's browsers are judges')\n", s.event, local)
	if where.invite != "" {
		fmt.Fprintf(p.out, "Others open %s/ with a token: astragal hub token judge NAME\n", strings.Replace(where.invite, "http", web, 1))
	}
	if tablesPort > 0 {
		host := "127.0.0.1"
		if lan, ok := lanAddress(); ok && reachable(s.tables) {
			host = lan.String()
		}
		fmt.Fprintf(p.out, "Tables come in by --hub %s://%s/%s --hub-credentials FILE, with a token in the file: astragal hub token table NAME\n", nats, fmt.Sprintf("%s:%d", host, tablesPort), s.event)
	}
	fmt.Fprintln(p.out, "Stop it with Ctrl+C; everything is kept.")
}
