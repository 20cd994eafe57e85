package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/notify"
	"astragal/companion/settings"
	"astragal/companion/textfile"
)

// ownOutbox is the name of the outbox of a table that is at no event: no event is called that.
const ownOutbox = ""

// secretFile is where in the data folder the secret of webhooks is made when none is named.
const secretFile = "webhook.secret"

// openBox gives a table at no event an outbox when other programs are told of rolls.
func openBox(ctx context.Context, cfg settings.Config, file *journal.Journal, o *companion.SessionOptions) error {
	if o.Outbox != nil || !cfg.Notifies() {
		return nil
	}
	var err error
	o.Outbox, err = companion.OutboxOf(ctx, file, ownOutbox)
	return err
}

// notifiers tell other programs what is rolled.
func notifiers(ctx context.Context, cfg settings.Config, file *journal.Journal, o companion.SessionOptions, session *companion.Session, page string, log *slog.Logger) ([]func(context.Context) error, error) {
	var jobs []func(context.Context) error
	reader := func(address string) (notify.Reader, error) {
		sum := sha256.Sum256([]byte(address)) // an address may hold a token
		name := fmt.Sprintf("%s %x", o.Event, sum[:8])
		r := notify.Reader{Name: "another program", Box: o.Outbox, Log: log, Changes: session.Changes.Subscribe,
			Load:  func(ctx context.Context) (int64, bool, error) { return file.Mark(ctx, name) },
			Store: func(ctx context.Context, seq int64) error { return keepMark(ctx, file, o, cfg, name, seq) }}
		r.Stands = func(why string) { session.Away(name, why) }
		_, err := r.Begin(ctx) // before the table is open: its first roll is told too
		return r, err
	}
	picture := func() ([]byte, bool) {
		f, ok := session.Previews.Last()
		return f.JPEG, ok
	}
	if len(cfg.Webhooks) > 0 {
		secret, err := webhookSecret(cfg)
		if err != nil {
			return nil, err
		}
		for _, address := range cfg.Webhooks {
			r, err := reader(address)
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, notify.Webhook{Reader: r, URL: address, Secret: secret, Picture: picture}.Run)
		}
	}
	if cfg.MQTT == "" {
		return jobs, nil
	}
	r, err := reader(cfg.MQTT)
	if err != nil {
		return nil, err
	}
	m, err := brokerOf(cfg)
	if err != nil {
		return nil, err
	}
	m.Reader, m.Page = r, page
	m.Announced = func(ctx context.Context) ([]string, bool, error) { return file.Announced(ctx, cfg.MQTT) }
	m.Announce = func(ctx context.Context, topics []string) error { return file.Announce(ctx, cfg.MQTT, topics) }
	m.State = func() notify.State {
		e := session.Eye()
		return notify.State{State: string(e.State), Problem: e.Problem, Asked: session.Games().Asked()}
	}
	m.Picture = picture
	return append(jobs, m.Run), nil
}

// brokerOf is how to come to the MQTT broker that the settings name.
func brokerOf(cfg settings.Config) (notify.MQTT, error) {
	m := notify.MQTT{Broker: cfg.MQTT, User: cfg.MQTTUser, Discovery: cfg.MQTTDiscovery, Table: cfg.TableName}
	if cfg.MQTTPassword != "" {
		text, err := textfile.Read(cfg.MQTTPassword)
		if err != nil {
			return m, misuse("mqtt_password: %w", err)
		}
		m.Password = strings.TrimRight(text, "\r\n")
	}
	return m, nil
}

// keepMark keeps how far a reader has come. At no event nobody else reads the outbox, and what the
// slowest of them has got may be swept out.
func keepMark(ctx context.Context, file *journal.Journal, o companion.SessionOptions, cfg settings.Config, name string, seq int64) error {
	if err := file.SetMark(ctx, name, seq); err != nil {
		return err
	}
	if o.Event != "" {
		return nil
	}
	slowest := seq
	for _, address := range append([]string{cfg.MQTT}, cfg.Webhooks...) {
		sum := sha256.Sum256([]byte(address))
		at, known, err := file.Mark(ctx, fmt.Sprintf("%s %x", o.Event, sum[:8]))
		if err != nil {
			return err
		}
		if known && address != "" {
			slowest = min(slowest, at)
		}
	}
	return o.Outbox.Confirm(ctx, slowest)
}

// webhookSecret is the key that signs, made when there is none yet.
func webhookSecret(cfg settings.Config) ([]byte, error) {
	path := cfg.WebhookSecret
	if path == "" {
		path = filepath.Join(cfg.DataDir, secretFile)
	}
	text, err := textfile.Read(path)
	if errors.Is(err, fs.ErrNotExist) && cfg.WebhookSecret == "" {
		key := make([]byte, 32)
		_, _ = rand.Read(key) // never fails: crypto/rand ends the program rather than return weak bytes
		text, err = notify.WriteSecret(key)+"\n", os.WriteFile(path, []byte(notify.WriteSecret(key)+"\n"), 0o600)
	}
	if err != nil {
		return nil, misuse("webhook_secret: %w", err)
	}
	secret, err := notify.ParseSecret(text)
	if err != nil {
		return nil, misuse("webhook_secret: %s: %w", path, err)
	}
	return secret, nil
}
