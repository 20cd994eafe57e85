package notify

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

	"astragal/companion/event/outbox"
	"astragal/companion/journal"
	"astragal/companion/textfile"
)

// SecretFile is the file in the data folder where the webhooks' secret is made if the settings name none.
const SecretFile = "webhook.secret"

// Programs are the other programs that are told of rolls, by the settings.
type Programs struct {
	// Webhooks are their addresses. Secret is the file with the key that signs; empty for the one in DataDir.
	Webhooks        []string
	Secret, DataDir string
	// MQTT is a broker's address, empty for none; Password is a file, Discovery the prefix that Home Assistant listens to.
	MQTT, User, Password, Discovery string
	// Table is what the table is called.
	Table string
}

// Table is the table whose rolls are told.
type Table struct {
	// File keeps how far each program was told, Box the messages.
	File *journal.Journal
	Box  *outbox.Outbox
	// Event is the event that the table is at, empty for none; Page is the address of its page.
	Event, Page string
	// Changes, Away and State are as in Reader and MQTT. Away is told which program it is about.
	Changes func() (<-chan int, func())
	Away    func(program, why string)
	State   func() State
	// Picture is the tray as the dice of a roll lay there, as JPEG; false if it isn't kept.
	Picture func(roll string) ([]byte, bool)
	Log     *slog.Logger
}

// WrongSetting says that a setting can't be used. It names the setting.
type WrongSetting struct{ error }

func (w WrongSetting) Unwrap() error { return w.error }

// Tell prepares to tell each program of all rolls from now on. It returns a function for each program, which runs until its context ends.
func (p Programs) Tell(ctx context.Context, t Table) ([]func(context.Context) error, error) {
	var jobs []func(context.Context) error
	if len(p.Webhooks) > 0 {
		secret, err := p.secret()
		if err != nil {
			return nil, err
		}
		for _, address := range p.Webhooks {
			r, err := p.reader(ctx, t, address)
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, Webhook{Reader: r, URL: address, Secret: secret, Picture: t.Picture}.Run)
		}
	}
	if p.MQTT == "" {
		return jobs, nil
	}
	r, err := p.reader(ctx, t, p.MQTT)
	if err != nil {
		return nil, err
	}
	m, err := p.Broker()
	if err != nil {
		return nil, err
	}
	m.Reader, m.Page, m.State, m.Picture = r, t.Page, t.State, t.Picture
	m.Announced = func(ctx context.Context) ([]string, bool, error) { return t.File.Announced(ctx, p.MQTT) }
	m.Announce = func(ctx context.Context, topics []string) error { return t.File.Announce(ctx, p.MQTT, topics) }
	return append(jobs, m.Run), nil
}

// reader is the reader for the program at an address. It begins at once, so that rolls before its job runs are told too.
func (p Programs) reader(ctx context.Context, t Table, address string) (Reader, error) {
	name := markOf(t.Event, address)
	r := Reader{Name: "another program", Table: p.Table, Box: t.Box, Log: t.Log, Changes: t.Changes,
		Load:  func(ctx context.Context) (int64, bool, error) { return t.File.Mark(ctx, name) },
		Store: func(ctx context.Context, seq int64) error { return p.keepMark(ctx, t, name, seq) }}
	r.Stands = func(why string) { t.Away(name, why) }
	_, err := r.Begin(ctx)
	return r, err
}

// markOf is the name by which a table's file knows a program. It doesn't contain the address, which may contain a token.
func markOf(event, address string) string {
	sum := sha256.Sum256([]byte(address))
	return fmt.Sprintf("%s %x", event, sum[:8])
}

// keepMark keeps how far a reader has come. If the table is at no event, nobody else reads the outbox, so messages that all readers have got may be
// removed.
func (p Programs) keepMark(ctx context.Context, t Table, name string, seq int64) error {
	if err := t.File.SetMark(ctx, name, seq); err != nil {
		return err
	}
	if t.Event != "" {
		return nil
	}
	slowest := seq
	for _, address := range append([]string{p.MQTT}, p.Webhooks...) {
		at, known, err := t.File.Mark(ctx, markOf(t.Event, address))
		if err != nil {
			return err
		}
		if known && address != "" {
			slowest = min(slowest, at)
		}
	}
	return t.Box.Confirm(ctx, slowest)
}

// Broker is the MQTT broker that the settings name. The error is a WrongSetting.
func (p Programs) Broker() (MQTT, error) {
	m := MQTT{Broker: p.MQTT, User: p.User, Discovery: p.Discovery}
	if p.Password != "" {
		text, err := textfile.Read(p.Password)
		if err != nil {
			return m, WrongSetting{fmt.Errorf("mqtt_password: %w", err)}
		}
		m.Password = strings.TrimRight(text, "\r\n")
	}
	return m, nil
}

// secret is the key that signs, made if there is none yet.
func (p Programs) secret() ([]byte, error) {
	path := p.Secret
	if path == "" {
		path = filepath.Join(p.DataDir, SecretFile)
	}
	text, err := textfile.Read(path)
	if errors.Is(err, fs.ErrNotExist) && p.Secret == "" {
		key := make([]byte, 32)
		_, _ = rand.Read(key) // never fails: crypto/rand ends the program rather than return weak bytes
		text, err = WriteSecret(key)+"\n", os.WriteFile(path, []byte(WriteSecret(key)+"\n"), 0o600)
	}
	if err != nil {
		return nil, WrongSetting{fmt.Errorf("webhook_secret: %w", err)}
	}
	secret, err := ParseSecret(text)
	if err != nil {
		return nil, WrongSetting{fmt.Errorf("webhook_secret: %s: %w", path, err)}
	}
	return secret, nil
}
