package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"astragal/companion"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/event/welcome"
	"astragal/companion/journal"
	"astragal/companion/launch"
	"astragal/companion/names"
	"astragal/companion/settings"
)

// hubOf says how a table reaches its event's hub and what the table is called there. cfg must name a hub.
func hubOf(cfg settings.Config) (d outbox.Dial, table string, err error) {
	address, err := event.ParseAddress(cfg.Hub)
	if err != nil {
		return d, "", usageError{err}
	}
	d = outbox.Dial{Address: address, Credentials: cfg.HubCredentials, CA: cfg.HubCA}
	named, err := d.Check()
	var other outbox.OtherEvent
	switch {
	case errors.As(err, &other):
		return d, "", misuse("%w. The hub makes one with: %s", err, welcome.TokenLine("astragal", other.Address, event.RoleTable, other.Table))
	case err != nil:
		return d, "", usageError{err}
	case cfg.TableName == "" && named == "":
		return d, "", misuse("a table at an event needs a name: say --table-name")
	case cfg.TableName != "" && named != "" && !names.Same(cfg.TableName, named):
		return d, "", misuse("the hub's credentials in %s are those of %q, and this table is called %q: say --table-name %s, or get its own", cfg.HubCredentials, named, cfg.TableName, launch.Quoted(named))
	}
	return d, cmp.Or(named, cfg.TableName), nil
}

// joinEvent gives the table an outbox if it sends to a hub. If it doesn't, the options stay as they are.
func joinEvent(ctx context.Context, cfg settings.Config, file *journal.Journal, o *companion.SessionOptions) (outbox.Dial, error) {
	if cfg.Hub == "" {
		return outbox.Dial{}, nil
	}
	d, table, err := hubOf(cfg)
	if err != nil {
		return d, err
	}
	o.Table, o.Event = table, d.Address.Event
	o.Outbox, err = companion.OutboxOf(ctx, file, d.Address.Event)
	return d, err
}

// relay sends to the hub what the table tells its event.
func relay(d outbox.Dial, o companion.SessionOptions, session *companion.Session, log *slog.Logger) func(context.Context) error {
	r := &outbox.Relay{Store: o.Outbox, Dial: d, Table: o.Table, Program: revision(), Log: log, Tell: session.Event().Linked,
		Health: session.Event().Health, Rule: session.Event().Rule, Picture: session.Event().Picture, Played: session.Event().Played, Soon: session.Event().Soon(), Called: session.Event().Called}
	return func(ctx context.Context) error {
		if err := r.Run(ctx); err != nil {
			return fmt.Errorf("send to the event: %w", err)
		}
		return nil
	}
}
