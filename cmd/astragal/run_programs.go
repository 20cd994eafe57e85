package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/notify"
	"astragal/companion/obs"
	"astragal/companion/settings"
	"astragal/vision"
)

// ownOutbox is the name of the outbox of a table that is at no event. No event has this name.
const ownOutbox = ""

// openBox gives a table that is at no event an outbox if the settings name other programs to tell of rolls.
func openBox(ctx context.Context, cfg settings.Config, file *journal.Journal, o *companion.SessionOptions) error {
	if o.Outbox != nil || !cfg.Notifies() {
		return nil
	}
	var err error
	o.Outbox, err = companion.OutboxOf(ctx, file, ownOutbox)
	return err
}

// programsOf are the programs that the settings name. called is the table's name at its event, empty at none.
func programsOf(cfg settings.Config, called string) notify.Programs {
	return notify.Programs{Webhooks: cfg.Webhooks, Secret: cfg.WebhookSecret, DataDir: cfg.DataDir,
		MQTT: cfg.MQTT, User: cfg.MQTTUser, Password: cfg.MQTTPassword, Discovery: cfg.MQTTDiscovery, Table: cmp.Or(called, cfg.TableName)}
}

// notifiers are jobs that tell other programs what is rolled.
func notifiers(ctx context.Context, cfg settings.Config, file *journal.Journal, o companion.SessionOptions, session *companion.Session, page string, log *slog.Logger) ([]func(context.Context) error, error) {
	jobs, err := programsOf(cfg, o.Table).Tell(ctx, notify.Table{File: file, Box: o.Outbox, Event: o.Event, Page: page, Changes: session.Changes.Subscribe, Away: session.Away,
		State: func() notify.State {
			e := session.Eye()
			return notify.State{State: string(e.State), Problem: e.Problem, Asked: session.Games().Asked()}
		},
		Picture: session.Event().Lay, Log: log})
	if wrong := (notify.WrongSetting{}); errors.As(err, &wrong) {
		return nil, usageError{err}
	}
	return jobs, err
}

// scenes is a job that switches OBS's scene when dice move. It is nil if the settings name no OBS.
func scenes(cfg settings.Config, session *companion.Session, log *slog.Logger) func(context.Context) error {
	if cfg.OBS == "" {
		return nil
	}
	s := &obs.Switcher{Address: cfg.OBS, Password: cfg.OBSPassword, Throw: cfg.OBSThrow, Settled: cfg.OBSSettled, Log: log}
	return func(ctx context.Context) error {
		return s.Follow(ctx, session.Changes.Subscribe, func() vision.State { return session.Eye().State })
	}
}
