package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/rehearsal"
	"astragal/companion/place"
	"astragal/companion/settings"
)

// rehearsalSettings are the flags of a rehearsal.
type rehearsalSettings struct {
	listen         string
	tables, rounds int
	pace           time.Duration
	leave          bool
}

// rehearsedTables and rehearsedRounds limit what one machine plays.
const (
	rehearsedTables = 400
	rehearsedRounds = 20
)

func (p *program) newRehearseCommand(s *hubSettings) *cobra.Command {
	var r rehearsalSettings
	c := &cobra.Command{
		Use:   "rehearse",
		Short: "play an event with virtual tables, to try everything the evening before",
		Long: `Starts a hub with virtual tables and players on this machine and plays an event:
pairings, rolls, results, calls for a judge. Open its pages meanwhile, and do what
an organiser and a judge do. Everything is kept in a folder of its own, which is
thrown away at the end: the real event knows nothing of it.`,
		Args: needs(cobra.NoArgs, "hub rehearse takes no arguments, only flags"),
	}
	f := c.Flags()
	f.StringVar(&r.listen, "listen", "127.0.0.1:8440", "address that the pages are served on")
	f.IntVar(&r.tables, "tables", 8, "how many virtual tables play")
	f.IntVar(&r.rounds, "rounds", 4, "how many rounds are played")
	f.DurationVar(&r.pace, "pace", 5*time.Second, "how long a table rests between two rolls")
	f.BoolVar(&r.leave, "leave", false, "end when the last round is over, instead of keeping the pages open")
	settings.AddFlags(f, "hosts", "web_dir")
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		if err := r.check(); err != nil {
			return usageError{err}
		}
		return p.rehearse(c.Context(), cfg, s.event, r)
	}
	return c
}

func (r rehearsalSettings) check() error {
	switch _, _, err := net.SplitHostPort(r.listen); {
	case err != nil:
		return fmt.Errorf("--listen is %q: it must be host:port, like 127.0.0.1:8440", r.listen)
	case r.tables < 1 || r.tables > rehearsedTables:
		return fmt.Errorf("--tables is %d: it must be 1 to %d", r.tables, rehearsedTables)
	case r.rounds < 1 || r.rounds > rehearsedRounds:
		return fmt.Errorf("--rounds is %d: it must be 1 to %d", r.rounds, rehearsedRounds)
	case r.pace < 0 || r.pace > time.Hour:
		return fmt.Errorf("--pace is %s: it must be 0s to 1h", r.pace)
	}
	return nil
}

func (p *program) rehearse(ctx context.Context, cfg settings.Config, name string, r rehearsalSettings) (err error) {
	dir, err := os.MkdirTemp("", "astragal-rehearsal-")
	if err != nil {
		return fmt.Errorf("make a folder for the rehearsal: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	listener, err := place.Listen(r.listen)
	if err != nil {
		return err
	}
	log := p.logger(cfg)
	h, err := hub.Open(ctx, hub.Options{Dir: filepath.Join(dir, hubFolder), Event: name, Order: hub.ByTotal, Tables: "127.0.0.1:0", Hosts: cfg.Hosts, Pages: pagesIn(cfg.WebDir), Log: log.With("component", "hub")})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	here := place.Of(listener).Local
	fmt.Fprintf(p.out, "\nA rehearsal of %q is open at %s/ (this machine's browsers are judges'). Its big screen: %s/screen\n", name, here, here)
	plan := rehearsal.Plan{Pages: here, Dir: filepath.Join(dir, "tables"), Tables: r.tables, Rounds: r.rounds, Pace: r.pace, Out: p.out, Log: log.With("component", "table"),
		Address: event.Address{Server: "nats://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(h.TablesPort())), Event: name},
		Token:   func(table string) (string, error) { return h.Token(event.RoleTable, table) }}
	if !r.leave {
		plan.Stay = func(ctx context.Context) {
			fmt.Fprintln(p.out, "The pages stay open, and the tables connected. Stop it with Ctrl+C; nothing of it is kept.")
			<-ctx.Done()
		}
	}
	play := func(ctx context.Context) error { return rehearsal.Run(ctx, plan) }
	return all(ctx, h.Run, func(ctx context.Context) error { return h.Serve(ctx, listener) }, play)
}
