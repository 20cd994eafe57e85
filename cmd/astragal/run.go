package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/commission"
	"astragal/companion/doctor"
	"astragal/companion/door"
	"astragal/companion/guests"
	"astragal/companion/journal"
	"astragal/companion/launch"
	"astragal/companion/place"
	"astragal/companion/scholar"
	"astragal/companion/screen"
	"astragal/companion/settings"
	"astragal/companion/studio"
	"astragal/companion/terminal"
	"astragal/companion/visitor"
	"astragal/vision"
)

// tableFile is the table's journal, in the data folder.
const tableFile = "table.db"

// devicesFile is the list of the devices that were let in, in the data folder.
const devicesFile = "devices.json"

// askersFile is the list of other sites' pages that somebody at the table allowed to ask for rolls, in the data
// folder.
const askersFile = "askers.json"

// tlsFolder holds the table's certificate, in the data folder.
const tlsFolder = "tls"

// galleryFolder holds the taught faces, in the data folder, unless --gallery names another folder.
const galleryFolder = "gallery"

// courseFolder holds the army that is being taught, in the data folder.
const courseFolder = "teaching"

// newRunCommand runs a table: the eye in its own process, the session and the pages.
func (p *program) newRunCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "run",
		Short: "watch the tray, count, and show the table on a web page",
		Long: `Watches the tray, counts what is rolled and shows it on a web page, until it is
stopped with Ctrl+C. Without a camera it takes the virtual table; without OpenCV,
typed rolls. What was counted is kept in the data folder and is there again the
next time.`,
		Args: needs(cobra.NoArgs, "run takes no arguments, only flags"),
	}
	settings.AddFlags(c.Flags(), "source", "listen", "hosts", "proxies", "local", "lookers", "obs", "obs_throw", "obs_settled", "dice", "profile", "gallery", "crops_mb", "web_dir", "hub", "table_name", "hub_credentials", "hub_ca", "origins", "webhooks", "webhook_secret", "mqtt", "mqtt_user", "mqtt_password", "mqtt_discovery")
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		return p.runTable(c.Context(), cfg)
	}
	return c
}

// runTable runs the table until ctx ends.
func (p *program) runTable(ctx context.Context, cfg settings.Config) (err error) {
	log := p.logger(cfg)
	limits := journal.Limits{Crops: int64(cfg.CropsMB) << 20}
	file, err := journal.Open(ctx, filepath.Join(cfg.DataDir, tableFile), limits)
	switch {
	case errors.Is(err, journal.ErrHeld):
		return p.launch().Held(cfg.DataDir, cfg.Listen)
	case err != nil:
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()

	if cfg.Gallery == "" {
		cfg.Gallery = filepath.Join(cfg.DataDir, galleryFolder)
	}
	options := companion.SessionOptions{Journal: file, Log: log.With("component", "session"), Eye: p.eyeOrNone(cfg, log)}
	if options.Eye == nil {
		options.Blind = sentence(hasPixels())
	}
	dial, err := joinEvent(ctx, cfg, file, &options)
	if err != nil {
		return err
	}
	if err := openBox(ctx, cfg, file, &options); err != nil {
		return err
	}
	jobs := []func(context.Context) error{}
	var studio *studio.Studio
	var learns *scholar.Scholar
	if options.Eye != nil { // teaching needs an eye
		if learns, err = p.newScholar(ctx, cfg, log.With("component", "gallery")); err != nil {
			return err
		}
		options.Taught, options.Own, options.Learn = learns.Taught, learns.Own, learns.Learn
		studio = learns.Studio(filepath.Join(cfg.DataDir, courseFolder))
		if err := studio.CatchUp(ctx); err != nil { // the page Teach says it as well
			log.Warn("go on with what was being taught", "component", "studio", "err", err)
		}
	}
	session, err := companion.OpenSession(ctx, options)
	if err != nil {
		return err
	}
	defer session.Close()

	if learns != nil {
		jobs = append(jobs, func(ctx context.Context) error { return learns.Study(ctx, session.Learned) })
	}
	if options.Event != "" {
		jobs = append(jobs, relay(dial, options, session, log.With("component", "event")))
	}
	secret, err := file.Secret(ctx, "access", access.NewSecret)
	if err != nil {
		return err
	}
	listener, err := place.Listen(cfg.Listen)
	switch {
	case errors.Is(err, place.ErrTaken):
		_, table := doctor.TableAt(ctx, cfg.Listen)
		return p.launch().Taken(cfg.Listen, table)
	case err != nil:
		return err
	}
	where := place.Of(listener)
	forget, err := launch.SayOpen(cfg.DataDir, where.Local+"/")
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, forget()) }()
	told, err := notifiers(ctx, cfg, file, options, session, where.Invite, log.With("component", "notify"))
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	jobs = append(jobs, told...)
	keeper := &door.Keeper{Folder: filepath.Join(cfg.DataDir, tlsFolder), Names: cfg.Hosts, Log: log.With("component", "tls")}
	entrance := door.Open(listener, keeper.For, log.With("component", "door"))
	defer func() { err = errors.Join(err, entrance.Close()) }()
	access := access.New(secret, cfg.Hosts)
	access.Joined, access.AskHere = cfg.Lookers == settings.LookersJoined, cfg.Local == settings.LocalAsk
	if access.Guests, err = guests.Open(filepath.Join(cfg.DataDir, devicesFile)); err != nil {
		return errors.Join(err, listener.Close())
	}
	if access.Pages, err = commission.Open(filepath.Join(cfg.DataDir, askersFile), cfg.Origins); err != nil {
		return errors.Join(err, listener.Close())
	}
	proxies, err := visitor.Parse(cfg.Proxies)
	if err != nil {
		return errors.Join(misuse("proxies: %w", err), listener.Close())
	}
	server := &screen.Server{
		Proxies: proxies,
		Session: session, Access: access, Log: log.With("component", "page"),
		Pages: pagesIn(cfg.WebDir), Table: options.Table, Invite: where.Invite, LetIn: p.launch().LetIn(where.Port()), Secure: where.Secure(), Sources: sourceChoices, Studio: studio, Version: revision(),
	}
	announced := terminal.Table{Place: where, Listen: cfg.Listen, Launch: p.launch(), Join: server.JoinAddress()}
	if cfg.Local == settings.LocalAsk {
		announced.Key = server.Access.Key()
	}
	if err := announced.Announce(p.out); err != nil {
		return errors.Join(err, listener.Close())
	}
	if job := scenes(cfg, session, log.With("component", "obs")); job != nil {
		jobs = append(jobs, job)
	}
	jobs = append(jobs, terminal.Narrate(session, p.errs), session.Watch, func(ctx context.Context) error { return server.Serve(ctx, entrance) })
	return all(ctx, jobs...)
}

// eyeOrNone returns the eye. It returns nil if this build has none: rolls are then typed.
func (p *program) eyeOrNone(cfg settings.Config, log *slog.Logger) vision.Eye {
	child, err := newEye(cfg, log)
	if err != nil {
		fmt.Fprintf(p.errs, "astragal: %v\nastragal: going on without a camera: rolls are typed in on the page\n", err)
		return nil
	}
	return child
}

// sentence turns an error into a sentence for people. It is empty if there is no error.
func sentence(err error) string {
	if err == nil {
		return ""
	}
	says := err.Error()
	return strings.ToUpper(says[:1]) + says[1:] + "."
}

func pagesIn(dir string) fs.FS {
	if dir == "" {
		return nil
	}
	return os.DirFS(dir)
}

// all runs all parts. As soon as one of them ends, it stops the others and waits for them.
func all(ctx context.Context, parts ...func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	errs := make([]error, len(parts))
	var wg sync.WaitGroup
	for i, part := range parts {
		wg.Go(func() {
			defer stop()
			errs[i] = part(ctx)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
